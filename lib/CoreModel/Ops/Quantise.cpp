//===- Quantise.cpp - affine quantisation of rows ---------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parameters are one value per row: a column, or the first element of each row
// of a tile. In f32: q = round to even(x / scale) + offset, saturated, NaN
// gives 0; x = (q - offset) * scale.
//
//===----------------------------------------------------------------------===//

#include "OpTable.h"
#include <algorithm>
#include <cmath>

namespace pypto::coremodel {

static float parameter(const TileRef &t, int64_t row) {
  return static_cast<float>(loadAsDouble(t.desc->type, elementAt(t, row, 0)));
}

/// [dst, src, scale, offset?]
static void execQuantise(ExecInst &e) {
  const TileRef &d = e.tile[0], &s = e.tile[1], &scale = e.tile[2];
  bool hasOffset = dataTiles(*e.inst) > 3;
  bool isUnsigned = d.desc->type == DType::U8;
  float low = isUnsigned ? 0.0f : -128.0f, high = isUnsigned ? 255.0f : 127.0f;
  for (int64_t r = 0; r < d.validRows; ++r) {
    float divisor = parameter(scale, r);
    float offset = hasOffset ? parameter(e.tile[3], r) : 0.0f;
    for (int64_t c = 0; c < d.validCols; ++c) {
      auto x =
          static_cast<float>(loadAsDouble(s.desc->type, elementAt(s, r, c)));
      float q = std::nearbyint(std::nearbyint(x / divisor) + offset);
      q = q != q ? 0.0f : std::clamp(q, low, high);
      storeInt(d.desc->type, elementAt(d, r, c), static_cast<int64_t>(q));
    }
  }
}

/// [dst, src, scale, offset]
static void execDequantise(ExecInst &e) {
  const TileRef &d = e.tile[0], &s = e.tile[1];
  for (int64_t r = 0; r < d.validRows; ++r) {
    float scale = parameter(e.tile[2], r), offset = parameter(e.tile[3], r);
    for (int64_t c = 0; c < d.validCols; ++c) {
      auto q = static_cast<float>(loadAsInt(s.desc->type, elementAt(s, r, c)));
      storeDouble(d.desc->type, elementAt(d, r, c), (q - offset) * scale);
    }
  }
}

static Part partOfQuantise(const ExecInst &e, unsigned tile) {
  Part part = resultPart(e, tile);
  if (tile > 1)
    part.cols = std::min<int64_t>(part.cols, 1);
  return part;
}

/// Parameters cover every row of the data.
static bool perRow(const TileInst &inst, const Program &p, unsigned first,
                   std::string &why) {
  for (unsigned i = first; i < dataTiles(inst); ++i) {
    const TileDesc &t = tileOf(inst, p, i);
    if (t.type != DType::F32) {
      why = "needs parameters of f32, got " + std::string(toString(t.type));
      return false;
    }
    if (t.rows < tileOf(inst, p, 1).rows) {
      why = "needs one parameter per row: " +
            std::to_string(tileOf(inst, p, 1).rows) + " rows, got " +
            std::to_string(t.rows);
      return false;
    }
  }
  return true;
}

static bool selectQuantise(TileInst &inst, const Program &p, std::string &why) {
  if (!needTiles(inst, 3, why) || !perRow(inst, p, 2, why))
    return false;
  DType to = tileOf(inst, p, 0).type, from = tileOf(inst, p, 1).type;
  if (from != DType::F32 || (to != DType::I8 && to != DType::U8)) {
    why = "quantises f32 to i8 or u8, got " + std::string(toString(from)) +
          " and " + std::string(toString(to));
    return false;
  }
  inst.exec = execQuantise;
  inst.part = partOfQuantise;
  return true;
}

static bool selectDequantise(TileInst &inst, const Program &p,
                             std::string &why) {
  if (!needTiles(inst, 4, why) || !perRow(inst, p, 2, why))
    return false;
  DType to = tileOf(inst, p, 0).type, from = tileOf(inst, p, 1).type;
  if (to != DType::F32 || (from != DType::I8 && from != DType::I16)) {
    why = "dequantises i8 or i16 to f32, got " + std::string(toString(from)) +
          " and " + std::string(toString(to));
    return false;
  }
  inst.exec = execDequantise;
  inst.part = partOfQuantise;
  return true;
}

/// A row's multiplication, conversion(s) and addition: four instructions over
/// the f32 form, back to back. No figure is published, so this is a guess.
static Cost cyclesQuantise(const ExecInst &e, const target::Target &t) {
  const TileRef &d = e.tile[0];
  const target::VectorCost &c = t.vectorCost(target::VectorClass::Convert);
  constexpr double kSteps = 4;
  Cost cost;
  cost.occupancy = cost.latency =
      kSteps * (c.fixed + c.perRepeat * rowRepeats(d.validRows, d.validCols,
                                                   sizeOf(DType::F32), t));
  return cost;
}
static constexpr CostRule costQuantise = {
    cyclesQuantise, "4 * (f + r * rows * ceil(row bytes in f32 / 256))",
    /*isPublished=*/false};

using target::VectorClass;

static const OpInfo kOps[] = {
    {"tquant", selectQuantise, costQuantise, VectorClass::Convert, false},
    {"tdequant", selectDequantise, costQuantise, VectorClass::Convert, false},
};

OpList quantiseOps() { return {kOps, std::size(kOps)}; }

} // namespace pypto::coremodel
