//===- Validator.cpp - independent check of a solution ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Overlap in time is decided by sweeping over the start and end events of all
// lifetimes and keeping the set of live address ranges, not by comparing pairs
// of intervals as the solver does, so that one mistake cannot hide in both.
//
//===----------------------------------------------------------------------===//

#include "pypto/Allocator/Validator.h"

#include <algorithm>
#include <map>
#include <set>

using namespace pypto::allocator;

using IndexPair = std::pair<unsigned, unsigned>;

static IndexPair ordered(unsigned a, unsigned b) {
  return a < b ? IndexPair(a, b) : IndexPair(b, a);
}

namespace {
/// One start or end of a lifetime, or of nothing else.
struct Event {
  int64_t time;
  /// Ends sort before starts at one time: lifetimes are half open.
  bool isStart;
  unsigned buffer;
  bool operator<(const Event &other) const {
    return std::tie(time, isStart, buffer) <
           std::tie(other.time, other.isStart, other.buffer);
  }
};

class Validation {
public:
  Validation(const Problem &problem, const Solution &solution,
             const ValidationOptions &options)
      : problem(problem), solution(solution), options(options) {}

  std::vector<std::string> run() {
    if (solution.placements.size() != problem.buffers.size()) {
      fail("the solution places " + std::to_string(solution.placements.size()) +
           " buffers; the problem has " +
           std::to_string(problem.buffers.size()));
      return std::move(faults);
    }
    for (unsigned i = 0; i < problem.buffers.size(); ++i)
      if (solution.placements[i].pool >= problem.pools.size()) {
        fail("buffer '" + id(i) + "' is in pool number " +
             std::to_string(solution.placements[i].pool) + " of " +
             std::to_string(problem.pools.size()));
        return std::move(faults);
      }
    for (unsigned i = 0; i < problem.buffers.size(); ++i)
      checkBuffer(i);
    findColocatedClasses();
    checkColocations();
    checkSeparations();
    checkLifetimes();
    checkFigures();
    return std::move(faults);
  }

private:
  void fail(std::string text) { faults.push_back(std::move(text)); }
  const std::string &id(unsigned buffer) const {
    return problem.buffers[buffer].id;
  }
  int64_t first(unsigned buffer) const {
    return solution.placements[buffer].offset;
  }
  /// The last byte, not the one after it.
  int64_t last(unsigned buffer) const {
    return first(buffer) + (problem.buffers[buffer].size - 1);
  }
  unsigned pool(unsigned buffer) const {
    return solution.placements[buffer].pool;
  }
  bool shareBytes(unsigned a, unsigned b) const {
    return pool(a) == pool(b) && !(last(a) < first(b) || last(b) < first(a));
  }
  std::string place(unsigned buffer) const {
    return "'" + id(buffer) + "' at bytes " + std::to_string(first(buffer)) +
           " to " + std::to_string(last(buffer)) + " of pool '" +
           problem.pools[pool(buffer)].name + "'";
  }

  void checkBuffer(unsigned i) {
    const Buffer &buffer = problem.buffers[i];
    const Pool &home = problem.pools[pool(i)];
    const std::vector<unsigned> &allowed = buffer.allowedPools;
    if (std::find(allowed.begin(), allowed.end(), pool(i)) == allowed.end())
      fail("buffer " + place(i) + " may not be in that pool");
    if (first(i) < 0)
      fail("buffer " + place(i) + " starts below 0");
    if (first(i) % buffer.alignment != 0 || first(i) % home.alignment != 0)
      fail("buffer " + place(i) + " is not aligned");
    if (buffer.pinnedOffset && first(i) != *buffer.pinnedOffset)
      fail("buffer " + place(i) + " is pinned to " +
           std::to_string(*buffer.pinnedOffset));
    if (!options.ignoreCapacity && home.capacity && last(i) >= *home.capacity)
      fail("buffer " + place(i) + " exceeds the capacity " +
           std::to_string(*home.capacity));
    for (const Range &reserved : home.reserved)
      if (last(i) >= reserved.begin && first(i) <= reserved.end - 1)
        fail("buffer " + place(i) + " touches the reserved range [" +
             std::to_string(reserved.begin) + ", " +
             std::to_string(reserved.end) + ")");
  }

  /// Labels every buffer with the smallest index it is colocated with,
  /// directly or through others.
  void findColocatedClasses() {
    classOf.resize(problem.buffers.size());
    for (unsigned i = 0; i < classOf.size(); ++i)
      classOf[i] = i;
    auto rootOf = [&](unsigned i) {
      while (classOf[i] != i)
        i = classOf[i] = classOf[classOf[i]];
      return i;
    };
    for (const BufferPair &pair : problem.colocations) {
      unsigned a = rootOf(pair.first), b = rootOf(pair.second);
      classOf[std::max(a, b)] = std::min(a, b);
    }
    for (unsigned i = 0; i < classOf.size(); ++i)
      classOf[i] = rootOf(i);
  }

