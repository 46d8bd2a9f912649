//===- SlotOps.cpp - operations of SlotOps.td ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pypto/Dialect/Pypto/SlotOps.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::pypto;

#define GET_OP_CLASSES
#include "dialect/pypto/SlotOps.cpp.inc"

MemrefAllocOp MemrefSlotOp::getAllocation() {
  return getBuffer().getDefiningOp<MemrefAllocOp>();
}

LogicalResult MemrefSlotOp::verify() {
  MemRefType whole = getBuffer().getType(), part = getResult().getType();
  MemrefAllocOp alloc = getAllocation();
  if (!alloc || !alloc.getDeclared() || whole.getRank() != 2 ||
      whole.isDynamicDim(0))
    return emitOpError() << "expects a declared buffer of slots and bytes, as "
                            "in memref<2x?xi8>, got "
                         << whole;
  if (part.getRank() != 1 || part.getDimSize(0) != whole.getDimSize(1) ||
      part.getMemorySpace() != whole.getMemorySpace() ||
      part.getElementType() != whole.getElementType())
    return emitOpError() << "expects one of the slots of " << whole << ", got "
                         << part;
  std::optional<int64_t> index = getConstantIntValue(getIndex());
  if (index && (*index < 0 || *index >= getNumSlots()))
    return emitOpError() << "slot " << *index << " is outside 0.."
                         << getNumSlots() - 1;
  return success();
}
