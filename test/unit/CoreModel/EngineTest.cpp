//===- EngineTest.cpp - pipes, flags, data in completion order --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Harness.h"

using namespace pypto::coremodel;
using namespace pypto::coremodel::test;

static constexpr Operand id0 = {-1, 0};

/// z = x + y on one tile of 32 x 64 f32. The flags named in `omit` are left
/// out: 1 = MTE2->V, 2 = V->MTE3.
static RunResult vecAdd(Matrix &x, Matrix &y, Matrix &z, unsigned omit,
                        RunOptions options = {}) {
  ProgramBuilder b(a2a3());
  b.setLoc(b.loc("add.pto", 1));
  b.beginFunction("add", FunctionKind::Vector,
                  pointers({DType::F32, DType::F32, DType::F32}));
  int32_t tx = b.tile(makeTile(Space::Vec, DType::F32, 32, 64, 0));
  int32_t ty = b.tile(makeTile(Space::Vec, DType::F32, 32, 64, 8192));
  int32_t tz = b.tile(makeTile(Space::Vec, DType::F32, 32, 64, 16384 + 256));
  int32_t gx = b.gm(makeWindow(0, DType::F32, 32, 64));
  int32_t gy = b.gm(makeWindow(1, DType::F32, 32, 64));
  int32_t gz = b.gm(makeWindow(2, DType::F32, 32, 64));
  b.setLoc(b.loc("add.pto", 2));
  EXPECT_TRUE(b.emit("tload", Pipe::MTE2, {tx}, {}, {}, gx)) << b.error();
  EXPECT_TRUE(b.emit("tload", Pipe::MTE2, {ty}, {}, {}, gy)) << b.error();
  if (!(omit & 1)) {
    b.setFlag(Pipe::MTE2, Pipe::V, id0);
    b.waitFlag(Pipe::MTE2, Pipe::V, id0);
  }
  b.setLoc(b.loc("add.pto", 3));
  EXPECT_TRUE(b.emit("tadd", Pipe::V, {tz, tx, ty})) << b.error();
  if (!(omit & 2)) {
    b.setFlag(Pipe::V, Pipe::MTE3, id0);
    b.waitFlag(Pipe::V, Pipe::MTE3, id0);
  }
  b.setLoc(b.loc("add.pto", 4));
  EXPECT_TRUE(b.emit("tstore", Pipe::MTE3, {tz}, {}, {}, gz, true))
      << b.error();
  b.endFunction();
  auto program = b.finish();
  Engine engine(*program);
  return engine.run({x.arg(), y.arg(), z.arg()}, options);
}

static unsigned wrongSums(Matrix &x, Matrix &y, Matrix &z) {
  unsigned wrong = 0;
  for (int64_t r = 0; r < x.rows; ++r)
    for (int64_t c = 0; c < x.cols; ++c) {
      float want =
          static_cast<float>(x.get(r, c)) + static_cast<float>(y.get(r, c));
      wrong += !(z.get(r, c) == want);
    }
  return wrong;
}

struct AddData {
  Matrix x{DType::F32, 32, 64}, y{DType::F32, 32, 64}, z{DType::F32, 32, 64};
  AddData() {
    x.randomise(1);
    y.randomise(2);
    z.randomise(3);
  }
};

// With its flags the kernel gives the sums, timing on or off.
TEST(Engine, VecAdd) {
  for (bool timing : {true, false}) {
    AddData d;
    RunOptions options;
    options.timing = timing;
    RunResult r = vecAdd(d.x, d.y, d.z, 0, options);
    ASSERT_TRUE(r.ok()) << r.error.message;
    EXPECT_EQ(wrongSums(d.x, d.y, d.z), 0u);
    EXPECT_TRUE(r.report.warnings.empty());
    EXPECT_EQ(r.report.aivUsed, 1u);
    EXPECT_EQ(r.report.instructions, 4u);
  }
}

// Two cold loads of 8 KiB: the first is in UB after 290 + 8192/128 cycles, the
// second's bytes follow the first's at the core's rate; then the add with 22 +
// 32 (conflicts: sources 8192 bytes apart lie in one bank group, + 32), then
// the store of 228 + 8192/128, 6 cycles of flag visibility each.
TEST(Engine, VecAddCycles) {
  AddData d;
  RunResult r = vecAdd(d.x, d.y, d.z, 0);
  ASSERT_TRUE(r.ok());
  double second = 8192.0 / 67.8; // the second load starts here
  double expected = second + 64 + 290 + 6 + 22 + 64 + 6 + 228 + 64;
  EXPECT_NEAR(r.report.cycles, expected, 6);
}

