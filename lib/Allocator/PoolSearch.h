//===- PoolSearch.h - best offsets within one pool --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PYPTO_LIB_ALLOCATOR_POOLSEARCH_H
#define PYPTO_LIB_ALLOCATOR_POOLSEARCH_H

#include "Budget.h"
#include "PoolModel.h"
#include "pypto/Allocator/Solver.h"

namespace pypto::allocator {

/// What a minimisation reached: `value` if `found`, and in any case a proven
/// lower bound.
struct Outcome {
  bool found = false;
  int64_t value = 0;
  int64_t lowerBound = 0;

  bool proved() const { return found && value <= lowerBound; }
};

/// Minimises height and sharing cost of one pool, one after the other, each
/// under the limits that the earlier steps have set.
class PoolSearch {
public:
  PoolSearch(PoolModel model, Planner planner, Budget &budget);

  /// Bytes that the pool needs whatever the costs.
  int64_t heightBound() const { return bound; }

  /// Only offsets of at most this height count from now on.
  void limitHeight(int64_t height);
  /// Only offsets of at most this cost count from now on.
  void limitCost(int64_t cost);

  /// Looks for offsets of at most \p height and, if there are any, limits the
  /// height. `value` is the height reached; `lowerBound` exceeds \p height if
  /// it is proved that there are none.
  Outcome fitWithin(int64_t height);
  Outcome minimizeHeight();
  Outcome minimizeCost();

  /// The offsets of the last minimisation, by item.
  const std::vector<int64_t> &offsets() const { return best.offsets; }
  bool hasOffsets() const { return best.height >= 0; }
  int64_t height() const { return best.height; }
  int64_t cost() const { return best.cost; }
  const PoolModel &model() const { return pool; }

private:
  struct Candidate {
    std::vector<int64_t> offsets;
    int64_t height = -1;
    int64_t cost = 0;
  };

  void runGreedy();
  void record(std::vector<int64_t> offsets);
  bool withinLimits(const Candidate &candidate) const;
  /// Makes the best candidate within the limits current; \p byCost selects
  /// which of height and cost comes first.
  bool pick(bool byCost);

  /// Searches for heights below the best one's under the rules of \p model,
  /// which are the pool's or stricter. If \p boundIsGlobal, a proof for
  /// \p model is one for the pool.
  Outcome lowerHeight(const PoolModel &model, bool boundIsGlobal);

  PoolModel pool;
  Planner planner;
  Budget &budget;
  int64_t bound;
  int64_t heightLimit;
  int64_t costLimit;
  int64_t greedyLimit = -1;
  std::vector<Candidate> candidates;
  Candidate best;
};

} // namespace pypto::allocator

#endif // PYPTO_LIB_ALLOCATOR_POOLSEARCH_H
