//===- CollectMemoryMap.cpp - reads the map off the IR ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Memory/BufferLifetimes.h"
#include "Utils/Targets.h"
#include "pypto/Support/Diagnostics.h"
#include "pypto/Transforms/MemoryMap.h"

#include "llvm/Support/raw_ostream.h"

#include <map>

using namespace mlir;
using namespace mlir::pypto;

namespace pypto {

static std::string describeLocation(Location loc) {
  auto found = loc->findInstanceOf<FileLineColLoc>();
  if (!found)
    return "";
  return (found.getFilename().getValue() + ":" + Twine(found.getLine()) + ":" +
          Twine(found.getColumn()))
      .str();
}

/// The first tile that the author has a name for, else the first.
static Value getMainTile(ArrayRef<Value> tiles) {
  for (Value tile : tiles)
    if (!getUserName(tile.getLoc()).empty())
      return tile;
  return tiles.front();
}

static MemoryMapBuffer describeBuffer(const BufferLifetimes::Buffer &buffer,
                                      int64_t lastStep) {
  MemoryMapBuffer entry;
  MemrefAllocOp alloc = buffer.alloc;
  entry.address = *alloc.getAddress();
  entry.bytes = buffer.bytes;
  if (buffer.tiles.empty()) {
    entry.type = "reserved";
    entry.location = describeLocation(alloc.getLoc());
    entry.live = {{0, lastStep}};
    return entry;
  }
  Value tile = getMainTile(buffer.tiles);
  entry.name = getUserName(tile.getLoc()).str();
  entry.location = describeLocation(tile.getLoc());
  llvm::raw_string_ostream(entry.type) << tile.getType();
  // Point 2p + 1 is the write of operation p, which range ends exclude.
  for (LiveRanges::Range range : buffer.ranges.get()) {
    MemoryMapSpan span = {range.begin / 2, (range.end - 1) / 2};
    if (!entry.live.empty() && span.first <= entry.live.back().last + 1)
      entry.live.back().last = std::max(entry.live.back().last, span.last);
    else
      entry.live.push_back(span);
  }
  return entry;
}

/// Most live bytes and the first step that has them, by a sweep.
static void findMostLive(MemoryMapSpace &space) {
  std::map<int64_t, int64_t> changes;
  for (const MemoryMapBuffer &buffer : space.buffers)
    for (const MemoryMapSpan &span : buffer.live) {
      changes[span.first] += buffer.bytes;
      changes[span.last + 1] -= buffer.bytes;
    }
  int64_t live = 0;
  for (auto [step, change] : changes) {
    live += change;
    if (live > space.mostLive) {
      space.mostLive = live;
      space.mostLiveStep = step;
    }
  }
}

static FailureOr<MemoryMapKernel> collectKernel(func::FuncOp kernel) {
  FailureOr<TileBuffers> tileBuffers = TileBuffers::compute(kernel);
  if (failed(tileBuffers))
    return failure();
  BufferLifetimes lifetimes(kernel, *tileBuffers);
  const TileLiveness &liveness = lifetimes.getLiveness();
  const target::Target &target = getTarget(kernel);
  MemoryMapKernel result;
  result.name = kernel.getName().str();
  result.core = stringifyFuncKind(getFuncKind(kernel)).str();
  int64_t numSteps = liveness.getNumPositions();
  for (int64_t step = 0; step < numSteps; ++step) {
    Operation *op = liveness.getOperation(step);
    StringRef name = op->getName().getStringRef();
    name.consume_front("pypto.");
    result.steps.push_back({name.str(), describeLocation(op->getLoc())});
  }
  std::map<MemorySpace, MemoryMapSpace> spaces;
  for (const BufferLifetimes::Buffer &buffer : lifetimes.getBuffers()) {
    if (!MemrefAllocOp(buffer.alloc).getAddress())
      return emitError(buffer.alloc, Diag::BadAddresses)
             << "a buffer without an address; run pypto-allocate-addresses "
                "first";
    spaces[buffer.space].buffers.push_back(
        describeBuffer(buffer, numSteps - 1));
  }
  for (auto &[memory, space] : spaces) {
    space.name = stringifyMemorySpace(memory).str();
    space.capacity = target.space(toTarget(memory)).usableBytes.value;
    llvm::stable_sort(space.buffers,
                      [](const MemoryMapBuffer &a, const MemoryMapBuffer &b) {
                        return std::pair(a.address, a.live.front().first) <
                               std::pair(b.address, b.live.front().first);
                      });
    for (const MemoryMapBuffer &buffer : space.buffers)
      space.peak = std::max(space.peak, buffer.address + buffer.bytes);
    findMostLive(space);
    result.spaces.push_back(std::move(space));
  }
  return result;
}

FailureOr<MemoryMap> collectMemoryMap(ModuleOp module) {
  MemoryMap map;
  map.target = getTarget(module).name;
  for (func::FuncOp kernel : module.getOps<func::FuncOp>()) {
    if (!isKernel(kernel) || kernel.isExternal())
      continue;
    FailureOr<MemoryMapKernel> entry = collectKernel(kernel);
    if (failed(entry))
      return failure();
    map.kernels.push_back(std::move(*entry));
  }
  return map;
}

std::optional<std::string> render(const MemoryMap &map, StringRef format) {
  if (format == "text")
    return renderText(map);
  if (format == "svg")
    return renderSvg(map);
  if (format == "html")
    return renderHtml(map);
  if (format == "json")
    return renderJson(map);
  return std::nullopt;
}

} // namespace pypto
