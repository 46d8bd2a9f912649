//===- IndexedOps.cpp - operations of IndexedOps.td -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Shapes.h"
#include "pypto/Dialect/Pypto/MaskPatterns.h"
#include "pypto/Dialect/Pypto/Pypto.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::pypto;

#define GET_OP_CLASSES
#include "dialect/pypto/IndexedOps.cpp.inc"

static ShapeAndElement shaped(Value value) {
  return *getShapeAndElement(value.getType());
}

static LogicalResult verifyIndices(Operation *op, Value indices) {
  if (isa<IntegerType>(shaped(indices).elementType))
    return success();
  return op->emitOpError() << "indices must be integers, got "
                           << shaped(indices).elementType;
}

static LogicalResult verifyElement(Operation *op, Value a, Value b) {
  if (shaped(a).elementType == shaped(b).elementType)
    return success();
  return op->emitOpError()
         << "operands and result must have one element type, got "
         << shaped(a).elementType << " and " << shaped(b).elementType;
}

static LogicalResult verifyShape(Operation *op, StringRef what, Value value,
                                 ArrayRef<int64_t> expected) {
  if (compatible(shaped(value).shape, expected))
    return success();
  return op->emitOpError() << what << " must have shape " << str(expected)
                           << ", got " << str(shaped(value).shape);
}

//===----------------------------------------------------------------------===//
// Gathers
//===----------------------------------------------------------------------===//

LogicalResult TensorGatherOp::verify() {
  if (failed(verifyIndices(*this, getIndex())) ||
      failed(verifyElement(*this, getSource(), getResult())) ||
      failed(verifyShape(*this, "result", getResult(),
                         getIndex().getType().getShape())))
    return failure();
  ArrayRef<int64_t> source = getSource().getType().getShape();
  ArrayRef<int64_t> index = getIndex().getType().getShape();
  bool fits = source.size() == index.size() && !source.empty();
  for (size_t axis = 0; fits && axis + 1 < source.size(); ++axis)
    fits = compatible(source[axis], index[axis]) ||
           (axis == 0 && source[axis] > index[axis]);
  if (!fits)
    return emitOpError() << "the axes of the index " << str(index)
                         << " in front of the last must be those of the source "
                         << str(source) << ", the first at most as large";
  return success();
}

LogicalResult TileGatherOp::verify() {
  if (failed(verifyIndices(*this, getIndices())) ||
      failed(verifyElement(*this, getSource(), getResult())))
    return failure();
  return verifyShape(*this, "result", getResult(),
                     getIndices().getType().getShape());
}
bool TileGatherOp::isScratch(OpOperand &operand) {
  return &operand == &getScratchMutable();
}

static LogicalResult verifyPattern(Operation *op, int64_t pattern, Value wide,
                                   Value narrow) {
  if (!getMaskPattern(pattern))
    return op->emitOpError() << "expects a pattern from 1 (P0101) to 7 (P1111)"
                             << ", got " << pattern;
  ShapeAndElement from = shaped(wide), to = shaped(narrow);
  if (from.elementType.getIntOrFloatBitWidth() !=
      to.elementType.getIntOrFloatBitWidth())
    return op->emitOpError() << "expects elements of as many bits, got "
                             << from.elementType << " and " << to.elementType;
  if (from.shape.size() != 2 || to.shape.size() != 2 ||
      !compatible(from.shape[0], to.shape[0]))
    return op->emitOpError() << "expects 2 axes and as many rows, got "
                             << str(from.shape) << " and " << str(to.shape);
  return success();
}

static LogicalResult verifyKept(Operation *op, int64_t pattern, int64_t wide,
                                int64_t narrow) {
  auto [first, stride] = *getMaskPattern(pattern);
  if (ShapedType::isDynamic(wide) || ShapedType::isDynamic(narrow) ||
      llvm::divideCeil(std::max(wide - first, int64_t(0)), stride) ==
          static_cast<uint64_t>(narrow))
    return success();
  return op->emitOpError() << "pattern " << pattern << " keeps one of "
                           << stride << " columns, got " << narrow << " of "
                           << wide;
}

