//===- Greedy.h - placement of items one after another ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PYPTO_LIB_ALLOCATOR_GREEDY_H
#define PYPTO_LIB_ALLOCATOR_GREEDY_H

#include "PoolModel.h"

namespace pypto::allocator {

/// How the next item picks its offset.
enum class Fit {
  /// The lowest free offset.
  First,
  /// The lowest offset of the tightest gap between placed items.
  Best,
  /// The offset with the least added sharing cost, of these the lowest, among
  /// those that stay within the limit; if there is none, as First.
  Cheapest,
};

/// Places the items of \p model in the order \p order and returns an offset for
/// every item. \p limit is only a preference.
std::vector<int64_t> placeInOrder(const PoolModel &model,
                                  const ConflictGraph &graph,
                                  const std::vector<unsigned> &order, Fit fit,
                                  int64_t limit);

/// Returns the items sorted by decreasing size, then by first live point: the
/// usual order of a planner that does not search.
std::vector<unsigned> decreasingOrder(const PoolModel &model);

/// Returns several different orders that tend to pack well.
std::vector<std::vector<unsigned>> greedyOrders(const PoolModel &model);

} // namespace pypto::allocator

#endif // PYPTO_LIB_ALLOCATOR_GREEDY_H
