//===- OverflowReport.cpp - explaining that buffers do not fit --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Memory/OverflowReport.h"
#include "pypto/Support/Diagnostics.h"

#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::pypto;

namespace pypto {

/// Buffers beyond this many are summed up in one line.
static constexpr unsigned kMaxListed = 12;

/// The first tile of a buffer that the user has a name for, else the first.
static Value getMainTile(const BufferLifetimes::Buffer &buffer) {
  for (Value tile : buffer.tiles)
    if (!getUserName(tile.getLoc()).empty())
      return tile;
  return buffer.tiles.front();
}

/// Extents of tiles that are made smaller stay a multiple of this: the rows and
/// columns of the matrix unit's boxes, and whole 32-byte blocks of 2-byte
/// elements.
static constexpr int64_t kExtentStep = 16;

/// A size that fits, as text: the extent that most of the live bytes share,
/// made as much smaller as is needed. Right operands are cut in columns, all
/// others in rows. Empty if even the smallest extent is too much.
static std::string suggestExtent(ArrayRef<BufferLifetimes::Buffer> live,
                                 int64_t needed, int64_t capacity) {
  bool inColumns = live.front().space == MemorySpace::Right;
  auto getExtent = [&](const BufferLifetimes::Buffer &buffer) {
    auto type = cast<TileType>(getMainTile(buffer).getType());
    return type.getShape()[inColumns ? type.getRank() - 1 : 0];
  };
  // Bytes by extent; the extent with most of them is the one to change.
  llvm::SmallMapVector<int64_t, int64_t, 4> bytes;
  for (const BufferLifetimes::Buffer &buffer : live)
    bytes[getExtent(buffer)] += buffer.bytes;
  auto most = llvm::max_element(
      bytes, [](auto &a, auto &b) { return a.second < b.second; });
  auto [extent, share] = *most;
  int64_t room = capacity - (needed - share);
  if (room <= 0)
    return "";
  int64_t smaller = extent * room / share / kExtentStep * kExtentStep;
  if (smaller <= 0 || smaller >= extent)
    return "";
  return llvm::formatv("tiles of {0} instead of {1} {2} would; ", smaller,
                       extent, inColumns ? "columns" : "rows");
}

/// The loop around `op`, or null.
static Operation *getLoop(Operation *op) {
  while (op && !isa<func::FuncOp>(op) && !isa<LoopLikeOpInterface>(op))
    op = op->getParentOp();
  return isa_and_nonnull<LoopLikeOpInterface>(op) ? op : nullptr;
}

/// Says which of the `live` buffers are only kept from before the loop around
/// `at`: they can be loaded again instead.
static void suggestLoading(InFlightDiagnostic &diag, Operation *at,
                           ArrayRef<BufferLifetimes::Buffer> live) {
  Operation *loop = getLoop(at);
  if (!loop)
    return;
  int64_t bytes = 0;
  std::string names;
  for (const BufferLifetimes::Buffer &buffer : live) {
    bool isKept = llvm::all_of(buffer.tiles, [&](Value tile) {
      return tile.getDefiningOp() && !loop->isAncestor(tile.getDefiningOp());
    });
    if (!isKept)
      continue;
    bytes += buffer.bytes;
    StringRef name = getUserName(getMainTile(buffer).getLoc());
    if (!name.empty())
      names += (names.empty() ? "'" : ", '") + name.str() + "'";
  }
  if (bytes > 0)
    diag.attachNote(loop->getLoc())
        << bytes << " of these bytes"
        << (names.empty() ? "" : " (" + names + ")")
        << " are kept from before this loop; load them inside it, where they "
           "are used, if that costs less than smaller tiles";
}

void reportOverflow(func::FuncOp kernel, const BufferLifetimes &lifetimes,
                    ArrayRef<unsigned> indices,
                    const allocator::SpaceRequest &request,
                    const allocator::SpacePlan &plan) {
  ArrayRef<BufferLifetimes::Buffer> buffers = lifetimes.getBuffers();
  const allocator::PressurePoint &peak = plan.pressure;
  Operation *at = lifetimes.getLiveness().getOperation(peak.time / 2);
  int64_t needed = std::max(plan.neededBytes, peak.bytes);
  InFlightDiagnostic diag = emitError(at, Diag::BufferExhaustion);
  diag << "on-chip buffer exhaustion: kernel '" << kernel.getName()
       << "' needs " << needed << " bytes of " << request.name << ", "
       << request.capacity << " are available";
  int64_t reserved = 0;
  for (const allocator::Range &range : request.reserved)
    reserved += range.length();
  if (reserved > 0)
    diag << ", of which " << reserved << " are reserved";
  diag.attachNote() << request.name << " buffer usage (" << needed
                    << " bytes) exceeds platform limit (" << request.capacity
                    << " bytes)";

  SmallVector<BufferLifetimes::Buffer> live;
  for (unsigned index : peak.buffers)
    live.push_back(buffers[indices[index]]);
  unsigned listed = 0;
  int64_t rest = 0;
  for (const BufferLifetimes::Buffer &buffer : live) {
    if (listed == kMaxListed) {
      rest += buffer.bytes;
      continue;
    }
    ++listed;
    Value tile = getMainTile(buffer);
    StringRef name = getUserName(tile.getLoc());
    Diagnostic &note = diag.attachNote(tile.getLoc());
    note << buffer.bytes << " bytes are live here";
    if (!name.empty())
      note << " for '" << name << "'";
    note << ": " << tile.getType();
  }
  if (rest > 0)
    diag.attachNote() << rest << " bytes are live in "
                      << peak.buffers.size() - listed << " smaller buffers";
  // Rounded down, so that the factor really is enough.
  int64_t percent = 100 * request.capacity / std::max<int64_t>(needed, 1);
  if (peak.bytes <= request.capacity)
    attachHelp(diag) << "no more than " << peak.bytes
                     << " bytes are live at once, but they cannot be laid out "
                        "without gaps; make the sizes of the tiles equal";
  else
    attachHelp(diag) << "at most " << percent << "% of these bytes fit: "
                     << suggestExtent(live, needed, request.capacity)
                     << "load smaller blocks in a loop, or "
                        "use a tile for the last time before the next is made";
  suggestLoading(diag, at, live);
}

} // namespace pypto
