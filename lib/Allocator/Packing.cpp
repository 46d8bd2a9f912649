//===- Packing.cpp - exact search for offsets below a height ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Packing.h"
#include "PackOrders.h"

#include <algorithm>
#include <limits>
#include <numeric>

using namespace pypto::allocator;

static uint64_t mix(uint64_t value) {
  value ^= value >> 30;
  value *= 0xbf58476d1ce4e5b9u;
  value ^= value >> 27;
  value *= 0x94d049bb133111ebu;
  return value ^ (value >> 31);
}

namespace {
/// Remembers states that were searched without success. Two states with the
/// same unplaced items and the same lowest offsets have the same future.
class FailedStates {
public:
  FailedStates() : slots(size_t(1) << kBits, 0) {}
  bool contains(uint64_t key) const {
    return slots[key >> (64 - kBits)] == key;
  }
  void insert(uint64_t key) { slots[key >> (64 - kBits)] = key; }

private:
  static constexpr int kBits = 18;
  std::vector<uint64_t> slots;
};

/// Around which item to branch.
enum class PivotRule {
  /// The one whose top would be lowest.
  Lowest,
  /// The lowest one of the clique with the least room to waste, where cliques
  /// that often were the reason to turn back count as tighter.
  Tightest,
};

class PackSearch {
public:
  PackSearch(const PoolModel &model, const ConflictGraph &graph, int64_t height,
             Budget &budget, int64_t nodeLimit)
      : model(model), graph(graph), height(height), budget(budget),
        nodeEnd(budget.used() + nodeLimit) {}

  PackResult run() {
    PackResult result;
    prepare();
    if (!boundsHold()) {
      result.status = PackStatus::Impossible;
      return result;
    }
    result.status = searchRounds();
    if (result.status == PackStatus::Found)
      result.offsets = lowest;
    return result;
  }

private:
  /// Steps before the first restart.
  static constexpr int64_t kFirstLimit = 5000;

  struct Clique {
    /// The topmost member needs this much less than its weight.
    int64_t topSaving = 0;
    double failures = 0;
  };
  struct Membership {
    unsigned clique;
    int64_t weight;
  };

  void prepare() {
    unsigned n = graph.size();
    items.resize(n);
    std::iota(items.begin(), items.end(), 0u);
    reach.resize(n);
    lowest.resize(n);
    placed.assign(n, false);
    for (unsigned i = 0; i < n; ++i) {
      lowest[i] = model.items[i].lowestOffset(0);
      reach[i] = model.items[i].hull;
    }
    edgeBegin.push_back(0);
    for (unsigned i = 0; i < n; ++i) {
      edges.insert(edges.end(), graph.edges[i].begin(), graph.edges[i].end());
      // The smallest support first; see `supported`.
      std::sort(edges.begin() + edgeBegin.back(), edges.end(),
                [](const Edge &a, const Edge &b) { return a.below < b.below; });
      edgeBegin.push_back(static_cast<unsigned>(edges.size()));
      // A pair that is never live together joins everything in between, until
      // one of the two is placed.
      for (const Edge &edge : graph.edges[i]) {
        if (edge.item < i)
          continue;
        const Range &other = model.items[edge.item].hull;
        reach[i].begin = std::min(reach[i].begin, other.begin);
        reach[i].end = std::max(reach[i].end, other.end);
      }
    }
    std::stable_sort(items.begin(), items.end(), [&](unsigned a, unsigned b) {
      return reach[a].begin < reach[b].begin;
    });
    prepareCliques();
    findTwins();
    orders = packOrders(model, graph);
  }

  void prepareCliques() {
    cliquesOf.resize(graph.size());
    for (const std::vector<unsigned> &members : graph.cliques) {
      std::vector<int64_t> weights = cliqueWeights(model, graph, members);
      Clique clique;
      clique.topSaving = INT64_MIN;
      for (unsigned p = 0; p < members.size(); ++p) {
        clique.topSaving = std::max(clique.topSaving,
                                    weights[p] - model.items[members[p]].size);
        cliquesOf[members[p]].push_back(
            {static_cast<unsigned>(cliques.size()), weights[p]});
      }
      cliques.push_back(clique);
    }
  }

