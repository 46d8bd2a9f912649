//===- VerifyLevel.cpp - addresses as a level asks --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Diagnose.h"
#include "pypto/Dialect/Pto/FrontendPipeOps.h"
#include "pypto/Dialect/Pto/Passes.h"
#include "pypto/Dialect/Pto/TileOps.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::pto {
#define GEN_PASS_DEF_PTOVERIFYLEVEL
#include "pypto/Dialect/Pto/Passes.h.inc"
} // namespace mlir::pto

using namespace mlir;
using namespace mlir::pto;
using ::pypto::Diag;

/// The level at which the author places every tile.
static constexpr unsigned kManualLevel = 3;

static LogicalResult verifyOp(Operation *op, unsigned level) {
  bool isManual = level == kManualLevel;
  return TypeSwitch<Operation *, LogicalResult>(op)
      .Case<AllocTileOp>([&](AllocTileOp alloc) -> LogicalResult {
        if (isManual == static_cast<bool>(alloc.getAddr()))
          return success();
        if (isManual)
          return diagnose(op, Diag::PtoLevel)
                 << "requires 'addr' operand when --pto-level=level3";
        return diagnose(op, Diag::PtoLevel)
               << "unexpected 'addr' operand: only supported when "
                  "--pto-level=level3";
      })
      .Case<TAssignOp>([&](TAssignOp) -> LogicalResult {
        if (isManual)
          return success();
        return diagnose(op, Diag::PtoLevel)
               << "is only supported when --pto-level=level3";
      })
      .Case<ReserveBufferOp>([&](ReserveBufferOp reserve) -> LogicalResult {
        if (isManual != reserve.getAutoAlloc())
          return success();
        return diagnose(op, Diag::PtoLevel)
               << "expects auto = " << (isManual ? "false, with base," : "true")
               << " at level " << level;
      })
      .Default([](Operation *) { return success(); });
}

namespace {
struct VerifyLevel : pto::impl::PtoVerifyLevelBase<VerifyLevel> {
  using PtoVerifyLevelBase::PtoVerifyLevelBase;

  LogicalResult initialize(MLIRContext *context) override {
    if (level >= 1 && level <= kManualLevel)
      return success();
    return diagnosePass(UnknownLoc::get(context), getArgument())
           << "unknown level " << level.getValue() << "; expected 1, 2 or 3";
  }

  void runOnOperation() override {
    bool isFine = true;
    getOperation()->walk(
        [&](Operation *op) { isFine &= succeeded(verifyOp(op, level)); });
    if (!isFine)
      return signalPassFailure();
    markAllAnalysesPreserved();
  }
};
} // namespace
