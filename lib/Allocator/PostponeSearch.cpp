//===- PostponeSearch.cpp - packing by placing or postponing ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "PackSearch.h"

#include <algorithm>
#include <limits>

using namespace pypto::allocator;

namespace {
class PostponeSearch : public PackSearch {
public:
  using PackSearch::PackSearch;

private:
  bool isPassedOver(unsigned item) const override {
    return postponedAt[item] == lowest[item];
  }

  uint64_t passedKey(unsigned) const override { return 0x517cc1b727220a95u; }

  void undoPassed(const Change &change) override {
    postponedAt[change.item] = change.value;
  }

  int64_t lift(unsigned item, const Edge &edge) override {
    unsigned other = edge.item;
    if (lowest[other] >= lowest[item] + edge.above ||
        lowest[item] >= lowest[other] + edge.below)
      return lowest[other];
    return firstFit(other);
  }

  PackStatus branch(const std::vector<unsigned> &open) override {
    unsigned item = pivot(open);
    if (item == kNone)
      return PackStatus::Impossible;
    size_t mark = trail.size();
    PackStatus status = searchWith(open, item, mark);
    if (status != PackStatus::Impossible)
      return status;
    trail.push_back({Change::Passed, item, postponedAt[item], 0});
    postponedAt[item] = lowest[item];
    status = search(open, mark);
    if (status != PackStatus::Found)
      undo(mark);
    return status;
  }

  unsigned pivot(const std::vector<unsigned> &open) const {
    auto isBefore = [&](unsigned a, unsigned b) {
      return b == kNone || lowest[a] < lowest[b] ||
             (lowest[a] == lowest[b] && rank[a] < rank[b]);
    };
    unsigned best = kNone;
    double least = std::numeric_limits<double>::infinity();
    for (unsigned item : open) {
      if (isPassedOver(item) || isBlockedByTwin(item))
        continue;
      if (pivotRule == PivotRule::Lowest) {
        if (isBefore(item, best))
          best = item;
        continue;
      }
      for (unsigned clique : cliquesOf[item]) {
        double key = tightness(clique);
        if (key > least || (key == least && !isBefore(item, best)))
          continue;
        least = key;
        best = item;
      }
    }
    return best;
  }

  /// The lowest offset of \p item that its placed neighbours leave.
  int64_t firstFit(unsigned item) {
    taken.clear();
    for (unsigned e = edgeBegin[item]; e < edgeBegin[item + 1]; ++e) {
      const Edge &edge = edges[e];
      if (placed[edge.item] && lowest[edge.item] + edge.below > lowest[item])
        taken.push_back({lowest[edge.item] - edge.above + 1,
                         lowest[edge.item] + edge.below});
    }
    std::sort(taken.begin(), taken.end(),
              [](const Range &a, const Range &b) { return a.begin < b.begin; });
    int64_t offset = lowest[item];
    for (const Range &range : taken) {
      if (range.begin > offset)
        break;
      if (range.end > offset)
        offset = model.items[item].lowestOffset(range.end);
    }
    return offset;
  }

  /// The lowest offset that an item has been postponed from, or -1.
  std::vector<int64_t> postponedAt = std::vector<int64_t>(graph.size(), -1);
  std::vector<Range> taken;
};
} // namespace

std::unique_ptr<PackSearch>
pypto::allocator::makePostponeSearch(const PoolModel &model,
                                     const ConflictGraph &graph, int64_t height,
                                     Budget &budget) {
  return std::make_unique<PostponeSearch>(model, graph, height, budget);
}
