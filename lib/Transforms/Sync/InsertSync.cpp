//===- InsertSync.cpp - order the pipes of a core ---------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "KernelModel.h"
#include "Offsets.h"
#include "RotateWhile.h"

#include "pypto/Dialect/Pto/Pto.h"
#include "pypto/Support/CallTree.h"
#include "pypto/Support/Diagnostics.h"
#include "pypto/Sync/InsertSync.h"
#include "pypto/Transforms/Sync/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"

namespace pypto {
#define GEN_PASS_DEF_PTOINSERTSYNC
#include "pypto/Transforms/Sync/Passes.h.inc"
} // namespace pypto

using namespace mlir;
using namespace pypto;

static pto::Pipe toPto(sync::Pipe pipe) {
  switch (pipe) {
  case sync::Pipe::S:
    return pto::Pipe::S;
  case sync::Pipe::V:
    return pto::Pipe::V;
  case sync::Pipe::M:
    return pto::Pipe::M;
  case sync::Pipe::MTE1:
    return pto::Pipe::MTE1;
  case sync::Pipe::MTE2:
    return pto::Pipe::MTE2;
  case sync::Pipe::MTE3:
    return pto::Pipe::MTE3;
  case sync::Pipe::FIX:
    return pto::Pipe::FIX;
  }
  llvm_unreachable("unknown pipe");
}

namespace {
/// Writes a plan into the operations that it is for.
class Emitter {
public:
  explicit Emitter(const KernelModel &model) : model(model) {}
  void emit(const sync::SyncPlan &plan);

private:
  Operation *create(OpBuilder &builder, Location loc,
                    const sync::SyncInstruction &sync);
  Value getId(const sync::SyncInstruction &sync);

  const KernelModel &model;
  DenseMap<std::tuple<Operation *, unsigned, unsigned>, Value> ids;
};
} // namespace

/// id + n mod idCount in iteration n, computed at the start of the body.
Value Emitter::getId(const sync::SyncInstruction &sync) {
  auto loop = cast<scf::ForOp>(model.operations[sync.loop]);
  Value &id = ids[{loop, sync.id, sync.idCount}];
  if (id)
    return id;
  Location loc = loop.getLoc();
  OpBuilder builder(loop);
  // Constants are index values here, whatever the type of the loop's variable.
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(builder, loc, value);
  };
  Value count = constant(sync.idCount), base = constant(sync.id);
  Value lower = loop.getLowerBound(), step = loop.getStep();
  builder.setInsertionPointToStart(loop.getBody());
  Value n = loop.getInductionVar();
  if (getConstant(lower) != 0)
    n = arith::SubIOp::create(builder, loc, n, lower);
  if (getConstant(step) != 1)
    n = arith::DivUIOp::create(builder, loc, n, step);
  if (!n.getType().isIndex())
    n = arith::IndexCastOp::create(builder, loc, builder.getIndexType(), n);
  id = arith::RemUIOp::create(builder, loc, n, count);
  if (sync.id != 0)
    id = arith::AddIOp::create(builder, loc, id, base);
  return id;
}

Operation *Emitter::create(OpBuilder &builder, Location loc,
                           const sync::SyncInstruction &sync) {
  pto::Pipe from = toPto(sync.from), to = toPto(sync.to);
  auto id = static_cast<pto::EventId>(sync.id);
  switch (sync.kind) {
  case sync::SyncKind::Set:
    if (sync.isRotating())
      return pto::SetFlagDynOp::create(builder, loc, from, to, getId(sync));
    return pto::SetFlagOp::create(builder, loc, from, to, id);
  case sync::SyncKind::Wait:
    if (sync.isRotating())
      return pto::WaitFlagDynOp::create(builder, loc, from, to, getId(sync));
    return pto::WaitFlagOp::create(builder, loc, from, to, id);
  case sync::SyncKind::Barrier:
    return pto::BarrierOp::create(builder, loc, from);
  case sync::SyncKind::BarrierAll:
    return pto::BarrierOp::create(builder, loc, pto::Pipe::All);
  }
  llvm_unreachable("unknown synchronisation");
}

/// Puts the plan's instructions around the operations behind the nodes.
void Emitter::emit(const sync::SyncPlan &plan) {
  // Where the next instruction after an operation goes. A call stands for two
  // nodes, of which the second comes after it.
  DenseMap<Operation *, Operation *> last;
  for (const sync::PlacedSync &placed : plan.instructions) {
    Operation *anchor = model.operations[placed.anchor];
    bool isBehindCall =
        placed.anchor > 0 && model.operations[placed.anchor - 1] == anchor;
    OpBuilder builder(anchor->getContext());
    if (placed.before && !isBehindCall) {
      builder.setInsertionPoint(anchor);
      create(builder, anchor->getLoc(), placed.sync);
      continue;
    }
    Operation *&after = last.try_emplace(anchor, anchor).first->second;
    builder.setInsertionPointAfter(after);
    after = create(builder, anchor->getLoc(), placed.sync);
  }
}

namespace {
struct InsertSync : pypto::impl::PtoInsertSyncBase<InsertSync> {
  using Base::Base;

  void runOnOperation() override {
    if (eventIds < 1 || eventIds > 8) {
      ::pypto::emitError(getOperation(), Diag::SyncFlag)
          << "event-ids must be 1 to 8, not " << eventIds;
      return signalPassFailure();
    }
    pypto::CallTree calls(getOperation());
    WalkResult result = getOperation()->walk([&](func::FuncOp func) {
      return succeeded(runOnFunction(func, calls)) ? WalkResult::advance()
                                                   : WalkResult::interrupt();
    });
    if (result.wasInterrupted())
      signalPassFailure();
  }

private:
  bool isLeftAlone(func::FuncOp func);
  LogicalResult addTail(func::FuncOp func, const KernelModel &model);
  LogicalResult runOnFunction(func::FuncOp func, pypto::CallTree &calls);
};
} // namespace

