//===- TreeOps.cpp - operations of TreeOps.td -------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pypto/Dialect/Pypto/TreeOps.h"

using namespace mlir;
using namespace mlir::pypto;

#define GET_OP_CLASSES
#include "dialect/pypto/TreeOps.cpp.inc"

bool TileColSumTreeOp::canShareBufferWith(OpOperand &) { return false; }
bool TileColSumTreeOp::isScratch(OpOperand &operand) {
  return &operand == &getScratchMutable();
}
