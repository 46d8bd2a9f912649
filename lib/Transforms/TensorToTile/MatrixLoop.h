//===- MatrixLoop.h - tensors of several axes by matrices -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_TRANSFORMS_TENSORTOTILE_MATRIXLOOP_H
#define PYPTO_TRANSFORMS_TENSORTOTILE_MATRIXLOOP_H

#include "TensorToTile/TensorRegion.h"

namespace pypto {

/// Moves the operations of `region`, which collectMatrices() accepted, into
/// loops over all axes but the last two, where they compute one matrix of each
/// tensor. Windows and exchanges of axes, which are no matrices, have matrices.
/// Returns the innermost block.
mlir::Block *writeMatrixLoop(const TensorRegion &region);

} // namespace pypto

#endif // PYPTO_TRANSFORMS_TENSORTOTILE_MATRIXLOOP_H
