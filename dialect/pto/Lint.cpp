//===- Lint.cpp - warn where the assembler is too lax -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Diagnose.h"
#include "pypto/Dialect/Pto/Passes.h"
#include "pypto/Dialect/Pto/PtoDialect.h"
#include "pypto/Dialect/Pto/PtoInterfaces.h"
#include "pypto/Dialect/Pto/PtoTypes.h"

namespace mlir::pto {
#define GEN_PASS_DEF_PTOLINT
#include "pypto/Dialect/Pto/Passes.h.inc"
} // namespace mlir::pto

using namespace mlir;
using namespace mlir::pto;

/// The vector unit reads and writes vec; some fills reach mat.
static void lintVectorOperands(PipeOpInterface op) {
  if (op.getPipe() != Pipe::V)
    return;
  for (Value operand : op->getOperands()) {
    auto tile = dyn_cast<TileBufType>(operand.getType());
    if (!tile || tile.getLoc() == AddressSpace::Vec ||
        tile.getLoc() == AddressSpace::Mat)
      continue;
    ::pypto::emitWarning(op->getLoc(), ::pypto::Diag::PtoLaxAddressSpace)
        << "'" << op->getName() << "' op runs on PIPE_V, which does not reach "
        << stringifyAddressSpace(tile.getLoc());
    return;
  }
}

namespace {
struct Lint : pto::impl::PtoLintBase<Lint> {
  void runOnOperation() override {
    getOperation()->walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (auto lint = dyn_cast<LintOpInterface>(op)) {
        lint.lint();
        ++numLinted;
      }
      if (auto pipe = dyn_cast<PipeOpInterface>(op))
        lintVectorOperands(pipe);
    });
    markAllAnalysesPreserved();
  }
};
} // namespace
