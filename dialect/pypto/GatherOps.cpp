//===- GatherOps.cpp - operations of GatherOps.td ---------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pypto/Dialect/Pypto/GatherOps.h"
#include "Shapes.h"

using namespace mlir;
using namespace mlir::pypto;

#include "dialect/pypto/OutOfRange.cpp.inc"
#define GET_OP_CLASSES
#include "dialect/pypto/GatherOps.cpp.inc"

static ShapeAndElement shaped(Value value) {
  return *getShapeAndElement(value.getType());
}

//===----------------------------------------------------------------------===//
// By comparison
//===----------------------------------------------------------------------===//

/// Positions and counts are 32-bit integers; the modes are those of the
/// instruction.
static LogicalResult verifyCompared(Operation *op, Value source, Value scalar,
                                    CmpMode mode) {
  Type element = shaped(source).elementType;
  if (mode != CmpMode::eq && mode != CmpMode::gt)
    return op->emitOpError()
           << "compares by eq or gt, got " << stringifyCmpMode(mode);
  if (scalar.getType() != element)
    return op->emitOpError() << "the value must be of the source's element "
                                "type "
                             << element << ", got " << scalar.getType();
  for (Value result : op->getResults())
    if (!shaped(result).elementType.isInteger(32))
      return op->emitOpError() << "positions and counts must be 32-bit "
                                  "integers, got "
                               << shaped(result).elementType;
  if (shaped(source).shape.size() == 2)
    return success();
  return op->emitOpError() << "expects 2 axes, got "
                           << str(shaped(source).shape);
}

LogicalResult TensorGatherCompareOp::verify() {
  if (failed(verifyCompared(*this, getSource(), getValue(), getMode())))
    return failure();
  int64_t rows = getSource().getType().getDimSize(0);
  ArrayRef<int64_t> counts = getCounts().getType().getShape();
  if (!compatible(counts, {1, rows}))
    return emitOpError() << "counts must have shape " << str({1, rows})
                         << ", got " << str(counts);
  ArrayRef<int64_t> positions = getPositions().getType().getShape();
  if (positions.size() == 2 && compatible(positions[0], rows))
    return success();
  return emitOpError() << "positions must have " << rows << " rows, got "
                       << str(positions);
}

LogicalResult TileGatherCompareOp::verify() {
  if (failed(verifyCompared(*this, getSource(), getValue(), getMode())))
    return failure();
  int64_t rows = getSource().getType().getDimSize(0);
  TileType result = getResult().getType();
  int64_t width = getWidth();
  if (width > 0 && result.getDimSize(0) == rows + 1 &&
      result.getDimSize(1) >= std::max(rows, width))
    return success();
  return emitOpError() << "the result must have " << rows + 1
                       << " rows, the last one for the counts, of at least "
                       << std::max(rows, width) << " columns, got "
                       << str(result.getShape());
}
bool TileGatherCompareOp::isScratch(OpOperand &operand) {
  return &operand == &getScratchMutable();
}

//===----------------------------------------------------------------------===//
// Windows
//===----------------------------------------------------------------------===//

LogicalResult TileGatherWindowOp::verify() {
  GlobalTensorType source = getSource().getType();
  TileType target = getTarget().getType();
  if (target.getElementType() != source.getElementType() ||
      target.getElementType() != getResult().getType().getElementType() ||
      target.getShape() != getResult().getType().getShape())
    return emitOpError() << "source, target and result must have one element "
                            "type, target and result one shape, got "
                         << source << ", " << target << " and "
                         << getResult().getType();
  if (source.getRank() != 2 || target.getRank() != 2 ||
      getSourceOffsets().size() != 2 || getTargetOffsets().size() != 2 ||
      getShape().size() != 2)
    return emitOpError() << "tensor, tile, offsets and shape must have 2 axes";
  if (getTranspose() && getRows())
    return emitOpError() << "rows are not available with transpose";
  SmallVector<int64_t> window(getShape());
  if (getTranspose())
    std::swap(window[0], window[1]);
  for (auto [extent, bound] : llvm::zip(window, target.getShape()))
    if (extent > bound)
      return emitOpError() << "the window " << str(window)
                           << " is larger than the tile "
                           << str(target.getShape());
  return success();
}
SmallVector<MemorySpace> TileGatherWindowOp::getOperandSpaces(OpOperand &) {
  return {};
}
std::optional<MemorySpace> TileGatherWindowOp::getFixedResultSpace() {
  return std::nullopt;
}
OpOperand *TileGatherWindowOp::getForwardedOperand() {
  return &getTargetMutable();
}
bool TileGatherWindowOp::takesDestination() { return false; }

