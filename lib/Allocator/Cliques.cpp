//===- Cliques.cpp - sets of items that exclude each other ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Items that pairwise conflict have to be stacked, so the bytes of such a set
// bound the height from below. Items live at one moment are such a set unless
// some are in different branches; separations join items of different moments.
//
//===----------------------------------------------------------------------===//

#include "PoolModel.h"

#include <algorithm>
#include <numeric>

using namespace pypto::allocator;

namespace {
/// Grows sets of items to maximal cliques, largest items first.
class CliqueGrower {
public:
  CliqueGrower(const PoolModel &model, const ConflictGraph &graph)
      : graph(graph), common(graph.size(), 0) {
    bySize.resize(graph.size());
    std::iota(bySize.begin(), bySize.end(), 0u);
    std::stable_sort(bySize.begin(), bySize.end(), [&](unsigned a, unsigned b) {
      return model.items[a].size > model.items[b].size;
    });
    rank.resize(graph.size());
    for (unsigned r = 0; r < bySize.size(); ++r)
      rank[bySize[r]] = r;
  }

  /// Returns the members of \p set that, taken in this order, conflict with all
  /// taken before, extended by other items.
  std::vector<unsigned> grow(const std::vector<unsigned> &set) {
    std::fill(common.begin(), common.end(), 0u);
    clique.clear();
    for (unsigned item : set)
      if (common[item] == clique.size())
        take(item);
    if (!clique.empty()) {
      // Every further member is a neighbour of the first one.
      std::vector<unsigned> candidates;
      for (const Edge &edge : graph.edges[clique.front()])
        candidates.push_back(edge.item);
      std::sort(candidates.begin(), candidates.end(),
                [&](unsigned a, unsigned b) { return rank[a] < rank[b]; });
      for (unsigned item : candidates)
        if (common[item] == clique.size())
          take(item);
    }
    std::sort(clique.begin(), clique.end());
    return clique;
  }

  bool isClique(const std::vector<unsigned> &set) {
    std::fill(common.begin(), common.end(), 0u);
    for (unsigned item : set)
      for (const Edge &edge : graph.edges[item])
        ++common[edge.item];
    return std::all_of(set.begin(), set.end(), [&](unsigned item) {
      return common[item] + 1 == set.size();
    });
  }

private:
  void take(unsigned item) {
    clique.push_back(item);
    // A member must not be taken twice.
    common[item] = ~0u;
    for (const Edge &edge : graph.edges[item])
      if (common[edge.item] != ~0u)
        ++common[edge.item];
  }

  const ConflictGraph &graph;
  std::vector<unsigned> bySize, rank;
  /// How many members of the growing clique are neighbours of an item.
  std::vector<unsigned> common;
  std::vector<unsigned> clique;
};
} // namespace

/// Removes duplicates and sets that are contained in another one.
static void dropContained(std::vector<std::vector<unsigned>> &sets,
                          unsigned numItems) {
  std::stable_sort(sets.begin(), sets.end(), [](const auto &a, const auto &b) {
    return a.size() != b.size() ? a.size() > b.size() : a < b;
  });
  sets.erase(std::unique(sets.begin(), sets.end()), sets.end());
  std::vector<std::vector<unsigned>> kept;
  std::vector<std::vector<unsigned>> keptWith(numItems);
  std::vector<unsigned> hits;
  for (std::vector<unsigned> &set : sets) {
    // A kept set contains this one if it is listed with every one of its items.
    hits.assign(kept.size(), 0);
    bool contained = false;
    for (unsigned item : set)
      for (unsigned other : keptWith[item])
        contained |= ++hits[other] == set.size();
    if (contained)
      continue;
    for (unsigned item : set)
      keptWith[item].push_back(static_cast<unsigned>(kept.size()));
    kept.push_back(std::move(set));
  }
  sets = std::move(kept);
}

