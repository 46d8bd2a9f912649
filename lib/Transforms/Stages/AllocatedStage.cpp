//===- AllocatedStage.cpp - contract of the stage allocated -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Stages/Contracts.h"
#include "Utils/Targets.h"
#include "pypto/Transforms/TileBuffers.h"

using namespace mlir;
using namespace mlir::pypto;

namespace pypto {

static LogicalResult verifyBuffer(MemrefAllocOp alloc,
                                  const target::Target &target) {
  auto type = cast<MemRefType>(alloc.getResult().getType());
  auto memory = cast<MemorySpaceAttr>(type.getMemorySpace()).getValue();
  const target::SpaceInfo &space = target.space(toTarget(memory));
  if (!alloc.getAddress())
    return reportBreach(alloc, Stage::Allocated)
           << "a buffer without an address";
  int64_t address = *alloc.getAddress();
  int64_t end =
      address + getSizeInBytes(type.getElementType(), type.getNumElements());
  if (address % space.alignment.value != 0)
    return reportBreach(alloc, Stage::Allocated)
           << "address " << address << " in " << stringifyMemorySpace(memory)
           << " is not a multiple of " << space.alignment.value;
  if (end > static_cast<int64_t>(space.usableBytes.value))
    return reportBreach(alloc, Stage::Allocated)
           << "a buffer ends at byte " << end << " of "
           << stringifyMemorySpace(memory) << ", which has "
           << space.usableBytes.value;
  return success();
}

/// Split, and every tile lives in one buffer with an address that is aligned
/// and within its memory.
LogicalResult verifyAllocatedStage(ModuleOp module) {
  if (failed(verifySplitStage(module)))
    return failure();
  return forEachKernel(module, [&](func::FuncOp kernel) -> LogicalResult {
    const target::Target &target = getTarget(kernel);
    LogicalResult result = success();
    kernel.walk([&](MemrefAllocOp alloc) {
      if (failed(verifyBuffer(alloc, target)))
        result = failure();
    });
    if (failed(TileBuffers::compute(kernel)))
      return failure();
    return result;
  });
}

} // namespace pypto
