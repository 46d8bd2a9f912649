//===- SpacePlan.h - addresses for one memory of one kernel -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The entry point for compiler passes: buffers with lifetimes in one memory in,
// offsets out. Example (an operation at position 1 reads `a` and writes `b`):
//
//   SpaceRequest request;
//   request.name = "Vec";
//   request.capacity = 188416;
//   request.alignment = 32;
//   unsigned a = request.add("a", 4096, {lifetime(0, 1)});
//   unsigned b = request.add("b", 4096, {lifetime(1, 2)});
//   // `b` may take the address of `a`: their lifetimes only touch. An
//   operation
//   // that may not compute in place needs the pair kept apart:
//   request.separations.push_back({a, b});
//   SpacePlan plan = planSpace(request);
//   if (plan.fits())
//     use(plan.offsets[a], plan.offsets[b]);
//   else
//     report(plan.neededBytes, plan.pressure.buffers);
//
//===----------------------------------------------------------------------===//
#ifndef PYPTO_ALLOCATOR_SPACEPLAN_H
#define PYPTO_ALLOCATOR_SPACEPLAN_H

#include "pypto/Allocator/Solver.h"

namespace pypto::allocator {

/// The buffers of one memory.
struct SpaceRequest {
  /// The memory's name, for messages.
  std::string name;
  /// Usable bytes.
  int64_t capacity = 0;
  /// Every offset is a multiple of this (bytes).
  int64_t alignment = 1;
  /// Address ranges that are taken, such as a ring between cores.
  std::vector<Range> reserved;
  /// Use `add` to append; `allowedPools` is ignored.
  std::vector<Buffer> buffers;
  /// Pairs that must have the same offset (views of one allocation).
  std::vector<BufferPair> colocations;
  /// Pairs that must not overlap although their lifetimes allow it.
  std::vector<BufferPair> separations;
  /// Pairs of different branches: may overlap although their lifetimes do too.
  std::vector<BufferPair> temporalExclusions;
  std::vector<PipelineGroup> pipelineGroups;
  std::vector<SharingCost> sharingCosts;

  /// Appends a buffer of \p size bytes and returns its index, which is used in
  /// the pairs above and in SpacePlan::offsets.
  unsigned add(std::string id, int64_t size, std::vector<Range> live) {
    Buffer buffer;
    buffer.id = std::move(id);
    buffer.size = size;
    buffer.live = std::move(live);
    buffers.push_back(std::move(buffer));
    return static_cast<unsigned>(buffers.size() - 1);
  }
};

/// The moment at which most bytes are needed at once.
struct PressurePoint {
  /// A program point, in the units of the lifetimes.
  int64_t time = 0;
  /// Bytes live at that point.
  int64_t bytes = 0;
  /// Indices of the buffers live at that point, largest first.
  std::vector<unsigned> buffers;
};

struct SpacePlan {
  Status status = Status::NotFound;
  /// One offset per buffer, in bytes. If the buffers do not fit these are
  /// offsets beyond the capacity, for showing what was needed.
  std::vector<int64_t> offsets;
  /// Highest used address; above the capacity if the buffers do not fit.
  int64_t peak = 0;
  /// Bytes that the memory would have to offer at least, as far as proved: the
  /// live bytes at the worst moment, or more where the search showed it.
  int64_t neededBytes = 0;
  /// Sum of the charged sharing costs.
  int64_t reuseCost = 0;
  PressurePoint pressure;
  int64_t nodes = 0;
  double seconds = 0;
  /// For Status::Invalid: what is wrong with the request.
  std::vector<std::string> errors;

  bool fits() const {
    return status == Status::Proved || status == Status::SearchStopped;
  }
};

/// Finds offsets that fit the capacity, then have the least sharing cost, then
/// the least peak. Deterministic; every result has passed the validator.
SpacePlan planSpace(const SpaceRequest &request,
                    const SolverOptions &options = {});

} // namespace pypto::allocator

#endif // PYPTO_ALLOCATOR_SPACEPLAN_H
