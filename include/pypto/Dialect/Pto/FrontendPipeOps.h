//===- FrontendPipeOps.h - FIFOs as the author writes them ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_DIALECT_PTO_FRONTENDPIPEOPS_H
#define PYPTO_DIALECT_PTO_FRONTENDPIPEOPS_H

#include "pypto/Dialect/Pto/PtoOpBase.h"

#define GET_OP_CLASSES
#include "pypto/Dialect/Pto/FrontendPipeOps.h.inc"

#endif // PYPTO_DIALECT_PTO_FRONTENDPIPEOPS_H
