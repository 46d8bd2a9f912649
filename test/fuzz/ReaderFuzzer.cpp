//===- ReaderFuzzer.cpp - one input for the readers -----------------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The entry point that fuzzing engines know. An input is text or bytecode; it
// may be accepted or refused. What is accepted must print, and its functions
// are planned and synchronised, which may fail with an error.
//
//===----------------------------------------------------------------------===//

#include "pypto/Pipelines/AssemblyPipeline.h"
#include "pypto/Pipelines/Registration.h"
#include "pypto/Support/Bytecode.h"
#include "pypto/Transforms/Sync/Passes.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/raw_ostream.h"

#include <memory>

using namespace mlir;

/// Types and attributes live as long as their context; a new one now and then
/// keeps the memory bounded.
static MLIRContext &getContext() {
  constexpr unsigned kInputsPerContext = 256;
  static std::unique_ptr<MLIRContext> context;
  static unsigned inputs = 0;
  if (inputs++ % kInputsPerContext == 0) {
    DialectRegistry registry;
    pypto::registerAllDialects(registry);
    context = std::make_unique<MLIRContext>(registry,
                                            MLIRContext::Threading::DISABLED);
    context->getDiagEngine().registerHandler(
        [](Diagnostic &) { return success(); });
  }
  return *context;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  MLIRContext &context = getContext();
  ParserConfig config(&context);
  StringRef text(reinterpret_cast<const char *>(data), size);
  // As the tools do: the reader of bytecode is not trusted.
  if (failed(pypto::checkInput(llvm::MemoryBufferRef(text, "input"),
                               context.getDialectRegistry())))
    return 0;
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, config);
  if (!module)
    return 0;
  std::string printed;
  llvm::raw_string_ostream stream(printed);
  module->print(stream);
  PassManager manager(&context);
  pypto::buildAssemblyPipeline(manager, pypto::AssemblyOptions());
  manager.addPass(pypto::createPtoVerifySync());
  (void)manager.run(*module);
  return 0;
}
