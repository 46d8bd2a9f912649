//===- BroadcastOps.cpp - row and column broadcasts -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pypto/Dialect/Pto/BroadcastOps.h"
#include "TileVerifier.h"

#define GET_OP_CLASSES
#include "pypto/Dialect/Pto/BroadcastOps.cpp.inc"

using namespace mlir;
using namespace mlir::pto;

void PtoDialect::registerBroadcastOps() {
  addOperations<
#define GET_OP_LIST
#include "pypto/Dialect/Pto/BroadcastOps.cpp.inc"
      >();
}
