//===- LoadHistory.cpp - which global bytes a block has loaded --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "LoadHistory.h"
#include "GmRuns.h"
#include <algorithm>

namespace pypto::coremodel {

uint64_t LoadHistory::addRun(uint64_t lo, uint64_t hi) {
  uint64_t again = 0;
  auto it = ranges.upper_bound(lo);
  if (it != ranges.begin() && std::prev(it)->second >= lo)
    --it;
  uint64_t from = lo, to = hi;
  while (it != ranges.end() && it->first <= hi) {
    uint64_t begin = std::max(it->first, lo), end = std::min(it->second, hi);
    again += end > begin ? end - begin : 0;
    from = std::min(from, it->first);
    to = std::max(to, it->second);
    it = ranges.erase(it);
  }
  ranges.emplace_hint(it, from, to);
  return again;
}

uint64_t LoadHistory::add(const GmRef &ref) {
  std::array<int64_t, 11> window;
  window[0] = static_cast<int64_t>(ref.addr);
  std::copy(ref.size, ref.size + 5, window.begin() + 1);
  std::copy(ref.stride, ref.stride + 5, window.begin() + 6);
  if (!windows.insert(window).second) {
    uint64_t bytes = sizeOf(ref.desc->type);
    for (int64_t size : ref.size)
      bytes *= static_cast<uint64_t>(size);
    return bytes;
  }
  uint64_t again = 0;
  forEachRun(ref, [&](uint64_t lo, uint64_t hi) { again += addRun(lo, hi); });
  return again;
}

void LoadHistory::clear() {
  windows.clear();
  ranges.clear();
}

} // namespace pypto::coremodel
