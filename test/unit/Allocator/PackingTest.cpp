//===- PackingTest.cpp - packings without slack -----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pypto/Allocator/Solver.h"
#include "pypto/Allocator/Validator.h"
#include "gtest/gtest.h"
#include <random>

using namespace pypto::allocator;

/// Cuts a rectangle of time and addresses into buffers that fill it exactly, so
/// that the live bytes are equal to the capacity at every moment.
static void cut(Range time, Range address, unsigned depth, std::mt19937 &random,
                std::vector<Buffer> &buffers) {
  bool canCutTime = time.length() > 1, canCutAddress = address.length() > 1;
  if (depth == 0 || (!canCutTime && !canCutAddress)) {
    Buffer buffer;
    buffer.id = "b" + std::to_string(buffers.size());
    buffer.size = address.length();
    buffer.live = {time};
    buffer.allowedPools = {0};
    buffers.push_back(buffer);
    return;
  }
  bool cutTime = canCutTime && (!canCutAddress || random() % 2);
  Range &range = cutTime ? time : address;
  int64_t at =
      range.begin + 1 + int64_t(random() % uint64_t(range.length() - 1));
  Range lower = {range.begin, at}, upper = {at, range.end};
  cut(cutTime ? lower : time, cutTime ? address : lower, depth - 1, random,
      buffers);
  cut(cutTime ? upper : time, cutTime ? address : upper, depth - 1, random,
      buffers);
}

static Problem exactPacking(unsigned depth, unsigned seed) {
  std::mt19937 random(seed);
  Problem problem;
  problem.pools.resize(1);
  problem.pools[0].name = "memory";
  problem.pools[0].capacity = 1000;
  cut({0, 1000}, {0, 1000}, depth, random, problem.buffers);
  std::shuffle(problem.buffers.begin(), problem.buffers.end(), random);
  problem.objectives = {Objective::TotalPeak};
  return problem;
}

// Problems that leave no byte unused are solved, and proved, at the bound.
TEST(Packing, ExactFillings) {
  for (unsigned depth : {2, 3, 4, 5})
    for (unsigned seed = 0; seed < 10; ++seed) {
      Problem problem = exactPacking(depth, seed);
      Solution solution = solve(problem);
      ASSERT_EQ(solution.status, Status::Proved)
          << "depth " << depth << " seed " << seed;
      EXPECT_EQ(solution.poolPeaks[0], 1000);
      EXPECT_TRUE(validate(problem, solution).empty());
    }
}

// One byte less is proved impossible, by the bound alone.
TEST(Packing, OneByteTooSmall) {
  Problem problem = exactPacking(4, 3);
  problem.pools[0].capacity = 999;
  Solution solution = solve(problem);
  EXPECT_EQ(solution.status, Status::Infeasible);
  EXPECT_EQ(solution.nodes, 0);
  EXPECT_FALSE(solution.placements.empty());
}

// A ring of conflicts, two by lifetime and one by separation: the least peak
// exceeds the live bytes, and the bound knows it.
TEST(Packing, PeakAboveLiveBytes) {
  Problem problem;
  problem.pools.resize(1);
  auto add = [&](int64_t size, int64_t begin, int64_t end) {
    Buffer buffer;
    buffer.id = "b" + std::to_string(problem.buffers.size());
    buffer.size = size;
    buffer.live = {{begin, end}};
    buffer.allowedPools = {0};
    problem.buffers.push_back(buffer);
  };
  add(2, 0, 2);
  add(2, 1, 3);
  add(2, 2, 4);
  problem.separations = {{0, 2}};
  problem.objectives = {Objective::TotalPeak};
  Solution solution = solve(problem);
  EXPECT_EQ(solution.status, Status::Proved);
  EXPECT_EQ(solution.poolPeaks[0], 6);
}

// Five equal sizes in a ring of conflicts, which is odd, need a third slot,
// which no clique shows: the proof needs search.
TEST(Packing, OddRingNeedsSearch) {
  Problem problem;
  problem.pools.resize(1);
  for (unsigned i = 0; i < 5; ++i) {
    Buffer buffer;
    buffer.id = "b" + std::to_string(i);
    buffer.size = 4;
    buffer.live = {{int64_t(i), int64_t(i) + 1}};
    buffer.allowedPools = {0};
    problem.buffers.push_back(buffer);
    problem.separations.push_back({i, (i + 1) % 5});
  }
  problem.objectives = {Objective::TotalPeak};
  Solution solution = solve(problem);
  EXPECT_EQ(solution.status, Status::Proved);
  EXPECT_EQ(solution.poolPeaks[0], 12);
  EXPECT_EQ(solution.poolLowerBounds[0], 8);
  EXPECT_GT(solution.nodes, 0);
}

// A search that its budget ends still reports a valid placement and says that
// nothing was proved.
TEST(Packing, BudgetEnds) {
  Problem problem = exactPacking(7, 1);
  problem.pools[0].capacity.reset();
  SolverOptions options;
  options.nodeLimit = 50;
  Solution solution = solve(problem, options);
  EXPECT_EQ(solution.status, Status::SearchStopped);
  EXPECT_LE(solution.nodes, 60);
  EXPECT_EQ(solution.objectives[0].lowerBound, 1000);
  EXPECT_TRUE(validate(problem, solution).empty());
}

// Many buffers do not make the heuristics quadratic in time per buffer.
TEST(Packing, ManyBuffers) {
  Problem problem;
  problem.pools.resize(1);
  std::mt19937 random(11);
  for (unsigned i = 0; i < 3000; ++i) {
    Buffer buffer;
    buffer.id = "b" + std::to_string(i);
    buffer.size = 32 * int64_t(1 + random() % 64);
    buffer.live = {{int64_t(i), int64_t(i + 1 + random() % 8)}};
    buffer.allowedPools = {0};
    problem.buffers.push_back(buffer);
  }
  problem.objectives = {Objective::TotalPeak};
  SolverOptions options;
  options.planner = Planner::Heuristic;
  Solution solution = solve(problem, options);
  EXPECT_TRUE(solution.fits());
  EXPECT_LT(solution.seconds, 5);
}
