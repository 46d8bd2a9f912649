//===- CheckState.h - abstract state of the checker -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Per pipe, the events (instructions and waits) that somebody cannot rely on.
// A pipe's events are numbered in program order, so that what is unfinished is
// nearly always a few ranges of numbers.
//
//===----------------------------------------------------------------------===//

#ifndef PYPTO_LIB_SYNC_CHECKSTATE_H
#define PYPTO_LIB_SYNC_CHECKSTATE_H

#include "SpanList.h"
#include "pypto/Sync/Program.h"

#include <array>
#include <map>
#include <set>
#include <tuple>

namespace pypto::sync {

/// A set of (age, number); ages are tags as in Structure.h.
class EventSet {
public:
  void clear() { spans.clear(); }
  /// Adds the event with age 0 that happens now, after all others.
  void happen(uint32_t event);
  void unite(const EventSet &other);
  void intersect(const EventSet &other);
  /// Events [begin, end), those of a loop's body, of the current iteration or
  /// of inner loops become those of the previous iteration of the loop at
  /// \p depth, and those of earlier ones grow older.
  void nextIteration(uint32_t depth, uint32_t begin, uint32_t end,
                     uint32_t largest);
  /// The loop at \p depth is left: what is of any of its iterations is past.
  void leaveLoop(uint32_t depth);
  bool operator==(const EventSet &o) const { return spans == o.spans; }

  const SpanList &list() const { return spans; }

private:
  void tidy(std::vector<Span> &list);
  /// In order of age, then number; disjoint and not adjacent.
  SpanList spans;
};

/// Unfinished events of every pipe.
using Unfinished = std::array<EventSet, target::kNumPipes>;

/// One flag: fixed, or of those that take turns the one that is used so many
/// iterations from now.
struct FlagKey {
  uint8_t from, to;
  uint8_t id;      ///< the first one, if several take turns
  uint8_t idCount; ///< 1: fixed
  uint8_t ahead;
  auto tie() const { return std::make_tuple(from, to, id, idCount, ahead); }
  bool operator<(const FlagKey &o) const { return tie() < o.tie(); }
  bool operator==(const FlagKey &o) const { return tie() == o.tie(); }
};

/// Which events an instruction of each pipe, or the wait for each flag in
/// flight, cannot rely on.
struct CheckState {
  std::array<Unfinished, target::kNumPipes> pipes;
  std::map<FlagKey, Unfinished> flags;
  /// Flags that took turns in a loop which is over: which of them was set last
  /// is not known, but what holds once all of them have been waited for is. The
  /// value `ahead` of the key has a bit for each that is still to come.
  std::map<FlagKey, Unfinished> pools;

  /// Transfers beside the pipes that nobody has waited for, and their ages.
  std::set<std::pair<NodeId, uint32_t>> transfers;

  template <typename Fn> void forEach(Fn fn) {
    for (Unfinished &sets : pipes)
      fn(sets);
    for (auto &entry : flags)
      fn(entry.second);
    for (auto &entry : pools)
      fn(entry.second);
  }
  bool operator==(const CheckState &o) const {
    return pipes == o.pipes && flags == o.flags && pools == o.pools &&
           transfers == o.transfers;
  }
};

} // namespace pypto::sync

#endif // PYPTO_LIB_SYNC_CHECKSTATE_H
