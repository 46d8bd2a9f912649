//===- ForwardedTiles.cpp - tiles that live in the buffer of others -------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Utils/ForwardedTiles.h"

using namespace mlir;
using namespace mlir::pypto;

namespace pypto {

Value getForwarded(Value tile) {
  auto op = tile.getDefiningOp<TileOpInterface>();
  OpOperand *forwarded = op ? op.getForwardedOperand() : nullptr;
  if (!forwarded || !isa<TileType>(forwarded->get().getType()))
    return {};
  return forwarded->get();
}

Value getOwner(Value tile) {
  while (Value forwarded = getForwarded(tile))
    tile = forwarded;
  return tile;
}

Value getRowsAround(Value tile) {
  auto isReshaped = [](Value tile, Value forwarded) {
    return !tile.getDefiningOp<TileSliceOp>() &&
           cast<TileType>(tile.getType()).getShape() !=
               cast<TileType>(forwarded.getType()).getShape();
  };
  Value forwarded = getForwarded(tile);
  while (forwarded && !isReshaped(tile, forwarded)) {
    tile = forwarded;
    forwarded = getForwarded(tile);
  }
  return tile;
}

bool isPartOfBuffer(Value tile) {
  for (; tile; tile = getForwarded(tile))
    if (tile.getDefiningOp<TileSliceOp>())
      return true;
  return false;
}

bool cutsRows(Value tile) {
  for (; tile; tile = getForwarded(tile))
    if (auto slice = tile.getDefiningOp<TileSliceOp>();
        slice && slice.getSource().getType().getDimSize(1) !=
                     slice.getResult().getType().getDimSize(1))
      return true;
  return false;
}

} // namespace pypto
