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
  /// `op` stores `product`.
  LargeProductWriter(KernelConverter &converter,
                     mlir::pypto::TensorAssembleOp op,
                     const LargeProduct &product);

  mlir::LogicalResult run();

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
  /// The part of the operand that stays on chip.
  Value slice(OpBuilder &builder, Value kept, int64_t axis, Run run);
  mlir::LogicalResult keep(OpBuilder &builder, Run run);
  mlir::LogicalResult store(OpBuilder &builder, Value sum, const Block &block);
  mlir::FailureOr<TensorWindow> getTarget(OpBuilder &builder,
                                          const Block &block);
  Value add(OpBuilder &builder, Value a, Value b);
  Value constant(int64_t value) { return converter.windows.getConstant(value); }

  KernelConverter &converter;
  mlir::pypto::TensorAssembleOp op;
  const LargeProduct &product;
  mlir::Location loc;
  Blocking blocking;
  /// The matrix of the batch that is written.
  mlir::SmallVector<Value> position;
  /// For each term the operand's block that stays on chip.
  mlir::SmallVector<Value> kept;
};

} // namespace pypto

#endif // PYPTO_TRANSFORMS_TENSORTOTILE_LARGEPRODUCTWRITER_H
