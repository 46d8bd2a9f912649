//===- Names.cpp - spellings of the allocator's enumerations ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pypto/Allocator/Solver.h"

using namespace pypto::allocator;

const char *pypto::allocator::getName(Objective objective) {
  switch (objective) {
  case Objective::CapacityOverflow:
    return "capacity_overflow";
  case Objective::TotalPeak:
    return "total_peak";
  case Objective::MaxPeak:
    return "max_peak";
  case Objective::ReuseCost:
    return "reuse_cost";
  }
  return "";
}

const char *pypto::allocator::getName(Status status) {
  switch (status) {
  case Status::Proved:
    return "proved";
  case Status::SearchStopped:
    return "search stopped";
  case Status::Infeasible:
    return "infeasible";
  case Status::NotFound:
    return "not found";
  case Status::Invalid:
    return "invalid";
  }
  return "";
}

static constexpr Planner kPlanners[] = {Planner::Exact, Planner::Heuristic,
                                        Planner::FirstFit, Planner::BestFit};

const char *pypto::allocator::getName(Planner planner) {
  switch (planner) {
  case Planner::Exact:
    return "exact";
  case Planner::Heuristic:
    return "heuristic";
  case Planner::FirstFit:
    return "first-fit";
  case Planner::BestFit:
    return "best-fit";
  }
  return "";
}

std::optional<Planner> pypto::allocator::parsePlanner(const std::string &name) {
  for (Planner planner : kPlanners)
    if (name == getName(planner))
      return planner;
  return std::nullopt;
}
