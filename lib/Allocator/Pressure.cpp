//===- Pressure.cpp - the moment with most live bytes -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Pressure.h"

#include <algorithm>
#include <numeric>
#include <set>

using namespace pypto::allocator;

namespace {
class PressureFinder {
public:
  explicit PressureFinder(const Problem &problem) : problem(problem) {
    classOf.resize(problem.buffers.size());
    std::iota(classOf.begin(), classOf.end(), 0u);
    for (const BufferPair &pair : problem.colocations) {
      unsigned a = rootOf(pair.first), b = rootOf(pair.second);
      classOf[std::max(a, b)] = std::min(a, b);
    }
    for (const BufferPair &pair : problem.temporalExclusions)
      excluded.insert(std::minmax(pair.first, pair.second));
  }

  PressurePoint run() {
    std::vector<int64_t> times;
    for (const Buffer &buffer : problem.buffers)
      for (const Range &range : buffer.live)
        times.push_back(range.begin);
    std::sort(times.begin(), times.end());
    times.erase(std::unique(times.begin(), times.end()), times.end());

    std::vector<unsigned> bySize(problem.buffers.size());
    std::iota(bySize.begin(), bySize.end(), 0u);
    std::stable_sort(bySize.begin(), bySize.end(), [&](unsigned a, unsigned b) {
      return problem.buffers[a].size > problem.buffers[b].size;
    });
    PressurePoint worst;
    for (int64_t time : times) {
      PressurePoint point = at(time, bySize);
      if (point.bytes > worst.bytes)
        worst = std::move(point);
    }
    return worst;
  }

private:
  unsigned rootOf(unsigned i) {
    while (classOf[i] != i)
      i = classOf[i] = classOf[classOf[i]];
    return i;
  }

  bool isLive(unsigned buffer, int64_t time) const {
    for (const Range &range : problem.buffers[buffer].live)
      if (range.begin <= time && time < range.end)
        return true;
    return false;
  }

  /// Takes the live buffers, largest first, and leaves out those that are
  /// exclusive with one already taken.
  PressurePoint at(int64_t time, const std::vector<unsigned> &bySize) {
    PressurePoint point;
    point.time = time;
    std::set<unsigned> classes;
    for (unsigned buffer : bySize) {
      if (!isLive(buffer, time))
        continue;
      bool isExcluded = std::any_of(
          point.buffers.begin(), point.buffers.end(), [&](unsigned other) {
            return excluded.count(std::minmax(other, buffer)) != 0;
          });
      if (!excluded.empty() && isExcluded)
        continue;
      point.buffers.push_back(buffer);
      if (classes.insert(rootOf(buffer)).second)
        point.bytes += problem.buffers[buffer].size;
    }
    return point;
  }

  const Problem &problem;
  std::vector<unsigned> classOf;
  std::set<std::pair<unsigned, unsigned>> excluded;
};
} // namespace

PressurePoint pypto::allocator::findPressure(const Problem &problem) {
  return PressureFinder(problem).run();
}
