//===- PipeRules.h - rules that the FIFO operations share -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTO_PIPERULES_H
#define PTO_PIPERULES_H

#include "mlir/IR/Operation.h"
#include "pypto/Dialect/Pto/PtoAttributes.h"

namespace mlir::pto {

/// The pipe that writes a tile of `type` into a slot.
Pipe getPushPipe(Type type);

/// The kind of the function around `op`, if it states one.
std::optional<KernelKind> getKernelKind(Operation *op);

/// `op` stands in a function of `kind`.
LogicalResult verifyKernelKind(Operation *op, KernelKind kind);

/// `dir_mask` is 1, 2 or 3 and `slot_size` positive.
LogicalResult verifyRing(Operation *op, int8_t dirMask, int32_t slotSize);

} // namespace mlir::pto

#endif // PTO_PIPERULES_H
