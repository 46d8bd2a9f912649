//===- ScalarOps.cpp - instructions of the scalar unit ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names follow arith's. Integer registers hold sign-extended values; results
// wrap at the width of the instruction's type. i1 is held as 0 or 1 (Bool).
//
//===----------------------------------------------------------------------===//

#include "pypto/CoreModel/Builder.h"
#include <algorithm>
#include <cmath>

namespace pypto::coremodel {

static int64_t wrap(DType type, uint64_t v) {
  switch (sizeOf(type)) {
  case 1:
    return type == DType::Bool ? static_cast<int64_t>(v & 1)
                               : static_cast<int8_t>(v);
  case 2:
    return static_cast<int16_t>(v);
  case 4:
    return static_cast<int32_t>(v);
  default:
    return static_cast<int64_t>(v);
  }
}
/// The value as unsigned at the type's width.
static uint64_t asUnsigned(DType type, int64_t v) {
  unsigned bits = sizeOf(type) * 8;
  return bits == 64 ? static_cast<uint64_t>(v)
                    : static_cast<uint64_t>(v) & ((1ull << bits) - 1);
}

#define PYPTO_INT(NAME, EXPR)                                                  \
  static void NAME(Reg *r, const Inst &in) {                                   \
    int64_t a = r[in.a].i, b = r[in.b].i;                                      \
    auto ua = static_cast<uint64_t>(a), ub = static_cast<uint64_t>(b);         \
    (void)a, (void)b, (void)ua, (void)ub;                                      \
    r[in.dst].i = wrap(in.type, static_cast<uint64_t>(EXPR));                  \
  }
PYPTO_INT(addi, ua + ub)
PYPTO_INT(subi, ua - ub)
PYPTO_INT(muli, ua *ub)
PYPTO_INT(andi, ua &ub)
PYPTO_INT(ori, ua | ub)
PYPTO_INT(xori, ua ^ ub)
PYPTO_INT(maxsi, std::max(a, b))
PYPTO_INT(minsi, std::min(a, b))
PYPTO_INT(maxui, std::max(asUnsigned(in.type, a), asUnsigned(in.type, b)))
PYPTO_INT(minui, std::min(asUnsigned(in.type, a), asUnsigned(in.type, b)))
// Division by zero is undefined in arith; the model gives all ones.
PYPTO_INT(divsi, b == 0 ? -1 : b == -1 ? static_cast<int64_t>(0 - ua) : a / b)
PYPTO_INT(remsi, b == 0 ? -1 : b == -1 ? 0 : a % b)
PYPTO_INT(divui, asUnsigned(in.type, b) == 0
                     ? ~0ull
                     : asUnsigned(in.type, a) / asUnsigned(in.type, b))
PYPTO_INT(remui, asUnsigned(in.type, b) == 0
                     ? ~0ull
                     : asUnsigned(in.type, a) % asUnsigned(in.type, b))
PYPTO_INT(floordivsi, b == 0    ? -1
                      : b == -1 ? static_cast<int64_t>(0 - ua)
                                : a / b - (a % b != 0 && (a < 0) != (b < 0)))
PYPTO_INT(ceildivsi, b == 0    ? -1
                     : b == -1 ? static_cast<int64_t>(0 - ua)
                               : a / b + (a % b != 0 && (a < 0) == (b < 0)))
PYPTO_INT(ceildivui,
          asUnsigned(in.type, b) == 0
              ? ~0ull
              : asUnsigned(in.type, a) / asUnsigned(in.type, b) +
                    (asUnsigned(in.type, a) % asUnsigned(in.type, b) != 0))
PYPTO_INT(shli, ub < sizeOf(in.type) * 8 ? ua << ub : 0)
PYPTO_INT(shrsi, a >> std::min<uint64_t>(ub, sizeOf(in.type) * 8 - 1))
PYPTO_INT(shrui, ub < sizeOf(in.type) * 8 ? asUnsigned(in.type, a) >> ub : 0)
#undef PYPTO_INT

#define PYPTO_CMP(NAME, TYPE, EXPR)                                            \
  static void NAME(Reg *r, const Inst &in) {                                   \
    TYPE;                                                                      \
    r[in.dst].i = (EXPR);                                                      \
  }
#define PYPTO_S int64_t a = r[in.a].i, b = r[in.b].i
#define PYPTO_U                                                                \
  uint64_t a = asUnsigned(in.type, r[in.a].i),                                 \
           b = asUnsigned(in.type, r[in.b].i)
#define PYPTO_F double a = r[in.a].f, b = r[in.b].f
PYPTO_CMP(cmpEq, PYPTO_S, a == b)
PYPTO_CMP(cmpNe, PYPTO_S, a != b)
PYPTO_CMP(cmpSlt, PYPTO_S, a < b)
PYPTO_CMP(cmpSle, PYPTO_S, a <= b)
PYPTO_CMP(cmpSgt, PYPTO_S, a > b)
PYPTO_CMP(cmpSge, PYPTO_S, a >= b)
PYPTO_CMP(cmpUlt, PYPTO_U, a < b)
PYPTO_CMP(cmpUle, PYPTO_U, a <= b)
PYPTO_CMP(cmpUgt, PYPTO_U, a > b)
PYPTO_CMP(cmpUge, PYPTO_U, a >= b)
PYPTO_CMP(cmpOeq, PYPTO_F, a == b)
PYPTO_CMP(cmpOgt, PYPTO_F, a > b)
PYPTO_CMP(cmpOge, PYPTO_F, a >= b)
PYPTO_CMP(cmpOlt, PYPTO_F, a < b)
PYPTO_CMP(cmpOle, PYPTO_F, a <= b)
PYPTO_CMP(cmpOne, PYPTO_F, a<b || a> b)
PYPTO_CMP(cmpOrd, PYPTO_F, a == a && b == b)
PYPTO_CMP(cmpUeq, PYPTO_F, !(a < b || a > b))
PYPTO_CMP(cmpUgtF, PYPTO_F, !(a <= b))
PYPTO_CMP(cmpUgeF, PYPTO_F, !(a < b))
PYPTO_CMP(cmpUltF, PYPTO_F, !(a >= b))
PYPTO_CMP(cmpUleF, PYPTO_F, !(a > b))
PYPTO_CMP(cmpUne, PYPTO_F, !(a == b))
PYPTO_CMP(cmpUno, PYPTO_F, a != a || b != b)
#undef PYPTO_CMP
#undef PYPTO_S
#undef PYPTO_U
#undef PYPTO_F

// One rounding in double and one to the type: innocuous for + - * / up to f32.
#define PYPTO_FLOAT(NAME, EXPR)                                                \
  static void NAME(Reg *r, const Inst &in) {                                   \
    double a = r[in.a].f, b = in.b < 0 ? 0 : r[in.b].f;                        \
    (void)b;                                                                   \
    r[in.dst].f = roundTo(in.type, EXPR);                                      \
  }
PYPTO_FLOAT(addf, a + b)
PYPTO_FLOAT(subf, a - b)
PYPTO_FLOAT(mulf, a *b)
PYPTO_FLOAT(divf, a / b)
PYPTO_FLOAT(remf, std::fmod(a, b))
PYPTO_FLOAT(negf, -a)
PYPTO_FLOAT(truncf, a)
PYPTO_FLOAT(maxnumf, std::fmax(a, b))
PYPTO_FLOAT(minnumf, std::fmin(a, b))
PYPTO_FLOAT(maximumf, a != a || b != b ? a + b : std::fmax(a, b))
PYPTO_FLOAT(minimumf, a != a || b != b ? a + b : std::fmin(a, b))
#undef PYPTO_FLOAT

static void extsi(Reg *r, const Inst &in) { r[in.dst].i = r[in.a].i; }
static void trunci(Reg *r, const Inst &in) {
  r[in.dst].i = wrap(in.type, static_cast<uint64_t>(r[in.a].i));
}
/// imm: bits of the source.
static void extui(Reg *r, const Inst &in) {
  uint64_t v = static_cast<uint64_t>(r[in.a].i);
  if (in.imm < 64)
    v &= (1ull << in.imm) - 1;
  r[in.dst].i = wrap(in.type, v);
}
/// i1 true is -1 when extended with its sign.
static void extsiBool(Reg *r, const Inst &in) { r[in.dst].i = -r[in.a].i; }
static void sitofp(Reg *r, const Inst &in) {
  r[in.dst].f = roundTo(in.type, static_cast<double>(r[in.a].i));
}
static void uitofp(Reg *r, const Inst &in) {
  uint64_t v = static_cast<uint64_t>(r[in.a].i);
  if (in.imm < 64)
    v &= (1ull << in.imm) - 1;
  r[in.dst].f = roundTo(in.type, static_cast<double>(v));
}
static void fptosi(Reg *r, const Inst &in) {
  double v = std::trunc(r[in.a].f);
  // Out of range is undefined in arith; the model saturates at 64 bits.
  int64_t i = v != v                       ? 0
              : v >= 9223372036854775808.0 ? INT64_MAX
              : v < -9223372036854775808.0 ? INT64_MIN
                                           : static_cast<int64_t>(v);
  r[in.dst].i = wrap(in.type, static_cast<uint64_t>(i));
}
static void select(Reg *r, const Inst &in) {
  r[in.dst] = r[in.a].i ? r[in.b] : r[in.c];
}
static void move(Reg *r, const Inst &in) { r[in.dst] = r[in.a]; }
/// dst = a + b * imm: address arithmetic in one step.
static void madi(Reg *r, const Inst &in) {
  r[in.dst].i = r[in.a].i + r[in.b].i * in.imm;
}

namespace {
struct Entry {
  std::string_view name;
  ScalarFn fn;
};
} // namespace

static constexpr Entry kEntries[] = {
    {"addi", addi},
    {"subi", subi},
    {"muli", muli},
    {"andi", andi},
    {"ori", ori},
    {"xori", xori},
    {"maxsi", maxsi},
    {"minsi", minsi},
    {"maxui", maxui},
    {"minui", minui},
    {"divsi", divsi},
    {"remsi", remsi},
    {"divui", divui},
    {"remui", remui},
    {"floordivsi", floordivsi},
    {"ceildivsi", ceildivsi},
    {"ceildivui", ceildivui},
    {"shli", shli},
    {"shrsi", shrsi},
    {"shrui", shrui},
    {"cmpi.eq", cmpEq},
    {"cmpi.ne", cmpNe},
    {"cmpi.slt", cmpSlt},
    {"cmpi.sle", cmpSle},
    {"cmpi.sgt", cmpSgt},
    {"cmpi.sge", cmpSge},
    {"cmpi.ult", cmpUlt},
    {"cmpi.ule", cmpUle},
    {"cmpi.ugt", cmpUgt},
    {"cmpi.uge", cmpUge},
    {"cmpf.oeq", cmpOeq},
    {"cmpf.ogt", cmpOgt},
    {"cmpf.oge", cmpOge},
    {"cmpf.olt", cmpOlt},
    {"cmpf.ole", cmpOle},
    {"cmpf.one", cmpOne},
    {"cmpf.ord", cmpOrd},
    {"cmpf.ueq", cmpUeq},
    {"cmpf.ugt", cmpUgtF},
    {"cmpf.uge", cmpUgeF},
    {"cmpf.ult", cmpUltF},
    {"cmpf.ule", cmpUleF},
    {"cmpf.une", cmpUne},
    {"cmpf.uno", cmpUno},
    {"addf", addf},
    {"subf", subf},
    {"mulf", mulf},
    {"divf", divf},
    {"remf", remf},
    {"negf", negf},
    {"truncf", truncf},
    {"extf", move},
    {"maxnumf", maxnumf},
    {"minnumf", minnumf},
    {"maximumf", maximumf},
    {"minimumf", minimumf},
    {"extsi", extsi},
    {"extsi.bool", extsiBool},
    {"extui", extui},
    {"trunci", trunci},
    {"index_cast", trunci},
    {"index_castui", extui},
    {"sitofp", sitofp},
    {"uitofp", uitofp},
    {"fptosi", fptosi},
    {"fptoui", fptosi},
    {"select", select},
    {"move", move},
    {"madi", madi},
};

ScalarFn findScalarOp(std::string_view name) {
  for (const Entry &entry : kEntries)
    if (entry.name == name)
      return entry.fn;
  return nullptr;
}

} // namespace pypto::coremodel
