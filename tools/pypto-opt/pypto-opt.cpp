//===- pypto-opt.cpp - runs passes and pipelines on files -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pypto/Dialect/Pto/ToolOptions.h"
#include "pypto/Pipelines/Registration.h"
#include "pypto/Support/Bytecode.h"
#include "pypto/Support/PassStatistic.h"

#include "mlir/IR/DialectRegistry.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/ToolOutputFile.h"

using namespace mlir;

static llvm::cl::opt<bool> printStatistics(
    "pypto-statistics",
    llvm::cl::desc("Print what the passes counted to standard error"));

/// MlirOptMain with what `.pto` files need: the architecture before parsing and
/// the passes that run on them first.
static LogicalResult runMain(int argc, char **argv) {
  DialectRegistry registry;
  pypto::registerAllDialects(registry);
  pypto::registerAllPasses();
  pto::registerToolOptions();
  auto [inputFilename, outputFilename] = registerAndParseCLIOptions(
      argc, argv, "PyPTO optimizer driver\n", registry);
  pto::addArchOption(registry);

  MlirOptMainConfig config = MlirOptMainConfig::createFromCLOptions();
  if (config.shouldShowDialects() || config.shouldListPasses())
    return MlirOptMain(argc, argv, inputFilename, outputFilename, registry);
  config.setPassPipelineSetupFn(
      [input = inputFilename, requested = config](PassManager &manager) {
        pto::addInputPasses(manager, input);
        return requested.setupPassPipeline(manager);
      });

  std::string message;
  std::unique_ptr<llvm::MemoryBuffer> input =
      openInputFile(inputFilename, &message);
  if (!input) {
    llvm::errs() << message << "\n";
    return failure();
  }
  if (failed(pypto::checkInput(*input, registry)))
    return failure();
  std::unique_ptr<llvm::ToolOutputFile> output =
      openOutputFile(outputFilename, &message);
  if (!output) {
    llvm::errs() << message << "\n";
    return failure();
  }
  LogicalResult result =
      MlirOptMain(output->os(), std::move(input), registry, config);
  if (printStatistics)
    pypto::printPassStatistics(llvm::errs());
  if (failed(result))
    return failure();
  output->keep();
  return success();
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  return asMainReturnCode(runMain(argc, argv));
}
