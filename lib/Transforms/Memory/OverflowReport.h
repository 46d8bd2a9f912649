//===- OverflowReport.h - explaining that buffers do not fit ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_TRANSFORMS_MEMORY_OVERFLOWREPORT_H
#define PYPTO_TRANSFORMS_MEMORY_OVERFLOWREPORT_H

#include "Memory/BufferLifetimes.h"
#include "pypto/Allocator/SpacePlan.h"

namespace pypto {

/// Reports that the buffers of one memory do not fit: bytes needed and
/// available, the buffers live at the worst moment with their names and source
/// lines, and what to change. `indices` gives for each buffer of the request
/// its index in `lifetimes`.
void reportOverflow(mlir::func::FuncOp kernel, const BufferLifetimes &lifetimes,
                    llvm::ArrayRef<unsigned> indices,
                    const allocator::SpaceRequest &request,
                    const allocator::SpacePlan &plan);

} // namespace pypto

#endif // PYPTO_TRANSFORMS_MEMORY_OVERFLOWREPORT_H
