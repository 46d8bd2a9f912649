//===- TernaryOps.cpp - operations of TernaryOps.td -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pypto/Dialect/Pypto/Pypto.h"

using namespace mlir;
using namespace mlir::pypto;

#define GET_OP_CLASSES
#include "dialect/pypto/TernaryOps.cpp.inc"
