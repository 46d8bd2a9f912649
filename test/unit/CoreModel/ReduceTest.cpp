//===- ReduceTest.cpp - reductions, broadcasts, conversions -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Harness.h"

using namespace pypto::coremodel;
using namespace pypto::coremodel::test;

static const std::pair<int64_t, int64_t> kShapes[] = {
    {1, 1}, {2, 7}, {3, 8}, {1, 15}, {5, 16}, {4, 17}, {16, 64}, {15, 129}};

static double epsilon(DType type) {
  return type == DType::F32 ? 0x1p-23 : type == DType::F16 ? 0x1p-10 : 0x1p-7;
}

// Row reductions into column tiles and row-major ones. Padding columns hold
// NaN patterns (the memory's initial content) and must not be seen.
TEST(Reduce, Rows) {
  for (DType type : {DType::F32, DType::F16, DType::I16, DType::I32})
    for (auto [rows, cols] : kShapes)
      for (Layout layout : {Layout::ND, Layout::DN}) {
        Matrix a(type, rows, cols), d(type, rows, 1);
        a.randomise(51, -3, 3);
        auto check = [&](const char *op, auto want, double relative) {
          RunResult r = VecHarness().run(op, d, {&a}, {}, {}, layout);
          ASSERT_TRUE(r.ok()) << r.error.message;
          for (int64_t i = 0; i < rows; ++i) {
            double w = want(i);
            EXPECT_NEAR(d.get(i, 0), w, relative) << op << toString(type);
          }
        };
        bool real = isFloat(type);
        check(
            "trowsum",
            [&](int64_t i) {
              double s = 0;
              for (int64_t j = 0; j < cols; ++j)
                s += a.get(i, j);
              return s;
            },
            real ? 3.0 * cols * epsilon(type) : 0);
        check(
            "trowmax",
            [&](int64_t i) {
              double s = a.get(i, 0);
              for (int64_t j = 0; j < cols; ++j)
                s = std::max(s, a.get(i, j));
              return s;
            },
            0);
        check(
            "trowmin",
            [&](int64_t i) {
              double s = a.get(i, 0);
              for (int64_t j = 0; j < cols; ++j)
                s = std::min(s, a.get(i, j));
              return s;
            },
            0);
      }
}

TEST(Reduce, Columns) {
  for (DType type : {DType::F32, DType::F16, DType::I16})
    for (auto [rows, cols] : kShapes)
      for (bool binary : {false, true}) {
        Matrix a(type, rows, cols), d(type, 1, cols);
        a.randomise(52, -3, 3);
        TileAttrs attrs;
        attrs.flag = binary;
        ASSERT_TRUE(VecHarness().run("tcolsum", d, {&a}, {}, attrs).ok());
        for (int64_t j = 0; j < cols; ++j) {
          double s = 0;
          for (int64_t i = 0; i < rows; ++i)
            s += a.get(i, j);
          EXPECT_NEAR(d.get(0, j), s,
                      isFloat(type) ? 3.0 * rows * rows * epsilon(type) : 0);
        }
        ASSERT_TRUE(VecHarness().run("tcolmax", d, {&a}).ok());
        for (int64_t j = 0; j < cols; ++j) {
          double s = a.get(0, j);
          for (int64_t i = 0; i < rows; ++i)
            s = std::max(s, a.get(i, j));
          EXPECT_EQ(d.get(0, j), s);
        }
      }
}

// The order of a row sum is fixed: eight interleaved partials, then halving.
TEST(Reduce, OrderIsFixed) {
  Matrix a(DType::F32, 1, 21), d(DType::F32, 1, 1);
  a.randomise(53, -1e4, 1e4);
  float p[8];
  for (int j = 0; j < 8; ++j)
    p[j] = static_cast<float>(a.get(0, j));
  for (int i = 8; i < 21; ++i)
    p[i % 8] += static_cast<float>(a.get(0, i));
  float want =
      ((p[0] + p[4]) + (p[2] + p[6])) + ((p[1] + p[5]) + (p[3] + p[7]));
  ASSERT_TRUE(VecHarness().run("trowsum", d, {&a}).ok());
  EXPECT_EQ(d.get(0, 0), want);
}

TEST(Reduce, ArgMax) {
  for (auto [rows, cols] : kShapes) {
    Matrix a(DType::F32, rows, cols), d(DType::I32, rows, 1);
    a.randomise(54);
    ASSERT_TRUE(VecHarness().run("trowargmax", d, {&a}).ok());
    for (int64_t i = 0; i < rows; ++i) {
      int64_t best = 0;
      for (int64_t j = 1; j < cols; ++j)
        if (a.get(i, j) > a.get(i, best))
          best = j;
      EXPECT_EQ(d.get(i, 0), best);
    }
  }
}

