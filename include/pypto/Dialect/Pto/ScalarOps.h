//===- ScalarOps.h - elementwise on a tile and a scalar ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_DIALECT_PTO_SCALAROPS_H
#define PYPTO_DIALECT_PTO_SCALAROPS_H

#include "pypto/Dialect/Pto/PtoOpBase.h"

#define GET_OP_CLASSES
#include "pypto/Dialect/Pto/ScalarOps.h.inc"

#endif // PYPTO_DIALECT_PTO_SCALAROPS_H
