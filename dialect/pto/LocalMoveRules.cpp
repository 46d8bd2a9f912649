//===- LocalMoveRules.cpp - rules of moves between tiles --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TileVerifier.h"
#include "pypto/Dialect/Pto/MoveOps.h"

using namespace mlir;
using namespace mlir::pto;
using ::pypto::Diag;

//===----------------------------------------------------------------------===//
// tmov
//===----------------------------------------------------------------------===//

static bool isMovePair(AddressSpace src, AddressSpace dst, bool isA5) {
  switch (src) {
  case AddressSpace::Mat:
    return dst == AddressSpace::Left || dst == AddressSpace::Right ||
           dst == AddressSpace::Bias || dst == AddressSpace::Scaling;
  case AddressSpace::Vec:
    return dst == AddressSpace::Vec || (isA5 && dst == AddressSpace::Mat);
  case AddressSpace::Acc:
    return dst == AddressSpace::Mat || dst == AddressSpace::Vec;
  default:
    return false;
  }
}

/// A3 writes accumulators into mat in boxes of this many bytes.
static void checkFractal512(TileVerifier &check, StringRef name,
                            TileBufType tile) {
  check.require(tile.getFractal() == TileBufType::kDefaultFractal,
                Diag::PtoLayout, "expects ", name, " to have fractal ",
                TileBufType::kDefaultFractal, ", got ", tile.getFractal());
}

LogicalResult TMovOp::verify() {
  TileVerifier check(*this);
  check.tiles({{"src", getSrc()}, {"dst", getDst()}});
  if (check.isDone())
    return check.result();
  AddressSpace src = check.tile(0).getLoc(), dst = check.tile(1).getLoc();
  bool isFromAcc = src == AddressSpace::Acc;
  check.require(isMovePair(src, dst, check.isA5()), Diag::PtoAddressSpace,
                "cannot move from ", stringifyAddressSpace(src), " to ",
                stringifyAddressSpace(dst), " on ", check.isA5() ? "A5" : "A3",
                "; moves are mat to left, right, bias or scaling, vec to vec, "
                "acc to mat or vec, and on A5 vec to mat");
  if (src == AddressSpace::Mat || !check.isA5())
    check.sameShape();
  check.require(!getAccToVecMode() || (isFromAcc && dst == AddressSpace::Vec),
                Diag::PtoAttribute,
                "expects accToVecMode only on a move from acc to vec");
  bool hasRelu = getReluPreMode() != ReluPreMode::NoRelu;
  check.require(isFromAcc || (!hasRelu && !getFp() && !getPreQuantScalar()),
                Diag::PtoAttribute,
                "expects reluPreMode, fp and preQuantScalar only with src in "
                "acc");
  check.require(!getFp() || !getPreQuantScalar(), Diag::PtoAttribute,
                "expects fp or preQuantScalar, not both");
  bool isDual = getAccToVecMode() == AccToVecMode::DualSplitM ||
                getAccToVecMode() == AccToVecMode::DualSplitN;
  check.require(!isDual || (!getFp() && !getPreQuantScalar()),
                Diag::PtoAttribute,
                "expects neither fp nor preQuantScalar with a dual split mode");
  if (isFromAcc && dst == AddressSpace::Mat && !check.isDone())
    check.onA3([](TileVerifier &v) { checkFractal512(v, "dst", v.tile(1)); });
  if (getFp() || hasRelu)
    check.tiles({{"src", getSrc()}}).nz();
  if (getFp())
    check.tiles({{"src", getSrc()}})
        .element(elem::I32 | elem::F32)
        .tiles({{"fp", getFp()}})
        .in(AddressSpace::Scaling);
  return check.result();
}

LogicalResult TMovFpOp::verify() {
  TileVerifier check(*this);
  check.tiles({{"fp", getFp()}})
      .in(AddressSpace::Scaling)
      .tiles({{"dst", getDst()}})
      .tiles({{"src", getSrc()}})
      .element(elem::I32 | elem::F32)
      .nz();
  check.onA3([&](TileVerifier &v) {
    v.in(AddressSpace::Acc)
        .tiles({{"dst", getDst()}})
        .in(AddressSpace::Mat)
        .nz();
    if (!v.isDone())
      checkFractal512(v, "dst", v.tile(0));
  });
  return check.result();
}

//===----------------------------------------------------------------------===//
// ttrans
//===----------------------------------------------------------------------===//

