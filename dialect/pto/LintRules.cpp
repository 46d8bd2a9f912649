//===- LintRules.cpp - what the assembler should refuse ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each rule here is about text that the public assembler accepts although it
// cannot mean what it says. The verdict stays; the author gets a warning.
//
//===----------------------------------------------------------------------===//

#include "TileVerifier.h"
#include "pypto/Dialect/Pto/Pto.h"

using namespace mlir;
using namespace mlir::pto;
using ::pypto::Diag;

static InFlightDiagnostic warn(Operation *op, Diag diag) {
  InFlightDiagnostic inFlight = ::pypto::emitWarning(op->getLoc(), diag);
  inFlight << "'" << op->getName() << "' op ";
  return inFlight;
}

//===----------------------------------------------------------------------===//
// Tiles
//===----------------------------------------------------------------------===//

void AllocTileOp::lint() {
  TileBufType tile = getResult().getType();
  for (unsigned dim : {0u, 1u}) {
    int64_t valid = tile.getValidShape()[dim];
    if (valid != ShapedType::kDynamic && valid > tile.getShape()[dim])
      warn(*this, Diag::PtoLaxShape)
          << "has " << valid << " valid " << (dim == 0 ? "rows" : "columns")
          << " in a tile of " << tile.getShape()[dim]
          << "; every instruction on it will be refused";
  }
  if (!llvm::is_contained({16, 32, 512, 1024}, tile.getFractal()))
    warn(*this, Diag::PtoLaxLayout)
        << "has fractal " << tile.getFractal()
        << ", which no memory uses; it is 16, 32, 512 or 1024 bytes";
}

