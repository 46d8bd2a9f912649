//===- TileFit.cpp - whether the tiles of a kernel fit ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Memory/TileFit.h"
#include "Memory/LiveRanges.h"
#include "Utils/ForwardedTiles.h"
#include "Utils/Targets.h"
#include "pypto/Allocator/SpacePlan.h"

#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace mlir::pypto;

namespace pypto {

namespace {
struct Extent {
  int64_t bytes = 0;
  LiveRanges ranges;
};
} // namespace

static llvm::MapVector<Value, Extent> getExtents(func::FuncOp kernel,
                                                 MemorySpace space) {
  TileLiveness liveness(kernel);
  llvm::MapVector<Value, Extent> extents;
  auto add = [&](Value tile) {
    auto type = dyn_cast<TileType>(tile.getType());
    if (!type || type.getMemorySpace() != space)
      return;
    Extent &extent = extents[getOwner(tile)];
    extent.bytes = std::max(extent.bytes, getFootprint(type));
    extent.ranges.add(liveness.getRanges(tile));
  };
  kernel.walk<WalkOrder::PreOrder>([&](Operation *op) {
    for (Region &region : op->getRegions())
      for (Block &block : region)
        llvm::for_each(block.getArguments(), add);
    llvm::for_each(op->getResults(), add);
  });
  return extents;
}

bool tilesFit(func::FuncOp kernel, MemorySpace space,
              const target::Target &target) {
  const target::SpaceInfo &info = target.space(toTarget(space));
  allocator::SpaceRequest request;
  request.name = stringifyMemorySpace(space).str();
  request.capacity = info.usableBytes.value;
  request.alignment = info.alignment.value;
  for (auto &[tile, extent] : getExtents(kernel, space)) {
    std::vector<allocator::Range> live;
    for (allocator::Range range : extent.ranges.get())
      live.push_back({range.begin, range.end + 1});
    request.add("tile " + std::to_string(request.buffers.size()), extent.bytes,
                std::move(live));
  }
  allocator::SolverOptions options;
  options.planner = allocator::Planner::Heuristic;
  return allocator::planSpace(request, options).fits();
}

} // namespace pypto
