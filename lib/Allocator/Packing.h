//===- Packing.h - exact search for offsets below a height ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Decides whether items fit below a given height. It uses that any packing can
// be settled: repeatedly moving an item to the lowest offset that its lower
// neighbours leave it ends in a packing in which no item can sink, so only such
// packings are searched, in the order of their offsets.
//
//===----------------------------------------------------------------------===//
#ifndef PYPTO_LIB_ALLOCATOR_PACKING_H
#define PYPTO_LIB_ALLOCATOR_PACKING_H

#include "Budget.h"
#include "PoolModel.h"

namespace pypto::allocator {

enum class PackStatus {
  Found,
  /// Proved: there is no packing.
  Impossible,
  /// The budget ended the search.
  Stopped,
};

struct PackResult {
  PackStatus status = PackStatus::Stopped;
  /// By item, if found.
  std::vector<int64_t> offsets;
};

/// Looks for offsets of all items of \p model, under the pairs of \p graph,
/// that end at or below \p height. Takes at most \p nodeLimit of \p budget's
/// steps.
PackResult pack(const PoolModel &model, const ConflictGraph &graph,
                int64_t height, Budget &budget, int64_t nodeLimit);

} // namespace pypto::allocator

#endif // PYPTO_LIB_ALLOCATOR_PACKING_H
