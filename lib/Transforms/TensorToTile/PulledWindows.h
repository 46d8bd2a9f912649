//===- PulledWindows.h - windows of what is computed ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_TRANSFORMS_TENSORTOTILE_PULLEDWINDOWS_H
#define PYPTO_TRANSFORMS_TENSORTOTILE_PULLEDWINDOWS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace pypto {

/// Computes windows of tensors that no memory on chip holds from windows of
/// what those are computed from, if nothing else is done with them and they are
/// computed element by element, or row by row, from memory that `kernel` does
/// not write. Returns how many windows.
unsigned pullWindows(mlir::func::FuncOp kernel);

} // namespace pypto

#endif // PYPTO_TRANSFORMS_TENSORTOTILE_PULLEDWINDOWS_H
