//===- pypto-run.cpp - runs a program on the core model ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Inputs.h"

#include "pypto/CoreModel/Run.h"
#include "pypto/Dialect/Pypto/Pypto.h"
#include "pypto/Pipelines/AssemblyPipeline.h"
#include "pypto/Pipelines/Pipelines.h"
#include "pypto/Pipelines/Registration.h"
#include "pypto/Tools/LoadModule.h"
#include "pypto/Transforms/Sync/Passes.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/CRC.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/WithColor.h"

using namespace mlir;
using namespace ::pypto;
namespace cl = llvm::cl;

static cl::OptionCategory category("pypto-run options");

static cl::opt<std::string> inputFile(cl::Positional, cl::Required,
                                      cl::desc("FILE.{py,mlir,pto}"),
                                      cl::cat(category));
static cl::opt<std::string>
    entry("entry",
          cl::desc("Kernel or function to run (default: the only or "
                   "last @pl.jit, or the marked function)"),
          cl::value_desc("name"), cl::cat(category));
static cl::opt<std::string> platform(
    "platform",
    cl::desc("Chip: a2a3, a2a3sim, 910B, a5, a5sim, 950 (default: what "
             "the module says, else 910B)"),
    cl::cat(category));
static cl::list<std::string> inputs("input",
                                    cl::desc("Data of a parameter; repeatable"),
                                    cl::value_desc("name=file.npy"),
                                    cl::cat(category));
static cl::list<std::string>
    outputs("output", cl::desc("Write a parameter after the run; repeatable"),
            cl::value_desc("name=file.npy"), cl::cat(category));
static cl::list<std::string>
    shapes("shape",
           cl::desc("Shape of a parameter; repeatable. For .py files "
                    "with the element type: x=16x128xf32"),
           cl::value_desc("name=16x128"), cl::cat(category));
static cl::list<std::string>
    scalars("scalar", cl::desc("Value of a scalar parameter; repeatable"),
            cl::value_desc("name=number"), cl::cat(category));
static cl::opt<uint64_t> seed("seed",
                              cl::desc("Seed of random inputs (default 0)"),
                              cl::init(0), cl::cat(category));
static cl::opt<uint64_t> scheduleSeed(
    "schedule-seed",
    cl::desc("Perturb what hardware leaves open (latencies, visibility of "
             "flags, which core a block gets); 0: nothing (default). The "
             "outputs of a correctly synchronised program stay the same"),
    cl::init(0), cl::cat(category));
static cl::opt<bool> checkRaces(
    "check-races",
    cl::desc("Fail where two instructions touch the same bytes in an order "
             "that no flag, barrier, signal or task dependency keeps"),
    cl::cat(category));
static cl::opt<bool> verifySync(
    "verify-sync",
    cl::desc("Fail where some path leaves two dependent instructions of a core "
             "unordered, or uses flags wrongly, before anything runs"),
    cl::cat(category));
static cl::opt<int64_t>
    blocks("blocks",
           cl::desc("Blocks of an entry that is a kernel (default 1)"),
           cl::init(1), cl::cat(category));
static cl::opt<uint64_t> maxInstructions(
    "max-instructions",
    cl::desc("End a run after so many instructions of all cores, scalar ones "
             "included (default 2000000000; 0: no limit). What the run keeps "
             "to its end counts as 1000: a task, a tensor, a printed line, an "
             "asynchronous transfer, a meeting of cores; with --trace an "
             "instruction of a pipe as 100"),
    cl::init(coremodel::RunOptions().maxInstructions), cl::cat(category));
static cl::opt<std::string>
    trace("trace", cl::desc("Write the timeline (Chrome or Perfetto JSON)"),
          cl::value_desc("file.json"), cl::cat(category));
static cl::opt<bool> noTiming("no-timing",
                              cl::desc("Every instruction costs one unit"),
                              cl::cat(category));
static cl::opt<bool> noFunctional("no-functional",
                                  cl::desc("Cycles only, no data"),
                                  cl::cat(category));

static constexpr int64_t kMostBlocks = 65535;

static llvm::raw_ostream &error() { return llvm::WithColor::error(); }

/// `name=value` of one option.
static bool split(StringRef option, const std::string &text, StringRef &name,
                  StringRef &value) {
  std::tie(name, value) = StringRef(text).split('=');
  if (!name.empty() && !value.empty())
    return true;
  error() << "--" << option << " " << text << ": expected name=value\n";
  return false;
}

