//===- PrefetchOps.h - asynchronous prefetches -----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_DIALECT_PTO_PREFETCHOPS_H
#define PYPTO_DIALECT_PTO_PREFETCHOPS_H

#include "pypto/Dialect/Pto/PtoOpBase.h"

#define GET_OP_CLASSES
#include "pypto/Dialect/Pto/PrefetchOps.h.inc"

#endif // PYPTO_DIALECT_PTO_PREFETCHOPS_H
