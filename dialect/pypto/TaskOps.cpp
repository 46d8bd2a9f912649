//===- TaskOps.cpp - operations of TaskOps.td ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pypto/Dialect/Pypto/Pypto.h"

using namespace mlir;
using namespace mlir::pypto;

#define GET_OP_CLASSES
#include "dialect/pypto/TaskOps.cpp.inc"

LogicalResult mlir::pypto::verifyPredicate(Operation *op, Value predicate,
                                           OperandRange indices,
                                           CmpModeAttr cmp, IntegerAttr value) {
  if (!predicate) {
    if (cmp || value || !indices.empty())
      return op->emitOpError() << "has parts of a predicate but no tensor";
    return success();
  }
  if (!cmp || !value)
    return op->emitOpError()
           << "a predicate needs a relation and the number to compare with";
  auto type = cast<GlobalTensorType>(predicate.getType());
  auto element = dyn_cast<IntegerType>(type.getElementType());
  if (!element || element.isUnsigned() || element.getWidth() < 8)
    return op->emitOpError() << "a predicate compares a signed integer of 8, "
                                "16, 32 or 64 bits, not "
                             << type.getElementType();
  if (static_cast<int64_t>(indices.size()) != type.getRank())
    return op->emitOpError()
           << "a predicate on a tensor of rank " << type.getRank() << " has "
           << indices.size() << " indices";
  return success();
}

/// `positions` name tensors among the arguments, in ascending order.
static LogicalResult verifyPositions(TaskSubmitOp op, StringRef name,
                                     ArrayRef<int64_t> positions) {
  int64_t last = -1;
  for (int64_t position : positions) {
    if (position <= last ||
        position >= static_cast<int64_t>(op.getArgs().size()))
      return op.emitOpError()
             << name << " names argument " << position << " of "
             << op.getArgs().size() << "; positions ascend and exist";
    if (!isa<GlobalTensorType>(op.getArgs()[position].getType()))
      return op.emitOpError() << name << " names argument " << position
                              << ", which is no tensor";
    last = position;
  }
  return success();
}

LogicalResult TaskSubmitOp::verify() {
  if (failed(verifyPredicate(*this, getPredicate(), getPredicateIndices(),
                             getPredicateCmpAttr(), getPredicateValueAttr())))
    return failure();
  if (failed(verifyPositions(*this, "no_dep",
                             getNoDep().value_or(ArrayRef<int64_t>()))) ||
      failed(verifyPositions(*this, "dump",
                             getDump().value_or(ArrayRef<int64_t>()))))
    return failure();
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
