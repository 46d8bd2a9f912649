//===- PoolModel.cpp - reduces a problem to one pool's model ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "PoolModel.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

using namespace pypto::allocator;

using IndexPair = std::pair<unsigned, unsigned>;

int64_t Item::lowestOffset(int64_t from) const {
  auto alignUp = [&](int64_t value) {
    return (value + alignment - 1) / alignment * alignment;
  };
  int64_t offset = alignUp(from);
  if (blocked.empty())
    return offset;
  auto it = std::upper_bound(
      blocked.begin(), blocked.end(), offset,
      [](int64_t value, const Range &range) { return value < range.end; });
  for (; it != blocked.end() && it->begin <= offset; ++it)
    offset = std::max(offset, alignUp(it->end));
  return offset;
}

void pypto::allocator::mergeRanges(std::vector<Range> &ranges) {
  std::sort(ranges.begin(), ranges.end(), [](const Range &a, const Range &b) {
    return a.begin != b.begin ? a.begin < b.begin : a.end < b.end;
  });
  size_t kept = 0;
  for (const Range &range : ranges) {
    if (kept > 0 && range.begin <= ranges[kept - 1].end)
      ranges[kept - 1].end = std::max(ranges[kept - 1].end, range.end);
    else
      ranges[kept++] = range;
  }
  ranges.resize(kept);
}

static IndexPair ordered(unsigned a, unsigned b) {
  return a < b ? IndexPair(a, b) : IndexPair(b, a);
}

namespace {
/// Builds a PoolModel. Buffers are first merged to items ("nodes", some of
/// which turn out to be pinned), then pairs of buffers become pairs of nodes.
class Builder {
public:
  Builder(const Problem &problem, unsigned pool,
          const std::vector<unsigned> &buffers)
      : problem(problem), pool(problem.pools[pool]), buffers(buffers) {
    nodeOf.assign(problem.buffers.size(), kAbsent);
  }

  PoolModel run() {
    model.capacity = pool.capacity;
    model.reserved = pool.reserved;
    mergeRanges(model.reserved);
    mergeColocated();
    collectExclusions();
    collectLivePairs();
    collectSeparations();
    collectSharingCosts();
    splitPinned();
    blockReserved();
    blockPinned();
    emitGraph();
    emitSoft();
    return std::move(model);
  }

private:
  static constexpr unsigned kAbsent = ~0u;

  struct Gap {
    int64_t firstAbove = 0;
    int64_t secondAbove = 0;
  };

  void mergeColocated() {
    std::vector<unsigned> parent(problem.buffers.size());
    std::iota(parent.begin(), parent.end(), 0u);
    auto rootOf = [&](unsigned i) {
      while (parent[i] != i)
        i = parent[i] = parent[parent[i]];
      return i;
    };
    for (const BufferPair &pair : problem.colocations) {
      unsigned a = rootOf(pair.first), b = rootOf(pair.second);
      parent[std::max(a, b)] = std::min(a, b);
    }
    for (unsigned buffer : buffers) {
      unsigned root = rootOf(buffer);
      if (nodeOf[root] == kAbsent) {
        nodeOf[root] = static_cast<unsigned>(nodes.size());
        nodes.emplace_back();
        nodes.back().alignment = pool.alignment;
        pins.emplace_back();
        exclusive.push_back(false);
      }
      nodeOf[buffer] = nodeOf[root];
      addMember(nodeOf[root], buffer);
    }
  }

  void addMember(unsigned node, unsigned index) {
    Item &item = nodes[node];
    const Buffer &buffer = problem.buffers[index];
    item.members.push_back(index);
    item.size = std::max(item.size, buffer.size);
    item.alignment = std::lcm(item.alignment, buffer.alignment);
    bool isFirst = item.members.size() == 1;
    for (const Range &range : buffer.live) {
      item.hull.begin =
          isFirst ? range.begin : std::min(item.hull.begin, range.begin);
      item.hull.end = isFirst ? range.end : std::max(item.hull.end, range.end);
      isFirst = false;
      item.liveTime += range.length();
    }
    if (!buffer.pinnedOffset)
      return;
    if (pins[node] && *pins[node] != *buffer.pinnedOffset)
      model.contradictory = true;
    pins[node] = buffer.pinnedOffset;
    if (buffer.pinnedExclusive)
      exclusive[node] = true;
  }

  void collectExclusions() {
    for (const BufferPair &pair : problem.temporalExclusions)
      excluded.insert(ordered(pair.first, pair.second));
  }

