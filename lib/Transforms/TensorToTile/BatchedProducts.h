//===- BatchedProducts.h - products of batches, one by one ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_TRANSFORMS_TENSORTOTILE_BATCHEDPRODUCTS_H
#define PYPTO_TRANSFORMS_TENSORTOTILE_BATCHEDPRODUCTS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace pypto {

/// Computes batches of products of `kernel` that later products of it use in a
/// loop over the batch, and one matrix of a batch by itself.
void splitBatchedProducts(mlir::func::FuncOp kernel);

} // namespace pypto

#endif // PYPTO_TRANSFORMS_TENSORTOTILE_BATCHEDPRODUCTS_H
