//===- ShapeOps.cpp - operations of ShapeOps.td -----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Shapes.h"
#include "pypto/Dialect/Pypto/Pypto.h"

using namespace mlir;
using namespace mlir::pypto;

#define GET_OP_CLASSES
#include "dialect/pypto/ShapeOps.cpp.inc"

static ShapeAndElement shaped(Value value) {
  return *getShapeAndElement(value.getType());
}

//===----------------------------------------------------------------------===//
// concat
//===----------------------------------------------------------------------===//

static LogicalResult verifyConcat(Operation *op) {
  ShapeAndElement lhs = shaped(op->getOperand(0));
  ShapeAndElement rhs = shaped(op->getOperand(1));
  ShapeAndElement result = shaped(op->getResult(0));
  for (const ShapeAndElement &operand : {lhs, rhs}) {
    if (operand.elementType != result.elementType)
      return op->emitOpError()
             << "operands and result must have one element type, got "
             << operand.elementType << " and " << result.elementType;
    if (operand.shape.size() != 2 || result.shape.size() != 2)
      return op->emitOpError() << "operands and result must have 2 axes";
    if (!compatible(operand.shape[0], result.shape[0]))
      return op->emitOpError()
             << "operands and result must have as many rows, got "
             << str(lhs.shape) << ", " << str(rhs.shape) << " and "
             << str(result.shape);
  }
  return success();
}

LogicalResult TensorConcatOp::verify() {
  if (failed(verifyConcat(*this)))
    return failure();
  int64_t a = getLhs().getType().getDimSize(1);
  int64_t b = getRhs().getType().getDimSize(1);
  int64_t got = getResult().getType().getDimSize(1);
  bool isKnown = !ShapedType::isDynamic(a) && !ShapedType::isDynamic(b);
  if (isKnown && !compatible(a + b, got))
    return emitOpError() << "result must have " << a + b << " columns, got "
                         << got;
  return success();
}

LogicalResult TileConcatOp::verify() {
  if (failed(verifyConcat(*this)))
    return failure();
  int64_t a = getLhs().getType().getValid()[1];
  int64_t b = getRhs().getType().getValid()[1];
  int64_t room = getResult().getType().getDimSize(1);
  bool isKnown = !ShapedType::isDynamic(a) && !ShapedType::isDynamic(b);
  if (isKnown && a + b > room)
    return emitOpError() << "result must have at least " << a + b
                         << " columns, got " << room;
  return success();
}

//===----------------------------------------------------------------------===//
// expand_clone
//===----------------------------------------------------------------------===//

LogicalResult TensorExpandCloneOp::verify() {
  GlobalTensorType source = getSource().getType(),
                   result = getResult().getType();
  if (source.getElementType() != result.getElementType())
    return emitOpError() << "source and result must have one element type, got "
                         << source.getElementType() << " and "
                         << result.getElementType();
  if (source.getRank() != 3 || result.getRank() != 3)
    return emitOpError() << "source and result must have 3 axes, got "
                         << source.getRank() << " and " << result.getRank();
  unsigned repeated = 0;
  for (auto [from, to] : llvm::zip(source.getShape(), result.getShape())) {
    if (from == to)
      continue;
    if (from != 1 || ++repeated > 1)
      return emitOpError()
             << "at most one axis, of extent 1 in the source, may "
                "be repeated, got "
             << str(source.getShape()) << " to " << str(result.getShape());
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Reinterpretation
//===----------------------------------------------------------------------===//

/// Bytes of a shape; nothing if an extent is known only at run time.
static std::optional<int64_t> getBits(const ShapeAndElement &type) {
  int64_t bits = type.elementType.getIntOrFloatBitWidth();
  for (int64_t dim : type.shape) {
    if (ShapedType::isDynamic(dim))
      return std::nullopt;
    bits *= dim;
  }
  return bits;
}

static LogicalResult verifyReinterpretation(Operation *op) {
  ShapeAndElement source = shaped(op->getOperand(0));
  ShapeAndElement result = shaped(op->getResult(0));
  if (source.elementType == result.elementType)
    return op->emitOpError()
           << "source and result have one element type, " << source.elementType
           << "; a reshape keeps the type";
  std::optional<int64_t> before = getBits(source), after = getBits(result);
  if (before && after && *before != *after)
    return op->emitOpError()
           << "source and result must have as many bytes, got " << *before / 8
           << " and " << *after / 8;
  return success();
}

LogicalResult TensorReinterpretViewOp::verify() {
  return verifyReinterpretation(*this);
}
LogicalResult TileReinterpretViewOp::verify() {
  return verifyReinterpretation(*this);
}

LogicalResult TileTransposeViewOp::verify() {
  TileType source = getSource().getType(), result = getResult().getType();
  if (source.getElementType() != result.getElementType())
    return emitOpError() << "source and result must have one element type, got "
                         << source.getElementType() << " and "
                         << result.getElementType();
  SmallVector<int64_t> expected(source.getShape());
  if (expected.size() < 2)
    return emitOpError() << "source must have at least 2 axes";
  std::swap(expected[expected.size() - 1], expected[expected.size() - 2]);
  if (result.getShape() != ArrayRef<int64_t>(expected))
    return emitOpError() << "result must have shape " << str(expected)
                         << ", got " << str(result.getShape());
  return success();
}

#define PYPTO_RETYPES(OP)                                                      \
  SmallVector<MemorySpace> OP::getOperandSpaces(OpOperand &) { return {}; }    \
  std::optional<MemorySpace> OP::getFixedResultSpace() {                       \
    return std::nullopt;                                                       \
  }                                                                            \
  OpOperand *OP::getForwardedOperand() { return &getSourceMutable(); }         \
  bool OP::isView() { return true; }                                           \
  bool OP::takesDestination() { return false; }
PYPTO_RETYPES(TileReinterpretViewOp)
PYPTO_RETYPES(TileTransposeViewOp)
#undef PYPTO_RETYPES
