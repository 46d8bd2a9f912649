//===- PoolSearch.cpp - best offsets within one pool ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "PoolSearch.h"
#include "CostSearch.h"
#include "Greedy.h"
#include "Packing.h"

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
      record(placeInOrder(pool, pool.graph, decreasingOrder(pool), fit,
                          heightLimit));
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
  if (!outcome.found && planner == Planner::Exact && bound <= height) {
    PackResult result = pack(pool, pool.graph, height, budget, budget.left());
    if (result.status == PackStatus::Impossible)
      outcome.lowerBound = height + 1;
    if (result.status == PackStatus::Found) {
      record(std::move(result.offsets));
      outcome.found = pick(/*byCost=*/false);
    }
  }
  if (!outcome.found)
    heightLimit = before;
  outcome.value = best.height;
  return outcome;
}

/// Returns \p model with all costs turned into rules that \p offsets keep.
static PoolModel keepCosts(const PoolModel &model,
                           const std::vector<int64_t> &offsets) {
  PoolModel result = model;
  std::vector<bool> promoted;
  for (const SoftEdge &edge : model.soft)
    promoted.push_back(
        !edge.overlaps(offsets[edge.first], offsets[edge.second]));
  for (const SoftRange &range : model.softRanges) {
    int64_t at = offsets[range.item];
    if (at >= range.offsets.begin && at < range.offsets.end)
      continue;
    std::vector<Range> &blocked = result.items[range.item].blocked;
    blocked.push_back(range.offsets);
    mergeRanges(blocked);
  }
  result.graph = promote(model, promoted);
  return result;
}

Outcome PoolSearch::minimizeHeight() {
  Outcome outcome;
  outcome.lowerBound = bound;
  runGreedy();
  outcome.found = pick(/*byCost=*/false);
  outcome.value = best.height;
  if (!outcome.found || planner != Planner::Exact ||
      best.height <= outcome.lowerBound)
    return outcome;

  bool hasCosts = !pool.soft.empty() || !pool.softRanges.empty();
  if (!hasCosts || costLimit >= kUnlimited)
    return lowerHeight(pool, /*boundIsGlobal=*/true);
  // Keep apart what the best solution keeps apart. That may miss solutions with
  // other costs of the same sum, unless nothing at all is paid.
  PoolModel kept = keepCosts(pool, best.offsets);
  bool isGlobal = best.cost == pool.fixedCost;
  return lowerHeight(kept, isGlobal);
}

Outcome PoolSearch::lowerHeight(const PoolModel &model, bool boundIsGlobal) {
  Outcome outcome;
  outcome.found = true;
  outcome.lowerBound = bound;
  int64_t proved =
      std::max(bound, pypto::allocator::heightBound(model, model.graph));
  // The bound first, since it usually can be reached; then bisection.
  int64_t next = proved, tried = proved;
  while (next < best.height && !budget.exhausted()) {
    // Half of the steps stay for what follows.
    PackResult result =
        pack(model, model.graph, tried, budget, budget.left() / 2 + 1);
    if (result.status == PackStatus::Found) {
      record(std::move(result.offsets));
      pick(/*byCost=*/false);
    } else {
      next = tried + 1;
      if (result.status == PackStatus::Impossible)
        proved = tried + 1;
    }
    tried = next + (best.height - 1 - next) / 2;
  }
  if (boundIsGlobal)
    outcome.lowerBound = std::min(proved, best.height);
  outcome.value = best.height;
  return outcome;
}

/// Returns a height at which all items fit without any overlap.
static int64_t stackedHeight(const PoolModel &model) {
  int64_t height = model.pinnedPeak;
  if (!model.reserved.empty())
    height = std::max(height, model.reserved.back().end);
  for (const Item &item : model.items)
    height += item.size + item.alignment;
  return height;
}

Outcome PoolSearch::minimizeCost() {
  Outcome outcome;
  outcome.lowerBound = pool.fixedCost;
  runGreedy();
  outcome.found = pick(/*byCost=*/true);
  outcome.value = best.cost;
  if (!outcome.found || planner != Planner::Exact ||
      best.cost <= outcome.lowerBound)
    return outcome;
  CostResult result =
      searchCost(pool, std::min(heightLimit, stackedHeight(pool)), best.offsets,
                 budget, budget.left() / 2 + 1);
  if (result.found) {
    record(std::move(result.offsets));
    pick(/*byCost=*/true);
  }
  outcome.lowerBound = result.lowerBound;
  outcome.value = best.cost;
  return outcome;
}
