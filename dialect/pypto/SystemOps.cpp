//===- SystemOps.cpp - operations of SystemOps.td ---------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pypto/Dialect/Pypto/Pypto.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::pypto;

#define GET_OP_CLASSES
#include "dialect/pypto/SystemOps.cpp.inc"

//===----------------------------------------------------------------------===//
// Order and caches
//===----------------------------------------------------------------------===//

/// `value`, named `what`, is between `low` and `high`.
static LogicalResult verifyRange(Operation *op, StringRef what, int64_t value,
                                 int64_t low, int64_t high) {
  if (low <= value && value <= high)
    return success();
  return op->emitOpError() << what << " is " << low << " to " << high
                           << ", got " << value;
}

static LogicalResult verifyFlag(Operation *op, Pipe from, Pipe to,
                                int64_t event) {
  if (from == to)
    return op->emitOpError() << "an event is between two different pipes";
  if (from == Pipe::ALL || to == Pipe::ALL)
    return op->emitOpError() << "an event is between two pipes, not ALL";
  // Event ids of a pair of pipes on both chips.
  return verifyRange(op, "the event id", event, 0, 7);
}

LogicalResult SyncSrcOp::verify() {
  return verifyFlag(*this, getSetPipe(), getWaitPipe(), getEventId());
}
LogicalResult SyncDstOp::verify() {
  return verifyFlag(*this, getSetPipe(), getWaitPipe(), getEventId());
}

/// Ids 14 and 15 belong to the runtime.
static LogicalResult verifyEventNumber(Operation *op, Value id,
                                       std::optional<KernelType> core) {
  if (core == KernelType::MIX)
    return op->emitOpError() << "runs on one core, AIC or AIV, not on MIX";
  std::optional<int64_t> number = getConstantIntValue(id);
  return number ? verifyRange(op, "the event id", *number, 0, 13) : success();
}

LogicalResult SyncSetOp::verify() {
  if (auto mode = getFftsMode();
      mode && failed(verifyRange(*this, "ffts_mode", *mode, 0, 2)))
    return failure();
  return verifyEventNumber(*this, getEventId(), getCoreType());
}
LogicalResult SyncWaitOp::verify() {
  return verifyEventNumber(*this, getEventId(), getCoreType());
}

LogicalResult SetFftsOp::verify() {
  GlobalTensorType type = getWorkspace().getType();
  if (type.getRank() == 1 && type.getElementType().isInteger(64) &&
      type.getDimSize(0) >= 256)
    return success();
  return emitOpError() << "the workspace is 256 or more i64 in one axis, got "
                       << type;
}

LogicalResult SyncAllOp::verify() {
  bool soft = getMode() == SyncAllMode::SOFT;
  if (soft != static_cast<bool>(getWorkspace()) ||
      soft != static_cast<bool>(getUsedCores()))
    return emitOpError() << (soft ? "SOFT needs a workspace and the number of "
                                    "cores"
                                  : "HARD takes no operands");
  if (!soft)
    return success();
  GlobalTensorType type = getWorkspace().getType();
  if (!type.getElementType().isInteger(32))
    return emitOpError() << "the workspace holds i32, got " << type;
  // 64 bytes: a cache line of its own.
  if (type.hasStaticShape() && ShapedType::getNumElements(type.getShape()) < 16)
    return emitOpError() << "the workspace has 16 or more elements, got "
                         << type;
  return success();
}

LogicalResult CacheInvalidOp::verify() {
  int64_t expected = getTensor() ? getTensor().getType().getRank() : 0;
  if (static_cast<int64_t>(getOffsets().size()) == expected)
    return success();
  return emitOpError() << "has " << getOffsets().size() << " offsets for rank "
                       << expected;
}

//===----------------------------------------------------------------------===//
// Rings
//===----------------------------------------------------------------------===//

/// `last` is the highest code of the direction.
static LogicalResult verifySplit(Operation *op, int64_t split, int64_t last,
                                 std::optional<int64_t> stride) {
  if (failed(verifyRange(op, "the split code", split, 0, last)))
    return failure();
  if (stride && (split == 0 || *stride <= 0))
    return op->emitOpError()
           << "lane_stride is a positive number, for a tile that is divided";
  return success();
}

/// The space of a tile is `expected`, or not chosen yet.
static LogicalResult verifySpace(Operation *op, TileType type,
                                 MemorySpace expected) {
  if (!type.isPlaced() || *type.getMemorySpace() == expected)
    return success();
  return op->emitOpError() << "the tile lives in "
                           << stringifyMemorySpace(expected) << ", got "
                           << type;
}

LogicalResult TPushToAivOp::verify() {
  return verifySplit(*this, getSplit(), 4, getLaneStride());
}
LogicalResult TPushToAicOp::verify() {
  if (failed(verifySpace(*this, getTile().getType(), MemorySpace::Vec)))
    return failure();
  return verifySplit(*this, getSplit(), 2, getLaneStride());
}
LogicalResult TPopFromAicOp::verify() {
  if (failed(verifySpace(*this, getTile().getType(), MemorySpace::Vec)))
    return failure();
  return verifySplit(*this, getSplit(), 4, getLaneStride());
}
LogicalResult TPopFromAivOp::verify() {
  if (failed(verifySpace(*this, getTile().getType(), MemorySpace::Mat)))
    return failure();
  return verifySplit(*this, getSplit(), 2, getLaneStride());
}

/// The pop that a slot is given back to has the same ring.
template <typename PopT>
static LogicalResult verifyFree(Operation *op, Value tile,
                                std::optional<int64_t> id) {
  auto pop = tile.getDefiningOp<PopT>();
  if (!pop || pop.getId() == id)
    return success();
  InFlightDiagnostic diag = op->emitOpError()
                            << "gives a slot back to another ring than that "
                               "of the tile";
  diag.attachNote(pop.getLoc()) << "the tile is received here";
  return diag;
}

LogicalResult TFreeToAicOp::verify() {
  return verifyFree<TPopFromAicOp>(*this, getTile(), getId());
}
LogicalResult TFreeToAivOp::verify() {
  return verifyFree<TPopFromAivOp>(*this, getTile(), getId());
}

template <typename OpT> static LogicalResult verifyInitialize(OpT op) {
  if (failed(verifyRange(op, "dir_mask", op.getDirMask(), 1, 3)))
    return failure();
  if (op.getSlotSize() <= 0)
    return op.emitOpError() << "slot_size is a positive number of bytes, got "
                            << op.getSlotSize();
  for (std::optional<uint64_t> count : {op.getSlotNum(), op.getLocalSlotNum()})
    if (count && static_cast<int64_t>(*count) <= 0)
      return op.emitOpError() << "a number of slots is positive";
  return success();
}
LogicalResult AicInitializePipeOp::verify() { return verifyInitialize(*this); }
LogicalResult AivInitializePipeOp::verify() { return verifyInitialize(*this); }

LogicalResult ReserveBufferOp::verify() {
  if (getName().empty())
    return emitOpError() << "the buffer needs a name";
  if (static_cast<int64_t>(getSize()) <= 0)
    return emitOpError() << "the size is a positive number of bytes";
  return success();
}
LogicalResult ImportPeerBufferOp::verify() {
  if (getName().empty() || getPeerFunc().empty())
    return emitOpError() << "needs the names of a buffer and of a kernel";
  return success();
}
