//===- EmptyProducts.h - products that contract nothing ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_TRANSFORMS_MATMUL_EMPTYPRODUCTS_H
#define PYPTO_TRANSFORMS_MATMUL_EMPTYPRODUCTS_H

#include "pypto/Dialect/Pypto/Pypto.h"

namespace pypto {

/// The matrix unit does nothing at all where an extent is 0, so what was in the
/// accumulator would be taken for the result. A product whose contracted extent
/// is 0 becomes zeros, its bias, or the sum so far; where the extent is known
/// only at run time, a branch decides. Returns how many were replaced.
unsigned resolveEmptyProducts(mlir::func::FuncOp kernel);

} // namespace pypto

#endif // PYPTO_TRANSFORMS_MATMUL_EMPTYPRODUCTS_H
