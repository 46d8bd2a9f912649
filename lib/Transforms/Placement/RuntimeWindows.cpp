//===- RuntimeWindows.cpp - windows valid in a part set at run time -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A valid region that is known only at run time belongs to the handle of a
// whole buffer; the handle of a window of one has none. Where such a window is
// used in the vector memory it is copied into a tile of its own. A tile valid
// in a part set at run time is written into a window of another one by way of
// a copy of the window.
//
//===----------------------------------------------------------------------===//

#include "Placement/Placement.h"
#include "Utils/ForwardedTiles.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::pypto;

namespace pypto {

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

/// Writes `assemble.source` over a copy of the window, and that, which is valid
/// everywhere, into the target.
static void copyWrittenWindow(TileAssembleOp assemble) {
  OpBuilder builder(assemble);
  Location loc = assemble.getLoc();
  Value target = assemble.getTarget(), source = assemble.getSource();
  auto type = cast<TileType>(target.getType());
  ArrayRef<int64_t> shape = cast<TileType>(source.getType()).getShape();
  auto getConstant = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(builder, loc, value);
  };
  Value whole = target;
  if (!type.isFullyValid())
    whole = TileSetValidshapeOp::create(
        builder, loc, type.withValid(type.getShape()), target,
        getConstant(type.getDimSize(0)), getConstant(type.getDimSize(1)));
  Value window =
      TileSliceOp::create(builder, loc, type.withShape(shape), whole,
                          assemble.getOffsets(), /*valid=*/ValueRange());
  Value copy = copyWindow(builder, loc, window), zero = getConstant(0);
  Value written = TileAssembleOp::create(builder, loc, copy.getType(), copy,
                                         source, ValueRange{zero, zero});
  assemble.getSourceMutable().assign(written);
}

/// True if the handle of a whole buffer can be narrowed to what is written.
static bool writesWholeBuffer(TileAssembleOp op) {
  return op.getSource().getType().getShape() ==
             op.getTarget().getType().getShape() &&
         op.getTarget().getType().hasStaticValid() &&
         !::pypto::isPartOfBuffer(op.getTarget());
}

void copyRuntimeWindows(func::FuncOp kernel) {
  SmallVector<TileAssembleOp> writes;
  kernel.walk([&](TileAssembleOp op) {
    TileType source = op.getSource().getType();
    if (source.getRank() == 2 && !source.hasStaticValid() &&
        source.getMemorySpace() == MemorySpace::Vec && !writesWholeBuffer(op))
      writes.push_back(op);
  });
  llvm::for_each(writes, copyWrittenWindow);

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
    if (!::pypto::isPartOfBuffer(narrowed.getSource()))
      continue;
    OpBuilder builder(op);
    narrowed.getSourceMutable().assign(
        copyWindow(builder, op->getLoc(), narrowed.getSource()));
  }
}

} // namespace pypto
