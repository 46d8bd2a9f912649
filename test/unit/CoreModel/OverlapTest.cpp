//===- OverlapTest.cpp - results that overwrite sources ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A result may lie where a source does, or share no byte with it. Anything else
// is a warning, and an error where hazards are observed; the model's numbers
// are those of sources that were read first.
//
//===----------------------------------------------------------------------===//

#include "Harness.h"

using namespace pypto::coremodel;
using namespace pypto::coremodel::test;

namespace {
struct Place {
  DType type;
  int64_t addr;
  int32_t ld = 0; ///< of a part
};
} // namespace

/// An instruction of 16 x 64 elements per operand.
static RunResult run(const char *op, std::vector<Place> places, bool observed,
                     bool hasScratch = false, int64_t rows = 16,
                     const pypto::target::Target &target = a2a3()) {
  ProgramBuilder b(target);
  b.setLoc(b.loc("overlap.pto", 3, 5));
  b.beginFunction("k", FunctionKind::Vector, {});
  TileInst inst;
  inst.pipe = Pipe::V;
  for (const Place &place : places) {
    bool isResult = inst.numTiles == 0;
    TileDesc desc = makeTile(Space::Vec, place.type, rows, 64, place.addr);
    desc.ld = place.ld;
    inst.access[inst.numTiles] = isResult ? AccessWrite : AccessRead;
    if (hasScratch && inst.numTiles + 1u == places.size())
      inst.access[inst.numTiles] = AccessWrite | AccessScratch;
    inst.tile[inst.numTiles++] = b.tile(desc);
  }
  EXPECT_TRUE(b.emit(op, inst)) << b.error();
  b.endFunction();
  auto program = b.finish();
  RunOptions options;
  options.checkRaces = observed;
  return Engine(*program).run({}, options);
}

static constexpr DType F = DType::F32, H = DType::F16;
static constexpr int64_t kTile = 16 * 64 * 4;

TEST(Overlap, TheSamePlaceOrAnother) {
  for (bool observed : {false, true})
    for (const std::vector<Place> &places :
         {std::vector<Place>{{F, 0}, {F, 0}, {F, kTile}},
          {{F, 0}, {F, kTile}, {F, 0}},
          {{F, 0}, {F, 0}, {F, 0}},
          {{F, 0}, {F, kTile}, {F, 2 * kTile}},
          // Parts of one tile side by side: their rows alternate.
          {{F, 0, 128}, {F, 256, 128}, {F, 256, 128}}}) {
      RunResult result = run("tadd", places, observed);
      EXPECT_TRUE(result.ok()) << result.error.message;
      EXPECT_TRUE(result.report.warnings.empty());
    }
}

TEST(Overlap, PartlyTheSamePlace) {
  struct Case {
    const char *op;
    std::vector<Place> places;
    const char *says;
    bool hasScratch = false;
  };
  for (const Case &c : {
           // A row behind, and a block.
           Case{"tadd",
                {{F, 256}, {F, 0}, {F, 3 * kTile}},
                "the result overwrites source 1"},
           {"tadd",
            {{F, 32}, {F, 3 * kTile}, {F, 0}},
            "the result overwrites source 2"},
           // Rows at another pitch.
           {"tadd",
            {{F, 0, 128}, {F, 0}, {F, 3 * kTile}},
            "the result overwrites source 1"},
           // Elements of another size.
           {"tcvt", {{H, 0}, {F, 0}}, "the result overwrites source 1"},
           {"tcvt", {{F, 0}, {H, 0}}, "the result overwrites source 1"},
           // Not in place at all.
           {"txor",
            {{DType::I16, 0},
             {DType::I16, 0},
             {DType::I16, 8192},
             {DType::I16, 16384}},
            "the result overwrites source 1",
            true},
           {"trem",
            {{F, 0}, {F, kTile}, {F, 2 * kTile}, {F, kTile}},
            "the scratch overwrites source 1",
            true},
       }) {
    RunResult warned = run(c.op, c.places, false, c.hasScratch);
    EXPECT_TRUE(warned.ok()) << c.op << ": " << warned.error.message;
    ASSERT_EQ(warned.report.warnings.size(), 1u) << c.op;
    EXPECT_NE(warned.report.warnings[0].find(c.says), std::string::npos)
        << warned.report.warnings[0];
    RunResult failed = run(c.op, c.places, true, c.hasScratch);
    EXPECT_EQ(failed.error.code, "PYPTO-E0816") << c.op;
    EXPECT_NE(failed.error.message.find(c.says), std::string::npos)
        << failed.error.message;
    EXPECT_EQ(failed.error.loc.str(), "overlap.pto:3:5");
  }
}

// The reciprocal of the A2 and A3 divides one by a tile: not in place.
TEST(Overlap, ReciprocalInPlace) {
  std::vector<Place> same = {{F, 0}, {F, 0}};
  EXPECT_EQ(run("trecip", same, true).error.code, "PYPTO-E0816");
  EXPECT_TRUE(run("trecip", {{F, 0}, {F, kTile}}, true).ok());
  EXPECT_TRUE(run("trecip", same, true, false, 16, a5()).ok());
  EXPECT_TRUE(run("texp", same, true).ok());
}
