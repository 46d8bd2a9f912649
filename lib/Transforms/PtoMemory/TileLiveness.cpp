//===- TileLiveness.cpp - when each tile's bytes are needed ---------------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TileLiveness.h"

#include "../Sync/TileOrigins.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace pypto;
using llvm::BitVector;

PtoTileLiveness::PtoTileLiveness(func::FuncOp func) {
  func.walk([&](pto::AllocTileOp alloc) {
    if (alloc.getAddr())
      return;
    addHandles(alloc.getResult(), static_cast<unsigned>(tiles.size()));
    tiles.push_back(alloc);
  });
  ranges.resize(tiles.size());
  oldBytes.resize(tiles.size());
  number(func.getBody());
  if (hasBlocks)
    return;
  BitVector live(tileOf.size());
  record(func.getBody(), live);
  // What is read before anything was written.
  markAll(live, 0, 1);
  dropUntouched(func);
}

/// Whether \p view has as many bits as \p tile, so that it leaves none out.
static bool hasAllOf(Value view, Value tile) {
  auto bits = [](Value value) -> std::optional<int64_t> {
    auto type = dyn_cast<pto::TileBufType>(value.getType());
    if (!type || ShapedType::isDynamicShape(type.getShape()))
      return std::nullopt;
    return pto::getElementBits(type.getElementType()) *
           ShapedType::getNumElements(type.getShape());
  };
  std::optional<int64_t> all = bits(tile);
  return all && bits(view) == all;
}

void PtoTileLiveness::addHandles(Value value, unsigned tile) {
  SmallVector<Value> open{value};
  while (!open.empty()) {
    Value handle = open.pop_back_val();
    indices[handle] = static_cast<unsigned>(tileOf.size());
    tileOf.push_back(tile);
    for (Operation *user : handle.getUsers())
      if (auto view = dyn_cast<ViewLikeOpInterface>(user);
          view && hasAllOf(view.getViewDest(), handle))
        open.push_back(view.getViewDest());
  }
}

/// Where \p tile is first touched if \p op, which does, is the first in the
/// text: at the loop around it, whose later turns come after that.
int64_t PtoTileLiveness::beginningOf(Operation *op, unsigned tile) const {
  Operation *begin = op;
  for (Operation *parent = op->getParentOp();
       !parent->isProperAncestor(tiles[tile]); parent = parent->getParentOp())
    if (isa<LoopLikeOpInterface>(parent))
      begin = parent;
  return 2 * positions.lookup(begin);
}

/// Before anything of a tile was written or read nobody needs it: one that is
/// written part by part is not overwritten as a whole anywhere.
void PtoTileLiveness::dropUntouched(func::FuncOp func) {
  BitVector touched(tiles.size());
  auto touch = [&](Operation *op, unsigned handle) {
    unsigned tile = tileOf[handle];
    if (touched.test(tile))
      return;
    touched.set(tile);
    int64_t begin = beginningOf(op, tile);
    std::vector<allocator::Range> &list = ranges[tile];
    while (!list.empty() && list.back().end <= begin)
      list.pop_back();
    if (!list.empty())
      list.back().begin = std::max(list.back().begin, begin);
  };
  func.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op->getNumRegions())
      return;
    const Accesses &own = accessesOf(op);
    for (unsigned handle : own.reads)
      touch(op, handle);
    for (unsigned handle : own.writes)
      touch(op, handle);
  });
}

/// A tile's index is that of its first handle.
unsigned PtoTileLiveness::indexOf(pto::AllocTileOp tile) const {
  auto handle = indices.find(tile.getResult());
  assert(handle != indices.end() && "a tile with an address is not followed");
  return tileOf[handle->second];
}

std::vector<allocator::Range>
PtoTileLiveness::getRanges(pto::AllocTileOp tile) const {
  if (hasBlocks)
    return {{0, getEnd()}};
  const std::vector<allocator::Range> &backward = ranges[indexOf(tile)];
  std::vector<allocator::Range> forward(backward.rbegin(), backward.rend());
  if (forward.empty()) {
    int64_t at = 2 * positions.lookup(tile.getOperation());
    forward.push_back({at, at + 1});
  }
  return forward;
}

