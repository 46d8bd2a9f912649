//===- AllocateAddresses.cpp - every buffer gets an address -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Memory/BufferLifetimes.h"
#include "Memory/OverflowReport.h"
#include "Memory/SharingCosts.h"
#include "Memory/SpaceProblem.h"
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
struct AllocateAddresses
    : ::pypto::impl::AllocateAddressesBase<AllocateAddresses> {
  using AllocateAddressesBase::AllocateAddressesBase;
  LogicalResult initialize(MLIRContext *context) override;
  void runOnOperation() override;

private:
  LogicalResult readCapacities(Location loc);
  /// Bytes of `space` that may be used.
  int64_t getCapacity(MemorySpace space);
  ::pypto::SpaceProblem formulate(const BufferLifetimes &lifetimes,
                                  MemorySpace space);
  ::pypto::allocator::SpacePlan plan(const ::pypto::SpaceProblem &problem);
  LogicalResult allocate(BufferLifetimes &lifetimes, MemorySpace space);
  LogicalResult placeScales(const ::pypto::TileBuffers &tileBuffers);
  void report(const ::pypto::SpaceProblem &problem,
              const ::pypto::allocator::SpacePlan &result);
  LogicalResult check();

  ::pypto::allocator::SolverOptions solverOptions;
  /// Capacities that the options give, by memory.
  std::array<std::optional<int64_t>, getMaxEnumValForMemorySpace() + 1>
      capacities;
};
} // namespace

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

LogicalResult AllocateAddresses::readCapacities(Location loc) {
  for (const std::string &text : capacity) {
    auto [name, number] = StringRef(text).split('=');
    std::optional<MemorySpace> space = symbolizeMemorySpace(name);
    int64_t bytes = 0;
    if (!space || number.getAsInteger(10, bytes) || bytes <= 0)
      return ::pypto::emitError(loc, ::pypto::Diag::PtoOption)
             << "capacity '" << text
             << "' is not a memory and its bytes, such as Vec=65536";
    capacities[static_cast<unsigned>(*space)] = bytes;
  }
  return success();
}

LogicalResult AllocateAddresses::initialize(MLIRContext *context) {
  Location loc = UnknownLoc::get(context);
  std::optional<::pypto::allocator::Planner> parsed =
      ::pypto::allocator::parsePlanner(planner);
  if (!parsed)
    return ::pypto::emitError(loc, ::pypto::Diag::PtoOption)
           << "there is no planner '" << planner
           << "'; expected exact, heuristic, first-fit or best-fit";
  if (nodeLimit < 0)
    return ::pypto::emitError(loc, ::pypto::Diag::PtoOption)
           << "node-limit must not be negative, got " << nodeLimit.getValue();
  solverOptions.planner = *parsed;
  solverOptions.nodeLimit = nodeLimit;
  return readCapacities(loc);
}

int64_t AllocateAddresses::getCapacity(MemorySpace space) {
  if (std::optional<int64_t> given = capacities[static_cast<unsigned>(space)])
    return *given;
  return ::pypto::getTarget(getOperation())
      .space(::pypto::toTarget(space))
      .usableBytes.value;
}

//===----------------------------------------------------------------------===//
// Planning
//===----------------------------------------------------------------------===//

::pypto::SpaceProblem
AllocateAddresses::formulate(const BufferLifetimes &lifetimes,
                             MemorySpace space) {
  const ::pypto::target::Target &target = ::pypto::getTarget(getOperation());
  ::pypto::SpaceProblem problem =
      ::pypto::formulate(lifetimes, space, target, getCapacity(space));
  if (!reuse)
    for (::pypto::allocator::Buffer &buffer : problem.request.buffers)
      buffer.live = {{0, 2 * lifetimes.getLiveness().getNumPositions()}};
  if (reuse && sharingCosts)
    ::pypto::addSharingCosts(lifetimes, problem.indices, target,
                             problem.request);
  return problem;
}

