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

/// Checks `[M, K] x [K, N] -> [M, N]` after the operands' transposition, where
/// there is a batch with leading axes that broadcast.
static LogicalResult verifyProduct(Operation *op, Value lhs, Value rhs,
                                   bool transposeLhs, bool transposeRhs) {
  ShapeAndElement a = *getShapeAndElement(lhs.getType());
  ShapeAndElement b = *getShapeAndElement(rhs.getType());
  ShapeAndElement c = *getShapeAndElement(op->getResult(0).getType());
  bool mayBatch = isa<GlobalTensorType>(lhs.getType()) ||
                  isa<TileMatmulOp, TileMatmulAccOp>(op);
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

/// What every product of tiles obeys, whatever operands it has.
static LogicalResult verifyTileProduct(ProductOpInterface op) {
  auto result = cast<TileType>(op->getResult(0).getType());
  if (Value acc = op.getAcc();
      acc &&
      failed(verifyAccumulated(op, cast<TileType>(acc.getType()), result)))
    return failure();
  if (Value bias = op.getBias();
      bias && failed(verifyBias(op, cast<TileType>(bias.getType()), result)))
    return failure();
  if (failed(verifyAccumulator(op, op.getLhs(), result.getElementType())))
    return failure();
  return verifyProduct(op, op.getLhs(), op.getRhs(), false, false);
}

LogicalResult TileMatmulOp::verify() { return verifyTileProduct(*this); }
LogicalResult TileMatmulAccOp::verify() { return verifyTileProduct(*this); }
LogicalResult TileMatmulBiasOp::verify() { return verifyTileProduct(*this); }

static LogicalResult verifyGemv(ProductOpInterface op) {
  if (failed(verifyTileProduct(op)))
    return failure();
  auto lhs = cast<TileType>(op.getLhs().getType());
  if (lhs.getDimSize(0) == 1)
    return success();
  return op->emitOpError() << "the left operand must have one row, got "
                           << str(lhs.getShape()) << "; use the matrix product";
}

LogicalResult TileGemvOp::verify() { return verifyGemv(*this); }
LogicalResult TileGemvAccOp::verify() { return verifyGemv(*this); }
LogicalResult TileGemvBiasOp::verify() { return verifyGemv(*this); }

//===----------------------------------------------------------------------===//
// Micro-scaled products
//===----------------------------------------------------------------------===//

/// Multiples of which the extents of a micro-scaled product are: boxes of the
/// left factor, and of the right one a row of 32 bytes.
static constexpr int64_t kMxRows = 16, kMxDepth = 2 * kScaleGroup, kMxCols = 32;

static LogicalResult verifyScale(Operation *op, StringRef name, Value scale,
                                 ArrayRef<int64_t> expected) {
  auto type = cast<TileType>(scale.getType());
  if (!isScaleElement(type.getElementType()))
    return op->emitOpError() << name << " must hold f8E8M0FNU or ui8, got "
                             << type.getElementType();
  if (type.getShape() == expected)
    return success();
  return op->emitOpError() << name << " must have shape " << str(expected)
                           << ", one scale for each " << kScaleGroup
                           << " elements along K, got " << str(type.getShape());
}

static LogicalResult verifyMx(ProductOpInterface op) {
  for (auto [name, factor] :
       {std::pair("left", op.getLhs()), std::pair("right", op.getRhs())})
    if (Type element = cast<TileType>(factor.getType()).getElementType();
        !isa<Float8E4M3FNType>(element))
      return op->emitOpError()
             << "the " << name << " factor must hold f8E4M3FN, got " << element;
  if (failed(verifyTileProduct(op)))
    return failure();
  ArrayRef<int64_t> lhs = cast<TileType>(op.getLhs().getType()).getShape();
  ArrayRef<int64_t> rhs = cast<TileType>(op.getRhs().getType()).getShape();
  int64_t m = lhs[0], k = lhs[1], n = rhs[1];
  for (auto [name, extent, multiple] :
       {std::tuple("M", m, kMxRows), std::tuple("K", k, kMxDepth),
        std::tuple("N", n, kMxCols)})
    if (extent % multiple)
      return op->emitOpError() << name << " must be a multiple of " << multiple
                               << ", got " << extent << "; pad the factor to "
                               << (extent / multiple + 1) * multiple;
  if (failed(
          verifyScale(op, "lhs_scale", op.getLhsScale(), {m, k / kScaleGroup})))
    return failure();
  return verifyScale(op, "rhs_scale", op.getRhsScale(), {k / kScaleGroup, n});
}

LogicalResult TileMatmulMxOp::verify() { return verifyMx(*this); }
LogicalResult TileMatmulMxAccOp::verify() { return verifyMx(*this); }
LogicalResult TileMatmulMxBiasOp::verify() { return verifyMx(*this); }

LogicalResult TileMoveScaleOp::verify() {
  TileType source = getSource().getType(), result = getResult().getType();
  if (source.getRank() != 2 || result.getRank() != 2)
    return emitOpError() << "source and result must have 2 axes";
  if (!isScaleElement(source.getElementType()) ||
      source.getElementType() != result.getElementType())
    return emitOpError()
           << "source and result must hold f8E8M0FNU or ui8 alike, got "
           << source.getElementType() << " and " << result.getElementType();
  for (auto [axis, start] : llvm::enumerate(ValueRange{getRow(), getCol()}))
    if (std::optional<int64_t> from = getConstantIntValue(start);
        from && (*from < 0 ||
                 *from + result.getDimSize(axis) > source.getDimSize(axis)))
      return emitOpError() << "offset " << *from << " + extent "
                           << result.getDimSize(axis) << " of axis " << axis
                           << " passes the extent " << source.getDimSize(axis)
                           << " of the source";
  return success();
}
SmallVector<MemorySpace> TileMoveScaleOp::getOperandSpaces(OpOperand &operand) {
  if (&operand == &getSourceMutable())
    return {MemorySpace::Mat};
  return {MemorySpace::Left, MemorySpace::Right};
}
std::optional<MemorySpace> TileMoveScaleOp::getFixedResultSpace() {
  return getResult().getType().getMemorySpace();
}
bool TileMoveScaleOp::canShareBufferWith(OpOperand &) { return false; }

//===----------------------------------------------------------------------===//
// Placement
//===----------------------------------------------------------------------===//

/// The memory in which an operand lives follows from the part that it plays;
/// operands come in the order of the interface.
static SmallVector<MemorySpace> getProductSpaces(ProductOpInterface op,
                                                 OpOperand &operand) {
  ProductOperands operands = op.getProductOperands();
  unsigned before = operand.getOperandNumber();
  for (auto [role, space] :
       {std::pair(operands.acc, MemorySpace::Acc),
        std::pair(operands.lhs, MemorySpace::Left),
        std::pair(operands.lhsScale, MemorySpace::LeftScale),
        std::pair(operands.rhs, MemorySpace::Right),
        std::pair(operands.rhsScale, MemorySpace::RightScale),
        std::pair(operands.bias, MemorySpace::Bias)})
    if (role && before-- == 0)
      return {space};
  return {};
}

#define PYPTO_PRODUCT(OP)                                                      \
  SmallVector<MemorySpace> OP::getOperandSpaces(OpOperand &operand) {          \
    return getProductSpaces(*this, operand);                                   \
  }                                                                            \
  std::optional<MemorySpace> OP::getFixedResultSpace() {                       \
    return MemorySpace::Acc;                                                   \
  }                                                                            \
  bool OP::canShareBufferWith(OpOperand &) { return false; }
PYPTO_PRODUCT(TileMatmulOp)
PYPTO_PRODUCT(TileMatmulAccOp)
PYPTO_PRODUCT(TileMatmulBiasOp)
PYPTO_PRODUCT(TileGemvOp)
PYPTO_PRODUCT(TileGemvAccOp)
PYPTO_PRODUCT(TileGemvBiasOp)
PYPTO_PRODUCT(TileMatmulMxOp)
PYPTO_PRODUCT(TileMatmulMxAccOp)
PYPTO_PRODUCT(TileMatmulMxBiasOp)
#undef PYPTO_PRODUCT

OpOperand *TileMatmulAccOp::getForwardedOperand() { return &getAccMutable(); }
OpOperand *TileGemvAccOp::getForwardedOperand() { return &getAccMutable(); }
OpOperand *TileMatmulMxAccOp::getForwardedOperand() { return &getAccMutable(); }

//===----------------------------------------------------------------------===//
// Products of the same family
//===----------------------------------------------------------------------===//

template <typename PlainT, typename AccT, typename BiasT>
static Value createPlain(OpBuilder &builder, Location loc, Type type,
                         const ProductOperands &o) {
  if (o.acc)
    return AccT::create(builder, loc, type, o.acc, o.lhs, o.rhs, Value());
  if (o.bias)
    return BiasT::create(builder, loc, type, o.lhs, o.rhs, o.bias, Value());
  return PlainT::create(builder, loc, type, o.lhs, o.rhs, Value());
}

static Value createMx(OpBuilder &builder, Location loc, Type type,
                      const ProductOperands &o) {
  if (o.acc)
    return TileMatmulMxAccOp::create(builder, loc, type, o.acc, o.lhs,
                                     o.lhsScale, o.rhs, o.rhsScale, Value());
  if (o.bias)
    return TileMatmulMxBiasOp::create(builder, loc, type, o.lhs, o.lhsScale,
                                      o.rhs, o.rhsScale, o.bias, Value());
  return TileMatmulMxOp::create(builder, loc, type, o.lhs, o.lhsScale, o.rhs,
                                o.rhsScale, Value());
}

#define PYPTO_SIMILAR(OP, CREATE)                                              \
  Value OP::createSimilar(OpBuilder &builder, Location loc, Type type,         \
                          const ProductOperands &operands) {                   \
    return CREATE(builder, loc, type, operands);                               \
  }
#define PYPTO_MATMUL                                                           \
  createPlain<TileMatmulOp, TileMatmulAccOp, TileMatmulBiasOp>
#define PYPTO_GEMV createPlain<TileGemvOp, TileGemvAccOp, TileGemvBiasOp>
PYPTO_SIMILAR(TileMatmulOp, (PYPTO_MATMUL))
PYPTO_SIMILAR(TileMatmulAccOp, (PYPTO_MATMUL))
PYPTO_SIMILAR(TileMatmulBiasOp, (PYPTO_MATMUL))
PYPTO_SIMILAR(TileGemvOp, (PYPTO_GEMV))
PYPTO_SIMILAR(TileGemvAccOp, (PYPTO_GEMV))
PYPTO_SIMILAR(TileGemvBiasOp, (PYPTO_GEMV))
PYPTO_SIMILAR(TileMatmulMxOp, createMx)
PYPTO_SIMILAR(TileMatmulMxAccOp, createMx)
PYPTO_SIMILAR(TileMatmulMxBiasOp, createMx)
#undef PYPTO_SIMILAR
#undef PYPTO_MATMUL
#undef PYPTO_GEMV
