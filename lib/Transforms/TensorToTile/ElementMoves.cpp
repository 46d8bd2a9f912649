//===- ElementMoves.cpp - elements that move one by one ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TensorToTile/ElementMoves.h"
#include "TensorToTile/TileBuilding.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::pypto;

namespace pypto {

//===----------------------------------------------------------------------===//
// Gathers of all element types
//===----------------------------------------------------------------------===//

static bool isOfBits(Type element, unsigned bits) {
  return element.isIntOrFloat() && element.getIntOrFloatBitWidth() == bits;
}

/// The a2a3 gathers no bytes (spec of the public assembler), but each of its
/// integers of 8 bits is a number of FP16.
static bool isGatheredAsHalf(Type element, Arch arch) {
  return arch == Arch::a2a3 && isOfBits(element, 8);
}

bool canGather(Type element, Arch arch) {
  if (isGatheredAsHalf(element, arch))
    return isa<IntegerType>(element);
  return isOfBits(element, 32) || isOfBits(element, 16) || isOfBits(element, 8);
}

static Value convertTo(OpBuilder &builder, Location loc, Value tile,
                       Type element, RoundMode mode) {
  return TileCastOp::create(
      builder, loc, cast<TileType>(tile.getType()).withElementType(element),
      tile, mode, Value());
}

static Value seeAs(OpBuilder &builder, Location loc, Value tile, Type element) {
  auto type = cast<TileType>(tile.getType());
  if (type.getElementType() == element)
    return tile;
  return TileReinterpretViewOp::create(builder, loc,
                                       type.withElementType(element), tile);
}

Gatherer::Gatherer(OpBuilder &builder, Location loc, Value source)
    : element(cast<TileType>(source.getType()).getElementType()) {
  Arch arch = getArch(builder.getBlock()->getParentOp());
  isConverted = isGatheredAsHalf(element, arch);
  Type taken = element;
  if (!element.isF16() && !element.isF32())
    taken = builder.getIntegerType(element.getIntOrFloatBitWidth());
  from = isConverted ? convertTo(builder, loc, source, builder.getF16Type(),
                                 RoundMode::rint)
                     : seeAs(builder, loc, source, taken);
}

Value Gatherer::take(OpBuilder &builder, Location loc, Value indices) const {
  auto type = cast<TileType>(from.getType());
  auto indexType = cast<TileType>(indices.getType());
  TileType result =
      type.withShape(indexType.getShape()).withValid(indexType.getShape());
  Value gathered =
      TileGatherOp::create(builder, loc, result, from, indices,
                           createUnwritten(builder, loc, indexType), Value());
  return isConverted
             ? convertTo(builder, loc, gathered, element, RoundMode::rint)
             : seeAs(builder, loc, gathered, element);
}

//===----------------------------------------------------------------------===//
// The same elements in rows of another length
//===----------------------------------------------------------------------===//

/// Positions that are computed at once: their tiles take a small part of the
/// memory.
static constexpr int64_t kMostPositions = 2048;

/// A column lies as a row does.
static TileType lieFlat(TileType type) {
  if (!isColumn(type))
    return type;
  auto flip = [](ArrayRef<int64_t> dims) {
    return SmallVector<int64_t>{dims[1], dims[0]};
  };
  return type.withShape(flip(type.getShape()))
      .withValid(flip(type.getValid()))
      .withLayout(TileLayout::ND);
}

static Value seeShape(OpBuilder &builder, Location loc, Value tile,
                      TileType type) {
  if (tile.getType() == type)
    return tile;
  return TileReshapeOp::create(builder, loc, type, tile);
}

static Value lieFlat(OpBuilder &builder, Location loc, Value tile) {
  return seeShape(builder, loc, tile, lieFlat(cast<TileType>(tile.getType())));
}

namespace {
/// Rows as they lie in a buffer.
struct Packing {
  explicit Packing(TileType type)
      : shape(type.getShape()), valid(type.getValid()) {}

  int64_t count() const { return valid[0] * valid[1]; }
  /// Elements up to the end of the last row that has any.
  int64_t span() const { return valid[0] * shape[1]; }

  SmallVector<int64_t> shape, valid;
};

/// Integer arithmetic on rows of positions.
class Arithmetic {
public:
  Arithmetic(OpBuilder &builder, Location loc) : builder(builder), loc(loc) {}

  template <typename OpT> Value apply(Value tile, Value scalar) {
    return OpT::create(builder, loc, tile.getType(), tile, scalar, Value());
  }
  template <typename OpT> Value apply(Value tile, double scalar) {
    Type element = cast<TileType>(tile.getType()).getElementType();
    return apply<OpT>(tile, createScalar(builder, loc, element, scalar));
  }
  template <typename OpT> Value combine(Value a, Value b) {
    return OpT::create(builder, loc, a.getType(), a, b, Value());
  }

