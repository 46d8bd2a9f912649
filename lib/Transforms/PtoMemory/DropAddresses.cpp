//===- DropAddresses.cpp - level 2 text from level 3 ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TileLiveness.h"

#include "pypto/Dialect/Pto/Pto.h"
#include "pypto/Support/Diagnostics.h"
#include "pypto/Transforms/PtoMemory/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/Matchers.h"
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
  LogicalResult checkApart(func::FuncOp func);

  DenseMap<Operation *, int64_t> addresses; ///< of the tiles that stay
};
} // namespace

static pto::TileBufType typeOf(pto::AllocTileOp alloc) {
  return cast<pto::TileBufType>(alloc.getResult().getType());
}

/// Bitcasts keep the extents of what they cast.
static void openExtents(Value root) {
  SmallVector<int64_t> dynamic(2, ShapedType::kDynamic);
  SmallVector<Value> open{root};
  while (!open.empty())
    for (Operation *user : open.pop_back_val().getUsers())
      if (auto cast = dyn_cast<pto::BitcastOp>(user)) {
        Value result = cast.getResult();
        result.setType(cast.getResult().getType().withValidShape(dynamic));
        open.push_back(result);
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
  openExtents(alloc.getResult());
  alloc.getResult().replaceAllUsesWith(view);
  alloc.erase();
}

/// A tile of the type of \p first, all of it valid, made where it dominates
/// both handles: they are in different arms of a branch, or one is in a loop
/// that the other follows.
static pto::AllocTileOp makeCommonBase(pto::AllocTileOp first,
                                       pto::AllocTileOp second) {
  Block *block = first->getBlock();
  while (!block->findAncestorOpInBlock(*second.getOperation()))
    block = block->getParentOp()->getBlock();
  OpBuilder builder(block->findAncestorOpInBlock(*first.getOperation()));
  pto::TileBufType type = typeOf(first);
  return pto::AllocTileOp::create(builder, first.getLoc(),
                                  type.withValidShape(type.getShape()), Value(),
                                  Value(), Value());
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
               typeOf(other).isBoxed() == type.isBoxed();
      });
      if (base == bases.end()) {
        bases.push_back(alloc);
        continue;
      }
      if (!dominance.dominates(base->getOperation(), alloc)) {
        pto::AllocTileOp common = makeCommonBase(*base, alloc);
        makeView(*base, common.getResult());
        ++numViews;
        *base = common;
      }
      makeView(alloc, base->getResult());
      ++numViews;
    }
    for (pto::AllocTileOp base : bases)
      addresses[base] = place.second;
  }
  return success();
}

/// Tiles that had bytes in common become tiles of their own. That is no loss
/// if each is written before it is read, and never needed while the other is.
LogicalResult DropAddresses::checkApart(func::FuncOp func) {
  struct Placed {
    pto::AllocTileOp tile;
    int64_t begin, end;
    std::vector<allocator::Range> needed;
    bool needsOldBytes;
  };
  PtoTileLiveness liveness(func);
  std::map<pto::AddressSpace, SmallVector<Placed>> spaces;
  for (pto::AllocTileOp alloc : liveness.getTiles()) {
    auto address = addresses.find(alloc);
    if (address == addresses.end())
      continue;
    int64_t begin = address->second;
    spaces[typeOf(alloc).getLoc()].push_back(
        {alloc, begin, begin + typeOf(alloc).getSizeInBytes().value_or(1),
         liveness.getRanges(alloc), liveness.needsOldBytes(alloc)});
  }
  auto meet = [](const Placed &a, const Placed &b) {
    if (a.needsOldBytes || b.needsOldBytes)
      return true;
    for (const allocator::Range &x : a.needed)
      for (const allocator::Range &y : b.needed)
        if (x.begin < y.end && y.begin < x.end)
          return true;
    return false;
  };
  for (auto &[space, tiles] : spaces)
    for (auto [i, later] : llvm::enumerate(tiles))
      for (Placed &earlier : MutableArrayRef<Placed>(tiles).take_front(i)) {
        if (earlier.end <= later.begin || later.end <= earlier.begin ||
            !meet(earlier, later))
          continue;
        InFlightDiagnostic error =
            ::pypto::emitError(later.tile, Diag::PtoLevel)
            << "this tile and another of another size or address have bytes in "
               "common that both need, which level 2 cannot say; use "
               "pto.subset, or write level 3";
        error.attachNote(earlier.tile.getLoc()) << "the other tile";
        return error;
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
  bool hadAddresses = !addresses.empty();
  root->walk([&](pto::AllocTileOp alloc) {
    if (!alloc.getAddr())
      return;
    hadAddresses = true;
    alloc.getAddrMutable().clear();
    ++numDropped;
  });
  WalkResult apart = root->walk([&](func::FuncOp func) {
    return failed(checkApart(func)) ? WalkResult::interrupt()
                                    : WalkResult::advance();
  });
  if (apart.wasInterrupted())
    return signalPassFailure();
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
