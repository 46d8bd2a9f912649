//===- ConvertTwins.cpp - operations with a tile twin -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TensorToTile/KernelConverter.h"
#include "TensorToTile/TileBuilding.h"
#include "TensorToTile/TwinBuilding.h"
#include "Utils/MixedKernels.h"
#include "pypto/Dialect/Pypto/ColumnRules.h"
#include "pypto/Support/Diagnostics.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::pypto;

namespace pypto {

/// True for operations that change the shape: in a kernel with a product, whose
/// tiles are whole boxes, they have no form at all.
static bool isVectorWork(Operation *op) {
  return op->hasTrait<RowReductionShapes>() ||
         op->hasTrait<ColReductionShapes>() ||
         op->hasTrait<RowArgReductionShapes>() ||
         op->hasTrait<ColArgReductionShapes>() ||
         op->hasTrait<RowExpandShapes>() || op->hasTrait<ColExpandShapes>();
}

LogicalResult KernelConverter::reportVectorWork(Operation *op) {
  Operation *product = nullptr;
  kernel.walk([&](Operation *other) {
    product = other;
    return isa<TensorMatmulOp, TensorMatmulAccOp>(other)
               ? WalkResult::interrupt()
               : WalkResult::advance();
  });
  return reportMixedKernel(kernel, product, op);
}

LogicalResult KernelConverter::convertTwin(TensorOpInterface op) {
  if (shapes.hasMatmul() && isVectorWork(op))
    return reportVectorWork(op);
  if (isByPages(op))
    return convertByPages(op);
  if (op->hasTrait<BinaryShapes>())
    return convertBroadcast(op);
  OpBuilder builder(op);
  Location loc = op.getLoc();
  SmallVector<Value> operands;
  for (Value operand : op->getOperands()) {
    if (!isa<GlobalTensorType>(operand.getType())) {
      operands.push_back(operand);
      continue;
    }
    FailureOr<Value> tile = getTile(builder, loc, operand);
    if (failed(tile))
      return failure();
    // Joined tiles are rows.
    operands.push_back(
        isa<TensorConcatOp>(*op) ? spreadColumn(builder, loc, *tile) : *tile);
  }
  auto result =
      inferTile(builder, loc, op->getResult(0), op->getOperands(), operands);
  if (failed(result))
    return failure();
  TileType type = result->first;
  ValidExtents valid = result->second;
  if (std::optional<ColumnRule> rule = getColumnRule(op)) {
    valid[1] = rule->derive(builder, loc, [&](OpOperand &operand) {
      return getValid(builder, loc, operands[operand.getOperandNumber()])[1];
    });
    type = type.withValid(splitValid(valid).first);
  }
  if (auto lists = dyn_cast<TensorMrgsortListsOp>(*op)) {
    Value scratch = createUnwritten(builder, loc, type);
    Value merged = TileMrgsortListsOp::create(
        builder, loc, type, operands, scratch, lists.getExhausted(), Value());
    if (!type.hasStaticValid())
      runtimeValid[merged] = valid;
    replace(op, merged);
    return success();
  }
  // Scratch is as large as the first operand.
  for (unsigned i = 0; i < op.getNumScratchTiles(); ++i)
    operands.push_back(createUnwritten(
        builder, loc, cast<TileType>(operands.front().getType())));
  Value tile = createTwin(builder, loc, op.getTileOpName(), type, operands,
                          op->getAttrs());
  if (!type.hasStaticValid())
    runtimeValid[tile] = valid;
  replace(op, tile);
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
      .Case([&](TensorDivOp div) {
        // The hardware's row division is for floats, and not precise.
        bool isFused = isa<FloatType>(elementType) && !div.getHighPrecision();
        return isFused ? "div" : "";
      })
      .Case([](TensorMaximumOp) { return "max"; })
      .Case([](TensorMinimumOp) { return "min"; })
      .Default([](Operation *) { return ""; });
}

namespace {
/// Spreads operands over the result of one operation.
class Broadcaster {
public:
  /// `extents`: logical rows and columns of the result.
  Broadcaster(OpBuilder &builder, Location loc, TileType type,
              ArrayRef<int64_t> extents)
      : builder(builder), loc(loc), type(type), extents(extents) {}

  /// `vector`, which covers the result as `cover` says, spread to the whole
  /// result; `matrix`, which is not read, has the result's type and may be
  /// null.
  Value spread(Value vector, Cover cover, Value matrix) {
    if (cover == Cover::Whole)
      return vector;
    if (cover == Cover::Element)
      std::tie(vector, cover) = spreadElement(vector);
    if (!matrix)
      matrix = createUnwritten(builder, loc, type);
    return createTwin(builder, loc, prefix(cover), type, {matrix, vector});
  }

