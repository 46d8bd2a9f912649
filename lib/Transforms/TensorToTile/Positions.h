//===- Positions.h - loops over the matrices of a tensor --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_TRANSFORMS_TENSORTOTILE_POSITIONS_H
#define PYPTO_TRANSFORMS_TENSORTOTILE_POSITIONS_H

#include "mlir/IR/Builders.h"

namespace pypto {

/// Makes an index constant.
using ConstantMaker = llvm::function_ref<mlir::Value(int64_t)>;
/// Makes the next result from the last one at a position.
using PositionBody = llvm::function_ref<mlir::FailureOr<mlir::Value>(
    mlir::OpBuilder &, mlir::ArrayRef<mlir::Value>, mlir::Value)>;

/// Calls `body` at each position along axes of `extents`, in loops that carry
/// `result`, or nothing if it is null.
mlir::FailureOr<mlir::Value>
forEachPosition(mlir::OpBuilder &builder, mlir::Location loc,
                ConstantMaker constant, mlir::ArrayRef<int64_t> extents,
                mlir::Value result, PositionBody body);

/// The first row of the matrix of `rows` rows at `position` of a tensor whose
/// leading axes are `leading`; a position may have more axes in front, and an
/// axis of one element serves all.
mlir::Value getFirstRow(mlir::OpBuilder &builder, mlir::Location loc,
                        ConstantMaker constant, mlir::ArrayRef<int64_t> leading,
                        mlir::ArrayRef<mlir::Value> position, int64_t rows);

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
