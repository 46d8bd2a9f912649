//===- AllocateAddresses.cpp - every buffer gets an address -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Memory/BufferLifetimes.h"
#include "Memory/OverflowReport.h"
#include "Utils/Targets.h"
#include "pypto/Allocator/Validator.h"
#include "pypto/Support/Diagnostics.h"
#include "pypto/Transforms/Passes.h"

namespace pypto {
#define GEN_PASS_DEF_ALLOCATEADDRESSES
#include "pypto/Transforms/Passes.h.inc"
} // namespace pypto

using namespace mlir;
using namespace mlir::pypto;
using ::pypto::BufferLifetimes;

namespace {
/// What the allocator is asked about one memory.
struct SpaceProblem {
  ::pypto::allocator::SpaceRequest request;
  /// For each buffer of the request, its index among the lifetimes.
  SmallVector<unsigned> indices;
};

struct AllocateAddresses
    : ::pypto::impl::AllocateAddressesBase<AllocateAddresses> {
  void runOnOperation() override;

private:
  LogicalResult allocate(BufferLifetimes &lifetimes, MemorySpace space);
  LogicalResult check();
};
} // namespace

static SpaceProblem formulate(func::FuncOp kernel,
                              const BufferLifetimes &lifetimes,
                              MemorySpace space) {
  const ::pypto::target::SpaceInfo &info =
      ::pypto::getTarget(kernel).space(::pypto::toTarget(space));
  SpaceProblem problem;
  problem.request.name = stringifyMemorySpace(space).str();
  problem.request.capacity = info.usableBytes.value;
  problem.request.alignment = info.alignment.value;
  for (auto [index, buffer] : llvm::enumerate(lifetimes.getBuffers())) {
    if (buffer.space != space || buffer.tiles.empty())
      continue;
    // An operand that dies at 2p + 1 is read while the result is written.
    std::vector<::pypto::allocator::Range> live;
    for (::pypto::allocator::Range range : buffer.ranges.get())
      live.push_back({range.begin, range.end + 1});
    problem.request.add("buffer " + std::to_string(index), buffer.bytes,
                        std::move(live));
    problem.indices.push_back(index);
  }
  return problem;
}

static ::pypto::allocator::SpacePlan plan(const SpaceProblem &problem) {
  ::pypto::allocator::SolverOptions options;
  options.planner = ::pypto::allocator::Planner::Heuristic;
  return ::pypto::allocator::planSpace(problem.request, options);
}

LogicalResult AllocateAddresses::allocate(BufferLifetimes &lifetimes,
                                          MemorySpace space) {
  SpaceProblem problem = formulate(getOperation(), lifetimes, space);
  if (problem.indices.empty())
    return success();
  ::pypto::allocator::SpacePlan result = plan(problem);
  if (!result.fits()) {
    numInPlace += lifetimes.computeInPlace(space);
    problem = formulate(getOperation(), lifetimes, space);
    result = plan(problem);
  }
  if (result.status == ::pypto::allocator::Status::Invalid)
    return ::pypto::emitError(getOperation(), ::pypto::Diag::BadAddresses)
           << "the allocation problem is malformed: " << result.errors.front();
  if (!result.fits()) {
    ::pypto::reportOverflow(getOperation(), lifetimes, problem.indices,
                            problem.request, result);
    return failure();
  }
  int64_t total = 0;
  for (auto [index, offset] : llvm::zip(problem.indices, result.offsets)) {
    MemrefAllocOp alloc = lifetimes.getBuffers()[index].alloc;
    alloc.setAddress(offset);
    total += lifetimes.getBuffers()[index].bytes;
  }
  bytesSaved += total - std::min(total, result.peak);
  return success();
}

/// Sweeps over program points with the addresses that the IR now has: no two
/// buffers may be live at once and overlap.
LogicalResult AllocateAddresses::check() {
  func::FuncOp kernel = getOperation();
  FailureOr<::pypto::TileBuffers> tileBuffers =
      ::pypto::TileBuffers::compute(kernel);
  if (failed(tileBuffers))
    return failure();
  BufferLifetimes lifetimes(kernel, *tileBuffers);
  const ::pypto::target::Target &target = ::pypto::getTarget(kernel);

  ::pypto::allocator::Problem problem;
  ::pypto::allocator::Solution solution;
  problem.name = kernel.getName().str();
  for (const ::pypto::target::SpaceInfo &info : target.spaces) {
    problem.pools.push_back({std::string(::pypto::target::toString(info.space)),
                             static_cast<int64_t>(info.usableBytes.value),
                             static_cast<int64_t>(info.alignment.value),
                             {}});
    solution.poolPeaks.push_back(0);
  }
  for (const BufferLifetimes::Buffer &buffer : lifetimes.getBuffers()) {
    if (buffer.tiles.empty())
      continue;
    MemrefAllocOp alloc = buffer.alloc;
    std::optional<int64_t> address = alloc.getAddress();
    if (!address)
      return ::pypto::emitError(alloc, ::pypto::Diag::BadAddresses)
             << "a buffer without an address";
    unsigned pool = static_cast<unsigned>(::pypto::toTarget(buffer.space));
    ::pypto::allocator::Buffer entry;
    entry.id = "buffer " + std::to_string(problem.buffers.size());
    entry.size = buffer.bytes;
    entry.allowedPools = {pool};
    for (::pypto::allocator::Range range : buffer.ranges.get())
      entry.live.push_back({range.begin, range.end + 1});
    problem.buffers.push_back(std::move(entry));
    solution.placements.push_back({pool, *address});
    solution.poolPeaks[pool] =
        std::max(solution.poolPeaks[pool], *address + buffer.bytes);
  }
  std::vector<std::string> faults =
      ::pypto::allocator::validate(problem, solution);
  if (faults.empty())
    return success();
  return ::pypto::emitError(kernel, ::pypto::Diag::BadAddresses)
         << "the address assignment of kernel '" << kernel.getName()
         << "' is wrong: " << faults.front();
}

void AllocateAddresses::runOnOperation() {
  func::FuncOp kernel = getOperation();
  if (!isKernel(kernel) || kernel.isExternal())
    return;
  FailureOr<::pypto::TileBuffers> tileBuffers =
      ::pypto::TileBuffers::compute(kernel);
  if (failed(tileBuffers))
    return signalPassFailure();
  BufferLifetimes lifetimes(kernel, *tileBuffers);
  bool failed = false;
  for (unsigned space = 0; space <= getMaxEnumValForMemorySpace(); ++space)
    failed |=
        mlir::failed(allocate(lifetimes, static_cast<MemorySpace>(space)));
  if (failed)
    return signalPassFailure();
  // Buffers that nothing lives in any more.
  for (const BufferLifetimes::Buffer &buffer : lifetimes.getBuffers())
    if (MemrefAllocOp alloc = buffer.alloc; alloc.getResult().use_empty())
      alloc.erase();
  if (mlir::failed(check()))
    signalPassFailure();
}
