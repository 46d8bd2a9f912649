//===- Validator.h - independent check of a solution ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks placements against the problem as it was stated, by sweeping over
// program points, and shares no code with the solver.
//
//===----------------------------------------------------------------------===//
#ifndef PYPTO_ALLOCATOR_VALIDATOR_H
#define PYPTO_ALLOCATOR_VALIDATOR_H

#include "pypto/Allocator/Problem.h"
#include "pypto/Allocator/Solution.h"

namespace pypto::allocator {

struct ValidationOptions {
  /// Accept addresses above a pool's capacity (for placements which show by how
  /// much a problem does not fit).
  bool ignoreCapacity = false;
};

/// Returns every broken rule of \p solution.placements, and every derived
/// figure of \p solution (peaks, reuse cost, objective values) that does not
/// follow from them; one sentence each that names the buffers. Empty if the
/// solution is right. \p problem must be well formed (checkProblem).
std::vector<std::string> validate(const Problem &problem,
                                  const Solution &solution,
                                  const ValidationOptions &options = {});

} // namespace pypto::allocator

#endif // PYPTO_ALLOCATOR_VALIDATOR_H
