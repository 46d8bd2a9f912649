//===- ElementwiseOps.cpp - operations of ElementwiseOps.td ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pypto/Dialect/Pypto/Pypto.h"

using namespace mlir;
using namespace mlir::pypto;

#define GET_OP_CLASSES
#include "dialect/pypto/ElementwiseOps.cpp.inc"

bool TileCastOp::canShareBufferWith(OpOperand &) {
  // A wider element would overwrite source elements that are not read yet.
  Type from = getSource().getType().getElementType();
  Type to = getResult().getType().getElementType();
  return to.getIntOrFloatBitWidth() <= from.getIntOrFloatBitWidth();
}
