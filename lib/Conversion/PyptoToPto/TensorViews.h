//===- TensorViews.h - global tensors of one kernel -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_CONVERSION_PYPTOTOPTO_TENSORVIEWS_H
#define PYPTO_CONVERSION_PYPTOTOPTO_TENSORVIEWS_H

#include "pypto/Dialect/Pto/Pto.h"
#include "pypto/Dialect/Pypto/Pypto.h"

#include "llvm/ADT/DenseMap.h"

namespace pypto {

/// Constants at the start of a function, one for each value.
class ConstantPool {
public:
  explicit ConstantPool(mlir::OpBuilder &head) : head(head) {}
  mlir::Value getIndex(int64_t value) { return get(head.getIndexAttr(value)); }
  mlir::Value getI64(int64_t value) {
    return get(head.getI64IntegerAttr(value));
  }

private:
  mlir::Value get(mlir::TypedAttr value);

  mlir::OpBuilder &head;
  llvm::DenseMap<mlir::Attribute, mlir::Value> constants;
};

/// The index `value` divided by `by`, times `times`; a constant if it is one.
mlir::Value divideIndex(mlir::OpBuilder &builder, ConstantPool &constants,
                        mlir::Location loc, mlir::Value value, int64_t by,
                        int64_t times = 1);

/// The pointers, extents, strides and views of the tensors of one kernel.
class TensorViews {
public:
  /// A tensor in memory; extents and strides in elements, one for each axis.
  struct Tensor {
    mlir::Value pointer;
    llvm::SmallVector<mlir::Value> extents, strides;
    mlir::pto::Layout layout;
    mlir::Value view;
    /// The view has an axis of one element more, in front of the last one.
    bool hasUnitAxis = false;
  };

  TensorViews(mlir::OpBuilder &head, ConstantPool &constants)
      : head(head), constants(constants) {}

  /// Declares a parameter; `runtimeExtents` are those of its `?` axes.
  mlir::LogicalResult addParameter(mlir::Value parameter, mlir::Value pointer,
                                   mlir::ValueRange runtimeExtents);
  /// Declares a whole parameter seen under another shape or transposed.
  mlir::LogicalResult addView(mlir::pypto::TensorAliasOpInterface op);

  const Tensor &get(mlir::Value tensor) { return tensors[tensor]; }
  /// The `tensor_view` of a tensor, made at its first use.
  mlir::Value getView(mlir::Value tensor);
  /// The window of `sizes`, of `shape` as far as they are known, at `offsets`
  /// of a view, one of each for an axis of the tensor, in stored elements.
  mlir::Value createWindow(mlir::OpBuilder &builder, mlir::Location loc,
                           mlir::Value tensor, mlir::ArrayRef<int64_t> shape,
                           mlir::ValueRange offsets, mlir::ValueRange sizes);
  /// The same with the two axes of the tensor exchanged.
  mlir::Value getTransposedView(mlir::Value tensor);

private:
  Tensor makeRowMajor(mlir::pypto::GlobalTensorType type, mlir::Value pointer,
                      llvm::SmallVector<mlir::Value> extents);
  /// Extents and strides in elements as they are stored.
  Tensor toStored(mlir::pypto::GlobalTensorType type, Tensor tensor);
  mlir::Value createScaleView(mlir::Value value, const Tensor &tensor);
  mlir::Value createBlockView(mlir::Value value, const Tensor &tensor);
  mlir::Value createRowView(mlir::Value value, Tensor stored);

  mlir::OpBuilder &head;
  ConstantPool &constants;
  llvm::DenseMap<mlir::Value, Tensor> tensors;
  llvm::DenseMap<mlir::Value, mlir::Value> transposed;
};

} // namespace pypto

#endif // PYPTO_CONVERSION_PYPTOTOPTO_TENSORVIEWS_H
