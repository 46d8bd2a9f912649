//===- RaceTest.cpp - accesses that nothing orders are found ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Harness.h"

using namespace pypto::coremodel;
using namespace pypto::coremodel::test;

namespace {
/// Kernels on one tensor argument per data matrix; every instruction has a line
/// of its own, counted from 1.
struct RaceKernel {
  ProgramBuilder b;
  std::vector<Matrix> data;
  uint32_t line = 0;

  explicit RaceKernel(unsigned tensors,
                      const pypto::target::Target &chip = a2a3())
      : b(chip) {
    std::vector<Param> params(tensors);
    b.beginFunction("k", FunctionKind::Vector, params);
    for (unsigned i = 0; i < tensors; ++i) {
      data.emplace_back(DType::F32, 8, 64);
      data.back().randomise(i + 1);
    }
  }
  int32_t tile(int64_t addr, int64_t rows = 8, int64_t cols = 64) {
    return b.tile(makeTile(Space::Vec, DType::F32, rows, cols, addr));
  }
  int32_t window(int32_t tensor, int64_t rows = 8, int64_t cols = 64) {
    return b.gm(makeWindow(tensor, DType::F32, rows, cols, 64));
  }
  void next() { b.setLoc(b.loc("k", ++line)); }
  void load(int32_t tile, int32_t window) {
    next();
    EXPECT_TRUE(b.emit("tload", Pipe::MTE2, {tile}, {}, {}, window));
  }
  void store(int32_t tile, int32_t window) {
    next();
    EXPECT_TRUE(b.emit("tstore", Pipe::MTE3, {tile}, {}, {}, window, true));
  }
  void add(int32_t dst, int32_t x, int32_t y) {
    next();
    EXPECT_TRUE(b.emit("tadd", Pipe::V, {dst, x, y}));
  }
  void flag(Pipe from, Pipe to, int64_t id = 0) {
    b.setFlag(from, to, Operand::constant(id));
    b.waitFlag(from, to, Operand::constant(id));
  }
  void element(InstKind kind, int32_t tile, int64_t index, int32_t reg) {
    next();
    Inst &inst = b.add(kind);
    inst.type = DType::F32;
    inst.imm = tile;
    inst.b = b.constant(index);
    (kind == InstKind::GetVal ? inst.dst : inst.c) = reg;
  }
  RunResult run(int64_t blocks = 1) {
    b.endFunction();
    auto program = b.finish();
    Engine engine(*program);
    RunOptions options;
    options.checkRaces = true;
    options.blocks = blocks;
    std::vector<HostArg> args;
    for (Matrix &m : data)
      args.push_back(m.arg());
    return engine.run(args, options);
  }
};
} // namespace

/// The only race of \p result: its code and the lines of the two instructions.
static std::string onlyRace(const RunResult &result) {
  if (result.races.size() != 1)
    return std::to_string(result.races.size()) + " races; " +
           result.error.message;
  const Race &race = result.races.front();
  EXPECT_EQ(result.error.code, race.code);
  return race.code + " " + std::to_string(race.earlier.line) + "-" +
         std::to_string(race.later.line);
}

// A read of what another pipe may not have written yet names both
// instructions, the bytes and the flag that is missing.
TEST(Races, ReadAfterWrite) {
  RaceKernel k(1);
  int32_t t = k.tile(256);
  k.load(t, k.window(0));
  k.add(k.tile(8192), t, t);
  RunResult result = k.run();
  EXPECT_EQ(onlyRace(result), "PYPTO-E0830 1-2");
  const Race &race = result.races.front();
  EXPECT_EQ(race.space, Space::Vec);
  EXPECT_EQ(race.begin, 256u);
  EXPECT_EQ(race.end, 256u + 8 * 64 * 4);
  EXPECT_NE(race.message.find("pto.set_flag[<PIPE_MTE2>, <PIPE_V>"),
            std::string::npos)
      << race.message;
}

