//===- SetTargetArch.cpp - state the architecture on modules ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Diagnose.h"
#include "pypto/Dialect/Pto/Passes.h"
#include "pypto/Dialect/Pto/PtoDialect.h"

namespace mlir::pto {
#define GEN_PASS_DEF_PTOSETTARGETARCH
#include "pypto/Dialect/Pto/Passes.h.inc"
} // namespace mlir::pto

using namespace mlir;

namespace {
struct SetTargetArch : pto::impl::PtoSetTargetArchBase<SetTargetArch> {
  using PtoSetTargetArchBase::PtoSetTargetArchBase;

  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<pto::PtoDialect>();
  }

  LogicalResult initialize(MLIRContext *context) override {
    if (pto::isTargetArchName(arch))
      return success();
    return pto::diagnosePass(UnknownLoc::get(context), getArgument())
           << "unknown architecture '" << arch.getValue()
           << "'; expected a3, a2a3 or a5";
  }

  void runOnOperation() override {
    StringRef name = pto::PtoDialect::kTargetArchAttrName;
    auto value = StringAttr::get(&getContext(), arch);
    getOperation()->setAttr(name, value);
    getOperation()->walk([&](ModuleOp module) {
      if (module->hasAttr(name))
        module->setAttr(name, value);
    });
  }
};
} // namespace
