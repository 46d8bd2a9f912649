//===- TargetTest.cpp - chips as data ---------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pypto/Target/Target.h"
#include "gtest/gtest.h"
#include <cmath>

using namespace pypto::target;

// Platform strings select the chip, whatever the case; others select nothing.
TEST(Target, PlatformStrings) {
  for (const char *name : {"a2a3", "a2a3sim", "910B", "910b", "A2A3SIM"})
    EXPECT_EQ(parsePlatform(name), Arch::A2A3) << name;
  for (const char *name : {"a5", "a5sim", "950", "A5"})
    EXPECT_EQ(parsePlatform(name), Arch::A5) << name;
  for (const char *name : {"", "a4", "a5 ", "910", "h100"})
    EXPECT_FALSE(parsePlatform(name).has_value()) << name;
}

// Capacities and alignments of the architecture page.
TEST(Target, CapacitiesAndAlignments) {
  const Target &a2 = Target::get(Arch::A2A3);
  EXPECT_EQ(a2.space(Space::Vec).usableBytes, 188416u);
  EXPECT_EQ(a2.space(Space::Mat).usableBytes, 512u * 1024);
  EXPECT_EQ(a2.space(Space::Left).usableBytes, 64u * 1024);
  EXPECT_EQ(a2.space(Space::Right).usableBytes, 64u * 1024);
  EXPECT_EQ(a2.space(Space::Acc).usableBytes, 128u * 1024);
  EXPECT_EQ(a2.space(Space::Bias).usableBytes, 1024u);
  EXPECT_FALSE(a2.space(Space::LeftScale).present());
  const Target &a5 = Target::get(Arch::A5);
  EXPECT_EQ(a5.space(Space::Vec).usableBytes, 240u * 1024);
  EXPECT_EQ(a5.space(Space::Acc).usableBytes, 256u * 1024);
  EXPECT_TRUE(a5.space(Space::RightScale).present());
  for (const Target *t : {&a2, &a5}) {
    EXPECT_EQ(t->space(Space::Vec).alignment, 32u);
    EXPECT_EQ(t->space(Space::Mat).alignment, 32u);
    EXPECT_EQ(t->space(Space::Left).alignment, 512u);
    EXPECT_EQ(t->space(Space::Right).alignment, 512u);
    EXPECT_EQ(t->space(Space::Acc).alignment, 64u);
    EXPECT_EQ(t->space(Space::Bias).alignment, 64u);
  }
}

// Rows of a table are indexed by the enumerator that they describe, and every
// usable size fits the physical one and is a multiple of the alignment.
TEST(Target, TablesAreConsistent) {
  for (Arch arch : {Arch::A2A3, Arch::A5}) {
    const Target &t = Target::get(arch);
    for (unsigned i = 0; i < kNumSpaces; ++i) {
      const SpaceInfo &s = t.spaces[i];
      EXPECT_EQ(static_cast<unsigned>(s.space), i);
      EXPECT_LE(s.usableBytes.value, s.physicalBytes.value);
      EXPECT_EQ(s.usableBytes.value % s.alignment.value, 0u);
      EXPECT_EQ(parseSpace(toString(s.space)), s.space);
      EXPECT_NE(s.usableBytes.source, nullptr);
    }
    EXPECT_EQ(t.numAiv.value, t.numAic.value * t.aivPerAic.value);
    for (const VectorCost &cost : t.vector) {
      ASSERT_NE(cost.fixed.source, nullptr);
      EXPECT_GT(cost.fixed.value, 0.0);
      EXPECT_GE(cost.perRepeat.value, 0.0);
    }
    for (const MoveRoute &m : t.moves) {
      EXPECT_TRUE(t.space(m.from).present());
      EXPECT_TRUE(t.space(m.to).present());
    }
  }
}

// Layouts of the L0 buffers differ between the chips in L0A only.
TEST(Target, Layouts) {
  EXPECT_EQ(Target::get(Arch::A2A3).space(Space::Left).layout.value,
            Layout::ZZ);
  EXPECT_EQ(Target::get(Arch::A5).space(Space::Left).layout.value, Layout::NZ);
  for (Arch arch : {Arch::A2A3, Arch::A5}) {
    const Target &t = Target::get(arch);
    EXPECT_EQ(t.space(Space::Right).layout.value, Layout::ZN);
    EXPECT_EQ(t.space(Space::Acc).layout.value, Layout::NZ);
    EXPECT_EQ(t.space(Space::Mat).layout.value, Layout::NZ);
  }
}

