//===- MatmulOps.cpp - operations of MatmulOps.td ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Shapes.h"
#include "pypto/Dialect/Pypto/Pypto.h"

using namespace mlir;
using namespace mlir::pypto;

#define GET_OP_CLASSES
#include "dialect/pypto/MatmulOps.cpp.inc"

/// The type in which products of `type` are accumulated.
static Type getAccumulatorType(Type type) {
  Builder builder(type.getContext());
  return isa<FloatType>(type) ? Type(builder.getF32Type())
                              : Type(builder.getI32Type());
}

/// Checks `[M, K] x [K, N] -> [M, N]` after the operands' transposition.
static LogicalResult verifyProduct(Operation *op, Value lhs, Value rhs,
                                   bool transposeLhs, bool transposeRhs) {
  ShapeAndElement a = *getShapeAndElement(lhs.getType());
  ShapeAndElement b = *getShapeAndElement(rhs.getType());
  ShapeAndElement c = *getShapeAndElement(op->getResult(0).getType());
  if (a.shape.size() != 2 || b.shape.size() != 2 || c.shape.size() != 2)
    return op->emitOpError()
           << "operands and result must have 2 axes, got " << str(a.shape)
           << ", " << str(b.shape) << " and " << str(c.shape);
  if (a.elementType != b.elementType)
    return op->emitOpError() << "operands must have one element type, got "
                             << a.elementType << " and " << b.elementType;
  int64_t m = a.shape[transposeLhs], k = a.shape[!transposeLhs];
  int64_t kRhs = b.shape[transposeRhs], n = b.shape[!transposeRhs];
  if (!compatible(k, kRhs))
    return op->emitOpError()
           << "contracted extents differ: " << str(a.shape) << " x "
           << str(b.shape) << " gives K = " << k << " and K = " << kRhs;
  if (!compatible(c.shape[0], m) || !compatible(c.shape[1], n))
    return op->emitOpError() << "result must have shape " << str({m, n})
                             << ", got " << str(c.shape);
  return success();
}

/// The accumulator holds f32 or i32, whatever the operands.
static LogicalResult verifyAccumulator(Operation *op, Value lhs, Type got) {
  Type expected =
      getAccumulatorType(getShapeAndElement(lhs.getType())->elementType);
  if (got == expected)
    return success();
  return op->emitOpError() << "the accumulator's element type must be "
                           << expected << ", got " << got;
}

LogicalResult TensorMatmulOp::verify() {
  return verifyProduct(*this, getLhs(), getRhs(), getTransposeLhs(),
                       getTransposeRhs());
}

LogicalResult TensorMatmulAccOp::verify() {
  if (getAcc().getType() != getResult().getType())
    return emitOpError() << "accumulator and result must have one type, got "
                         << getAcc().getType() << " and "
                         << getResult().getType();
  if (failed(verifyAccumulator(*this, getLhs(),
                               getAcc().getType().getElementType())))
    return failure();
  return verifyProduct(*this, getLhs(), getRhs(), getTransposeLhs(),
                       getTransposeRhs());
}

static LogicalResult verifyTileProduct(Operation *op, Value lhs, Value rhs) {
  Type got = getShapeAndElement(op->getResult(0).getType())->elementType;
  if (failed(verifyAccumulator(op, lhs, got)))
    return failure();
  return verifyProduct(op, lhs, rhs, false, false);
}

LogicalResult TileMatmulOp::verify() {
  return verifyTileProduct(*this, getLhs(), getRhs());
}

LogicalResult TileMatmulAccOp::verify() {
  TileType acc = getAcc().getType(), result = getResult().getType();
  if (acc.getShape() != result.getShape() ||
      acc.getElementType() != result.getElementType())
    return emitOpError() << "accumulator and result must have one shape and "
                            "element type, got "
                         << acc << " and " << result;
  return verifyTileProduct(*this, getLhs(), getRhs());
}

LogicalResult TileMatmulBiasOp::verify() {
  TileType bias = getBias().getType(), result = getResult().getType();
  SmallVector<int64_t> expected = {1, result.getShape().back()};
  if (bias.getShape() != ArrayRef<int64_t>(expected) ||
      bias.getElementType() != result.getElementType())
    return emitOpError() << "bias must be one row " << str(expected) << " of "
                         << result.getElementType() << ", got " << bias;
  return verifyTileProduct(*this, getLhs(), getRhs());
}

//===----------------------------------------------------------------------===//
// Placement
//===----------------------------------------------------------------------===//

SmallVector<MemorySpace> TileMatmulOp::getOperandSpaces(OpOperand &operand) {
  return {&operand == &getLhsMutable() ? MemorySpace::Left
                                       : MemorySpace::Right};
}
std::optional<MemorySpace> TileMatmulOp::getFixedResultSpace() {
  return MemorySpace::Acc;
}
bool TileMatmulOp::canShareBufferWith(OpOperand &) { return false; }

SmallVector<MemorySpace> TileMatmulAccOp::getOperandSpaces(OpOperand &operand) {
  if (&operand == &getAccMutable())
    return {MemorySpace::Acc};
  return {&operand == &getLhsMutable() ? MemorySpace::Left
                                       : MemorySpace::Right};
}
std::optional<MemorySpace> TileMatmulAccOp::getFixedResultSpace() {
  return MemorySpace::Acc;
}
OpOperand *TileMatmulAccOp::getForwardedOperand() { return &getAccMutable(); }
bool TileMatmulAccOp::canShareBufferWith(OpOperand &) { return false; }

SmallVector<MemorySpace>
TileMatmulBiasOp::getOperandSpaces(OpOperand &operand) {
  if (&operand == &getBiasMutable())
    return {MemorySpace::Bias};
  return {&operand == &getLhsMutable() ? MemorySpace::Left
                                       : MemorySpace::Right};
}
std::optional<MemorySpace> TileMatmulBiasOp::getFixedResultSpace() {
  return MemorySpace::Acc;
}
bool TileMatmulBiasOp::canShareBufferWith(OpOperand &) { return false; }
