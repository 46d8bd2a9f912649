//===- ExtensionOps.cpp - what the assembler lacks --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pypto/Dialect/Pto/ExtensionOps.h"
#include "Diagnose.h"

#define GET_OP_CLASSES
#include "pypto/Dialect/Pto/ExtensionOps.cpp.inc"

using namespace mlir;
using namespace mlir::pto;
using ::pypto::Diag;

void PtoDialect::registerExtensionOps() {
  addOperations<
#define GET_OP_LIST
#include "pypto/Dialect/Pto/ExtensionOps.cpp.inc"
      >();
}

LogicalResult CmoCacheInvalidOp::verify() {
  if (static_cast<bool>(getView()) == getSpace().has_value())
    return diagnose(*this, Diag::PtoOperandKind)
           << "expects either 'all' with a memory or a view with "
              "'single_cache_line'";
  if (getSpace() && *getSpace() != AddressSpace::Gm)
    return diagnose(*this, Diag::PtoAddressSpace)
           << "expects gm, the only memory with a cache, got "
           << stringifyAddressSpace(*getSpace());
  return success();
}

LogicalResult SyncAllOp::verify() {
  bool isHard = getMode() == SyncAllMode::Hard;
  if (isHard && (getWorkspace() || getUsedCores()))
    return diagnose(*this, Diag::PtoOperandKind)
           << "expects neither workspace nor used_cores in mode hard";
  if (!isHard && (!getWorkspace() || !getUsedCores()))
    return diagnose(*this, Diag::PtoOperandKind)
           << "expects workspace and used_cores in mode soft";
  if (getWorkspace() &&
      !getElementTypeOf(getWorkspace().getType()).isInteger(32))
    return diagnose(*this, Diag::PtoElementType)
           << "expects workspace to hold i32, got " << getWorkspace().getType();
  return success();
}