// One value per row, from a column tile or a row-major one; one per column.
TEST(Broadcast, RowsAndColumns) {
  for (DType type : {DType::F32, DType::F16})
    for (auto [rows, cols] : kShapes) {
      Matrix a(type, rows, cols), s(type, rows, 1), t(type, 1, cols),
          d(type, rows, cols);
      a.randomise(61), s.randomise(62, 1, 4), t.randomise(63, 1, 4);
      for (Layout layout : {Layout::ND, Layout::DN}) {
        std::vector<Layout> layouts = {Layout::ND, layout};
        ASSERT_TRUE(
            VecHarness()
                .run("trowexpandsub", d, {&a, &s}, {}, {}, Layout::ND, layouts)
                .ok());
        for (int64_t i = 0; i < rows; ++i)
          for (int64_t j = 0; j < cols; ++j)
            EXPECT_EQ(d.get(i, j), roundTo(type, a.get(i, j) - s.get(i, 0)));
        ASSERT_TRUE(
            VecHarness()
                .run("trowexpanddiv", d, {&a, &s}, {}, {}, Layout::ND, layouts)
                .ok());
        for (int64_t i = 0; i < rows; ++i)
          for (int64_t j = 0; j < cols; ++j)
            EXPECT_EQ(d.get(i, j), roundTo(type, a.get(i, j) / s.get(i, 0)));
      }
      ASSERT_TRUE(VecHarness().run("tcolexpandmul", d, {&a, &t}).ok());
      for (int64_t i = 0; i < rows; ++i)
        for (int64_t j = 0; j < cols; ++j)
          EXPECT_EQ(d.get(i, j), roundTo(type, a.get(i, j) * t.get(0, j)));
      ASSERT_TRUE(
          VecHarness()
              .run("trowexpand", d, {&s}, {}, {}, Layout::ND, {Layout::DN})
              .ok());
      EXPECT_EQ(d.get(rows - 1, cols - 1), s.get(rows - 1, 0));
      ASSERT_TRUE(VecHarness().run("tcolexpand", d, {&t}).ok());
      EXPECT_EQ(d.get(rows - 1, cols - 1), t.get(0, cols - 1));
    }
}

/// Independent rounding of a double to an integral value.
static double roundBy(double v, RoundMode mode) {
  double f = std::floor(v), diff = v - f;
  switch (mode) {
  case RoundMode::Floor:
    return f;
  case RoundMode::Ceil:
    return std::ceil(v);
  case RoundMode::Trunc:
    return v < 0 ? std::ceil(v) : f;
  case RoundMode::Round:
    return v < 0 ? -std::floor(-v + 0.5) : std::floor(v + 0.5);
  case RoundMode::Odd: {
    if (diff == 0)
      return v;
    return std::fmod(f, 2) != 0 ? f : f + 1;
  }
  default:
    if (diff != 0.5)
      return diff < 0.5 ? f : f + 1;
    return std::fmod(f, 2) == 0 ? f : f + 1;
  }
}
static constexpr RoundMode kModes[] = {
    RoundMode::None, RoundMode::Rint,  RoundMode::Round, RoundMode::Floor,
    RoundMode::Ceil, RoundMode::Trunc, RoundMode::Odd};

// Float to integer: every rounding mode, ties included, saturation.
TEST(Convert, FloatToInt) {
  const double values[] = {0.5,   1.5,   2.5, -0.5, -1.5,  -2.5,   0.25, -0.75,
                           126.7, 127.5, 300, -300, 40000, -40000, 3e9,  -3e9};
  for (DType to : {DType::I8, DType::U8, DType::I16, DType::I32})
    for (RoundMode mode : kModes) {
      Matrix a(DType::F32, 1, 16), d(to, 1, 16);
      for (int i = 0; i < 16; ++i)
        a.set(0, i, values[i]);
      TileAttrs attrs;
      attrs.round = mode;
      ASSERT_TRUE(VecHarness().run("tcvt", d, {&a}, {}, attrs).ok());
      double low =
          to == DType::U8 ? 0 : -std::ldexp(1.0, int(sizeOf(to) * 8) - 1);
      double high = to == DType::U8 ? 255 : -low - 1;
      for (int i = 0; i < 16; ++i) {
        double w = std::min(high, std::max(low, roundBy(a.get(0, i), mode)));
        EXPECT_EQ(d.get(0, i), w)
            << toString(to) << " " << values[i] << " mode " << int(mode);
      }
    }
}

