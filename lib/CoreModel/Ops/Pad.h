//===- Pad.h - the value outside a tile's valid rectangle -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_LIB_COREMODEL_OPS_PAD_H
#define PYPTO_LIB_COREMODEL_OPS_PAD_H

#include "OpTable.h"

namespace pypto::coremodel {

/// Writes the pad element of `type`: zero, or the type's minimum or maximum
/// (-inf and +inf for floats); Null gives zero.
void padElement(DType type, Pad pad, void *out);
/// What a load does: from the valid columns to the end of the 32 B block that
/// holds the last of them, in every valid row.
void padToBlock(const TileRef &tile);
/// Everything outside rows x cols of the static tile.
void padOutside(const TileRef &tile, int64_t rows, int64_t cols);

} // namespace pypto::coremodel

#endif // PYPTO_LIB_COREMODEL_OPS_PAD_H
