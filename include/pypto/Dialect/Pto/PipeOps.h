//===- PipeOps.h - FIFOs as the core sees them ------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_DIALECT_PTO_PIPEOPS_H
#define PYPTO_DIALECT_PTO_PIPEOPS_H

#include "pypto/Dialect/Pto/PtoOpBase.h"

#define GET_OP_CLASSES
#include "pypto/Dialect/Pto/PipeOps.h.inc"

#endif // PYPTO_DIALECT_PTO_PIPEOPS_H
