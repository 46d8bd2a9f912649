//===- CheckProblemTest.cpp - malformed problems are named ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pypto/Allocator/Solver.h"
#include "gtest/gtest.h"
#include <functional>

using namespace pypto::allocator;

static Problem good() {
  Problem problem;
  problem.pools.resize(1);
  problem.pools[0].name = "Vec";
  problem.pools[0].capacity = 64;
  for (const char *id : {"x", "y"}) {
    Buffer buffer;
    buffer.id = id;
    buffer.size = 8;
    buffer.allowedPools = {0};
    buffer.live = {{0, 1}};
    problem.buffers.push_back(buffer);
  }
  return problem;
}

// Each change makes one fault, and the message says where.
TEST(CheckProblem, Faults) {
  struct Case {
    const char *text;
    std::function<void(Problem &)> spoil;
  };
  const Case cases[] = {
      {"'x': size is 0", [](Problem &p) { p.buffers[0].size = 0; }},
      {"'y': size is -4", [](Problem &p) { p.buffers[1].size = -4; }},
      {"'x': size is", [](Problem &p) { p.buffers[0].size = INT64_MAX; }},
      {"'x': alignment is 0", [](Problem &p) { p.buffers[0].alignment = 0; }},
      {"'x': has no lifetime", [](Problem &p) { p.buffers[0].live.clear(); }},
      {"'x': lifetime [3, 3)",
       [](Problem &p) {
         p.buffers[0].live = {{3, 3}};
       }},
      {"'x': lifetime [5, 2)",
       [](Problem &p) {
         p.buffers[0].live = {{5, 2}};
       }},
      {"'x': has no allowed pool",
       [](Problem &p) { p.buffers[0].allowedPools.clear(); }},
      {"pool number 7", [](Problem &p) { p.buffers[0].allowedPools = {7}; }},
      {"id 'x'; ids must be unique", [](Problem &p) { p.buffers[1].id = "x"; }},
      {"pinned to offset -1",
       [](Problem &p) { p.buffers[0].pinnedOffset = -1; }},
      {"no pinned offset",
       [](Problem &p) { p.buffers[0].pinnedExclusive = true; }},
      {"capacity is -1", [](Problem &p) { p.pools[0].capacity = -1; }},
      {"pool 'Vec': alignment", [](Problem &p) { p.pools[0].alignment = 0; }},
      {"reserved range [4, 4)",
       [](Problem &p) {
         p.pools[0].reserved = {{4, 4}};
       }},
      {"separation names buffer number 2",
       [](Problem &p) {
         p.separations = {{0, 2}};
       }},
      {"colocation pairs buffer 'y' with itself",
       [](Problem &p) {
         p.colocations = {{1, 1}};
       }},
      {"sharing cost is -1",
       [](Problem &p) {
         p.sharingCosts = {{0, 1, -1}};
       }},
      {"pipeline group names buffer number 9",
       [](Problem &p) {
         p.pipelineGroups.resize(1);
         p.pipelineGroups[0].members = {{9, 0}};
       }},
      {"'max_peak' is repeated",
       [](Problem &p) {
         p.objectives = {Objective::MaxPeak, Objective::MaxPeak};
       }},
  };
  EXPECT_TRUE(checkProblem(good()).empty());
  for (const Case &c : cases) {
    Problem problem = good();
    c.spoil(problem);
    std::vector<std::string> errors = checkProblem(problem);
    ASSERT_EQ(errors.size(), 1u) << c.text;
    EXPECT_NE(errors[0].find(c.text), std::string::npos) << errors[0];
    EXPECT_EQ(solve(problem).status, Status::Invalid);
  }
}

// Rules that contradict each other are no fault of form: nothing fits.
TEST(CheckProblem, ContradictionsAreInfeasible) {
  Problem problem = good();
  problem.colocations = {{0, 1}};
  problem.separations = {{0, 1}};
  EXPECT_EQ(solve(problem).status, Status::Infeasible);

  problem = good();
  problem.buffers[0].pinnedOffset = 0;
  problem.buffers[1].pinnedOffset = 4;
  EXPECT_EQ(solve(problem).status, Status::Infeasible);
  problem.buffers[1].live = {{1, 2}};
  EXPECT_EQ(solve(problem).status, Status::Proved);

  problem.buffers[1].alignment = 16;
  EXPECT_EQ(solve(problem).status, Status::Infeasible);
}

TEST(CheckProblem, PlannerNames) {
  for (Planner planner : {Planner::Exact, Planner::Heuristic, Planner::FirstFit,
                          Planner::BestFit})
    EXPECT_EQ(parsePlanner(getName(planner)), planner);
  EXPECT_EQ(parsePlanner("best"), std::nullopt);
}
