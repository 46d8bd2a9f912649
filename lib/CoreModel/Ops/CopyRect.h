//===- CopyRect.h - copy a rectangle between any two layouts ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_LIB_COREMODEL_OPS_COPYRECT_H
#define PYPTO_LIB_COREMODEL_OPS_COPYRECT_H

#include "OpTable.h"

namespace pypto::coremodel {

/// Copies rows x cols elements from (sr, sc) of the tile at `src` to (dr, dc)
/// of the tile at `dst`. Element sizes are equal; layouts may differ.
void copyRect(const TileDesc &dd, uint8_t *dst, int64_t dr, int64_t dc,
              const TileDesc &sd, const uint8_t *src, int64_t sr, int64_t sc,
              int64_t rows, int64_t cols);

/// A plain row-major (or column-major) description for buffers that are not
/// tiles.
TileDesc plainDesc(DType type, int64_t rows, int64_t cols, int64_t ld,
                   bool columns = false);

/// Runs `f(row, col, rows, cols, data, desc)` over the two-dimensional slabs of
/// a global window: leading dimensions become rows (of a DN tile: columns).
/// `desc` describes the slab as a plain tile, or has ld -1 when neither stride
/// is one.
struct GmSlab {
  int64_t row, col, rows, cols;
  int64_t rowStride, colStride; ///< elements
  uint8_t *data;
};
template <typename F> void forSlabs(const GmRef &gm, bool columns, F f) {
  int64_t size = sizeOf(gm.desc->type);
  GmSlab slab;
  slab.row = slab.col = 0;
  slab.rows = gm.size[3];
  slab.cols = gm.size[4];
  slab.rowStride = gm.stride[3];
  slab.colStride = gm.stride[4];
  for (int64_t i = 0; i < gm.size[0]; ++i)
    for (int64_t j = 0; j < gm.size[1]; ++j)
      for (int64_t k = 0; k < gm.size[2]; ++k) {
        slab.data =
            gm.data +
            (i * gm.stride[0] + j * gm.stride[1] + k * gm.stride[2]) * size;
        f(slab);
        if (columns)
          slab.col += slab.cols;
        else
          slab.row += slab.rows;
      }
}

} // namespace pypto::coremodel

#endif // PYPTO_LIB_COREMODEL_OPS_COPYRECT_H
