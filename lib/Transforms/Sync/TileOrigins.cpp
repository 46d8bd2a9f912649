//===- TileOrigins.cpp - which tiles a value may be -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TileOrigins.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;

static void collectOrigins(Value tile, SmallPtrSetImpl<Value> &seen,
                           SmallVectorImpl<Value> &origins) {
  if (!seen.insert(tile).second)
    return;
  auto follow = [&](Value source) { collectOrigins(source, seen, origins); };
  // Any tile of this type that goes into the operation or comes out of one of
  // its regions.
  auto followAll = [&](Operation *parent) {
    auto followOperands = [&](Operation *user) {
      for (Value operand : user->getOperands())
        if (operand.getType() == tile.getType())
          follow(operand);
    };
    followOperands(parent);
    for (Region &region : parent->getRegions())
      for (Block &block : region)
        if (block.mightHaveTerminator())
          followOperands(block.getTerminator());
  };
  Operation *op = tile.getDefiningOp();
  if (auto argument = dyn_cast<BlockArgument>(tile)) {
    auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
    if (OpOperand *init = loop ? loop.getTiedLoopInit(argument) : nullptr) {
      follow(init->get());
      return follow(loop.getTiedLoopYieldedValue(argument)->get());
    }
    if (Operation *parent = argument.getOwner()->getParentOp();
        !isa<FunctionOpInterface>(parent))
      return followAll(parent);
  } else if (auto loop = dyn_cast<scf::ForOp>(op)) {
    auto result = cast<OpResult>(tile);
    follow(loop.getTiedLoopInit(result)->get());
    return follow(
        loop.getTiedLoopYieldedValue(loop.getTiedLoopRegionIterArg(result))
            ->get());
  } else if (auto branch = dyn_cast<scf::IfOp>(op)) {
    unsigned index = cast<OpResult>(tile).getResultNumber();
    follow(branch.thenYield().getOperand(index));
    return follow(branch.elseYield().getOperand(index));
  } else if (auto select = dyn_cast<arith::SelectOp>(op)) {
    follow(select.getTrueValue());
    return follow(select.getFalseValue());
  } else if (op->getNumRegions()) {
    return followAll(op);
  }
  origins.push_back(tile);
}

SmallVector<Value> pypto::collectTileOrigins(Value tile) {
  SmallVector<Value> origins;
  SmallPtrSet<Value, 4> seen;
  collectOrigins(tile, seen, origins);
  return origins;
}
