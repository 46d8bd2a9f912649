//===- Workspaces.h - a kernel's own global memory --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_TRANSFORMS_TENSORTOTILE_WORKSPACES_H
#define PYPTO_TRANSFORMS_TENSORTOTILE_WORKSPACES_H

#include "pypto/Dialect/Pypto/Pypto.h"

#include "mlir/IR/SymbolTable.h"

namespace pypto {

/// Tensors in global memory that only one kernel uses. Each is a parameter of
/// the kernel; every task that runs the kernel gets tensors of its own, in
/// which each of the task's blocks has a part of its own.
class Workspaces {
public:
  Workspaces(mlir::func::FuncOp kernel, const mlir::SymbolUserMap &users);

  /// False where something else than tasks uses the kernel, so that nobody
  /// would make the tensors.
  bool isAvailable() const { return !submits.empty(); }

  /// The part of a new tensor that belongs to the block that runs: memory of
  /// `type`, which has static extents and an axis. Changes the kernel only, so
  /// that kernels may be changed at the same time.
  mlir::Value add(mlir::Location loc, mlir::pypto::GlobalTensorType type);

  /// Makes the tensors in front of each task, once all were added, and remarks
  /// on each.
  void provide();

  unsigned size() const { return added.size(); }

  /// True if `memory`, a parameter of the kernel, is one of the tensors.
  bool contains(mlir::Value memory) const {
    auto argument = llvm::dyn_cast<mlir::BlockArgument>(memory);
    return argument && argument.getArgNumber() >= numParameters;
  }

private:
  struct Added {
    mlir::pypto::GlobalTensorType type;
    mlir::Location loc;
    /// What belongs to one block.
    mlir::pypto::GlobalTensorType part;
  };

  mlir::func::FuncOp kernel;
  /// Those that are no workspaces.
  unsigned numParameters;
  llvm::SmallVector<mlir::pypto::TaskSubmitOp> submits;
  /// Blocks of every task; dynamic if they differ or are computed.
  int64_t numBlocks = 1;
  llvm::SmallVector<Added> added;
  /// The number of the block that runs, at the head of the kernel.
  mlir::Value block;
};

} // namespace pypto

#endif // PYPTO_TRANSFORMS_TENSORTOTILE_WORKSPACES_H