//===----------------------------------------------------------------------===//
// Rows and elements by index
//===----------------------------------------------------------------------===//

/// `indices` has one row or one axis of i32 that can name the result's rows.
static LogicalResult verifyRowGather(Operation *op, GlobalTensorType source,
                                     Value indices, Value table, int64_t block,
                                     OutOfRange policy, bool transpose) {
  ShapeAndElement result = shaped(op->getResult(0));
  if (result.elementType != source.getElementType())
    return op->emitOpError()
           << "source and result must have one element type, got "
           << source.getElementType() << " and " << result.elementType;
  if (source.getRank() != 2 || result.shape.size() != 2)
    return op->emitOpError()
           << "source and result must have 2 axes, got "
           << str(source.getShape()) << " and " << str(result.shape);
  for (Value value : {indices, table}) {
    if (!value)
      continue;
    ShapeAndElement list = shaped(value);
    if (!list.elementType.isInteger(32))
      return op->emitOpError()
             << "indices and table must be of i32, got " << list.elementType;
    if (list.shape.size() != 1 &&
        (list.shape.size() != 2 || list.shape[0] != 1))
      return op->emitOpError() << "indices and table must be [n] or [1, n], "
                                  "got "
                               << str(list.shape);
  }
  if (table && block <= 0)
    return op->emitOpError() << "a block must have rows, got " << block;
  if (policy == OutOfRange::zero)
    return op->emitOpError() << "has no out_of_range zero; use undefined, "
                                "clamp or wrap";
  int64_t rows = result.shape[transpose], count = shaped(indices).shape.back();
  int64_t columns = result.shape[!transpose];
  if (!ShapedType::isDynamic(count) && !ShapedType::isDynamic(rows) &&
      count > rows)
    return op->emitOpError() << "the result has room for " << rows
                             << " rows, got " << count << " indices";
  if (!ShapedType::isDynamic(source.getDimSize(1)) &&
      !ShapedType::isDynamic(columns) && columns > source.getDimSize(1))
    return op->emitOpError()
           << "a row of the source has " << source.getDimSize(1)
           << " columns, got " << columns << " for the result";
  return success();
}

LogicalResult TensorGatherRowsOp::verify() {
  return verifyRowGather(*this, getSource().getType(), getIndices(), getTable(),
                         getBlock(), getOutOfRange(), getTranspose());
}
LogicalResult TileGatherRowsOp::verify() {
  return verifyRowGather(*this, getSource().getType(), getIndices(), getTable(),
                         getBlock(), getOutOfRange(), false);
}
std::optional<MemorySpace> TileGatherRowsOp::getFixedResultSpace() {
  return getSpace();
}
bool TileGatherRowsOp::takesDestination() { return false; }

LogicalResult TileMgatherOp::verify() {
  TileType indices = getIndices().getType(), result = getResult().getType();
  if (!indices.getElementType().isInteger(32))
    return emitOpError() << "indices must be of i32, got "
                         << indices.getElementType();
  if (getSource().getType().getElementType() != result.getElementType())
    return emitOpError() << "source and result must have one element type, got "
                         << getSource().getType().getElementType() << " and "
                         << result.getElementType();
  if (!getByRows()) {
    if (indices.getShape() == result.getShape())
      return success();
    return emitOpError() << "indices must have shape " << str(result.getShape())
                         << ", got " << str(indices.getShape());
  }
  if (indices.getNumElements() == result.getDimSize(0) ||
      (indices.getDimSize(0) == result.getDimSize(0) &&
       indices.getValid()[1] == 1))
    return success();
  return emitOpError() << "expects an index for each of the "
                       << result.getDimSize(0) << " rows, got "
                       << str(indices.getShape());
}
