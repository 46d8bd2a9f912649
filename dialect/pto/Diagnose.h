//===- Diagnose.h - errors of pto operations --------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTO_DIAGNOSE_H
#define PTO_DIAGNOSE_H

#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/Operation.h"
#include "pypto/Support/Diagnostics.h"

namespace mlir::pto {

/// Starts an error on `op`: its code, then "'pto.tadd' op ".
inline InFlightDiagnostic diagnose(Operation *op, ::pypto::Diag diag) {
  InFlightDiagnostic inFlight = ::pypto::emitError(op, diag);
  inFlight << "'" << op->getName() << "' op ";
  return inFlight;
}

/// Starts an error about the options of pass `argument`.
inline InFlightDiagnostic diagnosePass(Location loc, StringRef argument) {
  InFlightDiagnostic inFlight =
      ::pypto::emitError(loc, ::pypto::Diag::PtoOption);
  inFlight << argument << ": ";
  return inFlight;
}

/// Starts a syntax error of a type or attribute at `loc`.
inline InFlightDiagnostic diagnoseSyntax(AsmParser &parser, SMLoc loc) {
  InFlightDiagnostic inFlight = parser.emitError(loc);
  inFlight << "[" << ::pypto::getDiagInfo(::pypto::Diag::PtoSyntax).code
           << "] ";
  return inFlight;
}
inline InFlightDiagnostic diagnoseSyntax(AsmParser &parser) {
  return diagnoseSyntax(parser, parser.getCurrentLocation());
}

} // namespace mlir::pto

#endif // PTO_DIAGNOSE_H