  /// Finds items that are equal in all that matters; these are only placed in
  /// the order of their ranks.
  void findTwins() {
    std::vector<uint64_t> signature(graph.size(), 0);
    for (unsigned i = 0; i < graph.size(); ++i) {
      uint64_t hash = mix(uint64_t(model.items[i].size)) ^
                      mix(uint64_t(model.items[i].alignment) + 77);
      for (const Edge &edge : graph.edges[i])
        hash += mix(edge.item + mix(uint64_t(edge.above)) * 3 +
                    mix(uint64_t(edge.below)));
      // The twins are neighbours of each other or not; leave self out.
      signature[i] = hash;
    }
    std::vector<unsigned> byIndex(graph.size());
    std::iota(byIndex.begin(), byIndex.end(), 0u);
    // Twins that conflict with each other: equal neighbourhoods if each counts
    // itself. Compare exactly after the hash agrees with self added.
    std::vector<std::pair<uint64_t, unsigned>> keyed;
    for (unsigned i : byIndex) {
      int64_t size = model.items[i].size;
      keyed.push_back({signature[i] + mix(i + mix(uint64_t(size)) * 3 +
                                          mix(uint64_t(size))),
                       i});
    }
    std::sort(keyed.begin(), keyed.end());
    twinClass = byIndex;
    for (unsigned k = 1; k < keyed.size(); ++k)
      if (keyed[k].first == keyed[k - 1].first &&
          areTwins(keyed[k - 1].second, keyed[k].second))
        twinClass[keyed[k].second] = twinClass[keyed[k - 1].second];
  }

  bool areTwins(unsigned a, unsigned b) const {
    const Item &itemA = model.items[a], &itemB = model.items[b];
    if (itemA.size != itemB.size || itemA.alignment != itemB.alignment ||
        !(itemA.blocked == itemB.blocked) ||
        graph.edges[a].size() != graph.edges[b].size())
      return false;
    auto sorted = [&](unsigned self, unsigned other) {
      std::vector<Edge> list;
      for (const Edge &edge : graph.edges[self])
        if (edge.item != other)
          list.push_back(edge);
      std::sort(list.begin(), list.end(),
                [](const Edge &x, const Edge &y) { return x.item < y.item; });
      return list;
    };
    std::vector<Edge> listA = sorted(a, b), listB = sorted(b, a);
    return std::equal(listA.begin(), listA.end(), listB.begin(), listB.end(),
                      [](const Edge &x, const Edge &y) {
                        return x.item == y.item && x.above == y.above &&
                               x.below == y.below;
                      });
  }

  bool boundsHold() const {
    for (unsigned i : items)
      if (lowest[i] + model.items[i].size > height)
        return false;
    return model.pinnedPeak <= height && heightBound(model, graph) <= height;
  }

  /// Restarts with growing limits, since a search that starts badly rarely
  /// recovers: all rankings and pivot rules in turn, every other time shaken.
  PackStatus searchRounds() {
    int64_t limit = kFirstLimit;
    for (unsigned round = 0;; ++round) {
      std::vector<std::vector<double>> rankings = orders;
      if (round % 2 == 1)
        perturbOrders(rankings, round);
      for (const std::vector<double> &ranking : rankings) {
        rankBy(ranking);
        for (PivotRule rule : {PivotRule::Lowest, PivotRule::Tightest}) {
          pivotRule = rule;
          roundEnd = std::min(nodeEnd, budget.used() + limit);
          PackStatus status = search(items);
          if (status != PackStatus::Stopped)
            return status;
          if (budget.exhausted() || budget.used() >= nodeEnd)
            return PackStatus::Stopped;
        }
      }
      if (round % 2 == 1)
        limit *= 2;
    }
  }

  void rankBy(const std::vector<double> &priority) {
    std::vector<unsigned> sorted(priority.size());
    std::iota(sorted.begin(), sorted.end(), 0u);
    std::stable_sort(sorted.begin(), sorted.end(), [&](unsigned a, unsigned b) {
      return priority[a] > priority[b];
    });
    rank.resize(sorted.size());
    twinBefore.assign(sorted.size(), ~0u);
    std::vector<unsigned> lastOfClass(sorted.size(), ~0u);
    for (unsigned r = 0; r < sorted.size(); ++r) {
      unsigned item = sorted[r];
      rank[item] = r;
      twinBefore[item] = lastOfClass[twinClass[item]];
      lastOfClass[twinClass[item]] = item;
    }
  }

  int64_t sizeOf(unsigned item) const { return model.items[item].size; }

  /// True if a decision says that \p item is not at its lowest offset: another
  /// item was chosen to be the lowest of a group that both are in.
  bool passedOver(unsigned item) const {
    return lowest[item] < floors[item].offset ||
           (lowest[item] == floors[item].offset &&
            int64_t(rank[item]) < floors[item].rank);
  }

  /// The least offset at which an item that was passed over can still end up:
  /// over a neighbour that is yet to come and will cover its lowest offset.
  /// Returns -1 if there is none.
  int64_t supported(unsigned item) const {
    int64_t support = INT64_MAX;
    for (unsigned e = edgeBegin[item]; e < edgeBegin[item + 1]; ++e) {
      const Edge &edge = edges[e];
      if (!placed[edge.item] && lowest[edge.item] < lowest[item] + edge.above)
        support = std::min(
            support,
            std::max(lowest[edge.item], floors[edge.item].offset) + edge.below);
    }
    return support == INT64_MAX ? -1 : model.items[item].lowestOffset(support);
  }

