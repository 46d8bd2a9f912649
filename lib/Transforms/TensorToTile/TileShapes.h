//===- TileShapes.h - the tile that holds a tensor value --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A tensor value of a kernel lives in a tile of two axes: leading axes are
// merged into the rows. Where an extent is not a whole number of hardware
// blocks the tile is larger than its valid region.
//
//===----------------------------------------------------------------------===//

#ifndef PYPTO_TRANSFORMS_TENSORTOTILE_TILESHAPES_H
#define PYPTO_TRANSFORMS_TENSORTOTILE_TILESHAPES_H

#include "pypto/Dialect/Pypto/Pypto.h"

namespace pypto {

/// `shape` as rows and columns: one axis becomes one row; the leading axes of
/// three or more are multiplied. A dynamic extent makes its product dynamic.
std::pair<int64_t, int64_t> getRowsAndColumns(llvm::ArrayRef<int64_t> shape);

/// How tiles of one kernel are padded. One rule for all tiles of a kernel, so
/// that operations find operands of equal shapes.
class TileShapes {
public:
  /// Looks at every tensor computation of `kernel`.
  explicit TileShapes(mlir::func::FuncOp kernel);

  /// The unplaced tile for a tensor of `shape` (static) and `elementType`.
  mlir::pypto::TileType getTileType(llvm::ArrayRef<int64_t> shape,
                                    mlir::Type elementType) const;

  /// Extents of the tiles of matrix products are multiples of this.
  int64_t getMatmulMultiple() const { return columnMultiple; }

  /// True if the kernel computes matrix products.
  bool hasMatmul() const { return matmul; }

private:
  /// Rows and columns are rounded up to multiples of these (elements).
  int64_t rowMultiple = 1, columnMultiple = 1;
  bool matmul = false;
};

} // namespace pypto

#endif // PYPTO_TRANSFORMS_TENSORTOTILE_TILESHAPES_H
