//===- ElementMoves.h - elements that move one by one -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Vector instructions take addresses of whole blocks of 32 bytes. What has to
// move by less is gathered, by positions that are computed on chip.
//
//===----------------------------------------------------------------------===//

#ifndef PYPTO_TRANSFORMS_TENSORTOTILE_ELEMENTMOVES_H
#define PYPTO_TRANSFORMS_TENSORTOTILE_ELEMENTMOVES_H

#include "TensorToTile/Positions.h"
#include "pypto/Dialect/Pypto/Pypto.h"

namespace pypto {

/// True if elements of this type can be gathered on `arch`, as they are, as
/// integers of their size or by way of FP16.
bool canGather(mlir::Type element, mlir::pypto::Arch arch);

/// Takes elements of one tile.
class Gatherer {
public:
  Gatherer(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value source);

  /// The elements at `indices`, a tile of i32 that counts in the storage of the
  /// source; all are valid.
  mlir::Value take(mlir::OpBuilder &builder, mlir::Location loc,
                   mlir::Value indices) const;

private:
  mlir::Type element;
  mlir::Value from;
  bool isConverted;
};

/// The elements that are valid of `source`, in their order
/// row by row in a tile of type `result`, which has as many. Both are valid in
/// a part that is known at compile time.
mlir::Value repack(mlir::OpBuilder &builder, mlir::Location loc,
                   IndexConstants &constants, mlir::Value source,
                   mlir::pypto::TileType result);

/// Rows and columns of `source` from `row` and `column` on, wherever that is,
/// in a tile of type `result`, whose rows are whole blocks; all of it is valid.
mlir::Value takeWindow(mlir::OpBuilder &builder, mlir::Location loc,
                       IndexConstants &constants, mlir::Value source,
                       mlir::Value row, mlir::Value column,
                       mlir::pypto::TileType result);

/// Elements of a column of `source` from `row` on, in a column of type
/// `result`.
mlir::Value takeColumn(mlir::OpBuilder &builder, mlir::Location loc,
                       IndexConstants &constants, mlir::Value source,
                       mlir::Value row, mlir::Value column,
                       mlir::pypto::TileType result);

/// `source`, which is no column, with rows and columns exchanged in a tile of
/// type `result`, which is valid in a part known at compile time.
mlir::Value exchangeElements(mlir::OpBuilder &builder, mlir::Location loc,
                             IndexConstants &constants, mlir::Value source,
                             mlir::pypto::TileType result);

/// `source`, whose rows and columns are the merged axes of `shape`, with two of
/// the axes exchanged in a tile of type `result`; both are valid everywhere.
mlir::Value exchangeAxes(mlir::OpBuilder &builder, mlir::Location loc,
                         IndexConstants &constants, mlir::Value source,
                         llvm::ArrayRef<int64_t> shape, int64_t first,
                         int64_t second, mlir::pypto::TileType result);

/// `target` with what is valid of `source`, in a part known at compile time,
/// from `row` and `column` on, wherever that is.
mlir::Value putWindow(mlir::OpBuilder &builder, mlir::Location loc,
                      IndexConstants &constants, mlir::Value target,
                      mlir::Value source, mlir::Value row, mlir::Value column);

} // namespace pypto

#endif // PYPTO_TRANSFORMS_TENSORTOTILE_ELEMENTMOVES_H