  /// `row` positions from `start`, an index, on.
  Value count(TileType row, Value start) {
    return TileCiOp::create(builder, loc, row, asElement(start),
                            /*descending=*/false, Value());
  }
  /// An index as an element.
  Value asElement(Value index) {
    return arith::IndexCastOp::create(builder, loc, builder.getI32Type(),
                                      index);
  }

  /// Whole parts. (x + 1/2) / d is at least 1 / 2d from a whole number and the
  /// error of two roundings is less while x is below 2^22.
  Value divide(Value tile, int64_t divisor) {
    Value real =
        convertTo(builder, loc, tile, builder.getF32Type(), RoundMode::rint);
    real = apply<TileMulsOp>(apply<TileAddsOp>(real, 0.5),
                             1.0 / static_cast<double>(divisor));
    return convertTo(builder, loc, real, builder.getI32Type(),
                     RoundMode::floor);
  }

private:
  OpBuilder &builder;
  Location loc;
};
} // namespace

/// `positions` in rows of `columns` elements as positions in rows of `pitch`.
static Value moveRows(Arithmetic &arithmetic, Value positions, int64_t columns,
                      int64_t pitch) {
  return arithmetic.combine<TileAddOp>(
      positions, arithmetic.apply<TileMulsOp>(
                     arithmetic.divide(positions, columns), pitch - columns));
}

/// Rows and columns of `positions` in rows of `columns` elements.
static std::pair<Value, Value> splitPlace(Arithmetic &arithmetic,
                                          Value positions, int64_t columns) {
  Value row = arithmetic.divide(positions, columns);
  Value before =
      arithmetic.apply<TileMulsOp>(row, static_cast<double>(-columns));
  return {row, arithmetic.combine<TileAddOp>(positions, before)};
}

/// Where in the storage of `from` the elements are that lie in the storage of
/// `to` at the positions of a `row` from `start` on; what pads the rows there
/// has some element.
static Value getPositions(Arithmetic &arithmetic, const Packing &from,
                          const Packing &to, TileType row, Value start) {
  Value at = arithmetic.count(row, start);
  // The number of the element.
  if (to.shape[1] != to.valid[1] && to.valid[0] != 1)
    at = moveRows(arithmetic, at, to.shape[1], to.valid[1]);
  if (to.span() != to.count())
    at = arithmetic.apply<TileMinimumsOp>(
        at, static_cast<double>(from.count() - 1));
  if (from.shape[1] != from.valid[1] && from.valid[0] != 1)
    at = moveRows(arithmetic, at, from.valid[1], from.shape[1]);
  return at;
}

/// `positions` from `first` on, inside of `source`: what pads a tile need not
/// be in another one.
static Value moveTo(Arithmetic &arithmetic, Value positions, Value first,
                    TileType source) {
  Value moved =
      arithmetic.apply<TileAddsOp>(positions, arithmetic.asElement(first));
  return arithmetic.apply<TileMinimumsOp>(
      moved, static_cast<double>(source.getNumElements() - 1));
}

/// A tile of type `result`, valid everywhere, of which the first `span`
/// elements are those of `source` at the positions that `find` makes from the
/// type of a row of them and the first place in the result.
static Value
gather(OpBuilder &builder, Location loc, IndexConstants &constants,
       Value source, TileType result, int64_t span,
       llvm::function_ref<Value(Arithmetic &, TileType, Value)> find) {
  result = result.withPad(PadValue::null).withValid(result.getShape());
  TileType flat = lieFlat(result);
  SmallVector<int64_t> all = {1, result.getNumElements()};
  flat = flat.withShape(all).withValid(all);
  Gatherer gatherer(builder, loc, source);
  auto take = [&](OpBuilder &at, Value start, int64_t count) {
    SmallVector<int64_t> part = {1, count};
    TileType row = flat.withElementType(builder.getI32Type())
                       .withShape(part)
                       .withValid(part);
    Arithmetic arithmetic(at, loc);
    return gatherer.take(at, loc, find(arithmetic, row, start));
  };
  Value zero = constants.get(0);
  if (span <= kMostPositions && span == all[1])
    return seeShape(builder, loc, take(builder, zero, span), result);
  auto put = [&](OpBuilder &at, Value carried, Value start, int64_t count) {
    return TileAssembleOp::create(at, loc, flat, carried,
                                  take(at, start, count),
                                  ValueRange{zero, start})
        .getResult();
  };
  Value tile = createUnwritten(builder, loc, flat);
  int64_t whole = span / kMostPositions * kMostPositions;
  if (whole) {
    auto loop = scf::ForOp::create(builder, loc, zero, constants.get(whole),
                                   constants.get(kMostPositions), tile);
    auto inside = OpBuilder::atBlockEnd(loop.getBody());
    scf::YieldOp::create(inside, loc,
                         put(inside, loop.getRegionIterArgs()[0],
                             loop.getInductionVar(), kMostPositions));
    tile = loop.getResult(0);
  }
  if (whole != span)
    tile = put(builder, tile, constants.get(whole), span - whole);
  return seeShape(builder, loc, tile, result);
}

Value repack(OpBuilder &builder, Location loc, IndexConstants &constants,
             Value source, TileType result) {
  source = lieFlat(builder, loc, source);
  Packing from(cast<TileType>(source.getType())), to(lieFlat(result));
  Value tile = gather(builder, loc, constants, source, result, to.span(),
                      [&](Arithmetic &arithmetic, TileType row, Value start) {
                        return getPositions(arithmetic, from, to, row, start);
                      });
  return restrictValid(builder, loc, tile, result.getValid()[0],
                       result.getValid()[1]);
}

Value exchangeElements(OpBuilder &builder, Location loc,
                       IndexConstants &constants, Value source,
                       TileType result) {
  auto from = cast<TileType>(source.getType());
  auto pitch = static_cast<double>(from.getDimSize(1));
  int64_t columns = result.getDimSize(1);
  Value tile =
      gather(builder, loc, constants, source, result, result.getNumElements(),
             [&](Arithmetic &arithmetic, TileType part, Value start) {
               Value at = arithmetic.count(part, start);
               auto [row, column] = splitPlace(arithmetic, at, columns);
               Value place = arithmetic.combine<TileAddOp>(
                   arithmetic.apply<TileMulsOp>(column, pitch), row);
               return moveTo(arithmetic, place, constants.get(0), from);
             });
  return restrictValid(builder, loc, tile, result.getValid()[0],
                       result.getValid()[1]);
}

/// Places in the result by axis, (a, i, k, j, t) with i of the second axis and
/// j of the first, are (((a * second + i) * between + k) * first + j) * inner +
/// t. With D(n) for the whole part of a place divided by the extents of its
/// last n axes, the axes are differences such as j = D(1) - D(2) * first, so
/// that the place in the source is the place itself and a multiple of each
/// D(n).
Value exchangeAxes(OpBuilder &builder, Location loc, IndexConstants &constants,
                   Value source, ArrayRef<int64_t> shape, int64_t first,
                   int64_t second, TileType result) {
  auto count = [](ArrayRef<int64_t> extents) {
    return ShapedType::getNumElements(extents);
  };
  int64_t inner = count(shape.drop_front(second + 1));
  int64_t between = count(shape.slice(first + 1, second - first - 1));
  int64_t of = shape[first], to = shape[second];
  int64_t all = count(shape);
  // Of one more element along each axis, in the source.
  int64_t along = inner, middle = to * inner, outer = between * middle;
  std::pair<int64_t, int64_t> terms[] = {
      {inner, outer - inner},
      {inner * of, middle - of * outer},
      {inner * of * between, along - between * middle},
      {inner * of * between * to, of * outer - to * along}};
  source = lieFlat(builder, loc, source);
  return gather(
      builder, loc, constants, source, result, all,
      [&](Arithmetic &arithmetic, TileType part, Value start) {
        Value place = arithmetic.count(part, start), at = place;
        for (auto [divisor, factor] : terms) {
          if (factor == 0 || divisor >= all)
            continue;
          Value whole = divisor == 1 ? at : arithmetic.divide(at, divisor);
          place = arithmetic.combine<TileAddOp>(
              place,
              arithmetic.apply<TileMulsOp>(whole, static_cast<double>(factor)));
        }
        return place;
      });
}

//===----------------------------------------------------------------------===//
// Windows that begin anywhere
//===----------------------------------------------------------------------===//

/// `row` and `column` of a tile of type `type` as they are where it lies flat.
static std::pair<Value, Value>
flatPlace(IndexConstants &constants, TileType type, Value row, Value column) {
  if (isColumn(type))
    return {constants.get(0), row};
  return {row, column};
}

/// The number in the storage of `type` of the element at `row` and `column`.
static Value getNumber(OpBuilder &builder, Location loc,
                       IndexConstants &constants, TileType type, Value row,
                       Value column) {
  Value start = builder.createOrFold<arith::MulIOp>(
      loc, row, constants.get(type.getDimSize(1)));
  return builder.createOrFold<arith::AddIOp>(loc, start, column);
}

Value takeWindow(OpBuilder &builder, Location loc, IndexConstants &constants,
                 Value source, Value row, Value column, TileType result) {
  std::tie(row, column) =
      flatPlace(constants, cast<TileType>(source.getType()), row, column);
  source = lieFlat(builder, loc, source);
  auto from = cast<TileType>(source.getType());
  TileType to = lieFlat(result);
  int64_t pitch = from.getDimSize(1), columns = to.getDimSize(1);
  Value first = getNumber(builder, loc, constants, from, row, column);
  return gather(builder, loc, constants, source, result, to.getNumElements(),
                [&](Arithmetic &arithmetic, TileType part, Value start) {
                  Value at = arithmetic.count(part, start);
                  if (columns != pitch && to.getDimSize(0) != 1)
                    at = moveRows(arithmetic, at, columns, pitch);
                  return moveTo(arithmetic, at, first, from);
                });
}

Value takeColumn(OpBuilder &builder, Location loc, IndexConstants &constants,
                 Value source, Value row, Value column, TileType result) {
  auto from = cast<TileType>(source.getType());
  Value first = getNumber(builder, loc, constants, from, row, column);
  Value tile =
      gather(builder, loc, constants, source, result, result.getNumElements(),
             [&](Arithmetic &arithmetic, TileType part, Value start) {
               Value at = arithmetic.apply<TileMulsOp>(
                   arithmetic.count(part, start),
                   static_cast<double>(from.getDimSize(1)));
               return moveTo(arithmetic, at, first, from);
             });
  return restrictValid(builder, loc, tile, result.getValid()[0],
                       result.getValid()[1]);
}

/// 1 where a number is positive, otherwise 0.
static Value isPositive(Arithmetic &arithmetic, Value number) {
  return arithmetic.apply<TileMinimumsOp>(
      arithmetic.apply<TileMaximumsOp>(number, 0.0), 1.0);
}

namespace {
/// Rows or columns from an index on, `count` of them.
class Span {
public:
  Span(OpBuilder &builder, Location loc, IndexConstants &constants, Value first,
       int64_t count)
      : before(
            builder.createOrFold<arith::SubIOp>(loc, constants.get(1), first)),
        end(builder.createOrFold<arith::AddIOp>(loc, first,
                                                constants.get(count))) {}

