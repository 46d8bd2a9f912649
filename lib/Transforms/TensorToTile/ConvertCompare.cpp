//===- ConvertCompare.cpp - comparisons of tensors --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A comparison of tensors gives zeros and ones: a mask selects between a tile
// of ones and the scalar zero.
//
//===----------------------------------------------------------------------===//

#include "TensorToTile/KernelConverter.h"
#include "TensorToTile/TileBuilding.h"
#include "pypto/Support/Diagnostics.h"

using namespace mlir;
using namespace mlir::pypto;

namespace pypto {

LogicalResult KernelConverter::convertCompare(Operation *op, CmpMode mode,
                                              Value lhs, Value rhs) {
  OpBuilder builder(op);
  Location loc = op->getLoc();
  FailureOr<TileType> type = getTileType(loc, op->getResult(0));
  FailureOr<Value> left = getTile(builder, loc, lhs);
  if (failed(type) || failed(left))
    return failure();
  // A column of values is compared as a row of them.
  bool turns = isColumn(*type);
  auto lay = [&](Value tile) {
    return turns ? asRow(builder, loc, tile) : tile;
  };
  Value source = lay(*left);
  auto sourceType = cast<TileType>(source.getType());
  TileType maskType = getMaskType(sourceType, getArch(op));
  Value mask;
  if (isa<GlobalTensorType>(rhs.getType())) {
    FailureOr<Value> right = getTile(builder, loc, rhs);
    if (failed(right))
      return failure();
    if (cast<TileType>(right->getType()).getShape() !=
        cast<TileType>(left->getType()).getShape()) {
      InFlightDiagnostic diag =
          emitError(op, Diag::NotLowered)
          << "a comparison of tensors of different shapes, " << lhs.getType()
          << " and " << rhs.getType();
      ::pypto::attachHelp(diag)
          << "spread the smaller one with pl.row_expand or pl.col_expand";
      return diag;
    }
    mask = TileCmpOp::create(builder, loc, maskType, mode, source, lay(*right),
                             Value());
  } else {
    mask =
        TileCmpsOp::create(builder, loc, maskType, mode, source, rhs, Value());
  }
  Value one = createScalar(builder, loc, sourceType.getElementType(), 1);
  Value zero = createScalar(builder, loc, sourceType.getElementType(), 0);
  bool isStatic = sourceType.hasStaticValid();
  Value ones = TileFullOp::create(
      builder, loc,
      isStatic ? sourceType : sourceType.withValid(sourceType.getShape()), one,
      Value());
  ValidExtents valid = getValid(builder, loc, *left);
  if (!isStatic)
    ones = setValid(builder, loc, ones,
                    turns ? ValidExtents{valid[1], valid[0]} : valid);
  Value result =
      TileSelsOp::create(builder, loc, sourceType, mask, ones,
                         createSelectScratch(builder, loc), zero, Value());
  if (turns)
    result = TileReshapeOp::create(builder, loc, left->getType(), result);
  if (!isStatic)
    runtimeValid[result] = valid;
  replace(op, result);
  return success();
}

} // namespace pypto
