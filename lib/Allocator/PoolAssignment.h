//===- PoolAssignment.h - which pool each buffer goes to --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PYPTO_LIB_ALLOCATOR_POOLASSIGNMENT_H
#define PYPTO_LIB_ALLOCATOR_POOLASSIGNMENT_H

#include "pypto/Allocator/Problem.h"

namespace pypto::allocator {

struct PoolAssignments {
  /// Each gives a pool index per buffer. Empty if colocated buffers have no
  /// pool in common.
  std::vector<std::vector<unsigned>> assignments;
  /// True if these are all that are possible.
  bool isComplete = true;
};

/// Lists the assignments of buffers to pools that are worth trying: all if
/// there are few, otherwise one that balances the load.
PoolAssignments enumerateAssignments(const Problem &problem);

} // namespace pypto::allocator

#endif // PYPTO_LIB_ALLOCATOR_POOLASSIGNMENT_H
