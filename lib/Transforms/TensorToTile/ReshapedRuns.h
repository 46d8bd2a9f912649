//===- ReshapedRuns.h - other shapes of runs of rows ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A window that takes all of a tensor but along its first axis is a run of
// elements that follow each other, so that it has every shape that the tensor
// has: the tensor is reshaped, and the window taken of that.
//
//===----------------------------------------------------------------------===//

#ifndef PYPTO_TRANSFORMS_TENSORTOTILE_RESHAPEDRUNS_H
#define PYPTO_TRANSFORMS_TENSORTOTILE_RESHAPEDRUNS_H

#include "Utils/TensorAliases.h"

namespace pypto {

/// The slice that `tensor` names if it is a run of a whole parameter along its
/// first axis; null otherwise.
mlir::pypto::TensorSliceOp getRun(mlir::Value tensor, TensorAliases &aliases);

/// The run that `tensor` names as `type`, of as many elements: a window of the
/// reshaped parameter, made right behind the slice. Null if `tensor` is no run,
/// or does not begin with a row of that shape wherever it is.
mlir::Value reshapeRun(mlir::Value tensor, mlir::pypto::GlobalTensorType type,
                       TensorAliases &aliases);

/// Replaces reshapes and windows of runs in `kernel`. Returns how many.
unsigned reshapeRuns(mlir::func::FuncOp kernel);

} // namespace pypto

#endif // PYPTO_TRANSFORMS_TENSORTOTILE_RESHAPEDRUNS_H
