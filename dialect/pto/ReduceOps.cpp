//===- ReduceOps.cpp - reductions -------------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pypto/Dialect/Pto/ReduceOps.h"
#include "TileVerifier.h"

#define GET_OP_CLASSES
#include "pypto/Dialect/Pto/ReduceOps.cpp.inc"

using namespace mlir;
using namespace mlir::pto;

void PtoDialect::registerReduceOps() {
  addOperations<
#define GET_OP_LIST
#include "pypto/Dialect/Pto/ReduceOps.cpp.inc"
      >();
}
