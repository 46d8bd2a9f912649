//===- Blocks.h - tensors and tiles that lie in blocks or not ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_DIALECT_PYPTO_BLOCKS_H
#define PYPTO_DIALECT_PYPTO_BLOCKS_H

#include "pypto/Dialect/Pypto/Pypto.h"

namespace mlir::pypto {

/// On a `tile.create` in Mat: the tile lies in rows, where others lie in boxes.
inline constexpr llvm::StringLiteral kRowsAttrName = "pypto.rows";

/// Rows of a block of a tensor in nz order.
inline constexpr int64_t kBlockRows = 16;

/// Columns of one: those of 32 bytes.
int64_t getBlockColumns(Type elementType);

/// [column blocks, row blocks, rows, columns] of a tensor in nz order, as its
/// bytes lie. There are whole blocks, and columns for whole accumulators, whose
/// blocks are 16 x 16.
SmallVector<int64_t> getBlockShape(GlobalTensorType type);

} // namespace mlir::pypto

#endif // PYPTO_DIALECT_PYPTO_BLOCKS_H
