//===- CostTest.cpp - cycles against published figures ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each expected number is a measurement or a formula of the hardware reference,
// worked out by hand; the comment says which.
//
//===----------------------------------------------------------------------===//

#include "Harness.h"

using namespace pypto::coremodel;
using namespace pypto::coremodel::test;

/// Cycles of one instruction, from its trace interval.
static double cyclesOf(const RunResult &r, const char *name) {
  for (const TraceEvent &event : r.report.trace)
    if (std::string_view(event.name) == name)
      return event.end - event.start;
  ADD_FAILURE() << "no " << name;
  return 0;
}

/// One instruction on tiles at given addresses, nothing loaded.
static double isolated(const pypto::target::Target &target, const char *op,
                       Pipe pipe, std::vector<TileDesc> tiles,
                       std::initializer_list<ScalarOperand> scalars = {},
                       TileAttrs attrs = {}) {
  ProgramBuilder b(target);
  b.beginFunction(
      "k", pipe == Pipe::V ? FunctionKind::Vector : FunctionKind::Cube, {});
  TileInst inst;
  inst.pipe = pipe;
  inst.attrs = attrs;
  for (const TileDesc &d : tiles) {
    inst.access[inst.numTiles] = inst.numTiles ? AccessRead : AccessWrite;
    inst.tile[inst.numTiles++] = b.tile(d, d.space == Space::Acc ? 1024 : 512);
  }
  for (const ScalarOperand &s : scalars)
    inst.scalar[inst.numScalars++] = s;
  EXPECT_TRUE(b.emit(op, inst)) << b.error();
  b.endFunction();
  auto program = b.finish();
  RunOptions options;
  options.functional = false;
  options.trace = true;
  RunResult r = Engine(*program).run({}, options);
  EXPECT_TRUE(r.ok()) << r.error.message;
  return cyclesOf(r, op);
}

static TileDesc vec(int64_t rows, int64_t cols, int64_t addr,
                    DType type = DType::F32) {
  return makeTile(Space::Vec, type, rows, cols, addr);
}

// Published 910B divisions by a scalar (PTO cost model tests): f32 32x64 205,
// f16 63x64 328, fitted as 5 and 9 cycles a repeat.
TEST(Cost, DivisionByAScalar) {
  ScalarOperand two;
  two.value = Operand::constant(2);
  auto cycles = [&](int64_t rows, DType type) {
    return isolated(a2a3(), "tdivs", Pipe::V,
                    {vec(rows, 64, 0x10000, type), vec(rows, 64, 0, type)},
                    {two});
  };
  EXPECT_NEAR(cycles(32, DType::F32), 205, 15);
  EXPECT_NEAR(cycles(63, DType::F16), 328, 10);
  EXPECT_EQ(cycles(63, DType::F16), 30 + 9 * 32);
}

// The 950's precise reciprocal: 48.7 + 345.2 a vector of 64 f32 (pto-isa's
// fit); nothing is published of the others. The 910B has one variant.
TEST(Cost, PreciseFunctions) {
  TileAttrs precise;
  precise.precise = true;
  auto cycles = [&](const pypto::target::Target &target, const char *op,
                    TileAttrs attrs) {
    std::vector<TileDesc> tiles = {vec(16, 64, 0x10000), vec(16, 64, 0)};
    if (std::string_view(op) == "tdiv")
      tiles.push_back(vec(16, 64, 0x4100));
    return isolated(target, op, Pipe::V, tiles, {}, attrs);
  };
  EXPECT_DOUBLE_EQ(cycles(a5(), "trecip", precise), 48.7 + 345.2 * 16);
  EXPECT_DOUBLE_EQ(cycles(a5(), "trecip", {}), 62 + 2 * 16);
  // Rows of f16 as recorded: 1x128 210, 1x640 878, 3x384 1556, 10x128 1758.
  auto half = [&](int64_t rows, int64_t pitch, int64_t valid) {
    TileDesc d = vec(rows, pitch, 0x10000, DType::F16), s = d;
    d.validCols = s.validCols = Operand::constant(valid);
    s.addr = Operand::constant(0);
    return isolated(a5(), "trecip", Pipe::V, {d, s}, {}, precise);
  };
  EXPECT_NEAR(half(1, 128, 128), 210, 10);
  EXPECT_NEAR(half(1, 640, 640), 878, 10);
  EXPECT_NEAR(half(3, 448, 384), 1556, 20);
  EXPECT_NEAR(half(10, 192, 128), 1758, 50);
  for (const char *op : {"texp", "tlog", "tsqrt", "tdiv"}) {
    EXPECT_GT(cycles(a5(), op, precise), 10 * cycles(a5(), op, {})) << op;
    EXPECT_EQ(cycles(a2a3(), op, precise), cycles(a2a3(), op, {})) << op;
  }
}

