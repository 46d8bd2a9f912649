//===- FillOps.cpp - generation, padding, elements --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pypto/Dialect/Pto/FillOps.h"
#include "TileVerifier.h"

#define GET_OP_CLASSES
#include "pypto/Dialect/Pto/FillOps.cpp.inc"

using namespace mlir;
using namespace mlir::pto;

void PtoDialect::registerFillOps() {
  addOperations<
#define GET_OP_LIST
#include "pypto/Dialect/Pto/FillOps.cpp.inc"
      >();
}

LogicalResult TSetValOp::verify() {
  auto shaped = dyn_cast<ShapedType>(getDst().getType());
  if (shaped && shaped.getElementType() != getVal().getType())
    return diagnose(*this, ::pypto::Diag::PtoElementType)
           << "expects val to have the element type of dst, "
           << shaped.getElementType() << ", got " << getVal().getType();
  return success();
}

LogicalResult TGetValOp::verify() {
  using ::pypto::Diag;
  TileVerifier check(*this);
  check.tiles({{"src", getSrc()}});
  if (check.isDone())
    return check.result();
  check.require(check.tile(0).getLoc() != AddressSpace::Mat,
                Diag::PtoAddressSpace,
                "cannot read an element of a tile in mat: the scalar unit has "
                "no path to that memory; move the tile to vec first");
  check.vec().scalarIsElement("the result", getDst());
  return check.result();
}
