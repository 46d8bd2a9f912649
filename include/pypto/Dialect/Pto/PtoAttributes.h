//===- PtoAttributes.h - enumerations and attributes ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_DIALECT_PTO_PTOATTRIBUTES_H
#define PYPTO_DIALECT_PTO_PTOATTRIBUTES_H

#include "mlir/IR/Attributes.h"
#include "mlir/IR/OpImplementation.h"

#include "pypto/Dialect/Pto/PtoEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "pypto/Dialect/Pto/PtoAttributes.h.inc"

namespace mlir::pto {

/// The pipe that executes operations of `kind`: a load MTE2, a store from the
/// accumulator FIX, and so on.
Pipe getPipeOfKind(PipeEventType kind);
Pipe getPipeOfKind(SyncOpType kind);

/// Whether instructions can be issued to `pipe`: not PIPE_ALL, not the virtual
/// pipes, not the two markers.
bool isConcretePipe(Pipe pipe);

} // namespace mlir::pto

#endif // PYPTO_DIALECT_PTO_PTOATTRIBUTES_H
