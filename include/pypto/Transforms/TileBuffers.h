//===- TileBuffers.h - the buffer of each tile ------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Once buffers exist, an operation names the buffer that its result lives in,
// or forwards that of an operand, and control flow passes buffers on. This
// analysis answers for every tile which one it is.
//
//===----------------------------------------------------------------------===//

#ifndef PYPTO_TRANSFORMS_TILEBUFFERS_H
#define PYPTO_TRANSFORMS_TILEBUFFERS_H

#include "pypto/Dialect/Pypto/SlotOps.h"

#include "llvm/ADT/DenseMap.h"

namespace pypto {

class TileBuffers {
public:
  /// Computes the buffers of all tiles of `func`. An error (E0504) if a tile
  /// has none, or if control flow merges tiles of different buffers.
  static mlir::FailureOr<TileBuffers> compute(mlir::func::FuncOp func);

  /// The `pypto.memref.alloc` that `tile` lives in.
  mlir::pypto::MemrefAllocOp get(mlir::Value tile) const {
    return buffers.lookup(tile);
  }

  /// The slot that `tile` lives in; null where its buffer has none, or where
  /// the whole buffer is meant.
  mlir::pypto::MemrefSlotOp getSlot(mlir::Value tile) const {
    return slots.lookup(tile);
  }

  /// All tiles in program order.
  llvm::ArrayRef<mlir::Value> getTiles() const { return tiles; }

private:
  void visitResult(mlir::pypto::TileOpInterface op);
  void visitFlow(mlir::Operation *op);
  /// The buffer or slot of `tile`; null where it has none yet.
  mlir::Value getPlace(mlir::Value tile) const;
  void set(mlir::Value tile, mlir::Value place);
  mlir::LogicalResult check(mlir::func::FuncOp func);

  llvm::DenseMap<mlir::Value, mlir::pypto::MemrefAllocOp> buffers;
  llvm::DenseMap<mlir::Value, mlir::pypto::MemrefSlotOp> slots;
  llvm::SmallVector<mlir::Value> tiles;
};

/// Bytes by which tiles like `tile` follow each other without gaps: a row, a
/// column, or a line of boxes.
int64_t getLineBytes(mlir::pypto::TileType tile);
/// True if the lines of `getLineBytes` are columns or columns of boxes.
bool hasColumnLines(mlir::pypto::TileType tile);

} // namespace pypto

#endif // PYPTO_TRANSFORMS_TILEBUFFERS_H
