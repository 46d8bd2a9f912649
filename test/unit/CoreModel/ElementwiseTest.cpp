//===- ElementwiseTest.cpp - element-wise operations ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Expected values come from double arithmetic on single elements, rounded once
// to the element type.
//
//===----------------------------------------------------------------------===//

#include "Harness.h"
#include <functional>

using namespace pypto::coremodel;
using namespace pypto::coremodel::test;

/// Shapes around the vector and block widths, odd ones, empty ones.
static const std::pair<int64_t, int64_t> kShapes[] = {
    {1, 1},   {1, 15},  {1, 16},  {1, 17}, {3, 31},
    {16, 64}, {15, 65}, {5, 129}, {0, 16}, {4, 0}};

static int64_t wrapTo(DType type, int64_t v) {
  uint8_t bytes[8];
  storeInt(type, bytes, v);
  return loadAsInt(type, bytes);
}

static void expectSame(DType type, double got, double want, int64_t r,
                       int64_t c, const char *op) {
  if (std::isnan(want))
    EXPECT_TRUE(std::isnan(got)) << op << " " << r << "," << c;
  else
    EXPECT_EQ(got, want) << op << " " << toString(type) << " " << r << "," << c;
}

using Fn2 = std::function<double(double, double)>;

static void checkBinary(const char *op, std::initializer_list<DType> types,
                        Fn2 want, double low = -100, double high = 100) {
  for (DType type : types)
    for (auto [rows, cols] : kShapes) {
      Matrix a(type, rows, cols), b(type, rows, cols), d(type, rows, cols);
      a.randomise(11, low, high);
      b.randomise(12, low, high);
      VecHarness h;
      RunResult r = h.run(op, d, {&a, &b});
      ASSERT_TRUE(r.ok()) << op << ": " << r.error.message;
      for (int64_t i = 0; i < rows; ++i)
        for (int64_t j = 0; j < cols; ++j) {
          double w = want(a.get(i, j), b.get(i, j));
          w = isFloat(type)
                  ? roundTo(type, w)
                  : static_cast<double>(wrapTo(type, static_cast<int64_t>(w)));
          expectSame(type, d.get(i, j), w, i, j, op);
        }
    }
}

static constexpr std::initializer_list<DType> kAll = {
    DType::I8, DType::I16, DType::I32, DType::F16, DType::BF16, DType::F32};
static constexpr std::initializer_list<DType> kFloats = {
    DType::F16, DType::BF16, DType::F32};
static constexpr std::initializer_list<DType> kInts = {
    DType::I8, DType::U8, DType::I16, DType::U16, DType::I32, DType::U32};

TEST(Elementwise, Add) {
  checkBinary("tadd", kAll, [](double a, double b) { return a + b; });
}
TEST(Elementwise, Sub) {
  checkBinary("tsub", kAll, [](double a, double b) { return a - b; });
}
TEST(Elementwise, Mul) {
  checkBinary("tmul", kAll, [](double a, double b) { return a * b; });
}
TEST(Elementwise, Div) {
  checkBinary("tdiv", kFloats, [](double a, double b) { return a / b; });
}
TEST(Elementwise, Max) {
  checkBinary("tmax", kAll, [](double a, double b) { return a < b ? b : a; });
}
TEST(Elementwise, Min) {
  checkBinary("tmin", kAll, [](double a, double b) { return b < a ? b : a; });
}
TEST(Elementwise, Fmod) {
  checkBinary("tfmod", {DType::F32, DType::F16},
              [](double a, double b) { return std::fmod(a, b); });
}
TEST(Elementwise, Bits) {
  auto i = [](double v) { return static_cast<int64_t>(v); };
  checkBinary(
      "tand", kInts, [i](double a, double b) { return double(i(a) & i(b)); }, 0,
      100);
  checkBinary(
      "tor", kInts, [i](double a, double b) { return double(i(a) | i(b)); }, 0,
      100);
  checkBinary(
      "txor", kInts, [i](double a, double b) { return double(i(a) ^ i(b)); }, 0,
      100);
  checkBinary(
      "tshl", kInts, [i](double a, double b) { return double(i(a) << i(b)); },
      0, 7);
  checkBinary(
      "tshr", {DType::I16, DType::I32},
      [i](double a, double b) { return double(i(a) >> (i(b) & 7)); }, 0, 7);
}

