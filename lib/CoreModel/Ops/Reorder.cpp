//===- Reorder.cpp - transposition and concatenation --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "CopyRect.h"
#include "Scratch.h"
#include <algorithm>
#include <cstring>

namespace pypto::coremodel {

/// dst[c, r] = src[r, c] over the source's valid part. [dst, src, scratch]
static void execTranspose(ExecInst &e) {
  const TileRef &d = e.tile[0], &s = e.tile[1];
  int64_t rows = s.validRows, cols = s.validCols;
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
static Part partOfTranspose(const ExecInst &e, unsigned tile) {
  if (tile > 1)
    return wholePart(e.tile[tile]);
  Part part = validPart(e, 1);
  if (tile == 0)
    std::swap(part.rows, part.cols);
  return part;
}
static bool selectTranspose(TileInst &inst, const Program &p,
                            std::string &why) {
  if (!needTiles(inst, 2, why) || !sameTypes(inst, p, 1, 1, why))
    return false;
  inst.exec = execTranspose;
  inst.part = partOfTranspose;
  return true;
}

/// Columns of a, then columns of b. [dst, a, b]
static void execConcat(ExecInst &e) {
  const TileRef &d = e.tile[0], &a = e.tile[1], &b = e.tile[2];
  copyRect(*d.desc, d.data, 0, 0, *a.desc, a.data, 0, 0,
           std::min(d.validRows, a.validRows), a.validCols);
  copyRect(*d.desc, d.data, 0, a.validCols, *b.desc, b.data, 0, 0,
           std::min(d.validRows, b.validRows), b.validCols);
}
static Part partOfConcat(const ExecInst &e, unsigned tile) {
  const TileRef &d = e.tile[0], &a = e.tile[1], &b = e.tile[2];
  if (tile == 0)
    return {0, 0, std::min(d.validRows, std::max(a.validRows, b.validRows)),
            int64_t(a.validCols) + b.validCols};
  const TileRef &s = e.tile[tile];
  return {0, 0, std::min(d.validRows, s.validRows), s.validCols};
}
static bool selectConcat(TileInst &inst, const Program &p, std::string &why) {
  if (!needTiles(inst, 3, why) || !sameTypes(inst, p, 1, 2, why))
    return false;
  inst.exec = execConcat;
  inst.part = partOfConcat;
  return true;
}

/// Sixteen by sixteen elements per step.
static Cost cyclesTranspose(const ExecInst &e, const target::Target &t) {
  const TileRef &s = e.tile[1];
  const target::VectorCost &c = t.vectorCost(target::VectorClass::Transpose);
  double blocks = double((s.validRows + 15) / 16) * ((s.validCols + 15) / 16) *
                  (s.elementSize() == 4 ? 2 : 1);
  Cost cost;
  cost.occupancy = cost.latency = c.fixed + c.perRepeat * blocks;
  return cost;
}
static constexpr CostRule costTranspose = {
    cyclesTranspose, "f + r * blocks of 16 x 16 elements (of 16 bits)"};

using target::VectorClass;

static const OpInfo kOps[] = {
    {"ttrans", selectTranspose, costTranspose, VectorClass::Transpose, false,
     false, scratchOfTranspose},
    {"tconcat", selectConcat, costRows, VectorClass::Copy, false},
};

OpList reorderOps() { return {kOps, std::size(kOps)}; }

} // namespace pypto::coremodel
