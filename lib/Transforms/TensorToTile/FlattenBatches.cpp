//===- FlattenBatches.cpp - batches of products, by matrices ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A product of batches becomes one product for each matrix where its result is
// used, and a loop that carries one becomes such a loop for each matrix.
//
//===----------------------------------------------------------------------===//

#include "TensorToTile/TileFlattener.h"
#include "pypto/Support/Diagnostics.h"

using namespace mlir;
using namespace mlir::pypto;

namespace pypto {

bool TileFlattener::isBatch(Value value) {
  if (!isDeep(value))
    return false;
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
    OpOperand *init = loop ? loop.getTiedLoopInit(argument) : nullptr;
    return init && isBatch(init->get());
  }
  Operation *op = value.getDefiningOp();
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return isBatch(loop.getTiedLoopInit(cast<OpResult>(value))->get());
  if (auto move = dyn_cast_or_null<TileMoveOp>(op))
    return isBatch(move.getSource());
  return isa_and_nonnull<TileMatmulOp, TileMatmulAccOp>(op);
}

/// True if what `load` reads may be something else when `user` runs, or while
/// it stores one matrix after the other.
bool TileFlattener::isWrittenBefore(TileLoadOp load) {
  Operation *first = getBesideUser(load);
  if (!first)
    return true;
  Value memory = aliases.getMemory(load.getSource());
  for (Operation *op = first->getNextNode();; op = op->getNextNode()) {
    ::pypto::TensorSet written;
    if (!::pypto::collectWrittenTensors(op, aliases, written) ||
        written.contains(memory))
      return true;
    if (op == user)
      return false;
  }
}

FailureOr<Value> TileFlattener::convertBatch(OpBuilder &builder,
                                             Operation *product,
                                             Positions position) {
  SmallVector<Value> operands;
  for (Value operand : product->getOperands()) {
    FailureOr<Value> page = getPage(builder, operand, position);
    if (failed(page))
      return failure();
    operands.push_back(*page);
  }
  TileType whole = getType(product->getResult(0));
  SmallVector<int64_t> shape(whole.getShape().take_back(2));
  SmallVector<int64_t> valid(whole.getValid().take_back(2));
  OperationState state(product->getLoc(), product->getName());
  state.addOperands(operands);
  state.addAttributes(product->getAttrs());
  state.addTypes(cast<TileType>(product->getResult(0).getType())
                     .withShape(shape)
                     .withValid(valid));
  return builder.create(state)->getResult(0);
}

Operation *TileFlattener::getBesideUser(Operation *op) {
  while (op->getBlock() != user->getBlock()) {
    op = op->getParentOp();
    // Loops that carry batches write no memory.
    if (!batchLoops.contains(op) && !isInBatchLoop(op))
      return nullptr;
  }
  return op;
}

bool TileFlattener::isInBatchLoop(Operation *op) {
  if (batchLoops.empty())
    return false;
  while (op != kernel) {
    op = op->getParentOp();
    if (batchLoops.contains(op))
      return true;
  }
  return false;
}

LogicalResult TileFlattener::checkLoop(scf::ForOp loop) {
  for (auto [init, result] : llvm::zip(loop.getInitArgs(), loop.getResults()))
    if (!isBatch(init) && !result.use_empty()) {
      InFlightDiagnostic diag =
          ::pypto::emitError(loop, ::pypto::Diag::NotLowered)
          << "a loop that carries a batch of products carries nothing else "
             "out";
      ::pypto::attachHelp(diag) << "compute the rest in a loop of its own";
      return diag;
    }
  WalkResult walked = loop.getBody()->walk([&](Operation *op) {
    if (isa<TileLoadOp, scf::ForOp>(op) || isMemoryEffectFree(op))
      return WalkResult::advance();
    ::pypto::emitError(op, ::pypto::Diag::NotLowered)
        << "'" << op->getName()
        << "' in a loop that carries a batch of products, of which each matrix "
           "is computed by itself: such a loop loads and multiplies; do the "
           "rest in a loop of its own";
    return WalkResult::interrupt();
  });
  return failure(walked.wasInterrupted());
}

LogicalResult TileFlattener::copyLoop(OpBuilder &builder, scf::ForOp loop,
                                      Positions position) {
  auto convertAll = [&](OpBuilder &at, ValueRange values,
                        SmallVectorImpl<Value> &out) -> LogicalResult {
    for (Value value : values) {
      FailureOr<Value> page = getPage(at, value, position);
      if (failed(page))
        return failure();
      out.push_back(*page);
    }
    return success();
  };
  SmallVector<Value> inits, yielded;
  if (failed(convertAll(builder, loop.getInitArgs(), inits)))
    return failure();
  auto copy = scf::ForOp::create(
      builder, loop.getLoc(), getCopy(loop.getLowerBound()),
      getCopy(loop.getUpperBound()), getCopy(loop.getStep()), inits);
  copy->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  auto bind = [&](ValueRange from, ValueRange to) {
    for (auto [old, made] : llvm::zip_equal(from, to)) {
      if (isBatch(old))
        pages[old] = made;
      else
        copies.map(old, made);
    }
  };
  copies.map(loop.getInductionVar(), copy.getInductionVar());
  bind(loop.getRegionIterArgs(), copy.getRegionIterArgs());
  auto inside = OpBuilder::atBlockEnd(copy.getBody());
  for (Operation &op : loop.getBody()->without_terminator()) {
    auto inner = dyn_cast<scf::ForOp>(op);
    if (inner && carriesBatch(inner)) {
      if (failed(copyLoop(inside, inner, position)))
        return failure();
    } else if (op.getNumResults() && isDeep(op.getResult(0))) {
      // Loads and moves are made where products take them.
      if (!isa<TileMatmulOp, TileMatmulAccOp>(op))
        continue;
      FailureOr<Value> page = convertBatch(inside, &op, position);
      if (failed(page))
        return failure();
      pages[op.getResult(0)] = *page;
    } else {
      inside.clone(op, copies);
    }
  }
  if (failed(convertAll(inside, loop.getBody()->getTerminator()->getOperands(),
                        yielded)))
    return failure();
  scf::YieldOp::create(inside, loop.getLoc(), yielded);
  bind(loop.getResults(), copy.getResults());
  return success();
}

