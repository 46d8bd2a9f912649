//===- TraitIdentities.cpp - one identity per trait -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TraitIdentities.h"

#include "mlir-c/IR.h"

namespace pypto {

static bool settle() {
  MlirContext context = mlirContextCreateWithThreading(false);
  MlirModule module = mlirModuleCreateParse(
      context, mlirStringRefCreateFromCString(
                   "builtin.unrealized_conversion_cast to i1"));
  MlirBlock body = mlirModuleGetBody(module);
  // IsTerminator.
  mlirBlockGetTerminator(body);
  // SymbolTable.
  mlirSymbolTableDestroy(mlirSymbolTableCreate(mlirModuleGetOperation(module)));
  // IsIsolatedFromAbove.
  MlirOpPrintingFlags flags = mlirOpPrintingFlagsCreate();
  MlirValue value = mlirOperationGetResult(mlirBlockGetFirstOperation(body), 0);
  mlirAsmStateDestroy(mlirAsmStateCreateForValue(value, flags));
  mlirOpPrintingFlagsDestroy(flags);
  mlirModuleDestroy(module);
  mlirContextDestroy(context);
  return true;
}

void settleTraitIdentities() {
  static bool once = settle();
  (void)once;
}

} // namespace pypto
