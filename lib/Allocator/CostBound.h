//===- CostBound.h - sharing that no packing avoids -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PYPTO_LIB_ALLOCATOR_COSTBOUND_H
#define PYPTO_LIB_ALLOCATOR_COSTBOUND_H

#include "PoolModel.h"

namespace pypto::allocator {

/// Returns a cost that the pairs within \p part cannot go below at \p height,
/// by counting. Items of at least s bytes each cover one of the bytes s - 1,
/// 2s - 1, ... of the pool, and all items over one such byte overlap each
/// other; spread evenly they form the fewest overlapping pairs.
int64_t crowdingBound(const PoolModel &model, const std::vector<unsigned> &part,
                      int64_t height);

} // namespace pypto::allocator

#endif // PYPTO_LIB_ALLOCATOR_COSTBOUND_H
