//===- Sharing.cpp - which tiles may have one buffer ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Memory/Sharing.h"
#include "Utils/ForwardedTiles.h"

using namespace mlir;
using namespace mlir::pypto;

namespace pypto {

bool mayComputeInPlace(TileOpInterface op, OpOperand &operand) {
  auto result = dyn_cast_or_null<TypedValue<TileType>>(op.getResultTile());
  auto source = dyn_cast<TypedValue<TileType>>(operand.get());
  if (!result || !source || op.isScratch(operand) ||
      !op.canShareBufferWith(operand))
    return false;
  return source.getType().getShape() == result.getType().getShape() &&
         source.getType().getLayout() == result.getType().getLayout() &&
         !isPartOfBuffer(source);
}

} // namespace pypto
