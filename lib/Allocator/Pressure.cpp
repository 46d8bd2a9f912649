//===- Pressure.cpp - the moment with most live bytes -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Pressure.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <tuple>

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
    // Ranks by size, so that the live buffers are kept largest first.
    std::vector<unsigned> bySize(problem.buffers.size());
    std::iota(bySize.begin(), bySize.end(), 0u);
    std::stable_sort(bySize.begin(), bySize.end(), [&](unsigned a, unsigned b) {
      return problem.buffers[a].size > problem.buffers[b].size;
    });
    // Ranges that end at a time are over before others begin there.
    struct Event {
      int64_t time;
      bool begins;
      unsigned rank;
      bool operator<(const Event &other) const {
        return std::tie(time, begins, rank) <
               std::tie(other.time, other.begins, other.rank);
      }
    };
    std::vector<Event> events;
    for (unsigned rank = 0; rank < bySize.size(); ++rank)
      for (const Range &range : problem.buffers[bySize[rank]].live) {
        events.push_back({range.begin, true, rank});
        events.push_back({range.end, false, rank});
      }
    std::sort(events.begin(), events.end());

    PressurePoint worst;
    std::vector<unsigned> numRanges(bySize.size(), 0);
    std::set<unsigned> live;
    for (size_t i = 0; i < events.size(); ++i) {
      const Event &event = events[i];
      if (event.begins && numRanges[event.rank]++ == 0)
        live.insert(event.rank);
      else if (!event.begins && --numRanges[event.rank] == 0)
        live.erase(event.rank);
      // The bytes are most after the last beginning at a time.
      bool isLast = i + 1 == events.size() || events[i + 1].time != event.time;
      if (!event.begins || !isLast)
        continue;
      PressurePoint point = at(event.time, bySize, live);
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

  /// Takes the live buffers, largest first, and leaves out those that are
  /// exclusive with one already taken.
  PressurePoint at(int64_t time, const std::vector<unsigned> &bySize,
                   const std::set<unsigned> &live) {
    PressurePoint point;
    point.time = time;
    std::set<unsigned> classes;
    for (unsigned rank : live) {
      unsigned buffer = bySize[rank];
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
