//===- BlockWriter.cpp - loops over blocks of tensors -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TensorToTile/BlockWriter.h"
#include "TensorToTile/ReshapedRuns.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::pypto;

namespace pypto {

BlockWriter::BlockWriter(const TensorRegion &region, const BlockPlan &plan)
    : region(region), plan(plan), loc(region.getOperations().back()->getLoc()),
      outside(loc.getContext()) {
  outside.setInsertionPointAfter(region.getOperations().back());
  collectMoved();
}

Value BlockWriter::constant(int64_t value) {
  return arith::ConstantIndexOp::create(outside, loc, value);
}

/// What handles blocks, and what depends on that.
void BlockWriter::collectMoved() {
  for (Operation *op : region.getOperations()) {
    bool moves = false;
    for (OpOperand &operand : op->getOpOperands()) {
      Value value = operand.get();
      bool isTarget =
          isa<TensorAssembleOp>(op) && operand.getOperandNumber() == 0;
      if (!isTarget && isa<GlobalTensorType>(value.getType()))
        moves |= isBlocked(value) || isMoved.contains(value.getDefiningOp());
    }
    if (!isa<TensorAssembleOp>(op))
      moves |= isBlocked(op->getResult(0));
    if (!moves)
      continue;
    moved.push_back(op);
    isMoved.insert(op);
  }
}

void BlockWriter::forEachRun(OpBuilder &builder, int64_t first, int64_t total,
                             int64_t step, RunBody body) {
  int64_t whole = first + (total - first) / step * step;
  if (whole - first == step) {
    body(builder, constant(first), step);
  } else if (whole > first) {
    SmallVector<Value> carried;
    for (auto &[tensor, written] : wholes)
      carried.push_back(written);
    auto loop = scf::ForOp::create(builder, loc, constant(first),
                                   constant(whole), constant(step), carried);
    auto pass = [&](ValueRange values) {
      for (auto [entry, value] : llvm::zip_equal(wholes, values))
        entry.second = value;
    };
    pass(loop.getRegionIterArgs());
    auto inside = carried.empty() ? OpBuilder::atBlockTerminator(loop.getBody())
                                  : OpBuilder::atBlockEnd(loop.getBody());
    body(inside, loop.getInductionVar(), step);
    if (!carried.empty()) {
      for (auto [value, entry] : llvm::zip_equal(carried, wholes))
        value = entry.second;
      scf::YieldOp::create(inside, loc, carried);
    }
    pass(loop.getResults());
  }
  if (whole < total)
    body(builder, constant(whole), total - whole);
}

//===----------------------------------------------------------------------===//
// One block
//===----------------------------------------------------------------------===//

GlobalTensorType BlockWriter::cut(Value tensor, const Part &part) const {
  MatrixExtents shape = getMatrixExtents(tensor);
  for (unsigned axis : {0, 1})
    if (isCut(axis) && region.spans(tensor, axis))
      shape[axis] = part.extent[axis];
  return GlobalTensorType::get(
      shape, cast<GlobalTensorType>(tensor.getType()).getElementType());
}

/// `tensor` with two axes.
Value BlockWriter::asMatrix(Value tensor) {
  auto type = cast<GlobalTensorType>(tensor.getType());
  if (type.getRank() == 2)
    return tensor;
  Value &matrix = matrices[tensor];
  if (matrix)
    return matrix;
  auto matrixType =
      GlobalTensorType::get(getMatrixExtents(tensor), type.getElementType());
  matrix = reshapeRun(tensor, matrixType, region.getAliases());
  if (!matrix)
    matrix =
        TensorReshapeOp::create(outside, tensor.getLoc(), matrixType, tensor);
  return matrix;
}

/// Where in the whole of `tensor` the part begins.
SmallVector<Value> BlockWriter::getPlace(Value tensor, const Part &part) {
  SmallVector<Value> place;
  for (unsigned axis : {0, 1})
    place.push_back(isCut(axis) && region.spans(tensor, axis) ? part.start[axis]
                                                              : constant(0));
  return place;
}

/// Lets `map` have the part of each operand that is not computed here.
void BlockWriter::mapOperands(OpBuilder &builder, Operation *op,
                              const Part &part, IRMapping &map) {
  for (OpOperand &operand : op->getOpOperands()) {
    Value value = operand.get();
    bool isTarget =
        isa<TensorAssembleOp>(op) && operand.getOperandNumber() == 0;
    if (isTarget || !isa<GlobalTensorType>(value.getType()) ||
        map.contains(value) ||
        !(region.isMemory(value) || region.isForeign(value)))
      continue;
    Value matrix = asMatrix(value);
    if (!isBlocked(value)) {
      map.map(value, matrix);
      continue;
    }
    map.map(value,
            TensorSliceOp::create(builder, value.getLoc(), cut(value, part),
                                  matrix, getPlace(value, part), ValueRange(),
                                  ArrayRef<int64_t>()));
  }
}

void BlockWriter::writeAssemble(OpBuilder &builder, TensorAssembleOp op,
                                const Part &part, IRMapping &map) {
  GlobalTensorType type = op.getTarget().getType();
  Value target = asMatrix(op.getTarget());
  // The row and column at which the whole source goes.
  SmallVector<Value> offsets(op.getOffsets());
  if (type.getRank() == 1) {
    offsets.insert(offsets.begin(), constant(0));
  } else if (type.getRank() > 2) {
    int64_t inner = 1;
    for (int64_t extent : type.getShape().drop_front().drop_back())
      inner *= extent;
    offsets = {builder.createOrFold<arith::MulIOp>(loc, offsets.front(),
                                                   constant(inner)),
               offsets.back()};
  }
  for (unsigned axis : {0, 1})
    if (isCut(axis) && region.spans(op.getSource(), axis))
      offsets[axis] = builder.createOrFold<arith::AddIOp>(loc, offsets[axis],
                                                          part.start[axis]);
  TensorAssembleOp::create(builder, op.getLoc(), target.getType(), target,
                           map.lookupOrDefault(op.getSource()), offsets,
                           op.getAtomic());
}

void BlockWriter::write(OpBuilder &builder, Operation *op, const Part &part,
                        IRMapping &map) {
  mapOperands(builder, op, part, map);
  if (auto assemble = dyn_cast<TensorAssembleOp>(op))
    return writeAssemble(builder, assemble, part, map);
  Operation *copy = builder.clone(*op, map);
  copy->getResult(0).setType(cut(op->getResult(0), part));
}

void BlockWriter::addToWhole(OpBuilder &builder, Value tensor, const Part &part,
                             IRMapping &map) {
  auto entry = wholes.find(tensor);
  if (entry == wholes.end())
    return;
  Value whole = entry->second;
  entry->second = TensorAssembleOp::create(
      builder, tensor.getLoc(), whole.getType(), whole, map.lookup(tensor),
      getPlace(tensor, part), AtomicKind::none);
}

void BlockWriter::writeOut(OpBuilder &builder, Operation *op, const Part &part,
                           IRMapping &map) {
  write(builder, op, part, map);
  addToWhole(builder, op->getResult(0), part, map);
}

//===----------------------------------------------------------------------===//
// Reductions along a blocked axis
//===----------------------------------------------------------------------===//

/// Reductions along the blocked axis are in the map already.
void BlockWriter::addNeeded(Operation *op, Operations &needed) const {
  SmallVector<Operation *> open{op};
  while (!open.empty()) {
    Operation *current = open.pop_back_val();
    if (!needed.insert(current))
      continue;
    for (Value operand : current->getOperands())
      if (Operation *definition = operand.getDefiningOp();
          definition && isMoved.contains(definition) &&
          !isa<TensorAssembleOp>(definition) &&
          region.spans(operand, *plan.reduced))
        open.push_back(definition);
  }
}

/// `a` and `b` as what `reduction` makes of both.
static Value combine(OpBuilder &builder, Operation *reduction, Value a,
                     Value b) {
  Location loc = reduction->getLoc();
  Type type = a.getType();
  return TypeSwitch<Operation *, Value>(reduction)
      .Case<TensorRowSumOp, TensorColSumOp>([&](auto) {
        return TensorAddOp::create(builder, loc, type, a, b).getResult();
      })
      .Case<TensorRowMaxOp, TensorColMaxOp>([&](auto) {
        return TensorMaximumOp::create(builder, loc, type, a, b).getResult();
      })
      .Case<TensorRowMinOp, TensorColMinOp>([&](auto) {
        return TensorMinimumOp::create(builder, loc, type, a, b).getResult();
      })
      .Case<TensorRowProdOp, TensorColProdOp>([&](auto) {
        return TensorMulOp::create(builder, loc, type, a, b).getResult();
      })
      .Default(
          [](Operation *) -> Value { llvm_unreachable("no such reduction"); });
}

Value BlockWriter::writeReduction(OpBuilder &builder, Operation *op, Part part,
                                  const IRMapping &map) {
  unsigned axis = *plan.reduced;
  Operations needed;
  addNeeded(op, needed);
  auto reduce = [&](OpBuilder &at, Value start, int64_t extent) {
    IRMapping inner = map;
    part.start[axis] = start;
    part.extent[axis] = extent;
    for (Operation *step : moved)
      if (needed.contains(step))
        write(at, step, part, inner);
    return inner.lookup(op->getResult(0));
  };
  int64_t total = region.getExtents()[axis], step = plan.steps[axis];
  Value all = reduce(builder, constant(0), step);
  int64_t whole = total / step * step;
  if (whole > step) {
    auto loop =
        scf::ForOp::create(builder, loc, constant(step), constant(whole),
                           constant(step), ValueRange{all});
    auto inside = OpBuilder::atBlockEnd(loop.getBody());
    Value next = reduce(inside, loop.getInductionVar(), step);
    scf::YieldOp::create(
        inside, loc, combine(inside, op, loop.getRegionIterArgs()[0], next));
    all = loop.getResult(0);
  }
  if (whole < total)
    all = combine(builder, op, all,
                  reduce(builder, constant(whole), total - whole));
  return all;
}

/// What does not span the reduced axis is computed once, reductions in a round
/// each, what is written along it in a last round.
void BlockWriter::writeRounds(OpBuilder &builder, Part part, IRMapping &map) {
  unsigned axis = *plan.reduced;
  Operations last;
  for (Operation *op : moved) {
    auto assemble = dyn_cast<TensorAssembleOp>(op);
    Value value = assemble ? Value(assemble.getSource()) : op->getResult(0);
    if (region.getReducedAxis(op) == axis) {
      map.map(value, writeReduction(builder, op, part, map));
      addToWhole(builder, value, part, map);
    } else if (!region.spans(value, axis)) {
      writeOut(builder, op, part, map);
    } else if (assemble || region.isEscaping(value)) {
      addNeeded(op, last);
    }
  }
  if (last.empty())
    return;
  forEachRun(builder, 0, region.getExtents()[axis], plan.steps[axis],
             [&](OpBuilder &at, Value start, int64_t extent) {
               IRMapping inner = map;
               part.start[axis] = start;
               part.extent[axis] = extent;
               for (Operation *op : moved)
                 if (last.contains(op))
                   writeOut(at, op, part, inner);
             });
}

void BlockWriter::run() {
  const MatrixExtents &extents = region.getExtents();
  // Views and constants come before the loops.
  Operation *mark = constant(0).getDefiningOp();
  OpBuilder builder(mark->getContext());
  builder.setInsertionPointAfter(mark);
  outside.setInsertionPoint(mark);
  for (Operation *op : moved)
    if (Value result = op->getResult(0); region.isEscaping(result))
      wholes[result] = TensorCreateOp::create(
          outside, result.getLoc(),
          GlobalTensorType::get(
              getMatrixExtents(result),
              cast<GlobalTensorType>(result.getType()).getElementType()),
          ValueRange(), TypedAttr());
  unsigned inner = plan.reduced.value_or(1), outer = 1 - inner;
  forEachRun(builder, 0, extents[outer], plan.steps[outer],
             [&](OpBuilder &at, Value start, int64_t extent) {
               Part part;
               part.start[outer] = start;
               part.extent[outer] = extent;
               IRMapping map;
               if (plan.reduced)
                 return writeRounds(at, part, map);
               forEachRun(at, 0, extents[inner], plan.steps[inner],
                          [&](OpBuilder &inside, Value from, int64_t length) {
                            IRMapping innermost = map;
                            part.start[inner] = from;
                            part.extent[inner] = length;
                            for (Operation *op : moved)
                              writeOut(inside, op, part, innermost);
                          });
             });
  for (auto &[tensor, whole] : wholes) {
    if (whole.getType() != tensor.getType())
      whole = TensorReshapeOp::create(builder, tensor.getLoc(),
                                      tensor.getType(), whole);
    Value used = whole;
    tensor.replaceUsesWithIf(used, [&](OpOperand &use) {
      return !isMoved.contains(use.getOwner());
    });
  }
  for (Operation *op : llvm::reverse(moved)) {
    if (auto assemble = dyn_cast<TensorAssembleOp>(op))
      assemble.getResult().replaceAllUsesWith(assemble.getTarget());
    op->erase();
  }
  if (mark->use_empty())
    mark->erase();
}

} // namespace pypto