::pypto::allocator::SpacePlan
AllocateAddresses::plan(const ::pypto::SpaceProblem &problem) {
  // A step looks at each buffer, so that many buffers get fewer steps and the
  // pass stays linear.
  constexpr int64_t kFullSearch = 100;
  ::pypto::allocator::SolverOptions limited = solverOptions;
  int64_t count = problem.request.buffers.size();
  if (count > kFullSearch)
    limited.nodeLimit = static_cast<int64_t>(
        static_cast<double>(limited.nodeLimit) * kFullSearch / count);
  ::pypto::allocator::SpacePlan result =
      ::pypto::allocator::planSpace(problem.request, limited);
  searchSteps += result.nodes;
  return result;
}

void AllocateAddresses::report(const ::pypto::SpaceProblem &problem,
                               const ::pypto::allocator::SpacePlan &result) {
  bool proved = result.status == ::pypto::allocator::Status::Proved;
  ++(proved ? numProved : numStopped);
  sharingCost += result.reuseCost;
  if (!remarks)
    return;
  getOperation().emitRemark()
      << "kernel '" << getOperation().getName()
      << "': " << problem.indices.size() << " buffers in "
      << problem.request.name << " use " << result.peak << " of "
      << problem.request.capacity << " bytes, at least " << result.neededBytes
      << " are live at once; pipes wait about " << result.reuseCost
      << " times for shared addresses: "
      << (proved ? "proved minimal" : "search stopped");
}

LogicalResult AllocateAddresses::allocate(BufferLifetimes &lifetimes,
                                          MemorySpace space) {
  ::pypto::SpaceProblem problem = formulate(lifetimes, space);
  if (problem.indices.empty())
    return success();
  if (failed(::pypto::checkPins(lifetimes, problem)))
    return failure();
  ::pypto::allocator::SpacePlan result = plan(problem);
  if (!result.fits() && reuse) {
    numInPlace += lifetimes.computeInPlace(space);
    problem = formulate(lifetimes, space);
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
  report(problem, result);
  return success();
}

/// Scales of a micro-scaled product are beside their factor, at its address
/// divided by 16: 64 KiB of data have 4 KiB of scales.
static constexpr int64_t kScaleDivisor = 16;

static bool isBesideFactor(MemorySpace space) {
  return space == MemorySpace::LeftScale || space == MemorySpace::RightScale;
}

LogicalResult
AllocateAddresses::placeScales(const ::pypto::TileBuffers &tileBuffers) {
  WalkResult walk = getOperation().walk([&](TileMoveScaleOp move) {
    MemrefAllocOp scales = tileBuffers.get(move.getResult());
    MemrefAllocOp factor = tileBuffers.get(move.getData());
    std::optional<int64_t> address = factor.getAddress();
    if (!address) {
      ::pypto::emitError(move, ::pypto::Diag::BadAddresses)
          << "the factor of these scales has no address";
      return WalkResult::interrupt();
    }
    scales.setAddress(*address / kScaleDivisor);
    return WalkResult::advance();
  });
  return failure(walk.wasInterrupted());
}

//===----------------------------------------------------------------------===//
// Check
//===----------------------------------------------------------------------===//

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
    if (static_cast<unsigned>(info.space) >= capacities.size())
      break; // Memories that tiles do not live in.
    problem.pools.push_back({std::string(::pypto::target::toString(info.space)),
                             getCapacity(::pypto::fromTarget(info.space)),
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
    if (auto memory = static_cast<MemorySpace>(space); !isBesideFactor(memory))
      failed |= mlir::failed(allocate(lifetimes, memory));
  if (failed || mlir::failed(placeScales(*tileBuffers)))
    return signalPassFailure();
  // Buffers that nothing lives in any more; with an address they are reserved.
  for (const BufferLifetimes::Buffer &buffer : lifetimes.getBuffers())
    if (MemrefAllocOp alloc = buffer.alloc;
        alloc.getResult().use_empty() && !alloc.getAddress())
      alloc.erase();
  if (mlir::failed(check()))
    signalPassFailure();
}
