//===- SolverPropertyTest.cpp - solver against brute force ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Oracle.h"
#include "pypto/Allocator/Solver.h"
#include "pypto/Allocator/Validator.h"
#include "gtest/gtest.h"

using namespace pypto::allocator;
using namespace pypto::allocator::test;

static std::string describe(const Problem &problem) {
  std::string text;
  for (const Buffer &buffer : problem.buffers) {
    text += buffer.id + " size " + std::to_string(buffer.size) + " align " +
            std::to_string(buffer.alignment) + " live";
    for (const Range &range : buffer.live)
      text += " [" + std::to_string(range.begin) + "," +
              std::to_string(range.end) + ")";
    if (buffer.pinnedOffset)
      text += " pinned " + std::to_string(*buffer.pinnedOffset);
    text += "\n";
  }
  for (const BufferPair &pair : problem.separations)
    text += "separated " + std::to_string(pair.first) + " " +
            std::to_string(pair.second) + "\n";
  for (const BufferPair &pair : problem.colocations)
    text += "colocated " + std::to_string(pair.first) + " " +
            std::to_string(pair.second) + "\n";
  for (const BufferPair &pair : problem.temporalExclusions)
    text += "exclusive " + std::to_string(pair.first) + " " +
            std::to_string(pair.second) + "\n";
  for (const SharingCost &cost : problem.sharingCosts)
    text += "cost " + std::to_string(cost.first) + " " +
            std::to_string(cost.second) + " " + std::to_string(cost.cost) +
            "\n";
  return text;
}

/// The solver must find out whether the problem fits, say that it proved what
/// it claims, and agree with brute force on every term it calls proved.
static void check(const Problem &problem, unsigned &proved) {
  Answer answer = bruteForce(problem);
  Solution solution = solve(problem);
  SCOPED_TRACE(describe(problem));
  ASSERT_NE(solution.status, Status::Invalid);
  ASSERT_NE(solution.status, Status::NotFound);
  ASSERT_EQ(solution.fits(), answer.fits);
  if (!answer.fits)
    return;
  ASSERT_TRUE(validate(problem, solution).empty());
  ASSERT_EQ(solution.objectives.size(), answer.values.size());
  for (unsigned t = 0; t < answer.values.size(); ++t) {
    const ObjectiveValue &term = solution.objectives[t];
    ASSERT_GE(term.value, answer.values[t]) << getName(term.objective);
    ASSERT_LE(term.lowerBound, answer.values[t]) << getName(term.objective);
    if (term.value != answer.values[t])
      return;
  }
  if (solution.status == Status::Proved)
    ++proved;
}

static void sweep(Mix mix, std::vector<Objective> objectives, unsigned count,
                  unsigned atLeastProved) {
  std::mt19937 random(20240917);
  unsigned proved = 0, fitting = 0;
  for (unsigned i = 0; i < count; ++i) {
    Problem problem = randomProblem(mix, random);
    problem.objectives = objectives;
    fitting += bruteForce(problem).fits;
    check(problem, proved);
    if (::testing::Test::HasFatalFailure())
      FAIL() << "in random problem " << i;
  }
  // A sweep in which all or none fit would show little.
  EXPECT_GT(fitting, count / 20);
  EXPECT_GE(proved * 100, fitting * atLeastProved);
}

// The plain problem: lifetimes only, least peak.
TEST(SolverProperty, PeakOfPlainLifetimes) {
  Mix mix;
  mix.buffers = 5;
  mix.capacity = 9;
  sweep(mix, {Objective::TotalPeak}, 400, 100);
}

// More buffers in fewer bytes: most of these need the exact search.
TEST(SolverProperty, PeakOfCrowdedLifetimes) {
  Mix mix;
  mix.buffers = 8;
  mix.capacity = 10;
  mix.separations = true;
  sweep(mix, {Objective::TotalPeak}, 150, 100);
}

// Every rule that restricts addresses, one at a time and all together.
TEST(SolverProperty, PeakWithSeparations) {
  Mix mix;
  mix.separations = mix.groups = true;
  sweep(mix, {Objective::TotalPeak, Objective::MaxPeak}, 300, 100);
}
TEST(SolverProperty, PeakWithColocations) {
  Mix mix;
  mix.colocations = true;
  mix.exclusions = true;
  sweep(mix, {Objective::TotalPeak}, 300, 100);
}
TEST(SolverProperty, PeakWithPinsAndReservedRanges) {
  Mix mix;
  mix.pins = mix.reserved = true;
  sweep(mix, {Objective::TotalPeak}, 300, 100);
}
TEST(SolverProperty, PeakWithAlignmentAndSeveralLifetimes) {
  Mix mix;
  mix.alignment = mix.gaps = true;
  sweep(mix, {Objective::TotalPeak}, 300, 100);
}
TEST(SolverProperty, PeakWithEverything) {
  Mix mix;
  mix.separations = mix.colocations = mix.exclusions = mix.pins = true;
  mix.reserved = mix.gaps = mix.alignment = true;
  sweep(mix, {Objective::TotalPeak}, 500, 100);
}

