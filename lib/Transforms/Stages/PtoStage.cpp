//===- PtoStage.cpp - contract of the stages pto and synced -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Stages/Contracts.h"

using namespace mlir;
using namespace mlir::pypto;

namespace pypto {

/// Dialects that the public assembler accepts beside `pto`.
static bool isPtoCode(Operation *op) {
  static constexpr StringRef kDialects[] = {"pto", "func",   "arith",  "scf",
                                            "cf",  "memref", "builtin"};
  return llvm::is_contained(kDialects, op->getName().getDialectNamespace());
}

/// No kernel is left in the pypto dialect; modules of kernels hold pto code
/// only; tasks name functions of such modules.
LogicalResult verifyPtoStage(ModuleOp module, Stage stage) {
  LogicalResult result =
      forEachKernel(module, [&](func::FuncOp kernel) -> LogicalResult {
        return reportBreach(kernel, stage)
               << "kernel '" << kernel.getName() << "' was not lowered";
      });
  for (auto nested : module.getOps<ModuleOp>())
    nested.walk([&](Operation *op) {
      if (!isPtoCode(op))
        result = reportBreach(op, stage)
                 << "'" << op->getName() << "' in a module of pto code";
    });
  SymbolTableCollection symbols;
  module.walk([&](TaskSubmitOp submit) {
    if (isa<FlatSymbolRefAttr>(submit.getCalleeAttr()))
      if (auto callee = symbols.lookupNearestSymbolFrom<func::FuncOp>(
              submit, submit.getCalleeAttr());
          callee && !callee.isExternal())
        result = reportBreach(submit, stage)
                 << "a task names a kernel that was not lowered";
  });
  return result;
}

} // namespace pypto
