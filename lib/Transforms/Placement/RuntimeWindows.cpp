//===- RuntimeWindows.cpp - windows valid in a part set at run time -*- C++
//-*-//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A valid region that is known only at run time belongs to the handle of a
// whole buffer; the handle of a window of one has none. Where such a window is
// used in the vector memory it is copied into a tile of its own.
//
//===----------------------------------------------------------------------===//

#include "Placement/Placement.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::pypto;

namespace pypto {

/// True if `tile` is a window of a buffer, or a view of one.
static bool isWindow(Value tile) {
  while (auto view = tile.getDefiningOp<TileOpInterface>()) {
    if (!view.isView())
      return false;
    if (isa<TileSliceOp>(*view))
      return true;
    tile = view.getForwardedOperand()->get();
  }
  return false;
}

/// `window` in a tile of its own, valid everywhere.
static Value copyWindow(OpBuilder &builder, Location loc, Value window) {
  auto type = cast<TileType>(window.getType());
  return TileMoveOp::create(builder, loc, type.withValid(type.getShape()),
                            window, Value());
}

/// A copy of all of the window, narrowed.
static void copySlice(TileSliceOp slice) {
  OpBuilder builder(slice);
  Location loc = slice.getLoc();
  TileType type = slice.getResult().getType();
  Value whole =
      TileSliceOp::create(builder, loc, type.withValid(type.getShape()),
                          slice.getSource(), slice.getOffsets(), ValueRange());
  SmallVector<Value> extents;
  OperandRange dynamic = slice.getValid();
  for (int64_t extent : type.getValid()) {
    if (!ShapedType::isDynamic(extent)) {
      extents.push_back(arith::ConstantIndexOp::create(builder, loc, extent));
      continue;
    }
    extents.push_back(dynamic.front());
    dynamic = dynamic.drop_front();
  }
  Value narrowed = TileSetValidshapeOp::create(builder, loc, type,
                                               copyWindow(builder, loc, whole),
                                               extents[0], extents[1]);
  slice.getResult().replaceAllUsesWith(narrowed);
  slice.erase();
}

void copyRuntimeWindows(func::FuncOp kernel) {
  SmallVector<Operation *> views;
  kernel.walk([&](Operation *op) {
    if (!isa<TileSliceOp, TileSetValidshapeOp>(op))
      return;
    auto type = cast<TileType>(op->getResult(0).getType());
    if (type.getRank() == 2 && !type.hasStaticValid() &&
        type.getMemorySpace() == MemorySpace::Vec)
      views.push_back(op);
  });
  for (Operation *op : views) {
    if (auto slice = dyn_cast<TileSliceOp>(op)) {
      copySlice(slice);
      continue;
    }
    auto narrowed = cast<TileSetValidshapeOp>(op);
    if (!isWindow(narrowed.getSource()))
      continue;
    OpBuilder builder(op);
    narrowed.getSourceMutable().assign(
        copyWindow(builder, op->getLoc(), narrowed.getSource()));
  }
}

} // namespace pypto
