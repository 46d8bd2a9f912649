//===- Reorder.cpp - transposition, concatenation, gathers ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "CopyRect.h"
#include <algorithm>
#include <cstring>

namespace pypto::coremodel {

/// dst[c, r] = src[r, c] over the source's valid part. [dst, src, scratch]
static void execTranspose(ExecInst &e) {
  const TileRef &d = e.tile[0], &s = e.tile[1];
  int64_t rows = std::min<int64_t>(s.validRows, d.desc->cols);
  int64_t cols = std::min<int64_t>(s.validCols, d.desc->rows);
  unsigned size = d.elementSize();
  if (d.desc->layout == Layout::ND && s.desc->layout == Layout::ND) {
    kernels().transpose[size](d.data, static_cast<size_t>(d.desc->ld), s.data,
                              static_cast<size_t>(s.desc->ld),
                              static_cast<size_t>(rows),
                              static_cast<size_t>(cols));
    return;
  }
  for (int64_t r = 0; r < rows; ++r)
    for (int64_t c = 0; c < cols; ++c)
      std::memcpy(elementAt(d, c, r), elementAt(s, r, c), size);
}
static bool selectTranspose(TileInst &inst, const Program &p,
                            std::string &why) {
  if (!needTiles(inst, 2, why) || !sameTypes(inst, p, 1, 1, why))
    return false;
  inst.exec = execTranspose;
  return true;
}

/// Columns of a, then columns of b. [dst, a, b]
static void execConcat(ExecInst &e) {
  const TileRef &d = e.tile[0], &a = e.tile[1], &b = e.tile[2];
  int64_t rows = std::min(d.validRows, a.validRows);
  copyRect(*d.desc, d.data, 0, 0, *a.desc, a.data, 0, 0, rows,
           std::min<int64_t>(a.validCols, d.desc->cols));
  int64_t left = d.desc->cols - a.validCols;
  if (left > 0)
    copyRect(*d.desc, d.data, 0, a.validCols, *b.desc, b.data, 0, 0,
             std::min(d.validRows, b.validRows),
             std::min<int64_t>(b.validCols, left));
}
static bool selectConcat(TileInst &inst, const Program &p, std::string &why) {
  if (!needTiles(inst, 3, why) || !sameTypes(inst, p, 1, 2, why))
    return false;
  inst.exec = execConcat;
  return true;
}

/// Index form: dst[i, j] = src element number idx[i, j] of the source's
/// storage. An index outside the source gives zero: the hardware does not
/// check, so that is our documented choice. [dst, src, idx, scratch?]
static void execGather(ExecInst &e) {
  const TileRef &d = e.tile[0], &s = e.tile[1], &index = e.tile[2];
  unsigned size = d.elementSize();
  int64_t total = s.bytes / size;
  for (int64_t r = 0; r < d.validRows; ++r)
    for (int64_t c = 0; c < d.validCols; ++c) {
      int64_t i = loadAsInt(index.desc->type, elementAt(index, r, c));
      uint8_t *out = elementAt(d, r, c);
      if (i >= 0 && i < total)
        std::memcpy(out, s.data + i * size, size);
      else
        std::memset(out, 0, size);
    }
}

/// The same for row-major operands of known widths.
template <typename T, typename I> static void execGatherPlain(ExecInst &e) {
  const TileRef &d = e.tile[0], &s = e.tile[1], &index = e.tile[2];
  auto total = static_cast<uint32_t>(s.bytes / sizeof(T));
  const T *from = s.as<T>();
  for (int64_t r = 0; r < d.validRows; ++r) {
    T *out = reinterpret_cast<T *>(elementAt(d, r, 0));
    const I *at = reinterpret_cast<const I *>(elementAt(index, r, 0));
    for (int64_t c = 0; c < d.validCols; ++c) {
      // A negative index is a large unsigned one.
      auto i = static_cast<uint32_t>(at[c]);
      out[c] = i < total ? from[i] : T(0);
    }
  }
}

/// Mask form: keeps every element of the source whose position modulo 4 (or 2)
/// is set in the pattern, row by row, packed to the left. [dst, src]
static void execGatherMask(ExecInst &e) {
  const TileRef &d = e.tile[0], &s = e.tile[1];
  unsigned size = d.elementSize();
  // P0101, P1010, P0001, P0010, P0100, P1000, P1111: lowest bit first element.
  static constexpr uint8_t kPatterns[] = {0,      0b0101, 0b1010, 0b0001,
                                          0b0010, 0b0100, 0b1000, 0b1111};
  uint8_t pattern = kPatterns[e.inst->attrs.pattern & 7];
  for (int64_t r = 0; r < std::min(s.validRows, d.validRows); ++r) {
    int64_t out = 0;
    for (int64_t c = 0; c < s.validCols && out < d.desc->cols; ++c)
      if ((pattern >> (c % 4)) & 1)
        std::memcpy(elementAt(d, r, out++), elementAt(s, r, c), size);
  }
}
static bool selectGather(TileInst &inst, const Program &p, std::string &why) {
  if (inst.attrs.pattern) {
    if (!needTiles(inst, 2, why))
      return false;
    if (sizeOf(tileOf(inst, p, 0).type) != sizeOf(tileOf(inst, p, 1).type)) {
      why = "needs elements of one size";
      return false;
    }
    inst.exec = execGatherMask;
    return true;
  }
  if (!needTiles(inst, 3, why) || !sameTypes(inst, p, 1, 1, why))
    return false;
  if (isFloat(tileOf(inst, p, 2).type)) {
    why = "needs integer indices";
    return false;
  }
  inst.exec = execGather;
  DType type = tileOf(inst, p, 2).type;
  bool plain = tileOf(inst, p, 0).layout == Layout::ND &&
               tileOf(inst, p, 2).layout == Layout::ND &&
               (type == DType::I32 || type == DType::U32);
  switch (plain ? sizeOf(tileOf(inst, p, 0).type) : 0) {
  case 1:
    inst.exec = execGatherPlain<uint8_t, int32_t>;
    break;
  case 2:
    inst.exec = execGatherPlain<uint16_t, int32_t>;
    break;
  case 4:
    inst.exec = execGatherPlain<uint32_t, int32_t>;
    break;
  default:
    break;
  }
  return true;
}

/// dst element number idx[i, j] = src[i, j]; the last one wins, an index
/// outside the destination is dropped. [dst, src, idx]
static void execScatter(ExecInst &e) {
  const TileRef &d = e.tile[0], &s = e.tile[1], &index = e.tile[2];
  unsigned size = d.elementSize();
  int64_t total = d.bytes / size;
  for (int64_t r = 0; r < index.validRows; ++r)
    for (int64_t c = 0; c < index.validCols; ++c) {
      int64_t i = loadAsInt(index.desc->type, elementAt(index, r, c));
      if (i >= 0 && i < total)
        std::memcpy(d.data + i * size, elementAt(s, r, c), size);
    }
}
static bool selectScatter(TileInst &inst, const Program &p, std::string &why) {
  if (!needTiles(inst, 3, why) || !sameTypes(inst, p, 1, 1, why))
    return false;
  if (isFloat(tileOf(inst, p, 2).type)) {
    why = "needs integer indices";
    return false;
  }
  inst.exec = execScatter;
  return true;
}

/// Sixteen by sixteen elements per step.
static Cost costTranspose(const ExecInst &e, const target::Target &t) {
  const TileRef &s = e.tile[1];
  const target::VectorCost &c = t.vectorCost(target::VectorClass::Transpose);
  double blocks = double((s.validRows + 15) / 16) * ((s.validCols + 15) / 16) *
                  (s.elementSize() == 4 ? 2 : 1);
  Cost cost;
  cost.occupancy = cost.latency = c.fixed + c.perRepeat * blocks;
  return cost;
}

using target::VectorClass;

static const OpInfo kOps[] = {
    {"ttrans", selectTranspose, costTranspose, VectorClass::Transpose, false},
    {"tconcat", selectConcat, costRows, VectorClass::Copy, false},
    {"tgather", selectGather, costRows, VectorClass::Gather, false},
    {"tscatter", selectScatter, costRows, VectorClass::Gather, false},
};

OpList reorderOps() { return {kOps, std::size(kOps)}; }

} // namespace pypto::coremodel