// With scratch the reciprocal square root is a square root and a division: 910B
// 39 + 2 r and 30 + 4 r, alone 24 + r.
TEST(Cost, PreciseReciprocalSquareRoot) {
  std::vector<TileDesc> tiles = {vec(16, 64, 0x10000), vec(16, 64, 0)};
  EXPECT_EQ(isolated(a2a3(), "trsqrt", Pipe::V, tiles), 24 + 16);
  tiles.push_back(vec(16, 64, 0x20000));
  EXPECT_EQ(isolated(a2a3(), "trsqrt", Pipe::V, tiles), 39 + 30 + 6 * 16);
  EXPECT_EQ(isolated(a5(), "trsqrt", Pipe::V, tiles), 62 + 62 + 6 * 16);
}

// Published 910B adds: 64 repeats clean 88.4, conflicting 154.2; 32 repeats
// conflicting 86.0; 127 repeats clean 149.6. Sources conflict in the same bank
// group (0x0 and 0x4000), not eight groups apart (0x0 and 0x10100).
TEST(Cost, BinaryAndBankConflicts) {
  EXPECT_NEAR(
      isolated(a2a3(), "tadd", Pipe::V,
               {vec(64, 64, 0x20000), vec(64, 64, 0), vec(64, 64, 0x10100)}),
      88.4, 3);
  EXPECT_NEAR(
      isolated(a2a3(), "tadd", Pipe::V,
               {vec(64, 64, 0x10000), vec(64, 64, 0), vec(64, 64, 0x4000)}),
      154.2, 5);
  EXPECT_EQ(
      isolated(a2a3(), "tadd", Pipe::V,
               {vec(32, 64, 0x10000), vec(32, 64, 0), vec(32, 64, 0x4000)}),
      86);
  EXPECT_NEAR(
      isolated(a2a3(), "tadd", Pipe::V,
               {vec(127, 64, 0x20000), vec(127, 64, 0), vec(127, 64, 0x10100)}),
      149.6, 1);
  // A source in another bank but the same group conflicts as well.
  EXPECT_EQ(
      isolated(a2a3(), "tadd", Pipe::V,
               {vec(64, 64, 0x14100), vec(64, 64, 0), vec(64, 64, 0x10000)}),
      22 + 128);
}

// 1000 adds in a row take 88.4 cycles each: nothing of the head is hidden.
TEST(Cost, BackToBackAdds) {
  ProgramBuilder b(a2a3());
  b.beginFunction("k", FunctionKind::Vector, {});
  int32_t d = b.tile(vec(64, 64, 0x20000)), x = b.tile(vec(64, 64, 0)),
          y = b.tile(vec(64, 64, 0x10100));
  for (int i = 0; i < 1000; ++i)
    ASSERT_TRUE(b.emit("tadd", Pipe::V, {d, x, y}));
  b.endFunction();
  auto program = b.finish();
  RunResult r = Engine(*program).run({}, {});
  EXPECT_NEAR(r.report.cycles / 1000, 88.4, 3);
}

// exp, ln, sqrt: 31 + 2 per repeat and alike; div 30 + 4 per repeat.
TEST(Cost, Functions) {
  EXPECT_EQ(
      isolated(a2a3(), "texp", Pipe::V, {vec(64, 64, 0), vec(64, 64, 0x8000)}),
      31 + 128);
  EXPECT_EQ(
      isolated(a2a3(), "tdiv", Pipe::V,
               {vec(64, 64, 0x20000), vec(64, 64, 0), vec(64, 64, 0x10100)}),
      30 + 256);
  // pto-isa's recorded row sums: 492 cycles for 64x64 f32, 495 for 64x128 f16.
  EXPECT_NEAR(isolated(a2a3(), "trowsum", Pipe::V,
                       {vec(64, 8, 0x8000), vec(64, 64, 0)}),
              492, 5);
  EXPECT_NEAR(
      isolated(a2a3(), "trowsum", Pipe::V,
               {vec(64, 16, 0x8000, DType::F16), vec(64, 128, 0, DType::F16)}),
      495, 10);
  // The 950's fit of an add: 1.247 N + 55.07.
  EXPECT_NEAR(
      isolated(a5(), "tadd", Pipe::V,
               {vec(64, 64, 0x20000), vec(64, 64, 0), vec(64, 64, 0x10100)}),
      1.247 * 64 + 55.07, 1e-6);
}

