//===- Diagnostics.h - diagnostics with stable codes ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every error or warning that a user can meet has a stable code, kept in
// Diagnostics.def. The functions here emit an MLIR diagnostic whose text starts
// with that code in brackets: "[PYPTO-E0501] on-chip buffer exhaustion: ...".
//
//===----------------------------------------------------------------------===//

#ifndef PYPTO_SUPPORT_DIAGNOSTICS_H
#define PYPTO_SUPPORT_DIAGNOSTICS_H

#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace mlir {
class Operation;
} // namespace mlir

namespace pypto {

/// One enumerator per row of Diagnostics.def.
enum class Diag {
#define PYPTO_DIAGNOSTIC(CODE, IDENTIFIER, PYTHON_CLASS, TITLE) IDENTIFIER,
#include "pypto/Support/Diagnostics.def"
};

/// What the table says of one code.
struct DiagInfo {
  llvm::StringLiteral code;        ///< "PYPTO-E0501"
  llvm::StringLiteral identifier;  ///< "BufferExhaustion"
  llvm::StringLiteral pythonClass; ///< "VerificationError"
  llvm::StringLiteral title;
};

/// The row of `diag`.
const DiagInfo &getDiagInfo(Diag diag);
/// All rows, in the order of the table.
llvm::ArrayRef<DiagInfo> getAllDiagInfos();

/// Emits an error that starts with the code of `diag`.
mlir::InFlightDiagnostic emitError(mlir::Location loc, Diag diag);
mlir::InFlightDiagnostic emitError(mlir::Operation *op, Diag diag);

/// Emits a warning that starts with the code of `diag`.
mlir::InFlightDiagnostic emitWarning(mlir::Location loc, Diag diag);

/// Facts of an error: what is accepted, what there is, and what the author can
/// write instead. Each is a note that begins with the name of the fact; the
/// front end shows it as that line of the error.
mlir::Diagnostic &attachExpected(mlir::InFlightDiagnostic &diag);
mlir::Diagnostic &attachGot(mlir::InFlightDiagnostic &diag);
mlir::Diagnostic &attachHelp(mlir::InFlightDiagnostic &diag);

} // namespace pypto

#endif // PYPTO_SUPPORT_DIAGNOSTICS_H
