//===- Pending.h - which slots of a pipe may still be running ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The abstract state of the data-flow analysis. Program text is numbered in
// slots (Structure.h). For an observer (a pipe about to start an instruction,
// or a flag in flight) and a source pipe, a PendingSet holds the slots whose
// instructions on the source pipe the observer cannot rely on being finished.
//
// A slot in a loop stands for many instances. Its tag tells them apart, see
// Structure.h.
//
//===----------------------------------------------------------------------===//

#ifndef PYPTO_LIB_SYNC_PENDING_H
#define PYPTO_LIB_SYNC_PENDING_H

#include "SpanList.h"
#include "Structure.h"
#include "pypto/Sync/Program.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <map>
#include <new>

namespace pypto::sync {

/// A set of (tag, slot). Everything executed from slot `open` on belongs to it
/// too, with tag 0, so that executing an instruction changes no set.
class PendingSet {
public:
  /// Nothing is pending; what runs from \p now on will be.
  void reset(uint32_t now) {
    spans.clear();
    open = now;
  }
  /// Turns the open end into spans up to \p now and continues at \p next: the
  /// text jumps from \p now to \p next.
  void jump(uint32_t now, uint32_t next);
  void unite(const PendingSet &other, uint32_t now);
  /// Keeps what is pending in both.
  void intersect(const PendingSet &other, uint32_t now);
  /// Keeps what runs from slot \p since on.
  void keepSince(uint32_t since, uint32_t now);
  /// As intersect, but keeps what lies in slots [keepBegin, now) with tag 0 or
  /// a tag of a loop deeper than \p depth.
  void intersectOutside(const PendingSet &other, uint32_t now,
                        uint32_t keepBegin, uint32_t depth);
  /// The loop at \p depth with slots [begin, end) starts its next iteration;
  /// distances from \p largest on are not told apart.
  void enterNextIteration(uint32_t depth, uint32_t begin, uint32_t end,
                          uint32_t largest);
  /// The loop at \p depth with slots [begin, end) is left.
  void leaveLoop(uint32_t depth, uint32_t begin, uint32_t end);
  /// Whether the same slots are in it with both tags.
  bool isAlike(uint32_t tag, uint32_t other) const;
  /// Adds the slots that are in it with \p tag with tag \p other.
  void addAlike(uint32_t tag, uint32_t other);
  void add(Span span);
  bool contains(uint32_t slot, uint32_t now) const;
  /// Drops the spans before slot \p now that \p isEmpty says are empty; whether
  /// there were any.
  template <typename Fn> bool drop(uint32_t now, Fn isEmpty) {
    size_t kept = 0, count = spans.size();
    for (const Span &span : spans)
      if (span.end > now || !isEmpty(span.begin, span.end))
        spans[kept++] = span;
    spans.truncate(kept);
    return kept < count;
  }
  /// Whether all of it is in \p other.
  bool isWithin(const PendingSet &other, uint32_t now) const;

  bool operator==(const PendingSet &o) const {
    return open == o.open && spans == o.spans;
  }

  /// Sorted, disjoint and not adjacent.
  SpanList spans;
  uint32_t open = 0;

private:
  void normalise();
  void addSorted(const Span *added, size_t count);
};

/// One observer's view of all pipes that the kernel uses. Most use few, and
/// states are copied all the time.
class PendingRow {
public:
  PendingRow() = default;
  PendingRow(unsigned pipes, uint32_t now) {
    for (; count < pipes; ++count)
      new (begin() + count) PendingSet;
    for (PendingSet &set : *this)
      set.reset(now);
  }
  PendingRow(const PendingRow &o) { copy(o); }
  PendingRow(PendingRow &&o) noexcept { take(o); }
  ~PendingRow() { clear(); }
  PendingRow &operator=(const PendingRow &o) {
    if (count != o.count) {
      clear();
      copy(o);
    } else {
      std::copy(o.begin(), o.end(), begin());
    }
    return *this;
  }
  PendingRow &operator=(PendingRow &&o) noexcept {
    if (count != o.count) {
      clear();
      take(o);
    } else {
      std::move(o.begin(), o.end(), begin());
    }
    return *this;
  }

  PendingSet *begin() { return reinterpret_cast<PendingSet *>(storage); }
  PendingSet *end() { return begin() + count; }
  const PendingSet *begin() const {
    return reinterpret_cast<const PendingSet *>(storage);
  }
  const PendingSet *end() const { return begin() + count; }
  unsigned size() const { return count; }
  PendingSet &operator[](unsigned i) {
    assert(i < count);
    return begin()[i];
  }
  const PendingSet &operator[](unsigned i) const {
    assert(i < count);
    return begin()[i];
  }
  bool operator==(const PendingRow &o) const {
    return std::equal(begin(), end(), o.begin(), o.end());
  }

private:
  void copy(const PendingRow &o) {
    for (; count < o.count; ++count)
      new (begin() + count) PendingSet(o[count]);
  }
  void take(PendingRow &o) {
    for (; count < o.count; ++count)
      new (begin() + count) PendingSet(std::move(o[count]));
  }
  void clear() {
    for (PendingSet &set : *this)
      set.~PendingSet();
    count = 0;
  }

  unsigned count = 0;
  alignas(PendingSet) unsigned char storage[kNumPipes * sizeof(PendingSet)];
};

/// Key in State::flags of the flag of edge \p id that will be waited for
/// \p ahead iterations from now.
inline uint32_t flagKey(uint32_t id, unsigned ahead) {
  return ahead << 24 | id;
}

/// Flags in flight: key -> what the wait will not be able to rely on.
using FlagRows = std::map<uint32_t, PendingRow>;

/// The whole abstract state at a point of the program.
struct State {
  /// pipes[q][p]: what an instruction of q cannot rely on, per source pipe p,
  /// by their numbers (PipeNumbers).
  std::array<PendingRow, kNumPipes> pipes;
  /// Those that are not tied to one block.
  FlagRows flags;

  /// Nothing pending before \p now, of the first \p count pipes.
  static State empty(uint32_t now, unsigned count);
  template <typename Fn> void forEachSet(Fn fn) {
    for (PendingRow &row : pipes)
      for (PendingSet &set : row)
        fn(set);
    for (auto &entry : flags)
      for (PendingSet &set : entry.second)
        fn(set);
  }
  void unite(const State &other, uint32_t now);
  /// Whether all that is pending is so in \p other.
  bool isWithin(const State &other, uint32_t now) const;
  bool operator==(const State &o) const {
    return pipes == o.pipes && flags == o.flags;
  }
};

} // namespace pypto::sync

#endif // PYPTO_LIB_SYNC_PENDING_H
