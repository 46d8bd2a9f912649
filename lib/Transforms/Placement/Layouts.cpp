//===- Layouts.cpp - the order of elements in each memory -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Placement/Placement.h"
#include "Utils/Targets.h"

using namespace mlir;
using namespace mlir::pypto;

namespace pypto {

/// A column of several rows, which the hardware stores without gaps only in
/// column order.
static bool isColumnVector(TileType type) {
  return type.getRank() == 2 && type.getDimSize(1) == 1 &&
         type.getDimSize(0) != 1;
}

TileType placeType(TileType type, MemorySpace space,
                   const target::Target &target) {
  TileType placed = type.withSpace(space);
  if (type.getLayout() != TileLayout::ND)
    return placed;
  if (space == MemorySpace::Vec)
    return placed.withLayout(isColumnVector(type) ? TileLayout::DN
                                                  : TileLayout::ND);
  // Only rows of 64-bit elements can be loaded.
  if (space == MemorySpace::Mat &&
      type.getElementType().getIntOrFloatBitWidth() == 64)
    return placed;
  return placed.withLayout(
      fromTarget(target.space(toTarget(space)).layout.value));
}

TileLayout exchangeOrders(TileLayout layout) {
  switch (layout) {
  case TileLayout::ND:
    return TileLayout::DN;
  case TileLayout::DN:
    return TileLayout::ND;
  case TileLayout::NZ:
    return TileLayout::ZN;
  case TileLayout::ZN:
    return TileLayout::NZ;
  case TileLayout::ZZ:
    return TileLayout::NN;
  case TileLayout::NN:
    return TileLayout::ZZ;
  }
  llvm_unreachable("not a layout");
}

//===----------------------------------------------------------------------===//
// Column vectors in rows
//===----------------------------------------------------------------------===//

/// Element-wise operations and fills, whose tiles the hardware wants in row
/// order.
static bool needsRows(Operation *op) {
  return op->hasTrait<BinaryShapes>() || op->hasTrait<UnaryShapes>() ||
         op->hasTrait<CastShapes>() || op->hasTrait<TernaryShapes>() ||
         isa<TileFullOp>(op);
}

static TileType asRow(TileType type) {
  auto flip = [](ArrayRef<int64_t> dims) {
    return SmallVector<int64_t>{dims[1], dims[0]};
  };
  return type.withShape(flip(type.getShape()))
      .withValid(flip(type.getValid()))
      .withLayout(TileLayout::ND);
}

void useRowsForColumnVectors(func::FuncOp kernel) {
  SmallVector<Operation *> work;
  kernel.walk([&](Operation *op) {
    auto tileOp = dyn_cast<TileOpInterface>(op);
    if (!tileOp || !needsRows(op))
      return;
    auto type = cast<TileType>(op->getResult(0).getType());
    if (isColumnVector(type) && type.getMemorySpace() == MemorySpace::Vec &&
        type.hasStaticValid())
      work.push_back(op);
  });
  for (Operation *op : work) {
    OpBuilder builder(op);
    for (OpOperand *operand : cast<TileOpInterface>(op).getTileOperands()) {
      auto type = cast<TileType>(operand->get().getType());
      // Two reshapes in a row cancel.
      auto reshape = operand->get().getDefiningOp<TileReshapeOp>();
      if (reshape && reshape.getSource().getType() == asRow(type))
        operand->set(reshape.getSource());
      else
        operand->set(TileReshapeOp::create(builder, op->getLoc(), asRow(type),
                                           operand->get()));
    }
    Value result = op->getResult(0);
    auto type = cast<TileType>(result.getType());
    result.setType(asRow(type));
    builder.setInsertionPointAfter(op);
    auto column = TileReshapeOp::create(builder, op->getLoc(), type, result);
    result.replaceAllUsesExcept(column.getResult(), column);
  }
  // Columns that nobody reads as such any more.
  for (Operation *op : work)
    for (Operation *user : llvm::make_early_inc_range(op->getUsers()))
      if (isa<TileReshapeOp>(user) && user->use_empty())
        user->erase();
}

} // namespace pypto
