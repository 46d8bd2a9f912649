//===- LoadModule.cpp - reads what the tools take as input ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pypto/Tools/LoadModule.h"

#include "pypto/Support/Bytecode.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/WithColor.h"

using namespace mlir;
using namespace ::pypto::tools;
namespace tools = ::pypto::tools;

static llvm::raw_ostream &error() { return llvm::WithColor::error(); }

/// The interpreter of .py inputs: $PYPTO_PYTHON, or the one in the tool's own
/// folder (a virtual environment), or the first on the PATH.
static std::string findPython(StringRef executable) {
  if (std::optional<std::string> python =
          llvm::sys::Process::GetEnv("PYPTO_PYTHON"))
    return *python;
  std::string path = llvm::sys::fs::getMainExecutable(
      executable.str().c_str(), reinterpret_cast<void *>(&findPython));
  SmallString<128> beside(llvm::sys::path::parent_path(path));
  llvm::sys::path::append(beside, "python3");
  if (llvm::sys::fs::can_execute(beside))
    return beside.str().str();
  llvm::ErrorOr<std::string> onPath = llvm::sys::findProgramByName("python3");
  return onPath ? *onPath : std::string();
}

/// Lets Python turn `path` into bytecode in the file `output`.
static LogicalResult exportPython(StringRef path, StringRef output,
                                  const LoadOptions &options) {
  std::string python = findPython(options.executable);
  if (python.empty()) {
    error() << "no python3 to read '" << path
            << "' with; set PYPTO_PYTHON to one that can import pypto\n";
    return failure();
  }
  SmallVector<StringRef> command = {python, "-m", "pypto.compiler.export",
                                    path,   "-o", output};
  if (!options.entry.empty())
    command.append({"--entry", options.entry});
  for (const std::string &shape : options.shapes)
    command.append({"--shape", shape});
  std::string message;
  int status = llvm::sys::ExecuteAndWait(python, command, std::nullopt, {}, 0,
                                         0, &message);
  if (status == 0)
    return success();
  // Python has said what is wrong with the user's file.
  if (status < 0)
    error() << "running " << python << " failed: " << message << "\n";
  return failure();
}

/// The name at `loc` in the text, without its "%"; empty for a number.
static StringRef nameAt(llvm::SourceMgr &sourceMgr, FileLineColLoc loc) {
  unsigned file = sourceMgr.getMainFileID();
  const llvm::MemoryBuffer *text = sourceMgr.getMemoryBuffer(file);
  if (text->getBufferIdentifier() != loc.getFilename().getValue())
    return {};
  SMLoc at = sourceMgr.FindLocForLineAndColumn(
      file, static_cast<unsigned>(loc.getLine()), loc.getColumn());
  if (!at.isValid())
    return {};
  StringRef rest(at.getPointer(),
                 static_cast<size_t>(text->getBufferEnd() - at.getPointer()));
  if (!rest.consume_front("%"))
    return {};
  StringRef name = rest.take_while(
      [](char c) { return llvm::isAlnum(c) || StringRef("_$.-").contains(c); });
  return llvm::isDigit(name.empty() ? '0' : name.front()) ? StringRef() : name;
}

/// Parsing drops the names of values; those of parameters are wanted later.
static void nameParameters(ModuleOp module, llvm::SourceMgr &sourceMgr) {
  module.walk([&](func::FuncOp func) {
    if (func.isExternal())
      return;
    for (BlockArgument arg : func.getArguments())
      if (auto loc = dyn_cast<FileLineColLoc>(arg.getLoc()))
        if (StringRef name = nameAt(sourceMgr, loc); !name.empty())
          arg.setLoc(NameLoc::get(StringAttr::get(func.getContext(), name),
                                  arg.getLoc()));
  });
}

OwningOpRef<ModuleOp> tools::loadModule(StringRef path, MLIRContext &context,
                                        llvm::SourceMgr &sourceMgr,
                                        const LoadOptions &options) {
  SmallString<128> exported;
  StringRef readFrom = path;
  if (path.ends_with(".py")) {
    if (!llvm::sys::fs::exists(path)) {
      error() << "cannot open input file '" << path
              << "': No such file or directory\n";
      return {};
    }
    if (std::error_code code =
            llvm::sys::fs::createTemporaryFile("pypto", "mlirbc", exported)) {
      error() << "cannot make a temporary file: " << code.message() << "\n";
      return {};
    }
    readFrom = exported;
  }
  llvm::FileRemover remover(exported, /*deleteIt=*/!exported.empty());
  if (!exported.empty() && failed(exportPython(path, exported, options)))
    return {};

  std::string message;
  std::unique_ptr<llvm::MemoryBuffer> buffer =
      openInputFile(readFrom, &message);
  if (!buffer) {
    error() << message << "\n";
    return {};
  }
  if (exported.empty() &&
      failed(::pypto::checkInput(*buffer, context.getDialectRegistry())))
    return {};
  sourceMgr.AddNewSourceBuffer(std::move(buffer), SMLoc());
  OwningOpRef<ModuleOp> module = parseSourceFile<ModuleOp>(sourceMgr, &context);
  if (module)
    nameParameters(*module, sourceMgr);
  return module;
}