// pto-isa's recorded UB copies: 64x128 f32 dense 1029; 15x23 of 16x24 120;
// 63x125 of 64x128 1323.
TEST(Cost, VecCopies) {
  EXPECT_EQ(isolated(a2a3(), "tmov", Pipe::V,
                     {vec(64, 128, 0), vec(64, 128, 0x10000)}),
            1029);
  auto part = [](int64_t rows, int64_t cols, int64_t vr, int64_t vc,
                 int64_t addr) {
    return makeTile(Space::Vec, DType::F32, rows, cols, addr, Layout::ND, vr,
                    vc);
  };
  EXPECT_EQ(isolated(a2a3(), "tmov", Pipe::V,
                     {part(16, 24, 15, 23, 0), part(16, 24, 15, 23, 0x10000)}),
            120);
  EXPECT_EQ(
      isolated(a2a3(), "tmov", Pipe::V,
               {part(64, 128, 63, 125, 0), part(64, 128, 63, 125, 0x10000)}),
      1323);
}

// Isolated products: 64x64x64 125.0 cycles on the 910B and 156.1 on the 950;
// 128x256x64 575.0; 256x256x64 1116.4 on the 950.
TEST(Cost, Matmul) {
  auto run = [](const pypto::target::Target &t, int64_t m, int64_t n,
                int64_t k) {
    return isolated(t, "tmatmul", Pipe::M,
                    {makeTile(Space::Acc, DType::F32, m, n, 0, Layout::NZ),
                     makeTile(Space::Left, DType::F16, m, k, 0,
                              t.space(Space::Left).layout),
                     makeTile(Space::Right, DType::F16, k, n, 0, Layout::ZN)});
  };
  EXPECT_NEAR(run(a2a3(), 64, 64, 64), 125.0, 0.5);
  EXPECT_NEAR(run(a2a3(), 128, 256, 64), 575.0, 2.5);
  EXPECT_NEAR(run(a5(), 64, 64, 64), 156.1, 0.5);
  EXPECT_NEAR(run(a5(), 256, 256, 64), 1116.4, 1);
}

// A chain of products costs the boxes and ten cycles each.
TEST(Cost, MatmulChain) {
  ProgramBuilder b(a2a3());
  b.beginFunction("k", FunctionKind::Cube, {});
  int32_t c =
      b.tile(makeTile(Space::Acc, DType::F32, 128, 256, 0, Layout::NZ), 1024);
  int32_t l = b.tile(makeTile(Space::Left, DType::F16, 128, 64, 0, Layout::ZZ));
  int32_t r =
      b.tile(makeTile(Space::Right, DType::F16, 64, 256, 0, Layout::ZN));
  for (int i = 0; i < 100; ++i)
    ASSERT_TRUE(b.emit("tmatmul.acc", Pipe::M, {c, c, l, r}));
  b.endFunction();
  auto program = b.finish();
  RunOptions options;
  options.functional = false;
  RunResult run = Engine(*program).run({}, options);
  EXPECT_NEAR(run.report.cycles / 100, 522, 1);
}

// A Left and a Right move: A / 256 + B / 128 + 47.
TEST(Cost, MatMoves) {
  double left =
      isolated(a2a3(), "tmov", Pipe::MTE1,
               {makeTile(Space::Left, DType::F16, 128, 64, 0, Layout::ZZ),
                makeTile(Space::Mat, DType::F16, 128, 64, 0, Layout::NZ)});
  double right =
      isolated(a2a3(), "tmov", Pipe::MTE1,
               {makeTile(Space::Right, DType::F16, 64, 256, 0, Layout::ZN),
                makeTile(Space::Mat, DType::F16, 64, 256, 0, Layout::NZ)});
  EXPECT_EQ(left + right, 128 * 64 * 2 / 256 + 64 * 256 * 2 / 128 + 47);
}

