//===- LargeProductWriter.h - products computed block by block --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_TRANSFORMS_TENSORTOTILE_LARGEPRODUCTWRITER_H
#define PYPTO_TRANSFORMS_TENSORTOTILE_LARGEPRODUCTWRITER_H

#include "TensorToTile/KernelConverter.h"

namespace pypto {

/// Writes the loops of one product: over the batch, over blocks of the result,
/// and over blocks of the contracted extents.
class KernelConverter::LargeProductWriter {
public:
  LargeProductWriter(KernelConverter &converter, mlir::Location loc,
                     const LargeProduct &product);

  /// Stores the product by `op`.
  mlir::LogicalResult store(mlir::OpBuilder &builder,
                            mlir::pypto::TensorAssembleOp op);

  /// True if all of the result fits Acc at once; sumUp() gives it there.
  bool chooseWhole();
  mlir::FailureOr<mlir::Value> sumUp(mlir::OpBuilder &builder);

  /// The result in a tile of `type`, in Mat.
  mlir::FailureOr<mlir::Value> assemble(mlir::OpBuilder &builder,
                                        mlir::pypto::TileType type);

private:
  using Value = mlir::Value;
  using OpBuilder = mlir::OpBuilder;

  /// A run along one axis.
  struct Run {
    Value start;
    int64_t extent;
  };
  /// A block of the result.
  struct Block {
    Run rows, columns;
  };
  /// Blocks of both operands.
  struct Pair {
    Value lhs, rhs;
  };
  using GroupBody =
      llvm::function_ref<mlir::LogicalResult(OpBuilder &, mlir::ArrayRef<Run>)>;

  /// Chooses block sizes; an error at `loc` if none fit.
  mlir::LogicalResult choose();
  /// A loop from 0 to `last` by `step`, which carries the tile in which blocks
  /// are assembled, if there is one.
  mlir::LogicalResult
  writeLoop(OpBuilder &builder, int64_t last, int64_t step,
            llvm::function_ref<mlir::LogicalResult(OpBuilder &, Value)> body);
  /// Calls `body` for groups of `size` (1 or 2) runs of `step` of `total`, in a
  /// loop if there are several, then for what is left.
  mlir::LogicalResult forEachGroup(OpBuilder &builder, int64_t total,
                                   int64_t step, int64_t size, GroupBody body);
  mlir::LogicalResult writeBatch(OpBuilder &builder);
  mlir::LogicalResult writeMatrix(OpBuilder &builder);
  mlir::LogicalResult writeGroup(OpBuilder &builder,
                                 mlir::ArrayRef<Block> blocks);
  /// The sum of one block of the result; calls `afterFirst` when its first
  /// product is written.
  mlir::FailureOr<Value>
  accumulate(OpBuilder &builder, const Block &block,
             llvm::function_ref<mlir::LogicalResult()> afterFirst);
  mlir::FailureOr<Value>
  accumulateTerm(OpBuilder &builder, const Block &block, size_t term, Value sum,
                 llvm::function_ref<mlir::LogicalResult()> afterFirst);
  /// `sum`, if not null, plus the products of `runs` of the contracted extent.
  mlir::FailureOr<Value>
  multiply(OpBuilder &builder, const Block &block, size_t term, Value sum,
           mlir::ArrayRef<Run> runs,
           llvm::function_ref<mlir::LogicalResult()> afterFirst);
  mlir::FailureOr<Pair> load(OpBuilder &builder, const Block &block,
                             size_t term, Run run);
  /// A block of `operand`; of `kept`, if that is not null, which has its rows
  /// (columns on the right).
  mlir::FailureOr<Value> loadOperand(OpBuilder &builder,
                                     const MatmulOperand &operand, Value kept,
                                     bool isLeft, Run rows, Run columns);
  /// The block `rows` x `columns` of a tile.
  Value slice(OpBuilder &builder, Value whole, Run rows, Run columns);
  mlir::LogicalResult keep(OpBuilder &builder, Run run);
  mlir::LogicalResult write(OpBuilder &builder, Value sum, const Block &block);
  mlir::FailureOr<TensorWindow> getTarget(OpBuilder &builder,
                                          const Block &block);
  Value add(OpBuilder &builder, Value a, Value b);
  Value constant(int64_t value) { return converter.windows.getConstant(value); }

  KernelConverter &converter;
  const LargeProduct &product;
  mlir::Location loc;
  ProductShape shape;
  MatUse inMat;
  Blocking blocking;
  /// Where blocks go: an update of memory, or a tile.
  mlir::pypto::TensorAssembleOp op;
  Value assembled;
  /// The matrix of the batch that is written.
  mlir::SmallVector<Value> position;
  /// For each term the operand's block that stays on chip, or null.
  mlir::SmallVector<Value> kept;
};

} // namespace pypto

#endif // PYPTO_TRANSFORMS_TENSORTOTILE_LARGEPRODUCTWRITER_H
