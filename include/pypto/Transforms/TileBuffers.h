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

#include "pypto/Dialect/Pypto/Pypto.h"

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

  /// All tiles in program order.
  llvm::ArrayRef<mlir::Value> getTiles() const { return tiles; }

private:
  void visitResult(mlir::pypto::TileOpInterface op);
  void visitFlow(mlir::Operation *op);
  void set(mlir::Value tile, mlir::pypto::MemrefAllocOp buffer);
  mlir::LogicalResult check(mlir::func::FuncOp func);

  llvm::DenseMap<mlir::Value, mlir::pypto::MemrefAllocOp> buffers;
  llvm::SmallVector<mlir::Value> tiles;
};

} // namespace pypto

#endif // PYPTO_TRANSFORMS_TILEBUFFERS_H
