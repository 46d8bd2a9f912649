//===- SkylineSearch.cpp - packing by filling valleys -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "SkylineSearch.h"

#include <algorithm>

using namespace pypto::allocator;

//===----------------------------------------------------------------------===//
// Preparation
//===----------------------------------------------------------------------===//

bool SkylineSearch::applies(const PoolModel &model,
                            const ConflictGraph &graph) {
  int64_t alignment = 1;
  for (const Item &item : model.items)
    alignment = std::max(alignment, item.alignment);
  // A step looks at all items and is one level of recursion.
  if (!model.reserved.empty() || model.items.size() > kMostItems)
    return false;
  size_t numEdges = 0;
  std::vector<std::pair<int64_t, int>> events;
  for (unsigned i = 0; i < model.items.size(); ++i) {
    const Item &item = model.items[i];
    if (!item.blocked.empty() || item.hull.length() != item.liveTime ||
        item.size % alignment != 0 || alignment % item.alignment != 0)
      return false;
    events.push_back({item.hull.begin, 1});
    events.push_back({item.hull.end, -1});
    numEdges += graph.edges[i].size();
    for (const Edge &edge : graph.edges[i])
      if (!item.hull.overlaps(model.items[edge.item].hull) ||
          edge.above != item.size || edge.below != model.items[edge.item].size)
        return false;
  }
  // All edges are overlaps in time; as many as there are, so that none lacks.
  std::sort(events.begin(), events.end());
  size_t live = 0, overlaps = 0;
  for (auto [time, change] : events) {
    if (change > 0)
      overlaps += live++;
    else
      --live;
  }
  return numEdges == 2 * overlaps;
}

SkylineSearch::SkylineSearch(const PoolModel &model, int64_t height,
                             Budget &budget)
    : model(model), height(height), budget(budget) {
  std::vector<int64_t> times;
  for (const Item &item : model.items) {
    times.push_back(item.hull.begin);
    times.push_back(item.hull.end);
  }
  std::sort(times.begin(), times.end());
  times.erase(std::unique(times.begin(), times.end()), times.end());
  numSlots = times.empty() ? 0 : static_cast<unsigned>(times.size() - 1);
  auto slotOf = [&](int64_t time) {
    return static_cast<unsigned>(
        std::lower_bound(times.begin(), times.end(), time) - times.begin());
  };
  beginning.resize(numSlots + 1);
  ending.resize(numSlots + 1);
  failures.assign(numSlots + 1, 1);
  for (unsigned i = 0; i < model.items.size(); ++i) {
    first.push_back(slotOf(model.items[i].hull.begin));
    last.push_back(slotOf(model.items[i].hull.end));
    beginning[first.back()].push_back(i);
    ending[last.back()].push_back(i);
  }
}

void SkylineSearch::reset() {
  tops.assign(numSlots, 0);
  rest.assign(numSlots, 0);
  isPlaced.assign(model.items.size(), false);
  placedAt.assign(model.items.size(), 0);
  numLeft = static_cast<unsigned>(model.items.size());
  for (unsigned i = 0; i < model.items.size(); ++i)
    for (unsigned slot = first[i]; slot < last[i]; ++slot)
      rest[slot] += model.items[i].size;
  // A slot that is complete is part of the walls.
  for (unsigned slot = 0; slot < numSlots; ++slot)
    if (rest[slot] == 0)
      tops[slot] = height;
}

uint64_t SkylineSearch::random() {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state;
}

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

void SkylineSearch::findOptions(const Valley &valley, bool atLeft,
                                std::vector<Option> &options) const {
  options.clear();
  const std::vector<unsigned> &candidates =
      atLeft ? beginning[valley.begin] : ending[valley.end];
  for (unsigned item : candidates) {
    if (isPlaced[item] || first[item] < valley.begin || last[item] > valley.end)
      continue;
    int64_t size = model.items[item].size;
    bool isTwin =
        std::any_of(options.begin(), options.end(), [&](const Option &other) {
          return first[other.item] == first[item] &&
                 last[other.item] == last[item] &&
                 model.items[other.item].size == size;
        });
    if (isTwin)
      continue;
    // An item that ends level with a wall, or reaches the other one, leaves
    // fewer walls; large ones are harder to place later. In thousandths.
    int64_t top = valley.ground + size;
    int64_t priority =
        (top == valley.leftWall || top == valley.rightWall ? 4000 : 0) +
        (first[item] == valley.begin && last[item] == valley.end ? 1500 : 0) +
        static_cast<int64_t>(1000.0 * double(size) / double(height)) +
        1000 * int64_t(last[item] - first[item]) /
            int64_t(valley.end - valley.begin);
    options.push_back({item, first[item], last[item], top, priority});
  }
  addWaste(valley, atLeft, options);
}

