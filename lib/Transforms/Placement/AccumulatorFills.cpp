//===- AccumulatorFills.cpp - one value in all of Acc -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Nothing but a product is written to Acc. A column of the value times a row of
// ones is one product of contracted extent 1, so that every element is the
// value times one, exactly; and both operands can be filled in Mat.
//
//===----------------------------------------------------------------------===//

#include "Placement/Placement.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::pypto;

namespace pypto {

/// A tile with `value` everywhere, filled in Mat and moved to `space`.
static Value fillOperand(OpBuilder &builder, Location loc, TileType type,
                         Value value, MemorySpace space,
                         const target::Target &target) {
  Value filled = TileFullOp::create(
      builder, loc, placeType(type, MemorySpace::Mat, target), value, Value());
  return TileMoveOp::create(builder, loc, placeType(type, space, target),
                            filled, Value());
}

static void multiplyFill(TileFullOp op, const target::Target &target) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  TileType type = op.getResult().getType();
  Type element = type.getElementType();
  // The side of a box, whole in either operand's layout; one element of it is
  // valid.
  constexpr int64_t block = 16;
  auto getType = [&](ArrayRef<int64_t> shape, ArrayRef<int64_t> valid) {
    return TileType::get(shape, element).withValid(valid);
  };
  Value one =
      arith::ConstantOp::create(builder, loc, builder.getFloatAttr(element, 1));
  Value column =
      fillOperand(builder, loc,
                  getType({type.getDimSize(0), block}, {type.getValid()[0], 1}),
                  op.getValue(), MemorySpace::Left, target);
  Value row =
      fillOperand(builder, loc,
                  getType({block, type.getDimSize(1)}, {1, type.getValid()[1]}),
                  one, MemorySpace::Right, target);
  op.getResult().replaceAllUsesWith(
      TileMatmulOp::create(builder, loc, type, column, row, Value())
          .getResult());
  op.erase();
}

void multiplyAccumulatorFills(func::FuncOp kernel,
                              const target::Target &target) {
  SmallVector<TileFullOp> fills;
  kernel.walk([&](TileFullOp op) {
    if (op.getResult().getType().getMemorySpace() == MemorySpace::Acc)
      fills.push_back(op);
  });
  for (TileFullOp op : fills)
    multiplyFill(op, target);
}

} // namespace pypto
