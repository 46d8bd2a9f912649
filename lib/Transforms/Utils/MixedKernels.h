//===- MixedKernels.h - kernels for both cores of a cluster -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_TRANSFORMS_UTILS_MIXEDKERNELS_H
#define PYPTO_TRANSFORMS_UTILS_MIXEDKERNELS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace pypto {

/// Fails, with an error at `vector`, or else at `cube`: `kernel` has that
/// vector work and that matrix work.
mlir::LogicalResult reportMixedKernel(mlir::func::FuncOp kernel,
                                      mlir::Operation *cube,
                                      mlir::Operation *vector,
                                      bool isAtVector = true);

} // namespace pypto

#endif // PYPTO_TRANSFORMS_UTILS_MIXEDKERNELS_H
