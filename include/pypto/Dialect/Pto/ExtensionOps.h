//===- ExtensionOps.h - what the assembler lacks ----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_DIALECT_PTO_EXTENSIONOPS_H
#define PYPTO_DIALECT_PTO_EXTENSIONOPS_H

#include "pypto/Dialect/Pto/PtoOpBase.h"

#define GET_OP_CLASSES
#include "pypto/Dialect/Pto/ExtensionOps.h.inc"

#endif // PYPTO_DIALECT_PTO_EXTENSIONOPS_H
