//===- ControlFlow.cpp - loops and branches without tiles -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "PyptoToPto/KernelLowering.h"
#include "pypto/Support/Diagnostics.h"

using namespace mlir;
using namespace mlir::pypto;

namespace pypto {

static bool isScalar(Value value) { return !isa<TileType>(value.getType()); }

SmallVector<Value> KernelLowering::lookupScalars(ValueRange values) {
  SmallVector<Value> result;
  for (Value value : values)
    if (isScalar(value))
      result.push_back(lookup(value));
  return result;
}

void KernelLowering::mapScalars(ValueRange from, ValueRange to) {
  auto next = to.begin();
  for (Value value : from) {
    if (!isScalar(value))
      continue;
    scalars.map(value, *next);
    if (auto argument = dyn_cast<BlockArgument>(*next))
      argument.setLoc(value.getLoc());
    ++next;
  }
}

static SmallVector<Type> getScalarTypes(ValueRange values) {
  SmallVector<Type> types;
  for (Value value : values)
    if (isScalar(value))
      types.push_back(value.getType());
  return types;
}

/// A tile that control flow merges has one handle, which cannot know which of
/// two run-time valid regions holds.
static LogicalResult checkMerged(ValueRange values) {
  for (Value value : values)
    if (auto type = dyn_cast<TileType>(value.getType());
        type && !type.hasStaticValid())
      return emitError(value.getLoc(), Diag::NoPtoForm)
             << "a tile with a valid region known only at run time cannot be "
                "carried by a loop or merged by a branch; set its valid region "
                "where it is used (pl.set_validshape)";
  return success();
}

LogicalResult KernelLowering::lowerRegion(Region &from, Region &to) {
  Block &block = to.front();
  if (!block.empty())
    block.getTerminator()->erase();
  auto builder = OpBuilder::atBlockEnd(&block);
  if (failed(lowerBlock(from.front(), builder)))
    return failure();
  Operation *terminator = from.front().getTerminator();
  SmallVector<Value> operands = lookupScalars(terminator->getOperands());
  if (isa<scf::ConditionOp>(terminator))
    scf::ConditionOp::create(builder, terminator->getLoc(), operands.front(),
                             ValueRange(operands).drop_front());
  else
    scf::YieldOp::create(builder, terminator->getLoc(), operands);
  return success();
}

LogicalResult KernelLowering::lowerFor(scf::ForOp loop, OpBuilder &builder) {
  if (failed(checkMerged(loop.getResults())))
    return failure();
  auto lowered =
      scf::ForOp::create(builder, loop.getLoc(), lookup(loop.getLowerBound()),
                         lookup(loop.getUpperBound()), lookup(loop.getStep()),
                         lookupScalars(loop.getInitArgs()));
  scalars.map(loop.getInductionVar(), lowered.getInductionVar());
  lowered.getInductionVar().setLoc(loop.getInductionVar().getLoc());
  mapScalars(loop.getRegionIterArgs(), lowered.getRegionIterArgs());
  if (failed(lowerRegion(loop.getRegion(), lowered.getRegion())))
    return failure();
  mapScalars(loop.getResults(), lowered.getResults());
  return success();
}

LogicalResult KernelLowering::lowerIf(scf::IfOp branch, OpBuilder &builder) {
  if (failed(checkMerged(branch.getResults())))
    return failure();
  // A branch that only passed tiles on has nothing left to do.
  SmallVector<Type> types = getScalarTypes(branch.getResults());
  bool hasElse = !branch.getElseRegion().empty() &&
                 (!types.empty() ||
                  !branch.getElseRegion().front().without_terminator().empty());
  auto lowered = scf::IfOp::create(builder, branch.getLoc(), types,
                                   lookup(branch.getCondition()), hasElse);
  for (auto [from, to] : llvm::zip(branch->getRegions(), lowered->getRegions()))
    if (!to.empty() && failed(lowerRegion(from, to)))
      return failure();
  mapScalars(branch.getResults(), lowered.getResults());
  return success();
}

LogicalResult KernelLowering::lowerWhile(scf::WhileOp loop,
                                         OpBuilder &builder) {
  if (failed(checkMerged(loop.getResults())) ||
      failed(checkMerged(ValueRange(loop.getBeforeArguments()))))
    return failure();
  auto lowered = scf::WhileOp::create(
      builder, loop.getLoc(), getScalarTypes(loop.getResults()),
      lookupScalars(loop.getInits()), /*beforeBuilder=*/nullptr,
      /*afterBuilder=*/nullptr);
  mapScalars(loop.getBeforeArguments(), lowered.getBeforeArguments());
  if (failed(lowerRegion(loop.getBefore(), lowered.getBefore())))
    return failure();
  mapScalars(loop.getAfterArguments(), lowered.getAfterArguments());
  if (failed(lowerRegion(loop.getAfter(), lowered.getAfter())))
    return failure();
  mapScalars(loop.getResults(), lowered.getResults());
  return success();
}

} // namespace pypto
