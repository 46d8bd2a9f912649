//===- PtoDialect.cpp - the pto dialect -------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pypto/Dialect/Pto/PtoDialect.h"
#include "Diagnose.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Transforms/InliningUtils.h"
#include "pypto/Dialect/Pto/PtoAttributes.h"

#include "pypto/Dialect/Pto/PtoDialect.cpp.inc"

using namespace mlir;
using namespace mlir::pto;

namespace {
// Instructions may move with the function they are in: tiles are values and
// scratch space has no identity.
struct PtoInlinerInterface : DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;
  bool isLegalToInline(Operation *, Operation *, bool) const final {
    return true;
  }
  bool isLegalToInline(Region *, Region *, bool, IRMapping &) const final {
    return true;
  }
  bool isLegalToInline(Operation *, Region *, bool, IRMapping &) const final {
    return true;
  }
};
} // namespace

void PtoDialect::initialize() {
  registerAttributes();
  registerTypes();
  registerViewOps();
  registerTileOps();
  registerMoveOps();
  registerMatrixOps();
  registerBinaryOps();
  registerScalarOps();
  registerUnaryOps();
  registerCompareOps();
  registerReduceOps();
  registerBroadcastOps();
  registerFillOps();
  registerIndexedOps();
  registerControlOps();
  registerSyncOps();
  registerFrontendPipeOps();
  registerPipeOps();
  registerAsyncOps();
  registerExtensionOps();
  addInterfaces<PtoInlinerInterface>();
}

void pto::registerPtoDialect(DialectRegistry &registry) {
  registry.insert<PtoDialect>();
}

/// The first architecture that the IR around `op` names, outermost first. All
/// verifier threads of one IR find the same one.
static std::optional<TargetArch> findShownArch(Operation *op) {
  while (Operation *parent = op->getParentOp())
    op = parent;
  if (std::optional<StringRef> name = getTargetArchName(op))
    return parseTargetArch(*name);
  auto module = dyn_cast<ModuleOp>(op);
  if (!module)
    return std::nullopt;
  for (auto nested : module.getOps<ModuleOp>())
    if (std::optional<StringRef> name = getTargetArchName(nested))
      return parseTargetArch(*name);
  return std::nullopt;
}

static LogicalResult verifyEntry(Operation *op, StringRef name) {
  auto function = dyn_cast<FunctionOpInterface>(op);
  if (!function)
    return diagnose(op, ::pypto::Diag::PtoPlacement)
           << "carries '" << name << "', which belongs on a function";
  if (function.isExternal())
    return diagnose(op, ::pypto::Diag::PtoPlacement)
           << "is a declaration and cannot be an entry point; give it a body "
              "or remove '"
           << name << "'";
  if (function.getNumResults() != 0)
    return diagnose(op, ::pypto::Diag::PtoPlacement)
           << "is an entry point and must return nothing, but has "
           << function.getNumResults() << " results";
  return success();
}

LogicalResult PtoDialect::verifyOperationAttribute(Operation *op,
                                                   NamedAttribute attribute) {
  StringRef name = attribute.getName();
  if (name == kTargetArchAttrName) {
    if (!isa<StringAttr>(attribute.getValue()))
      return diagnose(op, ::pypto::Diag::PtoAttribute)
             << "expects '" << name << "' to be a string such as \"a3\" or "
             << "\"a5\", but it is " << attribute.getValue();
    if (std::optional<TargetArch> arch = findShownArch(op))
      shownArch = *arch;
    return success();
  }
  if (name == kEntryAttrName)
    return verifyEntry(op, name);
  if (name == kKernelKindAttrName) {
    if (!isa<KernelKindAttr>(attribute.getValue()))
      return diagnose(op, ::pypto::Diag::PtoAttribute)
             << "expects '" << name << "' to be #pto.kernel_kind<cube> or "
             << "#pto.kernel_kind<vector>, but it is " << attribute.getValue();
    return success();
  }
  return success();
}
