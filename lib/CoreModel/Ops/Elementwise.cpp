//===- Elementwise.cpp - tile by tile arithmetic ----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "OpTable.h"
#include "Scratch.h"
#include <algorithm>
#include <cstring>

namespace pypto::coremodel {

/// Element by element, any layout.
static void applyScattered(BinaryFn fn, const TileRef &d, const TileRef &a,
                           const TileRef &b, int64_t rows, int64_t cols) {
  for (int64_t r = 0; r < rows; ++r)
    for (int64_t c = 0; c < cols; ++c)
      fn(elementAt(d, r, c), elementAt(a, r, c), elementAt(b, r, c), 1);
}

static void applyBinary(BinaryFn fn, const TileRef &d, const TileRef &a,
                        const TileRef &b, int64_t rows, int64_t cols) {
  Runs runs = commonRuns(rows, cols, {&d, &a, &b});
  if (runs.inner == 0)
    return applyScattered(fn, d, a, b, rows, cols);
  for (int64_t i = 0; i < runs.outer; ++i)
    fn(runAt(d, runs, i), runAt(a, runs, i), runAt(b, runs, i),
       static_cast<size_t>(runs.inner));
}

static BinaryFn kernelOf(const ExecInst &e) {
  return reinterpret_cast<BinaryFn>(e.inst->kernel);
}

static void execBinary(ExecInst &e) {
  applyBinary(kernelOf(e), e.tile[0], e.tile[1], e.tile[2], e.tile[0].validRows,
              e.tile[0].validCols);
}

/// [dst, a, b, scratch?]
template <BinaryOp Op>
static bool selectBinary(TileInst &inst, const Program &p, std::string &why) {
  if (!needTiles(inst, 3, why) || !sameTypes(inst, p, 1, 2, why))
    return false;
  DType type = tileOf(inst, p, 0).type;
  BinaryFn fn =
      kernels().binary[static_cast<unsigned>(Op)][static_cast<unsigned>(type)];
  if (!fn)
    return noForm(why, type);
  inst.kernel = reinterpret_cast<void (*)()>(fn);
  inst.exec = execBinary;
  inst.part = resultPart;
  return true;
}

/// d = (a Op b) + c, each step rounded to the element type. [dst, a, b, c]
template <BinaryOp Op> static void execTernary(ExecInst &e) {
  auto type = static_cast<unsigned>(e.tile[0].desc->type);
  int64_t rows = e.tile[0].validRows, cols = e.tile[0].validCols;
  applyBinary(kernelOf(e), e.tile[0], e.tile[1], e.tile[2], rows, cols);
  applyBinary(kernels().binary[static_cast<unsigned>(BinaryOp::Add)][type],
              e.tile[0], e.tile[0], e.tile[3], rows, cols);
}
template <BinaryOp Op>
static bool selectTernary(TileInst &inst, const Program &p, std::string &why) {
  if (!needTiles(inst, 4, why) || !sameTypes(inst, p, 1, 3, why) ||
      !selectBinary<Op>(inst, p, why))
    return false;
  inst.exec = execTernary<Op>;
  return true;
}

/// Op where both sources are valid, a copy where one is. [dst, a, b]
static void execPartial(ExecInst &e) {
  const TileRef &d = e.tile[0], &a = e.tile[1], &b = e.tile[2];
  unsigned size = d.elementSize();
  BinaryFn fn = kernelOf(e);
  for (int64_t r = 0; r < d.validRows; ++r) {
    int64_t inA = r < a.validRows ? std::min(a.validCols, d.validCols) : 0;
    int64_t inB = r < b.validRows ? std::min(b.validCols, d.validCols) : 0;
    int64_t both = std::min(inA, inB);
    bool plain = d.desc->layout == Layout::ND && a.desc->layout == Layout::ND &&
                 b.desc->layout == Layout::ND;
    if (plain && both > 0)
      fn(elementAt(d, r, 0), elementAt(a, r, 0), elementAt(b, r, 0),
         static_cast<size_t>(both));
    for (int64_t c = plain ? both : 0; c < std::max(inA, inB); ++c) {
      if (c < both)
        fn(elementAt(d, r, c), elementAt(a, r, c), elementAt(b, r, c), 1);
      else
        std::memmove(elementAt(d, r, c), elementAt(c < inA ? a : b, r, c),
                     size);
    }
  }
}
static Part partOfPartial(const ExecInst &e, unsigned tile) {
  Part part = resultPart(e, tile), valid = validPart(e, tile);
  if (tile == 0 || e.inst->access[tile] & AccessScratch)
    return part;
  return {0, 0, std::min(part.rows, valid.rows),
          std::min(part.cols, valid.cols)};
}
template <BinaryOp Op>
static bool selectPartial(TileInst &inst, const Program &p, std::string &why) {
  if (!selectBinary<Op>(inst, p, why))
    return false;
  inst.exec = execPartial;
  inst.part = partOfPartial;
  return true;
}

using target::VectorClass;

static const OpInfo kOps[] = {
    {"tadd", selectBinary<BinaryOp::Add>, costBinary, VectorClass::Binary,
     true},
    {"tsub", selectBinary<BinaryOp::Sub>, costBinary, VectorClass::Binary,
     true},
    {"tmul", selectBinary<BinaryOp::Mul>, costBinary, VectorClass::Mul, true},
    {"tdiv", selectBinary<BinaryOp::Div>, costDivide, VectorClass::Div, true},
    {"tmax", selectBinary<BinaryOp::Max>, costBinary, VectorClass::Binary,
     true},
    {"tmin", selectBinary<BinaryOp::Min>, costBinary, VectorClass::Binary,
     true},
    {"tand", selectBinary<BinaryOp::And>, costBinary, VectorClass::Binary,
     true},
    {"tor", selectBinary<BinaryOp::Or>, costBinary, VectorClass::Binary, true},
    {"txor", selectBinary<BinaryOp::Xor>, costBinary, VectorClass::Other, false,
     false, scratchLikeResult},
    {"tshl", selectBinary<BinaryOp::Shl>, costBinary, VectorClass::Other, true},
    {"tshr", selectBinary<BinaryOp::Shr>, costBinary, VectorClass::Other, true},
    {"trem", selectBinary<BinaryOp::Rem>, costBinary, VectorClass::Other, true,
     false, scratchOfRemainder},
    {"tfmod", selectBinary<BinaryOp::Fmod>, costBinary, VectorClass::Other,
     true},
    {"tpow", selectBinary<BinaryOp::Pow>, costBinary, VectorClass::Other, true},
    {"tprelu", selectBinary<BinaryOp::Prelu>, costBinary, VectorClass::Other,
     false, false, scratchOfPrelu},
    {"taddc", selectTernary<BinaryOp::Add>, costBinary, VectorClass::Fused,
     false},
    {"tsubc", selectTernary<BinaryOp::Sub>, costBinary, VectorClass::Fused,
     false},
    {"tpartadd", selectPartial<BinaryOp::Add>, costBinary, VectorClass::Binary,
     true},
    {"tpartmul", selectPartial<BinaryOp::Mul>, costBinary, VectorClass::Mul,
     true},
    {"tpartmax", selectPartial<BinaryOp::Max>, costBinary, VectorClass::Binary,
     true},
    {"tpartmin", selectPartial<BinaryOp::Min>, costBinary, VectorClass::Binary,
     true},
};

OpList elementwiseOps() { return {kOps, std::size(kOps)}; }

} // namespace pypto::coremodel
