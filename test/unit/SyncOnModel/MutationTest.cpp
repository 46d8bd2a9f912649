//===- MutationTest.cpp - plans hold on the core model, and only as a whole
//===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random kernels with the planner's synchronisation pass the static checker and
// the race observer, and give the same numbers under every schedule. Without
// any one set/wait pair or barrier the observer finds a race on some path.
//
//===----------------------------------------------------------------------===//

#include "../Sync/RandomProgram.h"
#include "EngineProgram.h"
#include "pypto/Sync/Checker.h"

#include <cstring>
#include <set>

using namespace pypto::sync;
using namespace pypto::sync::test;

namespace {
struct Family {
  const char *name;
  RandomProgramOptions options;
  unsigned ids;
  unsigned count; ///< kernels
};
using Tensors = std::vector<std::vector<float>>;
} // namespace

static constexpr unsigned kSeeds = 50;

/// The plan without one group, or the whole plan for kNone.
static std::vector<PlacedSync> without(const SyncPlan &plan, uint32_t group) {
  std::vector<PlacedSync> rest;
  for (const PlacedSync &sync : plan.instructions)
    if (sync.group != group)
      rest.push_back(sync);
  return rest;
}

class RandomKernelsOnModel : public ::testing::TestWithParam<Family> {};

// Paths and schedules vary together; on one path every schedule gives the
// numbers of the unperturbed one.
TEST_P(RandomKernelsOnModel, PassUnderFiftySeeds) {
  for (unsigned number = 0; number < GetParam().count; ++number) {
    Program program = RandomProgram(number, GetParam().options).program;
    makeExecutable(program);
    InsertSyncOptions options;
    options.eventIds = GetParam().ids;
    SyncPlan plan = insertSync(program, options);
    ASSERT_TRUE(checkSync(program, Arch::A2A3, plan.instructions).empty())
        << "kernel " << number;
    EngineProgram kernel(program, Arch::A2A3, plan.instructions);
    for (unsigned seed = 1; seed <= kSeeds; ++seed) {
      Tensors plain, perturbed;
      auto first = kernel.run(seed % 10, 0, false, plain);
      auto second = kernel.run(seed % 10, seed, true, perturbed);
      ASSERT_TRUE(first.ok()) << first.error.message;
      ASSERT_TRUE(second.ok()) << "kernel " << number << " seed " << seed
                               << ": " << second.error.message << "\n"
                               << text(program, plan.instructions);
      for (unsigned t = 0; t < kTensors; ++t)
        ASSERT_EQ(
            std::memcmp(plain[t].data(), perturbed[t].data(), 4 * kTensorSize),
            0)
            << "kernel " << number << " seed " << seed;
    }
  }
}

TEST_P(RandomKernelsOnModel, NeedEveryPairAndBarrier) {
  unsigned mutants = 0;
  for (unsigned number = 0; number < GetParam().count; ++number) {
    Program program = RandomProgram(number, GetParam().options).program;
    makeExecutable(program);
    InsertSyncOptions options;
    options.eventIds = GetParam().ids;
    SyncPlan plan = insertSync(program, options);
    std::set<uint32_t> groups;
    for (const PlacedSync &sync : plan.instructions)
      groups.insert(sync.group);
    for (uint32_t group : groups) {
      EngineProgram kernel(program, Arch::A2A3, without(plan, group));
      bool isCaught = false;
      Tensors tensors;
      for (unsigned seed = 1; seed <= 8 * kSeeds && !isCaught; ++seed)
        isCaught = !kernel.run(seed, seed, true, tensors).races.empty();
      ++mutants;
      EXPECT_TRUE(isCaught)
          << "kernel " << number << ": group " << group << " is not missed\n"
          << text(program, plan.instructions);
      if (HasFailure())
        return;
    }
  }
  EXPECT_GT(mutants, GetParam().count);
}

static RandomProgramOptions make(unsigned nodes, unsigned buffers, bool loops,
                                 bool branches, bool cube) {
  RandomProgramOptions options;
  options.nodes = nodes;
  options.buffers = buffers;
  options.loops = loops;
  options.branches = branches;
  options.cube = cube;
  return options;
}

INSTANTIATE_TEST_SUITE_P(
    Families, RandomKernelsOnModel,
    ::testing::Values(
        Family{"straight", make(30, 6, false, false, false), 8, 10},
        Family{"straightTwoIds", make(60, 30, false, false, false), 2, 4},
        Family{"branchy", make(16, 6, false, true, false), 8, 12},
        Family{"looped", make(12, 6, true, false, false), 8, 12},
        Family{"mixed", make(12, 5, true, true, false), 8, 12},
        Family{"mixedTwoIds", make(12, 8, true, true, false), 2, 8},
        Family{"cube", make(14, 5, true, true, true), 8, 8}),
    [](const auto &info) { return std::string(info.param.name); });
