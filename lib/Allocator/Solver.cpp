//===- Solver.cpp - lexicographic optimisation over all pools ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Once it is known which pool every buffer is in, the pools only interact
// through the objective. All terms but the largest peak are sums, and a sum is
// least when each pool is at its own least, so the terms are taken one after
// the other and each becomes a limit on every pool for the terms after it.
//
//===----------------------------------------------------------------------===//

#include "pypto/Allocator/Solver.h"
#include "PoolAssignment.h"
#include "PoolSearch.h"
#include "pypto/Allocator/Validator.h"

#include <algorithm>

using namespace pypto::allocator;

namespace {
class Driver {
public:
  Driver(const Problem &problem, const SolverOptions &options, Budget &budget,
         const std::vector<unsigned> &assignment)
      : problem(problem), assignment(assignment) {
    for (unsigned p = 0; p < problem.pools.size(); ++p) {
      std::vector<unsigned> buffers;
      for (unsigned i = 0; i < assignment.size(); ++i)
        if (assignment[i] == p)
          buffers.push_back(i);
      pools.emplace_back(buildPoolModel(problem, p, buffers), options.planner,
                         budget);
    }
    overflow.assign(pools.size(), 0);
  }

  Solution run() {
    for (PoolSearch &pool : pools)
      if (pool.model().contradictory) {
        Solution solution;
        solution.status = Status::Infeasible;
        return solution;
      }
    fitCapacities();
    for (Objective term : problem.objectives)
      minimize(term);
    return finish();
  }

private:
  void fitCapacities() {
    for (unsigned p = 0; p < pools.size(); ++p) {
      std::optional<int64_t> capacity = problem.pools[p].capacity;
      if (!capacity) {
        pools[p].minimizeHeight();
        continue;
      }
      // What does not fit is placed as low as possible, to show what is needed.
      PoolSearch &pool = pools[p];
      Outcome outcome = pool.fitWithin(*capacity);
      if (outcome.found)
        continue;
      fits = false;
      provedTooBig |= outcome.lowerBound > *capacity;
      Outcome height = pool.minimizeHeight();
      overflow[p] = height.value - *capacity;
      overflowBound += std::max<int64_t>(
          0, std::max(height.lowerBound, outcome.lowerBound) - *capacity);
      pool.limitHeight(height.value);
    }
  }

  void minimize(Objective term) {
    ObjectiveValue value;
    value.objective = term;
    switch (term) {
    case Objective::CapacityOverflow:
      for (int64_t bytes : overflow)
        value.value += bytes;
      value.lowerBound = overflowBound;
      break;
    case Objective::TotalPeak:
      for (PoolSearch &pool : pools) {
        Outcome outcome = pool.minimizeHeight();
        pool.limitHeight(outcome.value);
        value.value += outcome.value;
        value.lowerBound += outcome.lowerBound;
      }
      break;
    case Objective::MaxPeak:
      for (PoolSearch &pool : pools) {
        Outcome outcome = pool.minimizeHeight();
        value.value = std::max(value.value, outcome.value);
        value.lowerBound = std::max(value.lowerBound, outcome.lowerBound);
      }
      for (PoolSearch &pool : pools)
        pool.limitHeight(value.value);
      break;
    case Objective::ReuseCost:
      for (PoolSearch &pool : pools) {
        Outcome outcome = pool.minimizeCost();
        pool.limitCost(outcome.value);
        value.value += outcome.value;
        value.lowerBound += outcome.lowerBound;
      }
      break;
    }
    value.lowerBound = std::min(value.lowerBound, value.value);
    terms.push_back(value);
  }

