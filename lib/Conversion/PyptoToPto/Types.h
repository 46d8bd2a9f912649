//===- Types.h - tile types in the pto dialect ------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_CONVERSION_PYPTOTOPTO_TYPES_H
#define PYPTO_CONVERSION_PYPTOTOPTO_TYPES_H

#include "pypto/Dialect/Pto/Pto.h"
#include "pypto/Dialect/Pypto/Pypto.h"

namespace pypto {

/// The `tile_buf` of a placed tile of two axes.
mlir::pto::TileBufType convertTile(mlir::pypto::TileType type);

/// The pto name of a rounding mode.
mlir::pto::RoundMode convertRounding(mlir::pypto::RoundMode mode);

} // namespace pypto

#endif // PYPTO_CONVERSION_PYPTOTOPTO_TYPES_H
