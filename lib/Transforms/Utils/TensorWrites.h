//===- TensorWrites.h - which tensors are written, which are one -*- C++
//-*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a pass must know to move an access of a tensor in global memory past
// other operations of a kernel.
//
//===----------------------------------------------------------------------===//

#ifndef PYPTO_TRANSFORMS_UTILS_TENSORWRITES_H
#define PYPTO_TRANSFORMS_UTILS_TENSORWRITES_H

#include "Utils/TensorAliases.h"
#include "pypto/Dialect/Pypto/Pypto.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallSet.h"

namespace pypto {

/// Tensors by the memory that they name.
using TensorSet = llvm::SmallSetVector<mlir::Value, 8>;

/// Pairs of a kernel's parameters that a task may bind to one tensor.
using ParameterPairs = llvm::SmallSet<std::pair<unsigned, unsigned>, 4>;

/// Adds the tensors that `op` writes, itself and in its regions. False if
/// something in it has effects that are not known, such as waiting for another
/// core.
bool collectWrittenTensors(mlir::Operation *op, TensorAliases &tensors,
                           TensorSet &written);

/// For each kernel of `module`, the parameters that some task binds to one
/// tensor.
llvm::DenseMap<mlir::StringAttr, ParameterPairs>
findAliasedParameters(mlir::ModuleOp module);

/// True unless the memories `a` and `b` are known to be different tensors.
bool mayBeOneTensor(mlir::func::FuncOp kernel, const ParameterPairs &aliased,
                    mlir::Value a, mlir::Value b);

} // namespace pypto

#endif // PYPTO_TRANSFORMS_UTILS_TENSORWRITES_H
