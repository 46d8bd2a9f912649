//===- ReshapedRuns.cpp - other shapes of runs of rows ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TensorToTile/ReshapedRuns.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::pypto;

namespace pypto {

/// The parameter of which `tensor` is all, whatever its shape; null if it is a
/// part or has its axes exchanged.
static Value getWhole(Value tensor, TensorAliases &aliases) {
  Value whole = aliases.getTensor(tensor);
  while (auto reshape = whole.getDefiningOp<TensorReshapeOp>())
    whole = aliases.getTensor(reshape.getSource());
  return aliases.isParameter(whole) && isa<BlockArgument>(whole) ? whole
                                                                 : Value();
}

TensorSliceOp getRun(Value tensor, TensorAliases &aliases) {
  auto slice = aliases.getTensor(tensor).getDefiningOp<TensorSliceOp>();
  if (!slice || !slice.getDrop().empty() || !slice.getSizes().empty() ||
      !getWhole(slice.getSource(), aliases))
    return {};
  GlobalTensorType source = slice.getSource().getType(),
                   type = slice.getResult().getType();
  bool isRun = type.hasStaticShape() && type.getRank() != 0 &&
               source.getLayout() == TileLayout::ND &&
               source.getShape().drop_front() == type.getShape().drop_front() &&
               llvm::all_of(slice.getOffsets().drop_front(), [](Value offset) {
                 return isConstantIntValue(offset, 0);
               });
  return isRun ? slice : TensorSliceOp();
}

/// `value` as a product with a constant.
static std::pair<Value, int64_t> getFactors(Value value) {
  if (auto product = value.getDefiningOp<arith::MulIOp>())
    for (auto [factor, other] : {std::pair(product.getLhs(), product.getRhs()),
                                 std::pair(product.getRhs(), product.getLhs())})
      if (std::optional<int64_t> known = getConstantIntValue(factor))
        return {other, *known};
  return {value, 1};
}

static int64_t countElements(ArrayRef<int64_t> shape) {
  int64_t count = 1;
  for (int64_t extent : shape)
    count *= extent;
  return count;
}

Value reshapeRun(Value tensor, GlobalTensorType type, TensorAliases &aliases) {
  TensorSliceOp slice = getRun(tensor, aliases);
  if (!slice || !type.hasStaticShape() || type.getRank() == 0)
    return {};
  GlobalTensorType source = slice.getSource().getType();
  Location loc = slice.getLoc();
  OpBuilder builder(slice);
  builder.setInsertionPointAfter(slice);
  auto take = [&](ArrayRef<int64_t> wholeShape, unsigned axis, Value start) {
    Value whole = TensorReshapeOp::create(
        builder, loc, GlobalTensorType::get(wholeShape, type.getElementType()),
        getWhole(slice.getSource(), aliases));
    SmallVector<Value> offsets(type.getRank(), start);
    for (auto [position, offset] : llvm::enumerate(offsets))
      if (position != axis)
        offset = arith::ConstantIndexOp::create(builder, loc, 0);
    return TensorSliceOp::create(builder, loc, type, whole, offsets,
                                 ValueRange(), ArrayRef<int64_t>())
        .getResult();
  };
  Value first = slice.getOffsets().front();
  // The same behind axes of one element.
  ArrayRef<int64_t> run = slice.getResult().getType().getShape();
  if (type.getRank() > static_cast<int64_t>(run.size()) &&
      type.getShape().take_back(run.size()) == run) {
    SmallVector<int64_t> shape(type.getRank() - run.size(), 1);
    unsigned axis = shape.size();
    llvm::append_range(shape, source.getShape());
    return take(shape, axis, first);
  }
  // Elements for each step along the first axis.
  int64_t from = countElements(source.getShape().drop_front()),
          to = countElements(type.getShape().drop_front());
  if (from == 0 || to == 0)
    return {};
  Value start;
  if (std::optional<int64_t> known = getConstantIntValue(first)) {
    if (*known * from % to != 0)
      return {};
    start = arith::ConstantIndexOp::create(builder, loc, *known * from / to);
  } else {
    auto [factor, constant] = getFactors(first);
    if (constant * from % to != 0)
      return {};
    start = builder.createOrFold<arith::MulIOp>(
        loc, factor,
        arith::ConstantIndexOp::create(builder, loc, constant * from / to));
  }
  SmallVector<int64_t> shape(type.getShape());
  // What is left over at the end belongs to no window of that shape.
  int64_t extent = source.getDimSize(0);
  if (!ShapedType::isDynamic(extent) && extent * from % to != 0)
    return {};
  shape.front() =
      ShapedType::isDynamic(extent) ? ShapedType::kDynamic : extent * from / to;
  return take(shape, 0, start);
}

/// A window of a run is one of the whole.
static void takeOfWhole(TensorSliceOp op, TensorSliceOp run) {
  OpBuilder builder(op);
  SmallVector<Value> offsets(op.getOffsets());
  offsets.front() = builder.createOrFold<arith::AddIOp>(
      op.getLoc(), run.getOffsets().front(), offsets.front());
  op.getSourceMutable().assign(run.getSource());
  op.getOffsetsMutable().assign(offsets);
}

unsigned reshapeRuns(func::FuncOp kernel) {
  SmallVector<TensorReshapeOp> reshapes;
  kernel.walk([&](TensorReshapeOp op) { reshapes.push_back(op); });
  TensorAliases aliases(kernel);
  unsigned count = 0;
  for (TensorReshapeOp op : reshapes)
    if (Value run =
            reshapeRun(op.getSource(), op.getResult().getType(), aliases)) {
      op.getResult().replaceAllUsesWith(run);
      op.erase();
      ++count;
    }
  SmallVector<TensorSliceOp> slices;
  kernel.walk<WalkOrder::PreOrder>(
      [&](TensorSliceOp op) { slices.push_back(op); });
  for (TensorSliceOp op : slices)
    if (auto run = getRun(op.getSource(), aliases)) {
      takeOfWhole(op, run);
      ++count;
    }
  return count;
}

} // namespace pypto
