//===- Budget.h - how long a search may take --------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PYPTO_LIB_ALLOCATOR_BUDGET_H
#define PYPTO_LIB_ALLOCATOR_BUDGET_H

#include <algorithm>
#include <chrono>
#include <cstdint>

namespace pypto::allocator {

/// Counts search steps against a limit, and looks at the clock now and then if
/// there is a time limit.
class Budget {
public:
  using Clock = std::chrono::steady_clock;

  Budget(int64_t nodeLimit, double timeLimit)
      : nodesLeft(nodeLimit), hasDeadline(timeLimit > 0), start(Clock::now()),
        deadline(start + std::chrono::duration_cast<Clock::duration>(
                             std::chrono::duration<double>(timeLimit))) {}

  /// Takes \p steps; returns false if the search has to end. A step stands for
  /// a few microseconds of work.
  bool spend(int64_t steps = 1) {
    if (nodesLeft <= 0 || late)
      return false;
    nodesLeft -= steps;
    nodes += steps;
    if (hasDeadline && nodes >= nextLook) {
      nextLook = nodes + 256;
      late = Clock::now() >= deadline;
    }
    return !late;
  }

  bool exhausted() const { return nodesLeft <= 0 || late; }
  int64_t used() const { return nodes; }
  int64_t left() const { return std::max<int64_t>(0, nodesLeft); }
  double seconds() const {
    return std::chrono::duration<double>(Clock::now() - start).count();
  }

private:
  int64_t nodesLeft;
  int64_t nodes = 0;
  int64_t nextLook = 0;
  bool hasDeadline;
  bool late = false;
  Clock::time_point start;
  Clock::time_point deadline;
};

} // namespace pypto::allocator

#endif // PYPTO_LIB_ALLOCATOR_BUDGET_H
