//===- SpaceProblem.h - what the allocator is asked -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_TRANSFORMS_MEMORY_SPACEPROBLEM_H
#define PYPTO_TRANSFORMS_MEMORY_SPACEPROBLEM_H

#include "Memory/BufferLifetimes.h"
#include "pypto/Allocator/SpacePlan.h"
#include "pypto/Target/Target.h"

namespace pypto {

/// The buffers of one memory of a kernel as a problem for the allocator.
struct SpaceProblem {
  allocator::SpaceRequest request;
  /// For each buffer of the request, its index among the lifetimes.
  llvm::SmallVector<unsigned> indices;
};

/// Formulates the problem of `space`. A buffer that has an address keeps it; if
/// nothing lives in it its bytes are reserved. `capacity` in bytes.
SpaceProblem formulate(const BufferLifetimes &lifetimes,
                       mlir::pypto::MemorySpace space,
                       const target::Target &target, int64_t capacity);

/// Reports (E0505) an address that the kernel's author chose and that its
/// memory cannot have: not aligned, beyond the end, or with bytes of another
/// such buffer while both are in use.
mlir::LogicalResult checkPins(const BufferLifetimes &lifetimes,
                              const SpaceProblem &problem);

} // namespace pypto

#endif // PYPTO_TRANSFORMS_MEMORY_SPACEPROBLEM_H