/// An operation with regions has a position before them and one after.
void PtoTileLiveness::number(Region &region) {
  hasBlocks |= !region.empty() && !region.hasOneBlock();
  for (Block &block : region)
    for (Operation &op : block) {
      positions[&op] = nextPosition++;
      for (Region &inner : op.getRegions())
        number(inner);
      if (op.getNumRegions())
        ++nextPosition;
    }
}

/// The handles that \p value may be or be a part of. \p isWhole: it is exactly
/// one of them, and all of it.
ArrayRef<unsigned> PtoTileLiveness::handlesOf(Value value, bool &isWhole) {
  isWhole = false;
  auto [it, isNew] = origins.try_emplace(value);
  if (!isNew) {
    isWhole = it->second.size() == 1 && indices.count(value);
    return it->second;
  }
  SmallVector<unsigned> found;
  SmallVector<Value> open{value};
  while (!open.empty()) {
    Value view = open.pop_back_val();
    for (Value origin : collectTileOrigins(view)) {
      if (auto index = indices.find(origin); index != indices.end())
        found.push_back(index->second);
      else if (auto alias = origin.getDefiningOp<ViewLikeOpInterface>())
        open.push_back(alias.getViewSource());
    }
  }
  llvm::sort(found);
  found.erase(llvm::unique(found), found.end());
  isWhole = found.size() == 1 && indices.count(value);
  SmallVector<unsigned> &stored = origins[value];
  stored = std::move(found);
  return stored;
}

/// Instructions that leave part of their destination as it was.
static bool keepsPart(Operation *op) {
  return op->hasTrait<pto::PartialWrite>();
}

/// Where the valid extents of a handle change, a write covers what is valid
/// now, and the rest may be seen later.
static bool hasOneExtent(Value tile) {
  auto type = dyn_cast<pto::TileBufType>(tile.getType());
  if (!type)
    return false;
  if (type.getValidRows() != ShapedType::kDynamic &&
      type.getValidCols() != ShapedType::kDynamic)
    return true;
  // Given with the tile, or once behind a view.
  auto isChange = [](Operation *user) {
    return isa<pto::SetValidShapeOp>(user);
  };
  return llvm::count_if(tile.getUsers(), isChange) ==
         (tile.getDefiningOp<pto::AllocTileOp>() ? 0 : 1);
}

/// Whether everything is valid, so that a write leaves no old byte.
static bool coversTile(Value tile) {
  auto type = dyn_cast<pto::TileBufType>(tile.getType());
  return type && type.getValidShape() == type.getShape();
}

/// After a write of all of \p tile, whichever handle reads needs nothing older.
void PtoTileLiveness::killHandles(unsigned tile, Accesses &accesses) {
  for (unsigned handle = 0; handle < tileOf.size(); ++handle)
    if (tileOf[handle] == tile && !llvm::is_contained(accesses.reads, handle))
      accesses.kills.push_back(handle);
}

const PtoTileLiveness::Accesses &PtoTileLiveness::accessesOf(Operation *op) {
  auto [it, isNew] = accesses.try_emplace(op);
  if (!isNew)
    return it->second;
  Accesses result;
  bool isWhole;
  if (isa<CallOpInterface>(op)) {
    // A callee may do anything with the tiles that it gets.
    for (Value operand : op->getOperands())
      llvm::append_range(result.reads, handlesOf(operand, isWhole));
    result.writes = result.reads;
    return accesses[op] = std::move(result);
  }
  if (auto alloc = dyn_cast<pto::AllocTileOp>(op))
    if (auto index = indices.find(alloc.getResult()); index != indices.end())
      result.allocs.push_back(tileOf[index->second]);
  for (Value value : pto::detail::getReadValues(op))
    llvm::append_range(result.reads, handlesOf(value, isWhole));
  for (Value value : pto::detail::getWrittenValues(op)) {
    ArrayRef<unsigned> written = handlesOf(value, isWhole);
    llvm::append_range(result.writes, written);
    if (isWhole && !keepsPart(op) && hasOneExtent(value) &&
        !llvm::is_contained(result.reads, written.front())) {
      result.kills.push_back(written.front());
      if (coversTile(value))
        killHandles(tileOf[written.front()], result);
    }
  }
  for (Value value : pto::detail::getScratchValues(op))
    llvm::append_range(result.writes, handlesOf(value, isWhole));
  return accesses[op] = std::move(result);
}

