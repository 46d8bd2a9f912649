//===- PyptoAttributes.cpp - attributes of the pypto dialect ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pypto/Dialect/Pypto/Pypto.h"

#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::pypto;

#include "dialect/pypto/PyptoEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "dialect/pypto/PyptoAttributes.cpp.inc"

void PyptoDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "dialect/pypto/PyptoAttributes.cpp.inc"
      >();
}
