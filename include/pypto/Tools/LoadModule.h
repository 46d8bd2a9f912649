//===- LoadModule.h - reads what the tools take as input --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_TOOLS_LOADMODULE_H
#define PYPTO_TOOLS_LOADMODULE_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/SourceMgr.h"

#include <string>

namespace pypto::tools {

struct LoadOptions {
  /// Name of the kernel of a .py file; empty for the only or last `@pl.jit`.
  std::string entry;
  /// `name=16x128xf32` for parameters of a .py kernel without an annotation.
  llvm::ArrayRef<std::string> shapes;
  /// argv[0]; the Python beside it reads .py files.
  std::string executable;
};

/// Reads `path` ("-" is standard input): text (.mlir, .pto) or bytecode, told
/// apart by content, or a .py file, which Python imports and writes as
/// bytecode. Null after a message on standard error. `sourceMgr` must outlive
/// diagnostics.
mlir::OwningOpRef<mlir::ModuleOp> loadModule(llvm::StringRef path,
                                             mlir::MLIRContext &context,
                                             llvm::SourceMgr &sourceMgr,
                                             const LoadOptions &options);

} // namespace pypto::tools

#endif // PYPTO_TOOLS_LOADMODULE_H
