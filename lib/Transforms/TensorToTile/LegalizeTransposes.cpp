//===- LegalizeTransposes.cpp - transposes that a chip has ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TensorToTile/LegalizeTransposes.h"
#include "TensorToTile/ElementMoves.h"
#include "TensorToTile/TileBuilding.h"

using namespace mlir;
using namespace mlir::pypto;

/// A line with its elements in the other direction.
static Value exchangeLine(OpBuilder &builder, Location loc,
                          ::pypto::IndexConstants &constants, Value source,
                          TileType result) {
  auto type = cast<TileType>(source.getType());
  ArrayRef<int64_t> shape = type.getShape(), wanted = result.getShape();
  if (shape[0] == wanted[1] && shape[1] == wanted[0])
    return TileReshapeOp::create(builder, loc, result, source);
  Value zero = constants.get(0);
  return TileAssembleOp::create(
      builder, loc, result, ::pypto::createUnwritten(builder, loc, result),
      ::pypto::asRow(builder, loc, source), ValueRange{zero, zero});
}

/// True if the A5 can write the rows of `type` or read them column by column:
/// in units of 32 bytes.
static bool hasWholeBlocks(TileType type) {
  return type.getDimSize(1) % ::pypto::countLanes(type.getElementType()) == 0;
}

/// What replaces `op`; null if it stays.
static Value legalize(TileTransposeOp op, ::pypto::IndexConstants &constants) {
  TileType source = op.getSource().getType(), result = op.getResult().getType();
  auto isMeant = [](TileType type) {
    return type.getRank() == 2 && type.hasStaticValid() &&
           type.getLayout() == TileLayout::ND &&
           (!type.isPlaced() || type.getMemorySpace() == MemorySpace::Vec);
  };
  if (!isMeant(source) || !isMeant(result))
    return {};
  OpBuilder builder(op);
  if (::pypto::isColumn(source) || ::pypto::isColumn(result) ||
      source.getNumElements() == 1)
    return exchangeLine(builder, op.getLoc(), constants, op.getSource(),
                        result);
  Arch arch = getArch(op);
  if (arch != Arch::a5 || (hasWholeBlocks(source) && hasWholeBlocks(result)) ||
      !::pypto::canGather(source.getElementType(), arch))
    return {};
  return ::pypto::exchangeElements(builder, op.getLoc(), constants,
                                   op.getSource(), result);
}

namespace pypto {

void legalizeTransposes(func::FuncOp kernel) {
  SmallVector<TileTransposeOp> transposes;
  kernel.walk([&](TileTransposeOp op) { transposes.push_back(op); });
  IndexConstants constants(kernel.getBody().front());
  for (TileTransposeOp op : transposes) {
    Value exchanged = legalize(op, constants);
    if (!exchanged)
      continue;
    op.getResult().replaceAllUsesWith(exchanged);
    auto scratch = op.getScratch().getDefiningOp<TileCreateOp>();
    op.erase();
    if (scratch && scratch->use_empty())
      scratch->erase();
  }
}

} // namespace pypto