void SubsetOp::lint() {
  TileBufType source = getSource().getType();
  if (source.isBoxed())
    return; // verified
  for (auto [dim, size] : llvm::enumerate(getResult().getType().getShape())) {
    int64_t extent = source.getShape()[dim];
    int64_t offset = getConstantIndex(getOffsets()[dim]).value_or(0);
    if (size > 0 && offset >= 0 && offset <= extent && size <= extent - offset)
      continue;
    warn(*this, Diag::PtoLaxBounds)
        << "covers [" << offset << ", " << offset << " + " << size
        << ") in a dimension of " << extent
        << "; the bytes outside belong to other tiles";
  }
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

/// The first of two instructions overwrites what the second still reads.
static void lintLastSource(Operation *op, Value last, StringRef name,
                           Value dst) {
  if (last == dst)
    warn(op, Diag::PtoLaxAlias)
        << "writes dst before it reads " << name
        << ", which is the same tile; use another destination";
}

/// Valid extents of tiles that are combined element by element.
static void lintSameValid(Operation *op, ArrayRef<NamedValue> tiles) {
  TileBufType first;
  for (const NamedValue &named : tiles) {
    auto type = dyn_cast<TileBufType>(named.value.getType());
    if (!type)
      return;
    if (!first)
      first = type;
    if (!differ(first.getValidRows(), type.getValidRows()) &&
        !differ(first.getValidCols(), type.getValidCols()))
      continue;
    warn(op, Diag::PtoLaxShape)
        << "combines tiles whose valid extents differ, " << tiles[0].name
        << " of " << first << " and " << named.name << " of " << type
        << "; elements outside the smaller one are not defined";
    return;
  }
}

void TAddCOp::lint() {
  lintLastSource(*this, getSrc2(), "src2", getDst());
  lintSameValid(*this, {{"src0", getSrc0()},
                        {"src1", getSrc1()},
                        {"src2", getSrc2()},
                        {"dst", getDst()}});
}
void TSubCOp::lint() {
  lintLastSource(*this, getSrc2(), "src2", getDst());
  lintSameValid(*this, {{"src0", getSrc0()},
                        {"src1", getSrc1()},
                        {"src2", getSrc2()},
                        {"dst", getDst()}});
}
void TAddSCOp::lint() {
  lintLastSource(*this, getSrc1(), "src1", getDst());
  lintSameValid(*this,
                {{"src0", getSrc0()}, {"src1", getSrc1()}, {"dst", getDst()}});
}
void TSubSCOp::lint() {
  lintLastSource(*this, getSrc1(), "src1", getDst());
  lintSameValid(*this,
                {{"src0", getSrc0()}, {"src1", getSrc1()}, {"dst", getDst()}});
}

void TRowExpandSubOp::lint() {
  lintSameValid(*this, {{"src0", getSrc0()}, {"dst", getDst()}});
}
void TRowExpandMulOp::lint() {
  lintSameValid(*this, {{"src0", getSrc0()}, {"dst", getDst()}});
}
void TRowExpandDivOp::lint() {
  lintSameValid(*this, {{"src0", getSrc0()}, {"dst", getDst()}});
}

/// A scalar of another type is converted without a word.
static void lintScalar(Operation *op, Value scalar, Value tile) {
  Type element = getElementTypeOf(tile.getType());
  if (element && isa<TileBufType>(tile.getType()) &&
      scalar.getType() != element)
    warn(op, Diag::PtoLaxElementType)
        << "mixes a scalar of " << scalar.getType() << " with elements of "
        << element << "; the device converts it silently";
}

void TAddSOp::lint() { lintScalar(*this, getScalar(), getSrc()); }
void TSubSOp::lint() { lintScalar(*this, getScalar(), getSrc()); }
void TMulSOp::lint() { lintScalar(*this, getScalar(), getSrc0()); }
void TMaxSOp::lint() { lintScalar(*this, getScalar(), getSrc()); }
void TMinSOp::lint() { lintScalar(*this, getScalar(), getSrc()); }
void TSetValOp::lint() { lintScalar(*this, getVal(), getDst()); }

void TCvtOp::lint() {
  using namespace elem;
  uint32_t known = I8 | I16 | I32 | I64 | F16 | BF16 | F32;
  if (getTargetArch(*this) == TargetArch::A5)
    known |= F8;
  for (Value tile : {getSrc(), getDst()}) {
    Type element = getElementTypeOf(tile.getType());
    if (element && !contains(known, element))
      warn(*this, Diag::PtoLaxElementType)
          << "converts " << element << ", which " << (known & F8 ? "A5" : "A3")
          << " has no instruction for";
  }
}

void TMovOp::lint() {
  auto src = dyn_cast<TileBufType>(getSrc().getType());
  auto dst = dyn_cast<TileBufType>(getDst().getType());
  if (src && dst && src.getLoc() != AddressSpace::Acc &&
      src.getElementType() != dst.getElementType())
    warn(*this, Diag::PtoLaxElementType)
        << "moves elements of " << src.getElementType() << " as "
        << dst.getElementType()
        << "; only a move out of acc converts, use pto.tcvt";
}

/// The element types that a product has; the accumulating forms are not tested.
static void lintProduct(Operation *op, Value lhs, Value rhs, Value acc,
                        Value dst) {
  SmallVector<Type, 4> types;
  for (Value value : {lhs, rhs, acc, dst}) {
    auto tile = dyn_cast<TileBufType>(value.getType());
    if (!tile)
      return;
    types.push_back(tile.getElementType());
  }
  bool isInteger = types[0].isInteger(8);
  bool isFine = types[0] == types[1] && types[2] == types[3] &&
                (isInteger ? types[3].isInteger(32)
                           : types[3].isF32() && isa<FloatType>(types[0]));
  if (!isFine)
    warn(op, Diag::PtoLaxElementType)
        << "adds a product of " << types[0] << " and " << types[1] << " to "
        << types[2] << " as " << types[3]
        << "; products of i8 are added in i32, those of floats in f32";
}

void TMatmulAccOp::lint() {
  lintProduct(*this, getLhs(), getRhs(), getAccIn(), getDst());
}
void TGemvAccOp::lint() {
  lintProduct(*this, getLhs(), getRhs(), getAccIn(), getDst());
}

/// Masks are tiles of 8-bit integers.
static void lintMask(Operation *op, StringRef name, Value mask) {
  auto tile = dyn_cast<TileBufType>(mask.getType());
  if (tile && !tile.getElementType().isInteger(8))
    warn(op, Diag::PtoLaxElementType)
        << "takes " << name << " of " << tile.getElementType()
        << " for a mask; masks are of 8-bit integers";
}

void TCmpSOp::lint() { lintMask(*this, "dst", getDst()); }
void TSelOp::lint() { lintMask(*this, "mask", getMask()); }
void TSelSOp::lint() { lintMask(*this, "mask", getMask()); }

void TGatherBOp::lint() {
  auto offsets = dyn_cast<TileBufType>(getOffsets().getType());
  if (offsets && !offsets.getElementType().isInteger(32))
    warn(*this, Diag::PtoLaxElementType)
        << "takes byte offsets of " << offsets.getElementType()
        << "; they are 32-bit integers";
}

/// A sorted pair of value and index has this many bits.
static constexpr int64_t kPairBits = 8 * 8;

void TSort32Op::lint() {
  auto src = dyn_cast<TileBufType>(getSrc().getType());
  auto dst = dyn_cast<TileBufType>(getDst().getType());
  if (!src || !dst || src.getElementBits() == 0)
    return;
  int64_t columns = kPairBits / src.getElementBits();
  // Division: the product of an extent could overflow.
  if (src.getRows() != dst.getRows() || dst.getCols() / columns < src.getCols())
    warn(*this, Diag::PtoLaxShape)
        << "sorts " << src << " into " << dst << ", which has no room for "
        << columns << " columns for each element and its index";
}

void PartitionViewOp::lint() {
  int64_t source = getSource().getType().getRank();
  int64_t window = getResult().getType().getRank();
  if (source != window)
    warn(*this, Diag::PtoLaxShape)
        << "makes a window of rank " << window << " of a tensor of rank "
        << source << "; write one extent for each dim of the tensor";
}

void TStoreFpOp::lint() {
  std::optional<AddressSpace> space = getAddressSpace(getFp().getType());
  if (space && *space != AddressSpace::Scaling)
    warn(*this, Diag::PtoLaxAddressSpace)
        << "takes its scales from " << stringifyAddressSpace(*space)
        << "; the unit reads scaling";
}

//===----------------------------------------------------------------------===//
// Instructions that the target lacks, or that do nothing
//===----------------------------------------------------------------------===//

static void lintMicroScaled(Operation *op) {
  if (getTargetArch(op) != TargetArch::A5)
    warn(op, Diag::PtoLaxArch) << "passes on A3, which has no micro-scaled "
                                  "product";
}

void TMatmulMxOp::lint() { lintMicroScaled(*this); }
void TMatmulMxAccOp::lint() { lintMicroScaled(*this); }
void TMatmulMxBiasOp::lint() { lintMicroScaled(*this); }

void TLoadOp::lint() {
  if (getPadMode() || getPadValue() || getLeftPaddingNum() ||
      getRightPaddingNum() || getInitOutBuffer() || getInitCondition())
    warn(*this, Diag::PtoLaxIgnored)
        << "has padding operands, which the lowering drops; use "
           "pto.tfillpad";
}

void BarrierOp::lint() {
  if (getPipe() == Pipe::V && getTargetArch(*this) == TargetArch::A5)
    warn(*this, Diag::PtoLaxIgnored)
        << "has no effect on A5, where PIPE_V is in order by itself";
}

static void lintFlag(Operation *op, Pipe src, Pipe dst) {
  if (src == dst)
    warn(op, Diag::PtoLaxIgnored) << "orders " << stringifyPipe(src)
                                  << " with itself; use pto.barrier for that";
  for (Pipe pipe : {src, dst})
    if (!isConcretePipe(pipe))
      warn(op, Diag::PtoLaxIgnored) << "names " << stringifyPipe(pipe)
                                    << ", which no instruction is issued to";
}

void SetFlagOp::lint() { lintFlag(*this, getSrcPipe(), getDstPipe()); }
void WaitFlagOp::lint() { lintFlag(*this, getSrcPipe(), getDstPipe()); }
