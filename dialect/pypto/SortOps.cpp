//===- SortOps.cpp - operations of SortOps.td -------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Shapes.h"
#include "pypto/Dialect/Pypto/Pypto.h"

using namespace mlir;
using namespace mlir::pypto;

#define GET_OP_CLASSES
#include "dialect/pypto/SortOps.cpp.inc"

/// Columns that the hardware sorts at once (pto-isa).
static constexpr int64_t kGroup = 32;
/// Elements of which a run has a multiple (pto-isa).
static constexpr int64_t kRunUnit = 64;
/// Bytes of a pair of value and index.
static constexpr int64_t kPairBytes = 8;

static ShapeAndElement shaped(Value value) {
  return *getShapeAndElement(value.getType());
}

static LogicalResult verifySortable(Operation *op) {
  Type element = shaped(op->getResult(0)).elementType;
  if (!element.isF16() && !element.isF32())
    return op->emitOpError() << "sorts f16 and f32, got " << element;
  return success();
}

//===----------------------------------------------------------------------===//
// sort32
//===----------------------------------------------------------------------===//

static LogicalResult verifySort32(Operation *op) {
  ShapeAndElement source = shaped(op->getOperand(0));
  ShapeAndElement index = shaped(op->getOperand(1));
  ShapeAndElement result = shaped(op->getResult(0));
  if (failed(verifySortable(op)))
    return failure();
  if (source.elementType != result.elementType)
    return op->emitOpError()
           << "source and result must have one element type, got "
           << source.elementType << " and " << result.elementType;
  if (!index.elementType.isInteger(32))
    return op->emitOpError()
           << "index must be of ui32, got " << index.elementType;
  if (!compatible(source.shape, index.shape))
    return op->emitOpError() << "index must have shape " << str(source.shape)
                             << ", got " << str(index.shape);
  int64_t columns = source.shape.back();
  if (ShapedType::isDynamic(columns))
    return success();
  if (columns % kGroup != 0)
    return op->emitOpError()
           << "expects a multiple of " << kGroup << " columns, got " << columns;
  SmallVector<int64_t> expected(source.shape);
  expected.back() *=
      kPairBytes * 8 / source.elementType.getIntOrFloatBitWidth();
  if (!compatible(result.shape, expected))
    return op->emitOpError() << "result must have shape " << str(expected)
                             << ", got " << str(result.shape);
  return success();
}

LogicalResult TensorSort32Op::verify() { return verifySort32(*this); }
LogicalResult TileSort32Op::verify() { return verifySort32(*this); }

//===----------------------------------------------------------------------===//
// mrgsort
//===----------------------------------------------------------------------===//

static LogicalResult verifyOneRow(Operation *op) {
  for (Value value :
       llvm::concat<Value>(SmallVector<Value>(op->getOperands()),
                           SmallVector<Value>(op->getResults()))) {
    auto type = getShapeAndElement(value.getType());
    if (!type)
      continue;
    if (type->elementType != shaped(op->getResult(0)).elementType)
      return op->emitOpError()
             << "operands and result must have one element type, got "
             << type->elementType << " and "
             << shaped(op->getResult(0)).elementType;
    for (int64_t dim : type->shape.drop_back())
      if (!compatible(dim, 1))
        return op->emitOpError() << "merges one row, got " << str(type->shape)
                                 << "; loop over the rows";
  }
  return success();
}

static LogicalResult verifyMrgsort(Operation *op, int64_t length) {
  if (failed(verifySortable(op)) || failed(verifyOneRow(op)))
    return failure();
  if (length <= 0 || length % kRunUnit != 0)
    return op->emitOpError() << "block_len must be a positive multiple of "
                             << kRunUnit << ", got " << length;
  ArrayRef<int64_t> source = shaped(op->getOperand(0)).shape;
  if (compatible(source, shaped(op->getResult(0)).shape))
    return success();
  return op->emitOpError() << "result must have shape " << str(source)
                           << ", got " << str(shaped(op->getResult(0)).shape);
}

LogicalResult TensorMrgsortOp::verify() {
  return verifyMrgsort(*this, getBlockLen());
}
LogicalResult TileMrgsortOp::verify() {
  return verifyMrgsort(*this, getBlockLen());
}

static LogicalResult verifyLists(Operation *op, ValueRange sources) {
  if (failed(verifySortable(op)) || failed(verifyOneRow(op)))
    return failure();
  if (sources.size() < 2 || sources.size() > 4)
    return op->emitOpError() << "merges 2 to 4 sources, got " << sources.size();
  int64_t columns = 0;
  for (Value source : sources) {
    int64_t extent = shaped(source).shape.back();
    if (ShapedType::isDynamic(extent))
      return success();
    columns += extent;
  }
  ArrayRef<int64_t> result = shaped(op->getResult(0)).shape;
  if (ShapedType::isDynamic(result.back()) || result.back() >= columns)
    return success();
  return op->emitOpError() << "result must have room for the " << columns
                           << " columns of the sources, got " << str(result);
}

LogicalResult TensorMrgsortListsOp::verify() {
  return verifyLists(*this, getSources());
}
LogicalResult TileMrgsortListsOp::verify() {
  if (failed(verifyLists(*this, getSources())))
    return failure();
  ArrayRef<int64_t> result = getResult().getType().getShape();
  ArrayRef<int64_t> scratch = getScratch().getType().getShape();
  if (scratch == result)
    return success();
  return emitOpError() << "scratch must have the shape " << str(result)
                       << " of the result, got " << str(scratch);
}
bool TileMrgsortListsOp::isScratch(OpOperand &operand) {
  return operand.get() == getScratch() &&
         operand.getOperandNumber() == getSources().size();
}