// Direct moves, their pipes, and what is not a move.
TEST(Target, Moves) {
  const Target &a2 = Target::get(Arch::A2A3);
  const Target &a5 = Target::get(Arch::A5);
  auto pipe = [](const Target &t, Space from, Space to) {
    return t.pipeOf(from, to);
  };
  for (const Target *t : {&a2, &a5}) {
    EXPECT_EQ(pipe(*t, Space::DDR, Space::Vec), Pipe::MTE2);
    EXPECT_EQ(pipe(*t, Space::DDR, Space::Mat), Pipe::MTE2);
    EXPECT_EQ(pipe(*t, Space::Vec, Space::DDR), Pipe::MTE3);
    EXPECT_EQ(pipe(*t, Space::Mat, Space::Left), Pipe::MTE1);
    EXPECT_EQ(pipe(*t, Space::Acc, Space::DDR), Pipe::FIX);
    EXPECT_EQ(pipe(*t, Space::Vec, Space::Vec), Pipe::V);
    EXPECT_EQ(pipe(*t, Space::Left, Space::Acc), Pipe::M);
    EXPECT_FALSE(pipe(*t, Space::DDR, Space::Left).has_value());
    EXPECT_EQ(t->move(Space::Vec, Space::Left), nullptr);
  }
  EXPECT_EQ(a2.move(Space::Acc, Space::Vec), nullptr);
  EXPECT_EQ(a2.move(Space::Vec, Space::Mat), nullptr);
  EXPECT_EQ(pipe(a5, Space::Acc, Space::Vec), Pipe::FIX);
  EXPECT_EQ(pipe(a5, Space::Vec, Space::Mat), Pipe::MTE3);
}

// The cheapest chain of moves, never through global memory; a Vec value reaches
// Left on the 950 only.
TEST(Target, Routes) {
  const Target &a2 = Target::get(Arch::A2A3);
  const Target &a5 = Target::get(Arch::A5);
  auto spaces = [](const Target &target, Space from, Space to) {
    std::optional<Route> route = target.route(from, to, 4096);
    return route ? route->spaces : std::vector<Space>();
  };
  EXPECT_EQ(spaces(a2, Space::Acc, Space::Right),
            (std::vector<Space>{Space::Acc, Space::Mat, Space::Right}));
  EXPECT_TRUE(spaces(a2, Space::Vec, Space::Left).empty());
  EXPECT_TRUE(spaces(a2, Space::Mat, Space::Vec).empty());
  EXPECT_EQ(spaces(a5, Space::Vec, Space::Left),
            (std::vector<Space>{Space::Vec, Space::Mat, Space::Left}));
  EXPECT_EQ(spaces(a2, Space::Vec, Space::Vec), std::vector<Space>{Space::Vec});
  EXPECT_EQ(a2.route(Space::Vec, Space::Vec, 4096)->cycles, 0);
}

// More bytes cost more, and a chain costs at least what its moves do.
TEST(Target, RoutesCost) {
  const Target &a2 = Target::get(Arch::A2A3);
  int64_t small = a2.route(Space::Mat, Space::Left, 1024)->cycles;
  int64_t large = a2.route(Space::Mat, Space::Left, 32768)->cycles;
  EXPECT_LT(small, large);
  EXPECT_EQ(a2.route(Space::Acc, Space::Left, 32768)->cycles,
            a2.route(Space::Acc, Space::Mat, 32768)->cycles + large);
}

// Between two chains the cheaper one, also where it has more moves.
TEST(Target, RouteTakesTheCheaperChain) {
  Target chip = Target::get(Arch::A5);
  chip.moves = {{Space::Vec, Space::Right, Pipe::MTE3, "test"},
                {Space::Vec, Space::Mat, Pipe::MTE3, "test"},
                {Space::Mat, Space::Right, Pipe::MTE1, "test"}};
  // Both ways out of Vec cost the same, so that the second move decides.
  std::optional<Route> route = chip.route(Space::Vec, Space::Right, 4096);
  ASSERT_TRUE(route);
  EXPECT_EQ(route->spaces, (std::vector<Space>{Space::Vec, Space::Right}));
  chip.moves.erase(chip.moves.begin());
  EXPECT_EQ(chip.route(Space::Vec, Space::Right, 4096)->spaces.size(), 3u);
}

