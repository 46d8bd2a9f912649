//===- Generate.cpp - fills, sequences, padding -----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "CopyRect.h"
#include "Pad.h"
#include <algorithm>
#include <cstring>

namespace pypto::coremodel {

/// [dst] and a scalar.
static void execExpandScalar(ExecInst &e) {
  const TileRef &d = e.tile[0];
  uint64_t value = 0;
  unsigned size = d.elementSize();
  scalarElement(e, 0, d.desc->type, &value);
  for (int64_t r = 0; r < d.validRows; ++r) {
    if (d.desc->layout != Layout::ND) {
      for (int64_t c = 0; c < d.validCols; ++c)
        std::memcpy(elementAt(d, r, c), &value, size);
      continue;
    }
    uint8_t *row = elementAt(d, r, 0);
    if (r > 0) {
      std::memcpy(row, elementAt(d, r - 1, 0),
                  static_cast<size_t>(d.validCols) * size);
      continue;
    }
    for (int64_t c = 0; c < d.validCols; ++c)
      std::memcpy(row + c * size, &value, size);
  }
}

/// S, S + 1, ... (or descending) in row-major order. [dst] and a scalar.
static void execSequence(ExecInst &e) {
  const TileRef &d = e.tile[0];
  int64_t step = e.inst->attrs.flag ? -1 : 1;
  int64_t value = e.scalar[0].i;
  for (int64_t r = 0; r < d.validRows; ++r)
    for (int64_t c = 0; c < d.validCols; ++c, value += step)
      storeInt(d.desc->type, elementAt(d, r, c), value);
}

/// 1 on and below (upper: on and above) the diagonal, 0 elsewhere.
static void execTriangle(ExecInst &e) {
  const TileRef &d = e.tile[0];
  int64_t diagonal = e.scalar[0].i;
  bool upper = e.inst->attrs.flag;
  for (int64_t r = 0; r < d.validRows; ++r)
    for (int64_t c = 0; c < d.validCols; ++c) {
      bool one = upper ? c - r >= diagonal : c - r <= diagonal;
      if (isFloat(d.desc->type))
        storeDouble(d.desc->type, elementAt(d, r, c), one);
      else
        storeInt(d.desc->type, elementAt(d, r, c), one);
    }
}

template <void (*Exec)(ExecInst &), bool IntOnly>
static bool selectFill(TileInst &inst, const Program &p, std::string &why) {
  if (!needTiles(inst, 1, why))
    return false;
  if (inst.numScalars < 1) {
    why = "needs a scalar operand";
    return false;
  }
  DType type = tileOf(inst, p, 0).type;
  if (IntOnly && isFloat(type))
    return noForm(why, type);
  inst.exec = Exec;
  inst.part = resultPart;
  return true;
}

/// Copies the source's valid part and writes the pad value everywhere else in
/// the destination's static extent. [dst, src]
static void execFillPad(ExecInst &e) {
  const TileRef &d = e.tile[0], &s = e.tile[1];
  int64_t rows = std::min<int64_t>(s.validRows, d.desc->rows);
  int64_t cols = std::min<int64_t>(s.validCols, d.desc->cols);
  if (s.data != d.data)
    copyRect(*d.desc, d.data, 0, 0, *s.desc, s.data, 0, 0, rows, cols);
  padOutside(d, rows, cols);
}
static Part partOfFillPad(const ExecInst &e, unsigned tile) {
  Part whole = wholePart(e.tile[0]), valid = validPart(e, 1);
  if (tile == 0)
    return whole;
  return {0, 0, std::min(whole.rows, valid.rows),
          std::min(whole.cols, valid.cols)};
}
static bool selectFillPad(TileInst &inst, const Program &p, std::string &why) {
  if (!needTiles(inst, 2, why))
    return false;
  const TileDesc &d = tileOf(inst, p, 0), &s = tileOf(inst, p, 1);
  if (sizeOf(d.type) != sizeOf(s.type)) {
    why = "needs elements of one size";
    return false;
  }
  if (d.pad == Pad::Null) {
    why = "needs a destination with a pad value";
    return false;
  }
  inst.exec = execFillPad;
  inst.part = partOfFillPad;
  return true;
}

/// The whole static tile is written, whatever its valid part.
static Cost cyclesFillPad(const ExecInst &e, const target::Target &t) {
  const TileRef &d = e.tile[0];
  const target::VectorCost &c = t.vectorCost(e.inst->info->cls);
  Cost cost;
  cost.occupancy = cost.latency =
      c.fixed +
      c.perRepeat * rowRepeats(d.desc->rows, d.desc->cols, d.elementSize(), t);
  return cost;
}
static constexpr CostRule costFillPad = {
    cyclesFillPad, "f + r * rows * ceil(row bytes / 256), over the whole tile"};

using target::VectorClass;

static const OpInfo kOps[] = {
    {"texpands", selectFill<execExpandScalar, false>, costLinear,
     VectorClass::Copy, true},
    {"tci", selectFill<execSequence, true>, costLinear, VectorClass::Other,
     true},
    {"ttri", selectFill<execTriangle, false>, costLinear, VectorClass::Other,
     true},
    {"tfillpad", selectFillPad, costFillPad, VectorClass::Copy, true},
    {"tfillpad_inplace", selectFillPad, costFillPad, VectorClass::Copy, true},
    {"tfillpad_expand", selectFillPad, costFillPad, VectorClass::Copy, false},
};

OpList generateOps() { return {kOps, std::size(kOps)}; }

} // namespace pypto::coremodel