FailureOr<Value> TileFlattener::getPage(OpBuilder &builder, Value value,
                                        Positions position) {
  if (Value page = pages.lookup(value))
    return page;
  if (!isDeep(value))
    return getCopy(value);
  Operation *op = value.getDefiningOp();
  if (auto loop = dyn_cast_or_null<scf::ForOp>(op); loop && isBatch(value)) {
    if (failed(copyLoop(builder, loop, position)))
      return failure();
    return pages.lookup(value);
  }
  TileType whole = getType(value);
  ArrayRef<int64_t> leading = getLeading(whole.getShape());
  SmallVector<int64_t> matrix(whole.getShape().take_back(2));
  if (isa_and_nonnull<TileMatmulOp, TileMatmulAccOp>(op))
    return convertBatch(builder, op, position);
  if (auto move = dyn_cast_or_null<TileMoveOp>(op)) {
    FailureOr<Value> page = getPage(builder, move.getSource(), position);
    if (failed(page))
      return failure();
    auto type = cast<TileType>(value.getType()).withShape(matrix);
    return TileMoveOp::create(builder, op->getLoc(),
                              type.withValid(whole.getValid().take_back(2)),
                              *page, Value())
        .getResult();
  }
  // A matrix of its own is loaded again: boxes of one need not end where
  // the next begins.
  auto load = dyn_cast_or_null<TileLoadOp>(op);
  if (load && whole.hasStaticValid() &&
      getLeading(whole.getValid()) == leading && !isWrittenBefore(load)) {
    SmallVector<Value> place(position.take_back(leading.size()));
    for (auto [extent, index] : llvm::zip_equal(leading, place))
      if (extent == 1)
        index = constants.get(0);
    SmallVector<int64_t> window(leading.size(), 1);
    llvm::append_range(window, whole.getValid().take_back(2));
    TileType type = cast<TileType>(value.getType())
                        .withShape(matrix)
                        .withValid(whole.getValid().take_back(2));
    SmallVector<Value> offsets;
    for (Value offset : load.getOffsets())
      offsets.push_back(getCopy(offset));
    return ::pypto::createLoad(
               builder, load.getLoc(), type, load.getSource(),
               ::pypto::moveBy(builder, load.getLoc(), offsets, place),
               ValueRange(), builder.getDenseI64ArrayAttr(window))
        .getResult();
  }
  constexpr int64_t kBoxRows = 16;
  if (failed(checkWhole(user, value)))
    return failure();
  if (matrix[0] % kBoxRows != 0)
    return ::pypto::emitError(user, ::pypto::Diag::NotLowered)
           << "a batch of matrices of " << matrix[0]
           << " rows that is not loaded in this block of code; a matrix of a "
              "batch on chip has a multiple of "
           << kBoxRows << " rows";
  return getRows(builder, value.getLoc(), value,
                 getFirstRow(builder, value.getLoc(), constants, leading,
                             position, matrix[0]),
                 matrix[0]);
}

LogicalResult TileFlattener::convertStore(TileStoreOp op) {
  TileType source = getType(op.getSource());
  ArrayRef<int64_t> leading = getLeading(source.getShape());
  if (!isBatch(op.getSource())) {
    op.setWindow(source.getValid());
    return success();
  }
  OpBuilder builder(op);
  Location loc = op.getLoc();
  if (op.getScales() && isDeep(op.getScales())) {
    InFlightDiagnostic diag =
        ::pypto::emitError(op, ::pypto::Diag::NotLowered)
        << "a batch of products is quantised with one row of scales for all "
           "of its matrices, got "
        << getType(op.getScales());
    ::pypto::attachHelp(diag) << "loop over the batch and store each matrix";
    return diag;
  }
  beginUse(op);
  FailureOr<Value> done = forEachPosition(
      builder, loc, constants, leading, Value(),
      [&](OpBuilder &at, Positions position, Value) -> FailureOr<Value> {
        FailureOr<Value> page = getPage(at, op.getSource(), position);
        if (failed(page))
          return failure();
        SmallVector<int64_t> window(leading.size(), 1);
        llvm::append_range(window, cast<TileType>(page->getType()).getValid());
        TileStoreOp::create(
            at, loc, op.getTarget().getType(), *page, op.getTarget(),
            ::pypto::moveBy(at, loc, op.getOffsets(), position), op.getScales(),
            at.getDenseI64ArrayAttr(window), op.getQuantScaleAttr(),
            op.getRelu(), op.getAtomic());
        return Value();
      });
  if (failed(done))
    return failure();
  replace(op, op.getTarget());
  return success();
}

} // namespace pypto
