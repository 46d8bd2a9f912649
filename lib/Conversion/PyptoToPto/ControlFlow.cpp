//===- ControlFlow.cpp - loops and branches without tiles -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "PyptoToPto/KernelLowering.h"

using namespace mlir;
using namespace mlir::pypto;

namespace pypto {

static bool isScalar(Value value) { return !isa<TileType>(value.getType()); }

/// What control flow carries of a tile: its run-time valid extents. The handle
/// is made anew from them where the tile comes out.
SmallVector<Value> KernelLowering::lookupScalars(ValueRange values) {
  SmallVector<Value> result;
  for (Value value : values) {
    if (isScalar(value)) {
      result.push_back(lookup(value));
      continue;
    }
    auto type = cast<TileType>(value.getType());
    TileHandles::Valid extents = tiles.getExtents(value);
    for (auto [extent, known] : llvm::zip(extents, type.getValid()))
      if (ShapedType::isDynamic(known))
        result.push_back(extent);
  }
  return result;
}

void KernelLowering::mapScalars(OpBuilder &builder, ValueRange from,
                                ValueRange to) {
  auto next = to.begin();
  for (Value value : from) {
    if (isScalar(value)) {
      scalars.map(value, *next);
      if (auto argument = dyn_cast<BlockArgument>(*next))
        argument.setLoc(value.getLoc());
      ++next;
      continue;
    }
    auto type = cast<TileType>(value.getType());
    if (type.hasStaticValid())
      continue;
    TileHandles::Valid valid;
    for (auto [extent, known] : llvm::zip(valid, type.getValid()))
      if (ShapedType::isDynamic(known))
        extent = *next++;
    tiles.bind(builder, value.getLoc(), value, valid);
  }
}

static SmallVector<Type> getScalarTypes(ValueRange values) {
  SmallVector<Type> types;
  for (Value value : values) {
    if (isScalar(value)) {
      types.push_back(value.getType());
      continue;
    }
    auto type = cast<TileType>(value.getType());
    types.append(llvm::count_if(type.getValid(), ShapedType::isDynamic),
                 IndexType::get(value.getContext()));
  }
  return types;
}

LogicalResult KernelLowering::lowerRegion(Region &from, Region &to) {
  Block &block = to.front();
  if (!block.empty() && block.back().hasTrait<OpTrait::IsTerminator>())
    block.back().erase();
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
  auto lowered =
      scf::ForOp::create(builder, loop.getLoc(), lookup(loop.getLowerBound()),
                         lookup(loop.getUpperBound()), lookup(loop.getStep()),
                         lookupScalars(loop.getInitArgs()));
  scalars.map(loop.getInductionVar(), lowered.getInductionVar());
  lowered.getInductionVar().setLoc(loop.getInductionVar().getLoc());
  auto body = OpBuilder::atBlockBegin(lowered.getBody());
  mapScalars(body, loop.getRegionIterArgs(), lowered.getRegionIterArgs());
  if (failed(lowerRegion(loop.getRegion(), lowered.getRegion())))
    return failure();
  mapScalars(builder, loop.getResults(), lowered.getResults());
  return success();
}

LogicalResult KernelLowering::lowerIf(scf::IfOp branch, OpBuilder &builder) {
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
  mapScalars(builder, branch.getResults(), lowered.getResults());
  return success();
}

LogicalResult KernelLowering::lowerWhile(scf::WhileOp loop,
                                         OpBuilder &builder) {
  auto lowered = scf::WhileOp::create(
      builder, loop.getLoc(), getScalarTypes(loop.getResults()),
      lookupScalars(loop.getInits()), /*beforeBuilder=*/nullptr,
      /*afterBuilder=*/nullptr);
  auto before = OpBuilder::atBlockBegin(&lowered.getBefore().front());
  mapScalars(before, loop.getBeforeArguments(), lowered.getBeforeArguments());
  if (failed(lowerRegion(loop.getBefore(), lowered.getBefore())))
    return failure();
  auto after = OpBuilder::atBlockBegin(&lowered.getAfter().front());
  mapScalars(after, loop.getAfterArguments(), lowered.getAfterArguments());
  if (failed(lowerRegion(loop.getAfter(), lowered.getAfter())))
    return failure();
  mapScalars(builder, loop.getResults(), lowered.getResults());
  return success();
}

} // namespace pypto
