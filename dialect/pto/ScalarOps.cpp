//===- ScalarOps.cpp - elementwise on a tile and a scalar -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pypto/Dialect/Pto/ScalarOps.h"
#include "TileVerifier.h"

#define GET_OP_CLASSES
#include "pypto/Dialect/Pto/ScalarOps.cpp.inc"

using namespace mlir;
using namespace mlir::pto;

void PtoDialect::registerScalarOps() {
  addOperations<
#define GET_OP_LIST
#include "pypto/Dialect/Pto/ScalarOps.cpp.inc"
      >();
}

bool TDivSOp::isScalarFirst() {
  return isa<IntegerType, FloatType, IndexType>(getSrc().getType());
}

Pipe TExpandSOp::getPipe() {
  return getAddressSpace(getDst().getType()) == AddressSpace::Mat ? Pipe::MTE2
                                                                  : Pipe::V;
}
