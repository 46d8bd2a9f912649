//===- MixedKernels.cpp - kernels for both cores of a cluster ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Utils/MixedKernels.h"
#include "pypto/Support/Diagnostics.h"

using namespace mlir;

namespace pypto {

LogicalResult reportMixedKernel(func::FuncOp kernel, Operation *cube,
                                Operation *vector, bool isAtVector) {
  InFlightDiagnostic diag =
      emitError(isAtVector ? vector : cube, Diag::MixedKernel)
      << "kernel '" << kernel.getName()
      << "' has work for the matrix core and for the vector core; one kernel "
         "with both cannot be compiled yet";
  if (isAtVector)
    diag.attachNote(cube->getLoc()) << "matrix work is here";
  else
    diag.attachNote(vector->getLoc()) << "vector work is here";
  attachHelp(diag) << "split it into two pl.at scopes, with a tensor between "
                      "them";
  return diag;
}

} // namespace pypto
