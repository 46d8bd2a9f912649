//===- PyptoTraits.cpp - rules shared by op families ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pypto/Dialect/Pypto/PyptoTraits.h"
#include "Shapes.h"
#include "pypto/Dialect/Pypto/Pypto.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::pypto;

static ShapeAndElement shaped(Value value) {
  return *getShapeAndElement(value.getType());
}

/// Operands that are tensors or tiles.
static SmallVector<Value> shapedOperands(Operation *op) {
  return llvm::to_vector(
      llvm::make_filter_range(op->getOperands(), [](Value value) {
        return getShapeAndElement(value.getType());
      }));
}

static LogicalResult checkSameElementType(Operation *op, Value value) {
  Type expected = shaped(op->getResult(0)).elementType;
  Type got = shaped(value).elementType;
  if (got == expected)
    return success();
  return op->emitOpError() << "operands and result must have one element type, "
                           << "got " << got << " and " << expected;
}

static LogicalResult checkShape(Operation *op, StringRef what,
                                ArrayRef<int64_t> got,
                                ArrayRef<int64_t> expected) {
  if (compatible(got, expected))
    return success();
  return op->emitOpError() << what << " must have shape " << str(expected)
                           << ", got " << str(got);
}

/// NumPy's broadcasting, right-aligned; nothing where the shapes do not fit.
static std::optional<SmallVector<int64_t>> broadcast(ArrayRef<int64_t> a,
                                                     ArrayRef<int64_t> b) {
  if (a.size() < b.size())
    std::swap(a, b);
  SmallVector<int64_t> shape(a);
  for (size_t i = 0; i < b.size(); ++i) {
    int64_t &dim = shape[shape.size() - 1 - i];
    int64_t other = b[b.size() - 1 - i];
    if (dim == 1)
      dim = other;
    else if (other != 1 && !compatible(dim, other))
      return std::nullopt;
    else if (ShapedType::isDynamic(dim) && other != 1)
      dim = other;
  }
  return shape;
}

LogicalResult mlir::pypto::detail::verifyBinaryShapes(Operation *op) {
  Value lhs = op->getOperand(0), rhs = op->getOperand(1);
  if (failed(checkSameElementType(op, lhs)) ||
      failed(checkSameElementType(op, rhs)))
    return failure();
  ArrayRef<int64_t> result = shaped(op->getResult(0)).shape;
  if (isa<TileType>(lhs.getType())) {
    if (failed(checkShape(op, "left operand", shaped(lhs).shape, result)))
      return failure();
    return checkShape(op, "right operand", shaped(rhs).shape, result);
  }
  std::optional<SmallVector<int64_t>> shape =
      broadcast(shaped(lhs).shape, shaped(rhs).shape);
  if (!shape)
    return op->emitOpError() << "shapes " << str(shaped(lhs).shape) << " and "
                             << str(shaped(rhs).shape) << " do not broadcast";
  return checkShape(op, "result", result, *shape);
}

LogicalResult mlir::pypto::detail::verifyUnaryShapes(Operation *op) {
  Value source = op->getOperand(0);
  Type elementType = shaped(source).elementType;
  for (Value operand : op->getOperands())
    if (operand.getType().isIntOrIndexOrFloat() &&
        operand.getType() != elementType)
      return op->emitOpError() << "the scalar must have the element type "
                               << elementType << ", got " << operand.getType();
  if (failed(checkSameElementType(op, source)))
    return failure();
  return checkShape(op, "result", shaped(op->getResult(0)).shape,
                    shaped(source).shape);
}

LogicalResult mlir::pypto::detail::verifyCastShapes(Operation *op) {
  ShapeAndElement source = shaped(op->getOperand(0));
  ShapeAndElement result = shaped(op->getResult(0));
  if (source.elementType == result.elementType)
    return op->emitOpError() << "same-dtype cast is not a valid operation: "
                             << source.elementType;
  return checkShape(op, "result", result.shape, source.shape);
}

