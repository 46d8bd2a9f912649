//===- ConvertIndexed.cpp - gathers and scatters of rows --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A tensor's index counts in its row, a tile's through the whole tile: what is
// in front of each row is added first. The hardware's scatter does not keep
// what it does not write, so values and ones are scattered into tiles of zeros,
// and the ones select between the scattered values and the old ones.
//
//===----------------------------------------------------------------------===//

#include "TensorToTile/KernelConverter.h"
#include "TensorToTile/TileBuilding.h"
#include "TensorToTile/TwinBuilding.h"
#include "pypto/Dialect/Pypto/MaskPatterns.h"
#include "pypto/Support/Diagnostics.h"

#include <limits>

using namespace mlir;
using namespace mlir::pypto;

namespace pypto {

/// `indices`, fully valid, plus `pitch` for each row in front.
static Value addRowStarts(OpBuilder &builder, Location loc, Value indices,
                          int64_t pitch) {
  auto type = cast<TileType>(indices.getType());
  int64_t rows = type.getDimSize(0);
  Type element = type.getElementType();
  if (rows == 1)
    return indices;
  TileType rowType = TileType::get({1, rows}, element);
  Value ramp = TileCiOp::create(builder, loc, rowType,
                                createScalar(builder, loc, element, 0),
                                /*descending=*/false, Value());
  Value starts =
      TileMulsOp::create(builder, loc, rowType, ramp,
                         createScalar(builder, loc, element, pitch), Value());
  Value column = asRow(builder, loc, starts);
  return createTwin(builder, loc, "pypto.tile.row_expand_add",
                    type.withPad(PadValue::null), {indices, column});
}

/// Zeroes where the indices are not valid, so that nothing far away is read.
static Value getFlatIndices(OpBuilder &builder, Location loc, Value indices,
                            Type element, int64_t pitch) {
  auto type = cast<TileType>(indices.getType());
  if (type.getElementType() != element)
    indices = TileCastOp::create(builder, loc, type.withElementType(element),
                                 indices, RoundMode::rint, Value());
  return addRowStarts(builder, loc, fillWithZero(builder, loc, indices), pitch);
}

LogicalResult KernelConverter::convertGather(TensorGatherOp op) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  FailureOr<Value> source = getTile(builder, loc, op.getSource());
  FailureOr<Value> index = getTile(builder, loc, op.getIndex());
  FailureOr<TileType> type = getTileType(loc, op.getResult());
  if (failed(source) || failed(index) || failed(type))
    return failure();
  // The result is valid where its indices are. What leads out of a row must
  // not read bytes that nobody wrote.
  ValidExtents valid = getValid(builder, loc, *index);
  Value filled = fillWithZero(builder, loc, *source);
  Value flat = getFlatIndices(builder, loc, *index, builder.getI32Type(),
                              cast<TileType>(source->getType()).getDimSize(1));
  Value scratch = createUnwritten(builder, loc, cast<TileType>(flat.getType()));
  Value gathered =
      TileGatherOp::create(builder, loc, type->withValid(type->getShape()),
                           filled, flat, scratch, Value());
  replace(op, setValid(builder, loc, gathered, valid));
  return success();
}

