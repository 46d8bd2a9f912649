//===- PrefetchOps.cpp - operations of PrefetchOps.td -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pypto/Dialect/Pypto/PrefetchOps.h"

using namespace mlir;
using namespace mlir::pypto;

#define GET_OP_CLASSES
#include "dialect/pypto/PrefetchOps.cpp.inc"

LogicalResult PrefetchAsyncOp::verify() {
  auto rank = static_cast<size_t>(getSource().getType().getRank());
  if (getOffsets().size() != rank || getShape().size() != rank)
    return emitOpError() << "has " << getOffsets().size() << " offsets and "
                         << getShape().size() << " extents for rank " << rank;
  if (rank == 0)
    return emitOpError() << "needs a tensor of one axis or more";
  for (int64_t extent : getShape().drop_back())
    if (extent != 1)
      return emitOpError() << "brings contiguous bytes: every extent but the "
                              "last is 1, got ["
                           << getShape() << "]";
  if (getShape().back() < 1)
    return emitOpError() << "the last extent is positive, got "
                         << getShape().back();
  return success();
}
