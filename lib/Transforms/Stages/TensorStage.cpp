//===- TensorStage.cpp - contract of the stage tensor -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Stages/Contracts.h"

using namespace mlir;
using namespace mlir::pypto;

namespace pypto {

/// As the front end writes it: nothing has a buffer yet, and kernels are not
/// lowered.
LogicalResult verifyTensorStage(ModuleOp module) {
  LogicalResult result = success();
  module.walk([&](Operation *op) {
    if (isOwnBuffer(op))
      result = reportBreach(op, Stage::Tensor) << "a buffer exists already";
    else if (op != module && isa<ModuleOp>(op))
      result = reportBreach(op, Stage::Tensor) << "a kernel is lowered already";
    else if (isa<TaskSubmitOp>(op))
      result = reportBreach(op, Stage::Tensor)
               << "a task exists already; tasks come from outlining";
  });
  return result;
}

} // namespace pypto
