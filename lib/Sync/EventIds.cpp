//===- EventIds.cpp - give every flag an event id ---------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two flags of one ordered pair of pipes may have the same id only if neither
// is set while the other is in flight. "In flight" is not a matter of program
// text: pipes run ahead of each other, so the setting pipe must know that the
// last wait has passed. The data-flow analysis knows, since waits have slots.
//
//===----------------------------------------------------------------------===//

#include "Solver.h"

#include "pypto/Sync/Rules.h"

#include <algorithm>
#include <set>

using namespace pypto::sync;

namespace {
/// What is known of the flags that have one id.
struct IdUse {
  uint32_t end = 0; ///< one past the last slot where one of them is in flight
  std::set<uint32_t> waits;
  std::vector<Span> earlierIterations; ///< from the views at their sets
  std::vector<uint32_t> members;
};
} // namespace

static bool touches(const std::set<uint32_t> &waits, const PendingSet &view) {
  return std::any_of(view.spans.begin(), view.spans.end(), [&](const Span &s) {
    auto it = waits.lower_bound(s.begin);
    return it != waits.end() && *it < s.end;
  });
}

/// The outermost loop depth whose earlier iterations leave \p slot pending;
/// kNone when the current iteration does, or nothing.
static uint32_t outermostDepth(const PendingSet &view, uint32_t slot) {
  for (const Span &span : view.spans)
    if (span.tag != 0 && span.begin <= slot && slot < span.end)
      return tagDepth(span.tag);
  return kNone;
}

std::vector<uint32_t> Solver::waitSlots(const Edge &edge) const {
  std::vector<uint32_t> slots{waitSlot(edge)};
  if (edge.crossesIterations())
    slots.push_back(structure[edge.loop].drain());
  return slots;
}

/// The live edges of each pair of pipes, with their views up to date.
Solver::PairMembers Solver::collectPairs() {
  ++epoch;
  State state = State::empty(0, usedPipes);
  walkBlock(Program::body(), state, Mode::Collect);
  PairMembers pairs;
  for (uint32_t id = 0; id < edges.size(); ++id)
    if (!edges[id].isDead)
      pairs[{edges[id].from, edges[id].to}].push_back(id);
  return pairs;
}

void Solver::assignIds() {
  constexpr unsigned kMaxAttempts = 128;
  for (unsigned attempt = 0; attempt < kMaxAttempts; ++attempt) {
    canResolve = attempt + kMaxAttempts / 4 < kMaxAttempts;
    bool isDone = true;
    for (auto &[pair, members] : collectPairs())
      isDone &= assignPair(pair.first, pair.second, members);
    if (isDone)
      return;
    settle();
  }
}

