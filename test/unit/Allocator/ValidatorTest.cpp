//===- ValidatorTest.cpp - broken solutions are refused ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pypto/Allocator/Validator.h"
#include "Oracle.h"
#include "pypto/Allocator/Solver.h"
#include "gtest/gtest.h"

using namespace pypto::allocator;
using namespace pypto::allocator::test;

namespace {
/// Three buffers, of which 0 and 1 are live together and 2 only touches 1.
class ValidatorTest : public ::testing::Test {
protected:
  void SetUp() override {
    problem.pools.resize(1);
    problem.pools[0].name = "Vec";
    problem.pools[0].capacity = 96;
    problem.pools[0].alignment = 16;
    for (Range live : {Range{0, 4}, Range{2, 6}, Range{6, 8}}) {
      Buffer buffer;
      buffer.id = "b" + std::to_string(problem.buffers.size());
      buffer.size = 32;
      buffer.allowedPools = {0};
      buffer.live = {live};
      problem.buffers.push_back(buffer);
    }
    place({0, 32, 32});
  }

  void place(std::vector<int64_t> offsets) {
    solution.placements.clear();
    int64_t peak = 0;
    for (unsigned i = 0; i < offsets.size(); ++i) {
      solution.placements.push_back({0, offsets[i]});
      peak = std::max(peak, offsets[i] + problem.buffers[i].size);
    }
    solution.poolPeaks = {peak};
  }

  /// Expects exactly one fault, which mentions \p text.
  void expectFault(const std::string &text) {
    std::vector<std::string> faults = validate(problem, solution);
    ASSERT_EQ(faults.size(), 1u);
    EXPECT_NE(faults[0].find(text), std::string::npos) << faults[0];
  }

  Problem problem;
  Solution solution;
};
} // namespace

TEST_F(ValidatorTest, AcceptsTheGoodOne) {
  EXPECT_TRUE(validate(problem, solution).empty());
}

TEST_F(ValidatorTest, LiveTogether) {
  place({0, 16, 64});
  expectFault("overlap while both are live at 2");
}

TEST_F(ValidatorTest, SecondLifetimeCounts) {
  problem.buffers[0].live.push_back({7, 8});
  place({32, 0, 32});
  expectFault("both are live at 7");
}

TEST_F(ValidatorTest, TemporalExclusionLiftsTheLifetimeRule) {
  place({0, 0, 64});
  problem.temporalExclusions.push_back({1, 0});
  EXPECT_TRUE(validate(problem, solution).empty());
}

TEST_F(ValidatorTest, Separation) {
  problem.separations.push_back({2, 1});
  expectFault("are separated");
}

TEST_F(ValidatorTest, PipelineStages) {
  PipelineGroup group;
  group.members = {{1, 0}, {2, 1}};
  problem.pipelineGroups.push_back(group);
  expectFault("different pipeline stages");
  problem.pipelineGroups[0].enforced = false;
  EXPECT_TRUE(validate(problem, solution).empty());
}

TEST_F(ValidatorTest, Colocation) {
  problem.colocations.push_back({0, 2});
  expectFault("do not share an offset");
  place({0, 32, 0});
  EXPECT_TRUE(validate(problem, solution).empty());
}

TEST_F(ValidatorTest, Capacity) {
  place({0, 32, 80});
  expectFault("exceeds the capacity");
  ValidationOptions options;
  options.ignoreCapacity = true;
  EXPECT_TRUE(validate(problem, solution, options).empty());
}

TEST_F(ValidatorTest, AlignmentOfPoolAndBuffer) {
  place({0, 40, 0});
  expectFault("is not aligned");
  place({0, 48, 0});
  EXPECT_TRUE(validate(problem, solution).empty());
  problem.buffers[1].alignment = 32;
  expectFault("is not aligned");
}

TEST_F(ValidatorTest, ReservedRange) {
  problem.pools[0].reserved.push_back({63, 64});
  place({0, 64, 0});
  EXPECT_TRUE(validate(problem, solution).empty());
  place({0, 64, 32});
  expectFault("touches the reserved range");
}

TEST_F(ValidatorTest, Pin) {
  problem.buffers[2].pinnedOffset = 64;
  expectFault("is pinned to 64");
}

TEST_F(ValidatorTest, ExclusivePin) {
  problem.buffers[2].pinnedOffset = 32;
  EXPECT_TRUE(validate(problem, solution).empty());
  problem.buffers[2].pinnedExclusive = true;
  expectFault("pinned exclusively");
}

TEST_F(ValidatorTest, WrongPool) {
  problem.pools.push_back(problem.pools[0]);
  solution.poolPeaks.push_back(0);
  problem.buffers[0].allowedPools = {1};
  expectFault("may not be in that pool");
}

TEST_F(ValidatorTest, WrongFigures) {
  solution.poolPeaks = {65};
  expectFault("peak 65");
  solution.poolPeaks = {64};
  problem.sharingCosts.push_back({1, 2, 5});
  expectFault("reuse cost 0");
  solution.reuseCost = 5;
  EXPECT_TRUE(validate(problem, solution).empty());
  solution.objectives.push_back({Objective::TotalPeak, 63, 0});
  expectFault("total_peak 63");
  solution.objectives[0] = {Objective::TotalPeak, 64, 65};
  expectFault("lower bound is above");
}

TEST_F(ValidatorTest, MissingPlacement) {
  solution.placements.pop_back();
  expectFault("places 2 buffers");
}

// Moving one buffer of a tight solution to any other offset is either another
// solution or refused; whether it is one is decided here from the definition.
TEST(ValidatorMutation, EveryMoveIsJudgedRight) {
  std::mt19937 random(5);
  Mix mix;
  mix.buffers = 6;
  mix.capacity = 12;
  mix.separations = true;
  unsigned refused = 0, accepted = 0;
  for (unsigned round = 0; round < 200; ++round) {
    Problem problem = randomProblem(mix, random);
    problem.objectives = {Objective::TotalPeak};
    Solution solution = solve(problem);
    if (!solution.fits())
      continue;
    for (unsigned i = 0; i < problem.buffers.size(); ++i)
      for (int64_t at = 0; at <= 12; ++at) {
        Solution moved = solution;
        moved.placements[i].offset = at;
        // Pin everything: the brute force then only judges this placement.
        Problem pinned = problem;
        int64_t peak = 0;
        for (unsigned b = 0; b < problem.buffers.size(); ++b) {
          pinned.buffers[b].pinnedOffset = moved.placements[b].offset;
          peak = std::max(peak,
                          moved.placements[b].offset + problem.buffers[b].size);
        }
        moved.poolPeaks = {peak};
        moved.objectives = {{Objective::TotalPeak, peak, 0}};
        bool good = bruteForce(pinned).fits;
        EXPECT_EQ(validate(problem, moved).empty(), good);
        ++(good ? accepted : refused);
      }
  }
  EXPECT_GT(refused, 1000u);
  EXPECT_GT(accepted, 1000u);
}