// A missing flag gives a wrong number, the same one every time.
TEST(Engine, MissingFlagGivesWrongNumber) {
  for (unsigned omit : {1u, 2u, 3u}) {
    AddData first, second;
    RunResult a = vecAdd(first.x, first.y, first.z, omit);
    RunResult b = vecAdd(second.x, second.y, second.z, omit);
    ASSERT_TRUE(a.ok() && b.ok());
    EXPECT_GT(wrongSums(first.x, first.y, first.z), 0u) << omit;
    EXPECT_EQ(first.z.bytes, second.z.bytes);
    EXPECT_EQ(a.report.cycles, b.report.cycles);
  }
}

// With the functional observer off nothing is written, the cycles are the same.
TEST(Engine, TimingOnly) {
  AddData d;
  std::vector<uint8_t> before = d.z.bytes;
  RunOptions options;
  options.functional = false;
  RunResult timing = vecAdd(d.x, d.y, d.z, 0, options);
  ASSERT_TRUE(timing.ok());
  EXPECT_EQ(d.z.bytes, before);
  RunResult both = vecAdd(d.x, d.y, d.z, 0);
  EXPECT_EQ(timing.report.cycles, both.report.cycles);
}

// A later load into a tile that a running instruction still reads does not
// change what that instruction sees: it sampled its sources at its start.
TEST(Engine, SourcesAreSampledAtTheStart) {
  Matrix x(DType::F32, 16, 64), z(DType::F32, 16, 64);
  x.randomise(7);
  ProgramBuilder b(a2a3());
  b.beginFunction("k", FunctionKind::Vector,
                  pointers({DType::F32, DType::F32}));
  int32_t t = b.tile(makeTile(Space::Vec, DType::F32, 16, 64, 0));
  int32_t u = b.tile(makeTile(Space::Vec, DType::F32, 16, 64, 4096));
  int32_t gx = b.gm(makeWindow(0, DType::F32, 16, 64));
  int32_t gz = b.gm(makeWindow(1, DType::F32, 16, 64));
  ASSERT_TRUE(b.emit("tload", Pipe::MTE2, {t}, {}, {}, gx));
  b.barrierAll();
  // The store takes some 260 cycles; the fill of its source ends long before.
  ASSERT_TRUE(b.emit("tstore", Pipe::MTE3, {t}, {}, {}, gz, true));
  ASSERT_TRUE(b.emit("texpands", Pipe::V, {u}, {floatScalar(1)}));
  ASSERT_TRUE(b.emit("texpands", Pipe::V, {t}, {floatScalar(9)}));
  b.endFunction();
  auto program = b.finish();
  Engine engine(*program);
  ASSERT_TRUE(engine.run({x.arg(), z.arg()}, {}).ok());
  EXPECT_EQ(z.bytes, x.bytes);
}

// On the 910B a vector instruction that reads its predecessor's result needs a
// barrier between them; the 950 orders them itself.
TEST(Engine, VectorAfterVectorNeedsBarrier) {
  auto run = [](const pypto::target::Target &target, bool barrier) {
    Matrix z(DType::F32, 16, 64);
    ProgramBuilder b(target);
    b.beginFunction("k", FunctionKind::Vector, pointers({DType::F32}));
    int32_t t = b.tile(makeTile(Space::Vec, DType::F32, 16, 64, 0));
    int32_t u = b.tile(makeTile(Space::Vec, DType::F32, 16, 64, 4096));
    int32_t gz = b.gm(makeWindow(0, DType::F32, 16, 64));
    EXPECT_TRUE(b.emit("texpands", Pipe::V, {t}, {floatScalar(2)}));
    if (barrier)
      b.barrier(Pipe::V);
    EXPECT_TRUE(b.emit("tadds", Pipe::V, {u, t}, {floatScalar(1)}));
    b.barrierAll();
    EXPECT_TRUE(b.emit("tstore", Pipe::MTE3, {u}, {}, {}, gz, true));
    b.endFunction();
    auto program = b.finish();
    Engine engine(*program);
    EXPECT_TRUE(engine.run({z.arg()}, {}).ok());
    return z.get(3, 5) == 3;
  };
  EXPECT_TRUE(run(a2a3(), true));
  EXPECT_FALSE(run(a2a3(), false));
  EXPECT_TRUE(run(a5(), false));
}

/// A kernel of one flag instruction between nothing.
template <typename F> static RunResult runFlags(F build) {
  ProgramBuilder b(a2a3());
  b.setLoc(b.loc("flags.pto", 7));
  b.beginFunction("k", FunctionKind::Vector, {});
  int32_t t = b.tile(makeTile(Space::Vec, DType::F32, 1, 64, 0));
  build(b, t);
  b.endFunction();
  auto program = b.finish();
  Engine engine(*program);
  return engine.run({}, {});
}

