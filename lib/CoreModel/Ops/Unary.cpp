//===- Unary.cpp - functions of one tile ------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "OpTable.h"

namespace pypto::coremodel {

static void execUnary(ExecInst &e) {
  const TileRef &d = e.tile[0], &a = e.tile[1];
  auto fn = reinterpret_cast<UnaryFn>(e.inst->kernel);
  Runs runs = commonRuns(d.validRows, d.validCols, {&d, &a});
  if (runs.inner == 0) {
    for (int64_t r = 0; r < d.validRows; ++r)
      for (int64_t c = 0; c < d.validCols; ++c)
        fn(elementAt(d, r, c), elementAt(a, r, c), 1);
    return;
  }
  for (int64_t i = 0; i < runs.outer; ++i)
    fn(runAt(d, runs, i), runAt(a, runs, i), static_cast<size_t>(runs.inner));
}

/// [dst, a, scratch?]
template <UnaryOp Op>
static bool selectUnary(TileInst &inst, const Program &p, std::string &why) {
  if (!needTiles(inst, 2, why) || !sameTypes(inst, p, 1, 1, why))
    return false;
  DType type = tileOf(inst, p, 0).type;
  UnaryFn fn =
      kernels().unary[static_cast<unsigned>(Op)][static_cast<unsigned>(type)];
  if (!fn)
    return noForm(why, type);
  inst.kernel = reinterpret_cast<void (*)()>(fn);
  inst.exec = execUnary;
  inst.part = resultPart;
  return true;
}

using target::VectorClass;

static const OpInfo kOps[] = {
    {"tabs", selectUnary<UnaryOp::Abs>, costLinear, VectorClass::Unary, true},
    {"tneg", selectUnary<UnaryOp::Neg>, costLinear, VectorClass::Unary, true},
    {"texp", selectUnary<UnaryOp::Exp>, costFunction, VectorClass::Exp, true},
    {"tlog", selectUnary<UnaryOp::Log>, costFunction, VectorClass::Log, true},
    {"tsqrt", selectUnary<UnaryOp::Sqrt>, costFunction, VectorClass::Sqrt,
     true},
    {"trsqrt", selectUnary<UnaryOp::Rsqrt>, costFunction, VectorClass::Rsqrt,
     true},
    {"trecip", selectUnary<UnaryOp::Recip>, costReciprocal, VectorClass::Recip,
     true, false, nullptr, /*apartOnA2A3=*/true},
    {"trelu", selectUnary<UnaryOp::Relu>, costLinear, VectorClass::Unary, true},
    {"tnot", selectUnary<UnaryOp::Not>, costLinear, VectorClass::Unary, true},
};

OpList unaryOps() { return {kOps, std::size(kOps)}; }

} // namespace pypto::coremodel
