//===- ReshapedParts.cpp - parts of tiles seen as other tiles ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A part of a tile keeps the pitch of the tile. Its rows, where others lie
// between them, are not the bytes of a tile of another shape or of elements of
// another size: they are copied into a tile of their own first.
//
//===----------------------------------------------------------------------===//

#include "Placement/Placement.h"
#include "TensorToTile/TileBuilding.h"
#include "Utils/ForwardedTiles.h"

using namespace mlir;
using namespace mlir::pypto;

namespace pypto {

void copyReshapedParts(func::FuncOp kernel) {
  SmallVector<TileOpInterface> views;
  kernel.walk([&](TileOpInterface op) {
    if (!isa<TileReshapeOp, TileReinterpretViewOp>(*op))
      return;
    auto source = cast<TileType>(op.getForwardedOperand()->get().getType());
    auto result = cast<TileType>(op.getResultTile().getType());
    // One row lies as it would in a tile of its own, a column of a tile of rows
    // does not even under its own shape.
    if (source.getMemorySpace() == MemorySpace::Vec &&
        (source.getShape() != result.getShape() || isColumn(source)) &&
        source.getDimSize(0) != 1)
      views.push_back(op);
  });
  for (TileOpInterface op : views) {
    OpOperand &source = *op.getForwardedOperand();
    if (!cutsRows(source.get()))
      continue;
    OpBuilder builder(op);
    source.set(TileMoveOp::create(builder, op->getLoc(), source.get().getType(),
                                  source.get(), Value()));
  }
}

} // namespace pypto
