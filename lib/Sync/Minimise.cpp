//===- Minimise.cpp - remove what other synchronisation implies -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Solver.h"

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
