//===- PartTest.cpp - instructions touch what they say ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rows of the operation table that name the parts of their operands are run on
// random bytes, layouts and valid extents: no byte outside the part of a result
// changes, and no byte outside the part of a source has an effect. Rows that
// take a bias, scales or an accumulator to store are not run here.
//
//===----------------------------------------------------------------------===//

#include "Harness.h"
#include "RegionBytes.h"
#include <set>

using namespace pypto::coremodel;
using namespace pypto::coremodel::test;

namespace {
/// Types and layouts of the operands, destinations first.
struct Signature {
  std::vector<DType> types;
  std::vector<Layout> layouts;
  bool isProduct = false;
};

/// One instruction on memory of its own.
struct Trial {
  static constexpr uint32_t kBase = 4096;
  std::unique_ptr<Program> program;
  std::vector<std::vector<uint8_t>> memory; ///< of each tile
  std::vector<uint8_t> global;
  ExecInst entry;

  void randomise(std::mt19937 &random, std::vector<uint8_t> &bytes) {
    for (uint8_t &byte : bytes)
      byte = static_cast<uint8_t>(random());
  }
  void run() {
    for (unsigned i = 0; i < entry.inst->numTiles; ++i)
      entry.tile[i].data = memory[i].data();
    entry.gm.data = global.data();
    entry.inst->exec(entry);
  }
  /// The engine refuses what leaves a tile.
  bool isInTiles() const {
    for (unsigned i = 0; i < entry.inst->numTiles; ++i) {
      Part part = entry.inst->part(entry, i);
      if (!part.empty() && !part.isInside(*entry.tile[i].desc))
        return false;
    }
    return true;
  }
  /// Which bytes of tile \p i are in its part.
  std::vector<bool> inPart(unsigned i) const {
    std::vector<bool> inside(memory[i].size());
    forEachByte(Region::of(entry.tile[i], entry.inst->part(entry, i)),
                [&](uint64_t at) { inside.at(at - kBase) = true; });
    return inside;
  }
};
} // namespace

/// False when the table has no such instruction, or it names no parts.
static bool build(Trial &trial, const OpInfo &op, const Signature &signature,
                  const pypto::target::Target &chip, std::mt19937 &random) {
  ProgramBuilder b(chip);
  b.beginFunction("k", FunctionKind::Vector, {});
  TileInst inst;
  inst.gm = -1;
  std::string name = op.name;
  bool isStore = name.rfind("tstore", 0) == 0, isLoad = name == "tload";
  // Others want operands of one shape.
  if (signature.isProduct && name.rfind("tmatmul", 0) && name.rfind("tgemv", 0))
    return false;
  // Extents in boxes: m x k times k x n for products.
  int32_t m = static_cast<int32_t>(32 * (1 + random() % 2));
  int32_t k = static_cast<int32_t>(32 * (1 + random() % 2));
  int32_t n = static_cast<int32_t>(32 * (1 + random() % 2));
  auto numTiles = static_cast<unsigned>(signature.types.size());
  int64_t valid[8][2];
  for (unsigned i = 0; i < numTiles; ++i) {
    bool isLeft = i + 2 == numTiles, isRight = i + 1 == numTiles;
    int32_t rows = m, cols = n;
    if (signature.isProduct) {
      rows = isRight ? k : m;
      cols = isLeft ? k : n;
    }
    // Sources of an element-wise instruction are as valid as its result.
    bool isOwn = i == 0 || signature.isProduct || random() % 4 == 0;
    valid[i][0] = isOwn ? random() % unsigned(rows + 1) : valid[0][0];
    valid[i][1] = isOwn ? random() % unsigned(cols + 1) : valid[0][1];
    TileDesc desc =
        makeTile(Space::Vec, signature.types[i], rows, cols, Trial::kBase,
                 signature.layouts[i], valid[i][0], valid[i][1]);
    desc.pad = isLoad && random() % 2 ? Pad::Min : Pad::Null;
    bool isAcc = signature.isProduct && i + 2 < numTiles;
    inst.tile[i] = b.tile(desc, isAcc ? 1024 : 512);
    inst.access[i] = i == 0 && !isStore ? AccessWrite : AccessRead;
  }
  inst.numTiles = static_cast<uint8_t>(numTiles);
  GmDesc gm = makeWindow(0, signature.types[0], valid[0][0], valid[0][1], 64);
  inst.numScalars = 2;
  inst.scalar[0] = intScalar(static_cast<int64_t>(random() % 40));
  inst.scalar[1] = intScalar(static_cast<int64_t>(random() % 40));
  if (isStore || isLoad) {
    inst.gm = b.gm(gm);
    inst.gmWrite = isStore;
    inst.numScalars = 0;
  }
  if (name == "tmov") // scalars would be a scale
    inst.numScalars = 0;
  if (!b.emit(op.name, inst))
    return false;
  b.endFunction();
  trial.program = b.finish();
  const Program &p = *trial.program;
  const TileInst &made = p.tileInsts.front();
  if (!made.part)
    return false;
  trial.entry.inst = &made;
  trial.global.resize(64 * 64 * 8);
  trial.randomise(random, trial.global);
  if (made.gm >= 0) {
    trial.entry.gm.desc = &p.gms.front();
    for (int64_t &size : trial.entry.gm.size)
      size = 1;
    trial.entry.gm.size[3] = valid[0][0];
    trial.entry.gm.size[4] = valid[0][1];
    trial.entry.gm.stride[3] = 64;
    trial.entry.gm.stride[4] = 1;
  }
  for (unsigned i = 0; i < numTiles; ++i) {
    TileRef &tile = trial.entry.tile[i];
    tile.desc = &p.tiles[i];
    tile.addr = Trial::kBase;
    tile.bytes = static_cast<uint32_t>(p.tiles[i].bytes);
    tile.validRows = static_cast<int32_t>(valid[i][0]);
    tile.validCols = static_cast<int32_t>(valid[i][1]);
    trial.memory.emplace_back(tile.bytes);
    trial.randomise(random, trial.memory.back());
  }
  for (unsigned i = 0; i < made.numScalars; ++i)
    trial.entry.scalar[i].i = made.scalar[i].value.imm;
  return true;
}

