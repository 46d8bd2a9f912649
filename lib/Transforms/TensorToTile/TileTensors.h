//===- TileTensors.h - whole tensors block by block -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_TRANSFORMS_TENSORTOTILE_TILETENSORS_H
#define PYPTO_TRANSFORMS_TENSORTOTILE_TILETENSORS_H

#include "pypto/Dialect/Pypto/Pypto.h"

namespace pypto {

/// Computes tensors that do not fit on chip in blocks: the tensor operations of
/// a block of code move into loops over blocks of rows, of columns, or of both,
/// and once more behind them for what is left. A reduction along a blocked axis
/// is a loop of its own that carries what is reduced so far; what it reduces is
/// computed again where it is needed after it. Blocks of code whose tensors
/// fit, or that have other operations, stay as they are. Returns how many were
/// tiled.
unsigned tileTensors(mlir::func::FuncOp kernel);

} // namespace pypto

#endif // PYPTO_TRANSFORMS_TENSORTOTILE_TILETENSORS_H