/// False, after a message, where no file can be: a long run shall not be lost.
static bool canWrite(StringRef path) {
  StringRef folder = llvm::sys::path::parent_path(path);
  std::error_code code;
  if (llvm::sys::fs::is_directory(path))
    code = std::make_error_code(std::errc::is_a_directory);
  else if (!folder.empty() && !llvm::sys::fs::is_directory(folder))
    code = std::make_error_code(std::errc::no_such_file_or_directory);
  if (code)
    error() << "cannot write '" << path << "': " << code.message() << "\n";
  return !code;
}

/// Sets what an option says of a parameter, once.
template <typename ValueT>
static bool setOnce(llvm::StringMap<ValueT> &values, StringRef option,
                    StringRef name, ValueT value) {
  if (values.try_emplace(name, std::move(value)).second)
    return true;
  error() << "--" << option << " says twice what '" << name
          << "' is; leave one out\n";
  return false;
}

static bool parseInputOptions(tools::InputOptions &options) {
  StringRef name, value;
  options.seed = seed;
  for (const std::string &text : inputs)
    if (!split("input", text, name, value) ||
        !setOnce(options.files, "input", name, value.str()))
      return false;
  for (const std::string &text : scalars)
    if (!split("scalar", text, name, value) ||
        !setOnce(options.scalars, "scalar", name, value.str()))
      return false;
  for (const std::string &text : outputs) {
    if (!split("output", text, name, value))
      return false;
    if (!canWrite(value))
      return false;
    options.outputs.emplace_back(name, value);
  }
  // The element type that .py files take is for the front end.
  for (const std::string &text : shapes) {
    if (!split("shape", text, name, value))
      return false;
    std::vector<int64_t> extents;
    SmallVector<StringRef> parts;
    value.split(parts, 'x');
    for (StringRef part : parts) {
      int64_t extent;
      if (part.getAsInteger(10, extent) || extent < 0) {
        if (StringRef(inputFile).ends_with(".py") && part == parts.back())
          break;
        error() << "--shape " << text << ": '" << part
                << "' is no extent; expected " << name << "=16x128\n";
        return false;
      }
      extents.push_back(extent);
    }
    if (!setOnce(options.shapes, "shape", name, extents))
      return false;
  }
  return true;
}

/// Refuses options that exclude each other.
static bool checkOptions() {
  if (blocks < 1 || blocks > kMostBlocks) {
    error() << "--blocks=" << blocks << ": expected 1 to " << kMostBlocks
            << "\n";
    return false;
  }
  if (!trace.empty() && !canWrite(trace))
    return false;
  if (!noFunctional)
    return true;
  if (!outputs.empty()) {
    error() << "--output " << outputs.front()
            << ": with --no-functional no data is computed; leave one of the "
               "two out\n";
    return false;
  }
  return true;
}

/// True if passes have still to run: some function is written for the pypto
/// dialect's kernels or scopes.
static bool needsLowering(ModuleOp module) {
  WalkResult result = module.walk([](Operation *op) {
    bool lowered =
        isa<mlir::pypto::TaskSubmitOp>(op) ||
        !isa_and_nonnull<mlir::pypto::PyptoDialect>(op->getDialect());
    if (lowered ||
        isa<mlir::pypto::TensorCreateOp, mlir::pypto::TensorDimOp,
            mlir::pypto::TensorReadOp, mlir::pypto::TensorWriteOp>(op))
      return WalkResult::advance();
    return WalkResult::interrupt();
  });
  return result.wasInterrupted();
}

static LogicalResult lower(ModuleOp module, const target::Target &chip) {
  PassManager manager(module.getContext());
  PipelineOptions options;
  options.arch = std::string(target::toString(chip.arch));
  buildDefaultPipeline(manager, options);
  return manager.run(module);
}

static void printOutputs(const tools::Inputs &run) {
  for (auto [parameter, buffer] : llvm::zip(run.parameters, run.buffers)) {
    if (parameter.kind != coremodel::Param::Pointer || !parameter.writes)
      continue;
    llvm::outs() << "output " << parameter.name << ": "
                 << std::string(toString(parameter.type)) << " [";
    llvm::interleaveComma(buffer.shape, llvm::outs());
    llvm::outs() << "] crc32 "
                 << llvm::format_hex_no_prefix(llvm::crc32(buffer.data), 8)
                 << "\n";
  }
}

