//===- Schedules.h - runs of one kernel under many schedules ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_TEST_UNIT_SYNCONMODEL_SCHEDULES_H
#define PYPTO_TEST_UNIT_SYNCONMODEL_SCHEDULES_H

#include "EngineProgram.h"

#include <cstring>
#include <set>

namespace pypto::sync::test {

using Tensors = std::vector<std::vector<float>>;

inline constexpr unsigned kSeeds = 50, kPaths = 10;
inline constexpr Arch kArchs[] = {Arch::A2A3, Arch::A5};

inline std::set<uint32_t> groupsOf(const SyncPlan &plan) {
  std::set<uint32_t> groups;
  for (const PlacedSync &sync : plan.instructions)
    groups.insert(sync.group);
  return groups;
}

/// The plan without one group.
inline std::vector<PlacedSync> without(const SyncPlan &plan, uint32_t group) {
  std::vector<PlacedSync> rest;
  for (const PlacedSync &sync : plan.instructions)
    if (sync.group != group)
      rest.push_back(sync);
  return rest;
}

/// Fails unless the race observer passes every schedule, and each gives the
/// numbers of the unperturbed one on the same path.
inline void expectSameNumbers(EngineProgram &kernel, const std::string &what) {
  std::vector<Tensors> plain(kPaths);
  for (unsigned path = 0; path < kPaths; ++path) {
    auto result = kernel.run(path, 0, false, plain[path]);
    ASSERT_TRUE(result.ok()) << result.error.message << "\n" << what;
  }
  for (unsigned seed = 1; seed <= kSeeds; ++seed) {
    Tensors perturbed;
    auto result = kernel.run(seed % kPaths, seed, true, perturbed);
    ASSERT_TRUE(result.ok())
        << "seed " << seed << ": " << result.error.message << "\n"
        << what;
    const Tensors &wanted = plain[seed % kPaths];
    ASSERT_EQ(wanted.size(), perturbed.size());
    for (size_t t = 0; t < wanted.size(); ++t)
      ASSERT_EQ(
          std::memcmp(wanted[t].data(), perturbed[t].data(), 4 * kTensorSize),
          0)
          << "seed " << seed << "\n"
          << what;
  }
}

/// Whether the observer finds a race on some path under some schedule.
inline bool isCaught(EngineProgram &kernel) {
  Tensors tensors;
  for (unsigned seed = 1; seed <= 8 * kSeeds; ++seed)
    if (!kernel.run(seed, seed, true, tensors).races.empty())
      return true;
  return false;
}

} // namespace pypto::sync::test

#endif // PYPTO_TEST_UNIT_SYNCONMODEL_SCHEDULES_H
