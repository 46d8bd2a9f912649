//===- BoundsTest.cpp - operands that are too small -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What an instruction reaches has to lie in its tiles: each operand in turn has
// too few rows, or is a part that leaves the tile that it is cut from.
//
//===----------------------------------------------------------------------===//

#include "Harness.h"

using namespace pypto::coremodel;
using namespace pypto::coremodel::test;

namespace {
/// An instruction on tiles of 16 rows.
struct Row {
  const char *name;
  std::vector<DType> types;     ///< destinations first
  std::vector<int64_t> columns; ///< of each tile
  std::vector<unsigned> tooFew; ///< operands whose rows matter
  unsigned results = 1;
  unsigned scalars = 0;
};
} // namespace

static const std::vector<Row> &table() {
  constexpr DType F = DType::F32, I = DType::I32, U = DType::U32, B = DType::U8;
  static const std::vector<Row> rows = {
      {"tadd", {F, F, F}, {64, 64, 64}, {1, 2}},
      {"taddc", {F, F, F, F}, {64, 64, 64, 64}, {1, 2, 3}},
      {"tsubc", {F, F, F, F}, {64, 64, 64, 64}, {1, 2, 3}},
      {"taddsc", {F, F, F}, {64, 64, 64}, {1, 2}, 1, 1},
      {"tmuls", {F, F}, {64, 64}, {1}, 1, 1},
      {"taxpy", {F, F}, {64, 64}, {1}, 1, 1},
      {"texp", {F, F}, {64, 64}, {1}},
      {"tcvt", {I, F}, {64, 64}, {1}},
      {"trowsum", {F, F}, {8, 64}, {0}},
      {"trowargmax", {I, F}, {8, 64}, {0}},
      {"trowexpand", {F, F}, {64, 8}, {1}},
      {"trowexpandsub", {F, F, F}, {64, 64, 8}, {1, 2}},
      {"tcolexpandmul", {F, F, F}, {64, 64, 64}, {1}},
      {"tcmp", {B, F, F}, {32, 64, 64}, {0, 2}},
      {"tcmps", {B, F}, {32, 64}, {0}, 1, 1},
      {"tsel", {F, B, F, F}, {64, 32, 64, 64}, {1, 2, 3}},
      {"tsels", {F, B, F}, {64, 32, 64}, {1, 2}, 1, 1},
      {"tgather", {F, F, I}, {64, 64, 64}, {2}},
      {"tgatherb", {F, F, U}, {64, 64, 8}, {2}},
      {"tscatter", {F, F, I}, {64, 64, 64}, {1}},
      {"tsort32", {F, F, U}, {128, 64, 64}, {2}},
      {"ttrans", {F, F}, {16, 16}, {0}},
      {"tmov", {F, F}, {64, 64}, {1}},
  };
  return rows;
}

/// Runs the row with `rows` rows in operand `which`.
static RunResult run(const Row &row, unsigned which, int64_t rows) {
  ProgramBuilder b(a2a3());
  b.setLoc(b.loc("small.pto", 7, 1));
  b.beginFunction("k", FunctionKind::Vector, {});
  TileInst inst;
  inst.pipe = Pipe::V;
  int64_t next = 0;
  for (unsigned i = 0; i < row.types.size(); ++i) {
    TileDesc desc = makeTile(Space::Vec, row.types[i], i == which ? rows : 16,
                             row.columns[i], next);
    inst.tile[i] = b.tile(desc);
    inst.access[i] = i < row.results ? AccessWrite : AccessRead;
    next += roundUp(b.get().tiles.back().bytes, 256) + 256;
  }
  inst.numTiles = static_cast<uint8_t>(row.types.size());
  for (unsigned i = 0; i < row.scalars; ++i)
    inst.scalar[inst.numScalars++] = floatScalar(2);
  RunResult result;
  if (!b.emit(row.name, inst)) {
    result.error.code = "select";
    result.error.message = b.error();
    return result;
  }
  b.endFunction();
  auto program = b.finish();
  return Engine(*program).run({}, {});
}

TEST(Bounds, OperandsWithTooFewRows) {
  for (const Row &row : table()) {
    RunResult whole = run(row, 0, 16);
    EXPECT_TRUE(whole.ok()) << row.name << ": " << whole.error.message;
    for (unsigned which : row.tooFew)
      for (int64_t rows : {1, 4, 15}) {
        RunResult result = run(row, which, rows);
        std::string what = std::string(row.name) + ", operand " +
                           std::to_string(which) + " of " +
                           std::to_string(rows) + " rows";
        EXPECT_EQ(result.error.code, "PYPTO-E0806")
            << what << ": " << result.error.message;
        std::string called = which < row.results
                                 ? "the result"
                                 : "source " + std::to_string(which);
        EXPECT_NE(result.error.message.find(" of " + called + ", a tile of "),
                  std::string::npos)
            << what << ": " << result.error.message;
        EXPECT_EQ(result.error.loc.str(), "small.pto:7:1") << what;
      }
  }
}

/// Adds one to rows first..first + valid of a tile of 16 x 64, cut out as a
/// part of 8 rows.
static RunResult addToPart(int64_t first, int64_t valid) {
  ProgramBuilder b(a2a3());
  b.beginFunction("k", FunctionKind::Vector, {});
  TileDesc part = makeTile(Space::Vec, DType::F32, 8, 64, 4096 + first * 256,
                           Layout::ND, valid, 64);
  part.bounded = true;
  part.offset[0] = Operand::constant(first);
  part.offset[1] = Operand::constant(0);
  part.extent[0] = 16;
  part.extent[1] = 64;
  int32_t tile = b.tile(part);
  EXPECT_TRUE(b.emit("tadds", Pipe::V, {tile, tile}, {floatScalar(1)}))
      << b.error();
  b.endFunction();
  auto program = b.finish();
  return Engine(*program).run({}, {});
}

TEST(Bounds, PartsThatLeaveTheirTile) {
  EXPECT_TRUE(addToPart(0, 8).ok());
  EXPECT_TRUE(addToPart(8, 8).ok());
  // The last part may hang over while its valid rows do not.
  EXPECT_TRUE(addToPart(12, 4).ok());
  EXPECT_TRUE(addToPart(16, 0).ok());
  for (auto [first, valid] : {std::pair<int64_t, int64_t>(9, 8),
                              {12, 5},
                              {-1, 8},
                              {16, 1},
                              {100, 8}}) {
    RunResult result = addToPart(first, valid);
    EXPECT_EQ(result.error.code, "PYPTO-E0806") << first << " " << valid;
    EXPECT_NE(result.error.message.find(", a tile of 16x64"), std::string::npos)
        << result.error.message;
  }
}