LogicalResult TensorGatherMaskOp::verify() {
  if (failed(verifyPattern(*this, getPattern(), getSource(), getResult())))
    return failure();
  return verifyKept(*this, getPattern(), getSource().getType().getDimSize(1),
                    getResult().getType().getDimSize(1));
}

LogicalResult TileGatherMaskOp::verify() {
  if (failed(verifyPattern(*this, getPattern(), getSource(), getResult())))
    return failure();
  return verifyKept(*this, getPattern(), getSource().getType().getValid()[1],
                    getResult().getType().getValid()[1]);
}

LogicalResult TileGatherbOp::verify() {
  auto offset = dyn_cast<IntegerType>(getOffsets().getType().getElementType());
  if (!offset || offset.getWidth() != 32)
    return emitOpError() << "offsets must be 32-bit integers, got "
                         << getOffsets().getType().getElementType();
  int64_t blockBytes = 32;
  TileType offsets = getOffsets().getType(), result = getResult().getType();
  int64_t bytes =
      getSizeInBytes(result.getElementType(), result.getShape().back());
  if (bytes == offsets.getShape().back() * blockBytes)
    return success();
  return emitOpError() << "a row of the result must hold the "
                       << offsets.getShape().back()
                       << " blocks of a row of offsets, "
                       << offsets.getShape().back() * blockBytes
                       << " bytes, got " << bytes;
}

//===----------------------------------------------------------------------===//
// Scatters
//===----------------------------------------------------------------------===//

LogicalResult TensorScatterOp::verify() {
  if (failed(verifyIndices(*this, getIndex())) ||
      failed(verifyElement(*this, getTarget(), getSource())) ||
      failed(verifyElement(*this, getTarget(), getResult())) ||
      failed(verifyShape(*this, "index", getIndex(),
                         getSource().getType().getShape())) ||
      failed(verifyShape(*this, "result", getResult(),
                         getTarget().getType().getShape())))
    return failure();
  ArrayRef<int64_t> target = getTarget().getType().getShape();
  ArrayRef<int64_t> source = getSource().getType().getShape();
  if (target.size() == 2 && source.size() == 2 &&
      (compatible(target[0], source[0]) || source[0] < target[0]))
    return success();
  return emitOpError() << "expects 2 axes and at most as many rows as the "
                          "target, got "
                       << str(source) << " and " << str(target);
}

LogicalResult TensorScatterMaskOp::verify() {
  if (failed(verifyElement(*this, getTarget(), getSource())) ||
      failed(verifyPattern(*this, getPattern(), getTarget(), getSource())) ||
      failed(verifyShape(*this, "result", getResult(),
                         getTarget().getType().getShape())))
    return failure();
  return verifyKept(*this, getPattern(), getTarget().getType().getDimSize(1),
                    getSource().getType().getDimSize(1));
}

static LogicalResult verifyUpdated(Operation *op, TileType target,
                                   TileType result) {
  if (target.getShape() == result.getShape() &&
      target.getElementType() == result.getElementType())
    return success();
  return op->emitOpError()
         << "result and target must have one shape and element type, got "
         << result << " and " << target;
}

LogicalResult TileScatterOp::verify() {
  if (failed(verifyIndices(*this, getIndices())) ||
      failed(verifyElement(*this, getTarget(), getSource())) ||
      failed(
          verifyUpdated(*this, getTarget().getType(), getResult().getType())))
    return failure();
  return verifyShape(*this, "indices", getIndices(),
                     getSource().getType().getShape());
}

