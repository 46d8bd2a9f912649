//===- CheckProblem.cpp - well-formedness of a problem ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pypto/Allocator/Problem.h"

#include <unordered_set>

using namespace pypto::allocator;

/// Sizes, offsets and capacities stay below this, so that no sum of two of them
/// and no sum over the buffers of a real problem can overflow.
static constexpr int64_t kLargest = int64_t(1) << 46;
static constexpr int64_t kLargestTime = int64_t(1) << 60;
static constexpr int64_t kLargestCost = int64_t(1) << 40;

namespace {
class Checker {
public:
  explicit Checker(const Problem &problem) : problem(problem) {}

  std::vector<std::string> run() {
    if (problem.pools.empty() && !problem.buffers.empty())
      errors.push_back("the problem has buffers but no pool to put them in");
    for (const Pool &pool : problem.pools)
      checkPool(pool);
    std::unordered_set<std::string> ids;
    for (const Buffer &buffer : problem.buffers) {
      if (!ids.insert(buffer.id).second)
        errors.push_back("two buffers have the id '" + buffer.id +
                         "'; ids must be unique");
      checkBuffer(buffer);
    }
    for (const BufferPair &pair : problem.colocations)
      checkPair("colocation", pair.first, pair.second);
    for (const BufferPair &pair : problem.separations)
      checkPair("separation", pair.first, pair.second);
    for (const BufferPair &pair : problem.temporalExclusions)
      checkPair("temporal exclusion", pair.first, pair.second);
    for (const SharingCost &cost : problem.sharingCosts) {
      checkPair("sharing cost", cost.first, cost.second);
      if (cost.cost < 0 || cost.cost > kLargestCost)
        errors.push_back("a sharing cost is " + std::to_string(cost.cost) +
                         "; expected 0 to 2^40");
    }
    for (const PipelineGroup &group : problem.pipelineGroups)
      for (const PipelineGroup::Member &member : group.members)
        if (member.buffer >= problem.buffers.size())
          errors.push_back("a pipeline group names buffer number " +
                           std::to_string(member.buffer) + " of " +
                           std::to_string(problem.buffers.size()));
    for (size_t i = 0; i < problem.objectives.size(); ++i)
      for (size_t j = 0; j < i; ++j)
        if (problem.objectives[i] == problem.objectives[j])
          errors.push_back(std::string("the objective term '") +
                           getName(problem.objectives[i]) + "' is repeated");
    return std::move(errors);
  }

private:
  void checkPool(const Pool &pool) {
    std::string where = "pool '" + pool.name + "': ";
    if (pool.capacity && (*pool.capacity < 0 || *pool.capacity > kLargest))
      errors.push_back(where + "capacity is " + std::to_string(*pool.capacity) +
                       " bytes; expected 0 to 2^46");
    if (pool.alignment < 1 || pool.alignment > kLargest)
      errors.push_back(where + "alignment is " +
                       std::to_string(pool.alignment) +
                       "; expected a positive number of bytes");
    for (const Range &range : pool.reserved)
      if (range.begin < 0 || range.begin >= range.end || range.end > kLargest)
        errors.push_back(where + "reserved range [" +
                         std::to_string(range.begin) + ", " +
                         std::to_string(range.end) +
                         ") is empty, inverted or outside 0 to 2^46");
  }

  void checkBuffer(const Buffer &buffer) {
    std::string where = "buffer '" + buffer.id + "': ";
    if (buffer.size < 1 || buffer.size > kLargest)
      errors.push_back(where + "size is " + std::to_string(buffer.size) +
                       " bytes; expected 1 to 2^46");
    if (buffer.alignment < 1 || buffer.alignment > kLargest)
      errors.push_back(where + "alignment is " +
                       std::to_string(buffer.alignment) +
                       "; expected a positive number of bytes");
    if (buffer.live.empty())
      errors.push_back(where + "has no lifetime; expected at least one range");
    for (const Range &range : buffer.live)
      if (range.begin >= range.end || range.begin < -kLargestTime ||
          range.end > kLargestTime)
        errors.push_back(where + "lifetime [" + std::to_string(range.begin) +
                         ", " + std::to_string(range.end) +
                         ") is empty, inverted or out of range");
    if (buffer.allowedPools.empty())
      errors.push_back(where + "has no allowed pool");
    for (unsigned pool : buffer.allowedPools)
      if (pool >= problem.pools.size())
        errors.push_back(where + "allows pool number " + std::to_string(pool) +
                         " of " + std::to_string(problem.pools.size()));
    if (buffer.pinnedOffset &&
        (*buffer.pinnedOffset < 0 || *buffer.pinnedOffset > kLargest))
      errors.push_back(where + "is pinned to offset " +
                       std::to_string(*buffer.pinnedOffset) +
                       "; expected 0 to 2^46");
    if (buffer.pinnedExclusive && !buffer.pinnedOffset)
      errors.push_back(where + "is marked exclusive but has no pinned offset");
  }

  void checkPair(const char *what, unsigned first, unsigned second) {
    size_t count = problem.buffers.size();
    if (first >= count || second >= count) {
      errors.push_back(std::string("a ") + what + " names buffer number " +
                       std::to_string(first >= count ? first : second) +
                       " of " + std::to_string(count));
      return;
    }
    if (first == second)
      errors.push_back(std::string("a ") + what + " pairs buffer '" +
                       problem.buffers[first].id + "' with itself");
  }

  const Problem &problem;
  std::vector<std::string> errors;
};
} // namespace

std::vector<std::string>
pypto::allocator::checkProblem(const Problem &problem) {
  return Checker(problem).run();
}
