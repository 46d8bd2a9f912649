//===- System.cpp - order, caches and events of cores -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "PyptoToPto/KernelLowering.h"
#include "PyptoToPto/Types.h"
#include "pypto/Dialect/Pto/PrefetchOps.h"
#include "pypto/Dialect/Pypto/PrefetchOps.h"
#include "pypto/Support/Diagnostics.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::pypto;

namespace pypto {

static pto::PipeAttr convertPipe(MLIRContext *context, Pipe pipe) {
  std::string name = ("PIPE_" + stringifyPipe(pipe)).str();
  return pto::PipeAttr::get(context, *pto::symbolizePipe(name));
}

static pto::SyncAllCores convertCores(KernelType cores) {
  switch (cores) {
  case KernelType::MIX:
    return pto::SyncAllCores::Mix;
  case KernelType::AIC:
    return pto::SyncAllCores::AicOnly;
  case KernelType::AIV:
    return pto::SyncAllCores::AivOnly;
  }
  llvm_unreachable("a kind of kernel");
}

/// A number where it is known, else an operand.
static std::pair<Value, IntegerAttr> getEvent(OpBuilder &builder, Value from,
                                              Value lowered) {
  if (std::optional<int64_t> id = getConstantIntValue(from))
    return {Value(), builder.getI32IntegerAttr(static_cast<int32_t>(*id))};
  return {lowered, IntegerAttr()};
}

LogicalResult KernelLowering::lowerSystem(Operation *op, OpBuilder &builder) {
  MLIRContext *context = builder.getContext();
  Location loc = op->getLoc();
  auto barrier = [&](Pipe pipe) {
    pto::BarrierOp::create(builder, loc, convertPipe(context, pipe));
    return success();
  };
  auto event = [&](int64_t id) {
    return pto::EventIdAttr::get(context, static_cast<pto::EventId>(id));
  };
  return TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](BarVOp) { return barrier(Pipe::V); })
      .Case([&](BarMOp) { return barrier(Pipe::M); })
      .Case([&](BarAllOp) { return barrier(Pipe::ALL); })
      .Case([&](FenceOp) {
        pto::FenceBarrierAllOp::create(
            builder, loc,
            pto::FenceScopeAttr::get(context, pto::FenceScope::Gm));
        return success();
      })
      .Case([&](SyncSrcOp flag) {
        pto::SetFlagOp::create(
            builder, loc, convertPipe(context, flag.getSetPipe()),
            convertPipe(context, flag.getWaitPipe()), event(flag.getEventId()));
        return success();
      })
      .Case([&](SyncDstOp flag) {
        pto::WaitFlagOp::create(
            builder, loc, convertPipe(context, flag.getSetPipe()),
            convertPipe(context, flag.getWaitPipe()), event(flag.getEventId()));
        return success();
      })
      .Case([&](SetFftsOp set) -> LogicalResult {
        Value base = scalars.lookupOrNull(set.getWorkspace());
        if (!base) {
          InFlightDiagnostic diag =
              emitError(op, Diag::NoPtoForm)
              << "the workspace of set_ffts is used for more than messages";
          ::pypto::attachHelp(diag) << "give it a tensor of its own";
          return diag;
        }
        pto::SetFftsOp::create(builder, loc, base);
        return success();
      })
      .Case([&](SyncSetOp set) {
        auto [dynamic, known] =
            getEvent(builder, set.getEventId(), lookup(set.getEventId()));
        IntegerAttr mode;
        if (auto given = set.getFftsMode())
          mode = builder.getI32IntegerAttr(static_cast<int32_t>(*given));
        pto::SyncSetOp::create(builder, loc,
                               convertPipe(context, set.getPipe()), dynamic,
                               known, mode);
        return success();
      })
      .Case([&](SyncWaitOp wait) {
        auto [dynamic, known] =
            getEvent(builder, wait.getEventId(), lookup(wait.getEventId()));
        pto::SyncWaitOp::create(
            builder, loc, convertPipe(context, wait.getPipe()), dynamic, known);
        return success();
      })
      .Case([&](CacheInvalidOp invalid) {
        if (!invalid.getTensor()) {
          pto::CmoCacheInvalidOp::create(
              builder, loc, Value(),
              pto::AddressSpaceAttr::get(context, pto::AddressSpace::Gm));
          return success();
        }
        // The one element says which line.
        int64_t rank = invalid.getTensor().getType().getRank();
        SmallVector<int64_t> ones(rank, 1);
        SmallVector<Value> extents(rank, constants.getIndex(1));
        Value line = views.createWindow(builder, loc, invalid.getTensor(), ones,
                                        lookup(invalid.getOffsets()), extents);
        pto::CmoCacheInvalidOp::create(builder, loc, line,
                                       pto::AddressSpaceAttr());
        return success();
      })
      .Case([&](PrefetchAsyncOp prefetch) {
        SmallVector<Value> extents;
        for (int64_t extent : prefetch.getShape())
          extents.push_back(constants.getIndex(extent));
        Value window = views.createWindow(
            builder, loc, prefetch.getSource(), prefetch.getShape(),
            lookup(prefetch.getOffsets()), extents);
        scalars.map(prefetch.getEvent(),
                    pto::TPrefetchAsyncOp::create(builder, loc, window));
        return success();
      })
      .Case([&](PrefetchWaitOp wait) {
        scalars.map(wait.getDone(), pto::WaitPrefetchOp::create(
                                        builder, loc, lookup(wait.getEvent())));
        return success();
      })
      .Case([&](SyncAllOp all) {
        bool soft = all.getMode() == SyncAllMode::SOFT;
        Value workspace, cores;
        if (soft) {
          workspace = views.getView(all.getWorkspace());
          cores = arith::IndexCastOp::create(builder, loc, builder.getI32Type(),
                                             lookup(all.getUsedCores()));
        }
        pto::SyncAllOp::create(
            builder, loc,
            pto::SyncAllModeAttr::get(context, soft ? pto::SyncAllMode::Soft
                                                    : pto::SyncAllMode::Hard),
            pto::SyncAllCoresAttr::get(context,
                                       convertCores(all.getCoreType())),
            workspace, cores);
        return success();
      })
      .Default([&](Operation *op) -> LogicalResult {
        return emitError(op, Diag::NoPtoForm)
               << "'" << op->getName() << "' has no form in the pto dialect";
      });
}

} // namespace pypto
