//===- ConvertRepeats.cpp - repeated and reinterpreted tensors --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

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
  int64_t from = sourceType.getElementType().getIntOrFloatBitWidth();
  int64_t to = type->getElementType().getIntOrFloatBitWidth();
  int64_t columns = sourceType.getDimSize(1) * from / to;
  bool isSameRows = sourceType.getValid()[0] == type->getValid()[0] &&
                    sourceType.getValid()[1] * from == type->getValid()[1] * to;
  if (!isSameRows || columns < type->getDimSize(1))
    return emitError(op, Diag::NotLowered)
           << "a view of " << op.getSource().getType() << " as "
           << op.getResult().getType()
           << " whose rows are padded on chip; use extents that are whole "
              "32-byte blocks";
  TileType viewed =
      TileType::get({sourceType.getDimSize(0), columns}, type->getElementType(),
                    MemorySpaceAttr(), TileLayout::ND, type->getValid());
  Value view = TileReinterpretViewOp::create(builder, loc, viewed, *source);
  if (columns != type->getDimSize(1)) {
    Value zero = windows.getConstant(0);
    view = TileSliceOp::create(builder, loc, *type, view,
                               ValueRange{zero, zero}, ValueRange());
  }
  replace(op, view);
  return success();
}

} // namespace pypto
