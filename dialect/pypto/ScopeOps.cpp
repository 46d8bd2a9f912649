//===- ScopeOps.cpp - operations of ScopeOps.td ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pypto/Dialect/Pypto/Pypto.h"

using namespace mlir;
using namespace mlir::pypto;

#define GET_OP_CLASSES
#include "dialect/pypto/ScopeOps.cpp.inc"

/// The values that leave the scope are the scope's results.
static LogicalResult verifyYield(Operation *op, YieldOp yield) {
  if (yield.getValues().getTypes() == op->getResultTypes())
    return success();
  return op->emitOpError() << "yields (" << yield.getValues().getTypes()
                           << ") but has results (" << op->getResultTypes()
                           << ")";
}

LogicalResult AtOp::verify() {
  return verifyYield(*this, cast<YieldOp>(getBody().front().getTerminator()));
}

LogicalResult SpmdOp::verify() {
  Block &block = getBody().front();
  if (block.getNumArguments() != 1 || !block.getArgument(0).getType().isIndex())
    return emitOpError()
           << "the region takes one index argument, the block's index";
  return verifyYield(*this, cast<YieldOp>(block.getTerminator()));
}
