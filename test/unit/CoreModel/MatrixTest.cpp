//===- MatrixTest.cpp - the cube's data path --------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// GM -> Mat (ND to NZ) -> Left, Right -> product -> GM. The expected numbers
// are the fused multiply-adds of the C library in ascending k.
//
//===----------------------------------------------------------------------===//

#include "Harness.h"

using namespace pypto::coremodel;
using namespace pypto::coremodel::test;

namespace {
struct Shape {
  int64_t m, k, n;
};
} // namespace

/// out = a x b (+ bias or + old accumulator twice), between full barriers.
static RunResult runMatmul(const pypto::target::Target &target, Matrix &a,
                           Matrix &b, Matrix &out, Matrix *bias,
                           bool accumulate) {
  ProgramBuilder p(target);
  std::vector<Param> params =
      pointers({a.type, b.type, out.type, bias ? bias->type : a.type});
  p.beginFunction("mm", FunctionKind::Cube, params);
  bool ints = !isFloat(a.type);
  DType accType = ints ? DType::I32 : DType::F32;
  int64_t lanes = 32 / sizeOf(a.type);
  int64_t M = roundUp(a.rows, 16),
          K = roundUp(a.cols, std::max<int64_t>(16, lanes));
  int64_t N = roundUp(b.cols, std::max<int64_t>(16, lanes));
  Layout left = target.space(Space::Left).layout;
  auto tile = [&](Space s, DType t, int64_t r, int64_t c, int64_t addr,
                  Layout l, int64_t vr, int64_t vc, unsigned fractal = 512) {
    return p.tile(makeTile(s, t, r, c, addr, l, vr, vc), fractal);
  };
  int32_t ma = tile(Space::Mat, a.type, M, K, 0, Layout::NZ, a.rows, a.cols);
  int32_t mb =
      tile(Space::Mat, b.type, K, N, 262144, Layout::NZ, b.rows, b.cols);
  int32_t l = tile(Space::Left, a.type, M, K, 0, left, a.rows, a.cols);
  int32_t r = tile(Space::Right, b.type, K, N, 0, Layout::ZN, b.rows, b.cols);
  int32_t c =
      tile(Space::Acc, accType, M, N, 0, Layout::NZ, a.rows, b.cols, 1024);
  EXPECT_TRUE(p.emit("tload", Pipe::MTE2, {ma}, {}, {},
                     p.gm(makeWindow(0, a.type, a.rows, a.cols))))
      << p.error();
  EXPECT_TRUE(p.emit("tload", Pipe::MTE2, {mb}, {}, {},
                     p.gm(makeWindow(1, b.type, b.rows, b.cols))))
      << p.error();
  p.barrierAll();
  EXPECT_TRUE(p.emit("tmov", Pipe::MTE1, {l, ma})) << p.error();
  EXPECT_TRUE(p.emit("tmov", Pipe::MTE1, {r, mb})) << p.error();
  p.barrierAll();
  if (bias) {
    int32_t mbias =
        tile(Space::Mat, bias->type, 1, N, 500000, Layout::ND, 1, b.cols);
    int32_t tb = tile(Space::Bias, accType, 1, N, 0, Layout::ND, 1, b.cols);
    EXPECT_TRUE(p.emit("tload", Pipe::MTE2, {mbias}, {}, {},
                       p.gm(makeWindow(3, bias->type, 1, b.cols))))
        << p.error();
    p.barrierAll();
    EXPECT_TRUE(p.emit("tmov", Pipe::MTE1, {tb, mbias})) << p.error();
    p.barrierAll();
    EXPECT_TRUE(p.emit("tmatmul.bias", Pipe::M, {c, l, r, tb})) << p.error();
  } else {
    EXPECT_TRUE(p.emit("tmatmul", Pipe::M, {c, l, r})) << p.error();
  }
  if (accumulate) {
    p.barrierAll();
    EXPECT_TRUE(p.emit("tmatmul.acc", Pipe::M, {c, c, l, r})) << p.error();
  }
  p.barrierAll();
  EXPECT_TRUE(p.emit("tstore", Pipe::FIX, {c}, {}, {},
                     p.gm(makeWindow(2, out.type, out.rows, out.cols)), true))
      << p.error();
  p.endFunction();
  auto program = p.finish();
  Engine engine(*program);
  HostArg biasArg = bias ? bias->arg() : a.arg();
  return engine.run({a.arg(), b.arg(), out.arg(), biasArg}, {});
}

