//===- Move.cpp - copies between and within on-chip memories ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Convert.h"
#include "CopyRect.h"
#include "Fixpipe.h"
#include <algorithm>

namespace pypto::coremodel {

/// Source window (row, col) and destination window; indices are scalars 0, 1.
enum class Window { None, Source, Destination };

/// What moves, as a part of the tile with the window; the other tile starts
/// with it.
template <Window W> static Part movedPart(const ExecInst &e) {
  const TileRef &d = e.tile[0], &s = e.tile[1];
  int64_t row = W == Window::None ? 0 : e.scalar[0].i;
  int64_t col = W == Window::None ? 0 : e.scalar[1].i;
  const TileRef &extent = W == Window::Destination ? s : d;
  return {row, col, extent.validRows, extent.validCols};
}

template <Window W> static Part partOfMove(const ExecInst &e, unsigned tile) {
  if (tile > 1) // parameters
    return wholePart(e.tile[tile]);
  Part part = movedPart<W>(e);
  if (tile == (W == Window::Destination ? 1 : 0))
    part.row = part.col = 0;
  return part;
}

template <Window W> static void execMove(ExecInst &e) {
  const TileRef &d = e.tile[0], &s = e.tile[1];
  auto [row, col, rows, cols] = movedPart<W>(e);
  int64_t sr = W == Window::Source ? row : 0,
          sc = W == Window::Source ? col : 0;
  int64_t dr = W == Window::Destination ? row : 0;
  int64_t dc = W == Window::Destination ? col : 0;
  bool quantises =
      dataTiles(*e.inst) > 2 || (W == Window::None && e.inst->numScalars > 0);
  if (d.desc->type == s.desc->type && !e.inst->attrs.relu && !quantises) {
    copyRect(*d.desc, d.data, dr, dc, *s.desc, s.data, sr, sc, rows, cols);
    return;
  }
  if (s.desc->space == Space::Acc) {
    FixpipeParameters parameters;
    if (dataTiles(*e.inst) > 2)
      parameters = FixpipeParameters(e.tile[2]);
    else if (W == Window::None && e.inst->numScalars > 0)
      parameters = FixpipeParameters(static_cast<uint64_t>(e.scalar[0].i));
    for (int64_t r = 0; r < rows; ++r)
      for (int64_t c = 0; c < cols; ++c)
        convertElement(s.desc->type, elementAt(s, sr + r, sc + c), d.desc->type,
                       elementAt(d, dr + r, dc + c), e.inst->attrs.relu,
                       parameters.at(sc + c, c, s.desc->cols));
    return;
  }
  // Into the bias table: round to nearest even, saturate.
  ConvertFn2 fn = convertFn(d.desc->type, s.desc->type);
  for (int64_t r = 0; r < rows; ++r)
    for (int64_t c = 0; c < cols; ++c) {
      fn(elementAt(d, dr + r, dc + c), elementAt(s, sr + r, sc + c), 1,
         RoundMode::Rint, Saturation::Default);
    }
}

/// [dst, src, parameters?] and, for windows, two indices.
template <Window W>
static bool selectMove(TileInst &inst, const Program &p, std::string &why) {
  if (!needTiles(inst, 2, why))
    return false;
  inst.part = partOfMove<W>;
  const TileDesc &d = tileOf(inst, p, 0), &s = tileOf(inst, p, 1);
  bool perColumn = dataTiles(inst) > 2;
  if (perColumn || (W == Window::None && inst.numScalars > 0)) {
    if (s.space != Space::Acc || !canQuantise(s.type, d.type)) {
      why = "quantises out of an accumulator; it has no form from " +
            std::string(toString(s.type)) + " to " +
            std::string(toString(d.type));
      return false;
    }
    if (perColumn && !isParameterTile(tileOf(inst, p, 2), why))
      return false;
    inst.exec = execMove<W>;
    return true;
  }
  bool fixpipe = s.space == Space::Acc || d.space == Space::Bias;
  if (d.type != s.type && !(fixpipe && convertFn(d.type, s.type))) {
    why = "needs one element type, got " + std::string(toString(s.type)) +
          " and " + std::string(toString(d.type));
    return false;
  }
  inst.exec = execMove<W>;
  return true;
}

/// Bytes over the path's rate plus its overhead.
static Cost cyclesMove(const ExecInst &e, const target::Target &t) {
  const TileRef &d = e.tile[0], &s = e.tile[1];
  const TileRef &extent =
      d.validRows * int64_t(d.validCols) <= s.validRows * int64_t(s.validCols)
          ? d
          : s;
  double bytes = double(extent.validRows) * extent.validCols *
                 std::max(d.elementSize(), s.elementSize());
  const target::OnChipRates &rates = t.onChip;
  Space from = s.desc->space, to = d.desc->space;
  if (from == Space::Vec && to == Space::Vec) {
    // A contiguous tile is one burst, a ragged one a burst per row.
    int64_t rowBytes = int64_t(extent.validCols) * d.elementSize();
    bool dense = d.desc->ld == extent.validCols &&
                 s.desc->ld == extent.validCols && isPlain(*d.desc) &&
                 d.desc->layout == s.desc->layout;
    double bursts = dense ? 1 : extent.validRows;
    double burstBytes = dense ? bytes : static_cast<double>(rowBytes);
    double units = static_cast<int64_t>((burstBytes + rates.vecToVec - 1) /
                                        rates.vecToVec);
    Cost cost;
    cost.bytes = bytes;
    double start = t.arch == target::Arch::A5
                       ? t.vectorCost(target::VectorClass::Copy).fixed.value
                       : 0;
    cost.occupancy = cost.latency =
        start + bursts * (rates.vecToVecBurst + units);
    return cost;
  }
  Cost cost;
  cost.bytes = bytes;
  cost.occupancy = cost.latency = t.moveCost(from, to).cycles(bytes);
  return cost;
}
static CostNumbers numbersMove(const target::Target &t, target::VectorClass) {
  target::MoveCost cost = t.moveCost(Space::Mat, Space::Left);
  return {cost.fixed, cost.rate};
}
static constexpr CostRule costMove = {
    cyclesMove,
    "overhead of the path + bytes / rate of the path; f and r: Mat to Left",
    /*isPublished=*/true, numbersMove};

static const OpInfo kOps[] = {
    {"tmov", selectMove<Window::None>, costMove, target::VectorClass::Copy,
     true},
    {"tmov.fp", selectMove<Window::None>, costMove, target::VectorClass::Copy,
     true},
    {"textract_fp", selectMove<Window::Source>, costMove,
     target::VectorClass::Copy, false},
    {"tinsert_fp", selectMove<Window::Destination>, costMove,
     target::VectorClass::Copy, false},
    {"textract", selectMove<Window::Source>, costMove,
     target::VectorClass::Copy, false},
    {"tinsert", selectMove<Window::Destination>, costMove,
     target::VectorClass::Copy, false},
};

OpList moveOps() { return {kOps, std::size(kOps)}; }

} // namespace pypto::coremodel
