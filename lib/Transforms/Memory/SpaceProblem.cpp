//===- SpaceProblem.cpp - what the allocator is asked -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Memory/SpaceProblem.h"
#include "Utils/Targets.h"
#include "pypto/Support/Diagnostics.h"

using namespace mlir;
using namespace mlir::pypto;

namespace pypto {

/// When the bytes of a buffer must be kept. An operand that dies at 2p + 1 is
/// read while the result is written, so it is in use until then.
static std::vector<allocator::Range>
getLifetime(const BufferLifetimes::Buffer &buffer) {
  std::vector<allocator::Range> live;
  for (allocator::Range range : buffer.ranges.get())
    live.push_back({range.begin, range.end + 1});
  return live;
}

SpaceProblem formulate(const BufferLifetimes &lifetimes, MemorySpace space,
                       const target::Target &target, int64_t capacity) {
  SpaceProblem problem;
  problem.request.name = stringifyMemorySpace(space).str();
  problem.request.capacity = capacity;
  problem.request.alignment = target.space(toTarget(space)).alignment.value;
  for (auto [index, buffer] : llvm::enumerate(lifetimes.getBuffers())) {
    if (buffer.space != space)
      continue;
    std::optional<uint64_t> address = MemrefAllocOp(buffer.alloc).getAddress();
    bool isEmpty = buffer.tiles.empty();
    // Bytes that nothing lives in are reserved by whoever chose the address.
    if (isEmpty && address)
      problem.request.reserved.push_back(
          {static_cast<int64_t>(*address),
           static_cast<int64_t>(*address) + buffer.bytes});
    if (isEmpty)
      continue;
    unsigned added = problem.request.add("buffer " + std::to_string(index),
                                         buffer.bytes, getLifetime(buffer));
    if (address)
      problem.request.buffers[added].pinnedOffset = *address;
    // Nothing else ever lives in a buffer of the author's.
    if (MemrefAllocOp(buffer.alloc).getDeclared())
      problem.request.buffers[added].live = {
          {0, 2 * lifetimes.getLiveness().getNumPositions()}};
    problem.indices.push_back(index);
  }
  return problem;
}

static std::string describe(const BufferLifetimes::Buffer &buffer) {
  MemrefAllocOp alloc = buffer.alloc;
  StringRef name = getUserName(alloc.getLoc());
  if (!name.empty())
    return "'" + name.str() + "'";
  return std::to_string(buffer.bytes) + " bytes";
}

/// The buffers at chosen addresses, by address, must not be in use at once.
static LogicalResult checkOverlap(const BufferLifetimes &lifetimes,
                                  const SpaceProblem &problem,
                                  SmallVector<unsigned> pinned) {
  ArrayRef<BufferLifetimes::Buffer> buffers = lifetimes.getBuffers();
  const std::vector<allocator::Buffer> &entries = problem.request.buffers;
  llvm::stable_sort(pinned, [&](unsigned a, unsigned b) {
    return *entries[a].pinnedOffset < *entries[b].pinnedOffset;
  });
  for (unsigned i = 0; i < pinned.size(); ++i) {
    const allocator::Buffer &low = entries[pinned[i]];
    for (unsigned j = i + 1; j < pinned.size(); ++j) {
      const allocator::Buffer &high = entries[pinned[j]];
      if (*high.pinnedOffset >= *low.pinnedOffset + low.size)
        break;
      bool atOnce = llvm::any_of(low.live, [&](const allocator::Range &range) {
        return llvm::any_of(high.live, [&](const allocator::Range &other) {
          return range.overlaps(other);
        });
      });
      if (!atOnce)
        continue;
      const BufferLifetimes::Buffer &first =
          buffers[problem.indices[pinned[i]]];
      const BufferLifetimes::Buffer &second =
          buffers[problem.indices[pinned[j]]];
      InFlightDiagnostic diag =
          emitError(second.alloc, Diag::BadAllocation)
          << describe(second) << " at address " << *high.pinnedOffset << " of "
          << problem.request.name << " overlaps " << describe(first)
          << " at address " << *low.pinnedOffset << " while both are in use";
      diag.attachNote(MemrefAllocOp(first.alloc).getLoc())
          << "this buffer ends at byte " << *low.pinnedOffset + low.size;
      ::pypto::attachHelp(diag)
          << "begin the one behind the end of the other, or use the first for "
             "the last time before the second is made";
      return diag;
    }
  }
  return success();
}

LogicalResult checkPins(const BufferLifetimes &lifetimes,
                        const SpaceProblem &problem) {
  const allocator::SpaceRequest &request = problem.request;
  SmallVector<unsigned> pinned;
  for (auto [i, entry] : llvm::enumerate(request.buffers)) {
    if (!entry.pinnedOffset)
      continue;
    pinned.push_back(i);
    const BufferLifetimes::Buffer &buffer =
        lifetimes.getBuffers()[problem.indices[i]];
    int64_t offset = *entry.pinnedOffset;
    if (offset % request.alignment != 0) {
      InFlightDiagnostic diag = emitError(buffer.alloc, Diag::BadAllocation)
                                << "address " << offset << " of "
                                << describe(buffer) << " is not a multiple of "
                                << request.alignment << ", the alignment of "
                                << request.name;
      ::pypto::attachHelp(diag)
          << "begin it at " << offset / request.alignment * request.alignment
          << " or " << (offset / request.alignment + 1) * request.alignment;
      return diag;
    }
    if (offset + entry.size > request.capacity) {
      InFlightDiagnostic diag = emitError(buffer.alloc, Diag::BadAllocation)
                                << describe(buffer) << " at address " << offset
                                << " ends at byte " << offset + entry.size
                                << " of " << request.name << ", which has "
                                << request.capacity;
      if (entry.size <= request.capacity)
        ::pypto::attachHelp(diag) << "begin it at "
                                  << (request.capacity - entry.size) /
                                         request.alignment * request.alignment
                                  << " or before";
      else
        ::pypto::attachHelp(diag) << "make it smaller, in blocks of a loop";
      return diag;
    }
    for (const allocator::Range &range : request.reserved)
      if (range.overlaps({offset, offset + entry.size}))
        return emitError(buffer.alloc, Diag::BadAllocation)
               << describe(buffer) << " at address " << offset
               << " overlaps the reserved bytes " << range.begin << " to "
               << range.end << " of " << request.name;
  }
  return checkOverlap(lifetimes, problem, std::move(pinned));
}

} // namespace pypto
