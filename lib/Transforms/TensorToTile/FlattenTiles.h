//===- FlattenTiles.h - tiles of rows and columns ---------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_TRANSFORMS_TENSORTOTILE_FLATTENTILES_H
#define PYPTO_TRANSFORMS_TENSORTOTILE_FLATTENTILES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace pypto {

/// Gives every tile of `kernel` two axes: leading axes are merged into rows.
llvm::LogicalResult flattenTiles(mlir::func::FuncOp kernel);

} // namespace pypto

#endif // PYPTO_TRANSFORMS_TENSORTOTILE_FLATTENTILES_H
