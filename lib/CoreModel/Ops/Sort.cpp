//===- Sort.cpp - sorting of blocks, merging of sorted runs -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A sorted list is a list of records of 8 bytes, for f16 as for f32: the value
// in the low bytes (an f16 is followed by two zero bytes), the u32 index behind
// it. An f16 destination is therefore four times as wide as the source.
//
// Descending; equal values keep their order, and those of an earlier list come
// first. A NaN counts as larger than every number. Neither is documented for
// the hardware, so both are our choice.
//
//===----------------------------------------------------------------------===//

#include "OpTable.h"
#include <algorithm>
#include <cstring>
#include <numeric>

namespace pypto::coremodel {

static constexpr int64_t kRecordBytes = 8;
static constexpr int64_t kSortBlock = 32;
/// Records per repeat of the merge instruction.
static constexpr int64_t kMergeRepeat = 64;

static float valueOf(DType type, const uint8_t *p) {
  if (type == DType::F32) {
    float v;
    std::memcpy(&v, p, sizeof(v));
    return v;
  }
  uint16_t bits;
  std::memcpy(&bits, p, sizeof(bits));
  return halfToFloat(bits);
}

/// `a` belongs in front of `b`.
static bool isGreater(float a, float b) { return a > b || (a != a && b == b); }

static bool isSortable(DType type) {
  return type == DType::F16 || type == DType::F32;
}

/// [dst, src, idx, scratch?]
static void execSort(ExecInst &e) {
  const TileRef &d = e.tile[0], &s = e.tile[1], &index = e.tile[2];
  DType type = s.desc->type;
  int64_t size = s.elementSize();
  for (int64_t r = 0; r < s.validRows; ++r)
    for (int64_t c0 = 0; c0 < s.validCols; c0 += kSortBlock) {
      int64_t n = std::min<int64_t>(kSortBlock, s.validCols - c0);
      float values[kSortBlock];
      int64_t order[kSortBlock];
      for (int64_t i = 0; i < n; ++i)
        values[i] = valueOf(type, elementAt(s, r, c0 + i));
      std::iota(order, order + n, 0);
      std::stable_sort(order, order + n, [&](int64_t a, int64_t b) {
        return isGreater(values[a], values[b]);
      });
      uint8_t block[kSortBlock * kRecordBytes] = {};
      for (int64_t i = 0; i < n; ++i) {
        uint8_t *record = block + i * kRecordBytes;
        std::memcpy(record, elementAt(s, r, c0 + order[i]),
                    static_cast<size_t>(size));
        std::memcpy(record + 4, elementAt(index, r, c0 + order[i]), 4);
      }
      std::memcpy(elementAt(d, r, c0 * kRecordBytes / size), block,
                  static_cast<size_t>(n * kRecordBytes));
    }
}

/// A record for each element; the indices lie like the values.
static Part partOfSort(const ExecInst &e, unsigned tile) {
  if (e.inst->access[tile] & AccessScratch)
    return wholePart(e.tile[tile]);
  Part part = validPart(e, 1);
  if (tile == 0)
    part.cols = part.cols * kRecordBytes / e.tile[1].elementSize();
  return part;
}

static bool selectSort(TileInst &inst, const Program &p, std::string &why) {
  if (!needTiles(inst, 3, why) || !sameTypes(inst, p, 1, 1, why))
    return false;
  const TileDesc &d = tileOf(inst, p, 0), &s = tileOf(inst, p, 1),
                 &index = tileOf(inst, p, 2);
  if (!isSortable(s.type))
    return noForm(why, s.type);
  if (sizeOf(index.type) != 4 || isFloat(index.type)) {
    why = "needs indices of 32 bits, got " + std::string(toString(index.type));
    return false;
  }
  int64_t columns = s.cols * kRecordBytes / sizeOf(s.type);
  if (d.layout != Layout::ND || d.cols < columns || d.rows < s.rows) {
    why = "needs a row-major destination of " + std::to_string(s.rows) + "x" +
          std::to_string(columns) +
          ": a record of value and index takes 8 bytes, got " +
          std::to_string(d.rows) + "x" + std::to_string(d.cols);
    return false;
  }
  inst.exec = execSort;
  inst.part = partOfSort;
  return true;
}

namespace {
/// A sorted list, read from the front.
struct Run {
  const uint8_t *at;
  int64_t left;
};
} // namespace

/// Merges `runs` into `out`, at most `room` records; stops early once a run is
/// used up when `exhausted`.
static void merge(DType type, std::vector<Run> &runs, uint8_t *out,
                  int64_t room, bool exhausted) {
  for (; room > 0; --room) {
    Run *best = nullptr;
    for (Run &run : runs) {
      if (run.left == 0) {
        if (exhausted)
          return;
        continue;
      }
      if (!best || isGreater(valueOf(type, run.at), valueOf(type, best->at)))
        best = &run;
    }
    if (!best)
      return;
    std::memcpy(out, best->at, kRecordBytes);
    out += kRecordBytes;
    best->at += kRecordBytes;
    --best->left;
  }
}

static int64_t recordsOf(const TileRef &t) {
  return int64_t(t.validCols) * t.elementSize() / kRecordBytes;
}

/// Format 1: groups of four adjacent runs; the last group may have fewer, and
/// its last run may be shorter. [dst, src] and the length of a run in elements.
static void execMergeRuns(ExecInst &e) {
  const TileRef &d = e.tile[0], &s = e.tile[1];
  int64_t length = e.scalar[0].i * s.elementSize() / kRecordBytes;
  int64_t total = std::min(recordsOf(s), recordsOf(d));
  if (length <= 0)
    return;
  std::vector<Run> runs;
  std::vector<uint8_t> merged;
  for (int64_t r = 0; r < s.validRows; ++r) {
    // Aside, since the destination may be the source.
    merged.resize(static_cast<size_t>(total * kRecordBytes));
    const uint8_t *from = elementAt(s, r, 0);
    for (int64_t group = 0; group < total; group += 4 * length) {
      runs.clear();
      int64_t end = std::min(total, group + 4 * length);
      for (int64_t i = group; i < end; i += length)
        runs.push_back({from + i * kRecordBytes, std::min(length, end - i)});
      merge(s.desc->type, runs, merged.data() + group * kRecordBytes,
            end - group, false);
    }
    std::memcpy(elementAt(d, r, 0), merged.data(), merged.size());
  }
}

static Part partOfMergeRuns(const ExecInst &e, unsigned tile) {
  int64_t records = std::min(recordsOf(e.tile[0]), recordsOf(e.tile[1]));
  return {0, 0, e.tile[1].validRows,
          records * kRecordBytes / e.tile[tile].elementSize()};
}

/// Format 2: [dst, src0, src1, src2?, src3?, scratch?]
static void execMergeLists(ExecInst &e) {
  const TileRef &d = e.tile[0];
  std::vector<Run> runs;
  std::vector<uint8_t> merged(static_cast<size_t>(d.bytes));
  for (unsigned i = 1; i < dataTiles(*e.inst); ++i)
    runs.push_back({e.tile[i].data, recordsOf(e.tile[i])});
  int64_t before = 0, left = 0;
  for (const Run &run : runs)
    before += run.left;
  merge(d.desc->type, runs, merged.data(), recordsOf(d), e.inst->attrs.flag);
  for (const Run &run : runs)
    left += run.left;
  std::memcpy(d.data, merged.data(),
              static_cast<size_t>((before - left) * kRecordBytes));
}

static bool selectMerge(TileInst &inst, const Program &p, std::string &why) {
  unsigned tiles = dataTiles(inst);
  if (!needTiles(inst, 2, why) || !sameTypes(inst, p, 1, tiles - 1, why))
    return false;
  if (!isSortable(tileOf(inst, p, 0).type))
    return noForm(why, tileOf(inst, p, 0).type);
  for (unsigned i = 0; i < tiles; ++i)
    if (tileOf(inst, p, i).layout != Layout::ND) {
      why = "needs row-major tiles";
      return false;
    }
  if (tiles > 5) {
    why = "merges at most 4 lists, got " + std::to_string(tiles - 1);
    return false;
  }
  inst.exec = inst.numScalars ? execMergeRuns : execMergeLists;
  inst.part = inst.numScalars ? partOfMergeRuns : nullptr;
  return true;
}

/// Per sorted block of 32.
static Cost cyclesSort(const ExecInst &e, const target::Target &t) {
  const TileRef &s = e.tile[1];
  const target::VectorCost &c = t.vectorCost(e.inst->info->cls);
  double blocks =
      double(s.validRows) *
      static_cast<double>((s.validCols + kSortBlock - 1) / kSortBlock);
  Cost cost;
  cost.occupancy = cost.latency = c.fixed + c.perRepeat * blocks;
  return cost;
}
static constexpr CostRule costSort = {cyclesSort,
                                      "f + r * groups of 32 elements",
                                      /*isPublished=*/false};

/// Per 64 records that come out. The public top-k (1280 columns, three levels
/// of merging, 5,600 busy vector cycles per row) agrees with this reading of
/// the published 78 cycles per repeat.
static Cost cyclesMerge(const ExecInst &e, const target::Target &t) {
  const target::VectorCost &c = t.vectorCost(e.inst->info->cls);
  int64_t records = 0;
  for (unsigned i = 1; i < dataTiles(*e.inst); ++i)
    records += recordsOf(e.tile[i]) * e.tile[i].validRows;
  records = std::min(records, recordsOf(e.tile[0]) * e.tile[0].validRows);
  double repeats =
      static_cast<double>((records + kMergeRepeat - 1) / kMergeRepeat);
  Cost cost;
  cost.occupancy = cost.latency = c.fixed + c.perRepeat * repeats;
  return cost;
}
static constexpr CostRule costMerge = {cyclesMerge, "f + r * records / 64"};

using target::VectorClass;

static const OpInfo kOps[] = {
    {"tsort32", selectSort, costSort, VectorClass::Sort, false},
    {"tmrgsort", selectMerge, costMerge, VectorClass::Merge, false},
};

OpList sortOps() { return {kOps, std::size(kOps)}; }

} // namespace pypto::coremodel
