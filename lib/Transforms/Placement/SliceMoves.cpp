//===- SliceMoves.cpp - windows of tiles that are moved ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A window of a tile in boxes is no view of its bytes where it cuts the rows,
// but the moves out of such a tile can start anywhere.
//
//===----------------------------------------------------------------------===//

#include "Placement/Placement.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::pypto;

namespace pypto {

static bool isMovable(TileMoveOp move, TileSliceOp slice) {
  TileType source = slice.getResult().getType();
  TileType result = move.getResult().getType();
  MemorySpace from = *source.getMemorySpace(), to = *result.getMemorySpace();
  return source.getRank() == 2 && source.hasStaticValid() &&
         source.getElementType() == result.getElementType() &&
         (from == MemorySpace::Mat || from == MemorySpace::Acc) &&
         (to == MemorySpace::Left || to == MemorySpace::Right ||
          to == MemorySpace::Mat);
}

/// Replaces `move` of a window of windows by one that starts at the sum of
/// their offsets.
static void fold(TileMoveOp move) {
  OpBuilder builder(move);
  Location loc = move.getLoc();
  Value root = move.getSource();
  SmallVector<Value, 2> offsets;
  while (auto slice = root.getDefiningOp<TileSliceOp>()) {
    for (auto [axis, offset] : llvm::enumerate(slice.getOffsets())) {
      if (offsets.size() == axis)
        offsets.push_back(offset);
      else
        offsets[axis] =
            arith::AddIOp::create(builder, loc, offsets[axis], offset);
    }
    root = slice.getSource();
  }
  auto extract = TileExtractOp::create(builder, loc, move.getResult().getType(),
                                       root, offsets[0], offsets[1], Value());
  Value source = move.getSource();
  move.getResult().replaceAllUsesWith(extract.getResult());
  move.erase();
  for (Operation *slice = source.getDefiningOp();
       isa_and_nonnull<TileSliceOp>(slice) && slice->use_empty();) {
    Operation *next = slice->getOperand(0).getDefiningOp();
    slice->erase();
    slice = next;
  }
}

void foldSlicesIntoMoves(func::FuncOp kernel) {
  SmallVector<TileMoveOp> moves;
  kernel.walk([&](TileMoveOp move) {
    auto slice = move.getSource().getDefiningOp<TileSliceOp>();
    if (slice && isMovable(move, slice))
      moves.push_back(move);
  });
  llvm::for_each(moves, fold);
}

} // namespace pypto