// The least sharing cost within the capacity.
TEST(SolverProperty, CostWithinCapacity) {
  Mix mix;
  mix.buffers = 5;
  mix.capacity = 8;
  mix.costs = true;
  sweep(mix, {Objective::CapacityOverflow, Objective::ReuseCost}, 400, 100);
}
TEST(SolverProperty, CostWithEverything) {
  Mix mix;
  mix.capacity = 9;
  mix.costs = mix.separations = mix.colocations = mix.exclusions = true;
  mix.pins = mix.reserved = mix.gaps = mix.alignment = true;
  sweep(mix, {Objective::CapacityOverflow, Objective::ReuseCost}, 500, 95);
}

// Sizes without a common divisor: far more offsets than a coarse grid has. A
// thousand times a small problem, less a few bytes for each buffer, has the
// same packings as the small one, which the oracle solves.
TEST(SolverProperty, CostOnFineGrid) {
  std::mt19937 random(11);
  Mix mix;
  mix.buffers = 6;
  mix.capacity = 7;
  mix.costs = mix.separations = true;
  unsigned fitting = 0, proved = 0, paid = 0;
  for (unsigned i = 0; i < 200; ++i) {
    Problem problem = randomProblem(mix, random);
    problem.objectives = {Objective::CapacityOverflow, Objective::ReuseCost};
    Answer answer = bruteForce(problem);
    for (Pool &pool : problem.pools)
      pool.capacity = *pool.capacity * 1000;
    for (Buffer &buffer : problem.buffers)
      buffer.size = buffer.size * 1000 - int64_t(random() % 7);
    Solution solution = solve(problem);
    ASSERT_EQ(solution.fits(), answer.fits)
        << "random problem " << i << ": " << getName(solution.status)
        << (solution.errors.empty() ? "" : solution.errors.front());
    if (!answer.fits)
      continue;
    EXPECT_GE(solution.reuseCost, answer.values[1]) << "random problem " << i;
    EXPECT_LE(solution.objectives[1].lowerBound, answer.values[1]);
    ++fitting;
    proved += solution.status == Status::Proved;
    paid += answer.values[1] > 0;
    if (solution.status == Status::Proved) {
      EXPECT_EQ(solution.reuseCost, answer.values[1]) << "random problem " << i;
    }
  }
  EXPECT_GT(paid, 20u);
  EXPECT_EQ(proved, fitting);
}

// Later terms only decide between solutions equal in the earlier ones.
TEST(SolverProperty, LexicographicOrders) {
  Mix mix;
  mix.costs = true;
  mix.capacity = 9;
  sweep(mix, {Objective::TotalPeak, Objective::ReuseCost}, 300, 95);
  sweep(mix, {Objective::ReuseCost, Objective::TotalPeak}, 300, 50);
}

// Buffers that may go to either of two pools.
TEST(SolverProperty, PoolChoice) {
  Mix mix;
  mix.pools = 2;
  mix.capacity = 6;
  sweep(mix, {Objective::TotalPeak, Objective::MaxPeak}, 200, 100);
  sweep(mix, {Objective::MaxPeak, Objective::TotalPeak}, 200, 100);
}

// Equal problems give equal results, also when the budget ends the search.
TEST(SolverProperty, Deterministic) {
  std::mt19937 random(7);
  Mix mix;
  mix.buffers = 40;
  mix.capacity = 64;
  mix.costs = mix.separations = true;
  for (int64_t limit : {10, 1000, 20000}) {
    Problem problem = randomProblem(mix, random);
    problem.objectives = {Objective::CapacityOverflow, Objective::ReuseCost,
                          Objective::TotalPeak};
    SolverOptions options;
    options.nodeLimit = limit;
    Solution first = solve(problem, options), second = solve(problem, options);
    EXPECT_EQ(first.status, second.status);
    EXPECT_EQ(first.nodes, second.nodes);
    EXPECT_EQ(first.reuseCost, second.reuseCost);
    ASSERT_EQ(first.placements.size(), second.placements.size());
    for (unsigned i = 0; i < first.placements.size(); ++i)
      EXPECT_EQ(first.placements[i].offset, second.placements[i].offset);
  }
}

// Every planner obeys the rules, on larger problems than brute force can do.
TEST(SolverProperty, AllPlannersObeyTheRules) {
  std::mt19937 random(99);
  Mix mix;
  mix.buffers = 30;
  mix.capacity = 400;
  mix.separations = mix.exclusions = mix.reserved = true;
  mix.gaps = mix.alignment = mix.costs = true;
  for (unsigned i = 0; i < 30; ++i) {
    Problem problem = randomProblem(mix, random);
    problem.objectives = {Objective::CapacityOverflow, Objective::ReuseCost};
    for (Planner planner : {Planner::Exact, Planner::Heuristic,
                            Planner::FirstFit, Planner::BestFit}) {
      SolverOptions options;
      options.planner = planner;
      options.nodeLimit = 20000;
      Solution solution = solve(problem, options);
      ASSERT_FALSE(solution.placements.empty()) << getName(planner);
      ValidationOptions validation;
      validation.ignoreCapacity = !solution.fits();
      EXPECT_TRUE(validate(problem, solution, validation).empty());
    }
  }
}