bool Solver::assignPair(Pipe from, Pipe to, std::vector<uint32_t> &members) {
  std::stable_sort(members.begin(), members.end(), [&](uint32_t a, uint32_t b) {
    return beginSlot(edges[a]) < beginSlot(edges[b]);
  });
  nodesWalked += 4 * members.size();
  std::set<uint32_t> allWaits;
  for (uint32_t id : members)
    for (uint32_t slot : waitSlots(edges[id]))
      allWaits.insert(slot);
  std::array<IdUse, kNumEventIds> uses;
  std::set<BlockId> resolved;
  bool isDone = true;
  for (uint32_t id : members) {
    if (edges[id].isDead)
      continue;
    unsigned needed = idsNeeded(edges[id]);
    if (isVerifying && (needed == 0 || needed > edges[id].idCount))
      return false;
    if (needed == 0) {
      isDone = false;
      if (resolved.insert(edges[id].block).second)
        resolveSelfConflict(id);
      continue;
    }
    Edge &edge = edges[id];
    if (!isVerifying)
      edge.idCount = needed;
    std::vector<uint32_t> waits = waitSlots(edge);
    auto isUnused = [&](const IdUse &use) {
      if (use.end > beginSlot(edge) || touches(use.waits, edge.atSet) ||
          touches(use.waits, edge.atPreset))
        return false;
      for (const Span &span : use.earlierIterations)
        for (uint32_t slot : waits)
          if (span.begin <= slot && slot < span.end)
            return false;
      return true;
    };
    auto areFree = [&](unsigned first) {
      for (unsigned n = first; n < first + edge.idCount; ++n)
        if (reservedIds[index(from)][index(to)] >> n & 1 || !isUnused(uses[n]))
          return false;
      return true;
    };
    if (isVerifying && !areFree(static_cast<unsigned>(edge.id)))
      return false;
    if (!isVerifying)
      edge.id = -1;
    for (unsigned n = 0; n + edge.idCount <= options.eventIds && edge.id < 0;
         ++n)
      if (areFree(n))
        edge.id = static_cast<int>(n);
    if (edge.id < 0) {
      isDone = false;
      std::vector<uint32_t> rivals;
      for (const IdUse &use : uses)
        if (!use.members.empty())
          rivals.push_back(use.members.back());
      if (resolved.insert(edge.block).second)
        resolveShortage(id, rivals);
      continue;
    }
    for (unsigned n = 0; n < edge.idCount; ++n) {
      IdUse &use = uses[static_cast<unsigned>(edge.id) + n];
      use.members.push_back(id);
      use.waits.insert(waits.begin(), waits.end());
      use.end = std::max(use.end, endSlot(edge));
      for (const PendingSet *view : {&edge.atSet, &edge.atPreset})
        for (const Span &span : view->spans) {
          auto it = allWaits.lower_bound(span.begin);
          if (span.tag != 0 && it != allWaits.end() && *it < span.end)
            use.earlierIterations.push_back(span);
        }
    }
  }
  return isDone;
}

void Solver::resolveSelfConflict(uint32_t id) {
  if (!canResolve)
    return giveUp(id);
  Edge edge = edges[id];
  if (!edge.crossesIterations())
    return addThrottle(id, id, outermostDepth(edge.atSet, waitSlot(edge)));
  uint32_t drain = structure[edge.loop].drain();
  uint32_t depth = outermostDepth(edge.atPreset, drain);
  if (depth != kNone) {
    // Keep the flag in flight across the outer loop as well.
    detach(id);
    edge.distance = edge.idCount = 1;
    edge.loop = structure.enclosingLoop(program.nodes[edge.loop].parent, depth);
    insertEdge(edge);
    return;
  }
  if (structure[edge.waitNode].after < structure[edge.setNode].before)
    return addThrottle(id, id, 0);
  Edge back;
  back.from = edge.to;
  back.to = edge.from;
  back.block = edge.block;
  back.setNode = back.waitNode = edge.setNode;
  back.setBefore = back.waitAfter = true;
  back.isThrottle = true;
  ++plan.throttlePairs;
  if (!insertEdge(back))
    giveUp(id);
}

/// Makes the pipe that sets \p edge wait until the other one has passed the
/// wait of \p rival, in this iteration (\p depth 0) or in an earlier one of the
/// loop at \p depth.
void Solver::addThrottle(uint32_t rivalId, uint32_t id, uint32_t depth) {
  const Edge &rival = edges[rivalId], &edge = edges[id];
  NodeId setAt =
      edge.crossesIterations() && rivalId != id ? edge.loop : edge.setNode;
  Edge back;
  back.from = edge.to;
  back.to = edge.from;
  back.block = structure.commonBlock(rival.waitNode, setAt);
  back.setNode = structure.ancestorIn(back.block, rival.waitNode);
  back.waitNode = structure.ancestorIn(back.block, setAt);
  back.isThrottle = true;
  if (structure[back.setNode].before >= structure[back.waitNode].before) {
    if (depth == 0 || depth == kNone)
      return giveUp(id);
    back.loop = structure.enclosingLoop(back.block, depth);
    if (back.loop == kNone)
      return giveUp(id);
  } else {
    // The wait has to be over, not what waits.
    back.setBefore = back.setNode == rival.waitNode && !rival.waitAfter;
  }
  if (!insertEdge(back))
    return giveUp(id);
  ++plan.throttlePairs;
}

