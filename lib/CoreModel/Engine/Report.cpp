//===- Report.cpp - a report as text ----------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pypto/CoreModel/Report.h"
#include <cstdio>

namespace pypto::coremodel {

std::string_view toString(Bound bound) {
  switch (bound) {
  case Bound::Compute:
    return "compute";
  case Bound::Move:
    return "move";
  case Bound::Sync:
    return "sync";
  }
  return "";
}

template <typename... Args>
static void append(std::string &out, const char *format, Args... args) {
  char line[256];
  std::snprintf(line, sizeof(line), format, args...);
  out += line;
}

std::string Report::str() const {
  std::string out;
  append(out, "cycles        %.0f (%.3f us at %.0f MHz)\n", cycles,
         microseconds, clockMHz);
  append(out, "cores         %u AIC, %u AIV\n", aicUsed, aivUsed);
  append(out, "instructions  %llu tile, %llu scalar\n",
         static_cast<unsigned long long>(instructions),
         static_cast<unsigned long long>(scalarInstructions));
  append(out, "bound         %s\n", toString(bound).data());
  for (const PipeUse &use : pipes)
    append(out,
           "pipe          %s %-5s %5.1f %%  %.0f cycles, %llu instructions\n",
           target::toString(use.kind).data(), target::toString(use.pipe).data(),
           use.utilisation * 100, use.busyCycles,
           static_cast<unsigned long long>(use.instructions));
  for (const PathBytes &path : paths)
    append(out, "moved         %s->%s %llu bytes\n",
           path.from == Space::DDR ? "GM" : target::toString(path.from).data(),
           path.to == Space::DDR ? "GM" : target::toString(path.to).data(),
           static_cast<unsigned long long>(path.bytes));
  for (const Reload &reload : reloads) {
    append(out, "reloaded      GM->%s %llu of %llu bytes",
           target::toString(reload.to).data(),
           static_cast<unsigned long long>(reload.again),
           static_cast<unsigned long long>(reload.bytes));
    out += " at " + reload.loc.str() +
           (reload.loc.name.empty() ? "" : " ('" + reload.loc.name + "')") +
           "\n";
  }
  append(out, "L2 hit rate   %.1f %%\n", l2HitRate * 100);
  for (size_t i = 0; i < tasks.size() && tasks.size() > 1; ++i)
    append(out, "task          %zu %s x%lld: submit %.0f start %.0f end %.0f\n",
           i, tasks[i].kernel.c_str(), static_cast<long long>(tasks[i].blocks),
           tasks[i].submitCycle, tasks[i].startCycle, tasks[i].endCycle);
  for (const std::string &warning : warnings)
    out += "warning       " + warning + "\n";
  return out;
}

} // namespace pypto::coremodel
