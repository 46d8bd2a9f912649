//===- TargetArch.cpp - architecture that an operation is for ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pypto/Dialect/Pto/TargetArch.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinOps.h"
#include "pypto/Dialect/Pto/PtoDialect.h"

using namespace mlir;
using namespace mlir::pto;

TargetArch pto::parseTargetArch(StringRef name) {
  return name.equals_insensitive("a5") ? TargetArch::A5 : TargetArch::A3;
}

bool pto::isTargetArchName(StringRef name) {
  return name.equals_insensitive("a3") || name.equals_insensitive("a2a3") ||
         name.equals_insensitive("a5");
}

StringRef pto::stringifyTargetArch(TargetArch arch) {
  return arch == TargetArch::A5 ? "a5" : "a3";
}

std::optional<StringRef> pto::getTargetArchName(Operation *op) {
  for (; op; op = op->getParentOp()) {
    if (!isa<ModuleOp>(op))
      continue;
    auto name = dyn_cast_or_null<StringAttr>(
        op->getDiscardableAttr(PtoDialect::kTargetArchAttrName));
    if (name)
      return name.getValue();
  }
  return std::nullopt;
}

TargetArch pto::getTargetArch(Operation *op) {
  if (std::optional<StringRef> name = getTargetArchName(op))
    return parseTargetArch(*name);
  auto *dialect = op->getContext()->getLoadedDialect<PtoDialect>();
  return dialect ? dialect->getDefaultArch() : TargetArch::A3;
}

TargetArch pto::getTargetArchByAttribute(Operation *op) {
  std::optional<StringRef> name = getTargetArchName(op);
  return name ? parseTargetArch(*name) : TargetArch::A3;
}
