//===- TileBuilding.h - small pieces of tile code ---------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_TRANSFORMS_TENSORTOTILE_TILEBUILDING_H
#define PYPTO_TRANSFORMS_TENSORTOTILE_TILEBUILDING_H

#include "pypto/Dialect/Pypto/Pypto.h"

namespace pypto {

/// Bytes of a hardware block (pto-isa).
inline constexpr int64_t kBlockBytes = 32;

/// Elements of `element` in a block.
inline int64_t countLanes(mlir::Type element) {
  return kBlockBytes * 8 / element.getIntOrFloatBitWidth();
}

/// The constant `value` as an element of `type`, an integer (of any signedness)
/// or float. A float is rounded to the nearest.
mlir::Value createScalar(mlir::OpBuilder &builder, mlir::Location loc,
                         mlir::Type type, double value);

/// One column of several rows.
bool isColumn(mlir::pypto::TileType type);

/// A tile with unspecified content, all of it valid where `type` leaves that to
/// run time.
mlir::Value createUnwritten(mlir::OpBuilder &builder, mlir::Location loc,
                            mlir::pypto::TileType type);

/// A column in rows of a block of which the first element is valid; other tiles
/// as they are.
mlir::Value spreadColumn(mlir::OpBuilder &builder, mlir::Location loc,
                         mlir::Value column);

/// `tile` with rows and columns exchanged, fully the same bytes: for a column
/// of values the row of them, and back.
mlir::Value asRow(mlir::OpBuilder &builder, mlir::Location loc,
                  mlir::Value tile);

/// The mask of a comparison of tiles of type `source`: a bit for each column in
/// rows of whole 32-byte blocks. The A5 instruction wants as many bytes as the
/// source has columns (spec of the public assembler).
mlir::pypto::TileType getMaskType(mlir::pypto::TileType source,
                                  mlir::pypto::Arch arch);

/// The scratch tile of a selection: 32 bytes.
mlir::Value createSelectScratch(mlir::OpBuilder &builder, mlir::Location loc);

/// `tile` with the valid region `rows` x `columns`, known at compile time.
mlir::Value restrictValid(mlir::OpBuilder &builder, mlir::Location loc,
                          mlir::Value tile, int64_t rows, int64_t columns);

/// `tile`, zero where it was not valid; itself if it is valid everywhere.
mlir::Value fillWithZero(mlir::OpBuilder &builder, mlir::Location loc,
                         mlir::Value tile);

/// The integer that the hardware wants as the index of an element of a scatter.
mlir::Type getScatterIndexType(mlir::Type element);

/// Fails, after an error at `op`, for a scatter that the chip lacks or whose
/// positions do not fit their type.
mlir::LogicalResult checkScatter(mlir::Operation *op,
                                 mlir::pypto::TileType target);

/// Positions, row by row in a tile of rows of `pitch` elements, of the columns
/// of pattern `pattern` (see `pypto.tensor.gather_mask`), as `element`s: one
/// for each element of a tile of type `source`, and valid where that is.
mlir::Value createPatternIndices(mlir::OpBuilder &builder, mlir::Location loc,
                                 mlir::pypto::TileType source,
                                 mlir::Type element, int64_t pattern,
                                 int64_t pitch);

/// A load of the window at `offsets`; of all of its axes if `window` is given.
mlir::pypto::TileLoadOp createLoad(mlir::OpBuilder &builder, mlir::Location loc,
                                   mlir::pypto::TileType type,
                                   mlir::Value source, mlir::ValueRange offsets,
                                   mlir::ValueRange valid,
                                   mlir::DenseI64ArrayAttr window);

} // namespace pypto

#endif // PYPTO_TRANSFORMS_TENSORTOTILE_TILEBUILDING_H
