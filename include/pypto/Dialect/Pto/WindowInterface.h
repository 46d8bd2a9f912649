//===- WindowInterface.h - instructions on a part of a tile -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_DIALECT_PTO_WINDOWINTERFACE_H
#define PYPTO_DIALECT_PTO_WINDOWINTERFACE_H

#include "pypto/Dialect/Pto/PtoTypes.h"

#include "mlir/IR/OpDefinition.h"
#include <optional>

namespace mlir::pto {

/// A rectangle of a tile: run-time indices of its first element, and at most so
/// many rows and columns.
struct TileWindow {
  Value row, col;
  int64_t rows, cols;
};

/// Rows and columns of an inner box; nothing when `fractal` has no meaning for
/// the layout.
std::optional<std::pair<int64_t, int64_t>> getBox(TileBufType tile);

} // namespace mlir::pto

#include "pypto/Dialect/Pto/WindowInterface.h.inc"

#endif // PYPTO_DIALECT_PTO_WINDOWINTERFACE_H
