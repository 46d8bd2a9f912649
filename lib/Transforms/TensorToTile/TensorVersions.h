//===- TensorVersions.h - updates of computed tensors -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a kernel computes is a value: an update of it is another value, and the
// old one stays what it was. Memory has one content at a time.
//
//===----------------------------------------------------------------------===//

#ifndef PYPTO_TRANSFORMS_TENSORTOTILE_TENSORVERSIONS_H
#define PYPTO_TRANSFORMS_TENSORTOTILE_TENSORVERSIONS_H

#include "pypto/Dialect/Pypto/Pypto.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace pypto {

/// The updates of `tensor`, of its views and of what they become, which would
/// have to update a copy if all of it were in one memory: something of what was
/// there before is used behind them. What such an update makes has a memory of
/// its own.
llvm::SmallVector<mlir::pypto::TensorAliasOpInterface>
findOverwrites(mlir::Value tensor);

/// True if an element of `tensor`, of its views or of what they become is
/// written by `tensor.write`, which makes no new value.
bool hasWrittenElements(mlir::Value tensor);

/// Turns `tensor.write` of what `kernel` computes into updates, where all that
/// uses the tensor afterwards is in the same block of code. Returns how many.
unsigned updateWrittenElements(mlir::func::FuncOp kernel);

} // namespace pypto

#endif // PYPTO_TRANSFORMS_TENSORTOTILE_TENSORVERSIONS_H
