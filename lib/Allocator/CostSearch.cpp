//===- CostSearch.cpp - exact search for the least sharing cost -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Branch and bound over one independent part at a time. Items are taken in the
// order of their lifetimes. First the last item alone is solved, then the last
// two, and so on ("Russian dolls"): the least cost among the items that are
// still open is then known exactly, and adding for each of them the least cost
// against the items already placed gives a tight bound.
//
//===----------------------------------------------------------------------===//

#include "CostSearch.h"
#include "CostBound.h"

#include <algorithm>
#include <numeric>

using namespace pypto::allocator;

static constexpr int64_t kForbidden = INT64_MAX / 4;

namespace {
class GridSearch {
public:
  GridSearch(const PoolModel &model, const std::vector<unsigned> &part,
             int64_t height, Budget &budget, int64_t nodeEnd)
      : model(model), part(part), height(height), budget(budget),
        nodeEnd(nodeEnd) {}

  /// More positions than this are too many to keep a cost for each.
  static constexpr int64_t kMostPositions = 1024;

  bool prepare() {
    chooseGrain();
    if (grain == 0 || height / grain > kMostPositions)
      return false;
    std::stable_sort(part.begin(), part.end(), [&](unsigned a, unsigned b) {
      return model.items[a].hull.begin < model.items[b].hull.begin;
    });
    buildTables();
    return true;
  }

  /// Solves the part. The offsets of the result are in the order of `order`.
  /// Nothing costs less than \p lowerBound; only less than \p upperBound
  /// counts.
  CostResult run(int64_t upperBound, int64_t lowerBound) {
    unsigned n = static_cast<unsigned>(part.size());
    suffix.assign(n + 1, 0);
    CostResult result;
    for (unsigned first = n; first-- > 0;) {
      start = first;
      floorCost = suffix[first + 1];
      if (first == 0)
        floorCost = std::max(floorCost, lowerBound);
      best = first == 0 ? upperBound : totalCost(first) + 1;
      found = false;
      stopped = false;
      place(first, 0, -1);
      if (stopped) {
        result.lowerBound = floorCost;
        break;
      }
      // Without a solution the suffix cannot be placed below its bound.
      suffix[first] = best;
      result.lowerBound = best;
    }
    result.found = found && start == 0;
    if (result.found)
      for (unsigned i = 0; i < n; ++i)
        result.offsets.push_back(bestPosition[i] * grain);
    return result;
  }

  const std::vector<unsigned> &order() const { return part; }

private:
  /// Items come to rest on tops of others and on ends of forbidden ranges.
  void chooseGrain() {
    auto add = [&](int64_t bytes) { grain = std::gcd(grain, bytes); };
    std::vector<bool> inPart(model.items.size(), false);
    for (unsigned item : part) {
      inPart[item] = true;
      add(model.items[item].size);
      for (const Range &range : model.items[item].blocked)
        if (range.end > 0)
          add(range.end);
      for (const Edge &edge : model.graph.edges[item])
        add(edge.above);
    }
    for (const SoftEdge &edge : model.soft)
      if (inPart[edge.first]) {
        add(edge.firstSize);
        add(edge.secondSize);
      }
    for (const SoftRange &range : model.softRanges)
      if (inPart[range.item] && range.offsets.end > 0)
        add(range.offsets.end);
    int64_t rests = grain;
    for (unsigned item : part)
      if (rests % model.items[item].alignment != 0)
        add(model.items[item].alignment);
  }

  struct Link {
    unsigned other;
    /// In grid positions: the pair overlaps if the other's position is within
    /// (own - otherSize, own + ownSize).
    int64_t ownSize, otherSize;
    int64_t cost;
  };

  void buildTables() {
    unsigned n = static_cast<unsigned>(part.size());
    std::vector<unsigned> indexOf(model.items.size(), ~0u);
    for (unsigned i = 0; i < n; ++i)
      indexOf[part[i]] = i;
    later.resize(n);
    extra.resize(n);
    position.assign(n, 0);
    bestPosition.assign(n, 0);
    uniform = true;
    for (unsigned i = 0; i < n; ++i) {
      const Item &item = model.items[part[i]];
      int64_t count =
          height >= item.size ? (height - item.size) / grain + 1 : 0;
      extra[i].assign(count, 0);
      for (int64_t p = 0; p < count; ++p)
        if (item.lowestOffset(p * grain) != p * grain)
          extra[i][p] = kForbidden;
      uniform &= item.size == model.items[part[0]].size && item.size == grain &&
                 item.blocked.empty();
      for (const Edge &edge : model.graph.edges[part[i]]) {
        unsigned j = indexOf[edge.item];
        if (j != ~0u && j > i)
          later[i].push_back(
              {j, edge.above / grain, edge.below / grain, kForbidden});
      }
    }
    for (const SoftRange &range : model.softRanges) {
      unsigned i = indexOf[range.item];
      if (i == ~0u)
        continue;
      uniform = false;
      for (int64_t p = 0; p < int64_t(extra[i].size()); ++p)
        if (p * grain >= range.offsets.begin && p * grain < range.offsets.end)
          extra[i][p] += range.cost;
    }
    for (const SoftEdge &edge : model.soft) {
      unsigned a = indexOf[edge.first], b = indexOf[edge.second];
      if (a == ~0u || b == ~0u)
        continue;
      int64_t sizeA = edge.firstSize / grain, sizeB = edge.secondSize / grain;
      if (a < b)
        later[a].push_back({b, sizeA, sizeB, edge.cost});
      else
        later[b].push_back({a, sizeB, sizeA, edge.cost});
    }
  }