  void addHard(unsigned a, unsigned b) {
    unsigned nodeA = nodeOf[a], nodeB = nodeOf[b];
    if (nodeA == kAbsent || nodeB == kAbsent || nodeA == nodeB)
      return;
    if (nodeA > nodeB) {
      std::swap(a, b);
      std::swap(nodeA, nodeB);
    }
    hardBuffers.insert(ordered(a, b));
    Gap &gap = hard[{nodeA, nodeB}];
    gap.firstAbove = std::max(gap.firstAbove, problem.buffers[a].size);
    gap.secondAbove = std::max(gap.secondAbove, problem.buffers[b].size);
  }

  /// Sweeps over the lifetimes; also remembers the maximal sets of nodes that
  /// are live together.
  void collectLivePairs() {
    struct Start {
      Range range;
      unsigned buffer;
    };
    std::vector<Start> starts;
    for (unsigned buffer : buffers) {
      std::vector<Range> live = problem.buffers[buffer].live;
      mergeRanges(live);
      for (const Range &range : live)
        starts.push_back({range, buffer});
    }
    std::sort(starts.begin(), starts.end(), [](const Start &a, const Start &b) {
      return a.range.begin != b.range.begin ? a.range.begin < b.range.begin
                                            : a.buffer < b.buffer;
    });
    std::vector<Start> active;
    auto emitSet = [&] {
      std::set<unsigned> set;
      for (const Start &start : active)
        set.insert(nodeOf[start.buffer]);
      liveSets.emplace_back(set.begin(), set.end());
    };
    for (const Start &start : starts) {
      auto ended = [&](const Start &other) {
        return other.range.end <= start.range.begin;
      };
      if (std::any_of(active.begin(), active.end(), ended)) {
        emitSet();
        active.erase(std::remove_if(active.begin(), active.end(), ended),
                     active.end());
      }
      for (const Start &other : active)
        if (!excluded.count(ordered(other.buffer, start.buffer)))
          addHard(other.buffer, start.buffer);
      active.push_back(start);
    }
    if (!active.empty())
      emitSet();
  }

  void addSeparation(unsigned a, unsigned b) {
    if (a == b || nodeOf[a] == kAbsent || nodeOf[b] == kAbsent)
      return;
    if (nodeOf[a] == nodeOf[b]) {
      model.contradictory = true;
      return;
    }
    addHard(a, b);
    extraPairs.insert(ordered(nodeOf[a], nodeOf[b]));
  }

  void collectSeparations() {
    for (const BufferPair &pair : problem.separations)
      addSeparation(pair.first, pair.second);
    for (const PipelineGroup &group : problem.pipelineGroups) {
      if (!group.enforced)
        continue;
      for (const PipelineGroup::Member &a : group.members)
        for (const PipelineGroup::Member &b : group.members)
          if (a.residue < b.residue)
            addSeparation(a.buffer, b.buffer);
    }
    for (unsigned a : buffers)
      if (problem.buffers[a].pinnedExclusive)
        for (unsigned b : buffers)
          if (nodeOf[a] != nodeOf[b])
            addSeparation(a, b);
  }

  void collectSharingCosts() {
    for (const SharingCost &entry : problem.sharingCosts) {
      unsigned a = entry.first, b = entry.second;
      if (entry.cost == 0 || nodeOf[a] == kAbsent || nodeOf[b] == kAbsent ||
          nodeOf[a] == nodeOf[b] || hardBuffers.count(ordered(a, b)))
        continue;
      if (nodeOf[a] > nodeOf[b])
        std::swap(a, b);
      softNodes.push_back({nodeOf[a], nodeOf[b], problem.buffers[a].size,
                           problem.buffers[b].size, entry.cost});
    }
  }

  void splitPinned() {
    placeOf.resize(nodes.size());
    for (unsigned n = 0; n < nodes.size(); ++n) {
      if (!pins[n]) {
        placeOf[n] = static_cast<unsigned>(model.items.size());
        model.items.push_back(nodes[n]);
        continue;
      }
      placeOf[n] = static_cast<unsigned>(model.pinned.size());
      model.pinned.push_back(nodes[n]);
      model.pinnedOffsets.push_back(*pins[n]);
      model.pinnedPeak = std::max(model.pinnedPeak, *pins[n] + nodes[n].size);
      if (*pins[n] % nodes[n].alignment != 0)
        model.contradictory = true;
      for (const Range &range : model.reserved)
        if (range.overlaps({*pins[n], *pins[n] + nodes[n].size}))
          model.contradictory = true;
    }
  }

  void blockReserved() {
    for (Item &item : model.items)
      for (const Range &range : model.reserved)
        item.blocked.push_back({range.begin - item.size + 1, range.end});
  }

