//===- Bytes.cpp - packing, histograms, random words ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Instructions of the 950 on the bits of integers.
//
//===----------------------------------------------------------------------===//

#include "OpTable.h"
#include <algorithm>
#include <cstring>

namespace pypto::coremodel {

/// The low bytes of each element. [dst, src]
static void execPack(ExecInst &e) {
  const TileRef &d = e.tile[0], &s = e.tile[1];
  unsigned size = d.elementSize();
  for (int64_t r = 0; r < d.validRows; ++r)
    for (int64_t c = 0; c < d.validCols; ++c)
      std::memcpy(elementAt(d, r, c), elementAt(s, r, c), size);
}
static bool selectPack(TileInst &inst, const Program &p, std::string &why) {
  if (!onlyA5(p, why) || !needTiles(inst, 2, why))
    return false;
  const TileDesc &d = tileOf(inst, p, 0), &s = tileOf(inst, p, 1);
  if (sizeOf(d.type) >= sizeOf(s.type)) {
    why = "narrows elements, got " + std::string(toString(s.type)) + " to " +
          std::string(toString(d.type));
    return false;
  }
  inst.exec = execPack;
  inst.part = resultPart;
  return true;
}

/// Counts of the 256 values of a byte of each row: of the high byte, or of the
/// low byte among the elements whose high byte is the row's filter.
/// [dst, src, filter]
static void execHistogram(ExecInst &e) {
  const TileRef &d = e.tile[0], &s = e.tile[1], &filter = e.tile[2];
  bool high = e.inst->attrs.flag;
  for (int64_t r = 0; r < s.validRows; ++r) {
    int64_t counts[256] = {};
    auto wanted = static_cast<uint8_t>(
        loadAsInt(filter.desc->type, elementAt(filter, r, 0)));
    for (int64_t c = 0; c < s.validCols; ++c) {
      auto v =
          static_cast<uint16_t>(loadAsInt(s.desc->type, elementAt(s, r, c)));
      if (high)
        ++counts[v >> 8];
      else if ((v >> 8) == wanted)
        ++counts[v & 0xff];
    }
    for (int64_t bin = 0; bin < 256; ++bin)
      storeInt(d.desc->type, elementAt(d, r, bin), counts[bin]);
  }
}
static Part partOfHistogram(const ExecInst &e, unsigned tile) {
  Part part = validPart(e, 1);
  if (tile != 1)
    part.cols = tile == 0 ? 256 : 1;
  return part;
}
static bool selectHistogram(TileInst &inst, const Program &p,
                            std::string &why) {
  if (!onlyA5(p, why) || !needTiles(inst, 3, why))
    return false;
  const TileDesc &d = tileOf(inst, p, 0), &s = tileOf(inst, p, 1);
  if (isFloat(s.type) || sizeOf(s.type) != 2)
    return noForm(why, s.type);
  if (isFloat(d.type) || sizeOf(d.type) != 4 || d.cols < 256) {
    why = "needs 256 counts of 32 bits per row, got " + std::to_string(d.cols) +
          " of " + std::string(toString(d.type));
    return false;
  }
  inst.exec = execHistogram;
  inst.part = partOfHistogram;
  return true;
}

/// Philox 4x32 (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3"):
/// the counter-based generator with 7 or 10 rounds.
static void philox(uint32_t counter[4], uint32_t key0, uint32_t key1,
                   int rounds) {
  for (int i = 0; i < rounds; ++i) {
    uint64_t p0 = uint64_t(0xD2511F53) * counter[0];
    uint64_t p1 = uint64_t(0xCD9E8D57) * counter[2];
    uint32_t next[4] = {static_cast<uint32_t>(p1 >> 32) ^ counter[1] ^ key0,
                        static_cast<uint32_t>(p1),
                        static_cast<uint32_t>(p0 >> 32) ^ counter[3] ^ key1,
                        static_cast<uint32_t>(p0)};
    std::memcpy(counter, next, sizeof(next));
    key0 += 0x9E3779B9;
    key1 += 0xBB67AE85;
  }
}

/// Word i of the valid rectangle in row-major order is word i % 4 of the block
/// whose counter is the given one plus i / 4. That this is the hardware's order
/// is a guess. [dst]; key0, key1, counter0, ..., counter3
static void execRandom(ExecInst &e) {
  const TileRef &d = e.tile[0];
  auto word = [&](unsigned i) { return static_cast<uint32_t>(e.scalar[i].i); };
  uint32_t block[4] = {};
  uint32_t counter[4] = {word(2), word(3), word(4), word(5)};
  int64_t i = 0;
  for (int64_t r = 0; r < d.validRows; ++r)
    for (int64_t c = 0; c < d.validCols; ++c, ++i) {
      if (i % 4 == 0) {
        std::memcpy(block, counter, sizeof(block));
        philox(block, word(0), word(1), e.inst->attrs.integer);
        // The counter is one number of 128 bits.
        for (uint32_t &part : counter)
          if (++part != 0)
            break;
      }
      std::memcpy(elementAt(d, r, c), &block[i % 4], 4);
    }
}
static bool selectRandom(TileInst &inst, const Program &p, std::string &why) {
  if (!onlyA5(p, why) || !needTiles(inst, 1, why))
    return false;
  DType type = tileOf(inst, p, 0).type;
  if (isFloat(type) || sizeOf(type) != 4)
    return noForm(why, type);
  if (inst.numScalars != 6 ||
      (inst.attrs.integer != 7 && inst.attrs.integer != 10)) {
    why = "needs two key and four counter words and 7 or 10 rounds";
    return false;
  }
  inst.exec = execRandom;
  inst.part = resultPart;
  return true;
}

/// A row's repeats go through the 32 slices of eight bins. A guess.
static Cost cyclesHistogram(const ExecInst &e, const target::Target &t) {
  return costOfRows(e, t, /*tile=*/1, /*steps=*/4);
}
static constexpr CostRule costHistogram = {
    cyclesHistogram, "f + 4 * r * rows * ceil(row bytes / 256)",
    /*isPublished=*/false};

/// Two multiplications, each of two words, and two xors per round. A guess.
static Cost cyclesRandom(const ExecInst &e, const target::Target &t) {
  return costOfRows(e, t, /*tile=*/0,
                    static_cast<double>(e.inst->attrs.integer));
}
static constexpr CostRule costRandom = {
    cyclesRandom, "f + rounds * r * rows * ceil(row bytes / 256)",
    /*isPublished=*/false};

using target::VectorClass;

static const OpInfo kOps[] = {
    {"tpack", selectPack, costRows, VectorClass::Convert, false},
    {"thistogram", selectHistogram, costHistogram, VectorClass::Other, false},
    {"trandom", selectRandom, costRandom, VectorClass::Other, false},
};

OpList byteOps() { return {kOps, std::size(kOps)}; }

} // namespace pypto::coremodel
