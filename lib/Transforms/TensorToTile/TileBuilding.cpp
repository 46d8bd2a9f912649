//===- TileBuilding.cpp - small pieces of tile code -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TensorToTile/TileBuilding.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::pypto;

namespace pypto {

Value createScalar(OpBuilder &builder, Location loc, Type type, double value) {
  if (auto real = dyn_cast<FloatType>(type))
    return arith::ConstantOp::create(builder, loc,
                                     builder.getFloatAttr(real, value));
  auto integer = cast<IntegerType>(type);
  auto signless = IntegerType::get(type.getContext(), integer.getWidth());
  Value constant = arith::ConstantOp::create(
      builder, loc,
      builder.getIntegerAttr(signless, static_cast<int64_t>(value)));
  if (signless == type)
    return constant;
  return UnrealizedConversionCastOp::create(builder, loc, type, constant)
      .getResult(0);
}

bool isColumn(TileType type) {
  return type.getDimSize(1) == 1 && type.getDimSize(0) != 1;
}

Value createUnwritten(OpBuilder &builder, Location loc, TileType type) {
  if (!type.hasStaticValid())
    type = type.withValid(type.getShape());
  return TileCreateOp::create(builder, loc, type, ValueRange(), Value());
}

Value spreadColumn(OpBuilder &builder, Location loc, Value column) {
  auto type = cast<TileType>(column.getType());
  if (!isColumn(type) || !type.hasStaticValid())
    return column;
  int64_t lanes = countLanes(type.getElementType());
  SmallVector<int64_t> shape = {type.getDimSize(0), lanes};
  TileType rows = type.withShape(shape).withValid({type.getValid()[0], lanes});
  Value spread = TileRowExpandOp::create(
      builder, loc, rows, createUnwritten(builder, loc, rows.withValid(shape)),
      column, Value());
  return restrictValid(builder, loc, spread, type.getValid()[0], 1);
}

Value asRow(OpBuilder &builder, Location loc, Value tile) {
  auto type = cast<TileType>(tile.getType());
  auto flip = [](ArrayRef<int64_t> dims) {
    return SmallVector<int64_t>{dims[1], dims[0]};
  };
  return TileReshapeOp::create(
      builder, loc,
      type.withShape(flip(type.getShape())).withValid(flip(type.getValid())),
      tile);
}

TileType getMaskType(TileType source, Arch arch) {
  int64_t columns = source.getShape().back();
  int64_t bytes = arch == Arch::a5 ? columns
                                   : llvm::alignTo(llvm::divideCeil(columns, 8),
                                                   kBlockBytes);
  Type byte = IntegerType::get(source.getContext(), 8, IntegerType::Unsigned);
  SmallVector<int64_t> shape(source.getShape()), valid(source.getValid());
  shape.back() = valid.back() = bytes;
  return TileType::get(shape, byte, source.getSpace(), TileLayout::ND, valid);
}

Value createSelectScratch(OpBuilder &builder, Location loc) {
  Type byte = builder.getIntegerType(8, /*isSigned=*/false);
  return createUnwritten(builder, loc, TileType::get({1, kBlockBytes}, byte));
}

Value restrictValid(OpBuilder &builder, Location loc, Value tile, int64_t rows,
                    int64_t columns) {
  auto type = cast<TileType>(tile.getType());
  if (type.getValid() == ArrayRef<int64_t>({rows, columns}))
    return tile;
  Value r = arith::ConstantIndexOp::create(builder, loc, rows);
  Value c = arith::ConstantIndexOp::create(builder, loc, columns);
  return TileSetValidshapeOp::create(
      builder, loc, type.withValid({rows, columns}), tile, r, c);
}

Value fillWithZero(OpBuilder &builder, Location loc, Value tile) {
  auto type = cast<TileType>(tile.getType());
  if (type.isFullyValid())
    return tile;
  TileType full = type.withValid(type.getShape()).withPad(PadValue::zero);
  return TileFillpadOp::create(builder, loc, full, tile, Value());
}

TileLoadOp createLoad(OpBuilder &builder, Location loc, TileType type,
                      Value source, ValueRange offsets, ValueRange valid,
                      DenseI64ArrayAttr window) {
  return TileLoadOp::create(builder, loc, type, source, offsets, valid, Value(),
                            window);
}

} // namespace pypto
