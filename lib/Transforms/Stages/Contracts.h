//===- Contracts.h - the contract of each stage -----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_TRANSFORMS_STAGES_CONTRACTS_H
#define PYPTO_TRANSFORMS_STAGES_CONTRACTS_H

#include "pypto/Dialect/Pypto/Pypto.h"
#include "pypto/Transforms/Stages.h"

namespace pypto {

/// Reports that `op` breaks the contract of `stage`; complete the sentence.
mlir::InFlightDiagnostic reportBreach(mlir::Operation *op, Stage stage);

/// Checks every kernel with a body of `module`.
mlir::LogicalResult forEachKernel(
    mlir::ModuleOp module,
    llvm::function_ref<mlir::LogicalResult(mlir::func::FuncOp)> check);

/// An allocation that `pypto-insert-buffers` makes, as against one that the
/// author declared and bound tiles to.
bool isOwnBuffer(mlir::Operation *op);

mlir::LogicalResult verifyTensorStage(mlir::ModuleOp module);
mlir::LogicalResult verifyTileStage(mlir::ModuleOp module);
/// `stage` is Placed or a later one that keeps its contract.
mlir::LogicalResult verifyPlacedStage(mlir::ModuleOp module, Stage stage);
mlir::LogicalResult verifySplitStage(mlir::ModuleOp module);
mlir::LogicalResult verifyAllocatedStage(mlir::ModuleOp module);
mlir::LogicalResult verifyPtoStage(mlir::ModuleOp module, Stage stage);

} // namespace pypto

#endif // PYPTO_TRANSFORMS_STAGES_CONTRACTS_H
