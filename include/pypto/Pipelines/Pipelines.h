//===- Pipelines.h - the named pipelines ------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_PIPELINES_PIPELINES_H
#define PYPTO_PIPELINES_PIPELINES_H

#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassOptions.h"

namespace pypto {

/// Options of `pypto-default-pipeline`.
struct PipelineOptions : public mlir::PassPipelineOptions<PipelineOptions> {
  Option<std::string> arch{
      *this, "arch",
      llvm::cl::desc("platform string of the chip (a2a3, 910B, a5, 950, ...); "
                     "empty: the module's own, else a2a3"),
      llvm::cl::init("")};
  Option<bool> verifyStages{
      *this, "verify-stages",
      llvm::cl::desc("check the contract of each stage when it is reached"),
      llvm::cl::init(true)};
  Option<std::string> stopAfter{
      *this, "stop-after",
      llvm::cl::desc(
          "stage to stop at: tensor, tile, placed, split, allocated, "
          "pto or synced; empty: all"),
      llvm::cl::init("")};
  Option<std::string> planner{
      *this, "planner",
      llvm::cl::desc("how addresses are found: exact, heuristic, first-fit or "
                     "best-fit"),
      llvm::cl::init("exact")};
  Option<int64_t> plannerNodes{
      *this, "planner-nodes",
      llvm::cl::desc("most steps of the exact planner, per memory of a kernel"),
      llvm::cl::init(20000)};
  Option<bool> plannerRemarks{
      *this, "planner-remarks",
      llvm::cl::desc("say what each memory needs and whether it is proved "
                     "minimal"),
      llvm::cl::init(false)};
  Option<bool> plannerReuse{
      *this, "planner-reuse",
      llvm::cl::desc("let buffers share bytes; off to compare with a run "
                     "without"),
      llvm::cl::init(true)};
  ListOption<std::string> capacity{
      *this, "capacity",
      llvm::cl::desc("usable bytes by memory where they are not the chip's, "
                     "such as Vec=65536")};
};

/// Appends the passes from what the front end writes to synchronised pto code.
/// An unknown `stopAfter` makes the pipeline fail when it runs.
void buildDefaultPipeline(mlir::OpPassManager &manager,
                          const PipelineOptions &options);

/// Registers the pipelines under their names.
void registerPipelines();

} // namespace pypto

#endif // PYPTO_PIPELINES_PIPELINES_H
