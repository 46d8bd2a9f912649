//===- CompareOps.cpp - operations of CompareOps.td -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pypto/Dialect/Pypto/Pypto.h"

using namespace mlir;
using namespace mlir::pypto;

#define GET_OP_CLASSES
#include "dialect/pypto/CompareOps.cpp.inc"

// A bit of the mask is read after elements in front of it are written.
#define PYPTO_SELECT(OP)                                                       \
  bool OP::canShareBufferWith(OpOperand &operand) {                            \
    return &operand != &getMaskMutable();                                      \
  }                                                                            \
  bool OP::isScratch(OpOperand &operand) {                                     \
    return &operand == &getScratchMutable();                                   \
  }
PYPTO_SELECT(TileSelOp)
PYPTO_SELECT(TileSelsOp)
#undef PYPTO_SELECT