  /// 1 where `number` is one of them, otherwise 0.
  Value has(Arithmetic &arithmetic, Value number) const {
    Value behind =
        arithmetic.apply<TileAddsOp>(number, arithmetic.asElement(before));
    Value ahead = arithmetic.apply<TileAddsOp>(
        arithmetic.apply<TileMulsOp>(number, -1.0), arithmetic.asElement(end));
    return arithmetic.combine<TileMulOp>(isPositive(arithmetic, behind),
                                         isPositive(arithmetic, ahead));
  }

private:
  Value before, end;
};
} // namespace

/// All of `tile`, by rows, as one row.
static Value seeOneRow(OpBuilder &builder, Location loc, Value tile) {
  auto type = cast<TileType>(tile.getType());
  SmallVector<int64_t> all = {1, type.getNumElements()};
  return seeShape(builder, loc, tile,
                  type.withPad(PadValue::null)
                      .withShape(all)
                      .withValid(all)
                      .withLayout(TileLayout::ND));
}

/// `putWindow` where rows of the target begin inside of blocks, or a column is
/// put into rows: all of the target is made again.
static Value putBetweenBlocks(OpBuilder &builder, Location loc,
                              IndexConstants &constants, Value target,
                              Value source, Value row, Value column) {
  auto whole = cast<TileType>(target.getType());
  auto window = cast<TileType>(source.getType());
  int64_t pitch = whole.getDimSize(1), windowPitch = window.getDimSize(1);
  Value zero = constants.get(0);
  // The target, and behind it the window, in one row.
  int64_t behind =
      llvm::alignTo(whole.getNumElements(), countLanes(whole.getElementType()));
  SmallVector<int64_t> both = {1, behind + window.getNumElements()};
  TileType line = whole.withPad(PadValue::null).withShape(both).withValid(both);
  Value stack = createUnwritten(builder, loc, line);
  stack = TileAssembleOp::create(builder, loc, line, stack,
                                 seeOneRow(builder, loc, target),
                                 ValueRange{zero, zero});
  stack = TileAssembleOp::create(builder, loc, line, stack,
                                 seeOneRow(builder, loc, source),
                                 ValueRange{zero, constants.get(behind)});
  Span rows(builder, loc, constants, row, window.getValid()[0]);
  Span columns(builder, loc, constants, column, window.getValid()[1]);
  // From where an element would be in the target to where it is in the window.
  Value offset =
      builder.createOrFold<arith::MulIOp>(loc, row, constants.get(windowPitch));
  offset = builder.createOrFold<arith::AddIOp>(loc, offset, column);
  offset =
      builder.createOrFold<arith::SubIOp>(loc, constants.get(behind), offset);
  Value updated =
      gather(builder, loc, constants, stack, whole, whole.getNumElements(),
             [&](Arithmetic &arithmetic, TileType part, Value start) {
               Value at = arithmetic.count(part, start);
               auto [line, inRow] = splitPlace(arithmetic, at, pitch);
               Value inside = arithmetic.combine<TileMulOp>(
                   rows.has(arithmetic, line), columns.has(arithmetic, inRow));
               Value step = arithmetic.apply<TileAddsOp>(
                   arithmetic.apply<TileMulsOp>(
                       line, static_cast<double>(windowPitch - pitch)),
                   arithmetic.asElement(offset));
               return arithmetic.combine<TileAddOp>(
                   at, arithmetic.combine<TileMulOp>(inside, step));
             });
  return TileAssembleOp::create(builder, loc, whole, target, updated,
                                ValueRange{zero, zero});
}

/// Whether each row of `type` begins with a block if the tile does.
static bool hasRowsOfBlocks(TileType type) {
  return type.getDimSize(0) == 1 ||
         type.getDimSize(1) % countLanes(type.getElementType()) == 0;
}

Value putWindow(OpBuilder &builder, Location loc, IndexConstants &constants,
                Value target, Value source, Value row, Value column) {
  auto targetType = cast<TileType>(target.getType());
  if (!isColumn(targetType) && (!hasRowsOfBlocks(targetType) ||
                                isColumn(cast<TileType>(source.getType()))))
    return putBetweenBlocks(builder, loc, constants, target, source, row,
                            column);
  Value place = row;
  std::tie(row, column) = flatPlace(constants, targetType, row, column);
  TileType whole = lieFlat(targetType);
  source = lieFlat(builder, loc, source);
  auto window = cast<TileType>(source.getType());
  int64_t rows = window.getValid()[0], columns = window.getValid()[1];
  int64_t pitch =
      llvm::alignTo(std::max(whole.getDimSize(1), window.getDimSize(1)),
                    countLanes(whole.getElementType()));
  Value zero = constants.get(0);
  // The rows that change, and below them the window.
  SmallVector<int64_t> changed = {rows, whole.getDimSize(1)};
  SmallVector<int64_t> stacked = {rows + window.getDimSize(0), pitch};
  TileType strip = whole.withShape(changed).withValid(changed);
  TileType both = whole.withShape(stacked).withValid(stacked);
  Value old = isColumn(targetType)
                  ? lieFlat(builder, loc, target)
                  : TileSliceOp::create(builder, loc, strip, target,
                                        ValueRange{row, zero}, ValueRange())
                        .getResult();
  Value stack = createUnwritten(builder, loc, both);
  stack = TileAssembleOp::create(builder, loc, both, stack, old,
                                 ValueRange{zero, zero});
  stack = TileAssembleOp::create(builder, loc, both, stack, source,
                                 ValueRange{constants.get(rows), zero});
  Value negated = builder.createOrFold<arith::SubIOp>(loc, zero, column);
  Value down = builder.createOrFold<arith::AddIOp>(loc, negated,
                                                   constants.get(rows * pitch));
  Span span(builder, loc, constants, column, columns);
  Value updated = gather(
      builder, loc, constants, stack, strip, strip.getNumElements(),
      [&](Arithmetic &arithmetic, TileType part, Value start) {
        Value at = arithmetic.count(part, start), inRow = at;
        if (rows != 1)
          inRow = moveRows(arithmetic, at, changed[1], 0);
        if (rows != 1 && pitch != changed[1])
          at = moveRows(arithmetic, at, changed[1], pitch);
        Value inside = span.has(arithmetic, inRow);
        return arithmetic.combine<TileAddOp>(
            at,
            arithmetic.apply<TileMulsOp>(inside, arithmetic.asElement(down)));
      });
  if (isColumn(targetType)) {
    TileType column = targetType.withValid(targetType.getShape());
    updated = seeShape(builder, loc, updated, column);
    return TileAssembleOp::create(builder, loc, targetType, target, updated,
                                  ValueRange{zero, zero});
  }
  return TileAssembleOp::create(builder, loc, targetType, target, updated,
                                ValueRange{place, zero});
}

} // namespace pypto
