//===- Solver.h - finds addresses -------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PYPTO_ALLOCATOR_SOLVER_H
#define PYPTO_ALLOCATOR_SOLVER_H

#include "pypto/Allocator/Problem.h"
#include "pypto/Allocator/Solution.h"

namespace pypto::allocator {

/// How to look for addresses.
enum class Planner {
  /// Several greedy orders, then branch and bound within the budget.
  Exact,
  /// The best of several greedy orders; no proof except by the lower bound.
  Heuristic,
  /// Baseline: buffers in the order of decreasing size, each at the lowest
  /// address that is free during its lifetime.
  FirstFit,
  /// Baseline: the same order, each in the tightest free gap that holds it.
  BestFit,
};

/// Returns the option spelling: "exact", "heuristic", "first-fit", "best-fit".
const char *getName(Planner planner);

/// Returns the planner with that spelling, or nothing.
std::optional<Planner> parsePlanner(const std::string &name);

struct SolverOptions {
  Planner planner = Planner::Exact;
  /// Most search steps of the exact search, counted over all pools and
  /// objective terms. With no time limit the result depends on nothing else.
  int64_t nodeLimit = 2'000'000;
  /// Wall-clock limit in seconds; 0 means none. A search that it ends may give
  /// another result on another machine.
  double timeLimit = 0;
};

/// Solves \p problem. The result is deterministic for equal problem and options
/// unless `timeLimit` ends the search, and has passed the validator.
Solution solve(const Problem &problem, const SolverOptions &options = {});

} // namespace pypto::allocator

#endif // PYPTO_ALLOCATOR_SOLVER_H