static bool writeOutputs(const tools::Inputs &run) {
  for (const auto &[index, path] : run.outputs)
    if (llvm::Error failed = tools::writeNpy(path, run.buffers[index])) {
      error() << llvm::toString(std::move(failed)) << "\n";
      return false;
    }
  return true;
}

static void printError(const coremodel::RunError &failure) {
  std::string place = failure.loc.str();
  llvm::errs() << (place.empty() ? "" : place + ": ");
  error() << "[" << failure.code << "] " << failure.message << "\n";
  if (!failure.facts.expected.empty())
    llvm::errs() << "  expected: " << failure.facts.expected << "\n";
  if (!failure.facts.help.empty())
    llvm::errs() << "  help: " << failure.facts.help << "\n";
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  cl::HideUnrelatedOptions(category);
  cl::ParseCommandLineOptions(argc, argv,
                              "PyPTO core model: runs FILE and prints "
                              "checksums of its outputs, cycles, "
                              "utilisation, bytes moved and the bound\n");

  tools::InputOptions inputOptions;
  if (!checkOptions() || !parseInputOptions(inputOptions))
    return 1;

  DialectRegistry registry;
  registerAllDialects(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  llvm::SourceMgr sourceMgr;
  SourceMgrDiagnosticHandler handler(sourceMgr, &context);
  SmallVector<std::string> shapeList(shapes.begin(), shapes.end());
  OwningOpRef<ModuleOp> module = tools::loadModule(
      inputFile, context, sourceMgr, {entry, shapeList, argv[0]});
  if (!module)
    return 1;

  const target::Target *chip = &coremodel::targetOf(*module);
  if (!platform.empty()) {
    chip = target::Target::find(platform);
    if (!chip) {
      error() << "unknown platform '" << platform
              << "'; expected a2a3, a2a3sim, 910B, a5, a5sim or 950\n";
      return 1;
    }
  }
  if (needsLowering(*module) && failed(lower(*module, *chip)))
    return 1;

  if (failed(assembleIfUnplanned(*module, AssemblyOptions())))
    return 1;

  if (verifySync) {
    PassManager manager(module->getContext());
    manager.addPass(createPtoVerifySync());
    if (failed(manager.run(*module)))
      return 1;
  }

  // The front end has selected the kernel of a .py file already.
  StringRef name = StringRef(inputFile).ends_with(".py") ? StringRef() : entry;
  FailureOr<std::shared_ptr<const coremodel::DecodedProgram>> program =
      coremodel::decode(*module, name, *chip);
  if (failed(program))
    return 1;

  if (blocks.getNumOccurrences() &&
      (*program)->entry().kind == coremodel::FunctionKind::Control) {
    error() << "--blocks=" << blocks << ": the entry '"
            << (*program)->entry().name
            << "' launches kernels with numbers of blocks of its own; leave "
               "--blocks out, or name a kernel with --entry\n";
    return 1;
  }

  llvm::Expected<tools::Inputs> run =
      makeInputs(tools::describeEntry(*module, **program), inputOptions);
  if (!run) {
    error() << llvm::toString(run.takeError()) << "\n";
    return 1;
  }
  coremodel::RunOptions options;
  options.functional = !noFunctional;
  options.timing = !noTiming;
  options.trace = !trace.empty();
  options.seed = scheduleSeed;
  options.checkRaces = checkRaces;
  options.blocks = blocks;
  options.maxInstructions = maxInstructions;
  coremodel::RunResult result = (*program)->run(run->args, options);
  for (const coremodel::Race &race : result.races)
    printError({race.code, race.message, race.later, {"", race.help}});
  if (!result.ok()) {
    if (result.races.empty() || result.error.code != result.races.front().code)
      printError(result.error);
    return 1;
  }
  if (options.functional)
    printOutputs(*run);
  llvm::outs() << result.report.str();
  if (!writeOutputs(*run))
    return 1;
  if (!trace.empty() && !coremodel::writeChromeTrace(
                            result.report, (*program)->program(), trace)) {
    error() << "cannot write '" << trace << "'\n";
    return 1;
  }
  return 0;
}
