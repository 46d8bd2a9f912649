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
#include "RestPositions.h"

#include <algorithm>
#include <numeric>

using namespace pypto::allocator;

/// Cost of a position that a placed item forbids: more than all costs together,
/// and small enough that a million items may forbid one position.
static constexpr int64_t kForbidden = INT64_MAX >> 20;
/// A grid of up to this many positions is used as it is.
static constexpr int64_t kMostGridPositions = 1024;
/// A finer grid of up to this many positions is reduced to those that matter,
static constexpr int64_t kMostReachable = int64_t(1) << 20;
/// which may be up to this many.
static constexpr int64_t kMostPositions = 8192;
/// Positions that one step of the budget pays for.
static constexpr int64_t kWorkPerStep = 1 << 18;

namespace {
class GridSearch {
public:
  GridSearch(const PoolModel &model, const std::vector<unsigned> &part,
             int64_t height, Budget &budget, int64_t nodeEnd)
      : model(model), part(part), height(height), budget(budget),
        nodeEnd(nodeEnd) {}

  bool prepare() {
    chooseGrain();
    if (grain == 0 || !costsAreSmall() || !choosePositions())
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
        result.offsets.push_back(positions[bestPosition[i]]);
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

  bool costsAreSmall() const {
    int64_t left = kForbidden - 1;
    auto take = [&](int64_t cost) {
      left = cost > left ? -1 : left - cost;
      return left >= 0;
    };
    return std::all_of(model.soft.begin(), model.soft.end(),
                       [&](const SoftEdge &edge) { return take(edge.cost); }) &&
           std::all_of(
               model.softRanges.begin(), model.softRanges.end(),
               [&](const SoftRange &range) { return take(range.cost); });
  }

  /// The offsets at which items can come to rest: all of the grid if it is
  /// coarse, otherwise those that sums of sizes reach. False if there are too
  /// many.
  bool choosePositions() {
    int64_t last = height / grain;
    if (last <= kMostGridPositions) {
      for (int64_t p = 0; p <= last; ++p)
        positions.push_back(p * grain);
      return true;
    }
    if (last > kMostReachable)
      return false;
    RestPositions rest(last + 1);
    std::vector<int64_t> alignments;
    for (unsigned item : part) {
      alignments.push_back(model.items[item].alignment);
      for (const Range &range : model.items[item].blocked)
        rest.addBase(range.end / grain);
    }
    for (const SoftRange &range : model.softRanges)
      rest.addBase(range.offsets.end / grain);
    std::sort(alignments.begin(), alignments.end());
    alignments.erase(std::unique(alignments.begin(), alignments.end()),
                     alignments.end());
    // How far each item can raise what lies on it.
    std::vector<std::vector<int64_t>> steps(model.items.size());
    for (const SoftEdge &edge : model.soft) {
      steps[edge.first].push_back(edge.firstSize / grain);
      steps[edge.second].push_back(edge.secondSize / grain);
    }
    for (unsigned item : part) {
      steps[item].push_back(model.items[item].size / grain);
      for (const Edge &edge : model.graph.edges[item])
        steps[item].push_back(edge.above / grain);
      rest.stack(std::move(steps[item]));
      for (int64_t alignment : alignments)
        if (grain % alignment != 0)
          rest.align(alignment / grain);
      if (rest.count() > kMostPositions)
        return false;
    }
    for (int64_t p : rest.get())
      positions.push_back(p * grain);
    return true;
  }

  struct Link {
    unsigned other;
    /// In bytes: the pair overlaps if the other's position is within
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
      auto end = std::upper_bound(positions.begin(), positions.end(),
                                  height - item.size);
      extra[i].assign(end - positions.begin(), 0);
      for (size_t p = 0; p < extra[i].size(); ++p)
        if (item.lowestOffset(positions[p]) != positions[p])
          extra[i][p] = kForbidden;
      uniform &= item.size == model.items[part[0]].size && item.size == grain &&
                 item.blocked.empty();
      for (const Edge &edge : model.graph.edges[part[i]]) {
        unsigned j = indexOf[edge.item];
        if (j != ~0u && j > i)
          later[i].push_back({j, edge.above, edge.below, kForbidden});
      }
    }
    for (const SoftRange &range : model.softRanges) {
      unsigned i = indexOf[range.item];
      if (i == ~0u)
        continue;
      uniform = false;
      for (int64_t p = 0; p < int64_t(extra[i].size()); ++p)
        if (positions[p] >= range.offsets.begin &&
            positions[p] < range.offsets.end)
          extra[i][p] += range.cost;
    }
    for (const SoftEdge &edge : model.soft) {
      unsigned a = indexOf[edge.first], b = indexOf[edge.second];
      if (a == ~0u || b == ~0u)
        continue;
      if (a < b)
        later[a].push_back({b, edge.firstSize, edge.secondSize, edge.cost});
      else
        later[b].push_back({a, edge.secondSize, edge.firstSize, edge.cost});
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
      auto end = positions.begin() + costs.size();
      auto from = std::upper_bound(positions.begin(), end,
                                   positions[at] - link.otherSize);
      auto to = std::lower_bound(from, end, positions[at] + link.ownSize);
      for (auto p = from - positions.begin(); p < to - positions.begin(); ++p)
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
    // A step looks at every position of every open item; where there are many
    // it counts for more.
    int64_t work = int64_t(n - item) * int64_t(positions.size());
    if (!budget.spend(1 + work / kWorkPerStep) || budget.used() >= nodeEnd) {
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
  /// Offsets in bytes at which items may be put, ascending.
  std::vector<int64_t> positions;
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