// Integers wrap; the product of two 16-bit values keeps its low bits.
TEST(Elementwise, IntegersWrap) {
  Matrix a(DType::I16, 1, 2), b(DType::I16, 1, 2), d(DType::I16, 1, 2);
  a.set(0, 0, 32767), b.set(0, 0, 1);
  a.set(0, 1, 300), b.set(0, 1, 300);
  ASSERT_TRUE(VecHarness().run("tadd", d, {&a, &b}).ok());
  EXPECT_EQ(d.get(0, 0), -32768);
  ASSERT_TRUE(VecHarness().run("tmul", d, {&a, &b}).ok());
  EXPECT_EQ(d.get(0, 1), 90000 - 65536);
}

// Division by zero: infinity and NaN for floats, all ones for integers.
TEST(Elementwise, DivisionByZero) {
  Matrix a(DType::F32, 1, 2), b(DType::F32, 1, 2), d(DType::F32, 1, 2);
  a.set(0, 0, -1);
  ASSERT_TRUE(VecHarness().run("tdiv", d, {&a, &b}).ok());
  EXPECT_EQ(d.get(0, 0), -std::numeric_limits<double>::infinity());
  EXPECT_TRUE(std::isnan(d.get(0, 1)));
  Matrix ia(DType::I32, 1, 2), ib(DType::I32, 1, 2), id(DType::I32, 1, 2);
  ia.set(0, 0, 7), ia.set(0, 1, INT32_MIN), ib.set(0, 1, -1);
  ASSERT_TRUE(VecHarness(a5()).run("tdiv", id, {&ia, &ib}).ok());
  EXPECT_EQ(id.get(0, 0), -1);
  EXPECT_EQ(id.get(0, 1), INT32_MIN);
}

// The first operand's NaN wins a maximum, the second's is lost.
TEST(Elementwise, MaxWithNaN) {
  Matrix a(DType::F32, 1, 2), b(DType::F32, 1, 2), d(DType::F32, 1, 2);
  a.set(0, 0, NAN), b.set(0, 0, 1);
  a.set(0, 1, 1), b.set(0, 1, NAN);
  ASSERT_TRUE(VecHarness().run("tmax", d, {&a, &b}).ok());
  EXPECT_TRUE(std::isnan(d.get(0, 0)));
  EXPECT_EQ(d.get(0, 1), 1);
}

// Remainder with the divisor's sign.
TEST(Elementwise, Rem) {
  checkBinary("trem", {DType::I32, DType::I16}, [](double a, double b) {
    return b == 0 ? -1 : a - std::floor(a / b) * b;
  });
}

// a - b + c and a + b + c, each step rounded to the type.
TEST(Elementwise, Ternary) {
  for (DType type : {DType::F16, DType::F32, DType::I16}) {
    Matrix a(type, 7, 33), b(type, 7, 33), c(type, 7, 33), d(type, 7, 33);
    a.randomise(1), b.randomise(2), c.randomise(3);
    for (bool sub : {false, true}) {
      ASSERT_TRUE(
          VecHarness().run(sub ? "tsubc" : "taddc", d, {&a, &b, &c}).ok());
      for (int64_t i = 0; i < 7; ++i)
        for (int64_t j = 0; j < 33; ++j) {
          double first =
              roundTo(type, a.get(i, j) + (sub ? -1 : 1) * b.get(i, j));
          EXPECT_EQ(d.get(i, j), roundTo(type, first + c.get(i, j)));
        }
    }
  }
}

