//===- Shadow.h - who touched which bytes last ------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The accesses of one memory that a later access may still conflict with. The
// records are regions, not bytes: programs touch few different ones.
//
//===----------------------------------------------------------------------===//

#ifndef PYPTO_LIB_COREMODEL_HAZARDS_SHADOW_H
#define PYPTO_LIB_COREMODEL_HAZARDS_SHADOW_H

#include "Region.h"

namespace pypto::coremodel {

/// Rewrite: a cache line that goes back to memory writes bytes that its core
/// did not change; harmless for readers.
enum class TouchKind : uint8_t { Read, Write, Atomic, Rewrite };

/// One access.
struct Touch {
  uint32_t block = 0; ///< number of the block in the run
  uint32_t clock = 0; ///< of `pipe` in that block
  Pipe pipe = Pipe::S;
  TouchKind kind = TouchKind::Read;
  /// A product into an accumulator that the next one may read too early.
  bool isShortAccumulation = false;
  uint32_t loc = 0;
  const char *name = ""; ///< mnemonic
};

inline bool conflict(TouchKind a, TouchKind b) {
  if (a == TouchKind::Rewrite || b == TouchKind::Rewrite)
    return a == TouchKind::Write || b == TouchKind::Write ||
           a == TouchKind::Atomic || b == TouchKind::Atomic;
  return a != b || a == TouchKind::Write;
}

class Shadow {
public:
  /// Adds \p touch. Calls `isOrdered(earlier)` for every access that may
  /// conflict with it, and `report(earlier)` for those that are not ordered
  /// before it and have a byte in common.
  template <typename IsOrdered, typename Report>
  void add(const Region &region, const Touch &touch, IsOrdered isOrdered,
           Report report) {
    Record *same = nullptr;
    size_t firstDead = records.size(), at = find(region);
    for (size_t i = at; i < records.size() && records[i].region.lo < region.hi;
         ++i) {
      Record &record = records[i];
      if (record.region.hi <= region.lo)
        continue;
      bool allOrdered = true;
      for (const Touch &earlier : record.touches) {
        bool ordered = isOrdered(earlier);
        allOrdered &= ordered;
        if (!ordered && conflict(earlier.kind, touch.kind) &&
            record.region.touches(region))
          report(earlier);
      }
      if (record.region == region) {
        same = &record;
      } else if (touch.kind == TouchKind::Write && allOrdered &&
                 region.isContiguous() && region.lo <= record.region.lo &&
                 record.region.hi <= region.hi) {
        // Whoever is ordered after this write is ordered after those.
        record.touches.clear();
        firstDead = std::min(firstDead, i);
      }
    }
    if (same)
      same->supersede(touch, isOrdered);
    else if (!append(region, touch))
      insert(region, touch);
    if (firstDead != records.size())
      dropDead(firstDead);
  }

private:
  struct Record {
    Region region;
    std::vector<Touch> touches;

    /// Replaces what \p touch makes superfluous for all that comes.
    template <typename IsOrdered>
    void supersede(const Touch &touch, IsOrdered isOrdered) {
      size_t kept = 0;
      for (const Touch &old : touches) {
        bool sameThread = old.block == touch.block && old.pipe == touch.pipe;
        bool gone = touch.kind == TouchKind::Write ||
                    (old.kind == touch.kind && (sameThread || isOrdered(old)));
        if (!gone)
          touches[kept++] = old;
      }
      touches.resize(kept);
      touches.push_back(touch);
    }
  };

  /// Index of the first record that may reach into \p region.
  size_t find(const Region &region) const;
  void insert(const Region &region, const Touch &touch);
  /// Lets the record that ends where \p region begins grow, when one
  /// instruction after the other touches element after element.
  bool append(const Region &region, const Touch &touch);
  void dropDead(size_t first);

  std::vector<Record> records; ///< sorted by the region's start
  uint64_t longest = 0;        ///< bytes, of any region added
};

} // namespace pypto::coremodel

#endif // PYPTO_LIB_COREMODEL_HAZARDS_SHADOW_H
