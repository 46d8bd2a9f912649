//===- ControlOps.cpp - core identity, sections, debugging ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pypto/Dialect/Pto/ControlOps.h"
#include "TileVerifier.h"

#define GET_OP_CLASSES
#include "pypto/Dialect/Pto/ControlOps.cpp.inc"

using namespace mlir;
using namespace mlir::pto;

void PtoDialect::registerControlOps() {
  addOperations<
#define GET_OP_LIST
#include "pypto/Dialect/Pto/ControlOps.cpp.inc"
      >();
}

LogicalResult TPrintOp::verify() {
  if (isa<PartitionTensorViewType>(getSrc().getType()))
    return success();
  return TileVerifier(*this)
      .tiles({{"src", getSrc()}})
      .vec()
      .element(elem::Ints | elem::Float)
      .result();
}