  /// Searches for places of \p open, the unplaced items of one independent
  /// part.
  PackStatus search(const std::vector<unsigned> &open) {
    if (open.empty())
      return PackStatus::Found;
    if (!budget.spend(1 + int64_t(open.size()) / 512) ||
        budget.used() >= roundEnd)
      return PackStatus::Stopped;

    // Where each item can be at the earliest, and independent parts.
    uint64_t key = 0x9e3779b97f4a7c15u;
    int64_t partEnd = INT64_MIN;
    unsigned parts = 0;
    for (unsigned item : open)
      effective[item] = std::max(lowest[item], floors[item].offset);
    for (unsigned item : open) {
      int64_t earliest = lowest[item];
      uint64_t itemKey = item * 0x100000001b3u + mix(uint64_t(earliest));
      if (passedOver(item)) {
        earliest = supported(item);
        if (earliest < 0 || earliest + sizeOf(item) > height)
          return PackStatus::Impossible;
        itemKey += mix(uint64_t(floors[item].offset) * 31 + floors[item].rank);
      }
      effective[item] = earliest;
      key += mix(itemKey);
      if (reach[item].begin >= partEnd)
        ++parts;
      partEnd = std::max(partEnd, reach[item].end);
    }
    if (!cliquesHold(open))
      return PackStatus::Impossible;
    if (parts > 1)
      return searchParts(open);
    if (failed.contains(key))
      return PackStatus::Impossible;

    std::vector<unsigned> rest;
    rest.reserve(open.size());
    for (unsigned item : open) {
      if (!fitsHole(item))
        continue;
      size_t mark = trail.size();
      place(item);
      for (unsigned other : open)
        if (other != item)
          rest.push_back(other);
      PackStatus status = search(rest);
      if (status != PackStatus::Found)
        undo(mark);
      if (status == PackStatus::Impossible)
        failed.insert(key);
      return status;
    }

    std::vector<unsigned> group = groupOf(pivot(open));
    std::sort(group.begin(), group.end(), [&](unsigned a, unsigned b) {
      return lowest[a] != lowest[b] ? lowest[a] < lowest[b] : rank[a] < rank[b];
    });
    for (unsigned item : group) {
      if (passedOver(item) ||
          (twinBefore[item] != ~0u && !placed[twinBefore[item]]))
        continue;
      size_t mark = trail.size();
      for (unsigned other : group)
        if (other != item)
          raiseFloor(other, {lowest[item], int64_t(rank[item])});
      if (place(item)) {
        rest.clear();
        for (unsigned other : open)
          if (other != item)
            rest.push_back(other);
        PackStatus status = search(rest);
        if (status == PackStatus::Stopped)
          undo(mark);
        if (status != PackStatus::Impossible)
          return status;
      }
      undo(mark);
    }
    failed.insert(key);
    return PackStatus::Impossible;
  }

