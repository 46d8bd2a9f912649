//===- TensorOps.cpp - operations of TensorOps.td ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Shapes.h"
#include "pypto/Dialect/Pypto/ValidOps.h"

#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlir::pypto;

#define GET_OP_CLASSES
#include "dialect/pypto/TensorOps.cpp.inc"

/// One index for each axis of the tensor.
static LogicalResult verifyIndices(Operation *op, StringRef what,
                                   GlobalTensorType type, size_t count) {
  if (static_cast<size_t>(type.getRank()) == count)
    return success();
  return op->emitOpError() << "has " << count << " " << what
                           << " for a tensor of " << type.getRank() << " axes";
}

LogicalResult TensorCreateOp::verify() {
  GlobalTensorType type = getResult().getType();
  size_t dynamic = llvm::count_if(type.getShape(), ShapedType::isDynamic);
  if (dynamic != getDims().size())
    return emitOpError() << "has " << getDims().size()
                         << " extents for a type with " << dynamic << " '?'";
  if (auto init = getInitAttr();
      init && init.getType() != type.getElementType())
    return emitOpError() << "initial value must have the element type "
                         << type.getElementType() << ", got " << init.getType();
  return success();
}

LogicalResult TensorDimOp::verify() {
  int64_t rank = getSource().getType().getRank();
  if (static_cast<int64_t>(getAxis()) < 0 ||
      static_cast<int64_t>(getAxis()) >= rank)
    return emitOpError() << "axis " << static_cast<int64_t>(getAxis())
                         << " of a tensor of " << rank << " axes";
  return success();
}

OpFoldResult TensorDimOp::fold(FoldAdaptor) {
  int64_t size = getSource().getType().getDimSize(getAxis());
  if (ShapedType::isDynamic(size))
    return {};
  return IntegerAttr::get(IndexType::get(getContext()), size);
}

LogicalResult TensorFullOp::verify() {
  GlobalTensorType type = getResult().getType();
  if (!type.hasStaticShape())
    return emitOpError() << "result must have a static shape, got " << type;
  if (getValue().getType() != type.getElementType())
    return emitOpError() << "value must have the element type "
                         << type.getElementType() << ", got "
                         << getValue().getType();
  return success();
}

/// False if a known offset plus extent passes a known bound.
static bool isInside(ArrayRef<int64_t> bounds, OperandRange offsets,
                     ArrayRef<int64_t> extents) {
  for (auto [bound, offset, extent] : llvm::zip(bounds, offsets, extents)) {
    std::optional<int64_t> start = getConstantIntValue(offset);
    if (start && !ShapedType::isDynamic(bound) &&
        !ShapedType::isDynamic(extent) && *start + extent > bound)
      return false;
  }
  return true;
}

/// A constant offset plus extent must stay inside a known extent.
static LogicalResult verifyInside(Operation *op, ArrayRef<int64_t> bounds,
                                  OperandRange offsets,
                                  ArrayRef<int64_t> extents) {
  for (auto [axis, offset] : llvm::enumerate(offsets)) {
    std::optional<int64_t> start = getConstantIntValue(offset);
    if (!start)
      continue;
    if (*start < 0)
      return op->emitOpError()
             << "offset " << *start << " of axis " << axis << " is negative";
    if (ShapedType::isDynamic(bounds[axis]) ||
        ShapedType::isDynamic(extents[axis]))
      continue;
    if (*start + extents[axis] > bounds[axis])
      return op->emitOpError()
             << "offset " << *start << " + extent " << extents[axis]
             << " of axis " << axis << " passes the tensor's extent "
             << bounds[axis];
  }
  return success();
}

LogicalResult TensorSliceOp::verify() {
  GlobalTensorType source = getSource().getType(),
                   result = getResult().getType();
  if (failed(verifyIndices(*this, "offsets", source, getOffsets().size())))
    return failure();
  if (source.getElementType() != result.getElementType())
    return emitOpError() << "a slice keeps the element type, got "
                         << result.getElementType() << " of "
                         << source.getElementType();
  size_t dynamic = llvm::count_if(result.getShape(), ShapedType::isDynamic);
  if (dynamic != getSizes().size())
    return emitOpError() << "has " << getSizes().size()
                         << " sizes for a result with " << dynamic << " '?'";
  // The window before its unit axes are dropped.
  SmallVector<int64_t> window;
  auto next = result.getShape().begin();
  for (int64_t axis = 0; axis < source.getRank(); ++axis) {
    if (llvm::is_contained(getDrop(), axis))
      window.push_back(1);
    else if (next != result.getShape().end())
      window.push_back(*next++);
  }
  if (next != result.getShape().end() ||
      static_cast<int64_t>(window.size()) != source.getRank())
    return emitOpError() << "result " << str(result.getShape())
                         << " does not fit a window of " << source.getRank()
                         << " axes with " << getDrop().size() << " dropped";
  // Only the start of a window that may pass the edge is known to lie inside.
  if (getClamp())
    window.assign(window.size(), ShapedType::kDynamic);
  return verifyInside(*this, source.getShape(), getOffsets(), window);
}

