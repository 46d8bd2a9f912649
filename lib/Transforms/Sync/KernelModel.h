//===- KernelModel.h - a function as a plain structured program -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_LIB_TRANSFORMS_SYNC_KERNELMODEL_H
#define PYPTO_LIB_TRANSFORMS_SYNC_KERNELMODEL_H

#include "pypto/Sync/Program.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Support/LLVM.h"

namespace pypto {

/// A body of instructions of one core: that of a function, or of a section in
/// one, and what it has become.
struct KernelModel {
  sync::Program program;
  sync::Arch arch = sync::Arch::A2A3;
  /// The operation behind each node.
  llvm::SmallVector<mlir::Operation *> operations;
  /// Whether any instruction runs on a pipe other than S.
  bool usesPipes = false;
};

/// Builds the model of a region with one block. Sections inside are calls to
/// it, and are appended to \p sections as bodies of their own. Reports what
/// cannot be analysed.
mlir::FailureOr<KernelModel>
buildKernelModel(mlir::Region &body, bool gmMayAlias,
                 llvm::SmallVectorImpl<mlir::Region *> &sections);

/// The bodies in \p func: its own first, then those of its sections.
/// Fails with a diagnostic if one of them cannot be analysed.
mlir::FailureOr<llvm::SmallVector<KernelModel>>
buildKernelModels(mlir::func::FuncOp func, bool gmMayAlias);

/// Whether the event id \p id of a set or wait is a constant, or a constant
/// plus the number of the iteration of a loop modulo a constant.
bool isKnownEventId(mlir::Value id);

/// "PIPE_MTE2", ...
mlir::StringRef pipeText(sync::Pipe pipe);

} // namespace pypto

#endif // PYPTO_LIB_TRANSFORMS_SYNC_KERNELMODEL_H
