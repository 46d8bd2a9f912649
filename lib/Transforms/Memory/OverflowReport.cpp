//===- OverflowReport.cpp - explaining that buffers do not fit --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Memory/OverflowReport.h"
#include "pypto/Support/Diagnostics.h"

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

  unsigned listed = 0;
  int64_t rest = 0;
  for (unsigned index : peak.buffers) {
    const BufferLifetimes::Buffer &buffer = buffers[indices[index]];
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
    diag.attachNote() << "no more than " << peak.bytes
                      << " bytes are live at once, but they cannot be laid out "
                         "without gaps; make the sizes of the tiles equal";
  else
    diag.attachNote()
        << "at most " << percent
        << "% of these bytes fit: load smaller blocks in a loop, or "
           "use a tile for the last time before the next is made";
}

} // namespace pypto