PtoTileLiveness::Summary PtoTileLiveness::summarise(Operation *op) {
  Summary summary{BitVector(tileOf.size()), BitVector(tileOf.size())};
  if (op->getNumRegions()) {
    for (Region &region : op->getRegions())
      summary.gen |= genOf(region);
    return summary;
  }
  const Accesses &own = accessesOf(op);
  for (unsigned handle : own.reads)
    summary.gen.set(handle);
  for (unsigned handle : own.kills)
    summary.kill.set(handle);
  // Of a new tile nothing is needed from before, whichever handle reads it.
  for (unsigned tile : own.allocs)
    for (unsigned handle = 0; handle < tileOf.size(); ++handle)
      if (tileOf[handle] == tile)
        summary.kill.set(handle);
  // A partial write needs the rest of what was there.
  for (unsigned handle : own.writes)
    if (!summary.kill.test(handle) && keepsPart(op))
      summary.gen.set(handle);
  return summary;
}

/// What a region needs from before it.
const BitVector &PtoTileLiveness::genOf(Region &region) {
  auto it = gens.find(&region);
  if (it != gens.end())
    return it->second;
  BitVector gen(tileOf.size());
  for (Block &block : region)
    for (Operation &op : llvm::reverse(block)) {
      Summary summary = summarise(&op);
      gen.reset(summary.kill);
      gen |= summary.gen;
    }
  return gens.try_emplace(&region, std::move(gen)).first->second;
}

void PtoTileLiveness::mark(unsigned handle, int64_t begin, int64_t end) {
  std::vector<allocator::Range> &list = ranges[tileOf[handle]];
  if (!list.empty() && list.back().begin <= end) {
    list.back().begin = std::min(list.back().begin, begin);
    return;
  }
  list.push_back({begin, end});
}

void PtoTileLiveness::markAll(const BitVector &live, int64_t begin,
                              int64_t end) {
  for (unsigned handle : live.set_bits())
    mark(handle, begin, end);
}

void PtoTileLiveness::recordLeaf(Operation *op, BitVector &live) {
  int64_t at = 2 * positions.lookup(op);
  markAll(live, at + 1, at + 2);
  const Accesses &own = accessesOf(op);
  for (unsigned handle : own.writes)
    mark(handle, at, at + 2);
  Summary summary = summarise(op);
  if (!own.allocs.empty())
    for (unsigned handle : live.set_bits())
      if (llvm::is_contained(own.allocs, tileOf[handle]))
        oldBytes.set(tileOf[handle]);
  live.reset(summary.kill);
  live |= summary.gen;
  markAll(live, at, at + 1);
}

/// From what is needed after \p op to what is needed before it.
void PtoTileLiveness::record(Operation *op, BitVector &live) {
  if (op->getNumRegions() == 0)
    return recordLeaf(op, live);
  int64_t begin = 2 * positions.lookup(op);
  BitVector after = live;
  if (isa<scf::IfOp, scf::IndexSwitchOp>(op)) {
    bool mayDoNothing = llvm::any_of(
        op->getRegions(), [](Region &region) { return region.empty(); });
    BitVector before(tileOf.size());
    for (Region &region : llvm::reverse(op->getRegions())) {
      BitVector arm = after;
      record(region, arm);
      before |= arm;
    }
    if (mayDoNothing)
      before |= after;
    live = std::move(before);
  } else if (isa<LoopLikeOpInterface>(op)) {
    // At the end of a turn: what comes next, or the next turn.
    for (Region &region : op->getRegions())
      live |= genOf(region);
    BitVector needed = live;
    for (Region &region : llvm::reverse(op->getRegions())) {
      BitVector turn = needed;
      record(region, turn);
    }
    live = std::move(needed);
  } else {
    for (Region &region : llvm::reverse(op->getRegions()))
      record(region, live);
  }
  markAll(live, begin, begin + 2);
}

void PtoTileLiveness::record(Region &region, BitVector &live) {
  for (Block &block : region)
    for (Operation &op : llvm::reverse(block))
      record(&op, live);
}