void SkylineSearch::addWaste(const Valley &valley, bool atLeft,
                             std::vector<Option> &options) const {
  auto startsInside = [&](unsigned slot) {
    return std::any_of(beginning[slot].begin(), beginning[slot].end(),
                       [&](unsigned item) {
                         return !isPlaced[item] && last[item] <= valley.end;
                       });
  };
  auto endsInside = [&](unsigned slot) {
    return std::any_of(ending[slot].begin(), ending[slot].end(),
                       [&](unsigned item) {
                         return !isPlaced[item] && first[item] >= valley.begin;
                       });
  };
  unsigned begin = valley.begin, end = valley.end;
  if (atLeft) {
    for (end = begin + 1; end < valley.end && !startsInside(end);)
      ++end;
  } else {
    for (begin = end - 1; begin > valley.begin && !endsInside(begin);)
      --begin;
  }
  int64_t top = atLeft ? valley.leftWall : valley.rightWall;
  if (begin == valley.begin && end == valley.end)
    top = std::min(valley.leftWall, valley.rightWall);
  for (unsigned slot = begin; slot < end; ++slot)
    if (top + rest[slot] > height)
      return;
  options.push_back({kWaste, begin, end, top, -1000});
}

std::vector<SkylineSearch::Option> SkylineSearch::chooseWall(unsigned &wall) {
  std::vector<Option> best, options;
  double least = 0;
  for (unsigned begin = 0; begin < numSlots;) {
    unsigned end = begin + 1;
    while (end < numSlots && tops[end] == tops[begin])
      ++end;
    Valley valley = {begin, end, tops[begin],
                     begin > 0 ? tops[begin - 1] : height,
                     end < numSlots ? tops[end] : height};
    begin = end;
    if (valley.ground >= std::min(valley.leftWall, valley.rightWall))
      continue;
    for (bool atLeft : {true, false}) {
      findOptions(valley, atLeft, options);
      unsigned boundary = atLeft ? valley.begin : valley.end;
      if (options.empty()) {
        failures[boundary] += 1;
        return {};
      }
      // What is forced comes first, then what often failed.
      double key = options.size() == 1
                       ? 1e-9
                       : double(options.size()) / failures[boundary];
      if (best.empty() || key < least) {
        least = key;
        best.swap(options);
        wall = boundary;
      }
    }
  }
  for (Option &option : best)
    option.priority += static_cast<int64_t>(random() % 300);
  std::stable_sort(
      best.begin(), best.end(),
      [](const Option &a, const Option &b) { return a.priority > b.priority; });
  return best;
}

//===----------------------------------------------------------------------===//
// Search
//===----------------------------------------------------------------------===//

bool SkylineSearch::tryOption(const Option &option, int64_t &nodesLeft) {
  std::vector<int64_t> before(tops.begin() + option.begin,
                              tops.begin() + option.end);
  bool isItem = option.item != kWaste;
  int64_t size = isItem ? model.items[option.item].size : 0;
  if (isItem) {
    placedAt[option.item] = before.front();
    isPlaced[option.item] = true;
    --numLeft;
  }
  for (unsigned slot = option.begin; slot < option.end; ++slot) {
    rest[slot] -= size;
    tops[slot] = rest[slot] == 0 ? height : option.top;
  }
  if (fill(nodesLeft))
    return true;
  std::copy(before.begin(), before.end(), tops.begin() + option.begin);
  for (unsigned slot = option.begin; slot < option.end; ++slot)
    rest[slot] += size;
  if (isItem) {
    isPlaced[option.item] = false;
    ++numLeft;
  }
  return false;
}

bool SkylineSearch::fill(int64_t &nodesLeft) {
  if (numLeft == 0)
    return true;
  if (--nodesLeft < 0 || !budget.spend(1 + int64_t(numSlots) / 512))
    return false;
  unsigned wall = 0;
  for (const Option &option : chooseWall(wall)) {
    if (tryOption(option, nodesLeft))
      return true;
    if (nodesLeft < 0)
      return false;
    failures[wall] += 0.2;
  }
  return false;
}

PackStatus SkylineSearch::run(uint64_t seed, int64_t nodeLimit) {
  state = 0x9e3779b97f4a7c15u * (seed + 1);
  // Old failures count less and less.
  for (double &count : failures)
    count = 1 + (count - 1) * 0.9;
  reset();
  for (unsigned slot = 0; slot < numSlots; ++slot)
    if (rest[slot] > height)
      return PackStatus::Impossible;
  int64_t nodesLeft = nodeLimit;
  return fill(nodesLeft) ? PackStatus::Found : PackStatus::Stopped;
}
