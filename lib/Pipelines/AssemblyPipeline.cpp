//===- AssemblyPipeline.cpp - what the assembler does with pto text -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pypto/Pipelines/AssemblyPipeline.h"

#include "pypto/Dialect/Pto/Passes.h"
#include "pypto/Dialect/Pto/Pto.h"
#include "pypto/Transforms/PtoMemory/Passes.h"
#include "pypto/Transforms/Sync/Passes.h"

#include "mlir/Pass/PassRegistry.h"

using namespace mlir;

void pypto::buildAssemblyPipeline(OpPassManager &manager,
                                  const AssemblyOptions &options) {
  if (options.level != 0) {
    pto::PtoVerifyLevelOptions levelOptions;
    levelOptions.level = options.level;
    manager.addPass(pto::createPtoVerifyLevel(levelOptions));
  }
  manager.addPass(createPtoPlanMemory());
  if (options.resolve)
    manager.addPass(createPtoResolveReservedBuffers());
  if (options.insertSync)
    manager.addPass(createPtoInsertSync());
}

LogicalResult pypto::assembleIfUnplanned(ModuleOp module,
                                         const AssemblyOptions &options) {
  WalkResult found = module.walk([](pto::AllocTileOp alloc) {
    return alloc.getAddr() ? WalkResult::advance() : WalkResult::interrupt();
  });
  if (!found.wasInterrupted())
    return success();
  PassManager manager(module.getContext());
  buildAssemblyPipeline(manager, options);
  return manager.run(module);
}

void pypto::registerAssemblyPipeline() {
  static PassPipelineRegistration<AssemblyOptions> assemble(
      "pto-assemble",
      "Do the assembler's jobs on pto text: check the level, plan memory, "
      "resolve reserved buffers, insert synchronisation",
      buildAssemblyPipeline);
}
