//===- Fluid.cpp - shared bandwidth of global memory ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Fluid.h"
#include <algorithm>

namespace pypto::coremodel {

static constexpr double kNever = std::numeric_limits<double>::infinity();

void Fluid::reset(double l2Rate, double hbmRate) {
  l2 = l2Rate;
  hbm = hbmRate;
  time = 0;
  next = kNever;
  nextClass = -1;
  seq = 0;
  classes.clear();
}

void Fluid::advance(double now) {
  double dt = now - time;
  if (dt > 0)
    for (Class &c : classes)
      c.served += c.rate * dt;
  time = now;
}

// Progressive filling: all classes that are not frozen grow together until a
// cap or a resource stops some of them.
void Fluid::share() {
  unsigned open = 0;
  double l2Left = l2, hbmLeft = hbm;
  double l2Open = 0, hbmOpen = 0; // flows that still grow
  for (Class &c : classes) {
    c.rate = c.heap.empty() ? 0 : -1;
    if (c.heap.empty())
      continue;
    ++open;
    l2Open += static_cast<double>(c.heap.size());
    hbmOpen += c.miss ? static_cast<double>(c.heap.size()) : 0;
  }
  while (open > 0) {
    double level = l2Left / l2Open;
    double hbmLevel = hbmOpen > 0 ? hbmLeft / hbmOpen : kNever;
    double limit = std::min(level, hbmLevel);
    for (Class &c : classes)
      if (c.rate < 0)
        limit = std::min(limit, c.cap);
    bool l2Full = limit == level;
    bool hbmFull = limit == hbmLevel;
    for (Class &c : classes) {
      if (c.rate >= 0 || !(c.cap == limit || l2Full || (hbmFull && c.miss)))
        continue;
      c.rate = limit;
      double n = static_cast<double>(c.heap.size());
      l2Left -= n * limit;
      l2Open -= n;
      if (c.miss) {
        hbmLeft -= n * limit;
        hbmOpen -= n;
      }
      --open;
    }
  }
}

void Fluid::findNext() {
  next = kNever;
  nextClass = -1;
  uint64_t best = 0;
  for (size_t i = 0; i < classes.size(); ++i) {
    Class &c = classes[i];
    if (c.heap.empty())
      continue;
    const Flow &flow = c.heap.front();
    double end = time + std::max(0.0, flow.mark - c.served) / c.rate;
    if (end < next || (end == next && flow.seq < best)) {
      next = end;
      nextClass = static_cast<int>(i);
      best = flow.seq;
    }
  }
}

void Fluid::add(double now, double bytes, double cap, bool miss, uint32_t tag) {
  advance(now);
  auto it = std::find_if(classes.begin(), classes.end(), [&](const Class &c) {
    return c.cap == cap && c.miss == miss;
  });
  if (it == classes.end()) {
    classes.emplace_back();
    it = classes.end() - 1;
    it->cap = cap;
    it->miss = miss;
  }
  if (it->heap.empty())
    it->served = 0;
  it->heap.push_back({it->served + bytes, seq++, tag});
  auto later = [](const Flow &a, const Flow &b) {
    return a.mark != b.mark ? a.mark > b.mark : a.seq > b.seq;
  };
  std::push_heap(it->heap.begin(), it->heap.end(), later);
  share();
  findNext();
}

uint32_t Fluid::popEnd() {
  advance(next);
  Class &c = classes[static_cast<size_t>(nextClass)];
  auto later = [](const Flow &a, const Flow &b) {
    return a.mark != b.mark ? a.mark > b.mark : a.seq > b.seq;
  };
  // Rounding must not leave a remainder that the next flow would pay.
  c.served = std::max(c.served, c.heap.front().mark);
  std::pop_heap(c.heap.begin(), c.heap.end(), later);
  uint32_t tag = c.heap.back().tag;
  c.heap.pop_back();
  share();
  findNext();
  return tag;
}

} // namespace pypto::coremodel