// The flag is what counts, not that the load happened to be over: here the
// scalar unit idles for long, but nothing orders the two.
TEST(Races, TimeIsNoOrder) {
  RaceKernel k(1);
  int32_t t = k.tile(0), reg = k.b.newReg();
  k.load(t, k.window(0));
  k.b.setConstant(reg, 0);
  for (int i = 0; i < 5000; ++i)
    k.b.scalar("addi", reg, reg, k.b.constant(1));
  k.add(k.tile(8192), t, t);
  EXPECT_EQ(onlyRace(k.run()), "PYPTO-E0830 1-2");
}

// A flag orders everything that its pipe was given before it, also through a
// third pipe, and nothing that came after it.
TEST(Races, FlagsAreTransitive) {
  RaceKernel k(2);
  int32_t x = k.tile(0), y = k.tile(4096);
  k.load(x, k.window(0));
  k.flag(Pipe::MTE2, Pipe::V);
  k.add(y, x, x);
  k.flag(Pipe::V, Pipe::MTE3);
  // Reads x, which MTE2 wrote: V has waited for that.
  k.store(x, k.window(1));
  EXPECT_TRUE(k.run().ok());

  RaceKernel late(1);
  int32_t t = late.tile(0);
  late.b.setFlag(Pipe::MTE2, Pipe::V, Operand::constant(0));
  late.load(t, late.window(0));
  late.b.waitFlag(Pipe::MTE2, Pipe::V, Operand::constant(0));
  late.add(late.tile(8192), t, t);
  EXPECT_EQ(onlyRace(late.run()), "PYPTO-E0830 1-2");
}

// Overwriting what may still be read, and writing twice.
TEST(Races, WriteAfterReadAndWrite) {
  RaceKernel war(2);
  int32_t t = war.tile(0);
  war.store(t, war.window(0));
  war.load(t, war.window(1));
  EXPECT_EQ(onlyRace(war.run()), "PYPTO-E0831 1-2");

  RaceKernel waw(1);
  int32_t x = waw.tile(0), y = waw.tile(4096);
  waw.add(x, y, y);
  waw.load(x, waw.window(0));
  // y is never written; x is written on V, then on MTE2.
  EXPECT_EQ(onlyRace(waw.run()), "PYPTO-E0832 1-2");
}

// Within a pipe: V needs a barrier on the 910B, not on the 950; the DMA pipes
// need it on both; a source may be overwritten by its own pipe at once.
TEST(Races, WithinAPipe) {
  for (bool is950 : {false, true}) {
    const pypto::target::Target &chip = is950 ? a5() : a2a3();
    RaceKernel v(0, chip);
    int32_t x = v.tile(0), y = v.tile(4096);
    v.add(x, y, y);
    v.add(y, x, x);
    EXPECT_EQ(v.run().ok(), is950);

    RaceKernel ordered(0, chip);
    x = ordered.tile(0), y = ordered.tile(4096);
    ordered.add(x, y, y);
    ordered.b.barrier(Pipe::V);
    ordered.add(y, x, x);
    EXPECT_TRUE(ordered.run().ok());

    RaceKernel loads(1, chip);
    int32_t w = loads.window(0);
    loads.load(loads.tile(0), w);
    loads.load(loads.tile(1024), w);
    EXPECT_EQ(onlyRace(loads.run()), "PYPTO-E0832 1-2");

    RaceKernel read(0, chip);
    read.add(read.tile(0), read.tile(4096), read.tile(4096));
    read.add(read.tile(4096), read.tile(8192), read.tile(8192));
    EXPECT_TRUE(read.run().ok());
  }
}

// Parts of a tile whose rows interleave share no byte; one column more, and
// they do.
TEST(Races, PartsOfATile) {
  for (int64_t shift : {32, 31}) {
    RaceKernel k(1);
    TileDesc left = makeTile(Space::Vec, DType::F32, 8, 32, 0);
    TileDesc right = makeTile(Space::Vec, DType::F32, 8, 32, shift * 4);
    left.ld = right.ld = 64;
    int32_t l = k.b.tile(left), r = k.b.tile(right);
    k.load(l, k.window(0, 8, 32));
    k.add(r, k.tile(16384, 8, 32), k.tile(16384, 8, 32));
    EXPECT_EQ(k.run().ok(), shift == 32) << shift;
  }
}

