//===- DataCache.cpp - the scalar unit's data cache -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "DataCache.h"
#include <algorithm>

namespace pypto::coremodel {

static uint64_t baseOf(uint64_t addr) { return addr & ~(kCacheLineBytes - 1); }

void DataCache::reset(uint64_t bytes) {
  capacity = std::max<uint64_t>(bytes / kCacheLineBytes, 1);
  oldest = newest = 0;
  index.clear();
}

DataCache::Line *DataCache::find(uint64_t addr) {
  auto it = index.find(baseOf(addr));
  return it == index.end() ? nullptr : &lines[it->second];
}

DataCache::Line *DataCache::victim() {
  // Places of released lines at the old end are free.
  while (oldest != newest && !at(oldest).base)
    ++oldest;
  return newest - oldest == capacity ? &at(oldest) : nullptr;
}

DataCache::Line &DataCache::add(uint64_t addr) {
  if (lines.size() != capacity)
    lines.resize(capacity);
  Line &line = at(newest);
  line.base = baseOf(addr);
  line.dirty = 0;
  line.loc = 0;
  index[line.base] = static_cast<uint32_t>(newest % lines.size());
  ++newest;
  return line;
}

void DataCache::release(Line &line) {
  index.erase(line.base);
  line.base = 0;
}

bool DataCache::isDirty(uint64_t lo, uint64_t hi) {
  bool found = false;
  forEach([&](Line &line) {
    if (!line.dirty || hi <= line.base || line.base + kCacheLineBytes <= lo)
      return;
    uint64_t from = std::max(lo, line.base) - line.base;
    uint64_t to = std::min(hi, line.base + kCacheLineBytes) - line.base;
    uint64_t mask =
        to - from == 64 ? ~0ull : ((1ull << (to - from)) - 1) << from;
    found |= (line.dirty & mask) != 0;
  });
  return found;
}

unsigned DataCache::numDirty() {
  unsigned count = 0;
  forEach([&](Line &line) { count += line.dirty != 0; });
  return count;
}

} // namespace pypto::coremodel
