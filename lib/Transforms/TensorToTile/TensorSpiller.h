//===- TensorSpiller.h - computed tensors in global memory ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_TRANSFORMS_TENSORTOTILE_TENSORSPILLER_H
#define PYPTO_TRANSFORMS_TENSORTOTILE_TENSORSPILLER_H

#include "TensorToTile/TensorRegion.h"
#include "TensorToTile/Workspaces.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace pypto {

/// Keeps what a kernel computes in workspaces instead of on chip: it is stored
/// where it is computed, and what uses it reads memory. Windows and other views
/// of it are views of memory then.
class TensorSpiller {
public:
  TensorSpiller(mlir::func::FuncOp kernel, const TileShapes &shapes,
                int64_t capacity, Workspaces &workspaces);

  /// Stores the tensors that loops and branches of `kernel` carry, and those
  /// that it creates, where one alone does not fit.
  void spillLarge();

  /// Stores the matrices that products make for others where `mat` bytes, the
  /// memory in which operands wait, do not hold one.
  void spillProducts(int64_t mat);

  /// Copies windows of memory that are reshaped, if they are too large for the
  /// chip or `kernel` writes them.
  void copyReshaped();

  /// Stores what passes between operations of `block` that cannot be computed
  /// in the same blocks, if it takes more than a small share of the memory.
  void spillBetweenGroups(mlir::Block &block, TensorAliases &aliases);

  /// Stores all that `operations` of `block` compute for others.
  void spillResults(mlir::Block &block,
                    llvm::ArrayRef<mlir::Operation *> operations,
                    TensorAliases &aliases);

private:
  using UsePredicate = llvm::function_ref<bool(mlir::OpOperand &)>;

  bool canSpill(mlir::Value tensor) const;
  int64_t getBytes(mlir::Value tensor) const;
  mlir::Value store(mlir::OpBuilder &builder, mlir::Value tensor,
                    mlir::Value memory);
  mlir::Value storeNew(mlir::OpBuilder &builder, mlir::Value tensor,
                       mlir::Location loc);
  void spill(mlir::Value tensor, mlir::Block &block, UsePredicate isOther);
  void keepOldValues(mlir::Value tensor);
  void replaceCreated(mlir::pypto::TensorCreateOp create);
  struct Carried;
  void spillLoop(llvm::ArrayRef<Carried> all);
  void spillFor(mlir::scf::ForOp loop);
  void spillWhile(mlir::scf::WhileOp loop);
  void spillBranch(mlir::scf::IfOp branch);

  mlir::func::FuncOp kernel;
  const TileShapes &shapes;
  int64_t capacity;
  Workspaces &workspaces;
  /// What is computed from tensors that are valid in part.
  llvm::DenseSet<mlir::Value> partlyValid;
};

} // namespace pypto

#endif // PYPTO_TRANSFORMS_TENSORTOTILE_TENSORSPILLER_H
