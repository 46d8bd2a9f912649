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
  ++epoch;
}

static void erase(std::vector<uint32_t> &list, uint32_t id) {
  list.erase(std::remove(list.begin(), list.end(), id), list.end());
}

void Solver::attach(uint32_t id) {
  const Edge &edge = edges[id];
  Attachments &set = attached[edge.setNode], &wait = attached[edge.waitNode];
  (edge.setBefore ? set.setsBefore : set.setsAfter).push_back(id);
  (edge.waitAfter ? wait.waitsAfter : wait.waitsBefore).push_back(id);
  if (edge.crossesIterations()) {
    attached[edge.loop].presets.push_back(id);
    attached[edge.loop].drains.push_back(id);
    crossings[keyOf(edge)].push_back(id);
  } else {
    ladders[keyOf(edge)][waitSlot(edge)] = id;
  }
}

void Solver::detach(uint32_t id) {
  Edge &edge = edges[id];
  edge.isDead = true;
  Attachments &set = attached[edge.setNode], &wait = attached[edge.waitNode];
  erase(edge.setBefore ? set.setsBefore : set.setsAfter, id);
  erase(edge.waitAfter ? wait.waitsAfter : wait.waitsBefore, id);
  if (edge.crossesIterations()) {
    erase(attached[edge.loop].presets, id);
    erase(attached[edge.loop].drains, id);
    erase(crossings[keyOf(edge)], id);
  } else {
    ladders[keyOf(edge)].erase(waitSlot(edge));
  }
}

bool Solver::insertEdge(Edge edge) {
  uint32_t set = setSlot(edge), wait = waitSlot(edge);
  if (edge.crossesIterations()) {
    // An earlier wait and a later set of an outer flag imply an inner one.
    auto covers = [&](const Edge &a, const Edge &b) {
      return waitSlot(a) <= waitSlot(b) && setSlot(a) >= setSlot(b) &&
             structure.depthTag(a.loop) <= structure.depthTag(b.loop);
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
    if (next != ladder.begin() && setSlot(edges[std::prev(next)->second]) >= set)
      return false;
    for (auto it = ladder.lower_bound(wait);
         it != ladder.end() && setSlot(edges[it->second]) <= set;) {
      uint32_t covered = it->second;
      ++it;
      detach(covered);
    }
  }
  BlockId block = edge.block;
  edges.push_back(std::move(edge));
  attach(static_cast<uint32_t>(edges.size() - 1));
  changed(block);
  return true;
}