LogicalResult TTransOp::verify() {
  using namespace elem;
  TileVerifier check(*this);
  check.tiles({{"src", getSrc()}, {"tmp", getTmp()}, {"dst", getDst()}});
  check.onA5([](TileVerifier &v) { v.sameElement(); });
  check.tiles({{"src", getSrc()}, {"dst", getDst()}})
      .sameElement()
      .element(I8 | I16 | F16 | BF16 | I32 | F32);
  check.onA3([&](TileVerifier &v) { v.tiles({{"src", getSrc()}}).rowMajor(); });
  check.onA5([](TileVerifier &v) {
    // Lines of the transposed tile are written in units of 32 bytes.
    constexpr int64_t kLineBits = 32 * 8;
    for (unsigned i : {0u, 1u}) {
      if (v.isDone())
        return;
      TileBufType tile = v.tile(i);
      bool isRowMajor = tile.getBlayout(TargetArch::A5) == BLayout::RowMajor;
      // Extents are reduced first so that the product cannot overflow.
      int64_t major =
          (isRowMajor ? tile.getCols() : tile.getRows()) % kLineBits;
      v.require(major * tile.getElementBits() % kLineBits == 0, Diag::PtoShape,
                "expects the ", isRowMajor ? "rows" : "columns", " of ",
                i == 0 ? "src" : "dst",
                " to be a multiple of 32 bytes long, got ", tile);
    }
  });
  return check.result();
}

//===----------------------------------------------------------------------===//
// Windows of tiles
//===----------------------------------------------------------------------===//

/// The window at (`row`, `col`) of extents `window` lies inside `whole`.
static void checkWindow(TileVerifier &check, Value row, Value col,
                        ArrayRef<int64_t> window, TileBufType whole,
                        StringRef wholeName) {
  const std::pair<StringRef, Value> indices[] = {{"indexRow", row},
                                                 {"indexCol", col}};
  for (auto [dim, index] : llvm::enumerate(indices)) {
    std::optional<int64_t> constant = getConstantIndex(index.second);
    check.require(!constant || *constant >= 0, Diag::PtoBounds, "expects ",
                  index.first, " to be 0 or more, got ", constant.value_or(0));
    int64_t size = window[dim], extent = whole.getShape()[dim];
    int64_t first = constant.value_or(0);
    check.require(size == ShapedType::kDynamic ||
                      (first <= extent && size <= extent - first),
                  Diag::PtoBounds, "expects ", index.first, " + ", size,
                  " to be at most ", extent, ", the extent of ", wholeName,
                  ", got index ", first);
  }
}

static void checkExtractToMatrix(TileVerifier &check, TileBufType src,
                                 TileBufType dst, bool isA5) {
  TargetArch arch = check.getArch();
  BLayout blayout = src.getBlayout(arch);
  bool isNz =
      blayout == BLayout::ColMajor && src.getSlayout() == SLayout::RowMajor;
  bool isZn =
      blayout == BLayout::RowMajor && src.getSlayout() == SLayout::ColMajor;
  if (dst.getLoc() == AddressSpace::Left) {
    BLayout wanted = isA5 ? BLayout::ColMajor : BLayout::RowMajor;
    check.require(
        dst.getBlayout(arch) == wanted && dst.getSlayout() == SLayout::RowMajor,
        Diag::PtoLayout, "expects a left dst to be ", stringifyBLayout(wanted),
        " with row_major slayout, got ", dst);
  } else if (dst.getLoc() == AddressSpace::Right) {
    check.require(dst.getBlayout(arch) == BLayout::RowMajor &&
                      dst.getSlayout() == SLayout::ColMajor,
                  Diag::PtoLayout,
                  "expects a right dst to be row_major with col_major slayout, "
                  "got ",
                  dst);
  }
  bool isAnyRowMajorFine = !isA5 || dst.getLoc() == AddressSpace::Left;
  bool isFine = isNz || (isA5 && isZn) ||
                (isAnyRowMajorFine && blayout == BLayout::RowMajor);
  check.require(isFine, Diag::PtoLayout,
                "expects src in a layout that can feed ",
                stringifyAddressSpace(dst.getLoc()), " on ", isA5 ? "A5" : "A3",
                ", got ", src);
}

LogicalResult TExtractOp::verify() {
  using namespace elem;
  TileVerifier check(*this);
  check.tiles({{"src", getSrc()}, {"dst", getDst()}}).sameElement();
  if (check.isDone())
    return check.result();
  TileBufType src = check.tile(0), dst = check.tile(1);
  checkWindow(check, getIndexRow(), getIndexCol(), dst.getShape(), src, "src");
  check.element(I8 | F16 | BF16 | F32, I8 | F8 | F16 | BF16 | F32);
  bool isFromMat = src.getLoc() == AddressSpace::Mat;
  bool isToMatrix = isFromMat && (dst.getLoc() == AddressSpace::Left ||
                                  dst.getLoc() == AddressSpace::Right);
  bool isA5Only = (isFromMat && dst.getLoc() == AddressSpace::Scaling) ||
                  (src.getLoc() == AddressSpace::Vec &&
                   (dst.getLoc() == AddressSpace::Mat ||
                    dst.getLoc() == AddressSpace::Vec));
  check.require(isToMatrix || (check.isA5() && isA5Only), Diag::PtoAddressSpace,
                "cannot extract from ", stringifyAddressSpace(src.getLoc()),
                " to ", stringifyAddressSpace(dst.getLoc()), " on ",
                check.isA5() ? "A5" : "A3",
                "; it is mat to left or right, and on A5 also mat to scaling, "
                "vec to mat and vec to vec");
  if (check.isDone())
    return check.result();
  if (isFromMat)
    checkExtractToMatrix(check, src, dst, check.isA5());
  else if (dst.getLoc() == AddressSpace::Vec)
    check.nd();
  return check.result();
}

