//===- SplitStage.cpp - contract of the stage split -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Stages/Contracts.h"
#include "Utils/Targets.h"

using namespace mlir;
using namespace mlir::pypto;

namespace pypto {

/// Placed, and no kernel has a tile that only the other core kind can hold.
LogicalResult verifySplitStage(ModuleOp module) {
  if (failed(verifyPlacedStage(module, Stage::Split)))
    return failure();
  return forEachKernel(module, [&](func::FuncOp kernel) {
    const target::Target &target = getTarget(kernel);
    target::CoreKind core = getFuncKind(kernel) == FuncKind::AIC
                                ? target::CoreKind::AIC
                                : target::CoreKind::AIV;
    LogicalResult result = success();
    kernel.walk([&](Operation *op) {
      for (Type type : op->getResultTypes()) {
        auto tile = dyn_cast<TileType>(type);
        if (!tile)
          continue;
        auto owner = target.space(toTarget(*tile.getMemorySpace())).owner;
        if (owner && *owner != core)
          result = reportBreach(op, Stage::Split)
                   << "kernel '" << kernel.getName() << "' runs on the "
                   << StringRef(target::toString(core))
                   << " core, which has no memory "
                   << stringifyMemorySpace(*tile.getMemorySpace());
      }
    });
    return result;
  });
}

} // namespace pypto