void Solver::resolveShortage(uint32_t id, const std::vector<uint32_t> &rivals) {
  if (!canResolve)
    return giveUp(id);
  Edge edge = edges[id];
  // Hold the producer back where a rival's wait already stands before it.
  NodeId setAt = edge.crossesIterations() ? edge.loop : edge.setNode;
  {
    uint32_t oldest = kNone;
    for (uint32_t rival : rivals)
      if (!edges[rival].crossesIterations() &&
          waitSlot(edges[rival]) < beginSlot(edge) &&
          (oldest == kNone || waitSlot(edges[rival]) < waitSlot(edges[oldest])))
        oldest = rival;
    if (oldest != kNone && !edges[oldest].isDead) {
      NodeId set = edges[oldest].waitNode;
      BlockId common = structure.commonBlock(set, setAt);
      if (structure[structure.ancestorIn(common, set)].before <
          structure[structure.ancestorIn(common, setAt)].before)
        return addThrottle(oldest, id, 0);
    }
  }
  std::vector<uint32_t> together = rivals;
  together.push_back(id);
  if (narrowWidest(together))
    return;
  // Join the two closest flags that cross iterations, or that are in flight
  // together, in one block.
  std::vector<uint32_t> family;
  for (uint32_t other = 0; other < edges.size(); ++other)
    if (!edges[other].isDead && edges[other].from == edge.from &&
        edges[other].to == edge.to)
      family.push_back(other);
  std::stable_sort(family.begin(), family.end(), [&](uint32_t a, uint32_t b) {
    return std::make_tuple(edges[a].block, edges[a].crossesIterations(),
                           waitSlot(edges[a])) <
           std::make_tuple(edges[b].block, edges[b].crossesIterations(),
                           waitSlot(edges[b]));
  });
  std::set<uint32_t> involved(rivals.begin(), rivals.end());
  involved.insert(id);
  uint64_t bestCost = ~0ull;
  std::pair<uint32_t, uint32_t> best{kNone, kNone};
  for (size_t i = 0; i + 1 < family.size(); ++i) {
    const Edge &a = edges[family[i]], &b = edges[family[i + 1]];
    if (a.block != b.block || a.crossesIterations() != b.crossesIterations() ||
        !involved.count(family[i]) || !involved.count(family[i + 1]))
      continue;
    if (!a.crossesIterations() && setSlot(b) > waitSlot(a))
      continue;
    uint64_t cost = uint64_t(waitSlot(b)) - waitSlot(a) +
                    (setSlot(a) > setSlot(b) ? setSlot(a) - setSlot(b)
                                             : setSlot(b) - setSlot(a));
    if (cost < bestCost) {
      bestCost = cost;
      best = {family[i], family[i + 1]};
    }
  }
  if (best.first != kNone)
    return mergeInto(best.second, best.first);
  for (uint32_t rival : rivals) {
    uint32_t depth = outermostDepth(edge.atSet, waitSlot(edges[rival]));
    if (!edges[rival].isDead && depth != kNone && !edge.crossesIterations())
      return addThrottle(rival, id, depth);
  }
  giveUp(id);
}

/// The last resort: a barrier of all pipes in place of the flag.
void Solver::giveUp(uint32_t id) {
  Edge edge = edges[id];
  detach(id);
  attached[edge.waitNode].barrierAll = true;
  changed(edge.block);
  plan.remarks.push_back(
      {edge.waitNode, "event ids from " +
                          std::string(target::toString(edge.from)) + " to " +
                          std::string(target::toString(edge.to)) +
                          " ran out; used a barrier of all pipes"});
}
