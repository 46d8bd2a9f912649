//===- LowerComposites.h - operations of several instructions ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_TRANSFORMS_TENSORTOTILE_LOWERCOMPOSITES_H
#define PYPTO_TRANSFORMS_TENSORTOTILE_LOWERCOMPOSITES_H

#include "pypto/Dialect/Pypto/Pypto.h"

namespace pypto {

/// Replaces the operations on tiles of `kernel` for which its chip has no
/// instruction, or one that computes something else: sine and cosine, sums and
/// differences of three, comparisons of i32 on the a2a3 other than for
/// equality, its bitwise operations on 32 bits, scatters by pattern, updates of
/// rows. Masks get the shape that the chip wants.
mlir::LogicalResult lowerComposites(mlir::func::FuncOp kernel);

} // namespace pypto

#endif // PYPTO_TRANSFORMS_TENSORTOTILE_LOWERCOMPOSITES_H
