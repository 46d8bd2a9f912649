//===- CostBound.cpp - sharing that no packing avoids -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "CostBound.h"

#include <algorithm>
#include <set>

using namespace pypto::allocator;

/// Fewest pairs within groups if \p count items are split into \p groups.
static int64_t fewestPairs(int64_t count, int64_t groups) {
  int64_t small = count / groups, larger = count % groups;
  return larger * (small + 1) * small / 2 +
         (groups - larger) * small * (small - 1) / 2;
}

namespace {
/// The items of at least some size, and how each pair of them is related.
class Crowd {
public:
  Crowd(const PoolModel &model, const std::vector<unsigned> &part, int64_t size)
      : size(size) {
    std::vector<unsigned> indexOf(model.items.size(), ~0u);
    for (unsigned item : part)
      if (model.items[item].size >= size) {
        indexOf[item] = static_cast<unsigned>(members.size());
        members.push_back(item);
      }
    unsigned n = static_cast<unsigned>(members.size());
    related.assign(n, std::vector<bool>(n, false));
    for (unsigned i = 0; i < n; ++i)
      for (const Edge &edge : model.graph.edges[members[i]]) {
        unsigned j = indexOf[edge.item];
        if (j != ~0u && edge.above >= size && edge.below >= size)
          related[i][j] = related[j][i] = true;
      }
    for (const SoftEdge &edge : model.soft) {
      unsigned a = indexOf[edge.first], b = indexOf[edge.second];
      if (a == ~0u || b == ~0u || edge.firstSize < size ||
          edge.secondSize < size)
        continue;
      related[a][b] = related[b][a] = true;
      leastCost = leastCost < 0 ? edge.cost : std::min(leastCost, edge.cost);
    }
  }

  /// The bound of this crowd, and of what is left when those that may share
  /// freely with most others leave one by one.
  int64_t bound(int64_t height) const {
    int64_t groups = height / size;
    if (leastCost <= 0 || groups <= 0)
      return 0;
    std::vector<unsigned> left;
    for (unsigned i = 0; i < members.size(); ++i)
      left.push_back(i);
    int64_t best = 0;
    while (!left.empty()) {
      int64_t freePairs = 0, mostFree = -1;
      unsigned leaver = 0;
      for (unsigned i : left) {
        int64_t mine = 0;
        for (unsigned j : left)
          mine += j != i && !related[i][j];
        freePairs += mine;
        if (mine > mostFree) {
          mostFree = mine;
          leaver = i;
        }
      }
      int64_t pairs = fewestPairs(int64_t(left.size()), groups) - freePairs / 2;
      best = std::max(best, pairs * leastCost);
      if (mostFree == 0)
        break;
      left.erase(std::find(left.begin(), left.end(), leaver));
    }
    return best;
  }

private:
  int64_t size;
  std::vector<unsigned> members;
  std::vector<std::vector<bool>> related;
  int64_t leastCost = -1;
};
} // namespace

/// Larger crowds are not counted, to keep the effort small.
static constexpr size_t kMostItems = 200;

int64_t pypto::allocator::crowdingBound(const PoolModel &model,
                                        const std::vector<unsigned> &part,
                                        int64_t height) {
  if (part.size() > kMostItems)
    return 0;
  std::set<int64_t> sizes;
  for (unsigned item : part)
    sizes.insert(model.items[item].size);
  int64_t best = 0;
  for (int64_t size : sizes)
    best = std::max(best, Crowd(model, part, size).bound(height));
  return best;
}
