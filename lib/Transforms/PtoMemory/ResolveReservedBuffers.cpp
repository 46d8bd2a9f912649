//===- ResolveReservedBuffers.cpp - reserved buffers become addresses -----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pypto/Dialect/Pto/Pto.h"
#include "pypto/Support/Diagnostics.h"
#include "pypto/Transforms/PtoMemory/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/SymbolTable.h"

namespace pypto {
#define GEN_PASS_DEF_PTORESOLVERESERVEDBUFFERS
#include "pypto/Transforms/PtoMemory/Passes.h.inc"
} // namespace pypto

using namespace mlir;
using namespace pypto;

static pto::ReserveBufferOp findReservation(func::FuncOp func, StringRef name) {
  pto::ReserveBufferOp found;
  func.walk([&](pto::ReserveBufferOp op) {
    if (op.getName() == name)
      found = op;
  });
  return found;
}

static void replace(Operation *op, int64_t address) {
  OpBuilder builder(op);
  Value constant = arith::ConstantOp::create(
      builder, op->getLoc(),
      builder.getI32IntegerAttr(static_cast<int32_t>(address)));
  op->getResult(0).replaceAllUsesWith(constant);
}

namespace {
struct ResolveReservedBuffers
    : pypto::impl::PtoResolveReservedBuffersBase<ResolveReservedBuffers> {
  using Base::Base;

  void runOnOperation() override {
    SmallVector<Operation *> resolved;
    bool hasFailed = false;
    getOperation()->walk([&](Operation *op) {
      if (auto own = dyn_cast<pto::ReserveBufferOp>(op))
        hasFailed |= failed(resolve(op, own, resolved));
      if (auto import = dyn_cast<pto::ImportReservedBufferOp>(op)) {
        auto peer = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
            op, import.getPeerFuncAttr());
        // The verifier has seen that the peer and its buffer exist.
        hasFailed |= failed(
            resolve(op, findReservation(peer, import.getName()), resolved));
      }
    });
    if (hasFailed)
      return signalPassFailure();
    for (Operation *op : resolved)
      op->erase();
    getOperation()->walk([](func::FuncOp func) { setFlagBases(func); });
  }

private:
  static LogicalResult resolve(Operation *op, pto::ReserveBufferOp buffer,
                               SmallVectorImpl<Operation *> &resolved) {
    if (!buffer || !buffer.getBase())
      return ::pypto::emitError(op, Diag::PtoLevel)
             << "the reserved buffer has no address yet; run --pto-plan-memory "
                "first, or give it auto = false and a base";
    replace(op, *buffer.getBase());
    resolved.push_back(op);
    return success();
  }

  /// A direction uses two flags between the cores, data and free.
  static void setFlagBases(func::FuncOp func) {
    constexpr int32_t kBothDirections = 3;
    int32_t next = 0;
    auto number = [&](auto pipe) {
      int32_t used = pipe.getDirMask() == kBothDirections ? 4 : 2;
      if (!pipe.getFlagBase())
        pipe.setFlagBase(next);
      next = static_cast<int32_t>(*pipe.getFlagBase()) + used;
    };
    func.walk([&](Operation *op) {
      if (auto pipe = dyn_cast<pto::InitializeL2LPipeOp>(op))
        number(pipe);
      else if (auto pipe = dyn_cast<pto::InitializeL2G2LPipeOp>(op))
        number(pipe);
    });
  }
};
} // namespace
