//===- TaskOps.cpp - operations of TaskOps.td ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pypto/Dialect/Pypto/Pypto.h"

using namespace mlir;
using namespace mlir::pypto;

#define GET_OP_CLASSES
#include "dialect/pypto/TaskOps.cpp.inc"

LogicalResult TaskSubmitOp::verify() {
  if (auto directions = getDirections();
      directions && directions->size() != getArgs().size())
    return emitOpError() << "has " << directions->size() << " directions for "
                         << getArgs().size() << " arguments";
  return success();
}

LogicalResult
TaskSubmitOp::verifySymbolUses(SymbolTableCollection &symbolTable) {
  auto callee =
      symbolTable.lookupNearestSymbolFrom<func::FuncOp>(*this, getCalleeAttr());
  if (!callee)
    return emitOpError() << "no function " << getCallee() << " in this module";
  if (callee.getNumArguments() != getArgs().size())
    return emitOpError() << "passes " << getArgs().size() << " arguments, "
                         << getCallee() << " takes "
                         << callee.getNumArguments();
  // A lowered kernel takes pointers where the task passes tensors.
  if (!isa<FlatSymbolRefAttr>(getCalleeAttr()))
    return success();
  for (auto [index, arg] : llvm::enumerate(getArgs()))
    if (Type expected = callee.getArgumentTypes()[index];
        arg.getType() != expected)
      return emitOpError() << "argument " << index << " has type "
                           << arg.getType() << ", " << getCallee()
                           << " expects " << expected;
  return success();
}
