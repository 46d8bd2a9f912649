//===- FlowEdges.h - values that control flow passes on ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_TRANSFORMS_UTILS_FLOWEDGES_H
#define PYPTO_TRANSFORMS_UTILS_FLOWEDGES_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace pypto {

/// Calls `visit` for every operand that structured control flow at `op` passes
/// on, with each value that it may become: an initial or yielded value with the
/// loop's carry and result, a branch's yield with the result. An operand that
/// may become several values is reported with each in turn.
void forEachFlowEdge(
    mlir::Operation *op,
    llvm::function_ref<void(mlir::OpOperand &, mlir::Value)> visit);

/// True if control flow passes the operand on, so that it is not a use by the
/// operation itself.
bool isFlowOperand(mlir::OpOperand &operand);

} // namespace pypto

#endif // PYPTO_TRANSFORMS_UTILS_FLOWEDGES_H
