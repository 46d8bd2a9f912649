//===- InsertBuffers.cpp - every tile gets a buffer -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Memory/BufferClasses.h"
#include "Memory/Slots.h"
#include "Utils/Targets.h"
#include "pypto/Support/Diagnostics.h"
#include "pypto/Transforms/Passes.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace pypto {
#define GEN_PASS_DEF_INSERTBUFFERS
#include "pypto/Transforms/Passes.h.inc"
} // namespace pypto

using namespace mlir;
using namespace mlir::pypto;

namespace {
struct InsertBuffers : ::pypto::impl::InsertBuffersBase<InsertBuffers> {
  void runOnOperation() override;
};
} // namespace

static void eraseDeadOperations(func::FuncOp kernel) {
  SmallVector<Operation *> operations;
  kernel.getBody().walk<WalkOrder::PreOrder>(
      [&](Operation *op) { operations.push_back(op); });
  for (Operation *op : llvm::reverse(operations))
    if (isa<TileOpInterface>(op) && isOpTriviallyDead(op))
      op->erase();
}

/// Bytes of the largest of `tiles`.
static int64_t getLargest(ArrayRef<Value> tiles) {
  int64_t bytes = 0;
  for (Value tile : tiles)
    bytes =
        std::max(bytes, ::pypto::getFootprint(cast<TileType>(tile.getType())));
  return bytes;
}

/// The buffer for `tiles`, as large as the largest of them.
static Value createBuffer(OpBuilder &builder, ArrayRef<Value> tiles) {
  int64_t bytes = getLargest(tiles);
  Location loc = tiles.front().getLoc();
  for (Value tile : llvm::reverse(tiles))
    if (!getUserName(tile.getLoc()).empty())
      loc = tile.getLoc();
  auto space = cast<TileType>(tiles.front().getType()).getSpace();
  auto type = MemRefType::get({bytes}, builder.getI8Type(),
                              MemRefLayoutAttrInterface(), space);
  return MemrefAllocOp::create(builder, loc, type);
}

/// Makes the author's buffer large enough for `tiles`.
static LogicalResult resizeDeclared(Value buffer, ArrayRef<Value> tiles) {
  auto type = cast<MemRefType>(buffer.getType());
  int64_t bytes = getLargest(tiles);
  for (Value tile : tiles)
    if (cast<TileType>(tile.getType()).getSpace() != type.getMemorySpace())
      return ::pypto::emitError(tile.getLoc(), ::pypto::Diag::BadAllocation)
             << "a tile in "
             << stringifyMemorySpace(
                    *cast<TileType>(tile.getType()).getMemorySpace())
             << " cannot live in a buffer of "
             << stringifyMemorySpace(
                    cast<MemorySpaceAttr>(type.getMemorySpace()).getValue());
  if (!type.hasStaticShape()) {
    buffer.setType(MemRefType::get({bytes}, type.getElementType(),
                                   MemRefLayoutAttrInterface(),
                                   type.getMemorySpace()));
    return success();
  }
  if (bytes <= type.getNumElements())
    return success();
  InFlightDiagnostic diag =
      ::pypto::emitError(tiles.front().getLoc(), ::pypto::Diag::BadAllocation)
      << "a tile of " << bytes << " bytes does not fit its allocation of "
      << type.getNumElements();
  diag.attachNote(buffer.getLoc()) << "the allocation is declared here";
  return diag;
}

/// Removes the bindings, which the operations' destinations now express, and
/// declared buffers in which nothing lives.
static void eraseBindings(func::FuncOp kernel) {
  SmallVector<TileBindOp> bindings;
  kernel.walk([&](TileBindOp op) { bindings.push_back(op); });
  for (TileBindOp op : bindings) {
    op.getResult().replaceAllUsesWith(op.getSource());
    op.erase();
  }
  SmallVector<MemrefAllocOp> unused;
  kernel.walk([&](MemrefAllocOp op) {
    if (op.getDeclared() && op.getResult().use_empty())
      unused.push_back(op);
  });
  for (MemrefAllocOp op : unused)
    op.erase();
}

void InsertBuffers::runOnOperation() {
  func::FuncOp kernel = getOperation();
  if (!isKernel(kernel) || kernel.isExternal())
    return;
  eraseDeadOperations(kernel);
  ::pypto::separateCreatedTiles(kernel);
  ::pypto::separateSlots(kernel);
  auto classes = std::make_unique<::pypto::BufferClasses>(kernel);
  if (failed(classes->run()))
    return signalPassFailure();
  if (!classes->getConflicts().empty()) {
    SmallVector<Operation *> conflicts(classes->getConflicts());
    classes->eraseCopies();
    llvm::for_each(conflicts, ::pypto::copyPassedTiles);
    classes = std::make_unique<::pypto::BufferClasses>(kernel);
    if (failed(classes->run()))
      return signalPassFailure();
  }
  if (!classes->getConflicts().empty()) {
    ::pypto::emitError(classes->getConflicts().front(),
                       ::pypto::Diag::BufferStillNeeded)
        << "two tiles that are merged here are needed at the same time";
    return signalPassFailure();
  }
  numCopies += classes->getNumCopies();

  auto builder = OpBuilder::atBlockBegin(&kernel.getBody().front());
  ::pypto::SlotSizes slotSizes(kernel);
  for (ArrayRef<Value> tiles : classes->getClasses()) {
    Value buffer = classes->getDeclaredBuffer(tiles.front());
    auto slot = buffer ? buffer.getDefiningOp<MemrefSlotOp>() : MemrefSlotOp();
    if (buffer && failed(slot ? slotSizes.add(slot, tiles)
                              : resizeDeclared(buffer, tiles)))
      return signalPassFailure();
    if (!buffer)
      buffer = createBuffer(builder, tiles);
    ++numBuffers;
    for (Value tile : tiles)
      if (auto op = tile.getDefiningOp<TileOpInterface>();
          op && op.takesDestination())
        op.getDstMutable().assign(buffer);
  }
  slotSizes.apply();
  eraseBindings(kernel);
}
