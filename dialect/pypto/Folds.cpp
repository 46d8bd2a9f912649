//===- Folds.cpp - views and moves that do nothing --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the canonicalizer simplifies: views that are the whole of their source,
// views of views, and moves to where a tile is.
//
//===----------------------------------------------------------------------===//

#include "pypto/Dialect/Pypto/Pypto.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::pypto;

static bool allZero(OperandRange offsets) {
  return llvm::all_of(
      offsets, [](Value offset) { return getConstantIntValue(offset) == 0; });
}

/// The source of a view whose result is the same in type and content.
template <typename OpT> static OpFoldResult foldIdentity(OpT op) {
  if (op.getSource().getType() == op.getResult().getType())
    return op.getSource();
  return {};
}

/// A view of a view of the same kind looks at the first one's source.
template <typename OpT> static OpFoldResult foldViewOfView(OpT op) {
  if (OpFoldResult same = foldIdentity(op))
    return same;
  auto inner = op.getSource().template getDefiningOp<OpT>();
  if (!inner)
    return {};
  op.getSourceMutable().assign(inner.getSource());
  return op.getResult();
}

OpFoldResult TensorReshapeOp::fold(FoldAdaptor) {
  return foldViewOfView(*this);
}

OpFoldResult TileReshapeOp::fold(FoldAdaptor) { return foldViewOfView(*this); }

OpFoldResult TensorSliceOp::fold(FoldAdaptor) {
  // Types are equal and static, so the window is the whole tensor.
  if (!getResult().getType().hasStaticShape() || !allZero(getOffsets()))
    return {};
  return foldIdentity(*this);
}

OpFoldResult TileSliceOp::fold(FoldAdaptor) {
  if (!getResult().getType().hasStaticValid() || !allZero(getOffsets()))
    return {};
  return foldIdentity(*this);
}

OpFoldResult TileSetValidshapeOp::fold(FoldAdaptor) {
  // An extent known only at run time may differ though the types are equal.
  if (!getResult().getType().hasStaticValid())
    return {};
  return foldIdentity(*this);
}

OpFoldResult TensorTransposeOp::fold(FoldAdaptor) {
  auto inner = getSource().getDefiningOp<TensorTransposeOp>();
  if (!inner || inner.getSource().getType() != getResult().getType())
    return {};
  bool same = inner.getAxis0() == getAxis0() && inner.getAxis1() == getAxis1();
  bool swapped =
      inner.getAxis0() == getAxis1() && inner.getAxis1() == getAxis0();
  return same || swapped ? OpFoldResult(inner.getSource()) : OpFoldResult();
}

OpFoldResult TileMoveOp::fold(FoldAdaptor) {
  // With a destination the copy is asked for; without a place it is not known
  // yet what the move does.
  if (getDst() || !getResult().getType().isPlaced())
    return {};
  return foldIdentity(*this);
}
