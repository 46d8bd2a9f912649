//===- ScalarMemoryTest.cpp - scalar stores, caches and DMA -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Harness.h"
#include <set>

using namespace pypto::coremodel;
using namespace pypto::coremodel::test;

static constexpr Operand id0 = {-1, 0};

namespace {
/// Emits loops of scalar accesses.
struct ScalarCode {
  ProgramBuilder b{a2a3()};

  int32_t load(int32_t pointer, int32_t index) {
    int32_t reg = b.newReg();
    Inst &inst = b.add(InstKind::LoadGm);
    inst.type = DType::I32;
    inst.a = pointer;
    inst.b = index;
    inst.dst = reg;
    return reg;
  }
  void store(int32_t pointer, int32_t index, int32_t value) {
    Inst &inst = b.add(InstKind::StoreGm);
    inst.type = DType::I32;
    inst.a = pointer;
    inst.b = index;
    inst.c = value;
  }
  void invalidate(int32_t address = -1) {
    b.add(InstKind::CacheInvalid).a = address;
    b.add(InstKind::Fence);
  }
  /// for (i = from; i < to; i += step) body(i)
  template <typename F>
  void loop(int32_t from, int32_t to, int32_t step, F body) {
    int32_t i = b.newReg(), more = b.newReg();
    int32_t begin = b.newLabel(), end = b.newLabel();
    b.copy(i, from);
    b.place(begin);
    b.scalar("cmpi.slt", more, i, to);
    b.branchZero(more, end);
    body(i);
    b.scalar("addi", i, i, step);
    b.jump(begin);
    b.place(end);
  }
  int32_t binary(const char *op, int32_t a, int32_t c) {
    int32_t reg = b.newReg();
    b.scalar(op, reg, a, c);
    return reg;
  }
};
} // namespace

/// out[i] = src[i] + 1, element i by block i % blocks, or in runs of 16.
static RunResult plusOne(Matrix &src, Matrix &out, int64_t blocks, bool runs,
                         uint64_t seed = 0, bool timing = true) {
  ScalarCode code;
  ProgramBuilder &b = code.b;
  b.beginFunction("plus_one", FunctionKind::Vector,
                  pointers({DType::I32, DType::I32}));
  int32_t n = b.constant(src.cols), one = b.constant(1);
  int32_t from = b.blockIdx(), to = n, step = b.constant(blocks);
  if (runs) {
    from = code.binary("muli", from, b.constant(16));
    to = code.binary("addi", from, b.constant(16));
    step = one;
  }
  code.loop(from, to, step, [&](int32_t i) {
    code.store(1, i, code.binary("addi", code.load(0, i), one));
  });
  b.endFunction();
  auto program = b.finish();
  Engine engine(*program);
  RunOptions options;
  options.blocks = blocks;
  options.seed = seed;
  options.timing = timing;
  return engine.run({src.arg(), out.arg()}, options);
}

static std::vector<int64_t> freshElements(Matrix &src, Matrix &out) {
  std::vector<int64_t> fresh;
  for (int64_t c = 0; c < src.cols; ++c)
    if (out.get(0, c) == src.get(0, c) + 1)
      fresh.push_back(c);
  return fresh;
}

static Matrix counted(int64_t n, double start) {
  Matrix m(DType::I32, 1, n);
  for (int64_t c = 0; c < n; ++c)
    m.set(0, c, start + 3 * static_cast<double>(c));
  return m;
}

// One instance is right at any layout and length, with and without timing.
TEST(ScalarMemory, OneInstance) {
  for (int64_t n : {1, 15, 16, 17, 64, 1000})
    for (bool timing : {true, false}) {
      Matrix src = counted(n, 5), out = counted(n, -1000000);
      RunResult r = plusOne(src, out, 1, false, 0, timing);
      ASSERT_TRUE(r.ok()) << r.error.message;
      EXPECT_EQ(freshElements(src, out).size(), static_cast<size_t>(n));
      EXPECT_TRUE(r.report.warnings.empty());
    }
}

// Whole lines per block: every store arrives.
TEST(ScalarMemory, LinesOfTheirOwn) {
  for (uint64_t seed : {0, 1, 7}) {
    Matrix src = counted(64, 5), out = counted(64, -1000000);
    RunResult r = plusOne(src, out, 4, true, seed);
    ASSERT_TRUE(r.ok()) << r.error.message;
    EXPECT_EQ(freshElements(src, out).size(), 64u);
    EXPECT_TRUE(r.report.warnings.empty());
  }
}

