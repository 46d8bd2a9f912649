//===- ConvertTwins.cpp - tensor operations with a twin on tiles -*- C++
//-*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TensorToTile/KernelConverter.h"
#include "pypto/Support/Diagnostics.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::pypto;

namespace pypto {

/// The operation named `name`, which has one result.
static Value createByName(OpBuilder &builder, Location loc, StringRef name,
                          Type type, ValueRange operands,
                          ArrayRef<NamedAttribute> attributes = {}) {
  OperationState state(loc, name);
  state.addOperands(operands);
  state.addAttributes(attributes);
  state.addTypes(type);
  return builder.create(state)->getResult(0);
}

static Value createUnwritten(OpBuilder &builder, Location loc, TileType type) {
  return TileCreateOp::create(builder, loc, type, ValueRange(), Value());
}

LogicalResult KernelConverter::convertTwin(TensorOpInterface op) {
  if (op->hasTrait<BinaryShapes>())
    return convertBroadcast(op);
  OpBuilder builder(op);
  SmallVector<Value> operands;
  for (Value operand : op->getOperands()) {
    if (!isa<GlobalTensorType>(operand.getType())) {
      operands.push_back(operand);
      continue;
    }
    FailureOr<Value> tile = getTile(builder, op.getLoc(), operand);
    if (failed(tile))
      return failure();
    operands.push_back(*tile);
  }
  FailureOr<TileType> type = getTileType(op.getLoc(), op->getResult(0));
  if (failed(type))
    return failure();
  // Scratch is as large as the first operand.
  for (unsigned i = 0; i < op.getNumScratchTiles(); ++i)
    operands.push_back(createUnwritten(
        builder, op.getLoc(), cast<TileType>(operands.front().getType())));
  replace(op, createByName(builder, op.getLoc(), op.getTileOpName(), *type,
                           operands, op->getAttrs()));
  return success();
}

//===----------------------------------------------------------------------===//
// Broadcasting
//===----------------------------------------------------------------------===//

/// How an operand covers the result.
enum class Cover { Whole, Column, Row, Element, None };

static Cover getCover(ArrayRef<int64_t> operand, ArrayRef<int64_t> result) {
  if (operand == result)
    return Cover::Whole;
  bool rows = operand[0] == result[0], columns = operand[1] == result[1];
  if (operand[0] == 1 && operand[1] == 1)
    return Cover::Element;
  if (rows && operand[1] == 1)
    return Cover::Column;
  if (columns && operand[0] == 1)
    return Cover::Row;
  return Cover::None;
}

/// The part of a name after `row_expand_` that does what `op` does; empty where
/// there is none.
static StringRef getExpandSuffix(Operation *op, Type elementType) {
  return TypeSwitch<Operation *, StringRef>(op)
      .Case([](TensorAddOp) { return "add"; })
      .Case([](TensorSubOp) { return "sub"; })
      .Case([](TensorMulOp) { return "mul"; })
      .Case([&](TensorDivOp) {
        // The hardware's row division is for floats.
        return isa<FloatType>(elementType) ? "div" : "";
      })
      .Case([](TensorMaximumOp) { return "max"; })
      .Case([](TensorMinimumOp) { return "min"; })
      .Default([](Operation *) { return ""; });
}

namespace {
/// Spreads operands over the result of one operation.
class Broadcaster {
public:
  Broadcaster(OpBuilder &builder, Location loc, TileType type)
      : builder(builder), loc(loc), type(type) {}

  /// `vector` spread to the whole result; `matrix`, which is not read, has the
  /// result's type and may be null.
  Value spread(Value vector, Value matrix) {
    Cover cover = coverOf(vector);
    if (cover == Cover::Whole)
      return vector;
    if (cover == Cover::Element) {
      vector = spreadElement(vector);
      cover = coverOf(vector);
    }
    if (!matrix)
      matrix = createUnwritten(builder, loc, type);
    return createByName(builder, loc, prefix(cover), type, {matrix, vector});
  }

  /// `matrix op vector` by the operation that ends in `suffix`.
  Value combine(Value matrix, Value vector, StringRef suffix) {
    if (coverOf(vector) == Cover::Element)
      vector = spreadElement(vector);
    std::string name = (prefix(coverOf(vector)) + "_" + suffix).str();
    return createByName(builder, loc, name, type, {matrix, vector});
  }

  Cover coverOf(Value tile) {
    return getCover(cast<TileType>(tile.getType()).getValid(), type.getValid());
  }

private:
  static StringRef prefix(Cover cover) {
    return cover == Cover::Column ? "pypto.tile.row_expand"
                                  : "pypto.tile.col_expand";
  }

  /// One element spread to a row as long as the result's rows; as it is where
  /// the result has one row or one column.
  Value spreadElement(Value element) {
    if (type.getValid()[0] == 1 || type.getValid()[1] == 1)
      return element;
    auto elementType = cast<TileType>(element.getType());
    TileType row =
        elementType.withShape({elementType.getDimSize(0), type.getDimSize(1)})
            .withValid({1, type.getValid()[1]});
    Value matrix = createUnwritten(builder, loc, row);
    return createByName(builder, loc, "pypto.tile.row_expand", row,
                        {matrix, element});
  }

  OpBuilder &builder;
  Location loc;
  TileType type;
};
} // namespace

LogicalResult KernelConverter::convertBroadcast(Operation *op) {
  OpBuilder builder(op);
  Location loc = op->getLoc();
  StringRef name = cast<TensorOpInterface>(op).getTileOpName();
  FailureOr<TileType> type = getTileType(loc, op->getResult(0));
  FailureOr<Value> lhs = getTile(builder, loc, op->getOperand(0));
  FailureOr<Value> rhs = getTile(builder, loc, op->getOperand(1));
  if (failed(type) || failed(lhs) || failed(rhs))
    return failure();

  Broadcaster broadcaster(builder, loc, *type);
  Cover left = broadcaster.coverOf(*lhs), right = broadcaster.coverOf(*rhs);
  if (left == Cover::None || right == Cover::None)
    return emitError(op, Diag::NotLowered)
           << "operands of types " << op->getOperand(0).getType() << " and "
           << op->getOperand(1).getType()
           << " do not broadcast once leading axes are merged into rows";
  StringRef suffix = getExpandSuffix(op, type->getElementType());
  bool commutes =
      isa<TensorAddOp, TensorMulOp, TensorMaximumOp, TensorMinimumOp>(op);
  if (left != Cover::Whole && right == Cover::Whole && commutes) {
    std::swap(*lhs, *rhs);
    std::swap(left, right);
  }
  if (left == Cover::Whole && right != Cover::Whole && !suffix.empty()) {
    replace(op, broadcaster.combine(*lhs, *rhs, suffix));
    return success();
  }
  // The order of the operands matters (vector - matrix), or no fused form
  // exists: spread, then combine whole tiles.
  Value matrix = left == Cover::Whole    ? *lhs
                 : right == Cover::Whole ? *rhs
                                         : Value();
  Value spreadLeft = broadcaster.spread(*lhs, matrix);
  if (right != Cover::Whole && left != Cover::Whole && !suffix.empty()) {
    replace(op, broadcaster.combine(spreadLeft, *rhs, suffix));
    return success();
  }
  Value spreadRight = broadcaster.spread(*rhs, matrix);
  replace(op, createByName(builder, loc, name, *type, {spreadLeft, spreadRight},
                           op->getAttrs()));
  return success();
}

} // namespace pypto
