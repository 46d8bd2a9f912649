//===- TileFlattener.h - tiles of more axes become rows ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// FlattenTiles.cpp has what is done row by row and matrix by matrix,
// FlattenBatches.cpp the batches of products.
//
//===----------------------------------------------------------------------===//

#ifndef PYPTO_TRANSFORMS_TENSORTOTILE_TILEFLATTENER_H
#define PYPTO_TRANSFORMS_TENSORTOTILE_TILEFLATTENER_H

#include "TensorToTile/Positions.h"
#include "TensorToTile/TileBuilding.h"
#include "Utils/TensorWrites.h"

#include "mlir/IR/IRMapping.h"

namespace pypto {

/// Gives the tiles of one kernel two axes.
class TileFlattener {
public:
  explicit TileFlattener(mlir::func::FuncOp kernel)
      : kernel(kernel), constants(kernel.getBody().front()), aliases(kernel) {}

  mlir::LogicalResult run();

private:
  using Positions = mlir::ArrayRef<mlir::Value>;

  mlir::LogicalResult collect(mlir::Value value);
  /// The type of `value` as it was written.
  mlir::pypto::TileType getType(mlir::Value value) {
    auto found = original.find(value);
    return found == original.end()
               ? llvm::cast<mlir::pypto::TileType>(value.getType())
               : found->second;
  }
  bool isDeep(mlir::Value value) { return original.contains(value); }
  bool isBatch(mlir::Value value);
  mlir::FailureOr<mlir::pypto::TileType> flatten(mlir::Location loc,
                                                 mlir::pypto::TileType type);
  /// A number of merged rows from the operands of a valid region.
  mlir::LogicalResult flattenValid(mlir::Operation *op,
                                   mlir::pypto::TileType type,
                                   mlir::MutableOperandRange valid);

  mlir::LogicalResult convert(mlir::Operation *op);
  mlir::LogicalResult convertStore(mlir::pypto::TileStoreOp op);
  mlir::LogicalResult convertSlice(mlir::pypto::TileSliceOp op);
  mlir::LogicalResult convertAssemble(mlir::pypto::TileAssembleOp op);
  mlir::LogicalResult convertReshape(mlir::pypto::TileReshapeOp op);
  mlir::LogicalResult convertTranspose(mlir::pypto::TileTransposeOp op);
  mlir::LogicalResult convertColumns(mlir::Operation *op);
  /// `op` reads or writes an element of `tile`.
  template <typename OpT>
  mlir::LogicalResult convertElement(OpT op, mlir::Value tile);

  mlir::Value exchange(mlir::OpBuilder &builder, mlir::Location loc,
                       mlir::Value tile, mlir::SmallVectorImpl<int64_t> &shape,
                       int64_t first, int64_t second);
  /// The matrix at `position` of `value`, where a product needs it.
  mlir::FailureOr<mlir::Value> getPage(mlir::OpBuilder &builder,
                                       mlir::Value value, Positions position);
  mlir::Value getRows(mlir::OpBuilder &builder, mlir::Location loc,
                      mlir::Value tile, mlir::Value row, int64_t rows);
  mlir::FailureOr<mlir::Value> convertBatch(mlir::OpBuilder &builder,
                                            mlir::Operation *product,
                                            Positions position);
  bool isWrittenBefore(mlir::pypto::TileLoadOp load);

  bool carriesBatch(mlir::scf::ForOp loop) {
    return llvm::any_of(loop.getInitArgs(),
                        [&](mlir::Value init) { return isBatch(init); });
  }
  mlir::LogicalResult checkLoop(mlir::scf::ForOp loop);
  bool isInBatchLoop(mlir::Operation *op);
  /// `loop` for the matrix at `position` of the batches that it carries.
  mlir::LogicalResult copyLoop(mlir::OpBuilder &builder, mlir::scf::ForOp loop,
                               Positions position);
  /// What stands for `value` in the copies of loops.
  mlir::Value getCopy(mlir::Value value) {
    return copies.lookupOrDefault(value);
  }
  /// The operation `op` of an open loop, or that loop, in the block of `user`;
  /// null if there is none.
  mlir::Operation *getBesideUser(mlir::Operation *op);
  void beginUse(mlir::Operation *op) {
    user = op;
    pages.clear();
    copies.clear();
  }
  mlir::SmallVector<mlir::Value> merge(mlir::OpBuilder &builder,
                                       mlir::Location loc,
                                       mlir::ArrayRef<int64_t> shape,
                                       mlir::ValueRange offsets) {
    return getRowAndColumn(builder, loc, constants, shape, offsets);
  }
  mlir::LogicalResult checkWhole(mlir::Operation *op, mlir::Value tile);
  /// What stands for a value has been written like it.
  void replace(mlir::Operation *op, mlir::Value by) {
    mlir::Value result = op->getResult(0);
    if (auto found = original.find(result); found != original.end()) {
      mlir::pypto::TileType type = found->second;
      original[by] = type;
    }
    result.replaceAllUsesWith(by);
    dead.push_back(op);
  }

  mlir::func::FuncOp kernel;
  IndexConstants constants;
  TensorAliases aliases;
  llvm::DenseMap<mlir::Value, mlir::pypto::TileType> original;
  /// What a batch of products is made for.
  mlir::Operation *user = nullptr;
  /// Loops that carry batches, and what they have become for `user`.
  llvm::DenseSet<mlir::Operation *> batchLoops;
  llvm::DenseMap<mlir::Value, mlir::Value> pages;
  mlir::IRMapping copies;
  mlir::SmallVector<mlir::Operation *> dead;
  /// Reshapes that change nothing about merged rows.
  mlir::SmallVector<mlir::pypto::TileReshapeOp> identities;
};

} // namespace pypto

#endif // PYPTO_TRANSFORMS_TENSORTOTILE_TILEFLATTENER_H
