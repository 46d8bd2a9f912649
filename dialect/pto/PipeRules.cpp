//===- PipeRules.cpp - rules that the FIFO operations share -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "PipeRules.h"
#include "Diagnose.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "pypto/Dialect/Pto/PtoDialect.h"
#include "pypto/Dialect/Pto/PtoTypes.h"

using namespace mlir;
using namespace mlir::pto;
using ::pypto::Diag;

Pipe pto::getPushPipe(Type type) {
  std::optional<AddressSpace> space = getAddressSpace(type);
  if (space == AddressSpace::Acc)
    return Pipe::FIX;
  return space == AddressSpace::Vec ? Pipe::MTE3 : Pipe::Unassigned;
}

std::optional<KernelKind> pto::getKernelKind(Operation *op) {
  auto function = op->getParentOfType<FunctionOpInterface>();
  if (!function)
    return std::nullopt;
  auto kind =
      function->getAttrOfType<KernelKindAttr>(PtoDialect::kKernelKindAttrName);
  if (!kind)
    return std::nullopt;
  return kind.getValue();
}

LogicalResult pto::verifyKernelKind(Operation *op, KernelKind kind) {
  std::optional<KernelKind> got = getKernelKind(op);
  if (got == kind)
    return success();
  return diagnose(op, Diag::PtoPlacement)
         << "expects a function with pto.kernel_kind = #pto.kernel_kind<"
         << stringifyKernelKind(kind) << ">, got "
         << (got ? stringifyKernelKind(*got) : StringRef("none"));
}

LogicalResult pto::verifyRing(Operation *op, int8_t dirMask, int32_t slotSize) {
  if (dirMask < 1 || dirMask > 3)
    return diagnose(op, Diag::PtoAttribute)
           << "expects dir_mask to be 1 (cube to vector), 2 (vector to cube) "
              "or 3 (both), got "
           << static_cast<int>(dirMask);
  if (slotSize <= 0)
    return diagnose(op, Diag::PtoAttribute)
           << "expects slot_size to be a positive number of bytes, got "
           << slotSize;
  return success();
}
