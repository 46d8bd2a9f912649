//===- TwinBuilding.cpp - tile operations by their names --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TensorToTile/TwinBuilding.h"
#include "TensorToTile/TileBuilding.h"

#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace mlir::pypto;

namespace pypto {

static constexpr llvm::StringLiteral kTile = "pypto.tile.";

Value createByName(OpBuilder &builder, Location loc, StringRef name, Type type,
                   ValueRange operands, ArrayRef<NamedAttribute> attributes) {
  OperationState state(loc, name);
  state.addOperands(operands);
  state.addAttributes(attributes);
  state.addTypes(type);
  return builder.create(state)->getResult(0);
}

/// `matrix` combined with a `vector` of its own shape by what follows
/// `row_expand_` or `col_expand_` in a name.
static Value combineAlike(OpBuilder &builder, Location loc, StringRef suffix,
                          TileType type, Value matrix, Value vector) {
  auto create = [&](StringRef name, ValueRange operands) {
    return createByName(builder, loc, (kTile + name).str(), type, operands);
  };
  if (suffix == "expdif")
    return create("exp", create("sub", {matrix, vector}));
  return create(llvm::StringSwitch<StringRef>(suffix)
                    .Case("max", "maximum")
                    .Case("min", "minimum")
                    .Default(suffix),
                {matrix, vector});
}

Value createTwin(OpBuilder &builder, Location loc, StringRef name,
                 TileType type, ValueRange operands,
                 ArrayRef<NamedAttribute> attributes) {
  auto asIs = [&] {
    return createByName(builder, loc, name, type, operands, attributes);
  };
  auto matrix = operands.empty()
                    ? TileType()
                    : dyn_cast<TileType>(operands.front().getType());
  StringRef base = name;
  base.consume_front(kTile);
  // One row and one element: the element is spread first.
  if (StringRef suffix = base;
      suffix.consume_front("row_expand_") && matrix &&
      matrix.hasStaticValid() &&
      OperationName(name, builder.getContext()).hasTrait<NoSingleElement>()) {
    auto vector = cast<TileType>(operands[1].getType());
    if (vector.getShape() == ArrayRef<int64_t>({1, 1})) {
      Value spread = operands[1];
      if (matrix.getShape() != vector.getShape())
        spread =
            createByName(builder, loc, (kTile + "row_expand").str(), matrix,
                         {createUnwritten(builder, loc, matrix), spread});
      return combineAlike(builder, loc, suffix, type, operands[0], spread);
    }
  }
  if (!matrix || !isColumn(matrix) || !matrix.hasStaticValid())
    return asIs();
  // One element is its own sum and extremum, at position 0.
  OperationName kind(name, builder.getContext());
  if (kind.hasTrait<RowReductionShapes>())
    return operands.front();
  if (kind.hasTrait<RowArgReductionShapes>())
    return TileFullOp::create(
        builder, loc, type,
        createScalar(builder, loc, type.getElementType(), 0), Value());
  if (base.consume_front("row_expand")) {
    if (base.consume_front("_"))
      return combineAlike(builder, loc, base, type, operands[0], operands[1]);
    return operands[1];
  }
  if (!base.consume_front("col_"))
    return asIs();
  Value row = asRow(builder, loc, operands.front());
  auto flat = cast<TileType>(row.getType());
  Value other = createUnwritten(builder, loc, flat);
  if (!base.consume_front("expand"))
    return createByName(builder, loc, (kTile + "row_" + base).str(), type,
                        {row, other}, attributes);
  // The one element of the vector in a row as long as the column.
  Value spread = createByName(builder, loc, (kTile + "row_expand").str(), flat,
                              {other, operands[1]});
  if (base.consume_front("_"))
    spread = combineAlike(builder, loc, base, flat, row, spread);
  return asRow(builder, loc, spread);
}

} // namespace pypto