// Without saturation the low bits stay; NaN gives zero.
TEST(Convert, WithoutSaturation) {
  Matrix a(DType::F32, 1, 3), d(DType::I8, 1, 3);
  a.set(0, 0, 300), a.set(0, 1, -129), a.set(0, 2, NAN);
  TileAttrs attrs;
  attrs.saturation = Saturation::Off;
  ASSERT_TRUE(VecHarness().run("tcvt", d, {&a}, {}, attrs).ok());
  EXPECT_EQ(d.get(0, 0), 300 - 256);
  EXPECT_EQ(d.get(0, 1), 127);
  EXPECT_EQ(d.get(0, 2), 0);
}

// f32 to f16 in every mode, checked on the grid of halves.
TEST(Convert, FloatToHalf) {
  for (auto [rows, cols] : kShapes)
    for (RoundMode mode : kModes) {
      Matrix a(DType::F32, rows, cols), d(DType::F16, rows, cols);
      a.randomise(71, -7, 7);
      TileAttrs attrs;
      attrs.round = mode;
      ASSERT_TRUE(VecHarness().run("tcvt", d, {&a}, {}, attrs).ok());
      for (int64_t i = 0; i < rows; ++i)
        for (int64_t j = 0; j < cols; ++j) {
          double v = a.get(i, j);
          double step = std::ldexp(1.0, std::max(std::ilogb(v), -14) - 10);
          EXPECT_EQ(d.get(i, j), roundBy(v / step, mode) * step);
        }
    }
}

// Widening is exact; integers become floats; integers saturate or wrap.
TEST(Convert, OtherPairs) {
  Matrix h(DType::F16, 3, 17), f(DType::F32, 3, 17), i32(DType::I32, 3, 17),
      i8(DType::I8, 3, 17);
  h.randomise(72);
  ASSERT_TRUE(VecHarness().run("tcvt", f, {&h}).ok());
  for (int j = 0; j < 17; ++j)
    EXPECT_EQ(f.get(2, j), h.get(2, j));
  i32.randomise(73, -1000, 1000);
  ASSERT_TRUE(VecHarness().run("tcvt", f, {&i32}).ok());
  ASSERT_TRUE(VecHarness().run("tcvt", i8, {&i32}).ok());
  for (int j = 0; j < 17; ++j) {
    EXPECT_EQ(f.get(1, j), i32.get(1, j));
    EXPECT_EQ(i8.get(1, j), std::min(127.0, std::max(-128.0, i32.get(1, j))));
  }
}

/// `v` rounded to `digits` binary digits, by integer arithmetic.
static double roundInteger(int64_t v, int digits, RoundMode mode) {
  bool negative = v < 0;
  uint64_t magnitude = negative ? 0 - uint64_t(v) : uint64_t(v);
  int shift = 0;
  while (magnitude >> shift >> digits)
    ++shift;
  uint64_t kept = magnitude >> shift;
  uint64_t rest = magnitude - (kept << shift);
  uint64_t half = shift ? uint64_t(1) << (shift - 1) : 1;
  bool up = false;
  switch (mode) {
  case RoundMode::None:
  case RoundMode::Rint:
    up = rest > half || (rest == half && kept % 2);
    break;
  case RoundMode::Round:
    up = rest >= half;
    break;
  case RoundMode::Floor:
    up = negative && rest;
    break;
  case RoundMode::Ceil:
    up = !negative && rest;
    break;
  case RoundMode::Trunc:
    break;
  case RoundMode::Odd:
    up = rest && kept % 2 == 0;
    break;
  }
  double r = std::ldexp(static_cast<double>(kept + (rest ? up : 0)), shift);
  return negative ? -r : r;
}

// Integers that no double holds are rounded once.
TEST(Convert, WideIntegerToFloat) {
  std::mt19937_64 random(74);
  for (auto [type, digits] :
       {std::pair(DType::F32, 24), std::pair(DType::BF16, 8)})
    for (RoundMode mode : kModes) {
      Matrix a(DType::I64, 4, 32), d(type, 4, 32);
      std::vector<int64_t> values;
      for (int i = 0; i < 128; ++i) {
        // A run of ones or a power of two, and a little more or less.
        auto v = static_cast<int64_t>(random() >> (random() % 40));
        if (i % 2)
          v = (int64_t(1) << (24 + random() % 39)) +
              static_cast<int64_t>(random() % 5) - 2;
        if (i % 3 == 0)
          v = (v >> 8 << 8) + (int64_t(1) << (i % 50));
        values.push_back(i % 5 ? v : -v);
        storeInt(DType::I64, a.at(i / 32, i % 32), values.back());
      }
      TileAttrs attrs;
      attrs.round = mode;
      ASSERT_TRUE(VecHarness().run("tcvt", d, {&a}, {}, attrs).ok());
      for (int i = 0; i < 128; ++i)
        EXPECT_EQ(d.get(i / 32, i % 32), roundInteger(values[i], digits, mode))
            << toString(type) << " " << values[i] << " mode " << int(mode);
    }
}