// What the scalar unit has waited for, later instructions of any pipe may rely
// on; what it has itself written, they may not.
TEST(Races, IssueOrder) {
  RaceKernel k(1);
  int32_t t = k.tile(0), reg = k.b.newReg();
  k.load(t, k.window(0));
  k.flag(Pipe::MTE2, Pipe::S);
  k.element(InstKind::GetVal, t, 3, reg);
  k.add(k.tile(8192), t, t);
  EXPECT_TRUE(k.run().ok());

  RaceKernel s(0);
  t = s.tile(0);
  for (int64_t i = 0; i < 512; ++i)
    s.element(InstKind::SetVal, t, i, s.b.constantFloat(1.5));
  s.add(s.tile(8192), t, t);
  RunResult result = s.run();
  ASSERT_EQ(result.races.size(), 1u);
  EXPECT_EQ(result.races.front().code, "PYPTO-E0830");
}

// An event set again: safe when its pipe knows that the wait has passed.
TEST(Races, EventsInFlight) {
  for (bool knows : {false, true}) {
    RaceKernel k(2);
    int32_t x = k.tile(0), y = k.tile(4096);
    k.load(x, k.window(0));
    k.flag(Pipe::MTE2, Pipe::V);
    k.add(k.tile(8192), x, x);
    if (knows)
      k.flag(Pipe::V, Pipe::MTE2);
    k.load(y, k.window(1));
    k.flag(Pipe::MTE2, Pipe::V);
    RunResult result = k.run();
    EXPECT_EQ(result.ok(), knows);
    if (!knows)
      EXPECT_EQ(result.error.code, "PYPTO-E0834") << result.error.message;
  }
  // The scalar unit has passed its wait before it issues the next set.
  RaceKernel s(1);
  for (int i = 0; i < 3; ++i)
    s.flag(Pipe::MTE2, Pipe::S);
  EXPECT_TRUE(s.run().ok());

  RaceKernel left(1);
  left.load(left.tile(0), left.window(0));
  left.b.setFlag(Pipe::MTE2, Pipe::V, Operand::constant(5));
  EXPECT_EQ(left.run().error.code, "PYPTO-E0835");
}

// Blocks of one launch that store to the same bytes; adding to them atomically
// is no race, reading them is.
TEST(Races, BetweenBlocks) {
  for (Atomic atomic : {Atomic::None, Atomic::Add}) {
    RaceKernel k(1);
    TileAttrs attrs;
    attrs.atomic = atomic;
    int32_t t = k.tile(0), w = k.window(0);
    k.next();
    ASSERT_TRUE(k.b.emit("tstore", Pipe::MTE3, {t}, {}, attrs, w, true))
        << k.b.error();
    RunResult result = k.run(3);
    EXPECT_EQ(result.ok(), atomic == Atomic::Add) << result.error.message;
    if (atomic == Atomic::None) {
      ASSERT_FALSE(result.races.empty());
      EXPECT_EQ(result.races.front().code, "PYPTO-E0833");
      EXPECT_NE(result.races.front().message.find("block 0 of 'k'"),
                std::string::npos);
    }
  }
  RaceKernel one(1);
  one.store(one.tile(0), one.window(0));
  EXPECT_TRUE(one.run(1).ok());
}

// A failed check writes nothing back.
TEST(Races, NothingIsWritten) {
  RaceKernel k(2);
  std::vector<uint8_t> before = k.data[1].bytes;
  int32_t t = k.tile(0);
  k.load(t, k.window(0));
  k.store(t, k.window(1));
  EXPECT_FALSE(k.run().ok());
  EXPECT_EQ(k.data[1].bytes, before);
}
