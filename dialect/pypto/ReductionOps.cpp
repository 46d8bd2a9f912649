//===- ReductionOps.cpp - operations of ReductionOps.td ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pypto/Dialect/Pypto/Pypto.h"

using namespace mlir;
using namespace mlir::pypto;

#define GET_OP_CLASSES
#include "dialect/pypto/ReductionOps.cpp.inc"

// A row reduction writes while later rows are still to be read.
#define PYPTO_ROW_REDUCTION(OP)                                                \
  bool OP::canShareBufferWith(OpOperand &) { return false; }                   \
  bool OP::isScratch(OpOperand &operand) {                                     \
    return &operand == &getScratchMutable();                                   \
  }
PYPTO_ROW_REDUCTION(TileRowSumOp)
PYPTO_ROW_REDUCTION(TileRowMaxOp)
PYPTO_ROW_REDUCTION(TileRowMinOp)
PYPTO_ROW_REDUCTION(TileRowProdOp)
#undef PYPTO_ROW_REDUCTION

bool TileColSumOp::canShareBufferWith(OpOperand &) { return false; }
bool TileColMaxOp::canShareBufferWith(OpOperand &) { return false; }
bool TileColMinOp::canShareBufferWith(OpOperand &) { return false; }
bool TileColProdOp::canShareBufferWith(OpOperand &) { return false; }
bool TileColSumTreeOp::canShareBufferWith(OpOperand &) { return false; }
bool TileColSumTreeOp::isScratch(OpOperand &operand) {
  return &operand == &getScratchMutable();
}

#define PYPTO_ARG_REDUCTION(OP)                                                \
  bool OP::isScratch(OpOperand &operand) {                                     \
    return &operand == &getScratchMutable();                                   \
  }
PYPTO_ARG_REDUCTION(TileRowArgmaxOp)
PYPTO_ARG_REDUCTION(TileRowArgminOp)
PYPTO_ARG_REDUCTION(TileColArgmaxOp)
PYPTO_ARG_REDUCTION(TileColArgminOp)
#undef PYPTO_ARG_REDUCTION
