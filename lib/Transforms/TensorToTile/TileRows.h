//===- TileRows.h - whole tensors in blocks of rows -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_TRANSFORMS_TENSORTOTILE_TILEROWS_H
#define PYPTO_TRANSFORMS_TENSORTOTILE_TILEROWS_H

#include "pypto/Dialect/Pypto/Pypto.h"

namespace pypto {

/// Computes tensors that do not fit on chip in blocks of rows: where all tensor
/// operations of a block of `kernel` work row by row on one number of rows,
/// they are moved into a loop over blocks of rows, and once more behind it for
/// the rows that are left. Blocks of code whose tensors fit, or that have other
/// operations, stay as they are. Returns how many loops were made.
unsigned tileRows(mlir::func::FuncOp kernel);

} // namespace pypto

#endif // PYPTO_TRANSFORMS_TENSORTOTILE_TILEROWS_H
