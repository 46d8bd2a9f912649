//===- MutationTest.cpp - plans hold on the core model, and as a whole ----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Random kernels with the planner's synchronisation pass the static checker and
// the race observer, and give the same numbers under every schedule. Without
// any one set/wait pair or barrier the checker finds the gap, and the observer
// finds a race on some path.
//
//===----------------------------------------------------------------------===//

#include "../Sync/RandomProgram.h"
#include "Schedules.h"
#include "pypto/Sync/Checker.h"

using namespace pypto::sync;
using namespace pypto::sync::test;

namespace {
struct Family {
  const char *name;
  RandomProgramOptions options;
  unsigned ids;
  unsigned checked;  ///< kernels that the static checker looks at
  unsigned executed; ///< of them, those that also run
};
} // namespace

class RandomKernels : public ::testing::TestWithParam<Family> {
protected:
  /// Calls fn(program, plan, arch, description) for the first \p count kernels
  /// on both architectures, until something fails.
  template <typename Fn> void forEach(unsigned count, Fn fn) {
    for (unsigned number = 0; number < count; ++number)
      for (Arch arch : kArchs) {
        Program program = RandomProgram(number, GetParam().options).program;
        makeExecutable(program, arch);
        InsertSyncOptions options;
        options.arch = arch;
        options.eventIds = GetParam().ids;
        SyncPlan plan = insertSync(program, options);
        fn(program, plan, arch,
           "kernel " + std::to_string(number) + " on " +
               std::string(pypto::target::toString(arch)) + "\n" +
               text(program, plan.instructions));
        if (HasFailure())
          return;
      }
  }
};

TEST_P(RandomKernels, PassTheCheckerAndNeedEveryPairAndBarrier) {
  forEach(GetParam().checked, [&](const Program &program, const SyncPlan &plan,
                                  Arch arch, const std::string &what) {
    for (const Violation &violation :
         checkSync(program, arch, plan.instructions))
      ADD_FAILURE() << toString(violation) << ", nodes " << violation.earlier
                    << " and " << violation.later << "\n"
                    << what;
    for (uint32_t group : groupsOf(plan))
      EXPECT_FALSE(checkSync(program, arch, without(plan, group), 1).empty())
          << "group " << group << " is redundant\n"
          << what;
  });
}

// Paths and schedules vary together; on one path every schedule gives the
// numbers of the unperturbed one.
TEST_P(RandomKernels, PassTheObserverUnderFiftySeeds) {
  forEach(GetParam().executed, [&](const Program &program, const SyncPlan &plan,
                                   Arch arch, const std::string &what) {
    EngineProgram kernel(program, arch, plan.instructions);
    expectSameNumbers(kernel, what);
  });
}

TEST_P(RandomKernels, RaceWithoutAnyPairOrBarrier) {
  unsigned mutants = 0;
  forEach(GetParam().executed, [&](const Program &program, const SyncPlan &plan,
                                   Arch arch, const std::string &what) {
    for (uint32_t group : groupsOf(plan)) {
      EngineProgram kernel(program, arch, without(plan, group));
      ++mutants;
      EXPECT_TRUE(isCaught(kernel)) << "group " << group << " is not missed\n"
                                    << what;
    }
  });
  EXPECT_GT(mutants, GetParam().executed);
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

static RandomProgramOptions rotating(unsigned nodes, bool nests) {
  RandomProgramOptions options = make(nodes, 8, nests, nests, false);
  options.outerLoop = true;
  options.rotate = true;
  return options;
}

INSTANTIATE_TEST_SUITE_P(
    Families, RandomKernels,
    ::testing::Values(
        Family{"straight", make(30, 6, false, false, false), 8, 100, 10},
        Family{"straightWide", make(120, 60, false, false, false), 8, 20, 2},
        Family{"straightTwoIds", make(60, 30, false, false, false), 2, 60, 4},
        Family{"branchy", make(16, 6, false, true, false), 8, 100, 12},
        Family{"looped", make(12, 6, true, false, false), 8, 80, 12},
        Family{"mixed", make(12, 5, true, true, false), 8, 100, 12},
        Family{"mixedManyBuffers", make(20, 20, true, true, false), 8, 40, 4},
        Family{"mixedTwoIds", make(12, 8, true, true, false), 2, 60, 8},
        Family{"cube", make(14, 5, true, true, true), 8, 60, 8},
        Family{"rotating", rotating(8, false), 8, 80, 10},
        Family{"rotatingFewIds", rotating(8, false), 3, 40, 6},
        Family{"rotatingNests", rotating(10, true), 8, 50, 6}),
    [](const auto &info) { return std::string(info.param.name); });
