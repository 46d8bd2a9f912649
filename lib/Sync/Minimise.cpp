//===- Minimise.cpp - remove what other synchronisation implies -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Solver.h"

#include "pypto/Sync/Rules.h"

#include <algorithm>

using namespace pypto::sync;

bool Solver::isSufficient(bool hasIds) {
  ++epoch;
  isChecking = true;
  isUnordered = false;
  State state = State::empty(0, usedPipes);
  walkBlock(Program::body(), state, Mode::Check);
  isChecking = false;
  if (isUnordered)
    return false;
  if (!hasIds)
    return true;
  isVerifying = true;
  bool isValid = true;
  for (auto &[pair, members] : collectPairs())
    isValid = isValid && assignPair(pair.first, pair.second, members);
  isVerifying = false;
  return isValid;
}

/// A flag across iterations from the scalar unit whose waiting pipe also waits
/// for a later flag of another pipe: that pipe can pass on what the scalar unit
/// has done. It is held up by nothing, since the scalar unit issues what it
/// does afterwards; and no flag has to be set before the loop and drained
/// behind it.
void Solver::passOnScalarWork() {
  for (uint32_t id = 0; id < edges.size(); ++id) {
    const Edge edge = edges[id];
    if (edge.isDead || !edge.crossesIterations() || edge.from != Pipe::S ||
        edge.distance != 1)
      continue;
    for (unsigned p = 0; p < kNumPipes; ++p) {
      if (pipeAt(p) == edge.to ||
          !isLegalFlag(options.arch, Pipe::S, pipeAt(p)))
        continue;
      auto others = crossings.find(
          {edge.block, static_cast<uint8_t>(p), static_cast<uint8_t>(edge.to)});
      uint32_t carrier = kNone;
      if (others != crossings.end())
        for (uint32_t other : others->second)
          if (edges[other].loop == edge.loop && edges[other].distance == 1 &&
              waitSlot(edges[other]) <= waitSlot(edge) &&
              setSlot(edges[other]) > setSlot(edge) &&
              edges[other].setNode != edge.setNode)
            carrier = other;
      if (carrier != kNone && passOn(id, carrier))
        break;
    }
  }
}

/// Replaces flag \p id by one to the pipe that sets \p carrier. Returns false,
/// and changes nothing, if that is not enough.
bool Solver::passOn(uint32_t id, uint32_t carrier) {
  Edge joined = edges[id];
  joined.to = edges[carrier].from;
  joined.loop = kNone;
  joined.waitNode = edges[carrier].setNode;
  joined.waitAfter = true;
  // Flags that it would take the place of could not be brought back.
  for (auto [wait, other] : ladders[keyOf(joined)])
    if ((wait >= waitSlot(joined)) ==
        (setSlot(edges[other]) <= setSlot(joined)))
      return false;
  detach(id);
  if (!insertEdge(joined)) {
    edges[id].isDead = false;
    attach(id);
    return false;
  }
  uint32_t made = static_cast<uint32_t>(edges.size() - 1);
  bool isEnough = isSufficient(/*hasIds=*/false);
  if (isEnough) {
    collectPairs();
    isEnough = idsNeeded(edges[made]) == 1;
  }
  if (isEnough)
    return true;
  detach(made);
  edges[id].isDead = false;
  attach(id);
  return false;
}

void Solver::removeRedundant(bool hasIds) {
  // On straight-line code each decision is needed when it is taken and stays
  // so; only loops, branches and the reuse of ids can make it redundant later.
  bool isStraight =
      std::all_of(program.nodes.begin(), program.nodes.end(),
                  [](const Node &node) { return node.blocks.empty(); });
  if (isStraight && (!hasIds || plan.mergedPairs + plan.throttlePairs == 0))
    return;
  // A loop is walked until nothing changes, so that nests cost far more than
  // their size.
  constexpr uint64_t kBudget = 100'000; // nodes walked
  uint64_t start = nodesWalked;
  auto canTry = [&] { return nodesWalked - start <= kBudget; };
  for (NodeId node = 0; node < program.nodes.size(); ++node) {
    bool &barrierAll = attached[node].barrierAll;
    if (barrierAll && canTry()) {
      barrierAll = false;
      barrierAll = !isSufficient(hasIds);
    }
    for (unsigned p = 0; p < kNumPipes; ++p) {
      uint8_t &barriers = attached[node].barriers;
      if (!(barriers >> p & 1) || !canTry())
        continue;
      barriers &= ~(1u << p);
      if (!isSufficient(hasIds))
        barriers |= 1u << p;
    }
  }
  // A flag that goes no longer needs others for the reuse of its id.
  for (bool hasRemoved = true; hasRemoved;) {
    hasRemoved = false;
    for (uint32_t id = 0; id < edges.size(); ++id) {
      if (edges[id].isDead || (edges[id].isThrottle && !hasIds) || !canTry())
        continue;
      detach(id);
      if (isSufficient(hasIds)) {
        ++plan.removedPairs;
        hasRemoved = hasIds;
        continue;
      }
      edges[id].isDead = false;
      attach(id);
    }
  }
}
