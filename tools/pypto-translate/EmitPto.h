//===- EmitPto.h - modules as text for the PTO assembler --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_TOOLS_PYPTO_TRANSLATE_EMITPTO_H
#define PYPTO_TOOLS_PYPTO_TRANSLATE_EMITPTO_H

#include "mlir/IR/BuiltinOps.h"

#include <string>
#include <vector>

namespace pypto::tools {

/// One kernel group.
struct PtoFile {
  std::string name; ///< without ".pto"
  std::string text;
};

/// Lowers `module` (at any stage) for `platform` (empty: its own) and prints
/// each pto module, with the source location of each operation if `locations`.
/// Level 3 carries addresses and flags, level 2 neither. Fails
/// after a diagnostic.
mlir::FailureOr<std::vector<PtoFile>> emitPto(mlir::ModuleOp module,
                                              unsigned level,
                                              llvm::StringRef platform,
                                              bool locations);

} // namespace pypto::tools

#endif // PYPTO_TOOLS_PYPTO_TRANSLATE_EMITPTO_H
