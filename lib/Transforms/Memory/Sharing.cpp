//===- Sharing.cpp - which tiles may have one buffer ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Memory/Sharing.h"

using namespace mlir;
using namespace mlir::pypto;

namespace pypto {

bool isWholeBuffer(Value tile) {
  while (auto op = tile.getDefiningOp<TileOpInterface>()) {
    if (!op.isView())
      return true;
    if (isa<TileSliceOp>(op))
      return false;
    tile = op.getForwardedOperand()->get();
  }
  return true;
}

bool mayComputeInPlace(TileOpInterface op, OpOperand &operand) {
  auto result = dyn_cast_or_null<TypedValue<TileType>>(op.getResultTile());
  auto source = dyn_cast<TypedValue<TileType>>(operand.get());
  if (!result || !source || op.isScratch(operand) ||
      !op.canShareBufferWith(operand))
    return false;
  return source.getType().getShape() == result.getType().getShape() &&
         source.getType().getLayout() == result.getType().getLayout() &&
         isWholeBuffer(source);
}

} // namespace pypto
