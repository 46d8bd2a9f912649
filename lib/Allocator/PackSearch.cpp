//===- PackSearch.cpp - what the packing searches share ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "PackSearch.h"

#include <algorithm>
#include <numeric>

using namespace pypto::allocator;

static uint64_t mix(uint64_t value) {
  value ^= value >> 30;
  value *= 0xbf58476d1ce4e5b9u;
  value ^= value >> 27;
  value *= 0x94d049bb133111ebu;
  return value ^ (value >> 31);
}

PackSearch::PackSearch(const PoolModel &model, const ConflictGraph &graph,
                       int64_t height, Budget &budget)
    : model(model), graph(graph), height(height), budget(budget) {
  prepare();
}

void PackSearch::prepare() {
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
  changedStamp.assign(n, 0);
  itemKey.assign(n, 0);
  cliqueStamp.assign(cliques.size(), 0);
  slack.assign(cliques.size(), 0);
}

void PackSearch::prepareCliques() {
  cliquesOf.resize(graph.size());
  for (const std::vector<unsigned> &members : graph.cliques) {
    std::vector<int64_t> weights = cliqueWeights(model, graph, members);
    Clique clique;
    clique.topSaving = INT64_MIN;
    for (unsigned p = 0; p < members.size(); ++p) {
      clique.topSaving =
          std::max(clique.topSaving, weights[p] - model.items[members[p]].size);
      clique.members.push_back({members[p], weights[p]});
      cliquesOf[members[p]].push_back(static_cast<unsigned>(cliques.size()));
    }
    cliques.push_back(std::move(clique));
  }
}

void PackSearch::findTwins() {
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
    keyed.push_back(
        {signature[i] + mix(i + mix(uint64_t(size)) * 3 + mix(uint64_t(size))),
         i});
  }
  std::sort(keyed.begin(), keyed.end());
  twinClass = byIndex;
  for (unsigned k = 1; k < keyed.size(); ++k)
    if (keyed[k].first == keyed[k - 1].first &&
        areTwins(keyed[k - 1].second, keyed[k].second))
      twinClass[keyed[k].second] = twinClass[keyed[k - 1].second];
}

bool PackSearch::areTwins(unsigned a, unsigned b) const {
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

bool PackSearch::boundsHold() const {
  for (unsigned i : items)
    if (lowest[i] + model.items[i].size > height)
      return false;
  return model.pinnedPeak <= height && heightBound(model, graph) <= height;
}

void PackSearch::rankBy(const std::vector<double> &priority) {
  std::vector<unsigned> sorted(priority.size());
  std::iota(sorted.begin(), sorted.end(), 0u);
  std::stable_sort(sorted.begin(), sorted.end(), [&](unsigned a, unsigned b) {
    return priority[a] > priority[b];
  });
  rank.resize(sorted.size());
  twinBefore.assign(sorted.size(), kNone);
  std::vector<unsigned> lastOfClass(sorted.size(), kNone);
  for (unsigned r = 0; r < sorted.size(); ++r) {
    unsigned item = sorted[r];
    rank[item] = r;
    twinBefore[item] = lastOfClass[twinClass[item]];
    lastOfClass[twinClass[item]] = item;
  }
}

PackStatus PackSearch::run(const std::vector<double> &priority, PivotRule rule,
                           int64_t end) {
  rankBy(priority);
  pivotRule = rule;
  nodeEnd = end;
  ++stamp;
  changed.clear();
  earliest = lowest;
  for (unsigned item : items)
    markChanged(item);
  if (!tighten())
    return PackStatus::Impossible;
  trail.clear();
  return search(items, 0);
}

PackStatus PackSearch::search(const std::vector<unsigned> &open, size_t mark) {
  if (open.empty())
    return PackStatus::Found;
  if (!budget.spend(1 + int64_t(open.size()) / 512) || budget.used() >= nodeEnd)
    return PackStatus::Stopped;
  findChanged(mark);
  if (!tighten())
    return PackStatus::Impossible;

  uint64_t key = 0x9e3779b97f4a7c15u;
  int64_t partEnd = INT64_MIN;
  unsigned parts = 0;
  for (unsigned item : open) {
    key += itemKey[item];
    if (reach[item].begin >= partEnd)
      ++parts;
    partEnd = std::max(partEnd, reach[item].end);
  }
  if (parts > 1)
    return searchParts(open);
  if (failed.contains(key))
    return PackStatus::Impossible;
  unsigned filler = holeFiller();
  PackStatus status =
      filler != kNone ? searchWith(open, filler, trail.size()) : branch(open);
  if (status == PackStatus::Impossible)
    failed.insert(key);
  return status;
}

PackStatus PackSearch::searchWith(const std::vector<unsigned> &open,
                                  unsigned item, size_t mark) {
  PackStatus status = PackStatus::Impossible;
  if (place(item)) {
    std::vector<unsigned> rest;
    rest.reserve(open.size() - 1);
    for (unsigned other : open)
      if (other != item)
        rest.push_back(other);
    status = search(rest, mark);
  }
  if (status != PackStatus::Found)
    undo(mark);
  return status;
}

PackStatus PackSearch::searchParts(const std::vector<unsigned> &open) {
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
      for (unsigned clique : cliquesOf[item])
        most = std::max(most, cliques[clique].failures);
    hardness.push_back({-most, p});
  }
  std::sort(hardness.begin(), hardness.end());
  size_t mark = trail.size();
  for (auto [key, p] : hardness) {
    PackStatus status = search(parts[p], trail.size());
    if (status == PackStatus::Found)
      continue;
    undo(mark);
    return status;
  }
  return PackStatus::Found;
}