// A direct move over a slow path loses against two over fast ones, but only
// where there are enough bytes to gain the second move's overhead.
TEST(Target, RouteTakesMoreMovesWhereTheyAreCheaper) {
  Target chip = Target::get(Arch::A5);
  chip.moves = {{Space::Acc, Space::Vec, Pipe::FIX, "test"},
                {Space::Acc, Space::Mat, Pipe::FIX, "test"},
                {Space::Mat, Space::Vec, Pipe::MTE1, "test"}};
  chip.onChip.accToVec.value = 4;
  chip.onChip.accToMat.value = 128;
  chip.onChip.matToScaling.value = 128; // of moves out of Mat without a name
  std::optional<Route> route = chip.route(Space::Acc, Space::Vec, 65536);
  ASSERT_TRUE(route);
  EXPECT_EQ(route->spaces,
            (std::vector<Space>{Space::Acc, Space::Mat, Space::Vec}));
  // 27 + 65536 / 128, then 13.5 + 65536 / 128, each rounded up.
  EXPECT_EQ(route->cycles, 27 + 512 + 526);
  route = chip.route(Space::Acc, Space::Vec, 32);
  EXPECT_EQ(route->spaces, (std::vector<Space>{Space::Acc, Space::Vec}));
  EXPECT_EQ(route->cycles, 27 + 8);
}

// Every move of a chip costs cycles, more for more bytes; scales of a factor
// have the overhead of half a pair of moves, as the factor itself.
TEST(Target, MoveCosts) {
  for (Arch arch : {Arch::A2A3, Arch::A5}) {
    const Target &t = Target::get(arch);
    for (const MoveRoute &move : t.moves) {
      if (move.from == Space::DDR || move.to == Space::DDR)
        continue;
      MoveCost cost = t.moveCost(move.from, move.to);
      EXPECT_GT(cost.rate.value, 0) << toString(move.from) << toString(move.to);
      EXPECT_DOUBLE_EQ(cost.cycles(4096),
                       cost.fixed.value + 4096 / cost.rate.value);
      EXPECT_EQ(t.route(move.from, move.to, 4096)->cycles,
                static_cast<int64_t>(std::ceil(cost.cycles(4096))));
    }
  }
  const Target &a5 = Target::get(Arch::A5);
  for (Space scale : {Space::LeftScale, Space::RightScale}) {
    EXPECT_DOUBLE_EQ(a5.moveCost(Space::Mat, scale).fixed.value, 13.5);
    EXPECT_EQ(a5.moveCost(Space::Mat, scale).rate.confidence,
              Confidence::Guess);
  }
}

// The 910B's two-source vector rule gives the published whole-instruction
// cycles: 127 repeats clean 149.6, 32 repeats conflicting 86.0.
TEST(Target, BinaryCyclesMatchSilicon) {
  const Target &a2 = Target::get(Arch::A2A3);
  const VectorCost &cost = a2.vectorCost(VectorClass::Binary);
  EXPECT_NEAR(cost.fixed + 127 * cost.perRepeat, 149.6, 1.5);
  EXPECT_NEAR(cost.fixed + 32 * (cost.perRepeat + a2.banks.readConflictCycles),
              86.0, 0.01);
}

// A chip can be added once under a name that is free.
TEST(Target, AddTarget) {
  Target half = Target::get(Arch::A2A3);
  half.name = "unit-test-half-910B";
  half.numAic.value = 12;
  half.numAiv.value = 24;
  EXPECT_EQ(Target::find(half.name), nullptr);
  EXPECT_TRUE(Target::add(half));
  EXPECT_FALSE(Target::add(half));
  const Target *found = Target::find(half.name);
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(found->numCores(CoreKind::AIV), 24u);
  half.name = "910B";
  EXPECT_FALSE(Target::add(half));
  half.name.clear();
  EXPECT_FALSE(Target::add(half));
  EXPECT_EQ(Target::find("a5sim"), &Target::get(Arch::A5));
}

// 1850 cycles of the 910B are one microsecond.
TEST(Target, Clock) {
  EXPECT_DOUBLE_EQ(Target::get(Arch::A2A3).cyclesToMicroseconds(1850), 1.0);
}