  /// `matrix op vector` by the operation that ends in `suffix`.
  Value combine(Value matrix, Value vector, Cover cover, StringRef suffix) {
    if (cover == Cover::Element)
      std::tie(vector, cover) = spreadElement(vector);
    std::string name = (prefix(cover) + "_" + suffix).str();
    return createTwin(builder, loc, name, type, {matrix, vector});
  }

private:
  static StringRef prefix(Cover cover) {
    return cover == Cover::Column ? "pypto.tile.row_expand"
                                  : "pypto.tile.col_expand";
  }

  /// One element spread to a row as long as the result's rows; as it is where
  /// the result has one row or one column.
  std::pair<Value, Cover> spreadElement(Value element) {
    if (extents[0] == 1)
      return {element, Cover::Column};
    if (extents[1] == 1)
      return {element, Cover::Row};
    auto elementType = cast<TileType>(element.getType());
    TileType row =
        elementType.withShape({elementType.getDimSize(0), type.getDimSize(1)});
    // A whole row, also where the result is valid only in part.
    int64_t columns =
        ShapedType::isDynamic(extents[1]) ? type.getDimSize(1) : extents[1];
    row = row.withValid({1, columns});
    Value matrix = createUnwritten(builder, loc, row);
    return {createByName(builder, loc, "pypto.tile.row_expand", row,
                         {matrix, element}),
            Cover::Row};
  }

  OpBuilder &builder;
  Location loc;
  TileType type;
  ArrayRef<int64_t> extents;
};
} // namespace

Value KernelConverter::broadcast(OpBuilder &builder, Operation *op,
                                 TileType type, ArrayRef<int64_t> extents,
                                 std::array<Value, 2> operands,
                                 std::array<SmallVector<int64_t>, 2> covered) {
  Location loc = op->getLoc();
  auto [lhs, rhs] = operands;
  Broadcaster broadcaster(builder, loc, type, extents);
  Cover left = getCover(covered[0], extents);
  Cover right = getCover(covered[1], extents);
  if (left == Cover::None || right == Cover::None)
    return {};
  StringRef suffix = getExpandSuffix(op, type.getElementType());
  bool commutes =
      isa<TensorAddOp, TensorMulOp, TensorMaximumOp, TensorMinimumOp>(op);
  if (left != Cover::Whole && right == Cover::Whole && commutes) {
    std::swap(lhs, rhs);
    std::swap(left, right);
  }
  if (left == Cover::Whole && right != Cover::Whole && !suffix.empty())
    return broadcaster.combine(lhs, rhs, right, suffix);
  // The order of the operands matters (vector - matrix), or no fused form
  // exists: spread, then combine whole tiles.
  Value matrix = left == Cover::Whole    ? lhs
                 : right == Cover::Whole ? rhs
                                         : Value();
  Value spreadLeft = broadcaster.spread(lhs, left, matrix);
  if (right != Cover::Whole && left != Cover::Whole && !suffix.empty())
    return broadcaster.combine(spreadLeft, rhs, right, suffix);
  Value spreadRight = broadcaster.spread(rhs, right, matrix);
  SmallVector<Value> parts = {spreadLeft, spreadRight};
  auto twin = cast<TensorOpInterface>(op);
  for (unsigned i = 0; i < twin.getNumScratchTiles(); ++i)
    parts.push_back(createUnwritten(builder, loc, type));
  return createByName(builder, loc, twin.getTileOpName(), type, parts,
                      op->getAttrs());
}

LogicalResult KernelConverter::convertBroadcast(Operation *op) {
  OpBuilder builder(op);
  Location loc = op->getLoc();
  SmallVector<Value> operands;
  for (Value operand : op->getOperands()) {
    FailureOr<Value> tile = getTile(builder, loc, operand);
    if (failed(tile))
      return failure();
    operands.push_back(*tile);
  }
  auto inferred =
      inferTile(builder, loc, op->getResult(0), op->getOperands(), operands);
  if (failed(inferred))
    return failure();
  auto [type, valid] = *inferred;
  auto extentsOf = [](Value tensor) {
    auto [rows, columns] =
        getRowsAndColumns(cast<GlobalTensorType>(tensor.getType()).getShape());
    return SmallVector<int64_t>{rows, columns};
  };
  Value tile =
      broadcast(builder, op, type, extentsOf(op->getResult(0)),
                {operands[0], operands[1]},
                {extentsOf(op->getOperand(0)), extentsOf(op->getOperand(1))});
  if (!tile)
    return emitError(op, Diag::NotLowered)
           << "operands of types " << op->getOperand(0).getType() << " and "
           << op->getOperand(1).getType()
           << " do not broadcast once leading axes are merged into rows";
  if (!type.hasStaticValid())
    runtimeValid[tile] = valid;
  replace(op, tile);
  return success();
}

} // namespace pypto
