//===- Pad.cpp - the value outside a tile's valid rectangle -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Pad.h"
#include <algorithm>
#include <cstring>
#include <limits>

namespace pypto::coremodel {

void padElement(DType type, Pad pad, void *out) {
  if (pad == Pad::Null || pad == Pad::Zero) {
    std::memset(out, 0, sizeOf(type));
    return;
  }
  bool max = pad == Pad::Max;
  if (isFloat(type)) {
    double inf = std::numeric_limits<double>::infinity();
    if (type == DType::F8E4M3)
      inf = 448; // the largest number: the format has no infinity
    return storeDouble(type, out, max ? inf : -inf);
  }
  unsigned bits = sizeOf(type) * 8;
  uint64_t ones = bits == 64 ? ~0ull : (1ull << bits) - 1;
  uint64_t value = isUnsignedInt(type) ? (max ? ones : 0)
                   : max               ? ones >> 1
                                       : (ones >> 1) + 1;
  storeInt(type, out, static_cast<int64_t>(value));
}

static void fill(const TileRef &t, int64_t r0, int64_t r1, int64_t c0,
                 int64_t c1, const uint8_t *value) {
  unsigned size = t.elementSize();
  for (int64_t r = r0; r < r1; ++r)
    for (int64_t c = c0; c < c1; ++c)
      std::memcpy(elementAt(t, r, c), value, size);
}

void padToBlock(const TileRef &t) {
  uint8_t value[8];
  padElement(t.desc->type, t.desc->pad, value);
  int64_t lanes = 32 / t.elementSize();
  if (t.desc->layout == Layout::DN) {
    int64_t end = std::min<int64_t>((t.validRows + lanes - 1) / lanes * lanes,
                                    t.desc->rows);
    return fill(t, t.validRows, end, 0, t.validCols, value);
  }
  int64_t end = std::min<int64_t>((t.validCols + lanes - 1) / lanes * lanes,
                                  t.desc->cols);
  fill(t, 0, t.validRows, t.validCols, end, value);
}

void padOutside(const TileRef &t, int64_t rows, int64_t cols) {
  uint8_t value[8];
  padElement(t.desc->type, t.desc->pad, value);
  fill(t, 0, rows, cols, t.desc->cols, value);
  fill(t, rows, t.desc->rows, 0, t.desc->cols, value);
}

} // namespace pypto::coremodel