// A wait that nobody satisfies is a deadlock with pipe, event and line.
TEST(Engine, Deadlock) {
  RunResult r = runFlags([](ProgramBuilder &b, int32_t) {
    b.waitFlag(Pipe::MTE2, Pipe::V, Operand::constant(3));
  });
  EXPECT_EQ(r.error.code, "PYPTO-E0802");
  EXPECT_NE(
      r.error.message.find("pipe V waits for MTE2->V event 3 at flags.pto:7"),
      std::string::npos)
      << r.error.message;
  EXPECT_EQ(r.error.loc.line, 7u);
  r = runFlags([](ProgramBuilder &b, int32_t) {
    b.waitFlag(Pipe::V, Pipe::S, Operand::constant(1));
  });
  EXPECT_EQ(r.error.code, "PYPTO-E0802");
  EXPECT_NE(r.error.message.find("scalar unit waits for V->S event 1"),
            std::string::npos);
}

// A wait may be issued before its set.
TEST(Engine, SetAfterWait) {
  RunResult r = runFlags([](ProgramBuilder &b, int32_t t) {
    b.waitFlag(Pipe::MTE3, Pipe::V, Operand::constant(0));
    b.emit("texpands", Pipe::V, {t}, {floatScalar(0)});
    b.setFlag(Pipe::MTE3, Pipe::V, Operand::constant(0));
  });
  EXPECT_TRUE(r.ok()) << r.error.message;
  EXPECT_TRUE(r.report.warnings.empty());
}

// A pipe whose queue holds a satisfied set in front of a wait still completes
// its earlier instructions.
TEST(Engine, CompletionBehindControlEntries) {
  RunResult r = runFlags([](ProgramBuilder &b, int32_t t) {
    for (int i = 0; i < 20; ++i) {
      b.emit("texpands", Pipe::V, {t}, {floatScalar(0)});
      b.setFlag(Pipe::V, Pipe::MTE3, Operand::constant(0));
      b.waitFlag(Pipe::MTE3, Pipe::V, Operand::constant(0));
      b.waitFlag(Pipe::V, Pipe::MTE3, Operand::constant(0));
      b.setFlag(Pipe::MTE3, Pipe::V, Operand::constant(0));
    }
  });
  EXPECT_TRUE(r.ok()) << r.error.message;
  EXPECT_EQ(r.report.instructions, 20u);
}

// A flag that stays set is reported with its line.
TEST(Engine, UnbalancedFlag) {
  RunResult r = runFlags([](ProgramBuilder &b, int32_t) {
    b.setFlag(Pipe::V, Pipe::MTE3, Operand::constant(2));
  });
  ASSERT_TRUE(r.ok());
  ASSERT_EQ(r.report.warnings.size(), 1u);
  EXPECT_NE(r.report.warnings[0].find("V->MTE3 id 2"), std::string::npos);
  EXPECT_NE(r.report.warnings[0].find("flags.pto:7"), std::string::npos);
}

// Flags are bits: the second of two sets is lost.
TEST(Engine, DoubleSet) {
  RunResult r = runFlags([](ProgramBuilder &b, int32_t t) {
    b.setFlag(Pipe::MTE2, Pipe::V, Operand::constant(0));
    b.setFlag(Pipe::MTE2, Pipe::V, Operand::constant(0));
    b.emit("texpands", Pipe::V, {t}, {floatScalar(0)});
    b.waitFlag(Pipe::MTE2, Pipe::V, Operand::constant(0));
    b.waitFlag(Pipe::MTE2, Pipe::V, Operand::constant(0));
  });
  EXPECT_EQ(r.error.code, "PYPTO-E0809");
}

TEST(Engine, EventIdOutOfRange) {
  RunResult r = runFlags([](ProgramBuilder &b, int32_t) {
    b.setFlag(Pipe::MTE2, Pipe::V, Operand::constant(8));
  });
  EXPECT_EQ(r.error.code, "PYPTO-E0805");
}

// An endless scalar loop ends with an error.
TEST(Engine, EndlessLoop) {
  ProgramBuilder b(a2a3());
  b.beginFunction("k", FunctionKind::Vector, {});
  int32_t top = b.newLabel();
  b.place(top);
  b.jump(top);
  b.endFunction();
  auto program = b.finish();
  Engine engine(*program);
  RunOptions options;
  options.maxInstructions = 100000;
  EXPECT_EQ(engine.run({}, options).error.code, "PYPTO-E0803");
}

// Bad arguments: number, kind, type, blocks.
TEST(Engine, BadArguments) {
  AddData d;
  ProgramBuilder b(a2a3());
  b.beginFunction("k", FunctionKind::Vector, pointers({DType::F32}));
  b.endFunction();
  auto program = b.finish();
  Engine engine(*program);
  Matrix half(DType::F16, 2, 2);
  EXPECT_EQ(engine.run({}, {}).error.code, "PYPTO-E0801");
  EXPECT_EQ(engine.run({half.arg()}, {}).error.code, "PYPTO-E0801");
  EXPECT_EQ(engine.run({HostArg::scalar(int64_t(1))}, {}).error.code,
            "PYPTO-E0801");
  RunOptions options;
  options.blocks = 0;
  EXPECT_EQ(engine.run({d.x.arg()}, options).error.code, "PYPTO-E0801");
  EXPECT_TRUE(engine.run({d.x.arg()}, {}).ok());
}

