//===- BufferClasses.cpp - tiles that live in one buffer --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Memory/BufferClasses.h"
#include "Memory/Sharing.h"
#include "Utils/FlowEdges.h"
#include "Utils/ForwardedTiles.h"
#include "pypto/Dialect/Pypto/SlotOps.h"
#include "pypto/Support/Diagnostics.h"

#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "llvm/ADT/DenseMap.h"

using namespace mlir;
using namespace mlir::pypto;

namespace pypto {

static bool isTile(Value value) { return isa<TileType>(value.getType()); }

//===----------------------------------------------------------------------===//
// Classes
//===----------------------------------------------------------------------===//

BufferClasses::BufferClasses(func::FuncOp kernel)
    : kernel(kernel), liveness(kernel), dominance(kernel) {
  kernel.walk<WalkOrder::PreOrder>([&](Operation *op) {
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (Value argument : block.getArguments())
          if (isTile(argument))
            add(argument, liveness.getRanges(argument));
    for (Value result : op->getResults())
      if (isTile(result))
        add(result, liveness.getRanges(result));
  });
}

unsigned BufferClasses::add(Value tile, LiveRanges ranges) {
  unsigned number = classes.add(tile);
  infos.push_back({std::move(ranges), {tile}});
  return number;
}

void BufferClasses::join(unsigned a, unsigned b) {
  a = classes.find(a), b = classes.find(b);
  if (a == b)
    return;
  unsigned root = classes.join(a, b);
  unsigned other = root == a ? b : a;
  // The smaller list goes into the larger one.
  if (infos[root].tiles.size() < infos[other].tiles.size())
    std::swap(infos[root], infos[other]);
  infos[root].ranges.add(infos[other].ranges);
  llvm::append_range(infos[root].tiles, infos[other].tiles);
  if (!infos[root].binding)
    infos[root].binding = infos[other].binding;
  infos[other] = Info();
}

bool BufferClasses::areBoundApart(unsigned a, unsigned b) {
  TileBindOp first = infos[a].binding, second = infos[b].binding;
  return first && second && first.getBuffer() != second.getBuffer();
}

bool BufferClasses::canJoin(unsigned a, unsigned b) {
  if (infos[a].ranges.overlaps(infos[b].ranges) || areBoundApart(a, b))
    return false;
  if (infos[a].tiles.size() > infos[b].tiles.size())
    std::swap(a, b);
  // Operations that read a tile of one class and write one of the other.
  for (Value tile : infos[a].tiles) {
    if (auto op = tile.getDefiningOp<TileOpInterface>())
      for (OpOperand *operand : op.getTileOperands())
        if (find(operand->get()) == b && !mayComputeInPlace(op, *operand))
          return false;
    for (OpOperand &use : tile.getUses()) {
      auto op = dyn_cast<TileOpInterface>(use.getOwner());
      Value result = op ? op.getResultTile() : Value();
      if (result && find(result) == b && !mayComputeInPlace(op, use))
        return false;
    }
  }
  return true;
}

SmallVector<SmallVector<Value>> BufferClasses::getClasses() {
  SmallVector<SmallVector<Value>> result;
  SmallVector<unsigned> indices(infos.size(), 0);
  for (auto [number, tile] : llvm::enumerate(classes.getValues())) {
    unsigned root = classes.find(number);
    if (indices[root] == 0) {
      result.emplace_back();
      indices[root] = result.size();
    }
    result[indices[root] - 1].push_back(tile);
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Buffers of the author's
//===----------------------------------------------------------------------===//

static std::string describe(Value buffer) {
  StringRef name = getUserName(buffer.getLoc());
  return name.empty() ? "one buffer" : "'" + name.str() + "'";
}

/// Reports that two tiles cannot both live in the buffer of `second`.
static LogicalResult reportBindings(TileBindOp first, TileBindOp second) {
  InFlightDiagnostic diag =
      emitError(second, Diag::BadAllocation)
      << "this tile cannot live in " << describe(second.getBuffer())
      << " as well: another that is bound to it is still needed, or is read by "
         "the operation that writes this one";
  diag.attachNote(first.getLoc()) << "the other is bound here";
  attachHelp(diag) << "bind them to two allocations, or use the first for the "
                      "last time before the second is made";
  return diag;
}

LogicalResult BufferClasses::joinBindings() {
  llvm::DenseMap<Value, TileBindOp> first;
  WalkResult walk = kernel.walk<WalkOrder::PreOrder>([&](TileBindOp op) {
    auto [entry, isNew] = first.try_emplace(op.getBuffer(), op);
    unsigned a = find(entry->second.getResult()), b = find(op.getResult());
    if (isNew || a == b)
      return WalkResult::advance();
    if (!canJoin(a, b)) {
      (void)reportBindings(entry->second, op);
      return WalkResult::interrupt();
    }
    join(a, b);
    return WalkResult::advance();
  });
  return failure(walk.wasInterrupted());
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

FailureOr<Value> BufferClasses::copy(OpOperand &use) {
  Value tile = use.get();
  auto type = cast<TileType>(tile.getType());
  if (type.getMemorySpace() != MemorySpace::Vec) {
    InFlightDiagnostic diag =
        emitError(use.getOwner(), Diag::BufferStillNeeded)
        << "this overwrites a tile in "
        << stringifyMemorySpace(*type.getMemorySpace())
        << " whose old content is needed later, and tiles there cannot be "
           "copied";
    diag.attachNote(tile.getLoc()) << "the tile is made here";
    attachHelp(diag)
        << "use the new value from here on, or store the old one before";
    return diag;
  }
  OpBuilder builder(use.getOwner());
  Value copied =
      TileMoveOp::create(builder, tile.getLoc(), type, tile, Value());
  // Between what precedes the user and the user's own reads.
  int64_t position = liveness.getPosition(use.getOwner());
  LiveRanges ranges;
  ranges.add({2 * position, 2 * position + 1});
  add(copied, ranges);
  use.set(copied);
  copies.emplace_back(copied.getDefiningOp(), &use);
  return copied;
}

//===----------------------------------------------------------------------===//
// Operations and control flow
//===----------------------------------------------------------------------===//

LogicalResult BufferClasses::visitOperation(TileOpInterface op) {
  OpOperand *forwarded = op.getForwardedOperand();
  if (!forwarded || !isTile(forwarded->get()))
    return success();
  unsigned target = find(op.getResultTile());
  unsigned source = find(forwarded->get());
  if (!op.isView() && infos[source].ranges.overlaps(infos[target].ranges)) {
    FailureOr<Value> copied = copy(*forwarded);
    if (failed(copied))
      return failure();
    source = find(*copied);
  }
  if (auto binding = dyn_cast<TileBindOp>(op.getOperation()))
    infos[target].binding = binding;
  if (areBoundApart(source, target)) {
    InFlightDiagnostic diag = emitError(op, Diag::BadAllocation)
                              << "this is a view or an update of a tile in "
                              << describe(infos[source].binding.getBuffer())
                              << " and cannot live in "
                              << describe(infos[target].binding.getBuffer());
    diag.attachNote(infos[source].binding.getLoc()) << "the tile is bound here";
    attachHelp(diag) << "copy it with pl.move first";
    return diag;
  }
  join(source, target);
  return success();
}

bool BufferClasses::isChosenInTime(unsigned a, unsigned b) {
  auto reaches = [&](unsigned bound, unsigned other) {
    TileBindOp binding = infos[bound].binding;
    auto slot = binding ? binding.getBuffer().getDefiningOp<MemrefSlotOp>()
                        : MemrefSlotOp();
    return !slot || llvm::all_of(infos[other].tiles, [&](Value tile) {
      return dominance.properlyDominates(
                 slot.getResult(), tile.getParentBlock()->getParentOp()) ||
             (tile.getDefiningOp() &&
              dominance.properlyDominates(slot.getOperation(),
                                          tile.getDefiningOp()));
    });
  };
  return reaches(a, b) && reaches(b, a);
}

LogicalResult BufferClasses::joinFlow(OpOperand &source, Value target) {
  unsigned from = find(source.get()), to = find(target);
  if (from == to)
    return success();
  if (!isPartOfBuffer(source.get()) && canJoin(from, to) &&
      isChosenInTime(from, to)) {
    join(from, to);
    return success();
  }
  FailureOr<Value> copied = copy(source);
  if (failed(copied))
    return failure();
  if (!infos[find(*copied)].ranges.overlaps(infos[to].ranges) &&
      isChosenInTime(find(*copied), to))
    join(find(*copied), to);
  else if (conflicts.empty() || conflicts.back() != source.getOwner())
    conflicts.push_back(source.getOwner());
  return success();
}

LogicalResult BufferClasses::visitFlow(Operation *op) {
  // What one operand becomes is one tile under two names, a carry and a
  // result: they have one buffer.
  SmallVector<std::pair<OpOperand *, Value>> edges;
  llvm::DenseMap<OpOperand *, Value> first;
  forEachFlowEdge(op, [&](OpOperand &source, Value target) {
    if (!isTile(target))
      return;
    auto [entry, isNew] = first.try_emplace(&source, target);
    if (isNew)
      edges.emplace_back(&source, target);
    else
      join(find(entry->second), find(target));
  });
  for (auto [source, target] : edges)
    if (failed(joinFlow(*source, target)))
      return failure();
  return success();
}

LogicalResult BufferClasses::run() {
  // Collected first: copies are inserted on the way.
  SmallVector<TileOpInterface> operations;
  SmallVector<Operation *> branches;
  kernel.walk([&](Operation *op) {
    if (auto tileOp = dyn_cast<TileOpInterface>(op))
      operations.push_back(tileOp);
    else if (isa<RegionBranchOpInterface>(op))
      branches.push_back(op);
  });
  for (TileOpInterface op : operations)
    if (failed(visitOperation(op)))
      return failure();
  if (failed(joinBindings()))
    return failure();
  for (Operation *op : branches)
    if (failed(visitFlow(op)))
      return failure();
  return success();
}

void BufferClasses::eraseCopies() {
  for (auto [copied, use] : llvm::reverse(copies)) {
    use->set(copied->getOperand(0));
    copied->erase();
  }
  copies.clear();
}

//===----------------------------------------------------------------------===//
// Preparation
//===----------------------------------------------------------------------===//

void separateCreatedTiles(func::FuncOp kernel) {
  SmallVector<TileCreateOp> created;
  kernel.walk([&](TileCreateOp op) { created.push_back(op); });
  for (TileCreateOp op : created) {
    SmallVector<OpOperand *> uses;
    for (OpOperand &use : op.getResult().getUses()) {
      auto user = dyn_cast<TileOpInterface>(use.getOwner());
      bool updates = user && user.getForwardedOperand() == &use;
      if (updates || isFlowOperand(use))
        uses.push_back(&use);
    }
    for (OpOperand *use : uses) {
      if (op.getResult().hasOneUse() &&
          use->getOwner()->getBlock() == op->getBlock())
        continue;
      OpBuilder builder(use->getOwner());
      use->set(builder.clone(*op)->getResult(0));
    }
    if (op.getResult().use_empty())
      op.erase();
  }
}

void copyPassedTiles(Operation *op) {
  OpBuilder builder(op);
  for (OpOperand &operand : op->getOpOperands()) {
    auto type = dyn_cast<TileType>(operand.get().getType());
    if (type && type.getMemorySpace() == MemorySpace::Vec &&
        isFlowOperand(operand))
      operand.set(TileMoveOp::create(builder, operand.get().getLoc(), type,
                                     operand.get(), Value()));
  }
}

} // namespace pypto
