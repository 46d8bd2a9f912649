//===- MemrefOps.cpp - operations of MemrefOps.td ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pypto/Dialect/Pypto/Pypto.h"

using namespace mlir;
using namespace mlir::pypto;

#define GET_OP_CLASSES
#include "dialect/pypto/MemrefOps.cpp.inc"

LogicalResult MemrefAllocOp::verify() {
  auto type = cast<MemRefType>(getResult().getType());
  if (!type.hasStaticShape() && !getDeclared())
    return emitOpError() << "an on-chip buffer has a static size, got " << type;
  if (cast<MemorySpaceAttr>(type.getMemorySpace()).getValue() ==
      MemorySpace::DDR)
    return emitOpError() << "a buffer lives on chip; DDR holds tensors";
  if (std::optional<int64_t> address = getAddress(); address && *address < 0)
    return emitOpError() << "address must not be negative, got " << *address;
  return success();
}