  /// Chooses the item around which to branch.
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
      for (const Membership &membership : cliquesOf[item]) {
        double key = double(slack[membership.clique] + 1) /
                     (1 + cliques[membership.clique].failures);
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

  /// True if \p item, at its lowest offset, takes nothing away from any
  /// unplaced neighbour. Then no other place for it can be better, and what
  /// comes next need not be above it.
  bool fitsHole(unsigned item) const {
    for (unsigned e = edgeBegin[item]; e < edgeBegin[item + 1]; ++e)
      if (!placed[edges[e].item] &&
          lowest[edges[e].item] < lowest[item] + edges[e].above)
        return false;
    return true;
  }

  /// Solves parts that no unplaced pair connects one after the other.
  PackStatus searchParts(const std::vector<unsigned> &open) {
    std::vector<std::vector<unsigned>> parts;
    int64_t partEnd = INT64_MIN;
    for (unsigned item : open) {
      if (reach[item].begin >= partEnd)
        parts.emplace_back();
      parts.back().push_back(item);
      partEnd = std::max(partEnd, reach[item].end);
    }
    // The part that is most likely to fail first.
    std::vector<std::pair<double, unsigned>> hardness;
    for (unsigned p = 0; p < parts.size(); ++p) {
      double most = 0;
      for (unsigned item : parts[p])
        for (const Membership &membership : cliquesOf[item])
          most = std::max(most, cliques[membership.clique].failures);
      hardness.push_back({-most, p});
    }
    std::sort(hardness.begin(), hardness.end());
    size_t mark = trail.size();
    for (auto [key, p] : hardness) {
      PackStatus status = search(parts[p]);
      if (status == PackStatus::Found)
        continue;
      undo(mark);
      return status;
    }
    return PackStatus::Found;
  }

  /// Checks that the unplaced items of every clique still fit: those that start
  /// no earlier than some offset have to fit above it, for every such offset.
  bool cliquesHold(const std::vector<unsigned> &open) {
    ++stamp;
    byEarliest.assign(open.begin(), open.end());
    std::sort(
        byEarliest.begin(), byEarliest.end(),
        [&](unsigned a, unsigned b) { return effective[a] > effective[b]; });
    for (unsigned item : byEarliest)
      for (const Membership &membership : cliquesOf[item]) {
        unsigned c = membership.clique;
        if (seen[c] != stamp) {
          seen[c] = stamp;
          stacked[c] = -cliques[c].topSaving;
          slack[c] = INT64_MAX;
        }
        stacked[c] += membership.weight;
        slack[c] = std::min(slack[c], height - effective[item] - stacked[c]);
        if (slack[c] < 0) {
          ++cliques[c].failures;
          return false;
        }
      }
    return true;
  }

  /// What raised the floor of an item: another item, with its offset and rank.
  struct Floor {
    int64_t offset = 0;
    int64_t rank = -1;
  };
  struct Change {
    enum Kind { Placed, Lifted, Floored } kind;
    unsigned item;
    /// The former lowest offset.
    int64_t lowest;
    Floor floor;
  };

  void raiseFloor(unsigned item, Floor floor) {
    if (floor.offset < floors[item].offset ||
        (floor.offset == floors[item].offset &&
         floor.rank <= floors[item].rank))
      return;
    trail.push_back({Change::Floored, item, 0, floors[item]});
    floors[item] = floor;
  }

  /// Fixes \p item at its lowest offset; returns false if a neighbour then no
  /// longer fits.
  bool place(unsigned item) {
    placed[item] = true;
    trail.push_back({Change::Placed, item, 0, {}});
    for (unsigned e = edgeBegin[item]; e < edgeBegin[item + 1]; ++e) {
      const Edge &edge = edges[e];
      if (placed[edge.item] || lowest[edge.item] >= lowest[item] + edge.above)
        continue;
      int64_t lifted =
          model.items[edge.item].lowestOffset(lowest[item] + edge.above);
      trail.push_back({Change::Lifted, edge.item, lowest[edge.item], {}});
      lowest[edge.item] = lifted;
      if (lifted + sizeOf(edge.item) > height)
        return false;
    }
    return true;
  }

  void undo(size_t mark) {
    while (trail.size() > mark) {
      Change change = trail.back();
      trail.pop_back();
      if (change.kind == Change::Lifted)
        lowest[change.item] = change.lowest;
      if (change.kind == Change::Floored)
        floors[change.item] = change.floor;
      if (change.kind == Change::Placed)
        placed[change.item] = false;
    }
  }

  const PoolModel &model;
  const ConflictGraph &graph;
  int64_t height;
  Budget &budget;
  int64_t nodeEnd;
  int64_t roundEnd = 0;

  /// All items, by the start of their reach.
  std::vector<unsigned> items;
  /// The stretch of time in which an item can matter to another.
  std::vector<Range> reach;
  std::vector<Edge> edges;
  std::vector<unsigned> edgeBegin;
  std::vector<Clique> cliques;
  std::vector<std::vector<Membership>> cliquesOf;
  /// Equal for items that can be exchanged for each other.
  std::vector<unsigned> twinClass;
  /// The twin that is ranked right before an item, or ~0u.
  std::vector<unsigned> twinBefore;
  std::vector<std::vector<double>> orders;
  /// Position in the ranking in use.
  std::vector<unsigned> rank;

  /// Lowest offset over the placed neighbours; the offset itself once placed.
  std::vector<int64_t> lowest;
  std::vector<bool> placed;
  std::vector<int64_t> effective = std::vector<int64_t>(graph.size());
  std::vector<Floor> floors = std::vector<Floor>(graph.size());
  PivotRule pivotRule = PivotRule::Lowest;
  unsigned groupStamp = 0;
  std::vector<unsigned> inGroup = std::vector<unsigned>(graph.size(), 0);
  std::vector<Change> trail;
  FailedStates failed;
  unsigned stamp = 0;
  std::vector<unsigned> seen = std::vector<unsigned>(graph.cliques.size(), 0);
  std::vector<int64_t> stacked = std::vector<int64_t>(graph.cliques.size(), 0);
  /// Bytes that the unplaced items of a clique may still waste.
  std::vector<int64_t> slack = std::vector<int64_t>(graph.cliques.size(), 0);
  std::vector<unsigned> byEarliest;
};
} // namespace

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
    PackResult found = PackSearch(partModel, partModel.graph, height, budget,
                                  nodeEnd - budget.used())
                           .run();
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
