//===- Shadow.cpp - who touched which bytes last ----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Shadow.h"
#include <algorithm>

namespace pypto::coremodel {

size_t Shadow::find(const Region &region) const {
  uint64_t from = region.lo > longest ? region.lo - longest : 0;
  auto it = std::lower_bound(
      records.begin(), records.end(), from,
      [](const Record &record, uint64_t lo) { return record.region.lo < lo; });
  return static_cast<size_t>(it - records.begin());
}

void Shadow::insert(const Region &region, const Touch &touch) {
  auto it = std::lower_bound(
      records.begin(), records.end(), region.lo,
      [](const Record &record, uint64_t lo) { return record.region.lo < lo; });
  it = records.insert(it, Record());
  it->region = region;
  it->touches.push_back(touch);
  longest = std::max(longest, region.hi - region.lo);
}

bool Shadow::append(const Region &region, const Touch &touch) {
  if (!region.isContiguous() || touch.pipe != Pipe::S)
    return false;
  auto it = std::lower_bound(
      records.begin(), records.end(), region.lo,
      [](const Record &record, uint64_t lo) { return record.region.lo < lo; });
  if (it == records.begin())
    return false;
  Record &record = *std::prev(it);
  if (record.region.hi != region.lo || !record.region.isContiguous() ||
      record.touches.size() != 1)
    return false;
  Touch &last = record.touches.front();
  // Only while nobody can have been told of the one and not of the other: the
  // scalar unit's clock has not moved in between.
  if (last.block != touch.block || last.pipe != touch.pipe ||
      last.kind != touch.kind || last.clock != touch.clock)
    return false;
  record.region = Region::bytes(record.region.lo, region.hi - record.region.lo);
  longest = std::max(longest, record.region.hi - record.region.lo);
  return true;
}

void Shadow::dropDead(size_t first) {
  records.erase(
      std::remove_if(
          records.begin() + static_cast<std::ptrdiff_t>(first), records.end(),
          [](const Record &record) { return record.touches.empty(); }),
      records.end());
}

} // namespace pypto::coremodel
