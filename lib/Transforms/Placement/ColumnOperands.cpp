//===- ColumnOperands.cpp - rows of one element -----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A tile of one column lies in column order, which reductions, expansions and
// joins do not take. Of rows of one element they are something simpler: a copy,
// an element-wise operation, or a reduction of the one row that the column is.
//
//===----------------------------------------------------------------------===//

#include "Placement/Placement.h"
#include "TensorToTile/TileBuilding.h"
#include "Utils/Targets.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::pypto;

/// The type of a column in column order in the vector memory whose valid part
/// is known; null of other values.
static TileType getColumnType(Value value) {
  auto type = dyn_cast<TileType>(value.getType());
  if (type && type.getRank() == 2 && ::pypto::isColumn(type) &&
      type.getLayout() == TileLayout::DN && type.hasStaticValid() &&
      type.getMemorySpace() == MemorySpace::Vec)
    return type;
  return {};
}

namespace {
/// What stands for one operation.
class ColumnWriter {
public:
  explicit ColumnWriter(Operation *op) : builder(op), loc(op->getLoc()) {}

  /// The replacement; null if the operation stays.
  Value write(Operation *op);
  /// The one column that a pattern keeps.
  Value takeColumn(TileGatherMaskOp gather);
  /// Brings columns among the operands into rows.
  void writeConcat(TileConcatOp concat);

private:
  Value copy(Value tile) {
    return TileMoveOp::create(builder, loc, tile.getType(), tile, Value());
  }
  /// A column in row order.
  Value seeRow(Value column) {
    Value row = ::pypto::asRow(builder, loc, column);
    row.setType(cast<TileType>(row.getType()).withLayout(TileLayout::ND));
    return row;
  }
  /// What `RowOpT` makes of the column as one row.
  template <typename RowOpT> Value reduceRow(Operation *op) {
    Value row = seeRow(op->getOperand(0));
    Value scratch =
        ::pypto::createUnwritten(builder, loc, cast<TileType>(row.getType()));
    return RowOpT::create(builder, loc, op->getResult(0).getType(), row,
                          scratch, Value());
  }
  template <typename OpT> Value combine(Value matrix, Value vector) {
    return OpT::create(builder, loc, matrix.getType(), matrix, vector, Value());
  }
  Value exponential(Value tile) {
    return TileExpOp::create(builder, loc, tile.getType(), tile, Value());
  }
  Value spreadRows(Value column, TileType type) {
    return TileRowExpandOp::create(builder, loc, type,
                                   ::pypto::createUnwritten(builder, loc, type),
                                   column, Value());
  }
  Value spreadElement(Value element, TileType column);
  Value reduce(Operation *op);
  Value expand(Operation *op, Value matrix, Value vector);

  OpBuilder builder;
  Location loc;
};
} // namespace

/// One element in each row of a column.
Value ColumnWriter::spreadElement(Value element, TileType column) {
  SmallVector<int64_t> shape = {1, column.getDimSize(0)};
  TileType row =
      column.withShape(shape).withValid(shape).withLayout(TileLayout::ND);
  Value spread = spreadRows(element, row);
  return TileReshapeOp::create(builder, loc,
                               column.withValid(column.getShape()), spread);
}

Value ColumnWriter::reduce(Operation *op) {
  return llvm::TypeSwitch<Operation *, Value>(op)
      .Case<TileColSumOp, TileColSumTreeOp>(
          [&](auto) { return reduceRow<TileRowSumOp>(op); })
      .Case([&](TileColMaxOp) { return reduceRow<TileRowMaxOp>(op); })
      .Case([&](TileColMinOp) { return reduceRow<TileRowMinOp>(op); })
      .Case([&](TileColProdOp) { return reduceRow<TileRowProdOp>(op); })
      .Case([&](TileColArgmaxOp) { return reduceRow<TileRowArgmaxOp>(op); })
      .Case([&](TileColArgminOp) { return reduceRow<TileRowArgminOp>(op); })
      .Default([](Operation *) { return Value(); });
}

