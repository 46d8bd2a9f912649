//===- SharingCosts.cpp - pipes that wait for a shared address --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Memory/SharingCosts.h"
#include "Utils/Executions.h"
#include "Utils/Targets.h"

#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace mlir::pypto;

namespace pypto {

/// Successors of a buffer that are considered. A guess: the pipes' queues hold
/// this many instructions, so older ones are done when a new one is issued.
static constexpr unsigned kSuccessors = 16;

namespace {
/// Who touches a buffer.
struct Accesses {
  /// Bits by pipe.
  unsigned readers = 0, writers = 0;
  Operation *firstWriter = nullptr;
  Operation *last = nullptr;
  unsigned firstWriterPipe = 0;
  int64_t begin = 0, end = 0;

  /// Pipes that a later writer has to wait for: who reads has waited for who
  /// wrote.
  unsigned lastUsers() const { return readers ? readers : writers; }
};

class CostFinder {
public:
  CostFinder(const BufferLifetimes &lifetimes, const target::Target &target)
      : liveness(lifetimes.getLiveness()), target(target) {}

  Accesses getAccesses(const BufferLifetimes::Buffer &buffer);
  /// Waits that `next` costs by following `previous` at one address.
  int64_t getWaits(const Accesses &previous, const Accesses &next);
  /// The same from one iteration to the next of the loop that holds both.
  int64_t getWaitsAround(const Accesses &early, const Accesses &late);

private:
  void addReader(Accesses &accesses, Operation *user);
  void addWriter(Accesses &accesses, TileOpInterface op);

  const TileLiveness &liveness;
  const target::Target &target;
};
} // namespace

void CostFinder::addReader(Accesses &accesses, Operation *user) {
  auto op = dyn_cast<TileOpInterface>(user);
  if (!op || op.isView())
    return;
  accesses.readers |= 1u << static_cast<unsigned>(getPipe(op, target));
  if (!accesses.last ||
      liveness.getPosition(accesses.last) < liveness.getPosition(user))
    accesses.last = user;
}

void CostFinder::addWriter(Accesses &accesses, TileOpInterface op) {
  // A tile without content is written by who uses it.
  if (op.isView() || isa<TileCreateOp>(op))
    return;
  unsigned pipe = static_cast<unsigned>(getPipe(op, target));
  accesses.writers |= 1u << pipe;
  int64_t position = liveness.getPosition(op);
  if (!accesses.firstWriter ||
      position < liveness.getPosition(accesses.firstWriter)) {
    accesses.firstWriter = op;
    accesses.firstWriterPipe = pipe;
  }
  if (!accesses.last || liveness.getPosition(accesses.last) < position)
    accesses.last = op;
}

Accesses CostFinder::getAccesses(const BufferLifetimes::Buffer &buffer) {
  Accesses accesses;
  for (Value tile : buffer.tiles) {
    for (Operation *user : tile.getUsers())
      addReader(accesses, user);
    if (auto op = tile.getDefiningOp<TileOpInterface>())
      addWriter(accesses, op);
  }
  accesses.begin = buffer.ranges.get().front().begin;
  accesses.end = buffer.ranges.get().back().end;
  return accesses;
}

int64_t CostFinder::getWaits(const Accesses &previous, const Accesses &next) {
  if (!next.firstWriter || !previous.last)
    return 0;
  unsigned others = previous.lastUsers() & ~(1u << next.firstWriterPipe);
  if (!others ||
      insideMutuallyExclusiveRegions(previous.last, next.firstWriter))
    return 0;
  return estimateExecutions(next.firstWriter);
}

int64_t CostFinder::getWaitsAround(const Accesses &early,
                                   const Accesses &late) {
  if (!early.firstWriter || !late.last)
    return 0;
  auto loop = early.firstWriter->getParentOfType<LoopLikeOpInterface>();
  while (loop && !loop->isProperAncestor(late.last))
    loop = loop->getParentOfType<LoopLikeOpInterface>();
  if (!loop || 2 * liveness.getPosition(loop) > early.begin ||
      2 * liveness.getEnd(loop) + 1 < late.end)
    return 0;
  return getWaits(late, early);
}

void addSharingCosts(const BufferLifetimes &lifetimes,
                     ArrayRef<unsigned> indices, const target::Target &target,
                     allocator::SpaceRequest &request) {
  CostFinder finder(lifetimes, target);
  SmallVector<Accesses> accesses;
  for (unsigned index : indices)
    accesses.push_back(finder.getAccesses(lifetimes.getBuffers()[index]));
  SmallVector<unsigned> byBegin(indices.size());
  for (unsigned i = 0; i < byBegin.size(); ++i)
    byBegin[i] = i;
  llvm::stable_sort(byBegin, [&](unsigned a, unsigned b) {
    return accesses[a].begin < accesses[b].begin;
  });
  for (unsigned a = 0; a < accesses.size(); ++a) {
    auto next = llvm::partition_point(byBegin, [&](unsigned b) {
      return accesses[b].begin < accesses[a].end;
    });
    for (unsigned count = 0; next != byBegin.end() && count < kSuccessors;
         ++next, ++count) {
      int64_t cost = finder.getWaits(accesses[a], accesses[*next]) +
                     finder.getWaitsAround(accesses[a], accesses[*next]);
      if (cost > 0)
        request.sharingCosts.push_back({a, *next, cost});
    }
  }
}

} // namespace pypto
