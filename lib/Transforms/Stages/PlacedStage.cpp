//===- PlacedStage.cpp - contract of the stage placed -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Stages/Contracts.h"
#include "Utils/Targets.h"

using namespace mlir;
using namespace mlir::pypto;

namespace pypto {

static LogicalResult verifyPlaced(Operation *op, Stage stage,
                                  const target::Target &target) {
  for (Value result : op->getResults()) {
    auto type = dyn_cast<TileType>(result.getType());
    if (!type)
      continue;
    if (!type.isPlaced())
      return reportBreach(op, stage) << "a tile without a memory: " << type;
    const target::SpaceInfo &space =
        target.space(toTarget(*type.getMemorySpace()));
    if (!space.present())
      return reportBreach(op, stage)
             << "the " << target.name << " has no memory "
             << stringifyMemorySpace(*type.getMemorySpace());
    if (!space.anyLayout && fromTarget(space.layout.value) != type.getLayout())
      return reportBreach(op, stage)
             << "a tile in " << stringifyMemorySpace(*type.getMemorySpace())
             << " has layout "
             << stringifyTileLayout(fromTarget(space.layout.value)) << ", got "
             << type;
  }
  auto tileOp = dyn_cast<TileOpInterface>(op);
  if (!tileOp)
    return success();
  for (OpOperand *operand : tileOp.getTileOperands()) {
    SmallVector<MemorySpace> allowed = tileOp.getOperandSpaces(*operand);
    auto space = cast<TileType>(operand->get().getType()).getMemorySpace();
    if (!allowed.empty() && !llvm::is_contained(allowed, space))
      return reportBreach(op, stage)
             << "operand " << operand->getOperandNumber() << " of '"
             << op->getName()
             << "' is in the wrong memory: " << operand->get().getType();
  }
  auto move = dyn_cast<TileMoveOp>(op);
  if (!move)
    return success();
  auto from = move.getSource().getType().getMemorySpace();
  auto to = move.getResult().getType().getMemorySpace();
  if (from && to && *from != *to &&
      !target.move(toTarget(*from), toTarget(*to)))
    return reportBreach(op, stage)
           << "no direct move from " << stringifyMemorySpace(*from) << " to "
           << stringifyMemorySpace(*to) << " on the " << target.name;
  return success();
}

/// Every tile has a memory that the chip has, in its layout; operands are where
/// operations need them; moves are direct; the core kind is known.
LogicalResult verifyPlacedStage(ModuleOp module, Stage stage) {
  return forEachKernel(module, [&](func::FuncOp kernel) {
    LogicalResult result = success();
    if (getFuncKind(kernel) == FuncKind::InCore)
      result = reportBreach(kernel, stage)
               << "kernel '" << kernel.getName() << "' has no core kind";
    const target::Target &target = getTarget(kernel);
    kernel.walk([&](Operation *op) {
      if (failed(verifyPlaced(op, stage, target)))
        result = failure();
    });
    return result;
  });
}

} // namespace pypto
