//===- ValidOps.h - valid regions and padding of tensors --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_DIALECT_PYPTO_VALIDOPS_H
#define PYPTO_DIALECT_PYPTO_VALIDOPS_H

#include "pypto/Dialect/Pypto/Pypto.h"

#define GET_OP_CLASSES
#include "dialect/pypto/ValidOps.h.inc"

#endif // PYPTO_DIALECT_PYPTO_VALIDOPS_H
