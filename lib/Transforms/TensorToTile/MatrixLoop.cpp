//===- MatrixLoop.cpp - tensors of several axes by matrices -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TensorToTile/MatrixLoop.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace mlir::pypto;

namespace {
class MatrixLoopWriter {
public:
  explicit MatrixLoopWriter(const ::pypto::TensorRegion &region)
      : region(region), loc(region.getOperations().back()->getLoc()),
        builder(loc.getContext()) {
    builder.setInsertionPointAfter(region.getOperations().back());
  }

  Block *run();

private:
  Value constant(int64_t value) {
    return arith::ConstantIndexOp::create(builder, loc, value);
  }
  void enterLoops();
  Value getMatrix(Value tensor, ValueRange from, ArrayRef<int64_t> shape);
  void write(Operation *op);
  void writeAssemble(TensorAssembleOp op);

  const ::pypto::TensorRegion &region;
  Location loc;
  /// Before the loops, then inside of them.
  OpBuilder builder;
  /// Position along each leading axis.
  SmallVector<Value> position;
  Value zero;
  IRMapping map;
};
} // namespace

void MatrixLoopWriter::enterLoops() {
  zero = constant(0);
  Value one = constant(1);
  for (int64_t extent : region.getLeadingExtents()) {
    if (extent == 1) {
      position.push_back(zero);
      continue;
    }
    auto loop = scf::ForOp::create(builder, loc, zero, constant(extent), one);
    position.push_back(loop.getInductionVar());
    builder.setInsertionPointToStart(loop.getBody());
  }
}

/// The part of `tensor` with the last two extents of `shape` that begins at
/// `from`.
Value MatrixLoopWriter::getMatrix(Value tensor, ValueRange from,
                                  ArrayRef<int64_t> shape) {
  auto type = cast<GlobalTensorType>(tensor.getType());
  SmallVector<int64_t> dropped = llvm::to_vector(
      llvm::seq<int64_t>(0, static_cast<int64_t>(position.size())));
  return TensorSliceOp::create(
      builder, tensor.getLoc(),
      GlobalTensorType::get(shape.take_back(2), type.getElementType()), tensor,
      from, ValueRange(), dropped);
}

void MatrixLoopWriter::writeAssemble(TensorAssembleOp op) {
  SmallVector<Value> from;
  for (auto [offset, index] : llvm::zip(op.getOffsets(), position))
    from.push_back(
        builder.createOrFold<arith::AddIOp>(op.getLoc(), offset, index));
  from.append(2, zero);
  Value target =
      getMatrix(op.getTarget(), from, op.getTarget().getType().getShape());
  TensorAssembleOp::create(builder, op.getLoc(), target.getType(), target,
                           map.lookup(op.getSource()),
                           op.getOffsets().take_back(2), op.getAtomic());
}

void MatrixLoopWriter::write(Operation *op) {
  for (OpOperand &operand : op->getOpOperands()) {
    Value value = operand.get();
    auto type = dyn_cast<GlobalTensorType>(value.getType());
    bool isTarget =
        isa<TensorAssembleOp>(op) && operand.getOperandNumber() == 0;
    if (!type || isTarget || map.contains(value))
      continue;
    SmallVector<Value> from;
    for (auto [extent, index] : llvm::zip(type.getShape(), position))
      from.push_back(extent == 1 ? zero : index);
    from.append(2, zero);
    map.map(value, getMatrix(value, from, type.getShape()));
  }
  if (auto assemble = dyn_cast<TensorAssembleOp>(op))
    return writeAssemble(assemble);
  Operation *copy = builder.clone(*op, map);
  auto type = cast<GlobalTensorType>(op->getResult(0).getType());
  copy->getResult(0).setType(GlobalTensorType::get(type.getShape().take_back(2),
                                                   type.getElementType()));
}

Block *MatrixLoopWriter::run() {
  enterLoops();
  for (Operation *op : region.getOperations())
    write(op);
  for (Operation *op : llvm::reverse(region.getOperations())) {
    if (auto assemble = dyn_cast<TensorAssembleOp>(op))
      assemble.getResult().replaceAllUsesWith(assemble.getTarget());
    op->erase();
  }
  return builder.getInsertionBlock();
}

namespace pypto {

Block *writeMatrixLoop(const TensorRegion &region) {
  return MatrixLoopWriter(region).run();
}

} // namespace pypto