LogicalResult TileScatterMaskOp::verify() {
  if (failed(verifyElement(*this, getTarget(), getSource())) ||
      failed(
          verifyUpdated(*this, getTarget().getType(), getResult().getType())) ||
      failed(verifyPattern(*this, getPattern(), getTarget(), getSource())))
    return failure();
  return verifyKept(*this, getPattern(), getTarget().getType().getValid()[1],
                    getSource().getType().getValid()[1]);
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

/// Rows and columns once leading axes are merged into rows.
static std::optional<std::pair<int64_t, int64_t>>
getMatrix(ArrayRef<int64_t> shape) {
  int64_t rows = 1;
  for (int64_t dim : shape) {
    if (ShapedType::isDynamic(dim))
      return std::nullopt;
    rows *= dim;
  }
  return std::make_pair(shape.back() ? rows / shape.back() : 0, shape.back());
}

static LogicalResult verifyUpdate(Operation *op) {
  Value target = op->getOperand(0), index = op->getOperand(1);
  Value source = op->getOperand(2);
  if (failed(verifyIndices(op, index)) ||
      failed(verifyElement(op, target, source)))
    return failure();
  auto from = getMatrix(shaped(source).shape);
  auto to = getMatrix(shaped(target).shape);
  auto at = getMatrix(shaped(index).shape);
  if (from && to && from->second != to->second)
    return op->emitOpError() << "source and target must have rows of one "
                                "length, got "
                             << from->second << " and " << to->second;
  if (from && at && from->first != at->first * at->second)
    return op->emitOpError()
           << "source must have a row for each of the "
           << at->first * at->second << " indices, got " << from->first;
  return success();
}

LogicalResult TensorScatterUpdateOp::verify() {
  if (getResult().getType() != getTarget().getType())
    return emitOpError() << "the result is an alias of the target "
                         << getTarget().getType() << ", got "
                         << getResult().getType();
  return verifyUpdate(*this);
}
LogicalResult TileScatterUpdateOp::verify() {
  if (failed(
          verifyUpdated(*this, getTarget().getType(), getResult().getType())))
    return failure();
  return verifyUpdate(*this);
}

#define PYPTO_UPDATES(OP)                                                      \
  OpOperand *OP::getForwardedOperand() { return &getTargetMutable(); }         \
  bool OP::takesDestination() { return false; }
PYPTO_UPDATES(TileScatterOp)
PYPTO_UPDATES(TileScatterMaskOp)
PYPTO_UPDATES(TileScatterUpdateOp)
#undef PYPTO_UPDATES

//===----------------------------------------------------------------------===//
// Between global memory and the chip
//===----------------------------------------------------------------------===//

LogicalResult TileGatherRowOp::verify() {
  GlobalTensorType source = getSource().getType();
  TileType target = getTarget().getType();
  if (failed(verifyElement(*this, getSource(), getTarget())) ||
      failed(verifyUpdated(*this, target, getResult().getType())))
    return failure();
  auto isRank = [](int64_t rank, size_t count) {
    return rank == static_cast<int64_t>(count);
  };
  if (!isRank(source.getRank(), getSourceOffsets().size()) ||
      !isRank(target.getRank(), getTargetOffsets().size()) ||
      !isRank(target.getRank(), getShape().size()) ||
      source.getRank() != target.getRank())
    return emitOpError()
           << "tensor, tile, offsets and shape must have one number of axes";
  for (auto [extent, bound] : llvm::zip(getShape(), target.getShape()))
    if (extent > bound)
      return emitOpError() << "the window " << str(getShape())
                           << " is larger than the tile "
                           << str(target.getShape());
  return success();
}
SmallVector<MemorySpace> TileGatherRowOp::getOperandSpaces(OpOperand &) {
  return {};
}
std::optional<MemorySpace> TileGatherRowOp::getFixedResultSpace() {
  return std::nullopt;
}
OpOperand *TileGatherRowOp::getForwardedOperand() {
  return &getTargetMutable();
}
bool TileGatherRowOp::takesDestination() { return false; }

LogicalResult TileMscatterOp::verify() {
  if (getResult().getType() != getTarget().getType())
    return emitOpError() << "the result is an alias of the target "
                         << getTarget().getType() << ", got "
                         << getResult().getType();
  if (!getIndices().getType().getElementType().isInteger(32))
    return emitOpError() << "indices must be of i32, got "
                         << getIndices().getType().getElementType();
  if (failed(verifyElement(*this, getSource(), getTarget())))
    return failure();
  return verifyShape(*this, "indices", getIndices(),
                     getSource().getType().getShape());
}
OpOperand &TileMscatterOp::getAliasedTensor() { return getTargetMutable(); }
bool TileMscatterOp::isTensorView() { return false; }
std::optional<MemorySpace> TileMscatterOp::getFixedResultSpace() {
  return std::nullopt;
}
