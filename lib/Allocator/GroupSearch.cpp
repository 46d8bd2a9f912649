//===- GroupSearch.cpp - packing by choosing the next lowest item -*- C++ -*-=//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "PackSearch.h"

#include <algorithm>
#include <limits>

using namespace pypto::allocator;

namespace {
class GroupSearch : public PackSearch {
public:
  using PackSearch::PackSearch;

private:
  /// The item, given by its offset and rank, that was chosen as the lowest of a
  /// group which this item is in.
  struct Floor {
    int64_t offset = 0;
    int64_t rank = -1;
  };

  bool isPassedOver(unsigned item) const override {
    return lowest[item] < floors[item].offset ||
           (lowest[item] == floors[item].offset &&
            int64_t(rank[item]) < floors[item].rank);
  }

  uint64_t passedKey(unsigned item) const override {
    return (uint64_t(floors[item].offset) * 31 + uint64_t(floors[item].rank)) *
           0x517cc1b727220a95u;
  }

  void undoPassed(const Change &change) override {
    floors[change.item] = {change.value, int64_t(change.extra)};
  }

  /// Unplaced neighbours of a placed item are above it.
  int64_t lift(unsigned item, const Edge &edge) override {
    int64_t top = lowest[item] + edge.above;
    return lowest[edge.item] >= top ? lowest[edge.item]
                                    : model.items[edge.item].lowestOffset(top);
  }

  PackStatus branch(const std::vector<unsigned> &open) override {
    std::vector<unsigned> group = groupOf(pivot(open));
    std::sort(group.begin(), group.end(), [&](unsigned a, unsigned b) {
      return lowest[a] != lowest[b] ? lowest[a] < lowest[b] : rank[a] < rank[b];
    });
    for (unsigned item : group) {
      if (isPassedOver(item) || isBlockedByTwin(item))
        continue;
      size_t mark = trail.size();
      for (unsigned other : group)
        if (other != item)
          raiseFloor(other, {lowest[item], int64_t(rank[item])});
      PackStatus status = searchWith(open, item, mark);
      if (status != PackStatus::Impossible)
        return status;
    }
    return PackStatus::Impossible;
  }

  void raiseFloor(unsigned item, Floor floor) {
    if (floor.offset < floors[item].offset ||
        (floor.offset == floors[item].offset &&
         floor.rank <= floors[item].rank))
      return;
    trail.push_back({Change::Passed, item, floors[item].offset,
                     uint64_t(floors[item].rank)});
    floors[item] = floor;
  }

  unsigned pivot(const std::vector<unsigned> &open) const {
    auto topOf = [&](unsigned item) { return lowest[item] + sizeOf(item); };
    unsigned best = open.front();
    if (pivotRule == PivotRule::Lowest) {
      for (unsigned item : open)
        if (topOf(item) < topOf(best))
          best = item;
      return best;
    }
    double least = std::numeric_limits<double>::infinity();
    for (unsigned item : open)
      for (unsigned clique : cliquesOf[item]) {
        double key = tightness(clique);
        if (key > least || (key == least && topOf(item) >= topOf(best)))
          continue;
        least = key;
        best = item;
      }
    return best;
  }

  /// Returns the items one of which is settled next: those below the top that
  /// \p pivot would have, as far as neighbours connect them with it. The one
  /// that ends up lowest of them has all its lower neighbours placed already.
  std::vector<unsigned> groupOf(unsigned pivot) {
    int64_t top = lowest[pivot] + sizeOf(pivot);
    std::vector<unsigned> group = {pivot};
    ++groupStamp;
    inGroup[pivot] = groupStamp;
    for (unsigned next = 0; next < group.size(); ++next) {
      unsigned item = group[next];
      for (unsigned e = edgeBegin[item]; e < edgeBegin[item + 1]; ++e) {
        unsigned other = edges[e].item;
        if (placed[other] || inGroup[other] == groupStamp ||
            lowest[other] >= top)
          continue;
        inGroup[other] = groupStamp;
        group.push_back(other);
      }
    }
    return group;
  }

  std::vector<Floor> floors = std::vector<Floor>(graph.size());
  unsigned groupStamp = 0;
  std::vector<unsigned> inGroup = std::vector<unsigned>(graph.size(), 0);
};
} // namespace

std::unique_ptr<PackSearch>
pypto::allocator::makeGroupSearch(const PoolModel &model,
                                  const ConflictGraph &graph, int64_t height,
                                  Budget &budget) {
  return std::make_unique<GroupSearch>(model, graph, height, budget);
}
