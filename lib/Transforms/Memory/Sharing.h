//===- Sharing.h - which tiles may have one buffer --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_TRANSFORMS_MEMORY_SHARING_H
#define PYPTO_TRANSFORMS_MEMORY_SHARING_H

#include "pypto/Dialect/Pypto/Pypto.h"

namespace pypto {

/// True if `op` may write its result over `operand`, which dies there: the
/// operation allows it and both are the same elements in the same order.
bool mayComputeInPlace(mlir::pypto::TileOpInterface op,
                       mlir::OpOperand &operand);

} // namespace pypto

#endif // PYPTO_TRANSFORMS_MEMORY_SHARING_H
