//===- RandomTest.cpp - plans of random kernels hold ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every plan must pass the static checker and a simulator with random times,
// and must lose that property when any one of its flags or barriers is removed.
//
//===----------------------------------------------------------------------===//

#include "PipeSimulator.h"
#include "RandomProgram.h"
#include "pypto/Sync/Checker.h"
#include "pypto/Sync/InsertSync.h"

#include <gtest/gtest.h>

#include <set>

using namespace pypto::sync;
using namespace pypto::sync::test;

static std::vector<PlacedSync> withoutGroup(const std::vector<PlacedSync> &plan,
                                            uint32_t group) {
  std::vector<PlacedSync> rest;
  for (const PlacedSync &sync : plan)
    if (sync.group != group)
      rest.push_back(sync);
  return rest;
}

static void checkProgram(const Program &program, Arch arch, unsigned seed,
                         unsigned ids = 8) {
  InsertSyncOptions options;
  options.arch = arch;
  options.eventIds = ids;
  SyncPlan plan = insertSync(program, options);
  std::vector<Violation> found = checkSync(program, arch, plan.instructions);
  for (const Violation &violation : found)
    ADD_FAILURE() << "seed " << seed << ": node " << violation.later << " "
                  << toString(violation) << " (node " << violation.earlier
                  << ")\n"
                  << text(program, plan.instructions);
  if (!found.empty())
    return;
  for (unsigned run = 0; run < 8; ++run) {
    PipeSimulator simulator(program, arch, plan.instructions, 31 * seed + run);
    ASSERT_EQ(simulator.run(4), "") << "seed " << seed << "\n"
                                    << text(program, plan.instructions);
  }
  std::set<uint32_t> groups;
  for (const PlacedSync &sync : plan.instructions)
    groups.insert(sync.group);
  for (uint32_t group : groups)
    EXPECT_FALSE(
        checkSync(program, arch, withoutGroup(plan.instructions, group), 1)
            .empty())
        << "seed " << seed << ": group " << group << " is redundant\n"
        << text(program, plan.instructions);
}

struct Family {
  const char *name;
  RandomProgramOptions options;
  unsigned ids;
  unsigned count;
};

class RandomKernels : public ::testing::TestWithParam<Family> {};

TEST_P(RandomKernels, AreOrderedAndMinimal) {
  for (unsigned seed = 0; seed < GetParam().count; ++seed) {
    Program program = RandomProgram(seed, GetParam().options).program;
    for (Arch arch : {Arch::A2A3, Arch::A5})
      checkProgram(program, arch, seed, GetParam().ids);
    if (HasFailure())
      return;
  }
}

static RandomProgramOptions rotating(unsigned nodes, bool nests) {
  RandomProgramOptions options;
  options.nodes = nodes;
  options.buffers = 8;
  options.loops = options.branches = nests;
  options.outerLoop = true;
  options.rotate = true;
  return options;
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
    Families, RandomKernels,
    ::testing::Values(
        Family{"straight", make(30, 6, false, false, false), 8, 100},
        Family{"straightWide", make(120, 60, false, false, false), 8, 20},
        Family{"straightTwoIds", make(60, 30, false, false, false), 2, 60},
        Family{"branchy", make(16, 6, false, true, false), 8, 100},
        Family{"looped", make(12, 6, true, false, false), 8, 80},
        Family{"mixed", make(12, 5, true, true, false), 8, 100},
        Family{"mixedManyBuffers", make(20, 20, true, true, false), 8, 40},
        Family{"mixedTwoIds", make(12, 8, true, true, false), 2, 60},
        Family{"cube", make(14, 5, true, true, true), 8, 60},
        Family{"rotating", rotating(8, false), 8, 80},
        Family{"rotatingFewIds", rotating(8, false), 3, 40},
        Family{"rotatingNests", rotating(10, true), 8, 50}),
    [](const auto &info) { return std::string(info.param.name); });
