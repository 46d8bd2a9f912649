//===- SetArch.cpp - chooses the chip of a module ---------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pypto/Support/Diagnostics.h"
#include "pypto/Target/Types.h"
#include "pypto/Transforms/Passes.h"

namespace pypto {
#define GEN_PASS_DEF_SETARCH
#include "pypto/Transforms/Passes.h.inc"
} // namespace pypto

using namespace mlir;
using namespace mlir::pypto;

namespace {
struct SetArch : ::pypto::impl::SetArchBase<SetArch> {
  using SetArchBase::SetArchBase;
  void runOnOperation() override {
    std::optional<::pypto::target::Arch> parsed =
        ::pypto::target::parsePlatform(std::string(arch));
    if (!parsed) {
      ::pypto::emitError(getOperation(), ::pypto::Diag::BadPlatform)
          << "unknown platform '" << arch << "', expected one of "
          << StringRef(::pypto::target::acceptedPlatforms());
      return signalPassFailure();
    }
    Arch value = *parsed == ::pypto::target::Arch::A5 ? Arch::a5 : Arch::a2a3;
    getOperation()->setAttr(kArchAttrName, ArchAttr::get(&getContext(), value));
  }
};
} // namespace
