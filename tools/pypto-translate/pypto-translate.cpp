//===- pypto-translate.cpp - pto text from kernels, and back ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "EmitPto.h"

#include "pypto/Pipelines/Pipelines.h"
#include "pypto/Pipelines/Registration.h"
#include "pypto/Tools/LoadModule.h"

#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/ToolOutputFile.h"
#include "llvm/Support/WithColor.h"

using namespace mlir;
using namespace ::pypto;
namespace cl = llvm::cl;

static cl::OptionCategory category("pypto-translate options");

enum class Form { Pto, Mlir, Bytecode };
static cl::opt<Form> form(
    cl::desc("What to write:"), cl::cat(category), cl::Required,
    cl::values(clEnumValN(Form::Pto, "emit-pto",
                          "Text for the PTO assembler, one .pto per kernel "
                          "group"),
               clEnumValN(Form::Mlir, "emit-mlir",
                          "MLIR text of the file as it is"),
               clEnumValN(Form::Bytecode, "emit-bytecode",
                          "MLIR bytecode of the file as it is")));
static cl::opt<std::string> inputFile(cl::Positional, cl::init("-"),
                                      cl::desc("FILE.{py,mlir,pto}"),
                                      cl::cat(category));
static cl::opt<unsigned> level(
    "pto-level",
    cl::desc(
        "3: addresses and flags (default); 2: neither, for the assembler's "
        "own planning and --enable-insert-sync"),
    cl::init(3), cl::cat(category));
static cl::opt<std::string>
    output("o",
           cl::desc("Folder for .pto files, file for other forms (default: "
                    "standard output)"),
           cl::init("-"), cl::cat(category));
static cl::opt<std::string> platform("platform",
                                     cl::desc("Chip: a2a3, 910B, a5, 950, ..."),
                                     cl::cat(category));
static cl::opt<std::string> entry("entry", cl::desc("Kernel of a .py file"),
                                  cl::value_desc("name"), cl::cat(category));
static cl::list<std::string>
    shapes("shape", cl::desc("Parameter of a .py kernel; repeatable"),
           cl::value_desc("name=16x128xf32"), cl::cat(category));

static cl::opt<bool> locations("locations",
                               cl::desc("Print the source location of each "
                                        "operation, names of values included"),
                               cl::cat(category));

static int fail(const llvm::Twine &message) {
  llvm::WithColor::error() << message << "\n";
  return 1;
}

/// Opens the output file and writes to it.
static int
writeFile(StringRef path,
          llvm::function_ref<LogicalResult(llvm::raw_ostream &)> fn) {
  std::error_code code;
  llvm::ToolOutputFile file(path, code, llvm::sys::fs::OF_None);
  if (code)
    return fail("cannot write '" + path + "': " + code.message());
  if (failed(fn(file.os())))
    return 1;
  file.keep();
  return 0;
}

/// Kernels become files in one folder: each has a name of its own that is a
/// plain file name.
static int checkNames(ArrayRef<tools::PtoFile> files) {
  llvm::StringSet<> names;
  for (const tools::PtoFile &file : files) {
    StringRef name = file.name;
    if (name.empty() || name == "." || name == ".." ||
        name.find_first_of(StringRef("/\\\0", 3)) != StringRef::npos)
      return fail("the kernel group '" + name +
                  "' cannot be the name of a file; rename it or leave -o out");
    if (!names.insert(name).second)
      return fail("two kernel groups would be written to '" + name +
                  ".pto'; name their modules or leave -o out");
  }
  return 0;
}

static int emitPto(ModuleOp module) {
  if (level != 2 && level != 3)
    return fail("--pto-level=" + llvm::Twine(level) + ": expected 2 or 3");
  FailureOr<std::vector<tools::PtoFile>> files =
      tools::emitPto(module, level, platform, locations);
  if (failed(files))
    return 1;
  if (output == "-") {
    for (auto [index, file] : llvm::enumerate(*files))
      llvm::outs() << (index ? "// -----\n" : "") << file.text;
    return 0;
  }
  if (StringRef(output).ends_with(".pto"))
    return fail("-o " + llvm::Twine(output) +
                ": --emit-pto writes a file for each kernel group and takes "
                "the folder for them; leave -o out for standard output");
  if (int status = checkNames(*files))
    return status;
  if (std::error_code code = llvm::sys::fs::create_directories(output))
    return fail("cannot make the folder '" + llvm::Twine(output) +
                "': " + code.message());
  if (!llvm::sys::fs::is_directory(output))
    return fail("cannot make the folder '" + llvm::Twine(output) +
                "': it is a file");
  for (const tools::PtoFile &file : *files) {
    SmallString<128> path(output);
    llvm::sys::path::append(path, file.name + ".pto");
    int status = writeFile(path, [&](llvm::raw_ostream &os) {
      os << file.text;
      return success();
    });
    if (status != 0)
      return status;
    llvm::outs() << path << "\n";
  }
  return 0;
}

/// Refuses options that mean nothing for this input and form.
static int checkOptions() {
  if (form.getNumOccurrences() > 1)
    return fail("--emit-pto, --emit-mlir and --emit-bytecode exclude each "
                "other");
  StringRef suffix = llvm::sys::path::extension(inputFile);
  if (inputFile != "-" &&
      !llvm::is_contained({".py", ".pto", ".mlir", ".mlirbc"}, suffix))
    return fail("'" + llvm::Twine(inputFile) +
                "': expected a .py, .pto, .mlir or .mlirbc file");
  bool isPython = suffix == ".py";
  if (!isPython && !entry.empty())
    return fail("--entry=" + entry +
                ": only a .py file has kernels to choose from; '" + inputFile +
                "' is translated as a whole");
  if (!isPython && !shapes.empty())
    return fail("--shape=" + shapes.front() +
                ": only the parameters of a .py kernel need shapes");
  if (form == Form::Pto)
    return 0;
  if (level.getNumOccurrences())
    return fail("--pto-level: only --emit-pto has levels");
  if (!platform.empty())
    return fail("--platform=" + platform +
                ": only --emit-pto compiles for a chip; the other forms are "
                "the file as it is");
  if (form == Form::Bytecode && locations)
    return fail("--locations: bytecode always has them");
  return 0;
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  cl::HideUnrelatedOptions(category);
  cl::ParseCommandLineOptions(argc, argv, "PyPTO translator\n");

  if (int status = checkOptions())
    return status;

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
  if (form == Form::Pto)
    return emitPto(*module);
  return writeFile(output, [&](llvm::raw_ostream &os) {
    if (form == Form::Bytecode)
      return writeBytecodeToFile(*module, os);
    OpPrintingFlags flags;
    if (locations)
      flags.enableDebugInfo();
    module->print(os, flags);
    os << "\n";
    return success();
  });
}
