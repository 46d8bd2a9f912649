//===- GenerateOps.cpp - operations of GenerateOps.td -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Shapes.h"
#include "pypto/Dialect/Pypto/Pypto.h"

using namespace mlir;
using namespace mlir::pypto;

#define GET_OP_CLASSES
#include "dialect/pypto/GenerateOps.cpp.inc"

//===----------------------------------------------------------------------===//
// ci
//===----------------------------------------------------------------------===//

static LogicalResult verifySequence(Operation *op, Type start) {
  ShapeAndElement result = *getShapeAndElement(op->getResult(0).getType());
  auto element = dyn_cast<IntegerType>(result.elementType);
  if (!element || (element.getWidth() != 16 && element.getWidth() != 32))
    return op->emitOpError() << "expects 16- or 32-bit integer elements, got "
                             << result.elementType;
  if (start != element)
    return op->emitOpError() << "start must have the element type " << element
                             << ", got " << start;
  bool isRow = !result.shape.empty() && result.shape.back() != 1 &&
               llvm::all_of(result.shape.drop_back(),
                            [](int64_t dim) { return dim == 1; });
  if (!isRow)
    return op->emitOpError()
           << "result must be one row of more than one column, got "
           << str(result.shape);
  return success();
}

LogicalResult TensorCiOp::verify() {
  return verifySequence(*this, getStart().getType());
}
LogicalResult TileCiOp::verify() {
  return verifySequence(*this, getStart().getType());
}

//===----------------------------------------------------------------------===//
// tri and random
//===----------------------------------------------------------------------===//

LogicalResult TileTriOp::verify() {
  if (!getDiagonal().getType().isInteger(32))
    return emitOpError() << "diagonal must be an i32, got "
                         << getDiagonal().getType();
  if (getResult().getType().getRank() != 2)
    return emitOpError() << "result must have 2 axes, got "
                         << getResult().getType().getRank();
  return success();
}

static LogicalResult verifyRandom(Operation *op, int64_t rounds) {
  for (Value word : op->getOperands())
    if (!isa<MemRefType>(word.getType()) && !word.getType().isInteger(32))
      return op->emitOpError()
             << "key and counter are of i32, got " << word.getType();
  if (rounds != 7 && rounds != 10)
    return op->emitOpError() << "expects 7 or 10 rounds, got " << rounds;
  Type element = getShapeAndElement(op->getResult(0).getType())->elementType;
  if (!element.isInteger(32))
    return op->emitOpError()
           << "expects elements of i32 or ui32, got " << element;
  return success();
}

LogicalResult TensorRandomOp::verify() {
  return verifyRandom(*this, getRounds());
}
LogicalResult TileRandomOp::verify() {
  return verifyRandom(*this, getRounds());
}