static void checkScalar(const char *op, Fn2 want, double s,
                        bool reversed = false) {
  for (DType type : {DType::I16, DType::I32, DType::F16, DType::F32})
    for (auto [rows, cols] : kShapes) {
      Matrix a(type, rows, cols), d(type, rows, cols);
      a.randomise(21, 1, 90);
      TileAttrs attrs;
      attrs.reversed = reversed;
      ScalarOperand scalar =
          isFloat(type) ? floatScalar(s) : intScalar(static_cast<int64_t>(s));
      RunResult r = VecHarness().run(op, d, {&a}, {scalar}, attrs);
      ASSERT_TRUE(r.ok()) << op << r.error.message;
      double sv = isFloat(type) ? roundTo(type, s) : std::trunc(s);
      for (int64_t i = 0; i < rows; ++i)
        for (int64_t j = 0; j < cols; ++j) {
          double w = reversed ? want(sv, a.get(i, j)) : want(a.get(i, j), sv);
          w = isFloat(type) ? roundTo(type, w)
                            : double(wrapTo(type, static_cast<int64_t>(w)));
          expectSame(type, d.get(i, j), w, i, j, op);
        }
    }
}
TEST(Elementwise, Scalars) {
  checkScalar(
      "tadds", [](double a, double b) { return a + b; }, 3.3);
  checkScalar(
      "tsubs", [](double a, double b) { return a - b; }, 3.3);
  checkScalar(
      "tmuls", [](double a, double b) { return a * b; }, 1.7);
  checkScalar(
      "tdivs", [](double a, double b) { return a / b; }, 3.0);
  checkScalar(
      "tdivs", [](double a, double b) { return a / b; }, 100.0, true);
  checkScalar(
      "tmaxs", [](double a, double b) { return a < b ? b : a; }, 40.5);
  checkScalar(
      "tmins", [](double a, double b) { return b < a ? b : a; }, 40.5);
}

/// Distance in units of the expected value's last place.
static double ulps(DType type, double got, double want) {
  if (std::isinf(roundTo(type, want)))
    want = roundTo(type, want);
  if (std::isnan(want) || std::isinf(want))
    return (std::isnan(want) ? std::isnan(got) : got == want) ? 0 : 1e9;
  int bits = type == DType::F32 ? 23 : type == DType::F16 ? 10 : 7;
  int low = type == DType::F16 ? -14 : -126;
  int e = want == 0 ? low : std::max(low, std::ilogb(want));
  return std::fabs(got - want) / std::ldexp(1.0, e - bits);
}

static void checkUnary(const char *op, double (*want)(double), double low,
                       double high, double tolerance) {
  for (DType type : kFloats)
    for (auto [rows, cols] : kShapes) {
      Matrix a(type, rows, cols), d(type, rows, cols);
      a.randomise(31, low, high);
      RunResult r = VecHarness().run(op, d, {&a});
      ASSERT_TRUE(r.ok()) << op << r.error.message;
      for (int64_t i = 0; i < rows; ++i)
        for (int64_t j = 0; j < cols; ++j)
          EXPECT_LE(ulps(type, d.get(i, j), want(a.get(i, j))), tolerance)
              << op << " " << toString(type) << " of " << a.get(i, j);
    }
}
TEST(Elementwise, Functions) {
  checkUnary("texp", std::exp, -20, 11, 1.1);
  checkUnary("texp", std::exp, -110, 95, 1.1);
  checkUnary("tlog", std::log, 1e-6, 60, 1.0);
  checkUnary("tsqrt", std::sqrt, 0, 1000, 0.51);
  checkUnary(
      "trsqrt", [](double x) { return 1 / std::sqrt(x); }, 0.001, 1000, 1.6);
  checkUnary(
      "trecip", [](double x) { return 1 / x; }, 0.001, 1000, 0.51);
  checkUnary("tabs", std::fabs, -9, 9, 0);
  checkUnary(
      "tneg", [](double x) { return -x; }, -9, 9, 0);
  checkUnary(
      "trelu", [](double x) { return x < 0 ? 0 : x; }, -9, 9, 0);
}