/// Whether the author's own synchronisation is to be left as it is.
bool InsertSync::isLeftAlone(func::FuncOp func) {
  bool hasFlags = false;
  Operation *dynamic = nullptr;
  func.walk([&](Operation *op) {
    hasFlags |= isa<pto::SetFlagOp, pto::WaitFlagOp, pto::RecordEventOp,
                    pto::WaitEventOp>(op);
    Value id;
    if (auto set = dyn_cast<pto::SetFlagDynOp>(op))
      id = set.getEventId();
    else if (auto wait = dyn_cast<pto::WaitFlagDynOp>(op))
      id = wait.getEventId();
    if (id && !isKnownEventId(id) && !dynamic)
      dynamic = op;
  });
  if (dynamic)
    dynamic->emitRemark("function '")
        << func.getName()
        << "' is left alone: its run-time event ids cannot be analysed";
  return dynamic || (hasFlags && manual == ManualSync::Skip);
}

/// The synchronisation at the end of the kernel, as its hint says.
LogicalResult InsertSync::addTail(func::FuncOp func, const KernelModel &model) {
  if (!model.usesPipes)
    return success();
  Operation *end = func.getBody().front().getTerminator();
  StringRef hint = "default";
  if (auto attr = func->getAttrOfType<StringAttr>("pto.auto_sync_tail_hint"))
    hint = attr.getValue();
  std::string normal = hint.str();
  std::replace(normal.begin(), normal.end(), '_', '-');
  StringRef name = normal;
  name.consume_front("setwait-");
  OpBuilder builder(end);
  if (name == "mte3-to-s-event0") {
    pto::SetFlagOp::create(builder, end->getLoc(), pto::Pipe::MTE3,
                           pto::Pipe::S, pto::EventId::Id0);
    pto::WaitFlagOp::create(builder, end->getLoc(), pto::Pipe::MTE3,
                            pto::Pipe::S, pto::EventId::Id0);
    return success();
  }
  if (name != "default" && name != "barrier-all") {
    ::pypto::emitError(func, Diag::SyncUnsupported)
        << "pto.auto_sync_tail_hint is \"" << hint
        << "\"; expected \"default\", \"barrier-all\" or "
           "\"mte3-to-s-event0\"";
    return failure();
  }
  auto before = dyn_cast_or_null<pto::BarrierOp>(end->getPrevNode());
  if (!before || before.getPipe() != pto::Pipe::All)
    pto::BarrierOp::create(builder, end->getLoc(), pto::Pipe::All);
  return success();
}

/// The model has no call stack, and neither has the core for pto functions.
static LogicalResult checkCalls(func::FuncOp func, pypto::CallTree &calls) {
  return failure(
      func.walk([&](func::CallOp call) {
            if (!calls.leadsBack(call))
              return WalkResult::advance();
            ::pypto::emitError(call, Diag::SyncUnsupported)
                << "'" << call.getCallee()
                << "' calls itself here, which no core can execute; use a loop";
            return WalkResult::interrupt();
          })
          .wasInterrupted());
}

LogicalResult InsertSync::runOnFunction(func::FuncOp func,
                                        pypto::CallTree &calls) {
  if (func.isExternal() || isLeftAlone(func))
    return success();
  if (failed(checkCalls(func, calls)))
    return failure();
  rotateWhileLoops(func.getBody());
  {
    // The tail is part of the program: what it uses must not be used again.
    FailureOr<SmallVector<KernelModel>> models =
        buildKernelModels(func, gmMayAlias);
    if (failed(models) || failed(addTail(func, models->front())))
      return failure();
  }
  FailureOr<SmallVector<KernelModel>> models =
      buildKernelModels(func, gmMayAlias);
  if (failed(models))
    return failure();
  for (const KernelModel &model : *models) {
    sync::InsertSyncOptions planOptions;
    planOptions.arch = model.arch;
    planOptions.eventIds = eventIds;
    sync::SyncPlan plan = sync::insertSync(model.program, planOptions);
    Emitter(model).emit(plan);
    for (const sync::SyncRemark &remark : plan.remarks)
      model.operations[remark.node]->emitRemark(remark.text);
    if (plan.mergedPairs)
      func.emitRemark() << plan.mergedPairs
                        << " flags joined with others because event ids ran "
                           "out";
    if (plan.loweredPairs)
      func.emitRemark() << "event ids ran out: " << plan.loweredPairs
                        << " flags of inner loops are set anew for each run of "
                           "the loop";
    if (plan.narrowed)
      func.emitRemark() << "event ids ran out: fewer iterations of rotating "
                           "buffers overlap than they have slots";
    if (plan.untried)
      func.emitRemark() << plan.untried
                        << " flags or barriers may be implied by others: to "
                           "find out takes too long in a kernel of this size";
    flagPairs += plan.flagPairs;
    barriers += plan.pipeBarriers;
    allBarriers += plan.allBarriers;
    idsUsed += plan.idsUsed;
    removedPairs += plan.removedPairs;
    joinedPairs += plan.mergedPairs;
    loweredPairs += plan.loweredPairs;
    handshakes += plan.handshakes;
  }
  return success();
}
