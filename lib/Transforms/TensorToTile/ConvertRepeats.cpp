//===- ConvertRepeats.cpp - repeated and reinterpreted tensors --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TensorToTile/ElementMoves.h"
#include "TensorToTile/KernelConverter.h"
#include "TensorToTile/TileBuilding.h"
#include "pypto/Support/Diagnostics.h"

using namespace mlir;
using namespace mlir::pypto;

namespace pypto {

/// A loop over `count` parts of a result of type `type` that `getPart` makes;
/// part i starts at row i * `rows`.
static Value assembleParts(OpBuilder &builder, Location loc,
                           TensorWindows &windows, TileType type, int64_t count,
                           int64_t rows,
                           function_ref<Value(OpBuilder &, Value)> getPart) {
  Value zero = windows.getConstant(0);
  Value unwritten = createUnwritten(builder, loc, type);
  auto loop = scf::ForOp::create(builder, loc, zero, windows.getConstant(count),
                                 windows.getConstant(1), ValueRange{unwritten});
  auto inside = OpBuilder::atBlockEnd(loop.getBody());
  Value number = loop.getInductionVar();
  Value start = inside.createOrFold<arith::MulIOp>(loc, number,
                                                   windows.getConstant(rows));
  Value next =
      TileAssembleOp::create(inside, loc, type, loop.getRegionIterArgs()[0],
                             getPart(inside, number), ValueRange{start, zero});
  scf::YieldOp::create(inside, loc, ValueRange{next});
  return loop.getResult(0);
}

LogicalResult KernelConverter::convertExpandClone(TensorExpandCloneOp op) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  FailureOr<TileType> type = getTileType(loc, op.getResult());
  FailureOr<Value> source = getTile(builder, loc, op.getSource());
  if (failed(type) || failed(source))
    return failure();
  ArrayRef<int64_t> from = op.getSource().getType().getShape();
  ArrayRef<int64_t> to = op.getResult().getType().getShape();
  if (from == to) {
    replace(op, *source);
    return success();
  }
  auto sourceType = cast<TileType>(source->getType());
  if (from[2] != to[2]) {
    Value matrix = createUnwritten(builder, loc, *type);
    replace(op, TileRowExpandOp::create(builder, loc, *type, matrix, *source,
                                        Value()));
    return success();
  }
  int64_t columns = to[2];
  auto block = [&](TileType like, int64_t rows) {
    return TileType::get({rows, like.getDimSize(1)}, like.getElementType(),
                         MemorySpaceAttr(), TileLayout::ND, {rows, columns});
  };
  if (from[0] != to[0]) {
    // The whole source again and again.
    int64_t rows = from[1];
    replace(op, assembleParts(builder, loc, windows, *type, to[0], rows,
                              [&](OpBuilder &at, Value) -> Value {
                                if (sourceType.getDimSize(0) == rows)
                                  return *source;
                                Value zero = windows.getConstant(0);
                                return TileSliceOp::create(
                                    at, loc, block(sourceType, rows), *source,
                                    ValueRange{zero, zero}, ValueRange());
                              }));
    return success();
  }
  // Each row spread over its block.
  int64_t rows = to[1];
  replace(op, assembleParts(builder, loc, windows, *type, to[0], rows,
                            [&](OpBuilder &at, Value number) -> Value {
                              Value row = TileSliceOp::create(
                                  at, loc, block(sourceType, 1), *source,
                                  ValueRange{number, windows.getConstant(0)},
                                  ValueRange());
                              TileType part = block(*type, rows);
                              return TileColExpandOp::create(
                                  at, loc, part, createUnwritten(at, loc, part),
                                  row, Value());
                            }));
  return success();
}

LogicalResult
KernelConverter::convertReinterpretView(TensorReinterpretViewOp op) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  FailureOr<TileType> type = getTileType(loc, op.getResult());
  FailureOr<Value> source = getTile(builder, loc, op.getSource());
  if (failed(type) || failed(source))
    return failure();
  auto sourceType = cast<TileType>(source->getType());
  auto [rows, columns] = getRowsAndColumns(op.getSource().getType().getShape());
  if (sourceType.getValid() != ArrayRef<int64_t>({rows, columns}))
    return emitError(op, Diag::NotLowered)
           << "a view as other elements of a computed tensor that is valid "
              "only in part; view it first, then narrow it";
  // The elements of a column lie as those of a row.
  bool isFlat = isColumn(sourceType);
  if (isFlat) {
    source = asRow(builder, loc, *source);
    sourceType = cast<TileType>(source->getType());
  }
  Type element = type->getElementType();
  int64_t from = sourceType.getElementType().getIntOrFloatBitWidth();
  int64_t to = element.getIntOrFloatBitWidth();
  SmallVector<int64_t> shape(sourceType.getShape()),
      valid(sourceType.getValid());
  shape[1] = shape[1] * from / to;
  valid[1] = valid[1] * from / to;
  Value view = TileReinterpretViewOp::create(
      builder, loc,
      TileType::get(shape, element, MemorySpaceAttr(), TileLayout::ND, valid),
      *source);
  Value zero = windows.getConstant(0);
  if (isFlat && isColumn(*type)) {
    view = asRow(builder, loc, view);
  } else if (isFlat) {
    if (!canMoveElements(*type)) {
      InFlightDiagnostic diag =
          emitError(op, Diag::NotLowered)
          << "a view of the column " << op.getSource().getType() << " as "
          << op.getResult().getType() << ", whose rows are padded on chip";
      ::pypto::attachHelp(diag) << "reshape it to one row first";
      return diag;
    }
    view = repack(builder, loc, windows.getConstants(), view, *type);
  } else if (isColumn(*type)) {
    view = takeColumn(builder, loc, view, zero, zero, rows);
  } else if (shape[1] > type->getDimSize(1)) {
    view = TileSliceOp::create(builder, loc, *type, view,
                               ValueRange{zero, zero}, ValueRange());
  } else {
    view = asTile(builder, loc, view);
  }
  replace(op, view);
  return success();
}

} // namespace pypto
