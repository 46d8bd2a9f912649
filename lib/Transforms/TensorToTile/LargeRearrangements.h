//===- LargeRearrangements.h - large transposes and joins -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_TRANSFORMS_TENSORTOTILE_LARGEREARRANGEMENTS_H
#define PYPTO_TRANSFORMS_TENSORTOTILE_LARGEREARRANGEMENTS_H

#include "TensorToTile/TileShapes.h"

namespace pypto {

/// Rewrites transposes and joins of computed tensors that no tile holds, so
/// that they can be computed in blocks: operands are transposed where they are
/// loaded, and the parts of a joined tensor are stored one by one.
void rearrangeLargeTensors(mlir::func::FuncOp kernel);

/// True if not even one row of a joined matrix fits `capacity` bytes on chip,
/// so that it is stored part by part.
bool isJoinTooLong(mlir::pypto::TensorConcatOp join, const TileShapes &shapes,
                   int64_t capacity);

} // namespace pypto

#endif // PYPTO_TRANSFORMS_TENSORTOTILE_LARGEREARRANGEMENTS_H