/// `op`, a row or column expansion, of two columns.
Value ColumnWriter::expand(Operation *op, Value matrix, Value vector) {
  return llvm::TypeSwitch<Operation *, Value>(op)
      .Case<TileRowExpandOp, TileColExpandOp>(
          [&](auto) { return copy(vector); })
      .Case<TileRowExpandAddOp, TileColExpandAddOp>(
          [&](auto) { return combine<TileAddOp>(matrix, vector); })
      .Case<TileRowExpandSubOp, TileColExpandSubOp>(
          [&](auto) { return combine<TileSubOp>(matrix, vector); })
      .Case<TileRowExpandMulOp, TileColExpandMulOp>(
          [&](auto) { return combine<TileMulOp>(matrix, vector); })
      .Case<TileRowExpandDivOp, TileColExpandDivOp>(
          [&](auto) { return combine<TileDivOp>(matrix, vector); })
      .Case<TileRowExpandMaxOp, TileColExpandMaxOp>(
          [&](auto) { return combine<TileMaximumOp>(matrix, vector); })
      .Case<TileRowExpandMinOp, TileColExpandMinOp>(
          [&](auto) { return combine<TileMinimumOp>(matrix, vector); })
      .Case<TileRowExpandExpdifOp, TileColExpandExpdifOp>(
          [&](auto) { return exponential(combine<TileSubOp>(matrix, vector)); })
      .Default([](Operation *) { return Value(); });
}

Value ColumnWriter::write(Operation *op) {
  Value source = op->getOperand(0);
  if (auto gather = dyn_cast<TileGatherMaskOp>(op))
    return takeColumn(gather);
  if (op->hasTrait<RowReductionShapes>())
    return copy(source);
  if (op->hasTrait<RowArgReductionShapes>()) {
    auto type = cast<TileType>(op->getResult(0).getType());
    Value zero = ::pypto::createScalar(builder, loc, type.getElementType(), 0);
    return TileFullOp::create(builder, loc, type, zero, Value());
  }
  if (op->hasTrait<ColReductionShapes>() ||
      op->hasTrait<ColArgReductionShapes>())
    return reduce(op);
  if (op->hasTrait<RowExpandShapes>() && getColumnType(op->getOperand(1)))
    return expand(op, source, op->getOperand(1));
  if (op->hasTrait<ColExpandShapes>())
    return expand(op, source,
                  spreadElement(op->getOperand(1), getColumnType(source)));
  return {};
}

Value ColumnWriter::takeColumn(TileGatherMaskOp gather) {
  TileType from = gather.getSource().getType();
  TileType to = gather.getResult().getType();
  if (from.getElementType() != to.getElementType())
    return {};
  // Of two columns patterns 1 and 2 keep one, of four patterns 3 to 6.
  auto pattern = static_cast<int64_t>(gather.getPattern());
  int64_t column = from.getValid()[1] == 2 ? pattern - 1 : pattern - 3;
  if (column < 0 || column >= from.getValid()[1])
    return {};
  auto index = [&](int64_t value) {
    return arith::ConstantIndexOp::create(builder, loc, value).getResult();
  };
  // Copied as a column by alignWindows.
  return TileSliceOp::create(builder, loc, to, gather.getSource(),
                             ValueRange{index(0), index(column)}, ValueRange());
}

void ColumnWriter::writeConcat(TileConcatOp concat) {
  for (OpOperand *operand :
       {&concat.getLhsMutable(), &concat.getRhsMutable()}) {
    TileType type = getColumnType(operand->get());
    if (!type)
      continue;
    int64_t lanes = ::pypto::kBlockBytes * 8 /
                    type.getElementType().getIntOrFloatBitWidth();
    SmallVector<int64_t> shape = {type.getDimSize(0), lanes};
    SmallVector<int64_t> valid = {type.getValid()[0], lanes};
    Value rows = spreadRows(
        operand->get(),
        type.withShape(shape).withValid(valid).withLayout(TileLayout::ND));
    operand->set(::pypto::restrictValid(builder, loc, rows, valid[0], 1));
  }
}

namespace pypto {

void rewriteColumnOperands(func::FuncOp kernel) {
  SmallVector<Operation *> work;
  kernel.walk([&](TileOpInterface op) {
    auto isColumn = [](Value value) { return bool(getColumnType(value)); };
    if (op->getNumResults() == 1 &&
        (llvm::any_of(op->getOperands(), isColumn) ||
         (isa<TileGatherMaskOp>(*op) && isColumn(op->getResult(0)))))
      work.push_back(op);
  });
  for (Operation *op : work) {
    ColumnWriter writer(op);
    if (auto concat = dyn_cast<TileConcatOp>(op)) {
      // The a2a3 copies columns into place (spec of the public assembler).
      if (getArch(op) == Arch::a5)
        writer.writeConcat(concat);
      continue;
    }
    if (!isa<TileGatherMaskOp>(op) && !getColumnType(op->getOperand(0)))
      continue;
    Value written = writer.write(op);
    if (!written)
      continue;
    SmallVector<Value> operands(op->getOperands());
    op->getResult(0).replaceAllUsesWith(written);
    op->erase();
    for (Value operand : operands)
      if (auto scratch = operand.getDefiningOp<TileCreateOp>();
          scratch && scratch->use_empty())
        scratch->erase();
  }
}

} // namespace pypto
