//===- RegionTiler.h - whole tensors block by block -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_TRANSFORMS_TENSORTOTILE_REGIONTILER_H
#define PYPTO_TRANSFORMS_TENSORTOTILE_REGIONTILER_H

#include "TensorToTile/Workspaces.h"

namespace pypto {

/// Computes tensors that do not fit on chip in blocks: the tensor operations of
/// a block of code move into loops over blocks of rows, of columns, or of both,
/// and once more behind them for what is left. A reduction along a blocked axis
/// is a loop of its own that carries what is reduced so far; what it reduces is
/// computed again where it is needed after it. What cannot be computed in the
/// same blocks passes through `workspaces`, where there are any. Blocks of code
/// whose tensors fit, or that have other operations, stay as they are. Returns
/// how many were tiled.
unsigned tileTensors(mlir::func::FuncOp kernel, Workspaces &workspaces);

} // namespace pypto

#endif // PYPTO_TRANSFORMS_TENSORTOTILE_REGIONTILER_H
