//===- Lower.cpp - flags that are set anew for each inner loop --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A flag of an inner loop that crosses the iterations of outer ones too is set
// before the outermost of them, and has its event id throughout. That costs
// least, but a nest of many loops has more such flags than there are ids. Those
// of some inner loops are then set before, and waited for behind, that loop
// only, where another loop's flags can have the same ids.
//
//===----------------------------------------------------------------------===//

#include "Solver.h"

#include <algorithm>
#include <functional>

using namespace pypto::sync;

/// The loop inside that of \p edge which contains all of the flag; kNone if
/// there is none.
NodeId Solver::loopBelow(const Edge &edge) const {
  if (edge.isDead || !edge.crossesIterations() || edge.distance > 1)
    return kNone;
  return structure.enclosingLoop(edge.block, structure.depthTag(edge.loop) + 1);
}

/// Sets the flag anew for each run of the next inner loop. Returns false if
/// there is none.
bool Solver::lower(uint32_t id) {
  NodeId loop = loopBelow(edges[id]);
  if (loop == kNone)
    return false;
  Edge edge = edges[id];
  detach(id);
  edge.loop = loop;
  edge.isLowered = true;
  insertEdge(edge);
  ++plan.loweredPairs;
  return true;
}

namespace {
/// What flags of one pair of pipes hold in a loop and in the loops inside.
struct LoopHolds {
  unsigned ids = 0;
  std::vector<NodeId> inner;
  /// Flags that could be set anew for each run of a loop inside, by that loop.
  std::map<NodeId, std::vector<uint32_t>> lowerable;
};
} // namespace

/// Leaves ids of every pair to flags that do not cross iterations.
void Solver::lowerCrossings() {
  PairMembers pairs;
  for (uint32_t id = 0; id < edges.size(); ++id)
    if (!edges[id].isDead && edges[id].crossesIterations())
      pairs[{edges[id].from, edges[id].to}].push_back(id);
  for (const auto &[pair, members] : pairs) {
    unsigned ids = idCount(pair.first, pair.second);
    lowerCrossings(members, ids - std::min(ids / 2, 2u));
  }
}

/// As long as the flags of \p members around some place need more than \p limit
/// ids, lowers those of the inner loop that has most of them.
void Solver::lowerCrossings(const std::vector<uint32_t> &members,
                            unsigned limit) {
  std::map<NodeId, LoopHolds> loops;
  for (uint32_t id : members) {
    const Edge &edge = edges[id];
    loops[edge.loop].ids += edge.distance;
    if (NodeId inner = loopBelow(edge); inner != kNone)
      loops[edge.loop].lowerable[inner].push_back(id);
  }
  std::vector<NodeId> known, outermost;
  for (const auto &entry : loops)
    known.push_back(entry.first);
  for (size_t i = 0, count = known.size(); i < count; ++i)
    for (const auto &entry : loops[known[i]].lowerable)
      if (loops.emplace(entry.first, LoopHolds()).second)
        known.push_back(entry.first);
  for (NodeId loop : known) {
    NodeId around = program.blocks[program.nodes[loop].parent].parent;
    while (around != kNone && !loops.count(around))
      around = program.blocks[program.nodes[around].parent].parent;
    (around == kNone ? outermost : loops[around].inner).push_back(loop);
  }
  std::function<unsigned(NodeId)> need = [&](NodeId loop) {
    unsigned most = 0;
    for (NodeId inner : loops[loop].inner)
      most = std::max(most, need(inner));
    return loops[loop].ids + most;
  };
  std::function<void(NodeId, unsigned)> visit = [&](NodeId loop,
                                                    unsigned outside) {
    LoopHolds &holds = loops[loop];
    unsigned most = 0;
    for (NodeId inner : holds.inner)
      most = std::max(most, need(inner));
    std::vector<std::pair<size_t, NodeId>> order;
    for (const auto &[inner, flags] : holds.lowerable)
      order.emplace_back(flags.size(), inner);
    std::stable_sort(order.begin(), order.end(),
                     [](auto &a, auto &b) { return a.first > b.first; });
    for (const auto &[count, inner] : order) {
      if (outside + holds.ids + most <= limit)
        break;
      for (uint32_t id : holds.lowerable[inner]) {
        lower(id);
        uint32_t made = static_cast<uint32_t>(edges.size() - 1);
        if (NodeId next = loopBelow(edges[made]); next != kNone)
          loops[inner].lowerable[next].push_back(made);
      }
      holds.ids -= static_cast<unsigned>(count);
      loops[inner].ids += static_cast<unsigned>(count);
      most = std::max(most, need(inner));
    }
    for (NodeId inner : holds.inner)
      visit(inner, outside + holds.ids);
  };
  for (NodeId loop : outermost)
    visit(loop, 0);
}
