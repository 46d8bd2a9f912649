//===- ScopeOps.cpp - operations of ScopeOps.td -----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pypto/Dialect/Pypto/Pypto.h"

#include "llvm/Support/InterleavedRange.h"

using namespace mlir;
using namespace mlir::pypto;

//===----------------------------------------------------------------------===//
// Custom parts of the text
//===----------------------------------------------------------------------===//

/// `task`: the first result is the id of the task.
static ParseResult parseTaskResult(OpAsmParser &parser, Type &type) {
  if (succeeded(parser.parseOptionalKeyword("task")))
    type = TaskIdType::get(parser.getContext());
  return success();
}
static void printTaskResult(OpAsmPrinter &printer, Operation *, Type type) {
  if (type)
    printer << "task";
}

ParseResult mlir::pypto::parsePredicate(
    OpAsmParser &parser,
    std::optional<OpAsmParser::UnresolvedOperand> &predicate, Type &type,
    SmallVectorImpl<OpAsmParser::UnresolvedOperand> &indices, CmpModeAttr &cmp,
    IntegerAttr &value) {
  if (failed(parser.parseOptionalKeyword("predicate")))
    return success();
  predicate.emplace();
  int64_t number = 0;
  if (parser.parseLParen() || parser.parseOperand(*predicate) ||
      parser.parseOperandList(indices, OpAsmParser::Delimiter::Square) ||
      parseBareEnum(parser, cmp) || parser.parseInteger(number) ||
      parser.parseColonType(type) || parser.parseRParen())
    return failure();
  value = parser.getBuilder().getI64IntegerAttr(number);
  return success();
}

void mlir::pypto::printPredicate(OpAsmPrinter &printer, Operation *,
                                 Value predicate, Type type,
                                 OperandRange indices, CmpModeAttr cmp,
                                 IntegerAttr value) {
  if (!predicate)
    return;
  printer << "predicate(" << predicate << '[' << indices << "] ";
  if (cmp)
    printer << cmp.getValue();
  printer << ' ' << (value ? value.getInt() : 0) << " : " << type << ')';
}

#define GET_OP_CLASSES
#include "dialect/pypto/ScopeOps.cpp.inc"

//===----------------------------------------------------------------------===//
// Scopes
//===----------------------------------------------------------------------===//

/// The values that leave the scope are the scope's results.
static LogicalResult verifyYield(Operation *op, TypeRange results) {
  auto yield = cast<YieldOp>(op->getRegion(0).front().getTerminator());
  if (yield.getValues().getTypes() == results)
    return success();
  return op->emitOpError() << "yields (" << yield.getValues().getTypes()
                           << ") but has results (" << results << ")";
}

/// The region takes `count` indices, described by `what`.
static LogicalResult verifyIndexArgument(Operation *op, StringRef what) {
  Block &block = op->getRegion(0).front();
  if (block.getNumArguments() == 1 && block.getArgument(0).getType().isIndex())
    return success();
  return op->emitOpError() << "the region takes one index argument, " << what;
}

LogicalResult AtOp::verify() {
  return verifyYield(*this, getResults().getTypes());
}

LogicalResult SpmdOp::verify() {
  if (failed(verifyIndexArgument(*this, "the block's index")) ||
      failed(verifyPredicate(*this, getPredicate(), getPredicateIndices(),
                             getPredicateCmpAttr(), getPredicateValueAttr())))
    return failure();
  return verifyYield(*this, getResults().getTypes());
}

LogicalResult ClusterOp::verify() {
  if ((*this)->getParentOfType<ClusterOp>())
    return emitOpError() << "inside another cluster";
  return verifyYield(*this, getResults().getTypes());
}

LogicalResult RuntimeScopeOp::verify() {
  for (auto outer = (*this)->getParentOfType<RuntimeScopeOp>(); outer;
       outer = outer->getParentOfType<RuntimeScopeOp>())
    if (outer.getMode() == ScopeMode::MANUAL)
      return emitOpError() << "inside a MANUAL scope, which holds no scope of "
                              "the runtime";
  if (Operation *core = (*this)->getParentOfType<LaunchOpInterface>())
    return emitOpError() << "inside '" << core->getName()
                         << "'; it belongs to the control plane";
  return verifyYield(*this, getResults().getTypes());
}

LogicalResult SplitAivOp::verify() {
  if ((*this)->getParentOfType<SplitAivOp>())
    return emitOpError() << "inside another region on the vector lanes";
  if (failed(verifyIndexArgument(*this, "the lane's index")))
    return failure();
  return verifyYield(*this, getResults().getTypes());
}

//===----------------------------------------------------------------------===//
// Crossings
//===----------------------------------------------------------------------===//

/// `whole` is the value of the matrix core, `lane` that of one vector lane.
static LogicalResult verifyCrossing(Operation *op, Type wholeType,
                                    Type laneType, SplitMode mode) {
  std::optional<ShapeAndElement> whole = getShapeAndElement(wholeType);
  std::optional<ShapeAndElement> lane = getShapeAndElement(laneType);
  if (whole->shape.size() != 2 || lane->shape.size() != 2)
    return op->emitOpError() << "needs values of rank 2";
  if (whole->elementType != lane->elementType)
    return op->emitOpError() << "does not change the element type";
  SmallVector<int64_t> expected(lane->shape);
  if (mode != SplitMode::NONE) {
    int64_t &extent = expected[mode == SplitMode::UP_DOWN ? 0 : 1];
    if (!ShapedType::isDynamic(extent))
      extent *= 2;
  }
  if (whole->shape == ArrayRef<int64_t>(expected))
    return success();
  return op->emitOpError() << "under " << stringifySplitMode(mode)
                           << " the lanes' values join to "
                           << llvm::interleaved_array(expected) << ", not "
                           << llvm::interleaved_array(whole->shape);
}

LogicalResult TensorAivShardOp::verify() {
  return verifyCrossing(*this, getSource().getType(), getResult().getType(),
                        getMode());
}
LogicalResult TensorAicGatherOp::verify() {
  return verifyCrossing(*this, getResult().getType(), getSource().getType(),
                        getMode());
}
LogicalResult TileAivShardOp::verify() {
  return verifyCrossing(*this, getSource().getType(), getResult().getType(),
                        getMode());
}
LogicalResult TileAicGatherOp::verify() {
  return verifyCrossing(*this, getResult().getType(), getSource().getType(),
                        getMode());
}
