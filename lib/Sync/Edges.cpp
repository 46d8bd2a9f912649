//===- Edges.cpp - the set of flags under construction ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Solver.h"

#include <algorithm>

using namespace pypto::sync;

Solver::PairKey Solver::keyOf(const Edge &edge) {
  return {edge.block, static_cast<uint8_t>(edge.from),
          static_cast<uint8_t>(edge.to)};
}

void Solver::changed(BlockId block) {
  ++additions[block];
  ++totalAdditions;
  invalidate(block);
}

/// What was known of the loops and branches around \p block is so no longer.
void Solver::invalidate(BlockId block) {
  ++changes;
  for (NodeId node = program.blocks[block].parent; node != kNone;
       node = program.blocks[program.nodes[node].parent].parent)
    regions[regionOf[node]].version = changes;
}

static void erase(std::vector<uint32_t> &list, uint32_t id) {
  list.erase(std::remove(list.begin(), list.end(), id), list.end());
}

/// Calls fn for every loop and branch that \p edge, which crosses iterations,
/// concerns.
template <typename Fn> void Solver::forEachConcerned(const Edge &edge, Fn fn) {
  for (NodeId node : {edge.setNode, edge.waitNode})
    if (!program.nodes[node].blocks.empty() &&
        (node == edge.setNode || edge.setNode != edge.waitNode))
      fn(concerning[node]);
  for (BlockId block = edge.block;;) {
    NodeId node = program.blocks[block].parent;
    fn(concerning[node]);
    if (node == edge.loop)
      return;
    block = program.nodes[node].parent;
  }
}

void Solver::countWait(const Edge &edge, int change) {
  std::map<uint32_t, unsigned> &counts = waitCounts[pipes.number(edge.to)];
  uint32_t slot = waitSlot(edge);
  waitsPlaced += change > 0;
  if ((counts[slot] += static_cast<unsigned>(change)) == 0)
    counts.erase(slot);
}

void Solver::attach(uint32_t id) {
  const Edge &edge = edges[id];
  invalidate(edge.block);
  Attachments &set = attached[edge.setNode], &wait = attached[edge.waitNode];
  (edge.setBefore ? set.setsBefore : set.setsAfter).push_back(id);
  (edge.waitAfter ? wait.waitsAfter : wait.waitsBefore).push_back(id);
  if (edge.crossesIterations()) {
    attached[edge.loop].presets.push_back(id);
    attached[edge.loop].drains.push_back(id);
    crossings[keyOf(edge)].push_back(id);
    forEachConcerned(edge, [&](auto &list) { list.push_back(id); });
  } else {
    ladders[keyOf(edge)][waitSlot(edge)] = id;
    countWait(edge, 1);
  }
}

void Solver::detach(uint32_t id) {
  Edge &edge = edges[id];
  edge.isDead = true;
  mayHaveLostOrder = true;
  invalidate(edge.block);
  Attachments &set = attached[edge.setNode], &wait = attached[edge.waitNode];
  erase(edge.setBefore ? set.setsBefore : set.setsAfter, id);
  erase(edge.waitAfter ? wait.waitsAfter : wait.waitsBefore, id);
  if (edge.crossesIterations()) {
    erase(attached[edge.loop].presets, id);
    erase(attached[edge.loop].drains, id);
    erase(crossings[keyOf(edge)], id);
    forEachConcerned(edge, [&](auto &list) { erase(list, id); });
  } else {
    ladders[keyOf(edge)].erase(waitSlot(edge));
    countWait(edge, -1);
  }
}

bool Solver::insertEdge(Edge edge) {
  uint32_t set = setSlot(edge), wait = waitSlot(edge);
  if (edge.crossesIterations()) {
    // An earlier wait and a later set of an outer flag imply an inner one.
    auto covers = [&](const Edge &a, const Edge &b) {
      return waitSlot(a) <= waitSlot(b) && setSlot(a) >= setSlot(b) &&
             structure.depthTag(a.loop) <= structure.depthTag(b.loop) &&
             a.distance <= b.distance;
    };
    std::vector<uint32_t> same = crossings[keyOf(edge)];
    for (uint32_t id : same)
      if (covers(edges[id], edge))
        return false;
    for (uint32_t id : same)
      if (covers(edge, edges[id]))
        detach(id);
  } else {
    std::map<uint32_t, uint32_t> &ladder = ladders[keyOf(edge)];
    auto next = ladder.upper_bound(wait);
    if (next != ladder.begin() &&
        setSlot(edges[std::prev(next)->second]) >= set)
      return false;
    for (auto it = ladder.lower_bound(wait);
         it != ladder.end() && setSlot(edges[it->second]) <= set;) {
      uint32_t covered = it->second;
      ++it;
      detach(covered);
    }
  }
  edges.push_back(edge);
  attach(static_cast<uint32_t>(edges.size() - 1));
  changed(edge.block);
  if (edge.crossesIterations())
    limitCrossings(edge);
  return true;
}

/// Event ids of the pair that are not the author's.
unsigned Solver::idCount(Pipe from, Pipe to) const {
  unsigned count = 0;
  for (unsigned n = 0; n < options.eventIds; ++n)
    count += !(reservedIds[pipes.number(from)][pipes.number(to)] >> n & 1);
  return count;
}

/// A flag that crosses iterations keeps its id throughout the loop. Joins the
/// closest two of the block and pair of \p edge when there are too many.
void Solver::limitCrossings(const Edge &edge) {
  std::vector<uint32_t> members = crossings[keyOf(edge)];
  unsigned ids = idCount(edge.from, edge.to);
  auto used = pressure.find(keyOf(edge));
  unsigned taken = used == pressure.end() ? 0 : used->second;
  unsigned needed = 0;
  for (uint32_t id : members)
    needed += edges[id].distance;
  if (needed <= std::max(1u, ids > taken ? ids - taken : 0))
    return;
  if (narrowWidest(members))
    return;
  std::sort(members.begin(), members.end(), [&](uint32_t a, uint32_t b) {
    return waitSlot(edges[a]) < waitSlot(edges[b]);
  });
  auto distance = [](uint32_t a, uint32_t b) { return a < b ? b - a : a - b; };
  size_t best = 0;
  uint32_t bestCost = kNone;
  for (size_t i = 0; i + 1 < members.size(); ++i) {
    const Edge &a = edges[members[i]], &b = edges[members[i + 1]];
    uint32_t cost =
        distance(waitSlot(a), waitSlot(b)) + distance(setSlot(a), setSlot(b));
    if (cost < bestCost) {
      bestCost = cost;
      best = i;
    }
  }
  mergeInto(members[best + 1], members[best]);
}

/// Replaces two flags by one that is set after both and waited for before both.
void Solver::mergeInto(uint32_t kept, uint32_t dropped) {
  Edge joined = edges[kept];
  const Edge &other = edges[dropped];
  if (setSlot(other) > setSlot(joined)) {
    joined.setNode = other.setNode;
    joined.setBefore = other.setBefore;
  }
  if (waitSlot(other) < waitSlot(joined)) {
    joined.waitNode = other.waitNode;
    joined.waitAfter = other.waitAfter;
  }
  if (joined.crossesIterations() &&
      structure.depthTag(other.loop) < structure.depthTag(joined.loop))
    joined.loop = other.loop;
  joined.distance = std::min(joined.distance, other.distance);
  joined.merged += other.merged;
  joined.isThrottle &= other.isThrottle;
  detach(kept);
  detach(dropped);
  insertEdge(joined);
  ++plan.mergedPairs;
}
