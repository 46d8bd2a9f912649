//===- FrontendPipeOps.cpp - FIFOs as the author writes them ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pypto/Dialect/Pto/FrontendPipeOps.h"
#include "Diagnose.h"
#include "PipeRules.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

#define GET_OP_CLASSES
#include "pypto/Dialect/Pto/FrontendPipeOps.cpp.inc"

using namespace mlir;
using namespace mlir::pto;
using ::pypto::Diag;

void PtoDialect::registerFrontendPipeOps() {
  addOperations<
#define GET_OP_LIST
#include "pypto/Dialect/Pto/FrontendPipeOps.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// Pipes
//===----------------------------------------------------------------------===//

Pipe TPushToAivOp::getPipe() { return getPushPipe(getTile().getType()); }
Pipe TPushToAicOp::getPipe() { return getPushPipe(getTile().getType()); }

static Pipe getPopPipe(Operation *op) {
  return getTargetArch(op) == TargetArch::A5 ? Pipe::S : Pipe::MTE2;
}

Pipe TPopFromAicOp::getPipe() { return getPopPipe(*this); }
Pipe TPopFromAivOp::getPipe() { return getPopPipe(*this); }

//===----------------------------------------------------------------------===//
// Rules of the ends
//===----------------------------------------------------------------------===//

/// `op` is the only one of its kind in its function that `isSame` accepts.
template <typename OpT>
static LogicalResult verifyOnlyOne(OpT op, function_ref<bool(OpT)> isSame) {
  auto function = op->template getParentOfType<FunctionOpInterface>();
  if (!function)
    return success();
  WalkResult found = function->walk([&](OpT other) {
    return other != op && isSame(other) ? WalkResult::interrupt()
                                        : WalkResult::advance();
  });
  if (!found.wasInterrupted())
    return success();
  return diagnose(op, Diag::PtoPlacement)
         << "expects at most one '" << op->getName() << "' in a function";
}

template <typename OpT>
static LogicalResult verifyEnd(OpT op, KernelKind kind) {
  if (failed(verifyKernelKind(op, kind)) ||
      failed(verifyRing(op, op.getDirMask(), op.getSlotSize())))
    return failure();
  std::optional<int32_t> slots = op.getSlotNum();
  if (slots && *slots <= 0)
    return diagnose(op, Diag::PtoAttribute)
           << "expects slot_num to be positive, got " << *slots;
  int32_t effective = slots.value_or(op.getDirMask() == 3 ? 4 : 8);
  if (std::optional<int32_t> local = op.getLocalSlotNum();
      local && (*local <= 0 || *local > effective))
    return diagnose(op, Diag::PtoAttribute)
           << "expects local_slot_num to be in [1, " << effective
           << "], the number of slots, got " << *local;
  return verifyOnlyOne<OpT>(
      op, [&](OpT other) { return other.getId() == op.getId(); });
}

LogicalResult AicInitializePipeOp::verify() {
  return verifyEnd(*this, KernelKind::Cube);
}

LogicalResult AivInitializePipeOp::verify() {
  return verifyEnd(*this, KernelKind::Vector);
}

//===----------------------------------------------------------------------===//
// Rules of the slots
//===----------------------------------------------------------------------===//

/// Codes 3 and 4 (uneven halves) are an extension of ours.
static constexpr int8_t kMaxSplit = 4;

template <typename OpT>
static LogicalResult verifySlot(OpT op, KernelKind kind) {
  if (failed(verifyKernelKind(op, kind)))
    return failure();
  if (op.getSplit() < 0 || op.getSplit() > kMaxSplit)
    return diagnose(op, Diag::PtoAttribute)
           << "expects split to be 0 (whole), 1 (up, down), 2 (left, right), 3 "
              "or 4 (the same, uneven), got "
           << static_cast<int>(op.getSplit());
  return success();
}

template <typename OpT> static LogicalResult verifyLaneStride(OpT op) {
  std::optional<int32_t> stride = op.getLaneStride();
  if (!stride)
    return success();
  if (*stride <= 0)
    return diagnose(op, Diag::PtoAttribute)
           << "expects lane_stride to be positive, got " << *stride;
  if (op.getSplit() == 0)
    return diagnose(op, Diag::PtoAttribute)
           << "expects no lane_stride with split = 0, which gives each vector "
              "core the whole tile";
  return success();
}

template <typename OpT>
static LogicalResult verifyPop(OpT op, KernelKind kind) {
  if (failed(verifySlot(op, kind)) || failed(verifyLaneStride(op)))
    return failure();
  if (!op.getValidRow() != !op.getValidCol())
    return diagnose(op, Diag::PtoShape)
           << "expects valid_row and valid_col together or neither";
  auto tile = dyn_cast<TileBufType>(op.getTile().getType());
  if (op.getValidRow() && tile && tile.hasStaticValidShape())
    return diagnose(op, Diag::PtoShape)
           << "has valid operands, but the valid extents of the tile are "
              "static; write valid=?x? in its type";
  return success();
}

LogicalResult TPushToAivOp::verify() {
  return failure(failed(verifySlot(*this, KernelKind::Cube)) ||
                 failed(verifyLaneStride(*this)));
}
LogicalResult TPushToAicOp::verify() {
  return failure(failed(verifySlot(*this, KernelKind::Vector)) ||
                 failed(verifyLaneStride(*this)));
}
LogicalResult TPopFromAicOp::verify() {
  return verifyPop(*this, KernelKind::Vector);
}
LogicalResult TPopFromAivOp::verify() {
  return verifyPop(*this, KernelKind::Cube);
}
LogicalResult TFreeFromAicOp::verify() {
  return verifySlot(*this, KernelKind::Vector);
}
LogicalResult TFreeFromAivOp::verify() {
  return verifySlot(*this, KernelKind::Cube);
}

//===----------------------------------------------------------------------===//
// Rules of the memory
//===----------------------------------------------------------------------===//

/// Whether the FIFOs of the function around `op` are told apart by `id`, so
/// that there may be several.
static bool hasNumberedFifos(Operation *op) {
  auto function = op->getParentOfType<FunctionOpInterface>();
  return function &&
         function
             ->walk([](Operation *nested) {
               return isa<AicInitializePipeOp, AivInitializePipeOp>(nested) &&
                              nested->hasAttr("id")
                          ? WalkResult::interrupt()
                          : WalkResult::advance();
             })
             .wasInterrupted();
}

LogicalResult ReserveBufferOp::verify() {
  if (getLocation() != AddressSpace::Vec && getLocation() != AddressSpace::Mat)
    return diagnose(*this, Diag::PtoAddressSpace)
           << "expects location to be vec or mat, got "
           << stringifyAddressSpace(getLocation());
  if (static_cast<int32_t>(getSize()) <= 0)
    return diagnose(*this, Diag::PtoAttribute)
           << "expects size to be a positive number of bytes, got "
           << static_cast<int32_t>(getSize());
  if (!getAutoAlloc() && (!getBase() || static_cast<int32_t>(*getBase()) < 0))
    return diagnose(*this, Diag::PtoAttribute)
           << "expects base of 0 or more with auto = false";
  bool isNumbered = hasNumberedFifos(*this);
  return verifyOnlyOne<ReserveBufferOp>(*this, [&](ReserveBufferOp other) {
    return !isNumbered || other.getName() == getName();
  });
}

LogicalResult ImportReservedBufferOp::verify() {
  bool isNumbered = hasNumberedFifos(*this);
  return verifyOnlyOne<ImportReservedBufferOp>(
      *this, [&](ImportReservedBufferOp other) {
        return !isNumbered || other.getName() == getName();
      });
}

LogicalResult
ImportReservedBufferOp::verifySymbolUses(SymbolTableCollection &symbols) {
  auto peer = symbols.lookupNearestSymbolFrom<FunctionOpInterface>(
      *this, getPeerFuncAttr());
  if (!peer)
    return diagnose(*this, Diag::PtoPlacement)
           << "expects peer_func to name a function, got " << getPeerFuncAttr();
  WalkResult found = peer->walk([&](ReserveBufferOp reserve) {
    return reserve.getName() == getName() ? WalkResult::interrupt()
                                          : WalkResult::advance();
  });
  if (found.wasInterrupted())
    return success();
  return diagnose(*this, Diag::PtoPlacement)
         << "expects " << getPeerFuncAttr()
         << " to hold a pto.reserve_buffer named \"" << getName() << "\"";
}