LogicalResult KernelConverter::convertGatherCompare(TensorGatherCompareOp op) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  Type element = op.getSource().getType().getElementType();
  // Hazard 49 of the core: the a2a3 compares i32 for equality whatever the
  // mode.
  bool isOnA3 = getArch(op) == Arch::a2a3;
  bool isEqual = op.getMode() == CmpMode::eq;
  if (isOnA3 && !element.isF16() && !element.isF32() &&
      !(element.isInteger(32) && isEqual)) {
    InFlightDiagnostic diag =
        emitError(op, Diag::NotOnArch)
        << "positions of elements of " << element << " by "
        << stringifyCmpMode(op.getMode())
        << " are not available on the a2a3, which compares FP16 and FP32, "
           "and INT32 by eq";
    ::pypto::attachHelp(diag) << "cast to FP32 first";
    return diag;
  }
  FailureOr<Value> source = getTile(builder, loc, op.getSource());
  FailureOr<TileType> positions = getTileType(loc, op.getPositions());
  FailureOr<TileType> counts = getTileType(loc, op.getCounts());
  if (failed(source) || failed(positions) || failed(counts))
    return failure();
  auto sourceType = cast<TileType>(source->getType());
  int64_t rows = sourceType.getDimSize(0);
  // One tile for both results, as wide as the wider one.
  int64_t columns = std::max(positions->getDimSize(1), counts->getDimSize(1));
  Type i32 = builder.getI32Type();
  TileType both = TileType::get({rows + 1, columns}, i32);
  if (failed(checkFits(loc, both, MemorySpace::Vec)))
    return failure();
  Value scratch =
      createUnwritten(builder, loc, getMaskType(sourceType, getArch(op)));
  Value compared = TileGatherCompareOp::create(
      builder, loc, both, op.getMode(), *source, op.getValue(), scratch,
      op.getOffset(), op.getPositions().getType().getDimSize(1), Value());
  auto slice = [&](TileType type, int64_t row) -> Value {
    return TileSliceOp::create(
        builder, loc, type.withElementType(i32), compared,
        ValueRange{windows.getConstant(row), windows.getConstant(0)},
        ValueRange());
  };
  tiles[op.getPositions()] = slice(*positions, 0);
  Value counted = slice(*counts, rows);
  if (counts->getElementType() != i32) {
    counted =
        TileMoveOp::create(builder, loc, counted.getType(), counted, Value());
    counted = TileReinterpretViewOp::create(builder, loc, *counts, counted);
  }
  tiles[op.getCounts()] = counted;
  replaced.push_back(op);
  return success();
}

//===----------------------------------------------------------------------===//
// Scatters
//===----------------------------------------------------------------------===//

Type getScatterIndexType(Type element) {
  return IntegerType::get(element.getContext(),
                          element.getIntOrFloatBitWidth() == 32 ? 32 : 16);
}

LogicalResult checkScatter(Operation *op, TileType target) {
  Type element = target.getElementType();
  if (element.getIntOrFloatBitWidth() == 8 && getArch(op) == Arch::a2a3) {
    InFlightDiagnostic diag = emitError(op, Diag::NotOnArch)
                              << "a scatter of " << element
                              << " elements is not available on the a2a3";
    ::pypto::attachHelp(diag) << "cast to INT16 or FP16 first";
    return diag;
  }
  int64_t limit = std::numeric_limits<int16_t>::max();
  if (getScatterIndexType(element).isInteger(16) &&
      target.getNumElements() > limit + 1) {
    InFlightDiagnostic diag = emitError(op, Diag::NotLowered)
                              << "a scatter into " << target
                              << " exceeds the INT16 index range of " << limit
                              << " elements";
    ::pypto::attachHelp(diag) << "scatter into blocks of at most "
                              << (limit + 1) / target.getDimSize(1) << " rows";
    return diag;
  }
  return success();
}

/// `target` with the elements that `flat` points at taken from `source`.
static Value blendScatter(OpBuilder &builder, Location loc, Value target,
                          Value source, Value flat) {
  auto type = cast<TileType>(target.getType());
  Type element = type.getElementType();
  // Selections know no bf16; its bits are as good as those of an integer.
  if (element.isBF16()) {
    auto asInteger = [&](Value tile) -> Value {
      return TileReinterpretViewOp::create(
          builder, loc,
          cast<TileType>(tile.getType()).withElementType(builder.getI16Type()),
          tile);
    };
    Value blended =
        blendScatter(builder, loc, asInteger(target), asInteger(source), flat);
    return TileReinterpretViewOp::create(builder, loc, type, blended);
  }
  // Floats, which every comparison knows.
  Type marker = element.getIntOrFloatBitWidth() == 32
                    ? Type(builder.getF32Type())
                    : Type(builder.getF16Type());
  if (element.getIntOrFloatBitWidth() == 8)
    marker = builder.getI8Type();
  auto fill = [&](TileType filled, double value) -> Value {
    return TileFullOp::create(
        builder, loc, filled,
        createScalar(builder, loc, filled.getElementType(), value), Value());
  };
  auto sourceType = cast<TileType>(source.getType());
  TileType markers = type.withElementType(marker);
  Value values =
      TileScatterOp::create(builder, loc, type, fill(type, 0), source, flat);
  Value marks =
      TileScatterOp::create(builder, loc, markers, fill(markers, 0),
                            fill(sourceType.withElementType(marker), 1), flat);
  Value mask = TileCmpsOp::create(
      builder, loc,
      getMaskType(markers, getArch(builder.getBlock()->getParentOp())),
      CmpMode::ne, marks, createScalar(builder, loc, marker, 0), Value());
  return TileSelOp::create(builder, loc, type, mask, values, target,
                           createSelectScratch(builder, loc), Value());
}

