//===- ScratchOps.cpp - operations of ScratchOps.td -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pypto/Dialect/Pypto/Pypto.h"

using namespace mlir;
using namespace mlir::pypto;

#define GET_OP_CLASSES
#include "dialect/pypto/ScratchOps.cpp.inc"

#define PYPTO_SCRATCH(OP)                                                      \
  bool OP::isScratch(OpOperand &operand) {                                     \
    return &operand == &getScratchMutable();                                   \
  }
PYPTO_SCRATCH(TileXorOp)
PYPTO_SCRATCH(TileXorsOp)
PYPTO_SCRATCH(TileRemOp)
PYPTO_SCRATCH(TileRemsOp)
PYPTO_SCRATCH(TilePreluOp)
PYPTO_SCRATCH(TileRsqrtPreciseOp)
#undef PYPTO_SCRATCH
