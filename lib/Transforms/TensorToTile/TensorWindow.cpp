//===- TensorWindow.cpp - where a tensor value lies in memory ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TensorToTile/TensorWindow.h"
#include "TensorToTile/TileShapes.h"
#include "pypto/Dialect/Pypto/ValidOps.h"
#include "pypto/Support/Diagnostics.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::pypto;

/// `a + b`, folded where it can be.
static Value add(OpBuilder &builder, Location loc, Value a, Value b) {
  if (isConstantIntValue(a, 0))
    return b;
  if (isConstantIntValue(b, 0))
    return a;
  return builder.createOrFold<arith::AddIOp>(loc, a, b);
}

namespace pypto {

Value TensorWindows::getConstant(int64_t value) {
  Value &constant = constants[value];
  if (!constant) {
    auto builder = OpBuilder::atBlockBegin(&entry);
    constant = arith::ConstantIndexOp::create(
        builder, entry.getParentOp()->getLoc(), value);
  }
  return constant;
}

TensorWindows::Part TensorWindows::resolve(OpBuilder &builder, Location loc,
                                           Value tensor) {
  tensor = aliases.getTensor(tensor);
  if (auto narrowed = tensor.getDefiningOp<TensorSetValidshapeOp>())
    return resolve(builder, loc, narrowed.getSource());
  if (isTransposedWindow(tensor)) {
    auto transpose = tensor.getDefiningOp<TensorTransposeOp>();
    Part part = resolve(builder, loc, transpose.getSource());
    int64_t first =
        llvm::find(part.axes, transpose.getAxis0()) - part.axes.begin();
    int64_t second =
        llvm::find(part.axes, transpose.getAxis1()) - part.axes.begin();
    part.base = getTransposed(part.base, first, second);
    std::swap(part.offsets[first], part.offsets[second]);
    return part;
  }
  auto slice = tensor.getDefiningOp<TensorSliceOp>();
  if (!slice) {
    int64_t rank = cast<GlobalTensorType>(tensor.getType()).getRank();
    SmallVector<Value> zeros;
    if (rank)
      zeros.assign(rank, getConstant(0));
    return {tensor, zeros, llvm::to_vector(llvm::seq<int>(0, rank))};
  }
  Part part = resolve(builder, loc, slice.getSource());
  // The axis of the slice that runs along each axis of its source.
  SmallVector<int> axisOfSource;
  int next = 0;
  for (int64_t axis = 0; axis < slice.getSource().getType().getRank(); ++axis)
    axisOfSource.push_back(llvm::is_contained(slice.getDrop(), axis) ? -1
                                                                     : next++);
  for (auto [offset, axis] : llvm::zip(part.offsets, part.axes)) {
    if (axis < 0)
      continue;
    offset = add(builder, loc, offset, slice.getOffsets()[axis]);
    axis = axisOfSource[axis];
  }
  return part;
}

bool TensorWindows::isWindow(Value tensor) {
  Operation *view = aliases.getTensor(tensor).getDefiningOp();
  if (auto transpose = dyn_cast_or_null<TensorTransposeOp>(view))
    return isWindow(transpose.getSource());
  return isa_and_nonnull<TensorSliceOp, TensorSetValidshapeOp>(view);
}

bool TensorWindows::isTransposedWindow(Value tensor) {
  return tensor.getDefiningOp<TensorTransposeOp>() && isWindow(tensor);
}

Value TensorWindows::getTransposed(Value base, int64_t first, int64_t second) {
  Value &transposed = transpositions[{base, {first, second}}];
  if (transposed)
    return transposed;
  auto type = cast<GlobalTensorType>(base.getType());
  SmallVector<int64_t> shape(type.getShape());
  std::swap(shape[first], shape[second]);
  OpBuilder builder(base.getContext());
  builder.setInsertionPointAfterValue(base);
  transposed = TensorTransposeOp::create(
      builder, base.getLoc(),
      GlobalTensorType::get(shape, type.getElementType()), base, first, second);
  return transposed;
}

Value TensorWindows::getMatrix(Value base) {
  auto type = cast<GlobalTensorType>(base.getType());
  if (type.getRank() == 2)
    return base;
  Value &matrix = matrices[base];
  if (matrix)
    return matrix;
  auto [rows, columns] = getRowsAndColumns(type.getShape());
  auto matrixType =
      GlobalTensorType::get({rows, columns}, type.getElementType());
  OpBuilder builder(base.getContext());
  builder.setInsertionPointAfterValue(base);
  matrix = TensorReshapeOp::create(builder, base.getLoc(), matrixType, base);
  return matrix;
}

/// Merged rows are a run of rows only if, after the first axis that has more
/// than one row of the window, every further leading axis is taken whole.
static bool isRunOfRows(ArrayRef<int64_t> window, ArrayRef<int64_t> shape,
                        ValueRange offsets) {
  bool whole = false;
  for (size_t axis = 0; axis + 1 < shape.size(); ++axis) {
    if (whole &&
        (window[axis] != shape[axis] || ShapedType::isDynamic(shape[axis]) ||
         !isConstantIntValue(offsets[axis], 0)))
      return false;
    whole |= window[axis] != 1;
  }
  return true;
}

FailureOr<TensorWindow> TensorWindows::get(OpBuilder &builder, Location loc,
                                           Value tensor, ValueRange offsets,
                                           ArrayRef<int64_t> extents) {
  Part part = resolve(builder, loc, tensor);
  auto type = cast<GlobalTensorType>(part.base.getType());
  SmallVector<int64_t> window;
  for (auto [offset, axis] : llvm::zip(part.offsets, part.axes)) {
    window.push_back(axis < 0 ? 1 : extents[axis]);
    if (axis >= 0 && !offsets.empty())
      offset = add(builder, loc, offset, offsets[axis]);
  }
  if (type.getRank() == 2)
    return TensorWindow{part.base, part.offsets};
  if (type.getRank() == 0)
    return TensorWindow{getMatrix(part.base),
                        SmallVector<Value>(2, getConstant(0))};
  if (!isRunOfRows(window, type.getShape(), part.offsets))
    return emitError(loc, Diag::NotLowered)
           << "a window of a tensor of " << type.getRank()
           << " axes must become one rectangle when the leading axes are "
              "merged: "
              "only one of them may be cut, and those after it taken whole; "
              "loop "
              "over the outer axes";
  Value row = part.offsets.front();
  if (type.getRank() == 1)
    row = getConstant(0);
  for (int64_t axis = 1; axis + 1 < type.getRank(); ++axis) {
    int64_t extent = type.getDimSize(axis);
    if (ShapedType::isDynamic(extent))
      return emitError(loc, Diag::NotLowered)
             << "axis " << axis << " of " << type
             << " must be static: its rows are merged with those of the axes "
                "before it";
    Value scaled =
        builder.createOrFold<arith::MulIOp>(loc, row, getConstant(extent));
    row = add(builder, loc, scaled, part.offsets[axis]);
  }
  return TensorWindow{getMatrix(part.base),
                      SmallVector<Value>{row, part.offsets.back()}};
}

Value TensorWindows::getElement(OpBuilder &builder, Location loc, Value tensor,
                                ValueRange indices,
                                SmallVectorImpl<Value> &baseIndices) {
  Part part = resolve(builder, loc, tensor);
  for (auto [offset, axis] : llvm::zip(part.offsets, part.axes))
    baseIndices.push_back(axis < 0 ? offset
                                   : add(builder, loc, offset, indices[axis]));
  return part.base;
}

} // namespace pypto
