//===- TileBuffers.cpp - the buffer of each tile ----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pypto/Transforms/TileBuffers.h"
#include "Utils/FlowEdges.h"
#include "pypto/Support/Diagnostics.h"

using namespace mlir;
using namespace mlir::pypto;

namespace pypto {

Value TileBuffers::getPlace(Value tile) const {
  if (MemrefSlotOp slot = getSlot(tile))
    return slot.getResult();
  MemrefAllocOp buffer = get(tile);
  return buffer ? buffer.getResult() : Value();
}

void TileBuffers::set(Value tile, Value place) {
  if (!place)
    return;
  auto slot = place.getDefiningOp<MemrefSlotOp>();
  auto buffer =
      slot ? slot.getAllocation() : place.getDefiningOp<MemrefAllocOp>();
  if (!buffer || !buffers.try_emplace(tile, buffer).second)
    return;
  if (slot)
    slots[tile] = slot;
  tiles.push_back(tile);
}

void TileBuffers::visitResult(TileOpInterface op) {
  Value result = op.getResultTile();
  if (!result)
    return;
  if (Value destination = op.getDestination())
    set(result, destination);
  else if (OpOperand *forwarded = op.getForwardedOperand())
    set(result, getPlace(forwarded->get()));
}

void TileBuffers::visitFlow(Operation *op) {
  forEachFlowEdge(op, [&](OpOperand &source, Value target) {
    if (isa<TileType>(target.getType()))
      set(target, getPlace(source.get()));
  });
}

LogicalResult TileBuffers::check(func::FuncOp func) {
  WalkResult walk = func.walk([&](Operation *op) {
    for (Value result : op->getResults())
      if (isa<TileType>(result.getType()) && !get(result)) {
        emitError(op, Diag::BadAddresses)
            << "a tile without a buffer; run pypto-insert-buffers first";
        return WalkResult::interrupt();
      }
    bool agrees = true;
    forEachFlowEdge(op, [&](OpOperand &source, Value target) {
      if (isa<TileType>(target.getType()))
        agrees &= getPlace(source.get()) == getPlace(target);
    });
    if (agrees)
      return WalkResult::advance();
    emitError(op, Diag::BadAddresses)
        << "control flow merges tiles that live in different buffers";
    return WalkResult::interrupt();
  });
  return failure(walk.wasInterrupted());
}

FailureOr<TileBuffers> TileBuffers::compute(func::FuncOp func) {
  TileBuffers result;
  // Initial values are known when a loop is entered, yields when it is left.
  func.walk([&](Operation *op, const WalkStage &stage) {
    if (stage.isBeforeAllRegions())
      if (auto tileOp = dyn_cast<TileOpInterface>(op))
        result.visitResult(tileOp);
    result.visitFlow(op);
  });
  if (failed(result.check(func)))
    return failure();
  return result;
}

bool hasColumnLines(TileType tile) {
  return llvm::is_contained({TileLayout::DN, TileLayout::NZ, TileLayout::NN},
                            tile.getLayout());
}

int64_t getLineBytes(TileType tile) {
  SmallVector<int64_t> line(tile.getShape());
  line[hasColumnLines(tile)] = 1;
  return tile.withShape(line).getSizeInBytes();
}

} // namespace pypto
