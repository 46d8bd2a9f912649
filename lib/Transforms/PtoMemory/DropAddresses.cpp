//===- DropAddresses.cpp - level 2 text from level 3 ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pypto/Dialect/Pto/Pto.h"
#include "pypto/Support/Diagnostics.h"
#include "pypto/Transforms/PtoMemory/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/MapVector.h"

namespace pypto {
#define GEN_PASS_DEF_PTODROPADDRESSES
#include "pypto/Transforms/PtoMemory/Passes.h.inc"
} // namespace pypto

using namespace mlir;
using namespace pypto;

namespace {
struct DropAddresses : pypto::impl::PtoDropAddressesBase<DropAddresses> {
  using Base::Base;
  void runOnOperation() override;

private:
  LogicalResult joinHandles(func::FuncOp func);
};

/// What is done with a tile through a handle and the views of it.
struct Uses {
  bool reads = false, writes = false;
};
} // namespace

static pto::TileBufType typeOf(pto::AllocTileOp alloc) {
  return cast<pto::TileBufType>(alloc.getResult().getType());
}

static void collectUses(Value root, Uses &uses) {
  SmallVector<Value> open{root};
  while (!open.empty()) {
    Value tile = open.pop_back_val();
    for (Operation *user : tile.getUsers()) {
      if (isa<pto::TReshapeOp, pto::BitcastOp, pto::SubsetOp>(user)) {
        open.push_back(user->getResult(0));
        continue;
      }
      if (isa<pto::SetValidShapeOp>(user))
        continue;
      auto effects = dyn_cast<MemoryEffectOpInterface>(user);
      if (!effects) {
        // A call, a selection: it may do either.
        uses.reads = uses.writes = true;
        continue;
      }
      SmallVector<MemoryEffects::EffectInstance> found;
      effects.getEffectsOnValue(tile, found);
      for (const MemoryEffects::EffectInstance &effect : found) {
        uses.reads |= isa<MemoryEffects::Read>(effect.getEffect());
        uses.writes |= isa<MemoryEffects::Write>(effect.getEffect());
      }
    }
  }
}

/// `alloc` as a view of `base`, which has as many bytes.
static void makeView(pto::AllocTileOp alloc, Value base) {
  OpBuilder builder(alloc);
  pto::TileBufType type = typeOf(alloc);
  Value rows = alloc.getValidRow(), columns = alloc.getValidCol();
  if (!rows && !columns) {
    Value view =
        base.getType() == type
            ? base
            : pto::TReshapeOp::create(builder, alloc.getLoc(), type, base);
    alloc.getResult().replaceAllUsesWith(view);
    alloc.erase();
    return;
  }
  SmallVector<int64_t> open(2, ShapedType::kDynamic);
  Value view = pto::TReshapeOp::create(builder, alloc.getLoc(),
                                       type.withValidShape(open), base);
  auto extent = [&](Value given, unsigned axis) {
    return given ? given
                 : arith::ConstantIndexOp::create(builder, alloc.getLoc(),
                                                  type.getValidShape()[axis])
                       .getResult();
  };
  pto::SetValidShapeOp::create(builder, alloc.getLoc(), view, extent(rows, 0),
                               extent(columns, 1));
  alloc.getResult().replaceAllUsesWith(view);
  alloc.erase();
}

LogicalResult DropAddresses::joinHandles(func::FuncOp func) {
  llvm::MapVector<std::pair<pto::AddressSpace, int64_t>,
                  SmallVector<pto::AllocTileOp>>
      byAddress;
  WalkResult found = func.walk([&](pto::AllocTileOp alloc) {
    if (!alloc.getAddr())
      return WalkResult::advance();
    APInt address;
    if (!matchPattern(alloc.getAddr(), m_ConstantInt(&address))) {
      ::pypto::emitError(alloc, Diag::PtoLevel)
          << "this tile is at an address of the run, which level 2 cannot say; "
             "write level 3";
      return WalkResult::interrupt();
    }
    byAddress[{typeOf(alloc).getLoc(), address.getSExtValue()}].push_back(
        alloc);
    return WalkResult::advance();
  });
  if (found.wasInterrupted())
    return failure();
  DominanceInfo dominance(func);
  for (auto &[place, handles] : byAddress) {
    SmallVector<pto::AllocTileOp> bases;
    for (pto::AllocTileOp alloc : handles) {
      pto::TileBufType type = typeOf(alloc);
      auto base = llvm::find_if(bases, [&](pto::AllocTileOp other) {
        return typeOf(other).getSizeInBytes() == type.getSizeInBytes() &&
               typeOf(other).isBoxed() == type.isBoxed() &&
               dominance.dominates(other.getOperation(), alloc);
      });
      if (base == bases.end()) {
        bases.push_back(alloc);
        continue;
      }
      makeView(alloc, base->getResult());
      ++numViews;
    }
    if (bases.size() < 2)
      continue;
    for (pto::AllocTileOp alloc : bases) {
      Uses uses;
      collectUses(alloc.getResult(), uses);
      if (uses.reads && !uses.writes)
        return ::pypto::emitError(alloc, Diag::PtoLevel)
               << "this tile is written only through a handle of another size "
                  "at its address, which level 2 cannot say; write level 3";
    }
  }
  return success();
}

void DropAddresses::runOnOperation() {
  Operation *root = getOperation();
  WalkResult assigns = root->walk([](pto::TAssignOp assign) {
    ::pypto::emitError(assign, Diag::PtoLevel)
        << "'pto.tassign' op points a tile at an address, which level 2 has "
           "not; write level 3";
    return WalkResult::interrupt();
  });
  WalkResult joined = root->walk([&](func::FuncOp func) {
    return failed(joinHandles(func)) ? WalkResult::interrupt()
                                     : WalkResult::advance();
  });
  if (assigns.wasInterrupted() || joined.wasInterrupted())
    return signalPassFailure();
  bool hadAddresses = false;
  root->walk([&](pto::AllocTileOp alloc) {
    if (!alloc.getAddr())
      return;
    hadAddresses = true;
    alloc.getAddrMutable().clear();
    ++numDropped;
  });
  root->walk([](pto::ReserveBufferOp buffer) {
    buffer.removeBaseAttr();
    buffer.setAutoAlloc(true);
  });
  if (!hadAddresses)
    return;
  root->walk([](Operation *op) {
    if (isa<pto::SetFlagOp, pto::WaitFlagOp, pto::SetFlagDynOp,
            pto::WaitFlagDynOp, pto::RecordEventOp, pto::WaitEventOp,
            pto::BarrierOp, pto::BarrierSyncOp>(op))
      op->erase();
  });
}
