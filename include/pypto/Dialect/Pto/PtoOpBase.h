//===- PtoOpBase.h - what the generated op classes need ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_DIALECT_PTO_PTOOPBASE_H
#define PYPTO_DIALECT_PTO_PTOOPBASE_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "pypto/Dialect/Pto/PtoAttributes.h"
#include "pypto/Dialect/Pto/PtoDialect.h"
#include "pypto/Dialect/Pto/PtoInterfaces.h"
#include "pypto/Dialect/Pto/PtoTraits.h"
#include "pypto/Dialect/Pto/PtoTypes.h"

#endif // PYPTO_DIALECT_PTO_PTOOPBASE_H
