//===- Outline.h - the parts of the outliner --------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_TRANSFORMS_OUTLINE_OUTLINE_H
#define PYPTO_TRANSFORMS_OUTLINE_OUTLINE_H

#include "Utils/TensorAliases.h"
#include "pypto/Dialect/Pypto/Pypto.h"

#include "mlir/IR/BuiltinOps.h"

namespace pypto {

/// How the results of a kernel call follow from its arguments once the kernel
/// has no results.
struct KernelResults {
  /// For each former result, the argument of which it is an alias.
  llvm::SmallVector<unsigned> argumentOfResult;
  /// Types of the parameters that were added at the end, for fresh tensors.
  llvm::SmallVector<mlir::pypto::GlobalTensorType> added;
  /// Names of those parameters, as locations.
  llvm::SmallVector<mlir::Location> addedLocs;
};

/// Replaces every call of a kernel below `root` by the kernel's body, to any
/// depth. Recursion is an error.
mlir::LogicalResult inlineKernelCalls(mlir::Operation *root,
                                      mlir::SymbolTable &symbols);

/// The argument that a result of a call is an alias of; null for other values.
using CalledWith = llvm::function_ref<mlir::Value(mlir::Value)>;

/// Replaces every assembly of a tensor on the control plane of `func` by what
/// it means: the tensor is a window of the target from the start. One of a
/// tensor that cannot be that stays.
void placeAssembledTensors(mlir::func::FuncOp func, CalledWith calledWith);

/// Removes the results of `kernel`; see KernelResults.
mlir::FailureOr<KernelResults> removeKernelResults(mlir::func::FuncOp kernel);

/// Writes `source`, a fresh tensor of a kernel, into `target` before `builder`.
void writeWhole(mlir::OpBuilder &builder, mlir::Location loc,
                mlir::Value source, mlir::Value target);

/// A tensor of `type` for a fresh result, on the control plane. Its extents
/// must be static.
mlir::FailureOr<mlir::Value>
createResultTensor(mlir::OpBuilder &builder, mlir::Location loc,
                   mlir::pypto::GlobalTensorType type);

/// True if the elements of `tensor` follow each other in memory, as a kernel
/// assumes of its parameters: no window that skips elements, no transposition.
bool isContiguous(mlir::Value tensor);

/// Turns one scope (`pypto.at` or `pypto.spmd`) into a kernel named `name` and
/// a submit in its place. `aliases` are those of the function around it and are
/// told what results are replaced by.
mlir::LogicalResult outlineScope(mlir::pypto::LaunchOpInterface scope,
                                 llvm::StringRef name,
                                 mlir::SymbolTable &symbols,
                                 TensorAliases &aliases);

/// Submits `kernel` with `arguments`, at `builder`; what the author says of the
/// task is taken from `launch`, which may be null.
mlir::pypto::TaskSubmitOp
createSubmit(mlir::OpBuilder &builder, mlir::Location loc,
             mlir::func::FuncOp kernel, mlir::ValueRange arguments,
             mlir::pypto::LaunchOpInterface launch, TensorAliases &aliases);

/// Checks device work of `root` that says itself which core does what
/// (`pypto.split_aiv`): vector work inside of the regions, matrix work outside,
/// each crossing named, all crossings alike.
mlir::LogicalResult checkManualPlacement(mlir::Operation *root);

/// Sets the direction of every parameter of `func` from what the body does.
/// Kernels that are called must have theirs already. An `Out` parameter without
/// a write is an error.
mlir::LogicalResult computeDirections(mlir::func::FuncOp func,
                                      mlir::SymbolTable &symbols);

} // namespace pypto

#endif // PYPTO_TRANSFORMS_OUTLINE_OUTLINE_H
