//===- CostSearch.h - exact search for the least sharing cost ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Works on a grid: if all sizes and forbidden ranges are multiples of some
// number of bytes, some cheapest packing has all offsets on that grid, since
// items that sink never get dearer when the pairs that do not overlap are kept
// apart.
//
//===----------------------------------------------------------------------===//
#ifndef PYPTO_LIB_ALLOCATOR_COSTSEARCH_H
#define PYPTO_LIB_ALLOCATOR_COSTSEARCH_H

#include "Budget.h"
#include "PoolModel.h"

namespace pypto::allocator {

struct CostResult {
  /// True if `offsets` are cheaper than the given ones.
  bool found = false;
  std::vector<int64_t> offsets;
  /// No offsets cost less than this (the fixed cost included).
  int64_t lowerBound = 0;
};

/// Looks for offsets of \p model up to \p height that cost less than those of
/// \p incumbent, which must respect the height. Takes at most \p nodeLimit of
/// \p budget's steps.
CostResult searchCost(const PoolModel &model, int64_t height,
                      const std::vector<int64_t> &incumbent, Budget &budget,
                      int64_t nodeLimit);

} // namespace pypto::allocator

#endif // PYPTO_LIB_ALLOCATOR_COSTSEARCH_H
