//===- AlignmentTest.cpp - tiles that begin inside a block ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every memory has blocks that instructions reach tiles by; the last bits of
// another address are lost on hardware.
//
//===----------------------------------------------------------------------===//

#include "Harness.h"

using namespace pypto::coremodel;
using namespace pypto::coremodel::test;

/// One instruction between a tile of `space` at `addr` and one at 0 elsewhere;
/// the tile is the result or the source.
static RunResult runAt(const pypto::target::Target &chip, Space space,
                       int64_t addr, bool isResult, int64_t valid = 16) {
  bool isVec = space == Space::Vec;
  Space other = space == Space::Mat ? Space::Left : Space::Mat;
  ProgramBuilder b(chip);
  b.setLoc(b.loc("place.pto", 5, 3));
  b.beginFunction("k", isVec ? FunctionKind::Vector : FunctionKind::Cube, {});
  auto layoutOf = [&](Space s) {
    return s == Space::Mat                        ? Layout::NZ
           : s == Space::Right                    ? Layout::ZN
           : s == Space::Left && &chip == &a2a3() ? Layout::ZZ
           : s == Space::Left                     ? Layout::NZ
                                                  : Layout::ND;
  };
  int64_t rows = space == Space::Bias ? 1 : 16;
  DType type = space == Space::Bias ? DType::F32 : DType::F16;
  int32_t tile = b.tile(makeTile(space, type, rows, 16, addr, layoutOf(space),
                                 std::min(rows, valid), 16));
  int32_t peer = b.tile(
      makeTile(isVec ? Space::Vec : other, type, rows, 16, 0,
               space == Space::Bias ? Layout::ND : layoutOf(other), rows, 16));
  bool emitted =
      isVec ? b.emit("tabs", Pipe::V,
                     isResult ? std::initializer_list<int32_t>{tile, peer}
                              : std::initializer_list<int32_t>{peer, tile})
            : b.emit("tmov", Pipe::MTE1,
                     isResult ? std::initializer_list<int32_t>{tile, peer}
                              : std::initializer_list<int32_t>{peer, tile});
  EXPECT_TRUE(emitted) << b.error();
  b.endFunction();
  auto program = b.finish();
  return Engine(*program).run({}, {});
}

TEST(Alignment, BlocksOfEveryMemory) {
  struct Case {
    Space space;
    int64_t block;
    bool isResult;
  };
  for (const auto *chip : {&a2a3(), &a5()})
    for (Case c : {Case{Space::Vec, 32, true},
                   {Space::Vec, 32, false},
                   {Space::Mat, 32, false},
                   {Space::Left, 512, true},
                   {Space::Right, 512, true},
                   {Space::Bias, 64, true}}) {
      std::string what = chip->name + " " +
                         std::string(pypto::target::toString(c.space)) +
                         (c.isResult ? " result" : " source");
      for (int64_t k : {0, 1, 3}) {
        // The peer in Vec lies at 0; it may be the same bytes.
        RunResult whole = runAt(*chip, c.space, k * c.block, c.isResult);
        EXPECT_TRUE(whole.ok()) << what << ": " << whole.error.message;
      }
      for (int64_t off : {int64_t(2), c.block / 2, c.block - 2, c.block + 4}) {
        RunResult result = runAt(*chip, c.space, off, c.isResult);
        EXPECT_EQ(result.error.code, "PYPTO-E0814")
            << what << " at " << off << ": " << result.error.message;
        std::string says = std::string(c.isResult ? "the result" : "source 1") +
                           " begins at byte " + std::to_string(off) + " of ";
        EXPECT_NE(result.error.message.find(says), std::string::npos)
            << result.error.message;
        EXPECT_EQ(result.error.facts.expected,
                  "a multiple of " + std::to_string(c.block) + " bytes");
        EXPECT_FALSE(result.error.facts.help.empty());
        EXPECT_EQ(result.error.loc.str(), "place.pto:5:3");
      }
    }
}

TEST(Alignment, NothingToReach) {
  EXPECT_TRUE(runAt(a2a3(), Space::Vec, 4, true, 0).ok());
}

/// Part of a tile of boxes, from a row and column that only the run knows.
static RunResult movePart(int64_t row, int64_t col) {
  ProgramBuilder b(a2a3());
  b.beginFunction("k", FunctionKind::Cube, {});
  TileDesc part = makeTile(Space::Mat, DType::F16, 16, 16,
                           col / 16 * 64 * 32 + row * 32, Layout::NZ);
  part.ld = 64;
  part.isPart = part.bounded = true;
  part.offset[0] = Operand::inReg(b.constant(row));
  part.offset[1] = Operand::inReg(b.constant(col));
  part.extent[0] = 64;
  part.extent[1] = 64;
  int32_t left =
      b.tile(makeTile(Space::Left, DType::F16, 16, 16, 0, Layout::ZZ));
  EXPECT_TRUE(b.emit("tmov", Pipe::MTE1, {left, b.tile(part)})) << b.error();
  b.endFunction();
  auto program = b.finish();
  return Engine(*program).run({}, {});
}

TEST(Alignment, PartsInBoxes) {
  EXPECT_TRUE(movePart(0, 0).ok());
  EXPECT_TRUE(movePart(48, 16).ok());
  for (auto [row, col] :
       {std::pair<int64_t, int64_t>(1, 0), {8, 0}, {0, 4}, {17, 16}}) {
    RunResult result = movePart(row, col);
    EXPECT_EQ(result.error.code, "PYPTO-E0814") << row << " " << col;
    EXPECT_NE(result.error.message.find("inside a box of 16x16"),
              std::string::npos)
        << result.error.message;
  }
}