  void blockPinned() {
    for (const auto &[pair, gap] : hard) {
      auto [a, b] = pair;
      if (!pins[a] && !pins[b])
        continue;
      if (pins[a] && pins[b]) {
        if (*pins[a] < *pins[b] + gap.secondAbove &&
            *pins[b] < *pins[a] + gap.firstAbove)
          model.contradictory = true;
        continue;
      }
      bool firstPinned = pins[a].has_value();
      int64_t at = firstPinned ? *pins[a] : *pins[b];
      int64_t pinAbove = firstPinned ? gap.firstAbove : gap.secondAbove;
      int64_t itemAbove = firstPinned ? gap.secondAbove : gap.firstAbove;
      model.items[placeOf[firstPinned ? b : a]].blocked.push_back(
          {at - itemAbove + 1, at + pinAbove});
    }
    for (Item &item : model.items)
      mergeRanges(item.blocked);
  }

  void emitGraph() {
    model.graph.edges.resize(model.items.size());
    for (const auto &[pair, gap] : hard) {
      auto [a, b] = pair;
      if (pins[a] || pins[b])
        continue;
      model.graph.edges[placeOf[a]].push_back(
          {placeOf[b], gap.firstAbove, gap.secondAbove});
      model.graph.edges[placeOf[b]].push_back(
          {placeOf[a], gap.secondAbove, gap.firstAbove});
    }
    std::vector<std::vector<unsigned>> base;
    for (const std::vector<unsigned> &set : liveSets) {
      std::vector<unsigned> items;
      for (unsigned node : set)
        if (!pins[node])
          items.push_back(placeOf[node]);
      if (!items.empty())
        base.push_back(std::move(items));
    }
    std::vector<BufferPair> extra;
    for (auto [a, b] : extraPairs)
      if (!pins[a] && !pins[b])
        extra.push_back({placeOf[a], placeOf[b]});
    rebuildCliques(model, model.graph, std::move(base), extra);
  }

  void emitSoft() {
    for (const SoftEdge &edge : softNodes) {
      unsigned a = edge.first, b = edge.second;
      if (pins[a] && pins[b]) {
        if (edge.overlaps(*pins[a], *pins[b]))
          model.fixedCost += edge.cost;
        continue;
      }
      if (pins[a])
        model.softRanges.push_back(
            {placeOf[b],
             {*pins[a] - edge.secondSize + 1, *pins[a] + edge.firstSize},
             edge.cost});
      else if (pins[b])
        model.softRanges.push_back(
            {placeOf[a],
             {*pins[b] - edge.firstSize + 1, *pins[b] + edge.secondSize},
             edge.cost});
      else
        model.soft.push_back({placeOf[a], placeOf[b], edge.firstSize,
                              edge.secondSize, edge.cost});
    }
  }

  const Problem &problem;
  const Pool &pool;
  const std::vector<unsigned> &buffers;
  PoolModel model;
  std::vector<unsigned> nodeOf;
  std::vector<Item> nodes;
  std::vector<std::optional<int64_t>> pins;
  std::vector<bool> exclusive;
  std::set<IndexPair> excluded;
  std::set<IndexPair> hardBuffers;
  std::map<IndexPair, Gap> hard;
  std::set<IndexPair> extraPairs;
  std::vector<std::vector<unsigned>> liveSets;
  std::vector<SoftEdge> softNodes;
  /// A node's index in PoolModel::items or PoolModel::pinned.
  std::vector<unsigned> placeOf;
};
} // namespace

PoolModel
pypto::allocator::buildPoolModel(const Problem &problem, unsigned pool,
                                 const std::vector<unsigned> &buffers) {
  return Builder(problem, pool, buffers).run();
}

int64_t pypto::allocator::sharingCost(const PoolModel &model,
                                      const std::vector<int64_t> &offsets) {
  int64_t cost = model.fixedCost;
  for (const SoftEdge &edge : model.soft)
    if (edge.overlaps(offsets[edge.first], offsets[edge.second]))
      cost += edge.cost;
  for (const SoftRange &range : model.softRanges)
    if (offsets[range.item] >= range.offsets.begin &&
        offsets[range.item] < range.offsets.end)
      cost += range.cost;
  return cost;
}

int64_t pypto::allocator::heightOf(const PoolModel &model,
                                   const std::vector<int64_t> &offsets) {
  int64_t height = model.pinnedPeak;
  for (unsigned i = 0; i < offsets.size(); ++i)
    height = std::max(height, offsets[i] + model.items[i].size);
  return height;
}
