//===- Passes.h - synchronisation passes on the pto dialect -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Constructors and registration of the passes that Passes.td describes.
//
//===----------------------------------------------------------------------===//

#ifndef PYPTO_TRANSFORMS_SYNC_PASSES_H
#define PYPTO_TRANSFORMS_SYNC_PASSES_H

#include "pypto/Support/PassStatistic.h"

#include "mlir/Pass/Pass.h"

namespace pypto {

/// What pto-insert-sync does with a function that already has flags.
enum class ManualSync {
  Complete, ///< keep them and add what is missing
  Skip,     ///< leave the function alone
};

#define GEN_PASS_DECL
#include "pypto/Transforms/Sync/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "pypto/Transforms/Sync/Passes.h.inc"

} // namespace pypto

#endif // PYPTO_TRANSFORMS_SYNC_PASSES_H