/// Rules of textract_fp and tinsert_fp beside the bounds.
static void checkQuantised(TileVerifier &check, Value src, Value fp,
                           Value dst) {
  using namespace elem;
  check.tiles({{"fp", fp}}).in(AddressSpace::Scaling);
  check.tiles({{"src", src}}).in(AddressSpace::Acc).nz().element(F32 | I32);
  check.tiles({{"dst", dst}}).in(AddressSpace::Mat).nz();
  if (check.isDone())
    return;
  bool isFloat = isa<FloatType>(getElementTypeOf(src.getType()));
  uint32_t allowed =
      check.isA5() ? (isFloat ? I8 | F8 | F16 | BF16 | F32 : I8 | F16 | BF16)
                   : (isFloat ? I8 : I8 | I16 | F16);
  check.onA3([](TileVerifier &v) { checkFractal512(v, "dst", v.tile(0)); });
  check.element(allowed);
}

LogicalResult TExtractFpOp::verify() {
  TileVerifier check(*this);
  checkQuantised(check, getSrc(), getFp(), getDst());
  check.tiles({{"src", getSrc()}, {"dst", getDst()}});
  if (!check.isDone())
    checkWindow(check, getIndexRow(), getIndexCol(), check.tile(1).getShape(),
                check.tile(0), "src");
  return check.result();
}

LogicalResult TInsertFpOp::verify() {
  TileVerifier check(*this);
  checkQuantised(check, getSrc(), getFp(), getDst());
  check.tiles({{"src", getSrc()}, {"dst", getDst()}});
  if (!check.isDone())
    checkWindow(check, getIndexRow(), getIndexCol(),
                check.tile(0).getValidShape(), check.tile(1), "dst");
  return check.result();
}

static void checkInsertFromAcc(TileVerifier &check) {
  using namespace elem;
  check.nz();
  check.onA3([](TileVerifier &v) {
    if (!v.isDone())
      checkFractal512(v, "dst", v.tile(1));
  });
  if (check.isDone())
    return;
  Type src = check.tile(0).getElementType();
  Type dst = check.tile(1).getElementType();
  bool isFine = src.isF32() && (dst.isF16() || dst.isBF16());
  if (check.isA5())
    isFine |= (src.isF32() && dst.isF32()) ||
              (src.isInteger(32) && dst.isInteger(32));
  check.require(isFine, Diag::PtoElementType, "cannot insert ", src,
                " from acc as ", dst, " on ", check.isA5() ? "A5" : "A3",
                "; it is f32 to f16 or bf16, and on A5 also f32 to f32 and "
                "i32 to i32");
}

LogicalResult TInsertOp::verify() {
  using namespace elem;
  TileVerifier check(*this);
  check.tiles({{"src", getSrc()}, {"dst", getDst()}});
  if (check.isDone())
    return check.result();
  TileBufType src = check.tile(0), dst = check.tile(1);
  checkWindow(check, getIndexRow(), getIndexCol(), src.getValidShape(), dst,
              "dst");
  bool isToMat = dst.getLoc() == AddressSpace::Mat;
  bool isFromVec = src.getLoc() == AddressSpace::Vec;
  if (src.getLoc() == AddressSpace::Acc && isToMat) {
    check.apply(checkInsertFromAcc);
  } else if (check.isA5() && isFromVec && isToMat) {
    bool isNd =
        src.getBlayout(TargetArch::A5) == BLayout::RowMajor && !src.isBoxed();
    check.sameElement().element(I8 | I32 | F8 | F16 | BF16 | F32);
    check.tiles({{"dst", getDst()}}).nz();
    if (!isNd)
      check.tiles({{"src", getSrc()}}).nz();
  } else if (check.isA5() && isFromVec && dst.getLoc() == AddressSpace::Vec) {
    check.sameElement().element(I8 | I32 | F8 | F16 | BF16 | F32).nd();
  } else if (!check.isDone()) {
    check.fail(Diag::PtoAddressSpace)
        << "cannot insert from " << stringifyAddressSpace(src.getLoc())
        << " into " << stringifyAddressSpace(dst.getLoc()) << " on "
        << (check.isA5() ? "A5" : "A3")
        << "; it is acc to mat, and on A5 also vec to mat and vec to vec";
  }
  return check.result();
}
