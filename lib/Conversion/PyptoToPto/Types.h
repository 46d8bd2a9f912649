//===- Types.h - tile types in the pto dialect ------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_CONVERSION_PYPTOTOPTO_TYPES_H
#define PYPTO_CONVERSION_PYPTOTOPTO_TYPES_H

#include "pypto/Dialect/Pto/Pto.h"
#include "pypto/Dialect/Pypto/Pypto.h"

namespace pypto {

/// The element type under which `type` is stored: a byte of two floats of 4
/// bits for one of them.
mlir::Type convertElement(mlir::Type type);
/// Elements of `type` that share one stored element, neighbours of a row: 2 for
/// floats of 4 bits.
int64_t getPacking(mlir::Type type);

/// Rows of a tensor or tile of scales in the order of their boxes: a box of 32
/// bytes behind the other. Scales of a left factor (zz) are such rows, those of
/// a right factor (nn) such columns.
struct ScaleBytes {
  /// The tile of scales as bytes, as pto holds it.
  static llvm::SmallVector<int64_t> getShape(llvm::ArrayRef<int64_t> shape,
                                             mlir::pypto::TileLayout layout);
  static mlir::pto::TileBufType getTile(mlir::pypto::TileType type);
  /// Scales along the axes of a box: 16 along the rows (columns) of the factor,
  /// 2 groups along the contracted extent.
  static constexpr int64_t kLines = 16, kGroups = 2, kBox = 32;
};

/// The `tile_buf` of a placed tile of two axes.
mlir::pto::TileBufType convertTile(mlir::pypto::TileType type);

/// An integer type as scalars have it, without a sign; other types unchanged.
mlir::Type withoutSign(mlir::Type type);
/// The tile with such elements.
mlir::pto::TileBufType withoutSign(mlir::pto::TileBufType type);

/// The element type of a view of a tensor.
mlir::Type getViewElement(mlir::Value view);

/// The pto name of a rounding mode.
mlir::pto::RoundMode convertRounding(mlir::pypto::RoundMode mode);

} // namespace pypto

#endif // PYPTO_CONVERSION_PYPTOTOPTO_TYPES_H
