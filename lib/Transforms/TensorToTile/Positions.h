//===- Positions.h - loops over the matrices of a tensor --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_TRANSFORMS_TENSORTOTILE_POSITIONS_H
#define PYPTO_TRANSFORMS_TENSORTOTILE_POSITIONS_H

#include "Utils/IndexConstants.h"

namespace pypto {

/// Makes the next result from the last one at a position.
using PositionBody = llvm::function_ref<mlir::FailureOr<mlir::Value>(
    mlir::OpBuilder &, mlir::ArrayRef<mlir::Value>, mlir::Value)>;

/// The axes in front of a tensor's matrices.
llvm::ArrayRef<int64_t> getLeading(llvm::ArrayRef<int64_t> shape);

/// Rows of a tensor of `shape` behind its `outer` first axes.
int64_t countRows(llvm::ArrayRef<int64_t> shape, size_t outer);

/// Calls `body` at each position along axes of `extents`, in loops that carry
/// `result`, or nothing if it is null.
mlir::FailureOr<mlir::Value>
forEachPosition(mlir::OpBuilder &builder, mlir::Location loc,
                IndexConstants &constants, mlir::ArrayRef<int64_t> extents,
                mlir::Value result, PositionBody body);

/// The first row of the matrix of `rows` rows at `position` of a tensor whose
/// leading axes are `leading`; a position may have more axes in front, and an
/// axis of one element serves all.
mlir::Value getFirstRow(mlir::OpBuilder &builder, mlir::Location loc,
                        IndexConstants &constants,
                        mlir::ArrayRef<int64_t> leading,
                        mlir::ArrayRef<mlir::Value> position, int64_t rows);

/// `offsets` in a tensor of `shape` as row and column of its tile, in which
/// leading axes are merged into rows; inner extents are known.
mlir::SmallVector<mlir::Value> getRowAndColumn(mlir::OpBuilder &builder,
                                               mlir::Location loc,
                                               IndexConstants &constants,
                                               llvm::ArrayRef<int64_t> shape,
                                               mlir::ValueRange offsets);

/// How axes `first` < `second` of a tensor of `shape` are exchanged: for each
/// position along the axes `from`, `rows` rows become `newRows` rows at a
/// position along the axes `to`.
struct AxisExchange {
  AxisExchange(llvm::ArrayRef<int64_t> shape, int64_t first, int64_t second);

  /// Rows and columns of each matrix are exchanged; else the two axes of a
  /// position are.
  bool isMatrix;
  llvm::SmallVector<int64_t> shape; ///< after it
  llvm::SmallVector<int64_t> from, to;
  int64_t rows, newRows;
};

/// True if a window of rows is a run of merged rows: after the first axis that
/// has more than one row of the window, every further one is taken whole.
bool isRunOfRows(mlir::ArrayRef<int64_t> window, mlir::ArrayRef<int64_t> shape,
                 mlir::ValueRange offsets);

/// How many leading axes of a window of a tensor of `shape` are gone through
/// one by one, so that the rest is a run of rows.
size_t countOuterAxes(mlir::ArrayRef<int64_t> window,
                      mlir::ArrayRef<int64_t> shape, mlir::ValueRange offsets);

/// `offsets` moved by `position` along the first axes.
mlir::SmallVector<mlir::Value> moveBy(mlir::OpBuilder &builder,
                                      mlir::Location loc,
                                      mlir::ValueRange offsets,
                                      mlir::ArrayRef<mlir::Value> position);

} // namespace pypto

#endif // PYPTO_TRANSFORMS_TENSORTOTILE_POSITIONS_H
