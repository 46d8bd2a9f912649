//===- SlotOps.h - equal parts of on-chip buffers ---------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_DIALECT_PYPTO_SLOTOPS_H
#define PYPTO_DIALECT_PYPTO_SLOTOPS_H

#include "pypto/Dialect/Pypto/Pypto.h"

#define GET_OP_CLASSES
#include "dialect/pypto/SlotOps.h.inc"

#endif // PYPTO_DIALECT_PYPTO_SLOTOPS_H