  Solution finish() {
    Solution solution;
    solution.objectives = std::move(terms);
    solution.placements.resize(problem.buffers.size());
    for (unsigned p = 0; p < pools.size(); ++p) {
      const PoolSearch &pool = pools[p];
      const PoolModel &model = pool.model();
      for (unsigned i = 0; i < model.items.size(); ++i)
        for (unsigned member : model.items[i].members)
          solution.placements[member] = {p, pool.offsets()[i]};
      for (unsigned i = 0; i < model.pinned.size(); ++i)
        for (unsigned member : model.pinned[i].members)
          solution.placements[member] = {p, model.pinnedOffsets[i]};
      solution.poolPeaks.push_back(pool.height());
      solution.poolLowerBounds.push_back(pool.heightBound());
      solution.reuseCost += pool.cost();
    }
    restateValues(solution);
    bool proved = std::all_of(
        solution.objectives.begin(), solution.objectives.end(),
        [](const ObjectiveValue &v) { return v.value <= v.lowerBound; });
    if (fits)
      solution.status = proved ? Status::Proved : Status::SearchStopped;
    else
      solution.status = provedTooBig ? Status::Infeasible : Status::NotFound;
    return solution;
  }

  /// A later term may have lowered an earlier one that was not yet proved.
  void restateValues(Solution &solution) const {
    int64_t total = 0, highest = 0, above = 0;
    for (unsigned p = 0; p < pools.size(); ++p) {
      int64_t peak = solution.poolPeaks[p];
      total += peak;
      highest = std::max(highest, peak);
      above +=
          std::max<int64_t>(0, peak - problem.pools[p].capacity.value_or(peak));
    }
    for (ObjectiveValue &term : solution.objectives) {
      switch (term.objective) {
      case Objective::CapacityOverflow:
        term.value = above;
        break;
      case Objective::TotalPeak:
        term.value = total;
        break;
      case Objective::MaxPeak:
        term.value = highest;
        break;
      case Objective::ReuseCost:
        term.value = solution.reuseCost;
        break;
      }
    }
  }

  const Problem &problem;
  const std::vector<unsigned> &assignment;
  std::vector<PoolSearch> pools;
  std::vector<int64_t> overflow;
  int64_t overflowBound = 0;
  std::vector<ObjectiveValue> terms;
  bool fits = true;
  bool provedTooBig = false;
};
} // namespace

/// True if \p a is to be preferred to \p b.
static bool isBetter(const Solution &a, const Solution &b) {
  auto rank = [](const Solution &s) {
    return s.fits() ? 0 : (s.placements.empty() ? 2 : 1);
  };
  if (rank(a) != rank(b))
    return rank(a) < rank(b);
  for (unsigned t = 0; t < a.objectives.size() && t < b.objectives.size(); ++t)
    if (a.objectives[t].value != b.objectives[t].value)
      return a.objectives[t].value < b.objectives[t].value;
  return false;
}

/// Combines what the assignments proved on their own: the best is proved if all
/// of them are and all were tried.
static Status combine(Status best, Status other, bool isComplete) {
  if (best == Status::Proved &&
      (!isComplete || other == Status::SearchStopped ||
       other == Status::NotFound))
    return Status::SearchStopped;
  if (best == Status::Infeasible && (!isComplete || other == Status::NotFound))
    return Status::NotFound;
  return best;
}

Solution pypto::allocator::solve(const Problem &problem,
                                 const SolverOptions &options) {
  Budget budget(options.nodeLimit, options.timeLimit);
  Solution best;
  best.errors = checkProblem(problem);
  if (!best.errors.empty()) {
    best.status = Status::Invalid;
    return best;
  }
  PoolAssignments choices = enumerateAssignments(problem);
  if (choices.assignments.empty())
    best.status = Status::Infeasible;
  std::vector<Status> statuses;
  for (unsigned a = 0; a < choices.assignments.size(); ++a) {
    Solution solution =
        Driver(problem, options, budget, choices.assignments[a]).run();
    statuses.push_back(solution.status);
    if (a == 0 || isBetter(solution, best))
      best = std::move(solution);
  }
  for (Status status : statuses)
    best.status = combine(best.status, status, choices.isComplete);
  best.nodes = budget.used();
  best.seconds = budget.seconds();

  if (best.placements.empty())
    return best;
  ValidationOptions validation;
  validation.ignoreCapacity = !best.fits();
  std::vector<std::string> faults = validate(problem, best, validation);
  if (!faults.empty()) {
    // A fault of the solver must never reach a program.
    best.status = Status::NotFound;
    best.placements.clear();
    best.errors = std::move(faults);
  }
  return best;
}