// Blocks that share lines: of each line one block's stores survive if all run
// at once, the others'
// elements keep their old value, and the report says so.
TEST(ScalarMemory, SharedLinesLoseStores) {
  std::set<std::vector<int64_t>> outcomes;
  for (uint64_t seed : {0, 1, 2, 3, 4, 5}) {
    Matrix src = counted(64, 5), out = counted(64, -1000000);
    Matrix before = out;
    RunResult r = plusOne(src, out, 24, false, seed);
    ASSERT_TRUE(r.ok()) << r.error.message;
    std::vector<int64_t> fresh = freshElements(src, out);
    EXPECT_LT(fresh.size(), 64u);
    for (int64_t line = 0; line < 4; ++line) {
      std::set<int64_t> blocks;
      for (int64_t i : fresh)
        if (i / 16 == line)
          blocks.insert(i % 24);
      // All start at once; under a seed one may start after another has ended.
      EXPECT_GE(blocks.size(), 1u) << "line " << line << " seed " << seed;
      if (seed == 0) {
        EXPECT_EQ(blocks.size(), 1u) << "line " << line;
      }
    }
    for (int64_t c = 0; c < 64; ++c)
      if (out.get(0, c) != src.get(0, c) + 1) {
        EXPECT_EQ(out.get(0, c), before.get(0, c));
      }
    ASSERT_EQ(r.report.warnings.size(), 1u);
    EXPECT_NE(r.report.warnings[0].find("stores were lost"), std::string::npos);
    Matrix again = before;
    plusOne(src, again, 24, false, seed);
    EXPECT_EQ(again.bytes, out.bytes) << seed;
    outcomes.insert(fresh);
  }
  EXPECT_GT(outcomes.size(), 1u) << "the seed chooses who wins";
}

/// A scalar store to tensor 0, then a load of it by DMA that is stored to
/// tensor 1.
static RunResult storeThenLoad(Matrix &x, Matrix &y, bool invalidate,
                               bool oneLine = false) {
  ScalarCode code;
  ProgramBuilder &b = code.b;
  b.beginFunction("k", FunctionKind::Vector,
                  pointers({DType::I32, DType::I32}));
  int32_t tile = b.tile(makeTile(Space::Vec, DType::I32, 1, 32, 0));
  code.store(0, b.constant(3), b.constant(77));
  code.store(0, b.constant(20), b.constant(88));
  if (invalidate)
    code.invalidate(oneLine ? 0 : -1);
  b.setFlag(Pipe::S, Pipe::MTE2, id0);
  b.waitFlag(Pipe::S, Pipe::MTE2, id0);
  EXPECT_TRUE(b.emit("tload", Pipe::MTE2, {tile}, {}, {},
                     b.gm(makeWindow(0, DType::I32, 1, 32))));
  b.barrierAll();
  EXPECT_TRUE(b.emit("tstore", Pipe::MTE3, {tile}, {}, {},
                     b.gm(makeWindow(1, DType::I32, 1, 32)), true));
  b.endFunction();
  auto program = b.finish();
  Engine engine(*program);
  return engine.run({x.arg(), y.arg()}, {});
}

// The DMA does not see the cache: old bytes without write-back, new ones with
// it; invalidating one line writes only that one back.
TEST(ScalarMemory, LoadAfterScalarStore) {
  Matrix x = counted(32, 5), y = counted(32, 0);
  RunResult r = storeThenLoad(x, y, false);
  ASSERT_TRUE(r.ok()) << r.error.message;
  EXPECT_EQ(y.get(0, 3), 5 + 3 * 3);
  EXPECT_EQ(x.get(0, 3), 77) << "written back at the end";
  ASSERT_EQ(r.report.warnings.size(), 1u);
  EXPECT_NE(r.report.warnings[0].find("cacheinvalid"), std::string::npos);

  Matrix x1 = counted(32, 5), y1 = counted(32, 0);
  RunResult all = storeThenLoad(x1, y1, true);
  ASSERT_TRUE(all.ok());
  EXPECT_EQ(y1.get(0, 3), 77);
  EXPECT_EQ(y1.get(0, 20), 88);
  EXPECT_TRUE(all.report.warnings.empty());

  Matrix x2 = counted(32, 5), y2 = counted(32, 0);
  RunResult one = storeThenLoad(x2, y2, true, true);
  ASSERT_TRUE(one.ok());
  EXPECT_EQ(y2.get(0, 3), 77);
  EXPECT_EQ(y2.get(0, 20), 5 + 3 * 20) << "the second line is still cached";
  EXPECT_EQ(x2.get(0, 20), 88);
}

