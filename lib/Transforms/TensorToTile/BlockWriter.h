//===- BlockWriter.h - loops over blocks of tensors -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_TRANSFORMS_TENSORTOTILE_BLOCKWRITER_H
#define PYPTO_TRANSFORMS_TENSORTOTILE_BLOCKWRITER_H

#include "TensorToTile/TensorRegion.h"

#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

namespace pypto {

/// How a region is computed: rows and columns of a block, and the axis that is
/// blocked and reduced, if one is.
struct BlockPlan {
  MatrixExtents steps;
  std::optional<unsigned> reduced;
};

/// Moves the operations of a region into loops over blocks.
class BlockWriter {
public:
  BlockWriter(const TensorRegion &region, const BlockPlan &plan);

  void run();

private:
  using Value = mlir::Value;
  using OpBuilder = mlir::OpBuilder;
  using Operations = llvm::SetVector<mlir::Operation *>;

  /// A part of the region's matrix.
  struct Part {
    std::array<Value, 2> start;
    MatrixExtents extent;
  };
  using RunBody = llvm::function_ref<void(OpBuilder &, Value, int64_t)>;

  bool isCut(unsigned axis) const {
    return plan.steps[axis] < region.getExtents()[axis];
  }
  /// True if blocks hold only a part of `tensor`.
  bool isBlocked(Value tensor) const {
    return (isCut(0) && region.spans(tensor, 0)) ||
           (isCut(1) && region.spans(tensor, 1));
  }
  void collectMoved();
  /// Calls `body` for runs of `step` from `first` to `total`, in a loop if
  /// there are several, then for what is left.
  void forEachRun(OpBuilder &builder, int64_t first, int64_t total,
                  int64_t step, RunBody body);
  mlir::pypto::GlobalTensorType cut(Value tensor, const Part &part) const;
  Value asMatrix(Value tensor);
  void mapOperands(OpBuilder &builder, mlir::Operation *op, const Part &part,
                   mlir::IRMapping &map);
  void write(OpBuilder &builder, mlir::Operation *op, const Part &part,
             mlir::IRMapping &map);
  /// The same, and adds the part to the whole where others use that.
  void writeOut(OpBuilder &builder, mlir::Operation *op, const Part &part,
                mlir::IRMapping &map);
  void addToWhole(OpBuilder &builder, Value tensor, const Part &part,
                  mlir::IRMapping &map);
  llvm::SmallVector<Value> getPlace(Value tensor, const Part &part);
  void writeAssemble(OpBuilder &builder, mlir::pypto::TensorAssembleOp op,
                     const Part &part, mlir::IRMapping &map);
  /// Operations that `op` needs in blocks of the reduced axis.
  void addNeeded(mlir::Operation *op, Operations &needed) const;
  void writeRounds(OpBuilder &builder, Part part, mlir::IRMapping &map);
  Value writeReduction(OpBuilder &builder, mlir::Operation *op, Part part,
                       const mlir::IRMapping &map);
  Value constant(int64_t value);

  const TensorRegion &region;
  BlockPlan plan;
  mlir::Location loc;
  /// Before all loops.
  OpBuilder outside;
  /// Operations that move into the loops, in program order.
  llvm::SmallVector<mlir::Operation *> moved;
  llvm::DenseSet<mlir::Operation *> isMoved;
  llvm::DenseMap<Value, Value> matrices;
  /// What others use: as far as it is written here.
  llvm::MapVector<Value, Value> wholes;
};

} // namespace pypto

#endif // PYPTO_TRANSFORMS_TENSORTOTILE_BLOCKWRITER_H
