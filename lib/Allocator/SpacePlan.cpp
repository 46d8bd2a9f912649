//===- SpacePlan.cpp - addresses for one memory of one kernel ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pypto/Allocator/SpacePlan.h"
#include "Pressure.h"

#include <algorithm>

using namespace pypto::allocator;

static Problem toProblem(const SpaceRequest &request) {
  Problem problem;
  problem.name = request.name;
  Pool pool;
  pool.name = request.name;
  pool.capacity = request.capacity;
  pool.alignment = request.alignment;
  pool.reserved = request.reserved;
  problem.pools.push_back(std::move(pool));
  problem.buffers = request.buffers;
  for (Buffer &buffer : problem.buffers)
    buffer.allowedPools = {0};
  problem.colocations = request.colocations;
  problem.separations = request.separations;
  problem.temporalExclusions = request.temporalExclusions;
  problem.pipelineGroups = request.pipelineGroups;
  problem.sharingCosts = request.sharingCosts;
  problem.objectives = {Objective::CapacityOverflow, Objective::ReuseCost,
                        Objective::TotalPeak};
  return problem;
}

SpacePlan pypto::allocator::planSpace(const SpaceRequest &request,
                                      const SolverOptions &options) {
  Problem problem = toProblem(request);
  Solution solution = solve(problem, options);
  SpacePlan plan;
  plan.status = solution.status;
  plan.errors = std::move(solution.errors);
  plan.nodes = solution.nodes;
  plan.seconds = solution.seconds;
  if (plan.status == Status::Invalid)
    return plan;
  for (const Placement &placement : solution.placements)
    plan.offsets.push_back(placement.offset);
  plan.peak = solution.poolPeaks.empty() ? 0 : solution.poolPeaks.front();
  plan.reuseCost = solution.reuseCost;
  plan.neededBytes =
      solution.poolLowerBounds.empty() ? 0 : solution.poolLowerBounds.front();
  // The search may have proved more than the live bytes.
  for (const ObjectiveValue &term : solution.objectives)
    if (term.objective == Objective::CapacityOverflow && term.lowerBound > 0)
      plan.neededBytes =
          std::max(plan.neededBytes, request.capacity + term.lowerBound);
  plan.pressure = findPressure(problem);
  return plan;
}