static float product(Matrix &a, Matrix &b, int64_t i, int64_t j, float start,
                     int rounds) {
  float sum = start;
  for (int round = 0; round < rounds; ++round)
    for (int64_t k = 0; k < a.cols; ++k)
      sum = std::fmaf(static_cast<float>(a.get(i, k)),
                      static_cast<float>(b.get(k, j)), sum);
  return sum;
}

static const Shape kShapes[] = {{16, 16, 16}, {1, 16, 16},  {5, 100, 17},
                                {64, 64, 64}, {33, 40, 48}, {128, 64, 80},
                                {15, 1, 1},   {17, 31, 65}};

// Bit for bit the C library's result, every element type, both chips, ragged
// shapes.
TEST(Matrix, Products) {
  for (DType type : {DType::F16, DType::BF16, DType::F32})
    for (Shape s : kShapes)
      for (const pypto::target::Target *t : {&a2a3(), &a5()}) {
        Matrix a(type, s.m, s.k), b(type, s.k, s.n), c(DType::F32, s.m, s.n);
        a.randomise(1), b.randomise(2);
        RunResult r = runMatmul(*t, a, b, c, nullptr, false);
        ASSERT_TRUE(r.ok()) << r.error.message;
        for (int64_t i = 0; i < s.m; ++i)
          for (int64_t j = 0; j < s.n; ++j)
            ASSERT_EQ(c.get(i, j), product(a, b, i, j, 0, 1))
                << toString(type) << " " << s.m << "x" << s.k << "x" << s.n
                << " at " << i << "," << j;
      }
}

// Accumulation goes on in the same order; a bias is where the sum starts.
TEST(Matrix, AccumulateAndBias) {
  for (Shape s : kShapes) {
    Matrix a(DType::F16, s.m, s.k), b(DType::F16, s.k, s.n),
        c(DType::F32, s.m, s.n), bias(DType::F32, 1, s.n);
    a.randomise(3), b.randomise(4), bias.randomise(5);
    ASSERT_TRUE(runMatmul(a2a3(), a, b, c, nullptr, true).ok());
    for (int64_t i = 0; i < s.m; ++i)
      for (int64_t j = 0; j < s.n; ++j)
        ASSERT_EQ(c.get(i, j), product(a, b, i, j, 0, 2));
    RunResult r = runMatmul(a2a3(), a, b, c, &bias, false);
    ASSERT_TRUE(r.ok()) << r.error.message;
    for (int64_t i = 0; i < s.m; ++i)
      for (int64_t j = 0; j < s.n; ++j)
        ASSERT_EQ(c.get(i, j),
                  product(a, b, i, j, static_cast<float>(bias.get(0, j)), 1));
  }
}

TEST(Matrix, Integers) {
  for (Shape s : kShapes) {
    Matrix a(DType::I8, s.m, s.k), b(DType::I8, s.k, s.n),
        c(DType::I32, s.m, s.n);
    a.randomise(6, -128, 128), b.randomise(7, -128, 128);
    RunResult r = runMatmul(a2a3(), a, b, c, nullptr, false);
    ASSERT_TRUE(r.ok()) << r.error.message;
    for (int64_t i = 0; i < s.m; ++i)
      for (int64_t j = 0; j < s.n; ++j) {
        int64_t sum = 0;
        for (int64_t k = 0; k < s.k; ++k)
          sum += static_cast<int64_t>(a.get(i, k) * b.get(k, j));
        ASSERT_EQ(c.get(i, j), static_cast<double>(sum));
      }
  }
}

// The way out of the accumulator rounds to the type of the window.
TEST(Matrix, StoreNarrows) {
  Matrix a(DType::F16, 33, 40), b(DType::F16, 40, 48), c(DType::F16, 33, 48);
  a.randomise(8), b.randomise(9);
  ASSERT_TRUE(runMatmul(a2a3(), a, b, c, nullptr, false).ok());
  for (int64_t i = 0; i < 33; ++i)
    for (int64_t j = 0; j < 48; ++j)
      ASSERT_EQ(c.get(i, j),
                halfToFloat(floatToHalf(product(a, b, i, j, 0, 1))));
}

// Shapes that do not fit each other and types without a form are refused.
TEST(Matrix, Refusals) {
  ProgramBuilder p(a2a3());
  p.beginFunction("k", FunctionKind::Cube, {});
  int32_t l = p.tile(makeTile(Space::Left, DType::F16, 16, 16, 0, Layout::ZZ));
  int32_t r = p.tile(makeTile(Space::Right, DType::F16, 32, 16, 0, Layout::ZN));
  int32_t c =
      p.tile(makeTile(Space::Acc, DType::F32, 16, 16, 0, Layout::NZ), 1024);
  int32_t ci =
      p.tile(makeTile(Space::Acc, DType::I32, 16, 16, 0, Layout::NZ), 1024);
  int32_t r16 =
      p.tile(makeTile(Space::Right, DType::F16, 16, 16, 0, Layout::ZN));
  EXPECT_FALSE(p.emit("tmatmul", Pipe::M, {c, l, r}));
  EXPECT_NE(p.error().find("16x16 by 32x16"), std::string::npos);
  EXPECT_FALSE(p.emit("tmatmul", Pipe::M, {ci, l, r16}));
  EXPECT_NE(p.error().find("f16 x f16 -> i32"), std::string::npos);
}