// A dirty line undoes what the DMA stored to it meanwhile; a cached line hides
// it from a later scalar read.
TEST(ScalarMemory, DirtyLineUndoesDma) {
  for (bool invalidate : {false, true}) {
    ScalarCode code;
    ProgramBuilder &b = code.b;
    b.beginFunction("k", FunctionKind::Vector,
                    pointers({DType::I32, DType::I32, DType::I32}));
    int32_t tile = b.tile(makeTile(Space::Vec, DType::I32, 1, 16, 0));
    code.store(0, b.constant(3), b.constant(77));
    if (invalidate)
      code.invalidate();
    EXPECT_TRUE(b.emit("tload", Pipe::MTE2, {tile}, {}, {},
                       b.gm(makeWindow(1, DType::I32, 1, 16))));
    b.barrierAll();
    EXPECT_TRUE(b.emit("tstore", Pipe::MTE3, {tile}, {}, {},
                       b.gm(makeWindow(0, DType::I32, 1, 16)), true));
    b.barrierAll();
    code.store(2, b.constant(0), code.load(0, b.constant(5)));
    b.endFunction();
    auto program = b.finish();
    Engine engine(*program);
    Matrix x = counted(16, 5), y = counted(16, 900), seen = counted(1, 0);
    RunResult r = engine.run({x.arg(), y.arg(), seen.arg()}, {});
    ASSERT_TRUE(r.ok()) << r.error.message;
    if (invalidate) {
      EXPECT_EQ(x.bytes, y.bytes);
      EXPECT_EQ(seen.get(0, 0), 915);
      EXPECT_TRUE(r.report.warnings.empty());
      continue;
    }
    EXPECT_EQ(seen.get(0, 0), 20) << "a hit on the stale line";
    EXPECT_EQ(x.get(0, 3), 77);
    for (int64_t c = 0; c < 16; ++c)
      if (c != 3) {
        EXPECT_EQ(x.get(0, c), 5 + 3 * c) << "the line was written back";
      }
    EXPECT_EQ(r.report.warnings.size(), 2u);
  }
}

// A store to more lines than the cache holds: evicted lines reach memory, and a
// second pass over them is right too.
TEST(ScalarMemory, Eviction) {
  int64_t n = a2a3().control.dataCacheAiv.value / 4 * 2;
  ScalarCode code;
  ProgramBuilder &b = code.b;
  b.beginFunction("k", FunctionKind::Vector, pointers({DType::I32}));
  int32_t zero = b.constant(0), end = b.constant(n), step = b.constant(16);
  for (int pass = 0; pass < 2; ++pass)
    code.loop(zero, end, step, [&](int32_t i) {
      code.store(0, i, code.binary("addi", code.load(0, i), b.constant(1)));
    });
  b.endFunction();
  auto program = b.finish();
  Engine engine(*program);
  Matrix x = counted(n, 5);
  RunResult r = engine.run({x.arg()}, {});
  ASSERT_TRUE(r.ok()) << r.error.message;
  for (int64_t c = 0; c < n; ++c)
    ASSERT_EQ(x.get(0, c), 5 + 3 * c + (c % 16 == 0 ? 2 : 0)) << c;
}

// A miss costs what Target says, a hit a scalar instruction: 16 reads of one
// line take one miss.
TEST(ScalarMemory, Cycles) {
  auto cycles = [](int64_t reads, int64_t stride) {
    ScalarCode code;
    ProgramBuilder &b = code.b;
    b.beginFunction("k", FunctionKind::Vector, pointers({DType::I32}));
    for (int64_t i = 0; i < reads; ++i)
      code.load(0, b.constant(i * stride));
    b.endFunction();
    auto program = b.finish();
    Engine engine(*program);
    Matrix x = counted(1024, 5);
    return engine.run({x.arg()}, {}).report.cycles;
  };
  double miss = a2a3().control.gmScalarAccess, hit = a2a3().control.scalarOp;
  EXPECT_DOUBLE_EQ(cycles(1, 1), miss + hit);
  EXPECT_DOUBLE_EQ(cycles(16, 1), miss + 16 * hit);
  EXPECT_DOUBLE_EQ(cycles(16, 16), 16 * (miss + hit));
}