  void checkColocations() {
    for (const BufferPair &pair : problem.colocations)
      if (pool(pair.first) != pool(pair.second) ||
          first(pair.first) != first(pair.second))
        fail("colocated buffers " + place(pair.first) + " and " +
             place(pair.second) + " do not share an offset");
  }

  void checkApart(unsigned a, unsigned b, const char *why) {
    if (a != b && shareBytes(a, b))
      fail("buffers " + place(a) + " and " + place(b) + " overlap, but " + why);
  }

  void checkSeparations() {
    for (const BufferPair &pair : problem.separations)
      checkApart(pair.first, pair.second, "are separated");
    for (const PipelineGroup &group : problem.pipelineGroups) {
      if (!group.enforced)
        continue;
      for (const PipelineGroup::Member &a : group.members)
        for (const PipelineGroup::Member &b : group.members)
          if (a.residue < b.residue)
            checkApart(a.buffer, b.buffer, "are different pipeline stages");
    }
    for (unsigned i = 0; i < problem.buffers.size(); ++i) {
      if (!problem.buffers[i].pinnedExclusive)
        continue;
      for (unsigned j = 0; j < problem.buffers.size(); ++j)
        if (classOf[i] != classOf[j])
          checkApart(i, j, "the first is pinned exclusively");
    }
  }

  void checkLifetimes() {
    std::set<IndexPair> excluded;
    for (const BufferPair &pair : problem.temporalExclusions)
      excluded.insert(ordered(pair.first, pair.second));
    std::vector<Event> events;
    for (unsigned i = 0; i < problem.buffers.size(); ++i)
      for (const Range &range : problem.buffers[i].live) {
        events.push_back({range.begin, true, i});
        events.push_back({range.end, false, i});
      }
    std::sort(events.begin(), events.end());

    // How many of its lifetimes hold a buffer live right now.
    std::map<unsigned, unsigned> live;
    std::set<IndexPair> reported;
    for (const Event &event : events) {
      if (!event.isStart) {
        auto it = live.find(event.buffer);
        if (--it->second == 0)
          live.erase(it);
        continue;
      }
      for (const auto &[other, count] : live) {
        IndexPair pair = ordered(event.buffer, other);
        if (other == event.buffer || excluded.count(pair))
          continue;
        liveTogether.insert(pair);
        if (classOf[other] != classOf[event.buffer] &&
            shareBytes(other, event.buffer) && reported.insert(pair).second)
          fail("buffers " + place(other) + " and " + place(event.buffer) +
               " overlap while both are live at " + std::to_string(event.time));
      }
      ++live[event.buffer];
    }
  }

  void checkFigure(const std::string &what, int64_t stated, int64_t found) {
    if (stated != found)
      fail("the solution states " + what + " " + std::to_string(stated) +
           ", but its placements give " + std::to_string(found));
  }

  void checkFigures() {
    std::vector<int64_t> peaks(problem.pools.size(), 0);
    for (unsigned i = 0; i < problem.buffers.size(); ++i)
      peaks[pool(i)] = std::max(peaks[pool(i)], last(i) + 1);
    int64_t total = 0, highest = 0, overflow = 0, cost = 0;
    for (unsigned p = 0; p < peaks.size(); ++p) {
      total += peaks[p];
      highest = std::max(highest, peaks[p]);
      if (problem.pools[p].capacity)
        overflow += std::max<int64_t>(0, peaks[p] - *problem.pools[p].capacity);
    }
    for (const SharingCost &entry : problem.sharingCosts)
      if (classOf[entry.first] != classOf[entry.second] &&
          !liveTogether.count(ordered(entry.first, entry.second)) &&
          shareBytes(entry.first, entry.second))
        cost += entry.cost;

    if (solution.poolPeaks.size() != peaks.size()) {
      fail("the solution states " + std::to_string(solution.poolPeaks.size()) +
           " pool peaks; the problem has " + std::to_string(peaks.size()) +
           " pools");
      return;
    }
    for (unsigned p = 0; p < peaks.size(); ++p)
      checkFigure("for pool '" + problem.pools[p].name + "' the peak",
                  solution.poolPeaks[p], peaks[p]);
    checkFigure("the reuse cost", solution.reuseCost, cost);
    for (const ObjectiveValue &term : solution.objectives) {
      std::string what = std::string("for ") + getName(term.objective);
      switch (term.objective) {
      case Objective::CapacityOverflow:
        checkFigure(what, term.value, overflow);
        break;
      case Objective::TotalPeak:
        checkFigure(what, term.value, total);
        break;
      case Objective::MaxPeak:
        checkFigure(what, term.value, highest);
        break;
      case Objective::ReuseCost:
        checkFigure(what, term.value, cost);
        break;
      }
      if (term.lowerBound > term.value)
        fail(what + " the stated lower bound is above the value");
    }
  }

  const Problem &problem;
  const Solution &solution;
  const ValidationOptions &options;
  std::vector<unsigned> classOf;
  std::set<IndexPair> liveTogether;
  std::vector<std::string> faults;
};
} // namespace

std::vector<std::string>
pypto::allocator::validate(const Problem &problem, const Solution &solution,
                           const ValidationOptions &options) {
  return Validation(problem, solution, options).run();
}
