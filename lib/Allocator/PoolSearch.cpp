//===- PoolSearch.cpp - best offsets within one pool ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "PoolSearch.h"
#include "Greedy.h"

#include <algorithm>

using namespace pypto::allocator;

/// No limit; far from overflow when added to.
static constexpr int64_t kUnlimited = INT64_MAX / 4;

PoolSearch::PoolSearch(PoolModel model, Planner planner, Budget &budget)
    : pool(std::move(model)), planner(planner), budget(budget),
      bound(pypto::allocator::heightBound(pool, pool.graph)),
      heightLimit(kUnlimited), costLimit(kUnlimited) {}

void PoolSearch::limitHeight(int64_t height) {
  heightLimit = std::min(heightLimit, height);
}

void PoolSearch::limitCost(int64_t cost) {
  costLimit = std::min(costLimit, cost);
}

void PoolSearch::record(std::vector<int64_t> offsets) {
  Candidate candidate;
  candidate.height = heightOf(pool, offsets);
  candidate.cost = sharingCost(pool, offsets);
  candidate.offsets = std::move(offsets);
  auto beats = [](const Candidate &a, const Candidate &b) {
    return a.height <= b.height && a.cost <= b.cost;
  };
  for (const Candidate &other : candidates)
    if (beats(other, candidate))
      return;
  candidates.erase(std::remove_if(candidates.begin(), candidates.end(),
                                  [&](const Candidate &other) {
                                    return beats(candidate, other);
                                  }),
                   candidates.end());
  candidates.push_back(std::move(candidate));
}

void PoolSearch::runGreedy() {
  if (greedyLimit == heightLimit)
    return;
  bool isFirstRun = greedyLimit < 0;
  greedyLimit = heightLimit;
  if (planner == Planner::FirstFit || planner == Planner::BestFit) {
    Fit fit = planner == Planner::FirstFit ? Fit::First : Fit::Best;
    if (isFirstRun)
      record(
          placeInOrder(pool, pool.graph, arrivalOrder(pool), fit, heightLimit));
    return;
  }
  bool hasCosts = !pool.soft.empty() || !pool.softRanges.empty();
  for (const std::vector<unsigned> &order : greedyOrders(pool)) {
    if (isFirstRun) {
      record(placeInOrder(pool, pool.graph, order, Fit::First, heightLimit));
      record(placeInOrder(pool, pool.graph, order, Fit::Best, heightLimit));
    }
    if (hasCosts)
      record(placeInOrder(pool, pool.graph, order, Fit::Cheapest, heightLimit));
  }
}

bool PoolSearch::withinLimits(const Candidate &candidate) const {
  return candidate.height <= heightLimit && candidate.cost <= costLimit;
}

bool PoolSearch::pick(bool byCost) {
  const Candidate *chosen = nullptr;
  auto key = [&](const Candidate &c) {
    return byCost ? std::make_pair(c.cost, c.height)
                  : std::make_pair(c.height, c.cost);
  };
  for (const Candidate &candidate : candidates)
    if (withinLimits(candidate) && (!chosen || key(candidate) < key(*chosen)))
      chosen = &candidate;
  if (chosen)
    best = *chosen;
  return chosen != nullptr;
}

Outcome PoolSearch::fitWithin(int64_t height) {
  int64_t before = heightLimit;
  limitHeight(height);
  Outcome outcome;
  outcome.lowerBound = bound;
  runGreedy();
  outcome.found = pick(/*byCost=*/false);
  if (!outcome.found)
    heightLimit = before;
  outcome.value = best.height;
  return outcome;
}

Outcome PoolSearch::minimizeHeight() {
  Outcome outcome;
  outcome.lowerBound = bound;
  runGreedy();
  outcome.found = pick(/*byCost=*/false);
  outcome.value = best.height;
  return outcome;
}

Outcome PoolSearch::minimizeCost() {
  Outcome outcome;
  outcome.lowerBound = pool.fixedCost;
  runGreedy();
  outcome.found = pick(/*byCost=*/true);
  outcome.value = best.cost;
  return outcome;
}
