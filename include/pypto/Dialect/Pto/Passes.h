//===- Passes.h - passes that belong to the pto dialect ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_DIALECT_PTO_PASSES_H
#define PYPTO_DIALECT_PTO_PASSES_H

#include "pypto/Support/PassStatistic.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace mlir::pto {

#define GEN_PASS_DECL
#include "pypto/Dialect/Pto/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "pypto/Dialect/Pto/Passes.h.inc"

} // namespace mlir::pto

#endif // PYPTO_DIALECT_PTO_PASSES_H
