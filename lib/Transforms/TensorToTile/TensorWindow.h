//===- TensorWindow.h - where a tensor value lies in memory -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_TRANSFORMS_TENSORTOTILE_TENSORWINDOW_H
#define PYPTO_TRANSFORMS_TENSORTOTILE_TENSORWINDOW_H

#include "Utils/IndexConstants.h"
#include "Utils/TensorAliases.h"
#include "pypto/Dialect/Pypto/Pypto.h"

namespace pypto {

/// A part of a tensor in global memory.
struct TensorWindow {
  mlir::Value base;
  /// Where it starts along each axis of the base.
  mlir::SmallVector<mlir::Value> offsets;
  /// Extents along each axis of the base; empty for a rectangle of a base of
  /// two axes, which has those of the tile.
  mlir::SmallVector<int64_t> extents;

  bool isRectangle() const { return extents.empty(); }
};

/// Finds the part of memory that a slice, an update or a whole tensor means.
/// Slices of slices fold into one offset; tensors of one or more than two axes
/// are seen through a reshape that merges axes where the part is a rectangle of
/// that, or else with all their axes, in the order of the tensor's.
class TensorWindows {
public:
  TensorWindows(mlir::Block &entry, TensorAliases &aliases)
      : constants(entry), aliases(aliases) {}

  /// The constant `value`, made once at the start of the function.
  mlir::Value getConstant(int64_t value) { return constants.get(value); }
  IndexConstants &getConstants() { return constants; }

  /// The part of `tensor` that starts at `offsets` (one for each axis, or none
  /// for the start) and has `extents`. Emits what it needs before `builder`.
  mlir::FailureOr<TensorWindow> find(mlir::OpBuilder &builder,
                                     mlir::Location loc, mlir::Value tensor,
                                     mlir::ValueRange offsets,
                                     mlir::ArrayRef<int64_t> extents);

  /// The same; an error if the part is not a rectangle.
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
  /// The axes of a part's base that have more than one element in a window:
  /// the last axis of the tensor, and the others in its order.
  struct Order {
    llvm::SmallVector<int64_t> rows;
    int64_t columns;
  };
  static Order getOrder(const Part &part, mlir::ArrayRef<int64_t> window,
                        int64_t tensorRank);
  std::optional<TensorWindow> getRectangle(mlir::OpBuilder &builder,
                                           mlir::Location loc, const Part &part,
                                           mlir::ArrayRef<int64_t> window,
                                           const Order &order);
  /// `part` with axes of the base exchanged so that they are in `order`.
  void arrange(Part &part, mlir::SmallVectorImpl<int64_t> &window,
               const Order &order);
  /// `base` with two axes: up to `inner`, and those after it.
  mlir::Value getMatrix(mlir::Value base, int64_t inner);
  /// `base` with axes `first` and `second` exchanged.
  mlir::Value getTransposed(mlir::Value base, int64_t first, int64_t second);

  IndexConstants constants;
  TensorAliases &aliases;
  llvm::DenseMap<std::pair<mlir::Value, int64_t>, mlir::Value> matrices;
  llvm::DenseMap<std::pair<mlir::Value, std::pair<int64_t, int64_t>>,
                 mlir::Value>
      transpositions;
};

} // namespace pypto

#endif // PYPTO_TRANSFORMS_TENSORTOTILE_TENSORWINDOW_H
