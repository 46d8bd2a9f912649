//===- TensorWindow.cpp - where a tensor value lies in memory ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TensorToTile/TensorWindow.h"
#include "TensorToTile/Positions.h"
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

TensorWindows::Part TensorWindows::resolve(OpBuilder &builder, Location loc,
                                           Value tensor) {
  tensor = aliases.getTensor(tensor);
  if (auto narrowed = tensor.getDefiningOp<TensorSetValidshapeOp>())
    return resolve(builder, loc, narrowed.getSource());
  if (auto transpose = tensor.getDefiningOp<TensorTransposeOp>();
      transpose && (isWindow(tensor) ||
                    cast<GlobalTensorType>(tensor.getType()).getRank() > 2)) {
    Part part = resolve(builder, loc, transpose.getSource());
    if (part.offsets.size() > 2) {
      for (int &axis : part.axes)
        if (axis == static_cast<int>(transpose.getAxis0()))
          axis = transpose.getAxis1();
        else if (axis == static_cast<int>(transpose.getAxis1()))
          axis = transpose.getAxis0();
      return part;
    }
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

/// The product of `shape`; dynamic if an extent is.
static int64_t multiply(ArrayRef<int64_t> shape) {
  int64_t count = 1;
  for (int64_t extent : shape) {
    if (ShapedType::isDynamic(extent))
      return ShapedType::kDynamic;
    count *= extent;
  }
  return count;
}

Value TensorWindows::getMatrix(Value base, int64_t inner) {
  auto type = cast<GlobalTensorType>(base.getType());
  if (type.getRank() == 2)
    return base;
  Value &matrix = matrices[{base, inner}];
  if (matrix)
    return matrix;
  ArrayRef<int64_t> shape = type.getShape();
  size_t split = type.getRank() < 2 ? 0 : inner + 1;
  auto matrixType = GlobalTensorType::get(
      {multiply(shape.take_front(split)), multiply(shape.drop_front(split))},
      type.getElementType());
  OpBuilder builder(base.getContext());
  builder.setInsertionPointAfterValue(base);
  matrix = TensorReshapeOp::create(builder, base.getLoc(), matrixType, base);
  return matrix;
}

TensorWindows::Order TensorWindows::getOrder(const Part &part,
                                             ArrayRef<int64_t> window,
                                             int64_t tensorRank) {
  Order order = {{}, static_cast<int64_t>(window.size()) - 1};
  for (auto [axis, position] : llvm::enumerate(part.axes))
    if (position >= 0 && position + 1 == tensorRank)
      order.columns = axis;
  for (auto [axis, extent] : llvm::enumerate(window))
    if (extent != 1 && static_cast<int64_t>(axis) != order.columns)
      order.rows.push_back(axis);
  llvm::sort(order.rows,
             [&](int64_t a, int64_t b) { return part.axes[a] < part.axes[b]; });
  return order;
}

/// Rows up to one axis of the base, columns after it: only one axis of those is
/// longer than one, so that a row of the window has no gaps.
std::optional<TensorWindow>
TensorWindows::getRectangle(OpBuilder &builder, Location loc, const Part &part,
                            ArrayRef<int64_t> window, const Order &order) {
  ArrayRef<int64_t> shape =
      cast<GlobalTensorType>(part.base.getType()).getShape();
  int64_t last = static_cast<int64_t>(shape.size()) - 1;
  bool isTransposed = order.columns != last;
  int64_t inner = isTransposed         ? order.columns
                  : order.rows.empty() ? last - 1
                                       : order.rows.back();
  bool isOne =
      isTransposed
          ? llvm::all_of(order.rows, [&](int64_t axis) { return axis == last; })
          : llvm::is_sorted(order.rows) &&
                isRunOfRows(window.take_front(inner + 1), shape, part.offsets);
  if (!isOne)
    return std::nullopt;
  // Positions along merged axes count in extents that must be known.
  auto merge = [&](int64_t from, int64_t to) -> Value {
    Value merged = part.offsets[from];
    for (int64_t axis = from + 1; axis < to; ++axis) {
      Value scaled = builder.createOrFold<arith::MulIOp>(
          loc, merged, getConstant(shape[axis]));
      merged = add(builder, loc, scaled, part.offsets[axis]);
    }
    return merged;
  };
  bool isKnown = llvm::none_of(shape.slice(1, inner), ShapedType::isDynamic);
  if (inner + 1 != last)
    isKnown &=
        llvm::none_of(shape.drop_front(inner + 1), ShapedType::isDynamic);
  if (!isKnown)
    return std::nullopt;
  TensorWindow found = {getMatrix(part.base, inner),
                        {merge(0, inner + 1), merge(inner + 1, last + 1)},
                        {}};
  if (isTransposed) {
    found.base = getTransposed(found.base, 0, 1);
    std::swap(found.offsets[0], found.offsets[1]);
  }
  return found;
}

void TensorWindows::arrange(Part &part, SmallVectorImpl<int64_t> &window,
                            const Order &order) {
  SmallVector<int64_t> wanted;
  for (auto [axis, extent] : llvm::enumerate(window))
    if (extent == 1 && static_cast<int64_t>(axis) != order.columns)
      wanted.push_back(axis);
  llvm::append_range(wanted, order.rows);
  wanted.push_back(order.columns);
  // Where each axis is now.
  SmallVector<int64_t> now =
      llvm::to_vector(llvm::seq<int64_t>(0, window.size()));
  for (auto [to, axis] : llvm::enumerate(wanted)) {
    int64_t from = llvm::find(now, axis) - now.begin();
    int64_t target = to;
    // An axis of one may be anywhere.
    if (from == target)
      continue;
    part.base = getTransposed(part.base, std::min(from, target),
                              std::max(from, target));
    std::swap(part.offsets[from], part.offsets[target]);
    std::swap(window[from], window[target]);
    std::swap(now[from], now[target]);
  }
}

FailureOr<TensorWindow> TensorWindows::find(OpBuilder &builder, Location loc,
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
  int64_t rank = type.getRank();
  if (rank == 2) {
    // A column without its axis is a row.
    if (part.axes[1] < 0 && window[0] != 1) {
      part.base = getTransposed(part.base, 0, 1);
      std::swap(part.offsets[0], part.offsets[1]);
    }
    return TensorWindow{part.base, part.offsets, {}};
  }
  if (rank == 0)
    return TensorWindow{
        getMatrix(part.base, 0), SmallVector<Value>(2, getConstant(0)), {}};
  if (rank == 1)
    return TensorWindow{
        getMatrix(part.base, 0), {getConstant(0), part.offsets.front()}, {}};
  int64_t tensorRank = cast<GlobalTensorType>(tensor.getType()).getRank();
  Order order = getOrder(part, window, tensorRank);
  if (std::optional<TensorWindow> found =
          getRectangle(builder, loc, part, window, order))
    return *found;
  // The most axes that a transfer has (pto-isa).
  constexpr int64_t kMostAxes = 5;
  if (rank > kMostAxes)
    return emitError(loc, Diag::NotLowered)
           << "a window of a tensor of " << rank
           << " axes must become one rectangle when the leading axes are "
              "merged; transfers have at most "
           << kMostAxes << " axes: loop over the outer ones";
  bool isOrdered = order.columns + 1 == rank && llvm::is_sorted(order.rows);
  if (!isOrdered)
    arrange(part, window, order);
  return TensorWindow{part.base, part.offsets, window};
}

FailureOr<TensorWindow> TensorWindows::get(OpBuilder &builder, Location loc,
                                           Value tensor, ValueRange offsets,
                                           ArrayRef<int64_t> extents) {
  FailureOr<TensorWindow> found = find(builder, loc, tensor, offsets, extents);
  if (failed(found) || found->isRectangle())
    return found;
  InFlightDiagnostic diag =
      emitError(loc, Diag::NotLowered)
      << "a window of a tensor of " << found->extents.size()
      << " axes must become one rectangle when the leading axes are merged: "
         "only one of them may be cut, and those after it taken whole";
  ::pypto::attachHelp(diag) << "loop over the outer axes";
  return diag;
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
