//===- UnaryOps.h - elementwise on one tile, conversion ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_DIALECT_PTO_UNARYOPS_H
#define PYPTO_DIALECT_PTO_UNARYOPS_H

#include "pypto/Dialect/Pto/PtoOpBase.h"

#define GET_OP_CLASSES
#include "pypto/Dialect/Pto/UnaryOps.h.inc"

#endif // PYPTO_DIALECT_PTO_UNARYOPS_H
