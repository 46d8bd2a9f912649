//===- LiveRanges.cpp - when the content of a tile is needed ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Memory/LiveRanges.h"

#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;

namespace pypto {

//===----------------------------------------------------------------------===//
// Sets of points
//===----------------------------------------------------------------------===//

void LiveRanges::add(Range range) {
  if (range.length() <= 0)
    return;
  // First range that reaches the new one, and the first beyond it.
  auto first = llvm::partition_point(
      ranges, [&](const Range &other) { return other.end < range.begin; });
  auto last = first;
  for (; last != ranges.end() && last->begin <= range.end; ++last) {
    range.begin = std::min(range.begin, last->begin);
    range.end = std::max(range.end, last->end);
  }
  ranges.insert(ranges.erase(first, last), range);
}

void LiveRanges::add(const LiveRanges &other) {
  for (const Range &range : other.ranges)
    add(range);
}

bool LiveRanges::overlaps(const LiveRanges &other) const {
  const LiveRanges &few = ranges.size() <= other.ranges.size() ? *this : other;
  const LiveRanges &many = &few == this ? other : *this;
  return llvm::any_of(few.ranges, [&](const Range &range) {
    auto next = llvm::partition_point(many.ranges, [&](const Range &candidate) {
      return candidate.end <= range.begin;
    });
    return next != many.ranges.end() && next->begin < range.end;
  });
}

//===----------------------------------------------------------------------===//
// Positions
//===----------------------------------------------------------------------===//

TileLiveness::TileLiveness(func::FuncOp func) {
  number(func.getBody().front());
}

void TileLiveness::number(Block &block) {
  blocks[&block] = operations.size();
  operations.push_back(block.getParentOp());
  for (Operation &op : block) {
    begin[&op] = operations.size();
    operations.push_back(&op);
    if (op.getNumRegions() == 0)
      continue;
    for (Region &region : op.getRegions())
      for (Block &nested : region)
        number(nested);
    end[&op] = operations.size();
    operations.push_back(&op);
  }
}

int64_t TileLiveness::getDefinition(Value value) const {
  if (Operation *op = value.getDefiningOp())
    return 2 * getEnd(op) + 1;
  return 2 * blocks.lookup(value.getParentBlock()) + 1;
}

//===----------------------------------------------------------------------===//
// Ranges
//===----------------------------------------------------------------------===//

LiveRanges TileLiveness::getRanges(Value tile) const {
  int64_t definition = getDefinition(tile);
  Block *home = tile.getParentBlock();
  // For each block on the way from a use to the definition, the last point at
  // which one of its operations, or of their regions, needs the tile.
  llvm::SmallMapVector<Block *, int64_t, 4> last;
  auto need = [&](Block *block, int64_t point) {
    auto [entry, isNew] = last.insert({block, point});
    if (!isNew)
      entry->second = std::max(entry->second, point);
  };
  for (Operation *user : tile.getUsers()) {
    need(user->getBlock(), 2 * getPosition(user) + 1);
    // Inside a branch the tile is needed only where it is used; a loop needs it
    // until it is left.
    for (Operation *op = user; op->getBlock() != home;) {
      op = op->getParentOp();
      bool isLoop = isa<LoopLikeOpInterface>(op);
      need(op->getBlock(), 2 * (isLoop ? getEnd(op) : getPosition(op)) + 1);
    }
  }

  LiveRanges ranges;
  ranges.add({definition, definition + 1});
  for (auto &[block, to] : last) {
    int64_t from = block == home ? definition : 2 * blocks.lookup(block) + 1;
    ranges.add({from, to});
  }
  return ranges;
}

} // namespace pypto