/// `count` loads of rows x cols f32 by `blocks` vector cores, `passes` times.
static RunResult loads(int64_t blocks, int64_t rows, int64_t cols,
                       int64_t count, int passes = 1) {
  Matrix in(DType::F32, blocks * count * rows, cols);
  ProgramBuilder b(a2a3());
  b.beginFunction("k", FunctionKind::Vector, pointers({DType::F32}));
  int32_t t = b.tile(makeTile(Space::Vec, DType::F32, rows, cols, 0));
  int32_t start = b.newReg(), at = b.newReg(), i = b.newReg(),
          more = b.newReg(), p = b.newReg();
  b.scalar("muli", start, b.blockIdx(), b.constant(count * rows * cols * 4));
  b.scalar("addi", start, start, 0);
  b.setConstant(p, 0);
  int32_t outer = b.newLabel(), outerEnd = b.newLabel();
  b.place(outer);
  b.scalar("cmpi.slt", more, p, b.constant(passes));
  b.branchZero(more, outerEnd);
  b.copy(at, start);
  b.setConstant(i, 0);
  int32_t top = b.newLabel(), end = b.newLabel();
  b.place(top);
  b.scalar("cmpi.slt", more, i, b.constant(count));
  b.branchZero(more, end);
  EXPECT_TRUE(b.emit("tload", Pipe::MTE2, {t}, {}, {},
                     b.gm(makeWindow(at, DType::F32, rows, cols))));
  b.scalar("addi", at, at, b.constant(rows * cols * 4));
  b.scalar("addi", i, i, b.constant(1));
  b.jump(top);
  b.place(end);
  b.scalar("addi", p, p, b.constant(1));
  b.jump(outer);
  b.place(outerEnd);
  b.endFunction();
  auto program = b.finish();
  RunOptions options;
  options.blocks = blocks;
  options.functional = false;
  RunResult r = Engine(*program).run({in.arg()}, options);
  EXPECT_TRUE(r.ok()) << r.error.message;
  return r;
}

// One isolated load of 64 KiB: 264 (290 from HBM) + bytes / 128.
TEST(Cost, IsolatedLoad) {
  // Some scalar instructions come first.
  EXPECT_NEAR(loads(1, 128, 128, 1).report.cycles, 290 + 512, 12);
}

// 48 cores reading from HBM share 1.49 TB/s: 16.8 bytes per cycle each.
TEST(Cost, HbmIsShared) {
  RunResult r = loads(48, 64, 128, 64);
  double bytes = 64.0 * 64 * 128 * 4;
  EXPECT_NEAR(bytes / r.report.cycles, 16.8, 0.4);
  EXPECT_EQ(r.report.l2HitRate, 0);
}

// A second pass hits L2: 67.8 bytes per cycle and core with 48 cores.
TEST(Cost, L2IsShared) {
  double once = loads(48, 64, 128, 32, 1).report.cycles;
  RunResult twice = loads(48, 64, 128, 32, 9);
  double bytes = 8 * 32.0 * 64 * 128 * 4;
  EXPECT_NEAR(bytes / (twice.report.cycles - once), 67.6, 1.5);
  EXPECT_NEAR(twice.report.l2HitRate, 8.0 / 9, 1e-9);
}

// Small loads are issued every 20.6 cycles.
TEST(Cost, IssueRate) {
  RunResult r = loads(1, 1, 32, 1000, 2);
  EXPECT_NEAR(r.report.cycles / 2000, 20.6, 0.6);
}

// Same program, same cycles; the trace does not change them.
TEST(Cost, Deterministic) {
  RunResult a = loads(48, 16, 64, 10), b = loads(48, 16, 64, 10);
  EXPECT_EQ(a.report.cycles, b.report.cycles);
  ASSERT_EQ(a.report.pipes.size(), b.report.pipes.size());
  EXPECT_EQ(a.report.pipes[0].busyCycles, b.report.pipes[0].busyCycles);
  EXPECT_EQ(a.report.bound, Bound::Move);
}
