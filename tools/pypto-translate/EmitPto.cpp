//===- EmitPto.cpp - modules as text for the PTO assembler ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "EmitPto.h"

#include "pypto/Dialect/Pto/Passes.h"
#include "pypto/Dialect/Pto/Pto.h"
#include "pypto/Dialect/Pypto/Pypto.h"
#include "pypto/Pipelines/AssemblyPipeline.h"
#include "pypto/Pipelines/Pipelines.h"
#include "pypto/Support/Diagnostics.h"
#include "pypto/Transforms/PtoMemory/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace ::pypto;
using namespace ::pypto::tools;
namespace tools = ::pypto::tools;

/// True if the module is pto code only, as the assembler's users write it.
static bool isPtoFile(ModuleOp module) {
  return !module
              .walk([](Operation *op) {
                bool ours = isa_and_nonnull<mlir::pypto::PyptoDialect>(
                    op->getDialect());
                return ours ? WalkResult::interrupt() : WalkResult::advance();
              })
              .wasInterrupted();
}

/// The stage that a level's text is printed at: the assembler does what comes
/// after it itself.
static LogicalResult lower(ModuleOp module, unsigned level,
                           StringRef platform) {
  PassManager manager(module.getContext());
  PipelineOptions options;
  options.arch = platform.str();
  options.stopAfter = level == 2 ? "pto" : "";
  buildDefaultPipeline(manager, options);
  return manager.run(module);
}

/// Level 2 means that the assembler plans and synchronises.
static LogicalResult dropAddresses(ModuleOp module) {
  bool isPlanned = module
                       .walk([](pto::AllocTileOp alloc) {
                         return alloc.getAddr() ? WalkResult::interrupt()
                                                : WalkResult::advance();
                       })
                       .wasInterrupted();
  PassManager manager(module.getContext());
  manager.addPass(createPtoDropAddresses());
  // What the addresses and flags alone needed; an author's text stays.
  if (isPlanned)
    manager.addPass(createCanonicalizerPass());
  return manager.run(module);
}

/// What the assembler would refuse behind its verifier. Around the kernels is
/// the control plane, which is not written.
static LogicalResult verifyEmitted(ModuleOp module) {
  PassManager manager(module.getContext());
  if (module.getOps<ModuleOp>().empty())
    manager.addPass(pto::createPtoVerifyProgram());
  else
    manager.addNestedPass<ModuleOp>(pto::createPtoVerifyProgram());
  return manager.run(module);
}

static std::string print(ModuleOp module, bool locations) {
  std::string text;
  llvm::raw_string_ostream os(text);
  OpPrintingFlags flags;
  if (locations)
    flags.enableDebugInfo();
  // The text stands alone: no symbol name of the module it was nested in.
  OwningOpRef<ModuleOp> alone(module.clone());
  alone->removeSymNameAttr();
  alone->print(os, flags);
  os << "\n";
  return text;
}

FailureOr<std::vector<PtoFile>> tools::emitPto(ModuleOp module, unsigned level,
                                               StringRef platform,
                                               bool locations) {
  bool ptoFile = isPtoFile(module);
  if (!ptoFile && failed(lower(module, level, platform)))
    return failure();
  if (level == 2 && failed(dropAddresses(module)))
    return failure();
  AssemblyOptions assembly;
  assembly.resolve = false;
  if (level == 3 && failed(assembleIfUnplanned(module, assembly)))
    return failure();
  if (failed(verifyEmitted(module)))
    return failure();
  std::vector<PtoFile> files;
  for (ModuleOp nested : module.getOps<ModuleOp>())
    files.push_back(
        {nested.getName().value_or("kernel").str(), print(nested, locations)});
  if (files.empty() && ptoFile)
    files.push_back({"kernel", print(module, locations)});
  if (files.empty()) {
    ::pypto::emitError(module.getLoc(), Diag::BadEntry)
        << "no kernel to write: the module launches none";
    return failure();
  }
  return files;
}
