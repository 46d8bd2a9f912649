//===- ConvertControlFlow.cpp - loops and branches on tiles -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Fresh tensors are carried as tiles; memory is not carried at all, its users
// know the parameter.
//
//===----------------------------------------------------------------------===//

#include "TensorToTile/KernelConverter.h"
#include "pypto/Support/Diagnostics.h"

using namespace mlir;
using namespace mlir::pypto;

namespace pypto {

bool KernelConverter::isCarried(Value key) {
  return !isa<GlobalTensorType>(key.getType()) || !isMemory(key);
}

FailureOr<Type> KernelConverter::getCarriedType(Location loc, Value key) {
  if (!isa<GlobalTensorType>(key.getType()))
    return key.getType();
  FailureOr<TileType> type = getTileType(loc, key);
  if (failed(type))
    return failure();
  return Type(*type);
}

FailureOr<Value> KernelConverter::coerce(OpBuilder &builder, Location loc,
                                         Value tile, Type type) {
  if (tile.getType() == type)
    return tile;
  auto from = dyn_cast<TileType>(tile.getType());
  auto to = dyn_cast<TileType>(type);
  bool fits =
      from && to && from.withValid(to.getValid()) == to &&
      llvm::all_of(llvm::zip(from.getValid(), to.getValid()), [](auto pair) {
        auto [extent, wanted] = pair;
        return ShapedType::isDynamic(wanted) || extent == wanted;
      });
  if (!fits) {
    InFlightDiagnostic diag =
        emitError(loc, Diag::MergeTypeMismatch)
        << "the valid region of a value changes where paths meet: "
        << tile.getType() << " becomes " << type;
    ::pypto::attachHelp(diag)
        << "give it one valid region on all paths (pl.set_validshape) or fill "
           "the rest (pl.fillpad)";
    return diag;
  }
  ValidExtents valid = getValid(builder, loc, tile);
  Value general = TileSetValidshapeOp::create(
      builder, loc, to, tile, materialise(builder, loc, valid[0]),
      materialise(builder, loc, valid[1]));
  runtimeValid[general] = valid;
  return general;
}

LogicalResult KernelConverter::convertOperands(Operation *at,
                                               ValueRange operands,
                                               ValueRange keys,
                                               SmallVectorImpl<Value> &out) {
  OpBuilder builder(at);
  for (auto [operand, key] : llvm::zip_equal(operands, keys)) {
    if (!isCarried(key))
      continue;
    if (!isa<GlobalTensorType>(key.getType())) {
      out.push_back(operand);
      continue;
    }
    if (isMemory(operand) || mergedMemory.contains(operand))
      mergedMemory.insert(key);
    FailureOr<Value> tile = getTile(builder, at->getLoc(), operand);
    if (failed(tile))
      return failure();
    out.push_back(*tile);
  }
  return success();
}

void KernelConverter::markMerged(ValueRange carries, ValueRange results) {
  for (auto [carry, result] : llvm::zip_equal(carries, results))
    if (mergedMemory.contains(carry))
      mergedMemory.insert(result);
}

void KernelConverter::bind(ValueRange originals, ValueRange converted) {
  auto next = converted.begin();
  for (Value original : originals) {
    if (!isCarried(original))
      continue;
    Value value = *next++;
    if (auto argument = dyn_cast<BlockArgument>(value))
      argument.setLoc(original.getLoc());
    if (isa<GlobalTensorType>(original.getType()))
      tiles[original] = value;
    else
      original.replaceAllUsesWith(value);
  }
}

/// Moves the body of one block to the end of another.
static void moveBody(Block &from, Block &to) {
  if (!to.empty())
    to.getTerminator()->erase();
  to.getOperations().splice(to.end(), from.getOperations());
}

LogicalResult KernelConverter::convertRegion(Region &from, Region &to,
                                             ValueRange keys, TypeRange types) {
  Block &block = to.front();
  moveBody(from.front(), block);
  if (failed(convertBlock(block)))
    return failure();
  Operation *yield = block.getTerminator();
  // A condition's first operand says whether to go on.
  bool isCondition = isa<scf::ConditionOp>(yield);
  SmallVector<Value> operands;
  if (isCondition)
    operands.push_back(yield->getOperand(0));
  loaded.emplace_back();
  LogicalResult result = convertOperands(
      yield, yield->getOperands().drop_front(isCondition), keys, operands);
  loaded.pop_back();
  if (failed(result))
    return failure();
  OpBuilder builder(yield);
  for (auto [operand, type] : llvm::zip_equal(
           MutableArrayRef<Value>(operands).drop_front(isCondition), types)) {
    FailureOr<Value> merged = coerce(builder, yield->getLoc(), operand, type);
    if (failed(merged))
      return failure();
    operand = *merged;
  }
  yield->setOperands(operands);
  return success();
}

/// A carried tile that starts valid in part may be valid in another part after
/// an iteration.
LogicalResult KernelConverter::generalise(OpBuilder &builder, ValueRange keys,
                                          MutableArrayRef<Value> inits) {
  auto next = inits.begin();
  for (Value key : keys) {
    if (!isCarried(key))
      continue;
    Value &init = *next++;
    auto type = dyn_cast<TileType>(init.getType());
    auto tensor = dyn_cast<GlobalTensorType>(key.getType());
    if (!type || !tensor)
      continue;
    auto [rows, columns] = getRowsAndColumns(tensor.getShape());
    SmallVector<int64_t> valid(type.getValid());
    const int64_t extents[] = {rows, columns};
    for (auto [extent, whole] : llvm::zip_equal(valid, extents))
      if (extent != whole)
        extent = ShapedType::kDynamic;
    FailureOr<Value> general =
        coerce(builder, init.getLoc(), init, type.withValid(valid));
    if (failed(general))
      return failure();
    init = *general;
  }
  return success();
}

LogicalResult KernelConverter::convertFor(scf::ForOp loop) {
  SmallVector<Value> inits;
  if (failed(convertOperands(loop, loop.getInitArgs(), loop.getRegionIterArgs(),
                             inits)))
    return failure();
  forgetWritten(loop);
  OpBuilder builder(loop);
  if (failed(generalise(builder, loop.getRegionIterArgs(), inits)))
    return failure();
  auto converted =
      scf::ForOp::create(builder, loop.getLoc(), loop.getLowerBound(),
                         loop.getUpperBound(), loop.getStep(), inits);
  converted->setAttrs(loop->getAttrDictionary());
  loop.getInductionVar().replaceAllUsesWith(converted.getInductionVar());
  converted.getInductionVar().setLoc(loop.getInductionVar().getLoc());
  bind(loop.getRegionIterArgs(), converted.getRegionIterArgs());
  SmallVector<Value> keys(loop.getRegionIterArgs().begin(),
                          loop.getRegionIterArgs().end());
  if (failed(convertRegion(loop.getRegion(), converted.getRegion(), keys,
                           converted.getResultTypes())))
    return failure();
  forgetWritten(loop);
  bind(loop.getResults(), converted.getResults());
  markMerged(keys, loop.getResults());
  replaced.push_back(loop);
  return success();
}

LogicalResult KernelConverter::convertIf(scf::IfOp branch) {
  SmallVector<Type> types;
  for (Value result : branch.getResults()) {
    if (!isCarried(result))
      continue;
    FailureOr<Type> type = getCarriedType(branch.getLoc(), result);
    if (failed(type))
      return failure();
    types.push_back(*type);
  }
  OpBuilder builder(branch);
  auto converted =
      scf::IfOp::create(builder, branch.getLoc(), types, branch.getCondition(),
                        !branch.getElseRegion().empty());
  converted->setDiscardableAttrs(branch->getDiscardableAttrDictionary());
  SmallVector<Value> keys(branch.getResults());
  for (auto [from, to] :
       llvm::zip(branch->getRegions(), converted->getRegions()))
    if (!from.empty() && failed(convertRegion(from, to, keys, types)))
      return failure();
  forgetWritten(branch);
  bind(branch.getResults(), converted.getResults());
  replaced.push_back(branch);
  return success();
}

LogicalResult KernelConverter::convertWhile(scf::WhileOp loop) {
  SmallVector<Value> inits;
  SmallVector<Value> before(loop.getBeforeArguments().begin(),
                            loop.getBeforeArguments().end());
  SmallVector<Value> after(loop.getAfterArguments().begin(),
                           loop.getAfterArguments().end());
  if (failed(convertOperands(loop, loop.getInits(), before, inits)))
    return failure();
  forgetWritten(loop);
  SmallVector<Type> types;
  for (Value argument : after) {
    if (!isCarried(argument))
      continue;
    FailureOr<Type> type = getCarriedType(loop.getLoc(), argument);
    if (failed(type))
      return failure();
    types.push_back(*type);
  }
  OpBuilder builder(loop);
  auto converted =
      scf::WhileOp::create(builder, loop.getLoc(), types, inits,
                           /*beforeBuilder=*/nullptr, /*afterBuilder=*/nullptr);
  converted->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  bind(before, converted.getBeforeArguments());
  // What the condition passes on becomes the arguments of the second region.
  if (failed(
          convertRegion(loop.getBefore(), converted.getBefore(), after, types)))
    return failure();
  bind(after, converted.getAfterArguments());
  if (failed(convertRegion(loop.getAfter(), converted.getAfter(), before,
                           ValueRange(inits).getTypes())))
    return failure();
  forgetWritten(loop);
  bind(loop.getResults(), converted.getResults());
  markMerged(after, loop.getResults());
  replaced.push_back(loop);
  return success();
}

} // namespace pypto