bool PackSearch::place(unsigned item) {
  placed[item] = true;
  trail.push_back({Change::Placed, item, 0, 0});
  trail.push_back({Change::Tightened, item, earliest[item], itemKey[item]});
  earliest[item] = lowest[item];
  for (unsigned e = edgeBegin[item]; e < edgeBegin[item + 1]; ++e) {
    unsigned other = edges[e].item;
    if (placed[other])
      continue;
    int64_t lifted = lift(item, edges[e]);
    if (lifted == lowest[other])
      continue;
    trail.push_back({Change::Lifted, other, lowest[other], 0});
    lowest[other] = lifted;
    if (lifted + sizeOf(other) > height)
      return false;
  }
  return true;
}

void PackSearch::undo(size_t mark) {
  while (trail.size() > mark) {
    Change change = trail.back();
    trail.pop_back();
    switch (change.kind) {
    case Change::Placed:
      placed[change.item] = false;
      break;
    case Change::Lifted:
      lowest[change.item] = change.value;
      break;
    case Change::Passed:
      undoPassed(change);
      break;
    case Change::Tightened:
      earliest[change.item] = change.value;
      itemKey[change.item] = change.extra;
      break;
    case Change::Slackened:
      slack[change.item] = change.value;
      break;
    }
  }
}

bool PackSearch::fitsHole(unsigned item) const {
  for (unsigned e = edgeBegin[item]; e < edgeBegin[item + 1]; ++e)
    if (!placed[edges[e].item] &&
        earliest[edges[e].item] < lowest[item] + edges[e].above)
      return false;
  return true;
}

unsigned PackSearch::holeFiller() const {
  for (unsigned item : changed)
    if (!placed[item] && !isPassedOver(item) && !isBlockedByTwin(item) &&
        fitsHole(item))
      return item;
  return kNone;
}

void PackSearch::markChanged(unsigned item) {
  if (placed[item] || changedStamp[item] == stamp)
    return;
  changedStamp[item] = stamp;
  changed.push_back(item);
}

void PackSearch::findChanged(size_t mark) {
  ++stamp;
  changed.clear();
  for (size_t t = mark; t < trail.size(); ++t) {
    unsigned item = trail[t].item;
    markChanged(item);
    if (trail[t].kind == Change::Placed)
      for (unsigned e = edgeBegin[item]; e < edgeBegin[item + 1]; ++e)
        markChanged(edges[e].item);
  }
}

bool PackSearch::tighten() {
  for (unsigned item : changed) {
    int64_t bound = std::max(earliest[item], lowest[item]);
    uint64_t state = item * 0x100000001b3u + mix(uint64_t(lowest[item]));
    if (isPassedOver(item)) {
      int64_t support = supported(item);
      if (support < 0)
        return false;
      bound = std::max(bound, support);
      state += passedKey(item);
    }
    if (bound + sizeOf(item) > height)
      return false;
    trail.push_back({Change::Tightened, item, earliest[item], itemKey[item]});
    earliest[item] = bound;
    itemKey[item] = mix(state + mix(uint64_t(bound) + 12345));
  }
  for (unsigned item : changed)
    for (unsigned clique : cliquesOf[item]) {
      if (cliqueStamp[clique] == stamp)
        continue;
      cliqueStamp[clique] = stamp;
      int64_t room = slackOf(cliques[clique]);
      trail.push_back({Change::Slackened, clique, slack[clique], 0});
      slack[clique] = room;
      if (room < 0) {
        ++cliques[clique].failures;
        return false;
      }
    }
  return true;
}

int64_t PackSearch::supported(unsigned item) const {
  int64_t support = INT64_MAX;
  for (unsigned e = edgeBegin[item]; e < edgeBegin[item + 1]; ++e) {
    const Edge &edge = edges[e];
    if (!placed[edge.item] && earliest[edge.item] < lowest[item] + edge.above)
      support = std::min(support, earliest[edge.item] + edge.below);
  }
  return support == INT64_MAX ? -1 : model.items[item].lowestOffset(support);
}

int64_t PackSearch::slackOf(Clique &clique) {
  // The order hardly changes from one look to the next.
  std::vector<Member> &members = clique.members;
  for (size_t i = 1; i < members.size(); ++i) {
    Member member = members[i];
    size_t at = i;
    for (; at > 0 && earliest[members[at - 1].item] > earliest[member.item];
         --at)
      members[at] = members[at - 1];
    members[at] = member;
  }
  int64_t room = INT64_MAX, stacked = -clique.topSaving;
  for (size_t i = members.size(); i-- > 0;) {
    stacked += members[i].weight;
    room = std::min(room, height - earliest[members[i].item] - stacked);
  }
  return room;
}
