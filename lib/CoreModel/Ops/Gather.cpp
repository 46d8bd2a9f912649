//===- Gather.cpp - indexed reads and writes inside a tile ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The hardware checks no index. Here an index outside the source reads zero and
// one outside the destination writes nothing; both are our documented choice.
//
//===----------------------------------------------------------------------===//

#include "OpTable.h"
#include <algorithm>
#include <cstring>

namespace pypto::coremodel {

/// Index form: dst[i, j] = src element number idx[i, j] of the source's
/// storage. [dst, src, idx, scratch?]
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

/// Any element of the source (destination); the indices lie like the result.
static Part partOfGather(const ExecInst &e, unsigned tile) {
  return tile == 1 ? wholePart(e.tile[tile]) : resultPart(e, tile);
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
static Part partOfGatherMask(const ExecInst &e, unsigned tile) {
  int64_t rows = std::min(e.tile[0].validRows, e.tile[1].validRows);
  return {0, 0, rows,
          tile == 0 ? e.tile[0].desc->cols : e.tile[tile].validCols};
}

/// Comparison form: per row, the columns (plus an offset) of the elements equal
/// to or greater than the scalar, packed to the left, and their number. What
/// does not fit is counted, not written. [positions, counts, src, scratch?]
static void execGatherCompare(ExecInst &e) {
  const TileRef &d = e.tile[0], &counts = e.tile[1], &s = e.tile[2];
  DType type = s.desc->type;
  bool real = isFloat(type), greater = e.inst->attrs.cmp == CmpMode::GT;
  uint64_t bits = 0;
  scalarElement(e, 0, type, &bits);
  double k = real ? loadAsDouble(type, &bits) : 0;
  int64_t n = real ? 0 : loadAsInt(type, &bits);
  auto matches = [&](const uint8_t *p) {
    if (real) {
      double v = loadAsDouble(type, p);
      return greater ? v > k : v == k;
    }
    int64_t v = loadAsInt(type, p);
    return greater ? v > n : v == n;
  };
  for (int64_t r = 0; r < s.validRows; ++r) {
    int64_t found = 0;
    for (int64_t c = 0; c < s.validCols; ++c) {
      if (!matches(elementAt(s, r, c)))
        continue;
      if (found < d.desc->cols && r < d.desc->rows)
        storeInt(d.desc->type, elementAt(d, r, found),
                 c + e.inst->attrs.integer);
      ++found;
    }
    if (r < counts.desc->rows)
      storeInt(counts.desc->type, elementAt(counts, r, 0), found);
    else if (counts.desc->rows == 1 && r < counts.desc->cols)
      storeInt(counts.desc->type, elementAt(counts, 0, r), found);
  }
}

static bool selectGatherCompare(TileInst &inst, const Program &p,
                                std::string &why) {
  if (!needTiles(inst, 3, why))
    return false;
  DType type = tileOf(inst, p, 0).type;
  if (isFloat(type) || sizeOf(type) != 4) {
    why = "needs positions of 32-bit integers, got " +
          std::string(toString(type));
    return false;
  }
  if (inst.attrs.cmp != CmpMode::EQ && inst.attrs.cmp != CmpMode::GT) {
    why = "compares by eq or gt";
    return false;
  }
  if (inst.numScalars < 1) {
    why = "needs a scalar to compare with";
    return false;
  }
  inst.exec = execGatherCompare;
  return true;
}

/// Blocks of 32 bytes: the k-th block of a row of the destination comes from
/// the byte offset offsets[row, k] behind the start of the source.
/// [dst, src, offsets]
static constexpr int64_t kBlock = 32;
static void execGatherBlocks(ExecInst &e) {
  const TileRef &d = e.tile[0], &s = e.tile[1], &offsets = e.tile[2];
  int64_t rowBytes = int64_t(d.validCols) * d.elementSize();
  for (int64_t r = 0; r < d.validRows; ++r) {
    uint8_t *row = elementAt(d, r, 0);
    for (int64_t k = 0; k * kBlock < rowBytes; ++k) {
      auto from = static_cast<uint32_t>(
          loadAsInt(offsets.desc->type, elementAt(offsets, r, k)));
      auto n = static_cast<size_t>(std::min(kBlock, rowBytes - k * kBlock));
      if (from + uint64_t(n) <= s.bytes)
        std::memcpy(row + k * kBlock, s.data + from, n);
      else
        std::memset(row + k * kBlock, 0, n);
    }
  }
}

static Part partOfGatherBlocks(const ExecInst &e, unsigned tile) {
  Part part = partOfGather(e, tile);
  if (tile == 2)
    part.cols = (part.cols * e.tile[0].elementSize() + kBlock - 1) / kBlock;
  return part;
}

static bool selectGatherBlocks(TileInst &inst, const Program &p,
                               std::string &why) {
  if (!needTiles(inst, 3, why))
    return false;
  const TileDesc &d = tileOf(inst, p, 0), &offsets = tileOf(inst, p, 2);
  if (isFloat(offsets.type) || sizeOf(offsets.type) != 4) {
    why = "needs byte offsets of 32 bits, got " +
          std::string(toString(offsets.type));
    return false;
  }
  if (d.layout != Layout::ND) {
    why = "needs a row-major destination";
    return false;
  }
  inst.exec = execGatherBlocks;
  inst.part = partOfGatherBlocks;
  return true;
}

static bool selectGather(TileInst &inst, const Program &p, std::string &why) {
  if (inst.numTiles > 1 && inst.access[1] == AccessWrite)
    return selectGatherCompare(inst, p, why);
  if (inst.attrs.pattern) {
    if (!needTiles(inst, 2, why))
      return false;
    if (sizeOf(tileOf(inst, p, 0).type) != sizeOf(tileOf(inst, p, 1).type)) {
      why = "needs elements of one size";
      return false;
    }
    inst.exec = execGatherMask;
    inst.part = partOfGatherMask;
    return true;
  }
  if (!needTiles(inst, 3, why) || !sameTypes(inst, p, 1, 1, why))
    return false;
  if (isFloat(tileOf(inst, p, 2).type)) {
    why = "needs integer indices";
    return false;
  }
  inst.exec = execGather;
  inst.part = partOfGather;
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
static Part partOfScatter(const ExecInst &e, unsigned tile) {
  return tile == 0 ? wholePart(e.tile[0]) : validPart(e, 2);
}
static bool selectScatter(TileInst &inst, const Program &p, std::string &why) {
  if (!needTiles(inst, 3, why) || !sameTypes(inst, p, 1, 1, why))
    return false;
  if (isFloat(tileOf(inst, p, 2).type)) {
    why = "needs integer indices";
    return false;
  }
  inst.exec = execScatter;
  inst.part = partOfScatter;
  return true;
}

/// Every element of the source is looked at once.
static Cost cyclesGather(const ExecInst &e, const target::Target &t) {
  if (e.inst->access[1] != AccessWrite)
    return costRows(e, t);
  const TileRef &s = e.tile[2];
  const target::VectorCost &compare =
      t.vectorCost(target::VectorClass::Compare);
  const target::VectorCost &squeeze = t.vectorCost(target::VectorClass::Gather);
  double repeats = rowRepeats(s.validRows, s.validCols, s.elementSize(), t);
  Cost cost;
  cost.occupancy = cost.latency =
      compare.fixed + squeeze.fixed +
      repeats * (compare.perRepeat + squeeze.perRepeat);
  return cost;
}
static constexpr CostRule costGather = {
    cyclesGather, "f + r * rows * ceil(row bytes / 256); by comparison that of "
                  "a compare and a gather of the source"};

using target::VectorClass;

static const OpInfo kOps[] = {
    {"tgather", selectGather, costGather, VectorClass::Gather, false},
    {"tgatherb", selectGatherBlocks, costRows, VectorClass::Gather, false},
    {"tscatter", selectScatter, costRows, VectorClass::Gather, false},
};

OpList gatherOps() { return {kOps, std::size(kOps)}; }

} // namespace pypto::coremodel
