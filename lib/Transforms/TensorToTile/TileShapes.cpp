//===- TileShapes.cpp - the tile that holds a tensor value ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TensorToTile/TileShapes.h"
#include "Utils/Targets.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::pypto;

namespace pypto {

/// Rows of a fractal box (pto-isa: 16 x 32 bytes).
static constexpr int64_t kBoxRows = 16;

std::pair<int64_t, int64_t> getRowsAndColumns(ArrayRef<int64_t> shape) {
  if (shape.empty())
    return {1, 1};
  int64_t rows = 1;
  for (int64_t dim : shape.drop_back()) {
    if (ShapedType::isDynamic(dim) || ShapedType::isDynamic(rows))
      rows = ShapedType::kDynamic;
    else
      rows *= dim;
  }
  return {rows, shape.back()};
}

TileShapes::TileShapes(func::FuncOp kernel) {
  int64_t blockBytes = getTarget(kernel).blockBytes.value;
  // In bits: a block holds 64 elements of 4 bits.
  constexpr int64_t kByte = 8;
  int64_t smallest = blockBytes * kByte;
  bool hasColumnVector = false;
  auto isColumn = [](Type type) {
    auto tensor = dyn_cast<GlobalTensorType>(type);
    if (!tensor)
      return false;
    auto [rows, columns] = getRowsAndColumns(tensor.getShape());
    return columns == 1 && rows != 1;
  };
  kernel.walk([&](Operation *op) {
    // A view of what was computed is a column on chip, too.
    hasColumnVector |= llvm::any_of(op->getResultTypes(), isColumn);
    if (!op->hasTrait<TensorCompute>())
      return;
    matmul |= isa<TensorMatmulOp, TensorMatmulAccOp>(op);
    // What is in front of each row is a column of integers.
    hasColumnVector |=
        isa<TensorGatherOp, TensorScatterOp, TensorScatterMaskOp>(op);
    // A mask of the A5 has a byte for each column.
    if (isa<TensorCmpOp, TensorCmpsOp, TensorScatterOp, TensorScatterMaskOp>(
            op) &&
        getArch(op) == Arch::a5)
      smallest = kByte;
    auto visit = [&](Type type) {
      auto tensor = dyn_cast<GlobalTensorType>(type);
      if (!tensor)
        return;
      smallest = std::min(
          smallest, getSizeInBytes(tensor.getElementType(), /*count=*/kByte));
      hasColumnVector |= isColumn(type);
    };
    llvm::for_each(op->getOperandTypes(), visit);
    llvm::for_each(op->getResultTypes(), visit);
  });
  columnMultiple = blockBytes * kByte / smallest;
  if (hasColumnVector)
    rowMultiple = columnMultiple;
  if (matmul) {
    columnMultiple = std::max(columnMultiple, kBoxRows);
    rowMultiple = columnMultiple;
  }
}

TileType TileShapes::getTileType(ArrayRef<int64_t> shape,
                                 Type elementType) const {
  auto [rows, columns] = getRowsAndColumns(shape);
  int64_t physicalRows = rows, physicalColumns = columns;
  if (rows != 1 || matmul)
    physicalRows = llvm::alignTo(rows, rowMultiple);
  // A column vector is stored column by column and needs no padded columns.
  if (columns != 1 || matmul)
    physicalColumns = llvm::alignTo(columns, columnMultiple);
  SmallVector<int64_t> valid = {rows, columns};
  return TileType::get({physicalRows, physicalColumns}, elementType,
                       MemorySpaceAttr(), TileLayout::ND, valid,
                       PadValue::null);
}

} // namespace pypto
