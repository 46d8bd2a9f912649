//===- AsyncOps.cpp - asynchronous global transfers -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pypto/Dialect/Pto/AsyncOps.h"
#include "Diagnose.h"
#include "pypto/Dialect/Pto/PrefetchOps.h"

#define GET_OP_CLASSES
#include "pypto/Dialect/Pto/AsyncOps.cpp.inc"
#define GET_OP_CLASSES
#include "pypto/Dialect/Pto/PrefetchOps.cpp.inc"

using namespace mlir;
using namespace mlir::pto;
using ::pypto::Diag;

void PtoDialect::registerAsyncOps() {
  addOperations<
#define GET_OP_LIST
#include "pypto/Dialect/Pto/AsyncOps.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "pypto/Dialect/Pto/PrefetchOps.cpp.inc"
      >();
}

/// Event slots of the engine, 0 to 7.
static constexpr int32_t kMaxSyncId = 7;
/// The engine keeps its state in this many bytes of scratch space.
static constexpr int64_t kMinScratchBytes = 8;

LogicalResult BuildAsyncSessionOp::verify() {
  Type scratch = getScratch().getType();
  std::optional<AddressSpace> space = getAddressSpace(scratch);
  if (space != AddressSpace::Vec)
    return diagnose(*this, Diag::PtoAddressSpace)
           << "expects scratch in the vec address space, got " << scratch;
  std::optional<ArrayRef<int64_t>> shape = getShapeOf(scratch);
  if (!shape || shape->empty() || shape->size() > 2 ||
      llvm::is_contained(*shape, ShapedType::kDynamic))
    return diagnose(*this, Diag::PtoShape)
           << "expects a static scratch tile of rank 1 or 2, got " << scratch;
  int64_t bits = getElementBits(getElementTypeOf(scratch));
  bool isLarge = bits > 0;
  int64_t elements = 1;
  for (int64_t extent : *shape) {
    // Larger extents do not matter, and their product could overflow.
    elements *= std::min<int64_t>(extent, kMinScratchBytes * 8);
  }
  if (!isLarge || elements * bits < kMinScratchBytes * 8)
    return diagnose(*this, Diag::PtoShape)
           << "expects scratch to have at least " << kMinScratchBytes
           << " bytes, got " << scratch;
  Type workspace = getWorkspace().getType();
  std::optional<AddressSpace> workspaceSpace = getAddressSpace(workspace);
  if (workspaceSpace && *workspaceSpace != AddressSpace::Gm &&
      *workspaceSpace != AddressSpace::Zero)
    return diagnose(*this, Diag::PtoAddressSpace)
           << "expects workspace in gm, got " << workspace;
  if (!getElementTypeOf(workspace).isInteger(8))
    return diagnose(*this, Diag::PtoElementType)
           << "expects workspace to hold 8-bit integers, got " << workspace;
  if (std::optional<int32_t> id = getSyncId();
      id && (*id < 0 || *id > kMaxSyncId))
    return diagnose(*this, Diag::PtoAttribute)
           << "expects sync_id to be in [0, " << kMaxSyncId << "], got " << *id;
  return success();
}

/// A window whose elements follow one another: static, with at most one extent
/// beside 1, and for a memref the plain layout.
static bool isFlat(Type type) {
  std::optional<ArrayRef<int64_t>> shape = getShapeOf(type);
  if (!shape || llvm::is_contained(*shape, ShapedType::kDynamic))
    return false;
  if (llvm::count_if(*shape, [](int64_t extent) { return extent != 1; }) > 1)
    return false;
  if (auto memref = dyn_cast<MemRefType>(type))
    return memref.getLayout().isIdentity();
  return true;
}

static LogicalResult verifyWindow(Operation *op, StringRef name, Type type) {
  std::optional<AddressSpace> space = getAddressSpace(type);
  if (space && *space != AddressSpace::Gm && *space != AddressSpace::Zero)
    return diagnose(op, Diag::PtoAddressSpace)
           << "expects " << name << " in gm, got " << type;
  if (!isFlat(type))
    return diagnose(op, Diag::PtoShape)
           << "expects " << name
           << " to be static, contiguous and in effect one-dimensional, got "
           << type;
  return success();
}

static LogicalResult verifyTransfer(Operation *op, Type dst, Type src) {
  if (failed(verifyWindow(op, "dst", dst)) ||
      failed(verifyWindow(op, "src", src)))
    return failure();
  if (getElementTypeOf(dst) != getElementTypeOf(src))
    return diagnose(op, Diag::PtoElementType)
           << "expects dst and src to have the same element type, got " << dst
           << " and " << src;
  if (getShapeOf(dst) != getShapeOf(src))
    return diagnose(op, Diag::PtoShape)
           << "expects dst and src to have the same shape, got " << dst
           << " and " << src;
  return success();
}

LogicalResult TPutAsyncOp::verify() {
  return verifyTransfer(*this, getDst().getType(), getSrc().getType());
}

LogicalResult TGetAsyncOp::verify() {
  return verifyTransfer(*this, getDst().getType(), getSrc().getType());
}

LogicalResult TPrefetchAsyncOp::verify() {
  return verifyWindow(*this, "src", getSrc().getType());
}
