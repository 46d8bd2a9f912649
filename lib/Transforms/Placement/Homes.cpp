//===- Homes.cpp - the memory in which each tile lives ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Placement/Homes.h"
#include "Utils/FlowEdges.h"
#include "Utils/Targets.h"
#include "pypto/Support/Diagnostics.h"

using namespace mlir;
using namespace mlir::pypto;

namespace pypto {

std::optional<unsigned> getNumMoves(const target::Target &target,
                                    MemorySpace from, MemorySpace to) {
  if (from == to)
    return 0;
  size_t ends = target.route(toTarget(from), toTarget(to)).size();
  if (ends == 0)
    return std::nullopt;
  return ends - 1;
}

static bool isTile(Value value) { return isa<TileType>(value.getType()); }

//===----------------------------------------------------------------------===//
// Classes
//===----------------------------------------------------------------------===//

void Homes::number() {
  kernel.walk<WalkOrder::PreOrder>([&](Operation *op) {
    for (Value result : op->getResults())
      if (isTile(result))
        classes.add(result);
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (Value argument : block.getArguments())
          if (isTile(argument))
            classes.add(argument);
  });
  infos.resize(classes.getValues().size());
}

void Homes::joinViews() {
  kernel.walk([&](Operation *op) {
    // An update in place of a tile in the wrong memory works on a copy; a view,
    // and an update wherever the tile is, cannot.
    if (auto tileOp = dyn_cast<TileOpInterface>(op))
      if (OpOperand *forwarded = tileOp.getForwardedOperand();
          forwarded && !tileOp.getFixedResultSpace())
        classes.join(classes.find(tileOp.getResultTile()),
                     classes.find(forwarded->get()));
    // What one operand may become has one home.
    llvm::DenseMap<OpOperand *, Value> first;
    forEachFlowEdge(op, [&](OpOperand &source, Value target) {
      if (!isTile(target))
        return;
      auto [entry, isNew] = first.try_emplace(&source, target);
      if (!isNew)
        classes.join(classes.find(entry->second), classes.find(target));
    });
  });
}

//===----------------------------------------------------------------------===//
// Facts
//===----------------------------------------------------------------------===//

LogicalResult Homes::fix(Value tile, MemorySpace space) {
  Info &info = infos[classes.find(tile)];
  if (!info.home) {
    info.home = space;
    info.fixedBy = tile;
    return success();
  }
  if (*info.home == space)
    return success();
  if (info.fixedBy == tile) {
    InFlightDiagnostic diag =
        emitError(tile.getLoc(), Diag::PlacementConflict)
        << "this operation makes its tile in " << stringifyMemorySpace(space)
        << ", but the tile is placed in " << stringifyMemorySpace(*info.home);
    diag.attachNote()
        << "leave the memory out and move the result with pl.move";
    return diag;
  }
  InFlightDiagnostic diag = emitError(tile.getLoc(), Diag::PlacementConflict)
                            << "this tile is placed in "
                            << stringifyMemorySpace(space)
                            << ", but shares its buffer with one in "
                            << stringifyMemorySpace(*info.home);
  diag.attachNote(info.fixedBy.getLoc())
      << "the tile in " << stringifyMemorySpace(*info.home)
      << " is made here; use pl.move to get a copy in the other memory";
  return diag;
}

void Homes::restrict(Value tile, ArrayRef<MemorySpace> choices) {
  Info &info = infos[classes.find(tile)];
  if (!info.choices) {
    info.choices.emplace(choices.begin(), choices.end());
    return;
  }
  llvm::erase_if(*info.choices, [&](MemorySpace space) {
    return !llvm::is_contained(choices, space);
  });
}

void Homes::link(OpOperand &source, Value target) {
  unsigned from = classes.find(source.get()), to = classes.find(target);
  if (from == to)
    return;
  infos[from].targets.push_back(to);
  infos[to].sources.push_back(from);
}

LogicalResult Homes::collect() {
  // The front end's placement first, so that a conflict is reported at the
  // operation that cannot obey it.
  for (Value tile : classes.getValues())
    if (auto space = cast<TileType>(tile.getType()).getMemorySpace())
      if (failed(fix(tile, *space)))
        return failure();
  WalkResult walk = kernel.walk<WalkOrder::PreOrder>([&](Operation *op) {
    forEachFlowEdge(op, [&](OpOperand &source, Value target) {
      if (isTile(target))
        link(source, target);
    });
    auto tileOp = dyn_cast<TileOpInterface>(op);
    if (!tileOp)
      return WalkResult::advance();
    Value result = tileOp.getResultTile();
    bool isMove = isa<TileMoveOp>(op);
    for (OpOperand *operand : tileOp.getTileOperands()) {
      if (isMove)
        link(*operand, result);
      else if (!tileOp.getOperandSpaces(*operand).empty())
        infos[classes.find(operand->get())].uses.push_back(operand);
    }
    if (!result)
      return WalkResult::advance();
    if (std::optional<MemorySpace> space = tileOp.getFixedResultSpace()) {
      if (failed(fix(result, *space)))
        return WalkResult::interrupt();
    } else if (!tileOp.getForwardedOperand()) {
      restrict(result, tileOp.getResultSpaceChoices());
    }
    return WalkResult::advance();
  });
  return failure(walk.wasInterrupted());
}

//===----------------------------------------------------------------------===//
// Decisions
//===----------------------------------------------------------------------===//

/// Moves to the nearest of `allowed`.
static std::optional<unsigned> getNumMovesToAny(const target::Target &target,
                                                MemorySpace from,
                                                ArrayRef<MemorySpace> allowed) {
  std::optional<unsigned> best;
  for (MemorySpace to : allowed)
    if (std::optional<unsigned> moves = getNumMoves(target, from, to))
      best = std::min(best.value_or(*moves), *moves);
  return best;
}

MemorySpace Homes::choose(const Info &info) {
  static constexpr MemorySpace kAny[] = {MemorySpace::Vec,   MemorySpace::Mat,
                                         MemorySpace::Acc,   MemorySpace::Left,
                                         MemorySpace::Right, MemorySpace::Bias};
  // More than any real chain of moves: a use that cannot be reached.
  constexpr unsigned kUnreachable = 1000;
  ArrayRef<MemorySpace> choices = kAny;
  if (info.choices && !info.choices->empty())
    choices = *info.choices;
  std::optional<MemorySpace> best;
  unsigned bestCost = 0;
  for (MemorySpace space : choices) {
    unsigned cost = 0;
    for (OpOperand *use : info.uses)
      cost += getNumMovesToAny(
                  target, space,
                  cast<TileOpInterface>(use->getOwner()).getOperandSpaces(*use))
                  .value_or(kUnreachable);
    for (unsigned to : info.targets)
      if (auto home = infos[classes.find(to)].home)
        cost += getNumMoves(target, space, *home).value_or(kUnreachable);
    for (unsigned from : info.sources)
      if (auto home = infos[classes.find(from)].home)
        cost += getNumMoves(target, *home, space).value_or(kUnreachable);
    if (!best || cost < bestCost) {
      best = space;
      bestCost = cost;
    }
  }
  return *best;
}

void Homes::decide() {
  // Fixed classes first, then those whose consumers have a say; from there
  // homes spread along copies, and what nobody cares about takes its first
  // choice.
  SmallVector<unsigned> worklist, free;
  for (unsigned number = 0; number < infos.size(); ++number) {
    if (classes.find(number) != number)
      continue;
    if (infos[number].home)
      worklist.push_back(number);
    else
      free.push_back(number);
  }
  auto settle = [&](unsigned number) {
    infos[number].home = choose(infos[number]);
    worklist.push_back(number);
  };
  for (unsigned number : free)
    if (!infos[number].uses.empty())
      settle(number);
  unsigned next = 0, firstFree = 0;
  while (true) {
    for (; next < worklist.size(); ++next) {
      Info &info = infos[worklist[next]];
      for (unsigned neighbour :
           llvm::concat<unsigned>(info.sources, info.targets))
        if (unsigned root = classes.find(neighbour); !infos[root].home)
          settle(root);
    }
    while (firstFree < free.size() && infos[free[firstFree]].home)
      ++firstFree;
    if (firstFree == free.size())
      return;
    settle(free[firstFree]);
  }
}

LogicalResult Homes::run() {
  number();
  joinViews();
  if (failed(collect()))
    return failure();
  decide();
  return success();
}

} // namespace pypto
