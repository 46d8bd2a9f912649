//===- AssemblyPipeline.h - what the assembler does with pto text -*- C++ -*-=//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_PIPELINES_ASSEMBLYPIPELINE_H
#define PYPTO_PIPELINES_ASSEMBLYPIPELINE_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassOptions.h"

namespace pypto {

/// Options of `pto-assemble`.
struct AssemblyOptions : mlir::PassPipelineOptions<AssemblyOptions> {
  Option<unsigned> level{
      *this, "level",
      llvm::cl::desc("Compile level of the text: 3 has addresses, 1 and 2 do "
                     "not; 0, the default, takes both")};
  Option<bool> insertSync{*this, "insert-sync",
                          llvm::cl::desc("Insert synchronisation (default)"),
                          llvm::cl::init(true)};
  Option<bool> resolve{
      *this, "resolve-reserved",
      llvm::cl::desc("Replace reserved buffers by their addresses (default)"),
      llvm::cl::init(true)};
};

/// Checks the level, plans memory, resolves reserved buffers and inserts
/// synchronisation: from level 2 text to what a core can execute.
void buildAssemblyPipeline(mlir::OpPassManager &manager,
                           const AssemblyOptions &options);

/// Runs it on \p module if any tile in it has no address: then it is text of
/// level 2, which has neither addresses nor, as a rule, synchronisation.
llvm::LogicalResult assembleIfUnplanned(mlir::ModuleOp module,
                                        const AssemblyOptions &options);

/// Registers the pipeline `pto-assemble`.
void registerAssemblyPipeline();

} // namespace pypto

#endif // PYPTO_PIPELINES_ASSEMBLYPIPELINE_H
