//===- ControlOps.h - core identity, sections, debugging --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_DIALECT_PTO_CONTROLOPS_H
#define PYPTO_DIALECT_PTO_CONTROLOPS_H

#include "pypto/Dialect/Pto/PtoOpBase.h"

#define GET_OP_CLASSES
#include "pypto/Dialect/Pto/ControlOps.h.inc"

#endif // PYPTO_DIALECT_PTO_CONTROLOPS_H
