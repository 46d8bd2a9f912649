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

/// Checks that the leading axes of operands `a` and `b`, aligned at their ends,
/// broadcast to those of `c`.
static LogicalResult verifyBatch(Operation *op, ArrayRef<int64_t> a,
                                 ArrayRef<int64_t> b, ArrayRef<int64_t> c) {
  SmallVector<int64_t> expected(std::max(a.size(), b.size()), 1);
  for (ArrayRef<int64_t> shape : {a, b})
    for (auto [extent, all] : llvm::zip_equal(
             shape, MutableArrayRef(expected).take_back(shape.size()))) {
      if (all == 1)
        all = extent;
      else if (extent != 1 && !compatible(extent, all))
        return op->emitOpError() << "batches " << str(a) << " and " << str(b)
                                 << " do not broadcast";
    }
  bool agrees = expected.size() == c.size();
  for (auto [extent, got] : llvm::zip(expected, c))
    agrees &= compatible(extent, got);
  if (agrees)
    return success();
  return op->emitOpError() << "result must have batch " << str(expected)
                           << ", got " << str(c);
}

/// Checks `[M, K] x [K, N] -> [M, N]` after the operands' transposition, for
/// tensors with leading axes that broadcast.
static LogicalResult verifyProduct(Operation *op, Value lhs, Value rhs,
                                   bool transposeLhs, bool transposeRhs) {
  ShapeAndElement a = *getShapeAndElement(lhs.getType());
  ShapeAndElement b = *getShapeAndElement(rhs.getType());
  ShapeAndElement c = *getShapeAndElement(op->getResult(0).getType());
  bool mayBatch = isa<GlobalTensorType>(lhs.getType());
  for (ArrayRef<int64_t> shape :
       {ArrayRef<int64_t>(a.shape), ArrayRef<int64_t>(b.shape),
        ArrayRef<int64_t>(c.shape)})
    if (shape.size() < 2 || (shape.size() > 2 && !mayBatch))
      return op->emitOpError()
             << "operands and result must have "
             << (mayBatch ? "at least " : "") << "2 axes, got " << str(a.shape)
             << ", " << str(b.shape) << " and " << str(c.shape);
  if (a.elementType != b.elementType)
    return op->emitOpError() << "operands must have one element type, got "
                             << a.elementType << " and " << b.elementType;
  auto matrix = [](const ShapeAndElement &operand) {
    return ArrayRef<int64_t>(operand.shape).take_back(2);
  };
  int64_t m = matrix(a)[transposeLhs], k = matrix(a)[!transposeLhs];
  int64_t kRhs = matrix(b)[transposeRhs], n = matrix(b)[!transposeRhs];
  if (!compatible(k, kRhs))
    return op->emitOpError()
           << "contracted extents differ: " << str(a.shape) << " x "
           << str(b.shape) << " gives K = " << k << " and K = " << kRhs;
  if (!compatible(matrix(c)[0], m) || !compatible(matrix(c)[1], n))
    return op->emitOpError() << "result must have shape " << str({m, n})
                             << ", got " << str(c.shape);
  auto batch = [](const ShapeAndElement &operand) {
    return ArrayRef<int64_t>(operand.shape).drop_back(2);
  };
  return verifyBatch(op, batch(a), batch(b), batch(c));
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

static LogicalResult verifyAccumulated(Operation *op, TileType acc,
                                       TileType result) {
  if (acc.getShape() == result.getShape() &&
      acc.getElementType() == result.getElementType())
    return success();
  return op->emitOpError() << "accumulator and result must have one shape and "
                              "element type, got "
                           << acc << " and " << result;
}

static LogicalResult verifyBias(Operation *op, TileType bias, TileType result) {
  SmallVector<int64_t> expected = {1, result.getShape().back()};
  if (bias.getShape() == ArrayRef<int64_t>(expected) &&
      bias.getElementType() == result.getElementType())
    return success();
  return op->emitOpError() << "bias must be one row " << str(expected) << " of "
                           << result.getElementType() << ", got " << bias;
}

LogicalResult TileMatmulAccOp::verify() {
  if (failed(
          verifyAccumulated(*this, getAcc().getType(), getResult().getType())))
    return failure();
  return verifyTileProduct(*this, getLhs(), getRhs());
}

LogicalResult TileMatmulBiasOp::verify() {
  if (failed(verifyBias(*this, getBias().getType(), getResult().getType())))
    return failure();
  return verifyTileProduct(*this, getLhs(), getRhs());
}

static LogicalResult verifyOneRow(Operation *op, TileType lhs) {
  if (lhs.getDimSize(0) == 1)
    return success();
  return op->emitOpError() << "the left operand must have one row, got "
                           << str(lhs.getShape()) << "; use the matrix product";
}

LogicalResult TileGemvOp::verify() {
  if (failed(verifyTileProduct(*this, getLhs(), getRhs())))
    return failure();
  return verifyOneRow(*this, getLhs().getType());
}

LogicalResult TileGemvAccOp::verify() {
  if (failed(verifyAccumulated(*this, getAcc().getType(),
                               getResult().getType())) ||
      failed(verifyTileProduct(*this, getLhs(), getRhs())))
    return failure();
  return verifyOneRow(*this, getLhs().getType());
}

LogicalResult TileGemvBiasOp::verify() {
  if (failed(verifyBias(*this, getBias().getType(), getResult().getType())) ||
      failed(verifyTileProduct(*this, getLhs(), getRhs())))
    return failure();
  return verifyOneRow(*this, getLhs().getType());
}

//===----------------------------------------------------------------------===//
// Placement
//===----------------------------------------------------------------------===//

#define PYPTO_PRODUCT(OP)                                                      \
  SmallVector<MemorySpace> OP::getOperandSpaces(OpOperand &operand) {          \
    return {&operand == &getLhsMutable() ? MemorySpace::Left                   \
                                         : MemorySpace::Right};                \
  }
PYPTO_PRODUCT(TileMatmulOp)
PYPTO_PRODUCT(TileGemvOp)
#undef PYPTO_PRODUCT

#define PYPTO_ACCUMULATION(OP)                                                 \
  SmallVector<MemorySpace> OP::getOperandSpaces(OpOperand &operand) {          \
    if (&operand == &getAccMutable())                                          \
      return {MemorySpace::Acc};                                               \
    return {&operand == &getLhsMutable() ? MemorySpace::Left                   \
                                         : MemorySpace::Right};                \
  }                                                                            \
  OpOperand *OP::getForwardedOperand() { return &getAccMutable(); }
PYPTO_ACCUMULATION(TileMatmulAccOp)
PYPTO_ACCUMULATION(TileGemvAccOp)
#undef PYPTO_ACCUMULATION

#define PYPTO_BIASED_PRODUCT(OP)                                               \
  SmallVector<MemorySpace> OP::getOperandSpaces(OpOperand &operand) {          \
    if (&operand == &getBiasMutable())                                         \
      return {MemorySpace::Bias};                                              \
    return {&operand == &getLhsMutable() ? MemorySpace::Left                   \
                                         : MemorySpace::Right};                \
  }
PYPTO_BIASED_PRODUCT(TileMatmulBiasOp)
PYPTO_BIASED_PRODUCT(TileGemvBiasOp)
#undef PYPTO_BIASED_PRODUCT

#define PYPTO_ACCUMULATOR(OP)                                                  \
  std::optional<MemorySpace> OP::getFixedResultSpace() {                       \
    return MemorySpace::Acc;                                                   \
  }                                                                            \
  bool OP::canShareBufferWith(OpOperand &) { return false; }
PYPTO_ACCUMULATOR(TileMatmulOp)
PYPTO_ACCUMULATOR(TileMatmulAccOp)
PYPTO_ACCUMULATOR(TileMatmulBiasOp)
PYPTO_ACCUMULATOR(TileGemvOp)
PYPTO_ACCUMULATOR(TileGemvAccOp)
PYPTO_ACCUMULATOR(TileGemvBiasOp)
#undef PYPTO_ACCUMULATOR
