//===- CopyRect.cpp - copy a rectangle between any two layouts --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "CopyRect.h"
#include <algorithm>
#include <cstring>

namespace pypto::coremodel {

TileDesc plainDesc(DType type, int64_t rows, int64_t cols, int64_t ld,
                   bool columns) {
  TileDesc d;
  d.type = type;
  d.layout = columns ? Layout::DN : Layout::ND;
  d.rows = static_cast<int32_t>(rows);
  d.cols = static_cast<int32_t>(cols);
  d.ld = static_cast<int32_t>(ld);
  return d;
}

static bool rowsInside(Layout layout) {
  return layout == Layout::ND || layout == Layout::NZ || layout == Layout::ZZ;
}
/// Elements between neighbouring rows (or columns) inside a box.
static int64_t innerPitch(const TileDesc &d) {
  if (isPlain(d))
    return d.ld;
  return rowsInside(d.layout) ? d.boxCols : d.boxRows;
}

static void copyRuns(uint8_t *d, int64_t dp, const uint8_t *s, int64_t sp,
                     int64_t runs, int64_t bytes) {
  if (dp == bytes && sp == bytes) {
    std::memmove(d, s, static_cast<size_t>(runs * bytes));
    return;
  }
  // A box row is 32 bytes: a copy of fixed size.
  if (bytes == 32) {
    for (int64_t i = 0; i < runs; ++i, d += dp, s += sp) {
      uint8_t line[32];
      std::memcpy(line, s, 32);
      std::memcpy(d, line, 32);
    }
    return;
  }
  for (int64_t i = 0; i < runs; ++i, d += dp, s += sp)
    std::memmove(d, s, static_cast<size_t>(bytes));
}

void copyRect(const TileDesc &dd, uint8_t *dst, int64_t dr, int64_t dc,
              const TileDesc &sd, const uint8_t *src, int64_t sr, int64_t sc,
              int64_t rows, int64_t cols) {
  unsigned size = sizeOf(dd.type);
  bool dRows = rowsInside(dd.layout), sRows = rowsInside(sd.layout);
  int64_t dPitch = innerPitch(dd), sPitch = innerPitch(sd);
  bool dPlain = isPlain(dd), sPlain = isPlain(sd);
  TransposeFn transpose = kernels().transpose[size];
  for (int64_t r = 0; r < rows;) {
    int64_t nr = rows - r;
    if (!dPlain)
      nr = std::min<int64_t>(nr, dd.boxRows - (dr + r) % dd.boxRows);
    if (!sPlain)
      nr = std::min<int64_t>(nr, sd.boxRows - (sr + r) % sd.boxRows);
    for (int64_t c = 0; c < cols;) {
      int64_t nc = cols - c;
      if (!dPlain)
        nc = std::min<int64_t>(nc, dd.boxCols - (dc + c) % dd.boxCols);
      if (!sPlain)
        nc = std::min<int64_t>(nc, sd.boxCols - (sc + c) % sd.boxCols);
      uint8_t *d = dst + offsetOf(dd, dr + r, dc + c) * size;
      const uint8_t *s = src + offsetOf(sd, sr + r, sc + c) * size;
      if (dRows != sRows) {
        // The source's runs become the destination's columns.
        if (sRows)
          transpose(d, static_cast<size_t>(dPitch), s,
                    static_cast<size_t>(sPitch), static_cast<size_t>(nr),
                    static_cast<size_t>(nc));
        else
          transpose(d, static_cast<size_t>(dPitch), s,
                    static_cast<size_t>(sPitch), static_cast<size_t>(nc),
                    static_cast<size_t>(nr));
      } else {
        int64_t runs = dRows ? nr : nc, inner = dRows ? nc : nr;
        copyRuns(d, dPitch * size, s, sPitch * size, runs, inner * size);
      }
      c += nc;
    }
    r += nr;
  }
}

} // namespace pypto::coremodel
