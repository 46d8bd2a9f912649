//===- VectorCosts.cpp - cycles of vector instructions ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "OpTable.h"
#include <algorithm>

namespace pypto::coremodel {

static double divideUp(int64_t a, int64_t b) {
  return static_cast<double>((a + b - 1) / b);
}

double rowRepeats(int64_t rows, int64_t cols, unsigned elementSize,
                  const target::Target &t) {
  return static_cast<double>(rows) *
         divideUp(cols * elementSize, t.vectorBytes.value);
}

/// Widest element among the operands: it sets the number of repeats.
static unsigned widest(const ExecInst &e) {
  unsigned size = 1;
  for (unsigned i = 0; i < e.inst->numTiles; ++i)
    if (!(e.inst->access[i] & AccessScratch))
      size = std::max(size, e.tile[i].elementSize());
  return size;
}

/// Functions that the 950 computes in f32 also for 16-bit elements.
static bool isFunction(target::VectorClass cls) {
  switch (cls) {
  case target::VectorClass::Exp:
  case target::VectorClass::Log:
  case target::VectorClass::Sqrt:
  case target::VectorClass::Rsqrt:
  case target::VectorClass::Recip:
  case target::VectorClass::Div:
    return true;
  default:
    return false;
  }
}

/// The class of the instruction's cycles: the precise variants of functions
/// have their own.
static target::VectorClass classOf(const ExecInst &e, const target::Target &t) {
  using target::VectorClass;
  const TileInst &inst = *e.inst;
  VectorClass cls = inst.info->cls;
  if (cls == VectorClass::Rsqrt && inst.numTiles > 2)
    return VectorClass::RsqrtPrecise;
  // Chips without variants ignore the attribute.
  if (!inst.attrs.precise ||
      t.vectorCost(VectorClass::FunctionPrecise).perRepeat == 0)
    return cls;
  return cls == VectorClass::Recip ? VectorClass::RecipPrecise
                                   : VectorClass::FunctionPrecise;
}

/// The valid rectangle's rows follow each other without a gap in every tile.
static bool isDense(const ExecInst &e) {
  for (unsigned i = 0; i < e.inst->numTiles; ++i) {
    const TileRef &t = e.tile[i];
    if (e.inst->access[i] & AccessScratch)
      continue;
    if (t.desc->layout != Layout::ND || t.validCols != t.desc->ld)
      return false;
  }
  return true;
}

/// Chips whose rows are loops of their own: see VectorRowCost.
static Cost costLoops(const ExecInst &e, const target::Target &t) {
  const TileRef &d = e.tile[0];
  const target::VectorCost &cost = t.vectorCost(classOf(e, t));
  unsigned sources = 0, size = widest(e);
  for (unsigned i = 1; i < e.inst->numTiles; ++i)
    sources += !(e.inst->access[i] & AccessScratch);
  double slope = cost.perRepeat;
  if (size == 2 && cost.perRepeatHalf > 0)
    slope = cost.perRepeatHalf;
  else if (size == 2 && isFunction(e.inst->info->cls))
    slope *= t.vectorRows.halfFunctions;
  Cost result;
  if (isDense(e) || d.validRows <= 1) {
    double repeats = divideUp(int64_t(d.validRows) * d.validCols * size,
                              t.vectorBytes.value);
    result.occupancy = cost.fixed + slope * repeats;
  } else {
    double n = divideUp(int64_t(d.validCols) * size, t.vectorBytes.value);
    slope = std::max(slope, sources > 1 ? t.vectorRows.twoSources.value
                                        : t.vectorRows.oneSource.value);
    // Rows of a conversion overlap but for a cycle: TCVT f32 to f16 of 10x1280
    // (n = 20) takes 288 cycles.
    double perRow = e.inst->info->cls == target::VectorClass::Convert
                        ? 1 + cost.perRepeat * n
                        : std::max(t.vectorRows.latency + n, slope * n);
    result.occupancy = cost.fixed + d.validRows * perRow;
  }
  result.latency = result.occupancy;
  return result;
}

static bool isHalf(DType type) {
  return type == DType::F16 || type == DType::BF16;
}

static Cost make(const ExecInst &e, const target::Target &t, double repeats,
                 double extra) {
  const target::VectorCost &cost = t.vectorCost(classOf(e, t));
  Cost result;
  double slope = cost.perRepeatHalf > 0 && isHalf(e.tile[0].desc->type)
                     ? cost.perRepeatHalf
                     : cost.perRepeat;
  result.occupancy = cost.fixed + slope * repeats + extra;
  result.latency = result.occupancy;
  return result;
}

static Cost cyclesLinear(const ExecInst &e, const target::Target &t) {
  if (t.vectorRows.latency > 0)
    return costLoops(e, t);
  const TileRef &d = e.tile[0];
  unsigned size = widest(e);
  bool dense = d.desc->layout == Layout::ND && d.validCols == d.desc->ld;
  double repeats = dense ? divideUp(int64_t(d.validRows) * d.validCols * size,
                                    t.vectorBytes.value)
                         : rowRepeats(d.validRows, d.validCols, size, t);
  return make(e, t, repeats, 0);
}

static Cost cyclesRows(const ExecInst &e, const target::Target &t) {
  if (t.vectorRows.latency > 0)
    return costLoops(e, t);
  const TileRef &d = e.tile[0];
  return make(e, t, rowRepeats(d.validRows, d.validCols, widest(e), t), 0);
}

/// Repeats that read two blocks of one bank group in a cycle. A repeat covers
/// eight consecutive 32 B blocks of each source; with 16 groups these are
/// disjoint only if the sources lie eight groups apart.
static double readConflicts(const ExecInst &e, const target::Target &t) {
  if (t.banks.readConflictCycles == 0 || e.inst->numTiles < 3)
    return 0;
  const TileRef &a = e.tile[1], &b = e.tile[2];
  if (a.desc->space != Space::Vec || b.desc->space != Space::Vec)
    return 0;
  unsigned groups = t.banks.groups;
  unsigned blocks = t.vectorBytes.value / t.blockBytes.value;
  double perRow = divideUp(int64_t(e.tile[0].validCols) * a.elementSize(),
                           t.vectorBytes.value);
  double conflicts = 0;
  for (int64_t r = 0; r < e.tile[0].validRows; ++r) {
    auto block = [&](const TileRef &s) {
      return (s.addr + r * s.desc->ld * s.elementSize()) >>
             t.banks.groupShift.value;
    };
    int64_t distance = static_cast<int64_t>(block(b) - block(a));
    unsigned d = static_cast<unsigned>(distance) % groups;
    if (d < blocks || groups - d < blocks)
      conflicts += perRow;
    if (r == 0 && a.desc->ld * a.elementSize() == b.desc->ld * b.elementSize())
      return conflicts * e.tile[0].validRows; // the same in every row
  }
  return conflicts;
}

static Cost cyclesBinary(const ExecInst &e, const target::Target &t) {
  if (t.vectorRows.latency > 0)
    return costLoops(e, t);
  const TileRef &d = e.tile[0];
  unsigned size = widest(e);
  double repeats = rowRepeats(d.validRows, d.validCols, size, t);
  double extra = readConflicts(e, t) * t.banks.readConflictCycles;
  return make(e, t, repeats, extra);
}

Cost costOfRows(const ExecInst &e, const target::Target &t, unsigned tile,
                double steps) {
  const TileRef &rows = e.tile[tile];
  const target::VectorCost &c = t.vectorCost(e.inst->info->cls);
  Cost cost;
  cost.occupancy = cost.latency =
      c.fixed +
      steps * c.perRepeat *
          rowRepeats(rows.validRows, rows.validCols, rows.elementSize(), t);
  return cost;
}

// Reached only with the timing observer off; the engine knows the traffic.
static Cost cyclesEngine(const ExecInst &, const target::Target &) {
  return Cost();
}

const CostRule costLinear = {
    cyclesLinear, "f + r * ceil(bytes / 256), per row where rows are apart"};
#define PYPTO_PRECISE "; the precise variants have f and r of their own classes"
const CostRule costFunction = {
    cyclesLinear,
    "f + r * ceil(bytes / 256), per row where rows are apart" PYPTO_PRECISE};
const CostRule costReciprocal = {
    cyclesLinear, "f + r * ceil(bytes / 256), per row where rows are apart; on "
                  "the 910B r is 9 for 16-bit floats (PTO cost model "
                  "tests)" PYPTO_PRECISE};
#define PYPTO_BINARY                                                           \
  "f + rows * ceil(row bytes / 256) * (r + 1 if the sources share banks)"
const CostRule costBinary = {cyclesBinary, PYPTO_BINARY};
const CostRule costDivide = {cyclesBinary, PYPTO_BINARY PYPTO_PRECISE};
#undef PYPTO_BINARY
#undef PYPTO_PRECISE
const CostRule costRows = {cyclesRows, "f + r * rows * ceil(row bytes / 256)"};
static CostNumbers numbersEngine(const target::Target &t, target::VectorClass) {
  return {t.gm.loadLatency, t.gm.coreRateAiv};
}
const CostRule costEngine = {cyclesEngine,
                             "f + lines / rate, at most r bytes a cycle, and "
                             "what L2 and HBM leave to the core",
                             /*isPublished=*/true, numbersEngine};
const CostRule costByIndex = {cyclesEngine,
                              "as tload, a transfer for each index",
                              /*isPublished=*/false, numbersEngine};

} // namespace pypto::coremodel
