//===- SkylineSearch.h - packing by filling valleys -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PYPTO_LIB_ALLOCATOR_SKYLINESEARCH_H
#define PYPTO_LIB_ALLOCATOR_SKYLINESEARCH_H

#include "Packing.h"

namespace pypto::allocator {

/// Fills the time line from below. The tops of what is placed form a skyline;
/// next to the wall of a valley, either an item that begins (or ends) exactly
/// there lies on its ground, or bytes are wasted, of which there are only as
/// many as the height leaves. Where little may be wasted few items are possible
/// at some wall, and the search goes there first, so that problems without
/// slack are solved that other searches are lost in. It does not try all ways
/// to waste bytes and proves nothing.
class SkylineSearch {
public:
  /// True if the items are plain rectangles of time and address: one lifetime
  /// each, sizes that keep the alignment, in conflict exactly when they are
  /// live at once, and free to be anywhere.
  static bool applies(const PoolModel &model, const ConflictGraph &graph);

  /// \p model must satisfy applies().
  SkylineSearch(const PoolModel &model, int64_t height, Budget &budget);

  /// One run of at most \p nodeLimit steps, each as long as looking at the
  /// whole skyline; \p seed varies the order in which items are tried. Valleys
  /// that made earlier runs turn back are looked at first.
  PackStatus run(uint64_t seed, int64_t nodeLimit);

  /// The offsets that were found, by item.
  const std::vector<int64_t> &offsets() const { return placedAt; }

private:
  /// A stretch of the skyline below both neighbours, in slots.
  struct Valley {
    unsigned begin, end;
    int64_t ground, leftWall, rightWall;
  };
  /// What can be done at one wall of a valley: place an item, or (kWaste) raise
  /// the slots from `begin` to `end` to `top`.
  struct Option {
    unsigned item;
    unsigned begin, end;
    int64_t top;
    int64_t priority;
  };
  static constexpr unsigned kWaste = ~0u;
  static constexpr size_t kMostItems = 4000;

  void reset();
  bool fill(int64_t &nodesLeft);
  /// Applies \p option, searches on, and takes it back if that fails.
  bool tryOption(const Option &option, int64_t &nodesLeft);
  /// The wall with the fewest options, ordered; empty if some wall has none.
  std::vector<Option> chooseWall(unsigned &wall);
  void findOptions(const Valley &valley, bool atLeft,
                   std::vector<Option> &options) const;
  void addWaste(const Valley &valley, bool atLeft,
                std::vector<Option> &options) const;
  uint64_t random();

  const PoolModel &model;
  int64_t height;
  Budget &budget;
  /// Slots between the times at which some item begins or ends.
  unsigned numSlots = 0;
  /// First slot of each item and the one after its last.
  std::vector<unsigned> first, last;
  /// Items by the slot they begin in, and by the one after their last.
  std::vector<std::vector<unsigned>> beginning, ending;
  /// Per boundary between slots: how often its wall made the search turn back.
  std::vector<double> failures;

  /// Per slot: top of what is placed, and bytes still to come.
  std::vector<int64_t> tops, rest;
  std::vector<bool> isPlaced;
  std::vector<int64_t> placedAt;
  unsigned numLeft = 0;
  uint64_t state = 0;
};

} // namespace pypto::allocator

#endif // PYPTO_LIB_ALLOCATOR_SKYLINESEARCH_H
