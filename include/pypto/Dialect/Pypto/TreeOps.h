//===- TreeOps.h - reductions in pairs --------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_DIALECT_PYPTO_TREEOPS_H
#define PYPTO_DIALECT_PYPTO_TREEOPS_H

#include "pypto/Dialect/Pypto/Pypto.h"

#define GET_OP_CLASSES
#include "dialect/pypto/TreeOps.h.inc"

#endif // PYPTO_DIALECT_PYPTO_TREEOPS_H
