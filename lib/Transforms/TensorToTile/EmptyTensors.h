//===- EmptyTensors.h - computations without elements -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_TRANSFORMS_TENSORTOTILE_EMPTYTENSORS_H
#define PYPTO_TRANSFORMS_TENSORTOTILE_EMPTYTENSORS_H

#include "pypto/Dialect/Pypto/Pypto.h"

namespace pypto {

/// Replaces what is computed from tensors with an extent of 0: a product over
/// nothing is zeros or the sum so far, an update by nothing is its target, and
/// what has no elements is not computed. Returns how many operations those
/// were. A sum that starts from zeros becomes a product.
unsigned resolveEmptyTensors(mlir::func::FuncOp kernel);

} // namespace pypto

#endif // PYPTO_TRANSFORMS_TENSORTOTILE_EMPTYTENSORS_H
