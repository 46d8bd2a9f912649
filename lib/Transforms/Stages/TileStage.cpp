//===- TileStage.cpp - contract of the stage tile ---------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Stages/Contracts.h"
#include "pypto/Dialect/Pypto/SlotOps.h"

#include "mlir/Interfaces/ControlFlowInterfaces.h"

using namespace mlir;
using namespace mlir::pypto;

namespace pypto {

bool isOwnBuffer(Operation *op) {
  auto alloc = dyn_cast<MemrefAllocOp>(op);
  if (!alloc)
    return false;
  return !llvm::all_of(alloc->getUsers(),
                       llvm::IsaPred<TileBindOp, MemrefSlotOp>) ||
         (!alloc.getDeclared() && !alloc.getAddress());
}

static bool touchesTile(Operation *op) {
  return llvm::any_of(op->getOperandTypes(), llvm::IsaPred<TileType>) ||
         llvm::any_of(op->getResultTypes(), llvm::IsaPred<TileType>);
}

/// Kernels work on tiles of two axes, nothing has a buffer.
LogicalResult verifyTileStage(ModuleOp module) {
  LogicalResult result = success();
  module.walk([&](Operation *op) {
    if (isOwnBuffer(op))
      result = reportBreach(op, Stage::Tile) << "a buffer exists already";
    else if (touchesTile(op) && !isa<TileOpInterface, RegionBranchOpInterface,
                                     RegionBranchTerminatorOpInterface>(op))
      result = reportBreach(op, Stage::Tile)
               << "'" << op->getName() << "' is not an operation on tiles";
    for (Type type : op->getResultTypes())
      if (auto tile = dyn_cast<TileType>(type); tile && tile.getRank() != 2)
        result = reportBreach(op, Stage::Tile)
                 << "a tile of " << tile.getRank()
                 << " axes; tiles have rows and columns";
  });
  for (auto func : module.getOps<func::FuncOp>())
    if (isKernel(func) && func.getNumResults() != 0)
      result = reportBreach(func, Stage::Tile) << "a kernel returns values";
  return result;
}

} // namespace pypto
