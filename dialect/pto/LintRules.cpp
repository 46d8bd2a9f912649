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

void TAddCOp::lint() { lintLastSource(*this, getSrc2(), "src2", getDst()); }
void TSubCOp::lint() { lintLastSource(*this, getSrc2(), "src2", getDst()); }
void TAddSCOp::lint() { lintLastSource(*this, getSrc1(), "src1", getDst()); }
void TSubSCOp::lint() { lintLastSource(*this, getSrc1(), "src1", getDst()); }

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
