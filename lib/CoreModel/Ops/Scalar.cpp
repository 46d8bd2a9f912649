//===- Scalar.cpp - a tile and a scalar -------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "OpTable.h"
#include "Scratch.h"
#include <cstring>

namespace pypto::coremodel {

static void applyScalar(ScalarFnK fn, const TileRef &d, const TileRef &a,
                        const void *s) {
  Runs runs = commonRuns(d.validRows, d.validCols, {&d, &a});
  if (runs.inner == 0) {
    for (int64_t r = 0; r < d.validRows; ++r)
      for (int64_t c = 0; c < d.validCols; ++c)
        fn(elementAt(d, r, c), elementAt(a, r, c), s, 1);
    return;
  }
  for (int64_t i = 0; i < runs.outer; ++i)
    fn(runAt(d, runs, i), runAt(a, runs, i), s,
       static_cast<size_t>(runs.inner));
}

static void execScalar(ExecInst &e) {
  uint64_t s;
  scalarElement(e, 0, e.tile[0].desc->type, &s);
  applyScalar(reinterpret_cast<ScalarFnK>(e.inst->kernel), e.tile[0], e.tile[1],
              &s);
}

/// [dst, a] and one scalar. `Reversed` is used when the scalar comes first.
template <BinaryOp Op, BinaryOp Reversed>
static bool selectScalar(TileInst &inst, const Program &p, std::string &why) {
  if (!needTiles(inst, 2, why) || !sameTypes(inst, p, 1, 1, why))
    return false;
  if (inst.numScalars < 1) {
    why = "needs a scalar operand";
    return false;
  }
  DType type = tileOf(inst, p, 0).type;
  BinaryOp op = inst.attrs.reversed ? Reversed : Op;
  ScalarFnK fn =
      kernels().scalar[static_cast<unsigned>(op)][static_cast<unsigned>(type)];
  if (!fn)
    return noForm(why, type);
  inst.kernel = reinterpret_cast<void (*)()>(fn);
  inst.exec = execScalar;
  inst.part = resultPart;
  return true;
}

/// d = (a Op s) + b, each step rounded. [dst, a, b] and one scalar.
static void execScalarTernary(ExecInst &e) {
  execScalar(e);
  const TileRef &d = e.tile[0], &b = e.tile[2];
  BinaryFn add = kernels().binary[static_cast<unsigned>(BinaryOp::Add)]
                                 [static_cast<unsigned>(d.desc->type)];
  Runs runs = commonRuns(d.validRows, d.validCols, {&d, &b});
  if (runs.inner == 0) {
    for (int64_t r = 0; r < d.validRows; ++r)
      for (int64_t c = 0; c < d.validCols; ++c)
        add(elementAt(d, r, c), elementAt(d, r, c), elementAt(b, r, c), 1);
    return;
  }
  for (int64_t i = 0; i < runs.outer; ++i)
    add(runAt(d, runs, i), runAt(d, runs, i), runAt(b, runs, i),
        static_cast<size_t>(runs.inner));
}
template <BinaryOp Op>
static bool selectScalarTernary(TileInst &inst, const Program &p,
                                std::string &why) {
  if (!needTiles(inst, 3, why) || !sameTypes(inst, p, 1, 2, why) ||
      !selectScalar<Op, Op>(inst, p, why))
    return false;
  inst.exec = execScalarTernary;
  return true;
}

/// dst += s * a: one fused multiply-add in f32, rounded to dst's type.
/// [dst, a] and one scalar.
static void execAxpy(ExecInst &e) {
  const TileRef &d = e.tile[0], &a = e.tile[1];
  auto dt = static_cast<unsigned>(d.desc->type);
  auto at = static_cast<unsigned>(a.desc->type);
  const KernelTable &k = kernels();
  float s = static_cast<float>(e.scalar[0].f);
  float fd[256], fa[256];
  for (int64_t r = 0; r < d.validRows; ++r)
    for (int64_t c = 0; c < d.validCols; c += 256) {
      auto n = static_cast<size_t>(std::min<int64_t>(256, d.validCols - c));
      k.toFloat[dt](fd, elementAt(d, r, c), n);
      k.toFloat[at](fa, elementAt(a, r, c), n);
      k.axpyF32(fd, fa, s, n);
      k.fromFloat[dt](elementAt(d, r, c), fd, n);
    }
}
static bool selectAxpy(TileInst &inst, const Program &p, std::string &why) {
  if (!needTiles(inst, 2, why))
    return false;
  const TileDesc &d = tileOf(inst, p, 0), &a = tileOf(inst, p, 1);
  const KernelTable &k = kernels();
  if (!k.toFloat[static_cast<unsigned>(d.type)])
    return noForm(why, d.type);
  if (!k.toFloat[static_cast<unsigned>(a.type)])
    return noForm(why, a.type);
  if (d.layout != Layout::ND || a.layout != Layout::ND) {
    why = "needs row-major tiles";
    return false;
  }
  inst.exec = execAxpy;
  inst.part = resultPart;
  return true;
}

using target::VectorClass;

static const OpInfo kOps[] = {
    {"tadds", selectScalar<BinaryOp::Add, BinaryOp::Add>, costRows,
     VectorClass::Scalar, true},
    {"tsubs", selectScalar<BinaryOp::Sub, BinaryOp::RSub>, costRows,
     VectorClass::Scalar, true},
    {"tmuls", selectScalar<BinaryOp::Mul, BinaryOp::Mul>, costRows,
     VectorClass::Scalar, true},
    {"tdivs", selectScalar<BinaryOp::Div, BinaryOp::RDiv>, costReciprocal,
     VectorClass::Recip, true},
    {"tmaxs", selectScalar<BinaryOp::Max, BinaryOp::Max>, costRows,
     VectorClass::Scalar, true},
    {"tmins", selectScalar<BinaryOp::Min, BinaryOp::Min>, costRows,
     VectorClass::Scalar, true},
    {"trems", selectScalar<BinaryOp::Rem, BinaryOp::Rem>, costRows,
     VectorClass::Other, true, false, scratchOfRemainder},
    {"tfmods", selectScalar<BinaryOp::Fmod, BinaryOp::Fmod>, costRows,
     VectorClass::Other, true},
    {"tpows", selectScalar<BinaryOp::Pow, BinaryOp::Pow>, costRows,
     VectorClass::Other, true},
    {"tands", selectScalar<BinaryOp::And, BinaryOp::And>, costRows,
     VectorClass::Scalar, false},
    {"tors", selectScalar<BinaryOp::Or, BinaryOp::Or>, costRows,
     VectorClass::Scalar, false},
    {"txors", selectScalar<BinaryOp::Xor, BinaryOp::Xor>, costRows,
     VectorClass::Other, false, false, scratchLikeResult},
    {"tshls", selectScalar<BinaryOp::Shl, BinaryOp::Shl>, costRows,
     VectorClass::Scalar, true},
    {"tshrs", selectScalar<BinaryOp::Shr, BinaryOp::Shr>, costRows,
     VectorClass::Scalar, true},
    {"tlrelu", selectScalar<BinaryOp::Prelu, BinaryOp::Prelu>, costRows,
     VectorClass::Scalar, true},
    {"taddsc", selectScalarTernary<BinaryOp::Add>, costRows, VectorClass::Fused,
     false},
    {"tsubsc", selectScalarTernary<BinaryOp::Sub>, costRows, VectorClass::Fused,
     false},
    {"taxpy", selectAxpy, costRows, VectorClass::Fused, true},
};

OpList scalarOps() { return {kOps, std::size(kOps)}; }

} // namespace pypto::coremodel
