//===- VerifyStage.cpp - checks the contract of a stage ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Stages/Contracts.h"
#include "pypto/Support/Diagnostics.h"
#include "pypto/Transforms/Passes.h"

#include "llvm/ADT/StringSwitch.h"

namespace pypto {
#define GEN_PASS_DEF_VERIFYSTAGE
#include "pypto/Transforms/Passes.h.inc"
} // namespace pypto

using namespace mlir;
using namespace mlir::pypto;

namespace {
struct VerifyStage : ::pypto::impl::VerifyStageBase<VerifyStage> {
  using VerifyStageBase::VerifyStageBase;
  void runOnOperation() override {
    std::optional<::pypto::Stage> parsed = ::pypto::parseStage(stage);
    if (!parsed) {
      ::pypto::emitError(getOperation(), ::pypto::Diag::StageContract)
          << "unknown stage '" << stage << "', expected one of "
          << ::pypto::getStageNames();
      return signalPassFailure();
    }
    if (failed(::pypto::verifyStage(getOperation(), *parsed)))
      return signalPassFailure();
    markAllAnalysesPreserved();
  }
};
} // namespace

namespace pypto {

llvm::StringRef getName(Stage stage) {
  switch (stage) {
  case Stage::Tensor:
    return "tensor";
  case Stage::Tile:
    return "tile";
  case Stage::Placed:
    return "placed";
  case Stage::Split:
    return "split";
  case Stage::Allocated:
    return "allocated";
  case Stage::Pto:
    return "pto";
  case Stage::Synced:
    return "synced";
  }
  llvm_unreachable("not a stage");
}

std::optional<Stage> parseStage(llvm::StringRef name) {
  return llvm::StringSwitch<std::optional<Stage>>(name)
      .Case("tensor", Stage::Tensor)
      .Case("tile", Stage::Tile)
      .Case("placed", Stage::Placed)
      .Case("split", Stage::Split)
      .Case("allocated", Stage::Allocated)
      .Case("pto", Stage::Pto)
      .Case("synced", Stage::Synced)
      .Default(std::nullopt);
}

llvm::StringRef getStageNames() {
  return "tensor, tile, placed, split, allocated, pto, synced";
}

InFlightDiagnostic reportBreach(Operation *op, Stage stage) {
  InFlightDiagnostic diag = emitError(op, Diag::StageContract);
  diag << "stage " << getName(stage) << ": ";
  return diag;
}

LogicalResult
forEachKernel(ModuleOp module,
              llvm::function_ref<LogicalResult(func::FuncOp)> check) {
  LogicalResult result = success();
  for (auto func : module.getOps<func::FuncOp>())
    if (isKernel(func) && !func.isExternal() && failed(check(func)))
      result = failure();
  return result;
}

/// What holds from the stage `tile` on, also in functions that no later
/// contract looks into: scopes are kernels, and kernels work on tiles.
static LogicalResult verifyConverted(ModuleOp module, Stage stage) {
  LogicalResult result = success();
  module.walk([&](Operation *op) {
    if (isa<LaunchOpInterface, ClusterOp>(op))
      result = reportBreach(op, stage) << "a scope was not outlined";
    else if (op->hasTrait<TensorCompute>())
      result = reportBreach(op, stage)
               << "'" << op->getName() << "' still computes on tensors";
  });
  return result;
}

static LogicalResult verifyOwnContract(ModuleOp module, Stage stage) {
  switch (stage) {
  case Stage::Tensor:
    return verifyTensorStage(module);
  case Stage::Tile:
    return verifyTileStage(module);
  case Stage::Placed:
    return verifyPlacedStage(module, stage);
  case Stage::Split:
    return verifySplitStage(module);
  case Stage::Allocated:
    return verifyAllocatedStage(module);
  case Stage::Pto:
  case Stage::Synced:
    return verifyPtoStage(module, stage);
  }
  llvm_unreachable("not a stage");
}

LogicalResult verifyStage(ModuleOp module, Stage stage) {
  LogicalResult converted =
      stage == Stage::Tensor ? success() : verifyConverted(module, stage);
  LogicalResult own = verifyOwnContract(module, stage);
  return success(succeeded(converted) && succeeded(own));
}

} // namespace pypto
