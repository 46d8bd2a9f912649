//===- IndexedOps.cpp - indexed access and sorting --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pypto/Dialect/Pto/IndexedOps.h"
#include "TileVerifier.h"

#define GET_OP_CLASSES
#include "pypto/Dialect/Pto/IndexedOps.cpp.inc"

using namespace mlir;
using namespace mlir::pto;

void PtoDialect::registerIndexedOps() {
  addOperations<
#define GET_OP_LIST
#include "pypto/Dialect/Pto/IndexedOps.cpp.inc"
      >();
}

Pipe TScatterOp::getPipe() { return isA5ForPipes(*this) ? Pipe::V : Pipe::S; }
