//===- TileOrigins.h - which tiles a value may be ---------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_LIB_TRANSFORMS_SYNC_TILEORIGINS_H
#define PYPTO_LIB_TRANSFORMS_SYNC_TILEORIGINS_H

#include "mlir/IR/Value.h"
#include "mlir/Support/LLVM.h"

namespace pypto {

/// The values that \p tile may be, which may come out of loops, branches and
/// selections: itself, if it is made by anything else. Views are not followed.
mlir::SmallVector<mlir::Value> collectTileOrigins(mlir::Value tile);

} // namespace pypto

#endif // PYPTO_LIB_TRANSFORMS_SYNC_TILEORIGINS_H
