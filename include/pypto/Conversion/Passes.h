//===- Passes.h - conversions between dialects ------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Constructors and registration of the passes that Passes.td describes.
//
//===----------------------------------------------------------------------===//

#ifndef PYPTO_CONVERSION_PASSES_H
#define PYPTO_CONVERSION_PASSES_H

#include "pypto/Dialect/Pto/Pto.h"
#include "pypto/Dialect/Pypto/Pypto.h"
#include "pypto/Support/PassStatistic.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace pypto {

#define GEN_PASS_DECL
#include "pypto/Conversion/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "pypto/Conversion/Passes.h.inc"

} // namespace pypto

#endif // PYPTO_CONVERSION_PASSES_H
