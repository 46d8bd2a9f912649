//===- BinaryOps.cpp - elementwise on two tiles -----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pypto/Dialect/Pto/BinaryOps.h"
#include "TileVerifier.h"

#define GET_OP_CLASSES
#include "pypto/Dialect/Pto/BinaryOps.cpp.inc"

using namespace mlir;
using namespace mlir::pto;

void PtoDialect::registerBinaryOps() {
  addOperations<
#define GET_OP_LIST
#include "pypto/Dialect/Pto/BinaryOps.cpp.inc"
      >();
}
