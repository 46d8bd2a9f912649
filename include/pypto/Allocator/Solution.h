//===- Solution.h - addresses and what is known about them ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PYPTO_ALLOCATOR_SOLUTION_H
#define PYPTO_ALLOCATOR_SOLUTION_H

#include "pypto/Allocator/Problem.h"

namespace pypto::allocator {

enum class Status {
  /// Fits, and no solution is better in any objective term (in their order).
  Proved,
  /// Fits; the search ended at its budget before it could prove that nothing
  /// is better.
  SearchStopped,
  /// Proved: no assignment satisfies all rules within the capacities.
  Infeasible,
  /// Nothing that fits was found within the budget; one may exist.
  NotFound,
  /// The problem itself is malformed; see Solution::errors.
  Invalid,
};

/// Returns "proved", "search stopped", "infeasible", "not found" or "invalid".
const char *getName(Status status);

/// The byte count or cost reached for one objective term.
struct ObjectiveValue {
  Objective objective = Objective::TotalPeak;
  int64_t value = 0;
  /// No solution that is equal in all earlier terms has a smaller value than
  /// this. Equal to `value` where the term is proved.
  int64_t lowerBound = 0;
};

/// Where one buffer was put.
struct Placement {
  unsigned pool = 0;
  /// Bytes from the start of the pool.
  int64_t offset = 0;
};

struct Solution {
  Status status = Status::NotFound;
  /// One per buffer, in the order of Problem::buffers. Empty if no placement
  /// is known at all. When the status is Infeasible or NotFound a non-empty
  /// list is the best known placement that obeys all rules except capacity.
  std::vector<Placement> placements;
  /// Highest used address of each pool, in bytes; 0 for an empty pool.
  std::vector<int64_t> poolPeaks;
  /// Bytes that are live at once in each pool at its worst moment: no placement
  /// can have a smaller peak.
  std::vector<int64_t> poolLowerBounds;
  /// Sum of the charged sharing costs.
  int64_t reuseCost = 0;
  /// One per term of Problem::objectives.
  std::vector<ObjectiveValue> objectives;
  /// Search steps taken by the exact search; equal on every machine unless a
  /// wall-clock limit ended the search.
  int64_t nodes = 0;
  /// Wall-clock time of the solver, in seconds.
  double seconds = 0;
  /// For Status::Invalid, what is wrong with the problem.
  std::vector<std::string> errors;

  /// True if the placements obey all rules, capacities included.
  bool fits() const {
    return status == Status::Proved || status == Status::SearchStopped;
  }
};

} // namespace pypto::allocator

#endif // PYPTO_ALLOCATOR_SOLUTION_H
