//===- UnaryOps.cpp - elementwise on one tile, conversion -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pypto/Dialect/Pto/UnaryOps.h"
#include "TileVerifier.h"

#define GET_OP_CLASSES
#include "pypto/Dialect/Pto/UnaryOps.cpp.inc"

using namespace mlir;
using namespace mlir::pto;

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
