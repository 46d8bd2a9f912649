//===- UnitAxes.cpp - exchanges of axes of one element ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TensorToTile/UnitAxes.h"
#include "pypto/Dialect/Pypto/Pypto.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace mlir::pypto;

/// `tensor` seen as `shape`.
static Value seeAs(OpBuilder &builder, Location loc, Value tensor,
                   ArrayRef<int64_t> shape, Type element) {
  return TensorReshapeOp::create(builder, loc,
                                 GlobalTensorType::get(shape, element), tensor);
}

static void exchange(TensorTransposeOp op) {
  GlobalTensorType type = op.getSource().getType();
  ArrayRef<int64_t> shape = type.getShape();
  auto first = static_cast<size_t>(std::min(op.getAxis0(), op.getAxis1()));
  auto second = static_cast<size_t>(std::max(op.getAxis0(), op.getAxis1()));
  if (shape.size() < 3 || !type.hasStaticShape() || first == second ||
      (shape[first] != 1 && shape[second] != 1))
    return;
  auto count = [&](size_t from, size_t to) {
    int64_t product = 1;
    for (int64_t extent : shape.slice(from, to - from))
      product *= extent;
    return product;
  };
  // What moves past each other: the axis that is not one element, and what
  // lies between.
  int64_t between = count(first + 1, second);
  int64_t left = shape[first] == 1 ? between : shape[first];
  int64_t right = shape[first] == 1 ? shape[second] : between;
  OpBuilder builder(op);
  Location loc = op.getLoc();
  Type element = type.getElementType();
  Value value = op.getSource();
  if (left != 1 && right != 1) {
    SmallVector<int64_t> seen;
    if (int64_t outer = count(0, first); outer != 1)
      seen.push_back(outer);
    auto axis = static_cast<int64_t>(seen.size());
    llvm::append_values(seen, left, right);
    if (int64_t inner = count(second + 1, shape.size()); inner != 1)
      seen.push_back(inner);
    value = seeAs(builder, loc, value, seen, element);
    std::swap(seen[axis], seen[axis + 1]);
    value = TensorTransposeOp::create(builder, loc,
                                      GlobalTensorType::get(seen, element),
                                      value, axis, axis + 1);
  }
  op.getResult().replaceAllUsesWith(
      seeAs(builder, loc, value, op.getResult().getType().getShape(), element));
  op.erase();
}

namespace pypto {

void exchangeUnitAxes(func::FuncOp kernel) {
  SmallVector<TensorTransposeOp> transposes;
  kernel.walk([&](TensorTransposeOp op) { transposes.push_back(op); });
  for (TensorTransposeOp op : transposes)
    exchange(op);
}

} // namespace pypto
