//===- Report.cpp - figures of a solution -----------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Document.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"

using namespace llvm;
using namespace pypto::allocator;

static StringRef describe(const Solution &solution) {
  switch (solution.status) {
  case Status::Proved:
    return "fits, proved minimal";
  case Status::SearchStopped:
    return "fits, search stopped before a proof";
  case Status::Infeasible:
    return "does not fit (proved)";
  case Status::NotFound:
    return "nothing that fits was found (search stopped)";
  case Status::Invalid:
    return "malformed";
  }
  return "";
}

void pypto::allocator::printSummary(raw_ostream &os, StringRef file,
                                    const Document &document,
                                    const Solution &solution) {
  const Problem &problem = document.problem;
  os << file << ": " << describe(solution)
     << format(", %.4f s, ", solution.seconds) << solution.nodes << " nodes\n";
  for (unsigned p = 0; p < solution.poolPeaks.size(); ++p) {
    const Pool &pool = problem.pools[p];
    os << "  " << pool.name << ": peak " << solution.poolPeaks[p];
    if (pool.capacity)
      os << " of " << *pool.capacity;
    os << " bytes, lower bound " << solution.poolLowerBounds[p] << '\n';
  }
  for (const ObjectiveValue &term : solution.objectives) {
    os << "  " << getName(term.objective) << ' ' << term.value;
    if (term.value == term.lowerBound)
      os << " (proved minimal)\n";
    else
      os << " (not proved; at least " << term.lowerBound << ")\n";
  }
  if (!problem.sharingCosts.empty() && !solution.placements.empty())
    os << "  reuse cost " << solution.reuseCost << '\n';
}

void pypto::allocator::printRecord(raw_ostream &os, StringRef file,
                                   const Document &document,
                                   const Solution &solution) {
  const Problem &problem = document.problem;
  json::OStream out(os);
  out.object([&] {
    out.attribute("file", file);
    out.attribute("buffers", int64_t(problem.buffers.size()));
    out.attribute("costs", int64_t(problem.sharingCosts.size()));
    out.attribute("status", getName(solution.status));
    out.attribute("fits", solution.fits());
    out.attribute("seconds", solution.seconds);
    out.attribute("nodes", solution.nodes);
    out.attribute("reuse_cost", solution.reuseCost);
    out.attributeArray("pools", [&] {
      for (unsigned p = 0; p < solution.poolPeaks.size(); ++p)
        out.object([&] {
          out.attribute("name", problem.pools[p].name);
          out.attribute("peak", solution.poolPeaks[p]);
          out.attribute("lower_bound", solution.poolLowerBounds[p]);
          if (problem.pools[p].capacity)
            out.attribute("capacity", *problem.pools[p].capacity);
        });
    });
    out.attributeArray("objective", [&] {
      for (const ObjectiveValue &term : solution.objectives)
        out.object([&] {
          out.attribute("term", getName(term.objective));
          out.attribute("value", term.value);
          out.attribute("lower_bound", term.lowerBound);
        });
    });
  });
  os << '\n';
}
