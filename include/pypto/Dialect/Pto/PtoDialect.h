//===- PtoDialect.h - the pto dialect ---------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_DIALECT_PTO_PTODIALECT_H
#define PYPTO_DIALECT_PTO_PTODIALECT_H

#include "mlir/IR/Dialect.h"
#include "pypto/Dialect/Pto/TargetArch.h"
#include <atomic>

#include "pypto/Dialect/Pto/PtoDialect.h.inc"

namespace mlir::pto {

/// Registers the dialect.
void registerPtoDialect(DialectRegistry &registry);

} // namespace mlir::pto

#endif // PYPTO_DIALECT_PTO_PTODIALECT_H
