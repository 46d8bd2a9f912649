//===- UnaryOps.cpp - elementwise on one tile, conversion -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pypto/Dialect/Pto/UnaryOps.h"
#include "TileVerifier.h"

using namespace mlir;
using namespace mlir::pto;

/// As many elements in both tiles, of which two may share a byte.
static void checkConverted(TileVerifier &check) {
  if (check.isDone())
    return;
  TileBufType src = check.tile(0), dst = check.tile(1);
  auto isPacked = [](TileBufType tile) {
    return isa<F4E2M1x2Type>(tile.getElementType());
  };
  if (isPacked(src) == isPacked(dst)) {
    check.sameShape().sameValid();
    return;
  }
  TileBufType packed = isPacked(src) ? src : dst;
  TileBufType single = isPacked(src) ? dst : src;
  check.sameValidRows();
  check.require(packed.getRows() == single.getRows() &&
                    2 * packed.getCols() == single.getCols(),
                ::pypto::Diag::PtoShape,
                "expects half as many columns of pairs as of single elements, "
                "got ",
                packed, " and ", single);
  int64_t pairs = packed.getValidCols(), valid = single.getValidCols();
  bool isKnown = pairs != ShapedType::kDynamic && valid != ShapedType::kDynamic;
  check.require(!isKnown || pairs == (valid + 1) / 2, ::pypto::Diag::PtoShape,
                "expects ", (valid + 1) / 2, " valid columns of pairs for ",
                valid, " elements, got ", pairs);
}

#define GET_OP_CLASSES
#include "pypto/Dialect/Pto/UnaryOps.cpp.inc"

void PtoDialect::registerUnaryOps() {
  addOperations<
#define GET_OP_LIST
#include "pypto/Dialect/Pto/UnaryOps.cpp.inc"
      >();
}

LogicalResult TQuantOp::verify() {
  using ::pypto::Diag;
  TileVerifier check(*this);
  check.tiles({{"fp", getFp()}}).tiles({{"src", getSrc()}}).element(elem::F32);
  bool isSymmetric = getQuantType() == QuantType::Int8Sym;
  check.require(isSymmetric == !getOffset(), Diag::PtoAttribute,
                isSymmetric ? "expects no offset with INT8_SYM"
                            : "expects an offset with INT8_ASYM");
  check.tiles({{"offset", getOffset()}}).element(elem::F32);
  check.tiles({{"dst", getDst()}});
  if (isSymmetric)
    check.element(elem::I8 | elem::Signless);
  else
    check.unsignedBytes();
  check.onA3([&](TileVerifier &v) {
    v.tiles({{"src", getSrc()}, {"dst", getDst()}}).rowMajor();
  });
  return check.result();
}
