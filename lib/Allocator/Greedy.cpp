//===- Greedy.cpp - placement of items one after another --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Greedy.h"

#include <algorithm>
#include <functional>
#include <numeric>

using namespace pypto::allocator;

namespace {
class Placer {
public:
  Placer(const PoolModel &model, const ConflictGraph &graph, Fit fit,
         int64_t limit)
      : model(model), graph(graph), fit(fit), limit(limit),
        offsets(graph.size(), 0), placed(graph.size(), false),
        softOf(graph.size()), rangesOf(graph.size()) {
    if (fit != Fit::Cheapest)
      return;
    for (const SoftEdge &edge : model.soft) {
      softOf[edge.first].push_back(&edge);
      softOf[edge.second].push_back(&edge);
    }
    for (const SoftRange &range : model.softRanges)
      rangesOf[range.item].push_back(&range);
  }

  std::vector<int64_t> run(const std::vector<unsigned> &order) {
    for (unsigned item : order) {
      offsets[item] = choose(item);
      placed[item] = true;
    }
    return std::move(offsets);
  }

private:
  int64_t choose(unsigned index) {
    // `probe` sees placed neighbours as further forbidden offsets.
    const Item &item = model.items[index];
    probe.alignment = item.alignment;
    probe.blocked = item.blocked;
    for (const Edge &edge : graph.edges[index])
      if (placed[edge.item])
        probe.blocked.push_back({offsets[edge.item] - edge.above + 1,
                                 offsets[edge.item] + edge.below});
    mergeRanges(probe.blocked);
    switch (fit) {
    case Fit::First:
      return probe.lowestOffset(0);
    case Fit::Best:
      return tightest();
    case Fit::Cheapest:
      return cheapest(index);
    }
    return 0;
  }

  int64_t tightest() const {
    int64_t best = probe.lowestOffset(0), bestRoom = INT64_MAX;
    int64_t from = 0;
    for (const Range &range : probe.blocked) {
      int64_t offset = probe.lowestOffset(from);
      if (offset < range.begin && range.begin - from < bestRoom) {
        best = offset;
        bestRoom = range.begin - from;
      }
      from = std::max(from, range.end);
    }
    return bestRoom == INT64_MAX ? probe.lowestOffset(from) : best;
  }

  int64_t cheapest(unsigned index) {
    candidates.assign(1, 0);
    for (const Range &range : probe.blocked)
      candidates.push_back(range.end);
    for (const SoftRange *range : rangesOf[index])
      candidates.push_back(range->offsets.end);
    for (const SoftEdge *edge : softOf[index]) {
      bool isFirst = edge->first == index;
      unsigned other = isFirst ? edge->second : edge->first;
      if (placed[other])
        candidates.push_back(offsets[other] +
                             (isFirst ? edge->secondSize : edge->firstSize));
    }
    std::sort(candidates.begin(), candidates.end());
    int64_t best = -1, bestCost = INT64_MAX;
    for (int64_t from : candidates) {
      int64_t offset = probe.lowestOffset(std::max<int64_t>(from, 0));
      if (offset + model.items[index].size > limit)
        continue;
      int64_t cost = addedCost(index, offset);
      if (cost < bestCost) {
        best = offset;
        bestCost = cost;
      }
    }
    return best >= 0 ? best : probe.lowestOffset(0);
  }

  int64_t addedCost(unsigned index, int64_t offset) const {
    int64_t cost = 0;
    for (const SoftRange *range : rangesOf[index])
      if (offset >= range->offsets.begin && offset < range->offsets.end)
        cost += range->cost;
    for (const SoftEdge *edge : softOf[index]) {
      bool isFirst = edge->first == index;
      unsigned other = isFirst ? edge->second : edge->first;
      if (placed[other] && edge->overlaps(isFirst ? offset : offsets[other],
                                          isFirst ? offsets[other] : offset))
        cost += edge->cost;
    }
    return cost;
  }

  const PoolModel &model;
  const ConflictGraph &graph;
  Fit fit;
  int64_t limit;
  std::vector<int64_t> offsets;
  std::vector<bool> placed;
  std::vector<std::vector<const SoftEdge *>> softOf;
  std::vector<std::vector<const SoftRange *>> rangesOf;
  Item probe;
  std::vector<int64_t> candidates;
};
} // namespace

std::vector<int64_t> pypto::allocator::placeInOrder(
    const PoolModel &model, const ConflictGraph &graph,
    const std::vector<unsigned> &order, Fit fit, int64_t limit) {
  return Placer(model, graph, fit, limit).run(order);
}

static std::vector<unsigned> arrivalOrder(const PoolModel &model) {
  std::vector<unsigned> order(model.items.size());
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(), [&](unsigned a, unsigned b) {
    return model.items[a].hull.begin < model.items[b].hull.begin;
  });
  return order;
}

std::vector<unsigned>
pypto::allocator::decreasingOrder(const PoolModel &model) {
  std::vector<unsigned> order = arrivalOrder(model);
  std::stable_sort(order.begin(), order.end(), [&](unsigned a, unsigned b) {
    return model.items[a].size > model.items[b].size;
  });
  return order;
}

std::vector<std::vector<unsigned>>
pypto::allocator::greedyOrders(const PoolModel &model) {
  const std::vector<Item> &items = model.items;
  // Bytes that an item's neighbours need: how contested its moment is.
  std::vector<int64_t> contested(items.size(), 0);
  for (unsigned i = 0; i < items.size(); ++i)
    for (const Edge &edge : model.graph.edges[i])
      contested[i] += edge.below;

  std::vector<std::vector<unsigned>> orders;
  std::vector<unsigned> start = arrivalOrder(model);
  auto add = [&](const std::function<double(unsigned)> &key) {
    std::vector<unsigned> order = start;
    std::stable_sort(order.begin(), order.end(),
                     [&](unsigned a, unsigned b) { return key(a) > key(b); });
    orders.push_back(std::move(order));
  };
  auto size = [&](unsigned i) { return double(items[i].size); };
  auto time = [&](unsigned i) { return double(items[i].liveTime); };
  add([&](unsigned i) { return size(i); });
  add([&](unsigned i) { return time(i); });
  add([&](unsigned i) { return size(i) * time(i); });
  add([&](unsigned i) { return size(i) * size(i) * time(i); });
  add([&](unsigned i) { return double(contested[i]) + size(i); });
  add([&](unsigned i) { return size(i) * double(contested[i]); });
  add([&](unsigned i) { return -double(items[i].hull.end); });
  orders.push_back(std::move(start));
  return orders;
}
