//===- Packing.cpp - exact search for offsets below a height ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Packing.h"
#include "PackOrders.h"
#include "PackSearch.h"
#include "SkylineSearch.h"

#include <algorithm>

using namespace pypto::allocator;

/// Steps before the first restart.
static constexpr int64_t kFirstLimit = 5000;

/// Runs of the skyline search per round, and the steps of each: it finds a
/// packing soon or hardly ever, so that many short runs are best.
static constexpr unsigned kSkylineRuns = 32;
static constexpr int64_t kSkylineLimit = 1000;

/// Short runs that fill the time line from below. They take at most a quarter
/// of the steps that are left.
static PackStatus runSkyline(SkylineSearch &search, unsigned numItems,
                             unsigned round, Budget &budget, int64_t nodeEnd) {
  // Every item takes a step at least.
  int64_t limit = kSkylineLimit + 2 * int64_t(numItems);
  int64_t end = budget.used() + (nodeEnd - budget.used()) / 4;
  PackStatus status = PackStatus::Stopped;
  for (unsigned run = 0; run < kSkylineRuns && budget.used() < end &&
                         status == PackStatus::Stopped;
       ++run)
    status = search.run(uint64_t(round) * kSkylineRuns + run,
                        std::min(limit, end - budget.used()));
  return status;
}

/// Restarts with growing limits, since a search that starts badly rarely
/// recovers: all searches, rankings and pivot rules in turn, every other time
/// with shaken rankings.
static PackResult packPart(const PoolModel &model, const ConflictGraph &graph,
                           int64_t height, Budget &budget, int64_t nodeEnd) {
  PackResult result;
  std::unique_ptr<PackSearch> searches[] = {
      makeGroupSearch(model, graph, height, budget),
      makePostponeSearch(model, graph, height, budget)};
  if (!searches[0]->boundsHold()) {
    result.status = PackStatus::Impossible;
    return result;
  }
  std::vector<std::vector<double>> orders = packOrders(model, graph);
  int64_t limit = kFirstLimit;
  std::optional<SkylineSearch> skyline;
  if (SkylineSearch::applies(model, graph))
    skyline.emplace(model, height, budget);
  for (unsigned round = 0;; ++round) {
    if (skyline) {
      result.status =
          runSkyline(*skyline, graph.size(), round, budget, nodeEnd);
      if (result.status == PackStatus::Found)
        result.offsets = skyline->offsets();
      if (result.status != PackStatus::Stopped || budget.exhausted())
        return result;
    }
    std::vector<std::vector<double>> rankings = orders;
    if (round % 2 == 1)
      perturbOrders(rankings, round);
    for (const std::vector<double> &ranking : rankings)
      for (PivotRule rule : {PivotRule::Lowest, PivotRule::Tightest})
        for (std::unique_ptr<PackSearch> &search : searches) {
          result.status = search->run(ranking, rule,
                                      std::min(nodeEnd, budget.used() + limit));
          if (result.status == PackStatus::Found)
            result.offsets = search->offsets();
          if (result.status != PackStatus::Stopped || budget.exhausted() ||
              budget.used() >= nodeEnd)
            return result;
        }
    if (round % 2 == 1)
      limit *= 2;
  }
}

PackResult pypto::allocator::pack(const PoolModel &model,
                                  const ConflictGraph &graph, int64_t height,
                                  Budget &budget, int64_t nodeLimit) {
  PackResult result;
  result.status = PackStatus::Found;
  if (model.pinnedPeak > height) {
    result.status = PackStatus::Impossible;
    return result;
  }
  result.offsets.resize(graph.size());
  int64_t nodeEnd = budget.used() + nodeLimit;
  for (const std::vector<unsigned> &part : connectedParts(graph)) {
    PoolModel partModel = extractPart(model, graph, part);
    PackResult found =
        packPart(partModel, partModel.graph, height, budget, nodeEnd);
    if (found.status == PackStatus::Impossible)
      return found;
    if (found.status == PackStatus::Stopped) {
      // A later part may still be proved impossible by its bound.
      result.status = PackStatus::Stopped;
      continue;
    }
    for (unsigned i = 0; i < part.size(); ++i)
      result.offsets[part[i]] = found.offsets[i];
  }
  return result;
}