// On the 910B products into one small accumulator need a barrier of the M pipe
// between them; from ten boxes on the hardware interlocks.
TEST(Matrix, AccumulatorInterlock) {
  auto run = [](int64_t n, bool barrier) {
    Matrix one(DType::F16, 16, 16), b(DType::F16, 16, n), c(DType::F32, 16, n);
    for (int64_t i = 0; i < 16; ++i) {
      one.set(i, i, 1);
      for (int64_t j = 0; j < n; ++j)
        b.set(i, j, 1);
    }
    ProgramBuilder p(a2a3());
    p.beginFunction("k", FunctionKind::Cube,
                    pointers({DType::F16, DType::F16, DType::F32}));
    int32_t ma =
        p.tile(makeTile(Space::Mat, DType::F16, 16, 16, 0, Layout::NZ));
    int32_t mb =
        p.tile(makeTile(Space::Mat, DType::F16, 16, n, 4096, Layout::NZ));
    int32_t l =
        p.tile(makeTile(Space::Left, DType::F16, 16, 16, 0, Layout::ZZ));
    int32_t r =
        p.tile(makeTile(Space::Right, DType::F16, 16, n, 0, Layout::ZN));
    int32_t acc =
        p.tile(makeTile(Space::Acc, DType::F32, 16, n, 0, Layout::NZ), 1024);
    EXPECT_TRUE(p.emit("tload", Pipe::MTE2, {ma}, {}, {},
                       p.gm(makeWindow(0, DType::F16, 16, 16))));
    EXPECT_TRUE(p.emit("tload", Pipe::MTE2, {mb}, {}, {},
                       p.gm(makeWindow(1, DType::F16, 16, n))));
    p.barrierAll();
    EXPECT_TRUE(p.emit("tmov", Pipe::MTE1, {l, ma}));
    EXPECT_TRUE(p.emit("tmov", Pipe::MTE1, {r, mb}));
    p.barrierAll();
    EXPECT_TRUE(p.emit("tmatmul", Pipe::M, {acc, l, r}));
    for (int i = 0; i < 3; ++i) {
      if (barrier)
        p.barrier(Pipe::M);
      EXPECT_TRUE(p.emit("tmatmul.acc", Pipe::M, {acc, acc, l, r}));
    }
    p.barrierAll();
    EXPECT_TRUE(p.emit("tstore", Pipe::FIX, {acc}, {}, {},
                       p.gm(makeWindow(2, DType::F32, 16, n)), true));
    p.endFunction();
    auto program = p.finish();
    Engine engine(*program);
    EXPECT_TRUE(engine.run({one.arg(), b.arg(), c.arg()}, {}).ok());
    return c.get(7, 3) == 4;
  };
  EXPECT_TRUE(run(16, true));
  EXPECT_FALSE(run(16, false));
  EXPECT_TRUE(run(160, false));
}

// What is accumulated has the result's type: the bytes are taken as they are.
TEST(Matrix, AccumulatorsOfAnotherType) {
  for (DType type : {DType::I8, DType::I32, DType::F16, DType::F32}) {
    ProgramBuilder b(a2a3());
    b.beginFunction("k", FunctionKind::Cube, {});
    int32_t left =
        b.tile(makeTile(Space::Left, DType::F16, 16, 16, 0, Layout::ZZ));
    int32_t right =
        b.tile(makeTile(Space::Right, DType::F16, 16, 16, 0, Layout::ZN));
    int32_t result =
        b.tile(makeTile(Space::Acc, DType::F32, 16, 16, 0, Layout::NZ), 1024);
    int32_t start =
        b.tile(makeTile(Space::Acc, type, 16, 16, 4096, Layout::NZ), 1024);
    EXPECT_EQ(b.emit("tmatmul.acc", Pipe::M, {result, start, left, right}),
              type == DType::F32)
        << toString(type);
    if (type != DType::F32) {
      EXPECT_NE(b.error().find("needs an accumulator of the result's type"),
                std::string::npos)
          << b.error();
    }
  }
}
