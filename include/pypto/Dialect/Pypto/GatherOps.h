//===- GatherOps.h - gathers by comparison and from memory ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_DIALECT_PYPTO_GATHEROPS_H
#define PYPTO_DIALECT_PYPTO_GATHEROPS_H

#include "pypto/Dialect/Pypto/Pypto.h"

#include "dialect/pypto/OutOfRange.h.inc"
#define GET_OP_CLASSES
#include "dialect/pypto/GatherOps.h.inc"

#endif // PYPTO_DIALECT_PYPTO_GATHEROPS_H
