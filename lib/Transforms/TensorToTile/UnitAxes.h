//===- UnitAxes.h - exchanges of axes of one element ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_TRANSFORMS_TENSORTOTILE_UNITAXES_H
#define PYPTO_TRANSFORMS_TENSORTOTILE_UNITAXES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace pypto {

/// Rewrites transposes of tensors of more than two axes that exchange an axis
/// of one element: as a transpose of what lies between the two axes and the
/// other one, which are neighbours, or as a reshape.
void exchangeUnitAxes(mlir::func::FuncOp kernel);

} // namespace pypto

#endif // PYPTO_TRANSFORMS_TENSORTOTILE_UNITAXES_H
