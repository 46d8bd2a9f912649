//===- ScratchTest.cpp - scratch tiles that are too small -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An instruction is run with as much scratch as it is said to write and with a
// block less: a warning, and an error where hazards are observed.
//
//===----------------------------------------------------------------------===//

#include "Harness.h"

using namespace pypto::coremodel;
using namespace pypto::coremodel::test;

namespace {
struct Row {
  const char *name;
  std::vector<DType> types; ///< result, sources; then the scratch's
  int64_t rows, cols;       ///< valid, of the sources
  int64_t needed;           ///< bytes, worked out by hand
  unsigned scalars = 0;
  int64_t resultCols = -1;
};
} // namespace

/// The rows of the table on a valid rectangle of odd extents.
static const std::vector<Row> &table() {
  constexpr DType F = DType::F32, H = DType::F16, S = DType::I16, B = DType::U8;
  static const std::vector<Row> rows = {
      {"txor", {S, S, S, S}, 5, 33, 5 * 33 * 2},
      {"txors", {S, S, S}, 5, 33, 5 * 33 * 2, 1},
      {"trem", {F, F, F, F}, 3, 65, (65 + 2 * 2) * 4},
      {"trems", {F, F, F}, 3, 64, (64 + 2) * 4, 1},
      {"tprelu", {F, F, F, B}, 7, 33, (7 + 1) * 5},
      {"tsel", {F, B, F, F, B}, 3, 33, 32},
      {"ttrans", {F, F, F}, 17, 9, 9 * 32 * 4},
      {"ttrans", {H, H, H}, 16, 9, 9 * 16 * 2},
      {"ttrans", {B, B, B}, 3, 9, 9 * 32},
      {"trowsum", {F, F, F}, 5, 33, 5 * 33 * 4, 0, 1},
      {"trowmax", {F, F, F}, 5, 100, 5 * 256, 0, 1},
      {"trowmin", {H, H, H}, 5, 200, 5 * 256, 0, 1},
  };
  return rows;
}

/// Runs the row with `bytes` of scratch.
static RunResult run(const Row &row, int64_t bytes, bool checkRaces,
                     const pypto::target::Target &chip = a2a3()) {
  ProgramBuilder b(chip);
  b.setLoc(b.loc("scratch.pto", 9, 2));
  b.beginFunction("k", FunctionKind::Vector, {});
  TileInst inst;
  inst.pipe = Pipe::V;
  int64_t next = 0;
  bool turned = std::string(row.name) == "ttrans";
  auto last = row.types.size() - 1;
  for (size_t i = 0; i < row.types.size(); ++i) {
    DType type = row.types[i];
    int64_t rows = row.rows, cols = row.cols;
    if (i == 0 && turned)
      std::swap(rows, cols);
    if (i == 0 && row.resultCols > 0)
      cols = row.resultCols;
    TileDesc desc = makeTile(Space::Vec, type, rows, paddedCols(cols, type),
                             next, Layout::ND, rows, cols);
    if (i == last)
      desc = makeTile(Space::Vec, type, 1, bytes / sizeOf(type), next);
    auto at = static_cast<unsigned>(inst.numTiles);
    inst.tile[at] = b.tile(desc);
    inst.access[at] = i == 0      ? AccessWrite
                      : i == last ? AccessWrite | AccessScratch
                                  : AccessRead;
    ++inst.numTiles;
    next += roundUp(b.get().tiles.back().bytes, 256) + 256;
  }
  for (unsigned i = 0; i < row.scalars; ++i)
    inst.scalar[inst.numScalars++] = isFloat(row.types[0])
                                         ? floatScalar(2)
                                         : ScalarOperand{Operand::constant(2)};
  EXPECT_TRUE(b.emit(row.name, inst)) << row.name << b.error();
  b.endFunction();
  auto program = b.finish();
  RunOptions options;
  options.checkRaces = checkRaces;
  return Engine(*program).run({}, options);
}

TEST(Scratch, AsMuchAsIsWritten) {
  for (const Row &row : table())
    for (bool checked : {false, true}) {
      RunResult result = run(row, roundUp(row.needed, 32), checked);
      EXPECT_TRUE(result.ok()) << row.name << ": " << result.error.message;
      EXPECT_TRUE(result.report.warnings.empty())
          << row.name << ": " << result.report.warnings.front();
    }
}

TEST(Scratch, LessThanIsWritten) {
  for (const Row &row : table()) {
    int64_t less = roundUp(row.needed, 32) - 32;
    std::string what = row.name + std::string(" ") + std::to_string(less);
    std::string says = row.name + (" writes " + std::to_string(row.needed)) +
                       " bytes of scratch";
    RunResult warned = run(row, less, false);
    EXPECT_TRUE(warned.ok()) << what << ": " << warned.error.message;
    ASSERT_EQ(warned.report.warnings.size(), 1u) << what;
    EXPECT_NE(warned.report.warnings[0].find(says), std::string::npos)
        << warned.report.warnings[0];
    RunResult failed = run(row, less, true);
    EXPECT_EQ(failed.error.code, "PYPTO-E0815") << what;
    EXPECT_NE(failed.error.message.find(says), std::string::npos)
        << failed.error.message;
    EXPECT_EQ(failed.error.loc.str(), "scratch.pto:9:2");
  }
}

TEST(Scratch, The950WritesNone) {
  for (const Row &row : table()) {
    RunResult result = run(row, 32, true, a5());
    EXPECT_TRUE(result.ok()) << row.name << ": " << result.error.message;
  }
}