void pypto::allocator::rebuildCliques(const PoolModel &model,
                                      ConflictGraph &graph,
                                      std::vector<std::vector<unsigned>> base,
                                      const std::vector<BufferPair> &extra) {
  CliqueGrower grower(model, graph);
  std::vector<std::vector<unsigned>> cliques;
  bool grows = !extra.empty();
  for (std::vector<unsigned> &set : base) {
    if (grower.isClique(set)) {
      if (grows)
        cliques.push_back(grower.grow(set));
      cliques.push_back(std::move(set));
      continue;
    }
    std::stable_sort(set.begin(), set.end(), [&](unsigned a, unsigned b) {
      return model.items[a].size > model.items[b].size;
    });
    // One clique through each member that conflicts with not all others.
    std::vector<unsigned> seeded = set;
    for (unsigned i = 0; i < set.size(); ++i) {
      std::rotate(seeded.begin(), seeded.begin() + i, seeded.begin() + i + 1);
      cliques.push_back(grower.grow(seeded));
      std::rotate(seeded.begin(), seeded.begin() + 1, seeded.begin() + i + 1);
    }
  }
  for (const BufferPair &pair : extra)
    cliques.push_back(grower.grow({pair.first, pair.second}));
  for (unsigned item = 0; item < graph.size(); ++item)
    cliques.push_back({item});
  dropContained(cliques, graph.size());
  graph.cliques = std::move(cliques);
}

int64_t pypto::allocator::cliqueGrain(const PoolModel &model,
                                      const std::vector<unsigned> &clique) {
  int64_t grain = 0;
  for (unsigned item : clique)
    grain = std::gcd(grain, model.items[item].alignment);
  // An item may end right below a reserved range, without padding.
  for (const Range &range : model.reserved)
    if (range.begin % grain != 0)
      return 1;
  return grain;
}

std::vector<int64_t>
pypto::allocator::cliqueWeights(const PoolModel &model,
                                const ConflictGraph &graph,
                                const std::vector<unsigned> &clique) {
  int64_t grain = cliqueGrain(model, clique);
  std::vector<unsigned> positionOf(graph.size(), ~0u);
  std::vector<int64_t> weights;
  for (unsigned p = 0; p < clique.size(); ++p) {
    positionOf[clique[p]] = p;
    weights.push_back(model.items[clique[p]].size);
  }
  for (unsigned p = 0; p < clique.size(); ++p) {
    for (const Edge &edge : graph.edges[clique[p]])
      if (positionOf[edge.item] != ~0u)
        weights[p] = std::min(weights[p], edge.above);
    weights[p] = (weights[p] + grain - 1) / grain * grain;
  }
  return weights;
}

/// Returns where \p bytes that start at \p from end if none may be reserved.
static int64_t fillAround(const std::vector<Range> &reserved, int64_t from,
                          int64_t bytes) {
  for (const Range &range : reserved) {
    if (range.end <= from)
      continue;
    int64_t room = std::max<int64_t>(0, range.begin - from);
    if (room >= bytes)
      break;
    bytes -= room;
    from = range.end;
  }
  return from + bytes;
}

int64_t pypto::allocator::heightBound(const PoolModel &model,
                                      const ConflictGraph &graph) {
  int64_t bound = model.pinnedPeak;
  for (const std::vector<unsigned> &clique : graph.cliques) {
    std::vector<int64_t> weights = cliqueWeights(model, graph, clique);
    int64_t floor = INT64_MAX, sum = 0, topSaving = INT64_MIN;
    for (unsigned p = 0; p < clique.size(); ++p) {
      const Item &item = model.items[clique[p]];
      int64_t lowest = item.lowestOffset(0);
      floor = std::min(floor, lowest);
      bound = std::max(bound, lowest + item.size);
      sum += weights[p];
      topSaving = std::max(topSaving, weights[p] - item.size);
    }
    // The topmost item needs no padding above itself.
    bound = std::max(bound, fillAround(model.reserved, floor, sum - topSaving));
  }
  return bound;
}

ConflictGraph pypto::allocator::promote(const PoolModel &model,
                                        const std::vector<bool> &promoted) {
  ConflictGraph graph = model.graph;
  std::vector<BufferPair> extra;
  auto addEdge = [&](unsigned from, unsigned to, int64_t above, int64_t below) {
    for (Edge &edge : graph.edges[from])
      if (edge.item == to) {
        edge.above = std::max(edge.above, above);
        edge.below = std::max(edge.below, below);
        return;
      }
    graph.edges[from].push_back({to, above, below});
  };
  for (unsigned e = 0; e < model.soft.size(); ++e) {
    if (!promoted[e])
      continue;
    const SoftEdge &edge = model.soft[e];
    addEdge(edge.first, edge.second, edge.firstSize, edge.secondSize);
    addEdge(edge.second, edge.first, edge.secondSize, edge.firstSize);
    extra.push_back({edge.first, edge.second});
  }
  rebuildCliques(model, graph, model.graph.cliques, extra);
  return graph;
}