static void check(Trial &trial, std::mt19937 &random, const std::string &what) {
  const TileInst &inst = *trial.entry.inst;
  auto before = trial.memory;
  trial.run();
  auto after = trial.memory;
  auto globalAfter = trial.global;
  for (unsigned i = 0; i < inst.numTiles; ++i) {
    std::vector<bool> inside = trial.inPart(i);
    for (size_t at = 0; at < inside.size(); ++at)
      if (!inside[at] || !(inst.access[i] & AccessWrite)) {
        ASSERT_EQ(before[i][at], after[i][at])
            << what << ": operand " << i << " changes at byte " << at;
      }
    // Other bytes around what is read, for the second run.
    if (inst.access[i] & AccessRead)
      for (size_t at = 0; at < inside.size(); ++at)
        if (!inside[at])
          before[i][at] = static_cast<uint8_t>(random());
  }
  trial.memory = before;
  trial.run();
  ASSERT_EQ(trial.global, globalAfter) << what;
  for (unsigned i = 0; i < inst.numTiles; ++i)
    for (size_t at = 0; at < after[i].size(); ++at)
      if (inst.access[i] & AccessWrite) {
        ASSERT_EQ(trial.memory[i][at], after[i][at])
            << what << ": byte " << at
            << " depends on bytes outside the parts of the sources";
      }
}

static std::vector<Signature> signatures() {
  std::vector<Signature> all;
  for (DType type : {DType::F32, DType::F16, DType::I32, DType::I16, DType::I8})
    for (Layout layout : {Layout::ND, Layout::DN, Layout::NZ, Layout::ZN})
      for (unsigned tiles = 1; tiles <= 4; ++tiles)
        all.push_back({std::vector<DType>(tiles, type),
                       std::vector<Layout>(tiles, layout)});
  // Conversions, positions, layouts that change.
  for (DType from : {DType::F32, DType::F16, DType::I32, DType::I8})
    for (DType to : {DType::F32, DType::F16, DType::I32, DType::I8})
      all.push_back({{to, from}, {Layout::ND, Layout::ND}});
  for (Layout from : {Layout::ND, Layout::DN, Layout::NZ, Layout::ZN})
    for (Layout to : {Layout::ND, Layout::DN, Layout::NZ, Layout::ZZ})
      all.push_back({{DType::F16, DType::F16}, {to, from}});
  // Masks, indices, quantised rows.
  auto addPlain = [&](std::vector<DType> types) {
    all.push_back({types, std::vector<Layout>(types.size(), Layout::ND)});
  };
  addPlain({DType::U8, DType::F32, DType::F32});
  addPlain({DType::U8, DType::F16});
  addPlain({DType::F32, DType::U8, DType::F32, DType::F32});
  addPlain({DType::F32, DType::F32, DType::I32});
  addPlain({DType::F16, DType::F16, DType::U32});
  addPlain({DType::I8, DType::F32, DType::F32});
  addPlain({DType::F32, DType::I8, DType::F32, DType::F32});
  addPlain({DType::I16, DType::I32});
  addPlain({DType::I32, DType::F16});
  // Products.
  for (auto [result, factor] :
       {std::pair(DType::F32, DType::F16), std::pair(DType::F32, DType::F32),
        std::pair(DType::I32, DType::I8)})
    for (Layout left : {Layout::NZ, Layout::ZZ}) {
      all.push_back({{result, factor, factor},
                     {Layout::NZ, left, Layout::ZN},
                     /*isProduct=*/true});
      all.push_back({{result, result, factor, factor},
                     {Layout::NZ, Layout::NZ, left, Layout::ZN},
                     /*isProduct=*/true});
    }
  return all;
}

TEST(Parts, HoldWhatIsTouched) {
  std::mt19937 random(5);
  std::set<std::string> checked;
  std::vector<Signature> all = signatures();
  for (const pypto::target::Target *chip : {&a2a3(), &a5()})
    for (size_t i = 0; i < numOps(); ++i)
      for (const Signature &signature : all) {
        Trial trial;
        if (!build(trial, getOp(i), signature, *chip, random) ||
            !trial.isInTiles())
          continue;
        checked.insert(getOp(i).name);
        check(trial, random, getOp(i).name);
        if (HasFatalFailure())
          return;
      }
  // Those of each family are among them.
  for (const char *name :
       {"tadd",     "taddc",         "tpartmax",      "texp",
        "tadds",    "taxpy",         "tcvt",          "trowsum",
        "tcolmax",  "trowexpand",    "tcolexpand",    "texpands",
        "tci",      "tmov",          "textract",      "tinsert",
        "tload",    "tstore",        "tmatmul",       "tmatmul.acc",
        "tgemv",    "trowexpandmul", "tcolexpandadd", "tcmp",
        "tcmps",    "tsel",          "trowargmax",    "tcolargmin",
        "ttrans",   "tconcat",       "tgather",       "tgatherb",
        "tscatter", "tmrgsort",      "tquant",        "tdequant",
        "tpack"})
    EXPECT_TRUE(checked.count(name)) << name;
  EXPECT_GT(checked.size(), 95u);
}