LogicalResult mlir::pypto::detail::verifyTernaryShapes(Operation *op) {
  ShapeAndElement result = shaped(op->getResult(0));
  for (Value operand : op->getOperands()) {
    if (getShapeAndElement(operand.getType())) {
      if (failed(checkSameElementType(op, operand)) ||
          failed(
              checkShape(op, "operand", shaped(operand).shape, result.shape)))
        return failure();
    } else if (operand.getType().isIntOrIndexOrFloat() &&
               operand.getType() != result.elementType) {
      return op->emitOpError()
             << "the scalar must have the element type " << result.elementType
             << ", got " << operand.getType();
    }
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Masks
//===----------------------------------------------------------------------===//

/// `mask` has 8-bit elements, the rows of `tile` and a bit for each column.
static LogicalResult checkMask(Operation *op, ShapeAndElement mask,
                               ShapeAndElement tile) {
  if (!mask.elementType.isInteger(8))
    return op->emitOpError()
           << "a mask has 8-bit elements, got " << mask.elementType;
  bool hasRows = mask.shape.size() == tile.shape.size() &&
                 !mask.shape.empty() &&
                 compatible(mask.shape.drop_back(), tile.shape.drop_back());
  if (hasRows && mask.shape.back() * 8 >= tile.shape.back())
    return success();
  SmallVector<int64_t> least(tile.shape);
  if (!least.empty())
    least.back() = (least.back() + 7) / 8;
  return op->emitOpError() << "a mask for " << str(tile.shape)
                           << " has the shape " << str(least)
                           << " or more columns, got " << str(mask.shape);
}

static LogicalResult checkScalarElement(Operation *op, Type elementType) {
  for (Value operand : op->getOperands())
    if (operand.getType().isIntOrIndexOrFloat() &&
        operand.getType() != elementType)
      return op->emitOpError() << "the scalar must have the element type "
                               << elementType << ", got " << operand.getType();
  return success();
}

LogicalResult mlir::pypto::detail::verifyMaskShapes(Operation *op) {
  ShapeAndElement source = shaped(op->getOperand(0));
  for (Value operand : shapedOperands(op)) {
    if (shaped(operand).elementType != source.elementType)
      return op->emitOpError()
             << "operands must have one element type, got "
             << source.elementType << " and " << shaped(operand).elementType;
    if (failed(checkShape(op, "right operand", shaped(operand).shape,
                          source.shape)))
      return failure();
  }
  if (failed(checkScalarElement(op, source.elementType)))
    return failure();
  return checkMask(op, shaped(op->getResult(0)), source);
}

LogicalResult mlir::pypto::detail::verifySelectShapes(Operation *op) {
  ShapeAndElement result = shaped(op->getResult(0));
  auto tileOp = cast<TileOpInterface>(op);
  for (OpOperand *operand : llvm::drop_begin(tileOp.getTileOperands())) {
    if (tileOp.isScratch(*operand))
      continue;
    if (failed(checkSameElementType(op, operand->get())) ||
        failed(checkShape(op, "operand", shaped(operand->get()).shape,
                          result.shape)))
      return failure();
  }
  if (failed(checkScalarElement(op, result.elementType)))
    return failure();
  return checkMask(op, shaped(op->getOperand(0)), result);
}

//===----------------------------------------------------------------------===//
// Reductions and expansions
//===----------------------------------------------------------------------===//

/// The shape of `source` with the axis `fromEnd` (1 = last) reduced to 1.
static LogicalResult verifyReducedShape(Operation *op, unsigned fromEnd) {
  Value source = op->getOperand(0);
  SmallVector<int64_t> expected(shaped(source).shape);
  if (expected.size() < 2)
    return op->emitOpError()
           << "operand must have at least 2 axes, got " << expected.size();
  expected[expected.size() - fromEnd] = 1;
  return checkShape(op, "result", shaped(op->getResult(0)).shape, expected);
}

static LogicalResult verifyReduction(Operation *op, unsigned fromEnd) {
  if (failed(verifyReducedShape(op, fromEnd)))
    return failure();
  for (Value operand : shapedOperands(op))
    if (failed(checkSameElementType(op, operand)))
      return failure();
  return success();
}

/// The scratch has the shape and element type of the source: the position of an
/// extremum is searched in a copy.
static LogicalResult verifyArgReduction(Operation *op, unsigned fromEnd) {
  if (failed(verifyReducedShape(op, fromEnd)))
    return failure();
  if (Type element = shaped(op->getResult(0)).elementType;
      !element.isInteger(32))
    return op->emitOpError() << "result must be of i32, got " << element;
  SmallVector<Value> operands = shapedOperands(op);
  if (operands.size() < 2)
    return success();
  ShapeAndElement source = shaped(operands[0]), scratch = shaped(operands[1]);
  if (source.elementType != scratch.elementType)
    return op->emitOpError()
           << "scratch must have the element type " << source.elementType
           << ", got " << scratch.elementType;
  return checkShape(op, "scratch", scratch.shape, source.shape);
}

LogicalResult mlir::pypto::detail::verifyRowArgReductionShapes(Operation *op) {
  return verifyArgReduction(op, 1);
}

LogicalResult mlir::pypto::detail::verifyColArgReductionShapes(Operation *op) {
  return verifyArgReduction(op, 2);
}

/// The scratch of a reduction of tiles is at least as large as the source.
static LogicalResult verifyReductionScratch(Operation *op) {
  SmallVector<Value> operands = shapedOperands(op);
  if (operands.size() < 2)
    return success();
  ArrayRef<int64_t> source = shaped(operands[0]).shape;
  ArrayRef<int64_t> scratch = shaped(operands[1]).shape;
  bool large = source.size() == scratch.size() &&
               llvm::all_of(llvm::zip(source, scratch), [](auto pair) {
                 return std::get<1>(pair) >= std::get<0>(pair);
               });
  if (large)
    return success();
  return op->emitOpError() << "scratch must be at least as large as the source "
                           << str(source) << ", got " << str(scratch);
}

LogicalResult mlir::pypto::detail::verifyRowReductionShapes(Operation *op) {
  return failed(verifyReduction(op, 1)) ? failure()
                                        : verifyReductionScratch(op);
}

LogicalResult mlir::pypto::detail::verifyColReductionShapes(Operation *op) {
  return failed(verifyReduction(op, 2)) ? failure()
                                        : verifyReductionScratch(op);
}

static LogicalResult verifyExpand(Operation *op, unsigned fromEnd) {
  Value matrix = op->getOperand(0), vector = op->getOperand(1);
  SmallVector<int64_t> expected(shaped(matrix).shape);
  if (expected.size() < 2)
    return op->emitOpError()
           << "matrix must have at least 2 axes, got " << expected.size();
  if (failed(checkSameElementType(op, matrix)) ||
      failed(checkSameElementType(op, vector)) ||
      failed(
          checkShape(op, "result", shaped(op->getResult(0)).shape, expected)))
    return failure();
  expected[expected.size() - fromEnd] = 1;
  // A row of a packed vector is a block of 32 bytes, which every block of the
  // matrix' row meets: its value as often as that holds it.
  auto packed = dyn_cast<TileType>(vector.getType());
  if (packed && isa<TileRowExpandAddOp>(op) &&
      packed.getShape().back() *
              packed.getElementType().getIntOrFloatBitWidth() ==
          256)
    expected.back() = packed.getShape().back();
  return checkShape(op, "vector", shaped(vector).shape, expected);
}

LogicalResult mlir::pypto::detail::verifyRowExpandShapes(Operation *op) {
  return verifyExpand(op, 1);
}

LogicalResult mlir::pypto::detail::verifyColExpandShapes(Operation *op) {
  return verifyExpand(op, 2);
}

template <typename TypeT>
static LogicalResult verifyElements(Operation *op, StringRef what) {
  auto tileOp = dyn_cast<TileOpInterface>(op);
  for (OpOperand &operand : op->getOpOperands()) {
    std::optional<ShapeAndElement> type =
        getShapeAndElement(operand.get().getType());
    if (!type || isa<TypeT>(type->elementType) ||
        (tileOp && tileOp.isScratch(operand)))
      continue;
    return op->emitOpError()
           << "expects " << what << " elements, got " << type->elementType;
  }
  return success();
}

LogicalResult mlir::pypto::detail::verifyIntegerElements(Operation *op) {
  return verifyElements<IntegerType>(op, "integer");
}

LogicalResult mlir::pypto::detail::verifyFloatElements(Operation *op) {
  return verifyElements<FloatType>(op, "floating-point");
}

LogicalResult mlir::pypto::detail::verifyDeclaredAttributes(Operation *op) {
  for (NamedAttribute attr : op->getDiscardableAttrs()) {
    if (attr.getName().strref().contains('.'))
      continue;
    InFlightDiagnostic error = op->emitOpError()
                               << "takes no attribute " << attr.getName();
    SmallVector<StringRef> declared;
    for (StringAttr name : op->getName().getAttributeNames())
      if (name != "operandSegmentSizes" && name != "resultSegmentSizes")
        declared.push_back(name);
    if (!declared.empty())
      error << "; it takes " << llvm::join(declared, ", ");
    return error;
  }
  return success();
}
