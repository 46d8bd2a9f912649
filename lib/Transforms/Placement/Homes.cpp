//===- Homes.cpp - the memory in which each tile lives ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Placement/Homes.h"
#include "Utils/Executions.h"
#include "Utils/FlowEdges.h"
#include "Utils/Targets.h"
#include "pypto/Dialect/Pypto/Blocks.h"
#include "pypto/Support/Diagnostics.h"

using namespace mlir;
using namespace mlir::pypto;

namespace pypto {

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
    attachHelp(diag) << "leave the memory out and move the result with pl.move";
    return diag;
  }
  InFlightDiagnostic diag = emitError(tile.getLoc(), Diag::PlacementConflict)
                            << "this tile is placed in "
                            << stringifyMemorySpace(space)
                            << ", but shares its buffer with one in "
                            << stringifyMemorySpace(*info.home);
  diag.attachNote(info.fixedBy.getLoc())
      << "the tile in " << stringifyMemorySpace(*info.home) << " is made here";
  attachHelp(diag) << "use pl.move to get a copy in the other memory";
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
  int64_t executions = estimateExecutions(source.getOwner());
  infos[from].targets.push_back({to, executions});
  infos[to].sources.push_back({from, executions});
}

void Homes::collectRows() {
  bool any = false;
  kernel.walk([&](TileCreateOp op) {
    if (op->hasAttr(kRowsAttrName))
      any = infos[classes.find(op.getResult())].isInRows = true;
  });
  // Around loops, as often as something is new.
  while (any) {
    any = false;
    kernel.walk([&](Operation *op) {
      forEachFlowEdge(op, [&](OpOperand &source, Value target) {
        if (!isTile(target))
          return;
        Info &from = infos[classes.find(source.get())];
        Info &to = infos[classes.find(target)];
        any |= from.isInRows != to.isInRows;
        from.isInRows = to.isInRows = from.isInRows || to.isInRows;
      });
    });
  }
}

LogicalResult Homes::collect() {
  collectRows();
  // The front end's placement first, so that a conflict is reported at the
  // operation that cannot obey it.
  for (Value tile : classes.getValues()) {
    Info &info = infos[classes.find(tile)];
    info.bytes =
        std::max(info.bytes, getFootprint(cast<TileType>(tile.getType())));
  }
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

/// More than any real moves take: a use that cannot be reached.
static constexpr int64_t kUnreachable = int64_t(1) << 40;

int64_t Homes::getCycles(const Info &info, MemorySpace from,
                         ArrayRef<MemorySpace> to) {
  int64_t best = kUnreachable;
  for (MemorySpace space : to)
    if (std::optional<target::Route> route =
            target.route(toTarget(from), toTarget(space), info.bytes))
      // A move more costs something even where nothing is known of it.
      best = std::min<int64_t>(best, route->cycles + route->spaces.size() - 1);
  return best;
}

Homes::Choice Homes::choose(const Info &info) {
  static constexpr MemorySpace kAny[] = {MemorySpace::Vec,   MemorySpace::Mat,
                                         MemorySpace::Acc,   MemorySpace::Left,
                                         MemorySpace::Right, MemorySpace::Bias};
  ArrayRef<MemorySpace> choices = kAny;
  if (info.choices && !info.choices->empty())
    choices = *info.choices;
  std::optional<MemorySpace> best;
  int64_t bestCost = 0, nextCost = 2 * kUnreachable;
  for (MemorySpace space : choices) {
    // One move serves all uses of a tile in one memory.
    llvm::SmallDenseMap<std::pair<Value, unsigned>, int64_t> served;
    int64_t cost = 0;
    for (OpOperand *use : info.uses) {
      SmallVector<MemorySpace> allowed =
          cast<TileOpInterface>(use->getOwner()).getOperandSpaces(*use);
      int64_t all =
          getCycles(info, space, allowed) * estimateExecutions(use->getOwner());
      int64_t &most =
          served[{use->get(), static_cast<unsigned>(allowed.front())}];
      cost += std::max<int64_t>(0, all - most);
      most = std::max(most, all);
    }
    for (const Copy &copy : info.targets)
      if (auto home = infos[classes.find(copy.number)].home)
        cost += copy.executions * getCycles(info, space, *home);
    for (const Copy &copy : info.sources)
      if (auto home = infos[classes.find(copy.number)].home)
        cost += copy.executions * getCycles(info, *home, space);
    if (best && cost >= bestCost) {
      nextCost = std::min(nextCost, cost);
      continue;
    }
    if (best)
      nextCost = bestCost;
    best = space;
    bestCost = cost;
  }
  return {*best, bestCost < kUnreachable && nextCost >= kUnreachable};
}

void Homes::improve(ArrayRef<unsigned> free) {
  // Each change lowers the cost of all moves together; a few rounds are enough.
  constexpr unsigned kMostRounds = 8;
  bool changed = true;
  for (unsigned round = 0; changed && round < kMostRounds; ++round) {
    changed = false;
    for (unsigned number : free) {
      MemorySpace better = choose(infos[number]).home;
      changed |= better != infos[number].home;
      infos[number].home = better;
    }
  }
}

void Homes::decide() {
  // Fixed classes first, then those to which only one memory is open; from
  // there homes spread along copies. Then classes whose consumers have a say,
  // and what nobody cares about takes its first choice.
  SmallVector<unsigned> worklist, free;
  for (unsigned number = 0; number < infos.size(); ++number) {
    if (classes.find(number) != number)
      continue;
    if (infos[number].home)
      worklist.push_back(number);
    else
      free.push_back(number);
  }
  unsigned next = 0;
  auto settle = [&](unsigned number) {
    infos[number].home = choose(infos[number]).home;
    worklist.push_back(number);
  };
  auto spread = [&] {
    for (; next < worklist.size(); ++next) {
      SmallVector<Copy> neighbours(infos[worklist[next]].sources);
      llvm::append_range(neighbours, infos[worklist[next]].targets);
      for (const Copy &copy : neighbours)
        if (unsigned root = classes.find(copy.number); !infos[root].home)
          settle(root);
    }
  };
  for (unsigned number : free)
    if (!infos[number].uses.empty() && choose(infos[number]).isForced)
      settle(number);
  spread();
  for (unsigned number : free)
    if (!infos[number].home && !infos[number].uses.empty())
      settle(number);
  spread();
  for (unsigned number : free)
    if (!infos[number].home) {
      settle(number);
      spread();
    }
  improve(free);
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
