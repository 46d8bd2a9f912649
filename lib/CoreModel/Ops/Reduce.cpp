//===- Reduce.cpp - reductions over rows and columns ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Only valid elements take part. Rows reduce by a fixed tree (Reduce-inl.h);
// columns reduce row after row, each step rounded to the element type, or by
// halving when the binary form is asked for.
//
//===----------------------------------------------------------------------===//

#include "OpTable.h"
#include "Scratch.h"
#include <algorithm>
#include <cstring>

namespace pypto::coremodel {

/// A row as contiguous elements, gathered when the layout scatters it.
static const uint8_t *rowOf(const TileRef &s, int64_t r,
                            std::vector<uint8_t> &buffer) {
  if (s.desc->layout == Layout::ND)
    return elementAt(s, r, 0);
  unsigned size = s.elementSize();
  buffer.resize(static_cast<size_t>(s.validCols) * size);
  for (int64_t c = 0; c < s.validCols; ++c)
    std::memcpy(buffer.data() + c * size, elementAt(s, r, c), size);
  return buffer.data();
}

static void execRowReduce(ExecInst &e) {
  const TileRef &d = e.tile[0], &s = e.tile[1];
  auto fn = reinterpret_cast<ReduceFn>(e.inst->kernel);
  std::vector<uint8_t> buffer;
  if (s.validCols == 0)
    return;
  for (int64_t r = 0; r < s.validRows; ++r)
    fn(elementAt(d, r, 0), rowOf(s, r, buffer),
       static_cast<size_t>(s.validCols));
}

/// The source's valid part becomes one column (Rows) or one row.
template <bool Rows>
static Part partOfReduction(const ExecInst &e, unsigned tile) {
  if (tile > 1)
    return wholePart(e.tile[tile]);
  Part part = validPart(e, 1);
  if (part.rows == 0 || part.cols == 0)
    return {};
  if (tile == 0)
    (Rows ? part.cols : part.rows) = 1;
  return part;
}

/// [dst, src, scratch?]
template <ReduceOp Op>
static bool selectRowReduce(TileInst &inst, const Program &p,
                            std::string &why) {
  if (!needTiles(inst, 2, why) || !sameTypes(inst, p, 1, 1, why))
    return false;
  DType type = tileOf(inst, p, 0).type;
  ReduceFn fn =
      kernels().reduce[static_cast<unsigned>(Op)][static_cast<unsigned>(type)];
  if (!fn)
    return noForm(why, type);
  inst.kernel = reinterpret_cast<void (*)()>(fn);
  inst.exec = execRowReduce;
  inst.part = partOfReduction<true>;
  return true;
}

static void execColReduce(ExecInst &e) {
  const TileRef &d = e.tile[0], &s = e.tile[1];
  auto fn = reinterpret_cast<BinaryFn>(e.inst->kernel);
  unsigned size = s.elementSize();
  auto cols = static_cast<size_t>(s.validCols);
  if (s.validRows == 0 || cols == 0)
    return;
  std::vector<uint8_t> buffer;
  if (e.inst->attrs.flag) {
    // Binary form: neighbours are added in place until one row is left; an odd
    // row is added to the last pair.
    size_t line = cols * size;
    std::vector<uint8_t> rows(static_cast<size_t>(s.validRows) * line);
    for (int64_t r = 0; r < s.validRows; ++r)
      std::memcpy(rows.data() + r * line, rowOf(s, r, buffer), line);
    for (auto left = static_cast<size_t>(s.validRows); left > 1; left /= 2) {
      for (size_t pair = 0; pair < left / 2; ++pair)
        fn(rows.data() + pair * line, rows.data() + 2 * pair * line,
           rows.data() + (2 * pair + 1) * line, cols);
      uint8_t *last = rows.data() + (left / 2 - 1) * line;
      if (left % 2)
        fn(last, last, rows.data() + (left - 1) * line, cols);
    }
    std::memcpy(elementAt(d, 0, 0), rows.data(), cols * size);
    return;
  }
  uint8_t *out = elementAt(d, 0, 0);
  std::memmove(out, rowOf(s, 0, buffer), cols * size);
  for (int64_t r = 1; r < s.validRows; ++r)
    fn(out, out, rowOf(s, r, buffer), cols);
}

template <BinaryOp Op>
static bool selectColReduce(TileInst &inst, const Program &p,
                            std::string &why) {
  if (!needTiles(inst, 2, why) || !sameTypes(inst, p, 1, 1, why))
    return false;
  DType type = tileOf(inst, p, 0).type;
  BinaryFn fn =
      kernels().binary[static_cast<unsigned>(Op)][static_cast<unsigned>(type)];
  if (!fn)
    return noForm(why, type);
  if (tileOf(inst, p, 0).layout != Layout::ND) {
    why = "needs a row-major result";
    return false;
  }
  inst.kernel = reinterpret_cast<void (*)()>(fn);
  inst.exec = execColReduce;
  inst.part = partOfReduction<false>;
  return true;
}

/// Index of the first largest (smallest) element; a NaN never wins.
template <bool Max, bool Rows> static void execArg(ExecInst &e) {
  const TileRef &d = e.tile[0], &s = e.tile[1];
  DType type = s.desc->type;
  int64_t outer = Rows ? s.validRows : s.validCols;
  int64_t inner = Rows ? s.validCols : s.validRows;
  bool real = isFloat(type);
  if (inner == 0)
    return;
  for (int64_t o = 0; o < outer; ++o) {
    int64_t best = 0;
    double bestReal = 0;
    int64_t bestInt = 0;
    for (int64_t i = 0; i < inner; ++i) {
      const uint8_t *p = elementAt(s, Rows ? o : i, Rows ? i : o);
      double v = real ? loadAsDouble(type, p) : 0;
      int64_t n = real ? 0 : loadAsInt(type, p);
      bool better = real ? (Max ? v > bestReal : v < bestReal)
                         : (Max ? n > bestInt : n < bestInt);
      if (i == 0 || better || (real && bestReal != bestReal && v == v)) {
        best = i;
        bestReal = v;
        bestInt = n;
      }
    }
    storeInt(d.desc->type, elementAt(d, Rows ? o : 0, Rows ? 0 : o), best);
  }
}

/// [dst indices, src, scratch?]
template <bool Max, bool Rows>
static bool selectArg(TileInst &inst, const Program &p, std::string &why) {
  if (!needTiles(inst, 2, why))
    return false;
  DType type = tileOf(inst, p, 0).type;
  if (type != DType::I32 && type != DType::U32)
    return noForm(why, type);
  inst.exec = execArg<Max, Rows>;
  inst.part = partOfReduction<Rows>;
  return true;
}

/// A number of cycles per row, larger for rows of many repeats.
static Cost cyclesRowReduce(const ExecInst &e, const target::Target &t) {
  const TileRef &s = e.tile[1];
  const target::RowReduceCost &c = t.rowReduce;
  double repeats = rowRepeats(1, s.validCols, s.elementSize(), t);
  double perRow =
      unsigned(s.validCols) <= c.narrowColumns ? c.perRowNarrow : c.perRowWide;
  if (repeats > 2)
    perRow += (repeats - 2) * c.perExtraRepeat;
  Cost cost;
  cost.occupancy = cost.latency = c.fixed + perRow * s.validRows;
  return cost;
}
static CostNumbers numbersRowReduce(const target::Target &t,
                                    target::VectorClass) {
  return {t.rowReduce.fixed, t.rowReduce.perRowNarrow};
}
static constexpr CostRule costRowReduce = {
    cyclesRowReduce,
    "f + rows * r; above 128 columns and beyond 2 repeats more per row",
    /*isPublished=*/true, numbersRowReduce};

/// One instruction per row, each waiting for the one before.
static Cost cyclesColReduce(const ExecInst &e, const target::Target &t) {
  const TileRef &s = e.tile[1];
  const target::VectorCost &c = t.vectorCost(e.inst->info->cls);
  double steps = std::max(1, s.validRows - 1);
  double repeats = rowRepeats(1, s.validCols, s.elementSize(), t);
  Cost cost;
  cost.occupancy = cost.latency = steps * (c.fixed + c.perRepeat * repeats);
  return cost;
}
static constexpr CostRule costColReduce = {
    cyclesColReduce, "(rows - 1) * (f + r * ceil(row bytes / 256))"};

using target::VectorClass;

static const OpInfo kOps[] = {
    {"trowsum", selectRowReduce<ReduceOp::Sum>, costRowReduce,
     VectorClass::ReduceFull, false, false, scratchOfRowReduction},
    {"trowmax", selectRowReduce<ReduceOp::Max>, costRowReduce,
     VectorClass::ReduceFull, false, false, scratchOfRowReduction},
    {"trowmin", selectRowReduce<ReduceOp::Min>, costRowReduce,
     VectorClass::ReduceFull, false, false, scratchOfRowReduction},
    {"trowprod", selectRowReduce<ReduceOp::Prod>, costRowReduce,
     VectorClass::ReduceFull, false, false, scratchOfRowReduction},
    {"trowargmax", selectArg<true, true>, costRowReduce,
     VectorClass::ReduceFull, false},
    {"trowargmin", selectArg<false, true>, costRowReduce,
     VectorClass::ReduceFull, false},
    {"tcolsum", selectColReduce<BinaryOp::Add>, costColReduce,
     VectorClass::Binary, false, false, scratchOfColumnTree},
    {"tcolmax", selectColReduce<BinaryOp::Max>, costColReduce,
     VectorClass::Binary, false},
    {"tcolmin", selectColReduce<BinaryOp::Min>, costColReduce,
     VectorClass::Binary, false},
    {"tcolprod", selectColReduce<BinaryOp::Mul>, costColReduce,
     VectorClass::Mul, false},
    {"tcolargmax", selectArg<true, false>, costColReduce, VectorClass::Binary,
     false},
    {"tcolargmin", selectArg<false, false>, costColReduce, VectorClass::Binary,
     false},
};

OpList reduceOps() { return {kOps, std::size(kOps)}; }

} // namespace pypto::coremodel
