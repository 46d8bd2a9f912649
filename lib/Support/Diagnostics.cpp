//===- Diagnostics.cpp - diagnostics with stable codes ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pypto/Support/Diagnostics.h"
#include "mlir/IR/Operation.h"

using namespace pypto;

static constexpr DiagInfo kDiagInfos[] = {
#define PYPTO_DIAGNOSTIC(CODE, IDENTIFIER, PYTHON_CLASS, TITLE)                \
  {"PYPTO-" #CODE, #IDENTIFIER, #PYTHON_CLASS, TITLE},
#include "pypto/Support/Diagnostics.def"
};

const DiagInfo &pypto::getDiagInfo(Diag diag) {
  return kDiagInfos[static_cast<size_t>(diag)];
}

llvm::ArrayRef<DiagInfo> pypto::getAllDiagInfos() { return kDiagInfos; }

static mlir::InFlightDiagnostic prefixed(mlir::InFlightDiagnostic inFlight,
                                         Diag diag) {
  inFlight << "[" << getDiagInfo(diag).code << "] ";
  return inFlight;
}

mlir::InFlightDiagnostic pypto::emitError(mlir::Location loc, Diag diag) {
  return prefixed(mlir::emitError(loc), diag);
}

mlir::InFlightDiagnostic pypto::emitError(mlir::Operation *op, Diag diag) {
  return prefixed(mlir::emitError(op->getLoc()), diag);
}

mlir::InFlightDiagnostic pypto::emitWarning(mlir::Location loc, Diag diag) {
  return prefixed(mlir::emitWarning(loc), diag);
}

mlir::Diagnostic &pypto::attachExpected(mlir::InFlightDiagnostic &diag) {
  return diag.attachNote() << "expected: ";
}

mlir::Diagnostic &pypto::attachGot(mlir::InFlightDiagnostic &diag) {
  return diag.attachNote() << "got: ";
}

mlir::Diagnostic &pypto::attachHelp(mlir::InFlightDiagnostic &diag) {
  return diag.attachNote() << "help: ";
}
