//===- CompareOps.cpp - comparison and selection ----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pypto/Dialect/Pto/CompareOps.h"
#include "TileVerifier.h"

#define GET_OP_CLASSES
#include "pypto/Dialect/Pto/CompareOps.cpp.inc"

using namespace mlir;
using namespace mlir::pto;

void PtoDialect::registerCompareOps() {
  addOperations<
#define GET_OP_LIST
#include "pypto/Dialect/Pto/CompareOps.cpp.inc"
      >();
}
