//===- Passes.h - checks of padding on the pypto dialect --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Constructors and registration of the passes that Passes.td describes.
//
//===----------------------------------------------------------------------===//

#ifndef PYPTO_TRANSFORMS_PADDING_PASSES_H
#define PYPTO_TRANSFORMS_PADDING_PASSES_H

#include "pypto/Dialect/Pypto/Pypto.h"
#include "pypto/Support/PassStatistic.h"

#include "mlir/Pass/Pass.h"

namespace pypto {

#define GEN_PASS_DECL
#include "pypto/Transforms/Padding/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "pypto/Transforms/Padding/Passes.h.inc"

} // namespace pypto

#endif // PYPTO_TRANSFORMS_PADDING_PASSES_H
