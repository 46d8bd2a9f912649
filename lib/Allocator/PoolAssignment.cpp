//===- PoolAssignment.cpp - which pool each buffer goes to ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "PoolAssignment.h"

#include <algorithm>
#include <numeric>

using namespace pypto::allocator;

/// More assignments than this are not tried one by one.
static constexpr size_t kMostAssignments = 256;

namespace {
/// Colocated buffers, which go to one pool.
struct Class {
  std::vector<unsigned> members;
  std::vector<unsigned> pools;
  /// Size times time live: the load it puts on its pool.
  double load = 0;
};
} // namespace

static std::vector<Class> findClasses(const Problem &problem) {
  std::vector<unsigned> parent(problem.buffers.size());
  std::iota(parent.begin(), parent.end(), 0u);
  auto rootOf = [&](unsigned i) {
    while (parent[i] != i)
      i = parent[i] = parent[parent[i]];
    return i;
  };
  for (const BufferPair &pair : problem.colocations) {
    unsigned a = rootOf(pair.first), b = rootOf(pair.second);
    parent[std::max(a, b)] = std::min(a, b);
  }
  std::vector<Class> classes;
  std::vector<unsigned> classOf(problem.buffers.size());
  for (unsigned i = 0; i < problem.buffers.size(); ++i) {
    const Buffer &buffer = problem.buffers[i];
    std::vector<unsigned> pools = buffer.allowedPools;
    std::sort(pools.begin(), pools.end());
    pools.erase(std::unique(pools.begin(), pools.end()), pools.end());
    if (rootOf(i) == i) {
      classOf[i] = static_cast<unsigned>(classes.size());
      classes.emplace_back();
      classes.back().pools = pools;
    }
    Class &home = classes[classOf[rootOf(i)]];
    std::vector<unsigned> common;
    std::set_intersection(home.pools.begin(), home.pools.end(), pools.begin(),
                          pools.end(), std::back_inserter(common));
    home.pools = std::move(common);
    home.members.push_back(i);
    for (const Range &range : buffer.live)
      home.load += double(buffer.size) * double(range.length());
  }
  return classes;
}

/// Gives each class, heaviest first, the pool with the least relative load.
static std::vector<unsigned> balance(const Problem &problem,
                                     const std::vector<Class> &classes) {
  std::vector<unsigned> order(classes.size());
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(), [&](unsigned a, unsigned b) {
    bool freeA = classes[a].pools.size() > 1,
         freeB = classes[b].pools.size() > 1;
    return freeA != freeB ? freeB : classes[a].load > classes[b].load;
  });
  std::vector<double> load(problem.pools.size(), 0);
  std::vector<unsigned> result(problem.buffers.size());
  for (unsigned c : order) {
    unsigned chosen = classes[c].pools.front();
    double least = -1;
    for (unsigned pool : classes[c].pools) {
      double capacity = double(
          std::max<int64_t>(1, problem.pools[pool].capacity.value_or(1)));
      double relative = (load[pool] + classes[c].load) / capacity;
      if (least >= 0 && relative >= least)
        continue;
      least = relative;
      chosen = pool;
    }
    load[chosen] += classes[c].load;
    for (unsigned member : classes[c].members)
      result[member] = chosen;
  }
  return result;
}

PoolAssignments pypto::allocator::enumerateAssignments(const Problem &problem) {
  PoolAssignments result;
  std::vector<Class> classes = findClasses(problem);
  size_t count = 1;
  for (const Class &c : classes) {
    if (c.pools.empty())
      return result;
    count = std::min(kMostAssignments + 1, count * c.pools.size());
  }
  result.assignments.push_back(balance(problem, classes));
  if (count == 1)
    return result;
  result.isComplete = count <= kMostAssignments;
  if (!result.isComplete)
    return result;
  // Count through all choices like a number with mixed radix.
  std::vector<unsigned> digit(classes.size(), 0);
  while (true) {
    std::vector<unsigned> assignment(problem.buffers.size());
    for (unsigned c = 0; c < classes.size(); ++c)
      for (unsigned member : classes[c].members)
        assignment[member] = classes[c].pools[digit[c]];
    if (assignment != result.assignments.front())
      result.assignments.push_back(std::move(assignment));
    unsigned c = 0;
    while (c < classes.size() && ++digit[c] == classes[c].pools.size())
      digit[c++] = 0;
    if (c == classes.size())
      return result;
  }
}
