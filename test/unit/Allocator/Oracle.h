//===- Oracle.h - random problems and brute-force answers -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The oracle tries every offset of every buffer, so it only serves problems of
// a few buffers in a few bytes. It decides overlap pair by pair from the
// definition and shares no code with solver or validator.
//
//===----------------------------------------------------------------------===//
#ifndef PYPTO_TEST_UNIT_ALLOCATOR_ORACLE_H
#define PYPTO_TEST_UNIT_ALLOCATOR_ORACLE_H

#include "pypto/Allocator/Solution.h"
#include <random>

namespace pypto::allocator::test {

/// Which rules a random problem may contain.
struct Mix {
  unsigned buffers = 4;
  int64_t capacity = 10;
  bool separations = false;
  bool colocations = false;
  bool exclusions = false;
  bool pins = false;
  bool reserved = false;
  bool gaps = false;
  bool alignment = false;
  bool costs = false;
  bool groups = false;
  unsigned pools = 1;
};

/// Returns a random problem with no objective.
Problem randomProblem(const Mix &mix, std::mt19937 &random);

struct Answer {
  /// True if some placement obeys all rules, capacities included.
  bool fits = false;
  /// The least objective values, in the order of Problem::objectives, over all
  /// placements that fit.
  std::vector<int64_t> values;
};

/// Tries all placements.
Answer bruteForce(const Problem &problem);

} // namespace pypto::allocator::test

#endif // PYPTO_TEST_UNIT_ALLOCATOR_ORACLE_H
