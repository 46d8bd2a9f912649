//===- IndexedRules.cpp - rules of gathers, scatters, sorts -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TileVerifier.h"
#include "pypto/Dialect/Pto/IndexedOps.h"

using namespace mlir;
using namespace mlir::pto;
using namespace mlir::pto::elem;
using ::pypto::Diag;

//===----------------------------------------------------------------------===//
// tgather
//===----------------------------------------------------------------------===//

static void checkValidColsAreCols(TileVerifier &check) {
  if (check.isDone())
    return;
  TileBufType tile = check.tile(0);
  check.require(!differ(tile.getValidCols(), tile.getCols()), Diag::PtoShape,
                "expects every column to be valid in ", tile);
}

static void checkIndexGather(TileVerifier &check, TGatherOp op) {
  check.require(static_cast<bool>(op.getTmp()), Diag::PtoOperandKind,
                "expects tmp with indices");
  check.tiles({{"src", op.getSrc()}, {"dst", op.getDst()}})
      .sameElement()
      .element(Arithmetic, Arithmetic | I8 | F8);
  check.tiles({{"indices", op.getIndices()}}).element(I32, I16 | I32);
  check.onA3([&](TileVerifier &v) {
    v.tiles({{"indices", op.getIndices()}, {"tmp", op.getTmp()}})
        .sameElement()
        .sameValid();
  });
  checkValidColsAreCols(check.tiles({{"dst", op.getDst()}}));
  checkValidColsAreCols(check.tiles({{"indices", op.getIndices()}}));
}

static void checkCompareGather(TileVerifier &check, TGatherOp op) {
  check.require(op.getTmp() && op.getCdst(), Diag::PtoOperandKind,
                "expects tmp and a second output with kValue");
  check
      .tiles({{"src", op.getSrc()},
              {"dst", op.getDst()},
              {"cdst", op.getCdst()},
              {"tmp", op.getTmp()}})
      .vec()
      .rowMajor();
  check.tiles({{"dst", op.getDst()}, {"cdst", op.getCdst()}})
      .sameElement()
      .element(I32);
  CmpMode mode = op.getCmpMode().value_or(CmpMode::EQ);
  check.require(mode == CmpMode::EQ || mode == CmpMode::GT, Diag::PtoAttribute,
                "expects cmpMode to be eq or gt, got ", stringifyCmpMode(mode));
  uint32_t onA3 = mode == CmpMode::EQ ? Float | I32 : Float;
  check.tiles({{"src", op.getSrc()}})
      .scalarIsElement("kValue", op.getKValue())
      .element(onA3, Arithmetic);
}

static void checkMaskGather(TileVerifier &check, TGatherOp op) {
  check.tiles({{"src", op.getSrc()}, {"dst", op.getDst()}})
      .vec()
      .rowMajor()
      .sameElementBytes();
  check.onA3([](TileVerifier &v) { v.elementBytes({2, 4}); });
  check.onA5([](TileVerifier &v) { v.elementBytes({1, 2, 4}); });
  checkValidColsAreCols(check.tiles({{"dst", op.getDst()}}));
}

LogicalResult TGatherOp::verify() {
  TileVerifier check(*this);
  bool isIndex = static_cast<bool>(getIndices());
  bool isCompare = static_cast<bool>(getKValue());
  bool isMask = getMaskPattern().has_value();
  check.require(isIndex + isCompare + isMask == 1, Diag::PtoOperandKind,
                "expects exactly one of indices, kValue and maskPattern");
  check.require(isCompare || !getCdst(), Diag::PtoOperandKind,
                "expects a second output only with kValue");
  check.require(isCompare || (!getCmpMode() && !getOffset()),
                Diag::PtoAttribute,
                "expects cmpMode and offset only with kValue");
  check.require(!isMask || !getTmp(), Diag::PtoOperandKind,
                "expects no tmp with maskPattern");
  if (check.isDone())
    return check.result();
  if (isIndex)
    checkIndexGather(check, *this);
  else if (isCompare)
    checkCompareGather(check, *this);
  else
    checkMaskGather(check, *this);
  return check.result();
}

