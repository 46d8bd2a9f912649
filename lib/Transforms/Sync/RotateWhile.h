//===- RotateWhile.h - conditions without instructions ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_LIB_TRANSFORMS_SYNC_ROTATEWHILE_H
#define PYPTO_LIB_TRANSFORMS_SYNC_ROTATEWHILE_H

#include "mlir/IR/Region.h"

namespace pypto {

/// Whether any instruction or call is in \p region.
bool hasInstructions(mlir::Region &region);

/// Whether the condition of some scf.while in \p region runs instructions.
bool needsRotation(mlir::Region &region);

/// Rewrites every scf.while in \p region whose condition runs instructions:
/// the condition is computed before the loop and again at the end of its body,
/// and carried to the test.
void rotateWhileLoops(mlir::Region &region);

} // namespace pypto

#endif // PYPTO_LIB_TRANSFORMS_SYNC_ROTATEWHILE_H
