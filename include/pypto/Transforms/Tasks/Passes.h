//===- Passes.h - passes on the tasks of a program --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Constructors and registration of the passes that Passes.td describes.
//
//===----------------------------------------------------------------------===//

#ifndef PYPTO_TRANSFORMS_TASKS_PASSES_H
#define PYPTO_TRANSFORMS_TASKS_PASSES_H

#include "pypto/Dialect/Pypto/Pypto.h"
#include "pypto/Support/PassStatistic.h"

#include "mlir/Pass/Pass.h"

namespace pypto {

#define GEN_PASS_DECL
#include "pypto/Transforms/Tasks/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "pypto/Transforms/Tasks/Passes.h.inc"

} // namespace pypto

#endif // PYPTO_TRANSFORMS_TASKS_PASSES_H
