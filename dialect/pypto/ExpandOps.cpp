//===- ExpandOps.cpp - operations of ExpandOps.td ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pypto/Dialect/Pypto/Pypto.h"

using namespace mlir;
using namespace mlir::pypto;

#define GET_OP_CLASSES
#include "dialect/pypto/ExpandOps.cpp.inc"

// The vector is read again for every row, so the result never overwrites it.
#define PYPTO_EXPAND(OP)                                                       \
  bool OP::canShareBufferWith(OpOperand &operand) {                            \
    return &operand == &getMatrixMutable();                                    \
  }
PYPTO_EXPAND(TileRowExpandAddOp)
PYPTO_EXPAND(TileRowExpandSubOp)
PYPTO_EXPAND(TileRowExpandMulOp)
PYPTO_EXPAND(TileRowExpandDivOp)
PYPTO_EXPAND(TileRowExpandMaxOp)
PYPTO_EXPAND(TileRowExpandMinOp)
PYPTO_EXPAND(TileRowExpandExpdifOp)
PYPTO_EXPAND(TileRowExpandOp)
PYPTO_EXPAND(TileColExpandAddOp)
PYPTO_EXPAND(TileColExpandSubOp)
PYPTO_EXPAND(TileColExpandMulOp)
PYPTO_EXPAND(TileColExpandDivOp)
PYPTO_EXPAND(TileColExpandMaxOp)
PYPTO_EXPAND(TileColExpandMinOp)
PYPTO_EXPAND(TileColExpandExpdifOp)
PYPTO_EXPAND(TileColExpandOp)
#undef PYPTO_EXPAND