// Accesses outside a tensor or a memory are errors, and no output changes.
TEST(Engine, OutOfBounds) {
  Matrix x(DType::F32, 8, 64), z(DType::F32, 8, 64);
  x.randomise(1);
  std::vector<uint8_t> before = z.bytes;
  ProgramBuilder b(a2a3());
  b.beginFunction("k", FunctionKind::Vector,
                  pointers({DType::F32, DType::F32}));
  int32_t t = b.tile(makeTile(Space::Vec, DType::F32, 9, 64, 0));
  int32_t good = b.tile(makeTile(Space::Vec, DType::F32, 8, 64, 0));
  ASSERT_TRUE(b.emit("tload", Pipe::MTE2, {good}, {}, {},
                     b.gm(makeWindow(0, DType::F32, 8, 64))));
  b.barrierAll();
  ASSERT_TRUE(b.emit("tstore", Pipe::MTE3, {good}, {}, {},
                     b.gm(makeWindow(1, DType::F32, 8, 64)), true));
  b.barrierAll();
  ASSERT_TRUE(b.emit("tload", Pipe::MTE2, {t}, {}, {},
                     b.gm(makeWindow(0, DType::F32, 9, 64))));
  b.endFunction();
  auto program = b.finish();
  Engine engine(*program);
  RunResult r = engine.run({x.arg(), z.arg()}, {});
  EXPECT_EQ(r.error.code, "PYPTO-E0808");
  EXPECT_NE(r.error.message.find("argument 0"), std::string::npos);
  EXPECT_EQ(z.bytes, before);

  ProgramBuilder far(a2a3());
  far.beginFunction("k", FunctionKind::Vector, {});
  int32_t outside =
      far.tile(makeTile(Space::Vec, DType::F32, 8, 64, 196608 - 1024));
  ASSERT_TRUE(far.emit("texpands", Pipe::V, {outside}, {floatScalar(0)}));
  far.endFunction();
  auto farProgram = far.finish();
  EXPECT_EQ(Engine(*farProgram).run({}, {}).error.code, "PYPTO-E0806");
}

// Each block works on its own rows, on its own core; more blocks than cores
// queue up.
TEST(Engine, Blocks) {
  for (int64_t blocks : {1, 2, 48, 49, 100}) {
    Matrix x(DType::F32, blocks, 64), z(DType::F32, blocks, 64);
    x.randomise(static_cast<uint32_t>(blocks));
    ProgramBuilder b(a2a3());
    b.beginFunction("k", FunctionKind::Vector,
                    pointers({DType::F32, DType::F32}));
    int32_t in = b.newReg(), out = b.newReg();
    int32_t pitch = b.constant(64 * 4), offset = b.newReg();
    b.scalar("muli", offset, b.blockIdx(), pitch);
    b.scalar("addi", in, 0, offset);
    b.scalar("addi", out, 1, offset);
    int32_t t = b.tile(makeTile(Space::Vec, DType::F32, 1, 64, 0));
    EXPECT_TRUE(b.emit("tload", Pipe::MTE2, {t}, {}, {},
                       b.gm(makeWindow(in, DType::F32, 1, 64))));
    b.setFlag(Pipe::MTE2, Pipe::V, id0);
    b.waitFlag(Pipe::MTE2, Pipe::V, id0);
    EXPECT_TRUE(b.emit("tmuls", Pipe::V, {t, t}, {floatScalar(2)}));
    b.setFlag(Pipe::V, Pipe::MTE3, id0);
    b.waitFlag(Pipe::V, Pipe::MTE3, id0);
    EXPECT_TRUE(b.emit("tstore", Pipe::MTE3, {t}, {}, {},
                       b.gm(makeWindow(out, DType::F32, 1, 64)), true));
    b.endFunction();
    auto program = b.finish();
    Engine engine(*program);
    RunOptions options;
    options.blocks = blocks;
    RunResult r = engine.run({x.arg(), z.arg()}, options);
    ASSERT_TRUE(r.ok()) << r.error.message;
    EXPECT_EQ(r.report.aivUsed, std::min<int64_t>(blocks, 48));
    for (int64_t i = 0; i < blocks; ++i)
      for (int64_t c = 0; c < 64; ++c)
        EXPECT_EQ(z.get(i, c), static_cast<float>(x.get(i, c)) * 2);
  }
}