LogicalResult TensorReshapeOp::verify() {
  GlobalTensorType source = getSource().getType(),
                   result = getResult().getType();
  if (source.getElementType() != result.getElementType())
    return emitOpError() << "a reshape keeps the element type";
  if (source.hasStaticShape() && result.hasStaticShape() &&
      source.getNumElements() != result.getNumElements())
    return emitOpError() << "cannot give " << source.getNumElements()
                         << " elements the shape " << str(result.getShape())
                         << " of " << result.getNumElements();
  return success();
}

LogicalResult TensorTransposeOp::verify() {
  GlobalTensorType source = getSource().getType(),
                   result = getResult().getType();
  int64_t rank = source.getRank();
  int64_t axis0 = getAxis0(), axis1 = getAxis1();
  if (axis0 < 0 || axis0 >= rank || axis1 < 0 || axis1 >= rank ||
      axis0 == axis1)
    return emitOpError() << "axes " << axis0 << " and " << axis1
                         << " are not two axes of " << str(source.getShape());
  SmallVector<int64_t> expected(source.getShape());
  std::swap(expected[axis0], expected[axis1]);
  if (!compatible(expected, result.getShape()) ||
      source.getElementType() != result.getElementType())
    return emitOpError() << "result must be " << str(expected) << " of "
                         << source.getElementType() << ", got " << result;
  return success();
}

/// True if only a part of the computed tensor may be valid: something on the
/// way to it narrows the valid region, or the way leads through control flow.
static bool mayBePartlyValid(Value tensor) {
  SmallVector<Value> open{tensor};
  llvm::SmallDenseSet<Value> seen;
  while (!open.empty()) {
    Value value = open.pop_back_val();
    if (!isa<GlobalTensorType>(value.getType()) || !seen.insert(value).second)
      continue;
    Operation *op = value.getDefiningOp();
    if (!op) {
      if (!isa<FunctionOpInterface>(value.getParentBlock()->getParentOp()))
        return true;
      continue;
    }
    if (isa<TensorSetValidshapeOp>(op) || op->getNumRegions() != 0)
      return true;
    llvm::append_range(open, op->getOperands());
  }
  return false;
}

LogicalResult TensorAssembleOp::verify() {
  GlobalTensorType target = getTarget().getType(),
                   source = getSource().getType();
  if (getResult().getType() != target)
    return emitOpError() << "the result is an alias of the target " << target
                         << ", got " << getResult().getType();
  if (failed(verifyIndices(*this, "offsets", target, getOffsets().size())))
    return failure();
  if (source.getRank() != target.getRank())
    return emitOpError() << "source has " << source.getRank()
                         << " axes, target has " << target.getRank();
  if (source.getElementType() != target.getElementType())
    return emitOpError() << "source and target must have one element type, got "
                         << source.getElementType() << " and "
                         << target.getElementType();
  // Only what is valid is written, so a part may fit where the whole does not.
  SmallVector<int64_t> written(source.getShape());
  if (!isInside(target.getShape(), getOffsets(), written) &&
      mayBePartlyValid(getSource()))
    written.assign(written.size(), 0);
  return verifyInside(*this, target.getShape(), getOffsets(), written);
}

LogicalResult TensorReadOp::verify() {
  GlobalTensorType source = getSource().getType();
  if (getResult().getType() != source.getElementType())
    return emitOpError() << "result must have the element type "
                         << source.getElementType() << ", got "
                         << getResult().getType();
  return verifyIndices(*this, "indices", source, getIndices().size());
}

LogicalResult TensorWriteOp::verify() {
  GlobalTensorType target = getTarget().getType();
  if (getValue().getType() != target.getElementType())
    return emitOpError() << "value must have the element type "
                         << target.getElementType() << ", got "
                         << getValue().getType();
  return verifyIndices(*this, "indices", target, getIndices().size());
}
