//===- TensorWindow.h - where a tensor value lies in memory -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_TRANSFORMS_TENSORTOTILE_TENSORWINDOW_H
#define PYPTO_TRANSFORMS_TENSORTOTILE_TENSORWINDOW_H

#include "Utils/TensorAliases.h"
#include "pypto/Dialect/Pypto/Pypto.h"

namespace pypto {

/// A rectangle of a tensor of two axes in global memory.
struct TensorWindow {
  mlir::Value base;
  /// Row and column at which it starts.
  mlir::SmallVector<mlir::Value> offsets;
};

/// Finds the rectangle that a slice, an update or a whole tensor means. Slices
/// of slices fold into one offset; tensors of one or more than two axes are
/// seen through a reshape that merges the leading axes.
class TensorWindows {
public:
  TensorWindows(mlir::Block &entry, TensorAliases &aliases)
      : entry(entry), aliases(aliases) {}

  /// The constant `value`, made once at the start of the function.
  mlir::Value getConstant(int64_t value);

  /// The rectangle of `tensor` that starts at `offsets` (one for each axis, or
  /// none for the start) and has `extents`. Emits what it needs before
  /// `builder`; an error if the rectangle is not one after merging axes.
  mlir::FailureOr<TensorWindow> get(mlir::OpBuilder &builder,
                                    mlir::Location loc, mlir::Value tensor,
                                    mlir::ValueRange offsets,
                                    mlir::ArrayRef<int64_t> extents);

  /// True for a window of memory, or a part of it that is valid: a view that
  /// conversion follows to its base, and which is gone afterwards.
  bool isWindow(mlir::Value tensor);

  /// True for a view of a window with its axes exchanged: it lies in memory as
  /// a window of the base with its axes exchanged.
  bool isTransposedWindow(mlir::Value tensor);

  /// The element of the base tensor, which is not reshaped, that `indices` of
  /// `tensor` mean.
  mlir::Value getElement(mlir::OpBuilder &builder, mlir::Location loc,
                         mlir::Value tensor, mlir::ValueRange indices,
                         mlir::SmallVectorImpl<mlir::Value> &baseIndices);

private:
  /// A tensor as a part of a base: for each axis of the base its offset, and
  /// the axis of the tensor that runs along it or -1 where it was dropped.
  struct Part {
    mlir::Value base;
    mlir::SmallVector<mlir::Value> offsets;
    mlir::SmallVector<int> axes;
  };
  Part resolve(mlir::OpBuilder &builder, mlir::Location loc,
               mlir::Value tensor);
  /// `base` with two axes.
  mlir::Value getMatrix(mlir::Value base);
  /// `base` with axes `first` and `second` exchanged.
  mlir::Value getTransposed(mlir::Value base, int64_t first, int64_t second);

  mlir::Block &entry;
  TensorAliases &aliases;
  llvm::DenseMap<int64_t, mlir::Value> constants;
  llvm::DenseMap<mlir::Value, mlir::Value> matrices;
  llvm::DenseMap<std::pair<mlir::Value, std::pair<int64_t, int64_t>>,
                 mlir::Value>
      transpositions;
};

} // namespace pypto

#endif // PYPTO_TRANSFORMS_TENSORTOTILE_TENSORWINDOW_H
