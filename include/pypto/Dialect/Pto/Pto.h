//===- Pto.h - everything of the pto dialect --------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_DIALECT_PTO_PTO_H
#define PYPTO_DIALECT_PTO_PTO_H

#include "pypto/Dialect/Pto/AsyncOps.h"
#include "pypto/Dialect/Pto/BinaryOps.h"
#include "pypto/Dialect/Pto/BroadcastOps.h"
#include "pypto/Dialect/Pto/CompareOps.h"
#include "pypto/Dialect/Pto/ControlOps.h"
#include "pypto/Dialect/Pto/ExtensionOps.h"
#include "pypto/Dialect/Pto/FillOps.h"
#include "pypto/Dialect/Pto/FrontendPipeOps.h"
#include "pypto/Dialect/Pto/IndexedOps.h"
#include "pypto/Dialect/Pto/MatrixOps.h"
#include "pypto/Dialect/Pto/MoveOps.h"
#include "pypto/Dialect/Pto/PipeOps.h"
#include "pypto/Dialect/Pto/ReduceOps.h"
#include "pypto/Dialect/Pto/ScalarOps.h"
#include "pypto/Dialect/Pto/SyncOps.h"
#include "pypto/Dialect/Pto/TileOps.h"
#include "pypto/Dialect/Pto/UnaryOps.h"
#include "pypto/Dialect/Pto/ViewOps.h"

#endif // PYPTO_DIALECT_PTO_PTO_H
