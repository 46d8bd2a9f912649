//===- Positions.cpp - loops over the matrices of a tensor ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TensorToTile/Positions.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;

namespace pypto {

ArrayRef<int64_t> getLeading(ArrayRef<int64_t> shape) {
  return shape.drop_back(std::min<size_t>(shape.size(), 2));
}

int64_t countRows(ArrayRef<int64_t> shape, size_t outer) {
  int64_t rows = 1;
  for (int64_t extent : shape.drop_front(outer).drop_back())
    rows *= extent;
  return rows;
}

FailureOr<Value> forEachPosition(OpBuilder &builder, Location loc,
                                 IndexConstants &constants,
                                 ArrayRef<int64_t> extents, Value result,
                                 PositionBody body) {
  SmallVector<Value> position;
  auto visit = [&](auto &self, OpBuilder &at,
                   Value carried) -> FailureOr<Value> {
    if (position.size() == extents.size())
      return body(at, position, carried);
    int64_t extent = extents[position.size()];
    FailureOr<Value> next;
    if (extent == 1) {
      position.push_back(constants.get(0));
      next = self(self, at, carried);
      position.pop_back();
      return next;
    }
    SmallVector<Value> start;
    if (carried)
      start.push_back(carried);
    auto loop =
        scf::ForOp::create(at, loc, constants.get(0), constants.get(extent),
                           constants.get(1), start);
    auto inside = carried ? OpBuilder::atBlockEnd(loop.getBody())
                          : OpBuilder::atBlockTerminator(loop.getBody());
    position.push_back(loop.getInductionVar());
    next = self(self, inside, carried ? loop.getRegionIterArgs()[0] : Value());
    position.pop_back();
    if (failed(next) || !carried)
      return next;
    scf::YieldOp::create(inside, loc, ValueRange{*next});
    return Value(loop.getResult(0));
  };
  return visit(visit, builder, result);
}

Value getFirstRow(OpBuilder &builder, Location loc, IndexConstants &constants,
                  ArrayRef<int64_t> leading, ArrayRef<Value> position,
                  int64_t rows) {
  Value row;
  for (auto [extent, index] :
       llvm::zip_equal(leading, position.take_back(leading.size()))) {
    if (extent == 1)
      continue;
    // Of the first rows, extents known only at run time do not matter.
    bool isStart = !row || isConstantIntValue(row, 0);
    row = !isStart ? builder.createOrFold<arith::AddIOp>(
                         loc,
                         builder.createOrFold<arith::MulIOp>(
                             loc, row, constants.get(extent)),
                         index)
                   : index;
  }
  if (!row)
    return constants.get(0);
  return rows == 1 ? row
                   : builder.createOrFold<arith::MulIOp>(loc, row,
                                                         constants.get(rows));
}

SmallVector<Value> getRowAndColumn(OpBuilder &builder, Location loc,
                                   IndexConstants &constants,
                                   ArrayRef<int64_t> shape,
                                   ValueRange offsets) {
  if (shape.empty())
    return SmallVector<Value>(2, constants.get(0));
  return {getFirstRow(builder, loc, constants, shape.drop_back(),
                      SmallVector<Value>(offsets.drop_back()), 1),
          offsets.back()};
}

AxisExchange::AxisExchange(ArrayRef<int64_t> before, int64_t first,
                           int64_t second)
    : isMatrix(second + 1 == static_cast<int64_t>(before.size())),
      shape(before) {
  std::swap(shape[first], shape[second]);
  size_t outer = isMatrix ? second - 1 : second + 1;
  from = llvm::to_vector(before.take_front(outer));
  to = llvm::to_vector(ArrayRef(shape).take_front(outer));
  rows = countRows(before, outer);
  newRows = countRows(shape, outer);
}

bool isRunOfRows(ArrayRef<int64_t> window, ArrayRef<int64_t> shape,
                 ValueRange offsets) {
  bool whole = false;
  for (auto [axis, extent] : llvm::enumerate(window)) {
    if (whole && (extent != shape[axis] || ShapedType::isDynamic(extent) ||
                  !isConstantIntValue(offsets[axis], 0)))
      return false;
    whole |= extent != 1;
  }
  return true;
}

size_t countOuterAxes(ArrayRef<int64_t> window, ArrayRef<int64_t> shape,
                      ValueRange offsets) {
  size_t outer = window.size() - 1;
  // Rows further in are taken whole.
  while (outer > 0 && (outer + 1 == window.size() ||
                       (window[outer] == shape[outer] &&
                        isConstantIntValue(offsets[outer], 0))))
    --outer;
  // The innermost rows may be cut.
  return outer;
}

SmallVector<Value> moveBy(OpBuilder &builder, Location loc, ValueRange offsets,
                          ArrayRef<Value> position) {
  SmallVector<Value> moved(offsets);
  for (auto [offset, index] : llvm::zip(moved, position))
    offset = builder.createOrFold<arith::AddIOp>(loc, offset, index);
  return moved;
}

} // namespace pypto
