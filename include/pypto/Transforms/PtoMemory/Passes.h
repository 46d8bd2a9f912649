//===- Passes.h - the assembler's memory passes on pto ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_TRANSFORMS_PTOMEMORY_PASSES_H
#define PYPTO_TRANSFORMS_PTOMEMORY_PASSES_H

#include "pypto/Support/PassStatistic.h"

#include "mlir/Pass/Pass.h"

namespace pypto {

#define GEN_PASS_DECL
#include "pypto/Transforms/PtoMemory/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "pypto/Transforms/PtoMemory/Passes.h.inc"

} // namespace pypto

#endif // PYPTO_TRANSFORMS_PTOMEMORY_PASSES_H
