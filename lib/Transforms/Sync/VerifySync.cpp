//===- VerifySync.cpp - check that a function is synchronised ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "KernelModel.h"
#include "RotateWhile.h"

#include "pypto/Dialect/Pto/PtoDialect.h"
#include "pypto/Support/Diagnostics.h"
#include "pypto/Sync/Checker.h"
#include "pypto/Transforms/Sync/Passes.h"

namespace pypto {
#define GEN_PASS_DEF_PTOVERIFYSYNC
#include "pypto/Transforms/Sync/Passes.h.inc"
} // namespace pypto

using namespace mlir;
using namespace pypto;

static std::string flagText(sync::Pipe from, sync::Pipe to) {
  return ("<" + pipeText(from) + ">, <" + pipeText(to) + ">").str();
}

static void reportUnordered(const KernelModel &model,
                            const sync::Violation &violation) {
  Operation *earlier = model.operations[violation.earlier];
  Operation *later = model.operations[violation.later];
  sync::Pipe from = model.program.nodes[violation.earlier].pipe;
  sync::Pipe to = model.program.nodes[violation.later].pipe;
  InFlightDiagnostic diag = ::pypto::emitError(later, Diag::SyncUnordered);
  diag << "'" << later->getName() << "' on " << pipeText(to)
       << " may start before '" << earlier->getName() << "' on "
       << pipeText(from)
       << (violation.fromEarlierIteration ? " of an earlier iteration" : "")
       << " has finished, and they touch the same bytes";
  diag.attachNote(earlier->getLoc()) << "the earlier instruction";
  Diagnostic &help = ::pypto::attachHelp(diag);
  if (from == to)
    help << "put pto.barrier <" << pipeText(to) << "> between them";
  else
    help << "put pto.set_flag[" << flagText(from, to)
         << ", <EVENT_IDn>] after the one and pto.wait_flag before the other";
  help << ", or run --pto-insert-sync";
}

static void reportTransfer(const KernelModel &model,
                           const sync::Violation &violation) {
  Operation *later = model.operations[violation.later];
  if (violation.kind == sync::ViolationKind::TransferLeft) {
    InFlightDiagnostic diag =
        ::pypto::emitError(later, Diag::SyncFlag)
        << "this transfer may still run when the function ends";
    ::pypto::attachHelp(diag) << "add pto.wait_async_event on every path";
    return;
  }
  InFlightDiagnostic diag = ::pypto::emitError(later, Diag::SyncUnordered);
  diag << "'" << later->getName() << "' touches bytes of a transfer"
       << (violation.fromEarlierIteration ? " of an earlier iteration" : "")
       << " that may still run";
  diag.attachNote(model.operations[violation.earlier]->getLoc())
      << "the transfer";
  ::pypto::attachHelp(diag) << "put pto.wait_async_event between them";
}

static void reportFlag(const KernelModel &model, func::FuncOp func,
                       const sync::Violation &violation) {
  Operation *op = violation.later == sync::kNone
                      ? func.getOperation()
                      : model.operations[violation.later];
  InFlightDiagnostic diag = ::pypto::emitError(op, Diag::SyncFlag);
  std::string flag =
      ("event " + Twine(unsigned(violation.sync.id)) + " from " +
       pipeText(violation.sync.from) + " to " + pipeText(violation.sync.to))
          .str();
  switch (violation.kind) {
  case sync::ViolationKind::DoubleSet:
    diag << flag << " may be set again before its last wait has passed";
    if (violation.earlier != sync::kNone)
      diag.attachNote(model.operations[violation.earlier]->getLoc())
          << "the wait that may not have passed";
    ::pypto::attachHelp(diag) << "order " << pipeText(violation.sync.from)
                              << " after that wait or use another event id";
    return;
  case sync::ViolationKind::WaitWithoutSet:
    diag << flag << " is waited for, but not set on every path to here: the "
         << "kernel would hang";
    ::pypto::attachHelp(diag) << "add the pto.set_flag";
    return;
  case sync::ViolationKind::Unbalanced:
    diag << flag << " is set on some paths through here and not on others";
    ::pypto::attachExpected(diag) << "as many waits as sets on each path";
    return;
  case sync::ViolationKind::LeftSet:
    diag << flag << " is still set when the function ends, which corrupts the "
         << "next kernel";
    ::pypto::attachHelp(diag) << "add the pto.wait_flag";
    return;
  case sync::ViolationKind::MixedIds:
    diag << flag << " is used in a loop whose run-time event ids include it";
    ::pypto::attachHelp(diag) << "use another id";
    return;
  case sync::ViolationKind::BadEventId:
    diag << flag << " is out of range";
    ::pypto::attachExpected(diag) << "an event id of 0 to 7";
    return;
  case sync::ViolationKind::BadPair:
    diag << "there is no event from " << pipeText(violation.sync.from) << " to "
         << pipeText(violation.sync.to) << " on this architecture";
    ::pypto::attachHelp(diag) << "use pto.barrier <PIPE_ALL>";
    return;
  case sync::ViolationKind::Unordered:
  case sync::ViolationKind::InFlight:
  case sync::ViolationKind::TransferLeft:
    break;
  }
}

namespace {
struct VerifySync : pypto::impl::PtoVerifySyncBase<VerifySync> {
  using Base::Base;

  void runOnOperation() override {
    markAllAnalysesPreserved();
    bool hasFailed = false;
    getOperation()->walk([&](func::FuncOp func) {
      if (!func.isExternal() && !needsRotation(func.getBody()))
        hasFailed |= failed(verify(func));
      else if (!func.isExternal())
        hasFailed |= failed(verifyRotated(func));
    });
    if (hasFailed)
      signalPassFailure();
  }

private:
  /// Checks a copy of \p func in the form that the analysis takes.
  LogicalResult verifyRotated(func::FuncOp func) {
    OpBuilder builder(func);
    auto copy = cast<func::FuncOp>(builder.clone(*func));
    rotateWhileLoops(copy.getBody());
    LogicalResult result = verify(copy);
    copy.erase();
    return result;
  }

  LogicalResult verify(func::FuncOp func) {
    FailureOr<SmallVector<KernelModel>> models =
        buildKernelModels(func, gmMayAlias);
    if (failed(models))
      return failure();
    bool hasFailed = false;
    for (const KernelModel &model : *models)
      for (const sync::Violation &violation :
           sync::checkSync(model.program, model.arch, {}, limit)) {
        hasFailed = true;
        if (violation.kind == sync::ViolationKind::Unordered)
          reportUnordered(model, violation);
        else if (violation.kind == sync::ViolationKind::InFlight ||
                 violation.kind == sync::ViolationKind::TransferLeft)
          reportTransfer(model, violation);
        else
          reportFlag(model, func, violation);
      }
    return failure(hasFailed);
  }
};
} // namespace
