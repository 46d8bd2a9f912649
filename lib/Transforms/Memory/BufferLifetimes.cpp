//===- BufferLifetimes.cpp - when each buffer is in use ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Memory/BufferLifetimes.h"
#include "Memory/Sharing.h"

using namespace mlir;
using namespace mlir::pypto;

namespace pypto {

BufferLifetimes::BufferLifetimes(func::FuncOp kernel,
                                 const TileBuffers &tileBuffers)
    : liveness(kernel) {
  llvm::DenseMap<Operation *, unsigned> indices;
  kernel.walk([&](Operation *op) {
    if (auto tileOp = dyn_cast<TileOpInterface>(op))
      operations.push_back(tileOp);
    auto alloc = dyn_cast<MemrefAllocOp>(op);
    if (!alloc)
      return;
    auto type = cast<MemRefType>(alloc.getResult().getType());
    auto space = cast<MemorySpaceAttr>(type.getMemorySpace()).getValue();
    indices[alloc] = buffers.size();
    mergedInto.push_back(buffers.size());
    buffers.push_back(
        {alloc,
         space,
         getSizeInBytes(type.getElementType(), type.getNumElements()),
         LiveRanges(),
         {}});
  });
  for (Value tile : tileBuffers.getTiles()) {
    unsigned index = indices.lookup(tileBuffers.get(tile));
    bufferOf[tile] = index;
    buffers[index].tiles.push_back(tile);
    buffers[index].ranges.add(liveness.getRanges(tile));
  }
}

/// The buffer is the author's, or has an address from the author.
static bool isDeclared(const BufferLifetimes::Buffer &buffer) {
  MemrefAllocOp alloc = buffer.alloc;
  return alloc.getDeclared() || alloc.getAddress();
}

bool BufferLifetimes::canMerge(unsigned a, unsigned b) {
  if (isDeclared(buffers[a]) || isDeclared(buffers[b]) ||
      buffers[a].ranges.overlaps(buffers[b].ranges))
    return false;
  if (buffers[a].tiles.size() > buffers[b].tiles.size())
    std::swap(a, b);
  // Every operation that reads one of the two buffers and writes the other.
  for (Value tile : buffers[a].tiles) {
    if (auto op = tile.getDefiningOp<TileOpInterface>())
      for (OpOperand *operand : op.getTileOperands())
        if (getIndex(operand->get()) == b && !mayComputeInPlace(op, *operand))
          return false;
    for (OpOperand &use : tile.getUses()) {
      auto op = dyn_cast<TileOpInterface>(use.getOwner());
      Value result = op ? op.getResultTile() : Value();
      if (result && getIndex(result) == b && !mayComputeInPlace(op, use))
        return false;
    }
  }
  return true;
}

void BufferLifetimes::merge(unsigned into, unsigned from) {
  Buffer &target = buffers[into], &source = buffers[from];
  source.alloc.getResult().replaceAllUsesWith(target.alloc.getResult());
  if (target.tiles.size() < source.tiles.size()) {
    std::swap(target.ranges, source.ranges);
    std::swap(target.tiles, source.tiles);
  }
  mergedInto[from] = into;
  target.ranges.add(source.ranges);
  llvm::append_range(target.tiles, source.tiles);
  source.ranges = LiveRanges();
  source.tiles.clear();
}

unsigned BufferLifetimes::computeInPlace(MemorySpace space) {
  unsigned count = 0;
  for (TileOpInterface op : operations) {
    Value result = op.getResultTile();
    if (!result || !op.getDestination())
      continue;
    for (OpOperand *operand : op.getTileOperands()) {
      unsigned into = getIndex(operand->get());
      unsigned from = getIndex(result);
      if (into == from || buffers[into].space != space ||
          buffers[from].space != space ||
          buffers[from].bytes != buffers[into].bytes ||
          !mayComputeInPlace(op, *operand) || !canMerge(into, from))
        continue;
      merge(into, from);
      ++count;
      break;
    }
  }
  return count;
}

} // namespace pypto
