//===- DefaultPipeline.cpp - from the front end to pto code -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pypto/Conversion/Passes.h"
#include "pypto/Pipelines/Pipelines.h"
#include "pypto/Transforms/Passes.h"
#include "pypto/Transforms/Stages.h"
#include "pypto/Transforms/Sync/Passes.h"

#include "mlir/Pass/PassRegistry.h"

using namespace mlir;

namespace pypto {

/// One phase: passes that lead to a stage.
struct Phase {
  Stage reaches;
  void (*addPasses)(OpPassManager &manager);
};

static const Phase kPhases[] = {
    {Stage::Tensor, [](OpPassManager &) {}},
    {Stage::Tile,
     [](OpPassManager &manager) {
       manager.addPass(createOutlineScopes());
       manager.addNestedPass<func::FuncOp>(createConvertTensorToTile());
     }},
    {Stage::Placed,
     [](OpPassManager &manager) {
       manager.addNestedPass<func::FuncOp>(createInferTileMemorySpace());
     }},
    {Stage::Split, [](OpPassManager &) {}},
    {Stage::Allocated,
     [](OpPassManager &manager) {
       manager.addNestedPass<func::FuncOp>(createInsertBuffers());
       manager.addNestedPass<func::FuncOp>(createAllocateAddresses());
     }},
    {Stage::Pto,
     [](OpPassManager &manager) {
       manager.addPass(createConvertPyptoToPto());
     }},
    {Stage::Synced,
     [](OpPassManager &manager) {
       manager.addNestedPass<ModuleOp>(createPtoInsertSync());
     }},
};

void buildDefaultPipeline(OpPassManager &manager,
                          const PipelineOptions &options) {
  auto verify = [&](StringRef stage) {
    VerifyStageOptions verifyOptions;
    verifyOptions.stage = stage.str();
    manager.addPass(createVerifyStage(verifyOptions));
  };
  if (!options.arch.empty()) {
    SetArchOptions archOptions;
    archOptions.arch = options.arch;
    manager.addPass(createSetArch(archOptions));
  }
  std::optional<Stage> last = Stage::Synced;
  if (!options.stopAfter.empty())
    last = parseStage(options.stopAfter);
  // The verifier knows how to report an unknown stage.
  if (!last)
    return verify(options.stopAfter);
  for (const Phase &phase : kPhases) {
    if (phase.reaches > *last)
      break;
    phase.addPasses(manager);
    if (options.verifyStages)
      verify(getName(phase.reaches));
  }
}

void registerPipelines() {
  static PassPipelineRegistration<PipelineOptions> defaultPipeline(
      "pypto-default-pipeline",
      "Compile what the front end writes to synchronised pto code",
      buildDefaultPipeline);
}

} // namespace pypto