LogicalResult KernelConverter::convertScatter(TensorScatterOp op) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  FailureOr<Value> target = getTile(builder, loc, op.getTarget());
  FailureOr<Value> source = getTile(builder, loc, op.getSource());
  FailureOr<Value> index = getTile(builder, loc, op.getIndex());
  if (failed(target) || failed(source) || failed(index))
    return failure();
  auto type = cast<TileType>(target->getType());
  if (failed(checkScatter(op, type)))
    return failure();
  auto indexType = cast<TileType>(index->getType());
  // Only what is valid of the indices is scattered.
  Value flat = getFlatIndices(builder, loc, *index,
                              getScatterIndexType(type.getElementType()),
                              type.getDimSize(1));
  flat = restrictValid(builder, loc, flat, indexType.getValid()[0],
                       indexType.getValid()[1]);
  replace(op, blendScatter(builder, loc, *target, *source, flat));
  return success();
}

LogicalResult KernelConverter::convertScatterMask(TensorScatterMaskOp op) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  FailureOr<Value> target = getTile(builder, loc, op.getTarget());
  FailureOr<Value> source = getTile(builder, loc, op.getSource());
  if (failed(target) || failed(source))
    return failure();
  auto type = cast<TileType>(target->getType());
  if (failed(checkScatter(op, type)))
    return failure();
  auto sourceType = cast<TileType>(source->getType());
  Value flat = createPatternIndices(builder, loc, sourceType,
                                    getScatterIndexType(type.getElementType()),
                                    op.getPattern(), type.getDimSize(1));
  replace(op, blendScatter(builder, loc, *target, *source, flat));
  return success();
}

