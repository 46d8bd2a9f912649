//===- LegalizeColumns.cpp - operations on rows of one element ------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TensorToTile/LegalizeColumns.h"
#include "TensorToTile/TileBuilding.h"
#include "TensorToTile/TwinBuilding.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::pypto;

/// A column, its order not chosen by the author, with a known valid part.
static bool isMeant(Value value) {
  auto type = dyn_cast<TileType>(value.getType());
  return type && type.getRank() == 2 && ::pypto::isColumn(type) &&
         type.getLayout() == TileLayout::ND && type.hasStaticValid() &&
         (!type.isPlaced() || type.getMemorySpace() == MemorySpace::Vec);
}

/// The one column that a pattern keeps; null if it keeps more.
static Value takeColumn(OpBuilder &builder, TileGatherMaskOp gather) {
  TileType from = gather.getSource().getType();
  TileType to = gather.getResult().getType();
  // Of two columns patterns 1 and 2 keep one, of four patterns 3 to 6.
  auto pattern = static_cast<int64_t>(gather.getPattern());
  int64_t column = from.getValid()[1] == 2 ? pattern - 1 : pattern - 3;
  if (from.getElementType() != to.getElementType() || column < 0 ||
      column >= from.getValid()[1])
    return {};
  auto index = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(builder, gather.getLoc(), value);
  };
  return TileSliceOp::create(builder, gather.getLoc(), to, gather.getSource(),
                             ValueRange{index(0), index(column)}, ValueRange());
}

static bool looksAtRowsOrColumns(Operation *op) {
  return op->hasTrait<RowReductionShapes>() ||
         op->hasTrait<RowArgReductionShapes>() ||
         op->hasTrait<ColReductionShapes>() ||
         op->hasTrait<ColArgReductionShapes>() ||
         op->hasTrait<RowExpandShapes>() || op->hasTrait<ColExpandShapes>();
}

/// What replaces `op`; null if it stays.
static Value legalize(Operation *op) {
  OpBuilder builder(op);
  Location loc = op->getLoc();
  if (auto gather = dyn_cast<TileGatherMaskOp>(op))
    return isMeant(gather.getResult()) ? takeColumn(builder, gather) : Value();
  if (auto concat = dyn_cast<TileConcatOp>(op)) {
    // The a2a3 copies columns into place (spec of the public assembler).
    if (getArch(op) == Arch::a5)
      for (OpOperand *operand :
           {&concat.getLhsMutable(), &concat.getRhsMutable()})
        if (isMeant(operand->get()))
          operand->set(::pypto::spreadColumn(builder, loc, operand->get()));
    return {};
  }
  if (!looksAtRowsOrColumns(op) || !isMeant(op->getOperand(0)))
    return {};
  // Of one row there is one way to add.
  StringRef name = isa<TileColSumTreeOp>(op) ? TileColSumOp::getOperationName()
                                             : op->getName().getStringRef();
  return ::pypto::createTwin(builder, loc, name,
                             cast<TileType>(op->getResult(0).getType()),
                             op->getOperands(), op->getAttrs());
}

namespace pypto {

void legalizeColumns(func::FuncOp kernel) {
  SmallVector<Operation *> work;
  kernel.walk([&](TileOpInterface op) {
    if (op.getResultTile() && op.getDstMutable().empty())
      work.push_back(op);
  });
  for (Operation *op : work) {
    Value legal = legalize(op);
    if (!legal)
      continue;
    SmallVector<Value> operands(op->getOperands());
    op->getResult(0).replaceAllUsesWith(legal);
    op->erase();
    for (Value operand : operands)
      if (auto scratch = operand.getDefiningOp<TileCreateOp>();
          scratch && scratch->use_empty())
        scratch->erase();
  }
}

} // namespace pypto