//===----------------------------------------------------------------------===//
// tscatter
//===----------------------------------------------------------------------===//

LogicalResult TScatterOp::verify() {
  TileVerifier check(*this);
  check.tiles({{"src", getSrc()}, {"indexes", getIndexes()}, {"dst", getDst()}})
      .vec()
      .tiles({{"src", getSrc()}, {"dst", getDst()}})
      .sameElement()
      .element(Ints | F16 | BF16 | F32)
      .tiles({{"src", getSrc()}, {"indexes", getIndexes()}});
  if (check.isDone())
    return check.result();
  unsigned bits = std::max(check.tile(0).getElementBits(), 16u);
  check.require(
      check.tile(1).getElementType().isInteger(bits), Diag::PtoElementType,
      "expects indexes of ", bits, "-bit integers for elements of ",
      check.tile(0).getElementType(), ", got ", check.tile(1).getElementType());
  return check.result();
}

//===----------------------------------------------------------------------===//
// tmrgsort
//===----------------------------------------------------------------------===//

/// Runs that the hardware merges have a multiple of this many elements.
static constexpr int64_t kMergeUnit = 64;

static void checkRunMerge(TileVerifier &check, TMrgSortOp op) {
  check.require(op.getSrcs().size() == 1 && op.getDsts().size() == 1,
                Diag::PtoOperandKind,
                "expects one source and one destination with blockLen");
  if (check.isDone())
    return;
  check.tiles({{"src", op.getSrcs()[0]}, {"dst", op.getDsts()[0]}})
      .sameElement()
      .element(Float);
  if (check.isDone())
    return;
  TileBufType src = check.tile(0), dst = check.tile(1);
  check.require(src.getRows() == 1 && dst.getRows() == 1, Diag::PtoShape,
                "expects source and destination to have one row, got ", src,
                " and ", dst);
  check.require(src.getCols() == dst.getCols(), Diag::PtoShape,
                "expects source and destination to have the same columns, got ",
                src.getCols(), " and ", dst.getCols());
  std::optional<int64_t> length = getConstantIndex(op.getBlockLen());
  check.require(!length || (*length > 0 && *length % kMergeUnit == 0),
                Diag::PtoAttribute,
                "expects blockLen to be a positive multiple of ", kMergeUnit,
                ", got ", length.value_or(0));
}

static void checkTileMerge(TileVerifier &check, TMrgSortOp op) {
  size_t sources = op.getSrcs().size();
  check.require(sources >= 2 && sources <= 4 && op.getDsts().size() == 1,
                Diag::PtoOperandKind,
                "expects two to four sources and one destination, got ",
                sources, " and ", op.getDsts().size());
  auto counts = op.getExcuted()
                    ? dyn_cast<VectorType>(op.getExcuted().getType())
                    : VectorType();
  check.require(counts && counts.getShape() == ArrayRef<int64_t>({4}) &&
                    counts.getElementType().isInteger(16),
                Diag::PtoOperandKind,
                "expects the last output to be a vector<4xi16>");
  check.require(static_cast<bool>(op.getTmp()), Diag::PtoOperandKind,
                "expects a scratch tile");
  if (check.isDone())
    return;
  Value dst = op.getDsts()[0];
  for (Value source : op.getSrcs())
    check.tiles({{"dst", dst}, {"a source", source}})
        .sameElement()
        .element(Float);
  check.tiles({{"dst", dst}, {"tmp", op.getTmp()}}).sameElement().sameShape();
}

LogicalResult TMrgSortOp::verify() {
  TileVerifier check(*this);
  if (check.isDone())
    return check.result();
  if (getBlockLen())
    checkRunMerge(check, *this);
  else
    checkTileMerge(check, *this);
  return check.result();
}