Value createPatternIndices(OpBuilder &builder, Location loc, TileType source,
                           Type element, int64_t pattern, int64_t pitch) {
  auto [first, stride] = *getMaskPattern(pattern);
  TileType row = TileType::get({1, source.getDimSize(1)}, element);
  auto scalar = [&](int64_t value) {
    return createScalar(builder, loc, element, value);
  };
  Value columns =
      TileCiOp::create(builder, loc, row, scalar(0), false, Value());
  columns =
      TileMulsOp::create(builder, loc, row, columns, scalar(stride), Value());
  columns =
      TileAddsOp::create(builder, loc, row, columns, scalar(first), Value());
  TileType full = TileType::get(source.getShape(), element);
  Value indices = columns;
  if (source.getDimSize(0) != 1)
    indices = TileColExpandOp::create(builder, loc, full,
                                      createUnwritten(builder, loc, full),
                                      columns, Value());
  indices = addRowStarts(builder, loc, indices, pitch);
  return restrictValid(builder, loc, indices, source.getValid()[0],
                       source.getValid()[1]);
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

/// The place in `shape` without its last axis of row `row`, then 0.
static SmallVector<Value> getRowPlace(OpBuilder &builder, Location loc,
                                      TensorWindows &windows,
                                      ArrayRef<int64_t> shape, Value row) {
  SmallVector<Value> place(shape.size(), windows.getConstant(0));
  for (size_t axis = shape.size() - 1; axis-- > 1;) {
    Value extent = windows.getConstant(shape[axis]);
    place[axis] = builder.createOrFold<arith::RemUIOp>(loc, row, extent);
    row = builder.createOrFold<arith::DivUIOp>(loc, row, extent);
  }
  if (shape.size() > 1)
    place[0] = row;
  return place;
}

LogicalResult KernelConverter::convertScatterUpdate(TensorScatterUpdateOp op) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  if (!isMemory(op.getTarget())) {
    if (failed(checkIsOneTensor(op, op.getTarget())))
      return failure();
    FailureOr<Value> target = getTile(builder, loc, op.getTarget());
    FailureOr<Value> index = getTile(builder, loc, op.getIndex());
    FailureOr<Value> source = getTile(builder, loc, op.getSource());
    if (failed(target) || failed(index) || failed(source))
      return failure();
    replace(op, TileScatterUpdateOp::create(builder, loc, target->getType(),
                                            *target, *index, *source));
    return success();
  }
  GlobalTensorType indexType = op.getIndex().getType();
  GlobalTensorType sourceType = op.getSource().getType();
  if (!indexType.hasStaticShape() || !sourceType.hasStaticShape())
    return emitError(op, Diag::NotLowered)
           << "an update by an index tensor whose shape is known only at run "
              "time";
  auto [indexRows, indexColumns] = getRowsAndColumns(indexType.getShape());
  SmallVector<int64_t> rowShape(sourceType.getRank(), 1);
  rowShape.back() = sourceType.getShape().back();
  SmallVector<int64_t> targetRow(op.getTarget().getType().getRank(), 1);
  targetRow.back() = rowShape.back();
  TileType rowType =
      shapes.getTileType({1, rowShape.back()}, sourceType.getElementType());
  if (failed(checkFits(loc, rowType, MemorySpace::Vec)))
    return failure();

  // What is computed is here already; memory is read row by row.
  Value sourceTile = getComputedTile(op.getSource());
  Value indexTile = getComputedTile(op.getIndex());
  auto loop = scf::ForOp::create(builder, loc, windows.getConstant(0),
                                 windows.getConstant(indexRows * indexColumns),
                                 windows.getConstant(1));
  auto inside = OpBuilder::atBlockTerminator(loop.getBody());
  Value number = loop.getInductionVar();
  Value columns = windows.getConstant(indexColumns);
  SmallVector<Value> place = {
      inside.createOrFold<arith::DivUIOp>(loc, number, columns),
      inside.createOrFold<arith::RemUIOp>(loc, number, columns)};
  Value row;
  if (indexTile) {
    row = TileReadOp::create(inside, loc, indexType.getElementType(), indexTile,
                             place);
  } else {
    SmallVector<Value> element;
    if (indexType.getRank() == 1)
      place.erase(place.begin());
    Value base = windows.getElement(inside, loc, op.getIndex(), place, element);
    row = TensorReadOp::create(inside, loc, indexType.getElementType(), base,
                               element);
  }
  row = arith::IndexCastOp::create(inside, loc, inside.getIndexType(), row);

  Value tile;
  if (sourceTile) {
    tile = TileSliceOp::create(inside, loc, rowType, sourceTile,
                               ValueRange{number, windows.getConstant(0)},
                               ValueRange());
  } else {
    FailureOr<TensorWindow> from = windows.get(
        inside, loc, op.getSource(),
        getRowPlace(inside, loc, windows, sourceType.getShape(), number),
        rowShape);
    if (failed(from))
      return failure();
    tile = TileLoadOp::create(inside, loc, rowType, from->base, from->offsets,
                              ValueRange(), Value(),
                              /*window=*/DenseI64ArrayAttr());
    ++numLoads;
  }
  FailureOr<TensorWindow> to =
      windows.get(inside, loc, op.getTarget(),
                  getRowPlace(inside, loc, windows,
                              op.getTarget().getType().getShape(), row),
                  targetRow);
  if (failed(to))
    return failure();
  TileStoreOp::create(inside, loc, to->base.getType(), tile, to->base,
                      to->offsets, AtomicKind::none);
  markWritten(op.getTarget());
  replaced.push_back(op);
  return success();
}

} // namespace pypto
