//===- Windows.h - transfers and views of more axes -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Attributes that few operations have:
//
// `window` of `tile.load` and `tile.store`: the extents along all axes of the
// tensor, of which the leading ones, one after the other, are the valid rows of
// a tile of two axes. An extent that follows from a `?` of the tile is unknown.
//
// `axes` of `tile.transpose`: the two axes that are exchanged; without, rows
// and columns. A tile of more than two axes becomes one of merged rows before
// it is given a memory.
//
// `clamp` of `tensor.slice`: the window may pass the edge of its source. Only
// what lies inside is meaningful, which `tensor.set_validshape` says.
//
//===----------------------------------------------------------------------===//

#ifndef PYPTO_DIALECT_PYPTO_WINDOWS_H
#define PYPTO_DIALECT_PYPTO_WINDOWS_H

#include "pypto/Dialect/Pypto/Pypto.h"

namespace mlir::pypto {

inline DenseI64ArrayAttr getAxesAttribute(Operation *op, StringRef name) {
  return op->getAttrOfType<DenseI64ArrayAttr>(name);
}

/// The window of a load or store; null for a rectangle.
inline DenseI64ArrayAttr getWindow(Operation *transfer) {
  return getAxesAttribute(transfer, "window");
}

inline void setWindow(Operation *transfer, DenseI64ArrayAttr window) {
  if (window)
    transfer->setAttr("window", window);
  else
    transfer->removeAttr("window");
}

/// The valid extents along each axis of the tensor, for `tile`.
inline ArrayRef<int64_t> getWindowExtents(Operation *transfer, TileType tile) {
  DenseI64ArrayAttr window = getWindow(transfer);
  return window ? window.asArrayRef() : tile.getValid();
}

/// The axes that a transposition of a tile exchanges.
inline std::pair<int64_t, int64_t> getExchangedAxes(TileTransposeOp op) {
  if (DenseI64ArrayAttr axes = getAxesAttribute(op, "axes");
      axes && axes.size() == 2)
    return {axes[0], axes[1]};
  int64_t rank = op.getSource().getType().getRank();
  return {rank - 2, rank - 1};
}

inline bool mayPassEdge(TensorSliceOp slice) { return slice->hasAttr("clamp"); }

} // namespace mlir::pypto

#endif // PYPTO_DIALECT_PYPTO_WINDOWS_H
