//===- DefaultPipeline.cpp - from the front end to pto code -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pypto/Conversion/Passes.h"
#include "pypto/Pipelines/Pipelines.h"
#include "pypto/Transforms/Matmul/Passes.h"
#include "pypto/Transforms/Padding/Passes.h"
#include "pypto/Transforms/Passes.h"
#include "pypto/Transforms/Pipelining/Passes.h"
#include "pypto/Transforms/Stages.h"
#include "pypto/Transforms/Sync/Passes.h"
#include "pypto/Transforms/Tasks/Passes.h"

#include "mlir/Pass/PassRegistry.h"

using namespace mlir;

namespace pypto {

/// One phase: passes that lead to a stage.
struct Phase {
  Stage reaches;
  void (*addPasses)(OpPassManager &manager, const PipelineOptions &options);
};

static AllocateAddressesOptions
getAllocateOptions(const PipelineOptions &options) {
  AllocateAddressesOptions result;
  result.planner = options.planner;
  result.nodeLimit = options.plannerNodes;
  result.remarks = options.plannerRemarks;
  result.reuse = options.plannerReuse;
  llvm::append_range(result.capacity, options.capacity);
  return result;
}

static const Phase kPhases[] = {
    {Stage::Tensor, [](OpPassManager &, const PipelineOptions &) {}},
    {Stage::Tile,
     [](OpPassManager &manager, const PipelineOptions &) {
       manager.addPass(createOutlineScopes());
       manager.addPass(createTileTensors());
       manager.addPass(createOrderTaskReads());
       manager.addNestedPass<func::FuncOp>(createConvertTensorToTile());
       manager.addNestedPass<func::FuncOp>(createCheckPadding());
     }},
    {Stage::Placed,
     [](OpPassManager &manager, const PipelineOptions &) {
       manager.addNestedPass<func::FuncOp>(createTileMatmulL0());
       manager.addNestedPass<func::FuncOp>(createInferTileMemorySpace());
       manager.addNestedPass<func::FuncOp>(createInsertMxScaleAddr());
       manager.addPass(createHoistLoads());
       manager.addPass(createPipelineLoops());
     }},
    {Stage::Split, [](OpPassManager &, const PipelineOptions &) {}},
    {Stage::Allocated,
     [](OpPassManager &manager, const PipelineOptions &options) {
       manager.addNestedPass<func::FuncOp>(createInsertBuffers());
       manager.addNestedPass<func::FuncOp>(
           createAllocateAddresses(getAllocateOptions(options)));
     }},
    {Stage::Pto,
     [](OpPassManager &manager, const PipelineOptions &) {
       manager.addPass(createConvertPyptoToPto());
     }},
    {Stage::Synced,
     [](OpPassManager &manager, const PipelineOptions &) {
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
    phase.addPasses(manager, options);
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