  /// Returns what the items from \p first on cost at most.
  int64_t totalCost(unsigned first) const {
    int64_t sum = 0;
    for (unsigned i = first; i < part.size(); ++i) {
      int64_t most = 0;
      for (int64_t value : extra[i])
        if (value < kForbidden)
          most = std::max(most, value);
      sum += most;
      for (const Link &link : later[i])
        if (link.cost < kForbidden)
          sum += link.cost;
    }
    return sum;
  }

  void apply(unsigned item, int64_t at, int64_t sign) {
    for (const Link &link : later[item]) {
      std::vector<int64_t> &costs = extra[link.other];
      int64_t from = std::max<int64_t>(0, at - link.otherSize + 1);
      int64_t to = std::min<int64_t>(int64_t(costs.size()), at + link.ownSize);
      for (int64_t p = from; p < to; ++p)
        costs[p] += sign * link.cost;
    }
  }

  int64_t leastExtra(unsigned item) const {
    int64_t least = kForbidden;
    for (int64_t value : extra[item])
      least = std::min(least, value);
    return least;
  }

  /// Places the items from \p item on; those before it cost \p cost so far.
  void place(unsigned item, int64_t cost, int64_t highest) {
    unsigned n = static_cast<unsigned>(part.size());
    if (item == n) {
      best = cost;
      bestPosition = position;
      found = true;
      return;
    }
    if (!budget.spend() || budget.used() >= nodeEnd) {
      stopped = true;
      return;
    }
    int64_t bound = cost;
    for (unsigned i = item; i < n; ++i) {
      bound += leastExtra(i);
      if (bound >= best)
        return;
    }
    if (bound + suffix[item == start ? item + 1 : item] >= best)
      return;
    std::vector<std::pair<int64_t, int64_t>> choices;
    for (int64_t p = 0; p < int64_t(extra[item].size()); ++p) {
      // Unused slots of one size are all alike.
      if (uniform && p > highest + 1)
        break;
      if (extra[item][p] < kForbidden)
        choices.push_back({extra[item][p], p});
    }
    std::sort(choices.begin(), choices.end());
    for (auto [added, p] : choices) {
      if (cost + added + suffix[item + 1] >= best)
        break;
      position[item] = p;
      apply(item, p, 1);
      place(item + 1, cost + added, std::max(highest, p));
      apply(item, p, -1);
      if (stopped || best <= floorCost)
        return;
    }
  }

  const PoolModel &model;
  std::vector<unsigned> part;
  int64_t height;
  Budget &budget;
  int64_t nodeEnd;
  int64_t grain = 0;
  bool uniform = false;
  std::vector<std::vector<Link>> later;
  /// Cost of every position of an item against the items placed so far.
  std::vector<std::vector<int64_t>> extra;
  /// Least cost among the items from an index on.
  std::vector<int64_t> suffix;
  std::vector<int64_t> position, bestPosition;
  unsigned start = 0;
  int64_t floorCost = 0;
  int64_t best = 0;
  bool found = false;
  bool stopped = false;
};
} // namespace

/// Parts that neither a hard nor a soft pair connects.
static std::vector<std::vector<unsigned>> costParts(const PoolModel &model) {
  ConflictGraph joined;
  joined.edges = model.graph.edges;
  for (const SoftEdge &edge : model.soft) {
    joined.edges[edge.first].push_back({edge.second, 0, 0});
    joined.edges[edge.second].push_back({edge.first, 0, 0});
  }
  return connectedParts(joined);
}

/// Returns what \p part costs at \p offsets.
static int64_t partCost(const PoolModel &model,
                        const std::vector<unsigned> &part,
                        const std::vector<int64_t> &offsets) {
  std::vector<bool> inPart(model.items.size(), false);
  for (unsigned item : part)
    inPart[item] = true;
  int64_t cost = 0;
  for (const SoftEdge &edge : model.soft)
    if (inPart[edge.first] &&
        edge.overlaps(offsets[edge.first], offsets[edge.second]))
      cost += edge.cost;
  for (const SoftRange &range : model.softRanges)
    if (inPart[range.item] && offsets[range.item] >= range.offsets.begin &&
        offsets[range.item] < range.offsets.end)
      cost += range.cost;
  return cost;
}

CostResult pypto::allocator::searchCost(const PoolModel &model, int64_t height,
                                        const std::vector<int64_t> &incumbent,
                                        Budget &budget, int64_t nodeLimit) {
  CostResult result;
  result.offsets = incumbent;
  result.lowerBound = model.fixedCost;
  int64_t nodeEnd = budget.used() + nodeLimit;
  for (const std::vector<unsigned> &part : costParts(model)) {
    int64_t cost = partCost(model, part, incumbent);
    if (cost == 0)
      continue;
    int64_t crowding = std::min(cost, crowdingBound(model, part, height));
    GridSearch search(model, part, height, budget, nodeEnd);
    if (crowding == cost || !search.prepare()) {
      result.lowerBound += crowding;
      continue;
    }
    CostResult found = search.run(cost, crowding);
    result.lowerBound += std::min(std::max(found.lowerBound, crowding), cost);
    if (!found.found)
      continue;
    result.found = true;
    for (unsigned i = 0; i < part.size(); ++i)
      result.offsets[search.order()[i]] = found.offsets[i];
  }
  return result;
}
