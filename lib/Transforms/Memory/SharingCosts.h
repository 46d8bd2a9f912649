//===- SharingCosts.h - pipes that wait for a shared address ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_TRANSFORMS_MEMORY_SHARINGCOSTS_H
#define PYPTO_TRANSFORMS_MEMORY_SHARINGCOSTS_H

#include "Memory/BufferLifetimes.h"
#include "pypto/Allocator/SpacePlan.h"
#include "pypto/Target/Target.h"

namespace pypto {

/// Adds to `request` what it costs that two buffers share an address: the pipe
/// that writes the later one waits for each other pipe that still reads the
/// earlier one. The cost is the estimated number of such waits in one run of
/// the kernel. Only a buffer's next few successors are considered: what was
/// used long ago is finished anyway. `indices` gives for each buffer of the
/// request its index in `lifetimes`.
void addSharingCosts(const BufferLifetimes &lifetimes,
                     llvm::ArrayRef<unsigned> indices,
                     const target::Target &target,
                     allocator::SpaceRequest &request);

} // namespace pypto

#endif // PYPTO_TRANSFORMS_MEMORY_SHARINGCOSTS_H
