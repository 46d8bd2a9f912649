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
  EXPECT_NE(race.help.find("pto.set_flag[<PIPE_MTE2>, <PIPE_V>"),
            std::string::npos)
      << race.help;
  EXPECT_EQ(result.error.facts.help, race.help);
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

namespace {
/// A kernel on two pipes without any flag: the first instruction is line 1, the
/// second line 2.
struct WindowKernel : RaceKernel {
  Layout layout;
  int32_t big;

  WindowKernel(const pypto::target::Target &chip, Layout layout)
      : RaceKernel(0, chip), layout(layout),
        big(part(/*addr=*/0, /*rows=*/64, /*cols=*/64)) {}
  int32_t part(int64_t addr, int64_t rows, int64_t cols, int64_t validRows = -1,
               int64_t validCols = -1) {
    return b.tile(makeTile(Space::Vec, DType::F16, roundUp(rows, 16),
                           roundUp(cols, 16), addr, layout,
                           validRows < 0 ? rows : validRows,
                           validCols < 0 ? cols : validCols));
  }
  /// Writes rows x cols of the big tile.
  void insert(Pipe pipe, int64_t row, int64_t col, int64_t rows, int64_t cols) {
    next();
    EXPECT_TRUE(b.emit("tinsert", pipe, {big, part(16384, rows, cols)},
                       {intScalar(row), intScalar(col)}));
  }
  void extract(Pipe pipe, int64_t row, int64_t col, int64_t rows,
               int64_t cols) {
    next();
    EXPECT_TRUE(b.emit("textract", pipe, {part(32768, rows, cols), big},
                       {intScalar(row), intScalar(col)}));
  }
};
} // namespace

// Instructions on windows touch these, not the tile: neighbours are no race,
// one row or column in common is one. Columns of one 32-byte line of a box are
// written together.
TEST(Races, Windows) {
  for (bool is950 : {false, true})
    for (Layout layout : {Layout::ND, Layout::DN, Layout::NZ, Layout::ZN}) {
      const pypto::target::Target &chip = is950 ? a5() : a2a3();
      std::string where = std::string(is950 ? "950 " : "910B ") +
                          std::to_string(static_cast<int>(layout));
      bool linesAreRows = layout == Layout::NZ,
           isBoxed = layout == Layout::ZN || linesAreRows;
      // Rows 0..17 and 17..48.
      for (int64_t start : {17, 16}) {
        WindowKernel k(chip, layout);
        k.insert(Pipe::MTE3, 0, 0, 17, 64);
        k.insert(Pipe::V, start, 0, 31, 64);
        bool meets = start == 16 || (isBoxed && !linesAreRows);
        EXPECT_EQ(onlyRace(k.run()), meets ? "PYPTO-E0832 1-2" : "0 races; ")
            << where << " rows from " << start;
      }
      // Columns 3..19 and 19..40.
      for (int64_t start : {19, 18}) {
        WindowKernel k(chip, layout);
        k.insert(Pipe::MTE3, 5, 3, 40, 16);
        k.insert(Pipe::V, 5, start, 40, 21);
        bool meets = start == 18 || linesAreRows;
        EXPECT_EQ(onlyRace(k.run()), meets ? "PYPTO-E0832 1-2" : "0 races; ")
            << where << " columns from " << start;
      }
      // What is read is a window, too.
      for (int64_t start : {16, 15}) {
        WindowKernel k(chip, layout);
        k.insert(Pipe::MTE3, 0, 0, 16, 64);
        k.extract(Pipe::V, start, 0, 32, 64);
        bool meets = start == 15;
        EXPECT_EQ(onlyRace(k.run()), meets ? "PYPTO-E0830 1-2" : "0 races; ")
            << where << " read from " << start;

        WindowKernel late(chip, layout);
        late.extract(Pipe::V, start, 0, 32, 64);
        late.insert(Pipe::MTE3, 0, 0, 16, 64);
        EXPECT_EQ(onlyRace(late.run()), meets ? "PYPTO-E0831 1-2" : "0 races; ")
            << where << " read first from " << start;
      }
      // Nothing is written where nothing is valid.
      WindowKernel none(chip, layout);
      none.insert(Pipe::MTE3, 0, 0, 16, 64);
      none.next();
      EXPECT_TRUE(none.b.emit("tinsert", Pipe::V,
                              {none.big, none.part(16384, 16, 64, 0, 64)},
                              {intScalar(0), intScalar(0)}));
      EXPECT_EQ(onlyRace(none.run()), "0 races; ") << where;
    }
}

// Of the other instructions, the valid rectangle counts; loads write whole
// blocks of 32 bytes.
TEST(Races, ValidRectangles) {
  for (int64_t shared : {0, 1}) {
    RaceKernel k(1);
    // Rows of 16 floats; the first tile has 3 valid rows of 11 columns, the
    // second starts behind them in the same memory.
    TileDesc top =
        makeTile(Space::Vec, DType::F32, 8, 16, 0, Layout::ND, 3, 11);
    TileDesc low = makeTile(Space::Vec, DType::F32, 5, 16, (3 - shared) * 64);
    k.load(k.b.tile(top), k.window(0, 3, 11));
    int32_t other = k.tile(8192, 5, 16);
    k.add(k.b.tile(low), other, other);
    EXPECT_EQ(onlyRace(k.run()), shared ? "PYPTO-E0832 1-2" : "0 races; ");
  }
  // 11 floats end in the second block of their row.
  for (int64_t column : {16, 8}) {
    RaceKernel k(1);
    TileDesc left =
        makeTile(Space::Vec, DType::F32, 3, 16, 0, Layout::ND, 3, 11);
    TileDesc right = makeTile(Space::Vec, DType::F32, 3, 8, column * 4);
    left.ld = right.ld = 32;
    k.load(k.b.tile(left), k.window(0, 3, 11));
    int32_t other = k.tile(8192, 3, 8);
    k.add(k.b.tile(right), other, other);
    EXPECT_EQ(onlyRace(k.run()),
              column == 16 ? "0 races; " : "PYPTO-E0832 1-2");
  }
  // The result of a reduction is one column.
  for (int64_t column : {8, 0}) {
    RaceKernel k(1);
    int32_t source = k.tile(8192);
    TileDesc sums = makeTile(Space::Vec, DType::F32, 8, 16, 0);
    TileDesc next = makeTile(Space::Vec, DType::F32, 8, 1, column * 4);
    next.ld = 16;
    k.next();
    EXPECT_TRUE(k.b.emit("trowsum", Pipe::V, {k.b.tile(sums), source}));
    k.store(k.b.tile(next), k.window(0, 8, 1));
    EXPECT_EQ(onlyRace(k.run()), column ? "0 races; " : "PYPTO-E0830 1-2");
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
  t = s.tile(4096);
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
    if (!knows) {
      EXPECT_EQ(result.error.code, "PYPTO-E0834") << result.error.message;
    }
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