// Special values of the functions.
TEST(Elementwise, FunctionSpecials) {
  const double inf = std::numeric_limits<double>::infinity();
  const double in[] = {0,     -0.0, inf, -inf,   NAN, -1,
                       1e-40, 88.7, 89,  -103.9, -105};
  Matrix a(DType::F32, 1, 11), d(DType::F32, 1, 11);
  for (int i = 0; i < 11; ++i)
    a.set(0, i, in[i]);
  for (auto [op, fn] :
       {std::pair<const char *, double (*)(double)>{"texp", std::exp},
        {"tlog", std::log},
        {"tsqrt", std::sqrt}}) {
    ASSERT_TRUE(VecHarness().run(op, d, {&a}).ok());
    for (int i = 0; i < 11; ++i) {
      double want = static_cast<float>(fn(a.get(0, i)));
      EXPECT_LE(ulps(DType::F32, d.get(0, i), want), 1.1)
          << op << " of " << in[i] << " gave " << d.get(0, i);
    }
  }
}

// e^x of each of the 65,536 values of f16, the ends of the range included.
TEST(Elementwise, HalfExponential) {
  constexpr int64_t kRows = 15, kCols = 271; // vectors and tails
  Matrix a(DType::F16, kRows, kCols), d(DType::F16, kRows, kCols);
  for (int64_t first = 0; first < 65536; first += kRows * kCols) {
    for (int64_t i = 0; i < kRows * kCols; ++i)
      a.set(i / kCols, i % kCols,
            halfToFloat(static_cast<uint16_t>((first + i) % 65536)));
    ASSERT_TRUE(VecHarness().run("texp", d, {&a}).ok());
    for (int64_t i = 0; i < kRows * kCols; ++i) {
      double x = a.get(i / kCols, i % kCols);
      EXPECT_LE(ulps(DType::F16, d.get(i / kCols, i % kCols), std::exp(x)),
                0.51)
          << "exp of " << x;
    }
  }
}

// Packed masks and selection, all comparisons; 32-bit integers on the 910B
// compare for equality whatever the mode.
TEST(Elementwise, CompareAndSelect) {
  for (DType type : {DType::F32, DType::F16, DType::I16, DType::I32})
    for (int mode = 0; mode < 6; ++mode)
      for (auto [rows, cols] : kShapes) {
        Matrix a(type, rows, cols), b(type, rows, cols), d(type, rows, cols);
        Matrix m(DType::U8, rows, (cols + 7) / 8);
        a.randomise(41, -3, 3), b.randomise(42, -3, 3);
        for (int64_t i = 0; i < rows; ++i)
          for (int64_t j = 0; j < cols; j += 3)
            b.set(i, j, a.get(i, j));
        TileAttrs attrs;
        attrs.cmp = static_cast<CmpMode>(mode);
        ASSERT_TRUE(VecHarness().run("tcmp", m, {&a, &b}, {}, attrs).ok());
        ASSERT_TRUE(VecHarness().run("tsel", d, {&m, &a, &b}).ok());
        for (int64_t i = 0; i < rows; ++i)
          for (int64_t j = 0; j < cols; ++j) {
            double x = a.get(i, j), y = b.get(i, j);
            bool want[] = {x == y, x != y, x<y, x <= y, x> y, x >= y};
            bool w = want[type == DType::I32 ? 0 : mode];
            int64_t byte = static_cast<int64_t>(m.get(i, j / 8));
            EXPECT_EQ((byte >> (j % 8)) & 1, w) << toString(type) << mode;
            EXPECT_EQ(d.get(i, j), w ? x : y);
          }
      }
}

// An instruction without a form for a type is refused with a reason.
TEST(Elementwise, Refusals) {
  Matrix a(DType::F32, 4, 8), b(DType::F16, 4, 8), d(DType::F32, 4, 8);
  EXPECT_NE(VecHarness()
                .run("tadd", d, {&a, &b})
                .error.message.find("one element type"),
            std::string::npos);
  EXPECT_NE(VecHarness()
                .run("tand", d, {&a, &a})
                .error.message.find("has no form for f32"),
            std::string::npos);
  EXPECT_NE(VecHarness()
                .run("tfoo", d, {&a, &a})
                .error.message.find("no instruction 'tfoo'"),
            std::string::npos);
  EXPECT_NE(VecHarness()
                .run("tadd", d, {&a})
                .error.message.find("needs 3 tile operands"),
            std::string::npos);
}
