//===- Blocks.cpp - tensors that lie in fractal blocks ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pypto/Dialect/Pypto/Blocks.h"

#include "llvm/Support/MathExtras.h"

namespace mlir::pypto {

int64_t getBlockColumns(Type elementType) {
  constexpr int64_t kLineBits = 256;
  return kLineBits / elementType.getIntOrFloatBitWidth();
}

SmallVector<int64_t> getBlockShape(GlobalTensorType type) {
  constexpr int64_t kAccumulatorColumns = 16;
  int64_t columns = getBlockColumns(type.getElementType());
  int64_t whole =
      llvm::alignTo(type.getDimSize(1), std::max(columns, kAccumulatorColumns));
  int64_t rows = llvm::alignTo(type.getDimSize(0), kBlockRows);
  return {whole / columns, rows / kBlockRows, kBlockRows, columns};
}

} // namespace mlir::pypto
