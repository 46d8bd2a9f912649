//===- ViewOps.h - pointers and views of global memory ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_DIALECT_PTO_VIEWOPS_H
#define PYPTO_DIALECT_PTO_VIEWOPS_H

#include "pypto/Dialect/Pto/PtoOpBase.h"

#define GET_OP_CLASSES
#include "pypto/Dialect/Pto/ViewOps.h.inc"

#endif // PYPTO_DIALECT_PTO_VIEWOPS_H
