//===- Summarise.cpp - from a finished simulation to a report ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Machine.h"
#include <algorithm>
#include <cmath>

namespace pypto::coremodel {

/// The model's times are fractions of cycles where a rate is one (bytes over
/// bytes per cycle). What happens within a cycle is seen at its end; the small
/// number takes back what sums of such fractions round up.
static double wholeCycles(double cycles) { return std::ceil(cycles - 1e-6); }

static bool isCompute(Pipe pipe) { return pipe == Pipe::V || pipe == Pipe::M; }

void Machine::summarise() {
  Report &report = result.report;
  report.clockMHz = target.clockMHz;
  for (const Task &task : tasks) {
    report.cycles = std::max(report.cycles, wholeCycles(task.end));
    TaskTiming timing;
    timing.kernel =
        task.function < 0
            ? "join"
            : program.functions[static_cast<size_t>(task.function)].name;
    timing.blocks = task.blocks;
    timing.submitCycle = wholeCycles(task.submit);
    timing.startCycle = wholeCycles(std::max(0.0, task.start));
    timing.endCycle = wholeCycles(task.end);
    timing.dependsOn = task.predecessors;
    report.tasks.push_back(std::move(timing));
  }
  report.microseconds = target.cyclesToMicroseconds(report.cycles);

  double busy[2][kNumPipes] = {};
  uint64_t count[2][kNumPipes] = {};
  const Core *longest = nullptr;
  for (auto &core : cores) {
    report.coreNames.push_back(std::string(target::toString(core->kind)) + " " +
                               std::to_string(core->kindIndex));
    if (!core->used)
      continue;
    unsigned k = core->kind == CoreKind::AIC ? 0 : 1;
    ++(k == 0 ? report.aicUsed : report.aivUsed);
    for (unsigned q = 0; q < kNumPipes; ++q) {
      busy[k][q] += core->pipes[q].busy;
      count[k][q] += core->pipes[q].completed;
    }
    if (!longest || core->busy > longest->busy)
      longest = core.get();
  }
  for (unsigned k = 0; k < 2; ++k)
    for (unsigned q = 0; q < kNumPipes; ++q) {
      if (!count[k][q])
        continue;
      PipeUse use;
      use.kind = k == 0 ? CoreKind::AIC : CoreKind::AIV;
      use.pipe = static_cast<Pipe>(q);
      use.busyCycles = wholeCycles(busy[k][q]);
      use.instructions = count[k][q];
      double span = report.cycles * (k == 0 ? report.aicUsed : report.aivUsed);
      use.utilisation = span > 0 ? use.busyCycles / span : 0;
      report.pipes.push_back(use);
    }
  if (longest) {
    unsigned best = 0;
    for (unsigned q = 1; q < kNumPipes; ++q)
      if (longest->pipes[q].busy > longest->pipes[best].busy)
        best = q;
    if (longest->pipes[best].busy >= 0.5 * longest->busy &&
        longest->pipes[best].busy > 0)
      report.bound =
          isCompute(static_cast<Pipe>(best)) ? Bound::Compute : Bound::Move;
  }
  for (unsigned f = 0; f < target::kNumSpaces; ++f)
    for (unsigned t = 0; t < target::kNumSpaces; ++t)
      if (pathBytes[f][t])
        report.paths.push_back(
            {static_cast<Space>(f), static_cast<Space>(t), pathBytes[f][t]});
  for (const auto &[key, counts] : loads)
    if (counts.second > 0)
      report.reloads.push_back(
          {program.locs[key.first], key.second, counts.first, counts.second});
  report.l2HitRate = gm.linesRead ? static_cast<double>(gm.linesHit) /
                                        static_cast<double>(gm.linesRead)
                                  : 0;
}

void Machine::collectReturned() {
  for (size_t i = 0; i < result.returned.size(); ++i) {
    ReturnedTensor &tensor = result.returned[i];
    const GmBuffer *buffer = gm.find(returnedAddresses[i]);
    if (!buffer)
      continue;
    tensor.arg = buffer->arg;
    if (tensor.arg < 0 && options.functional)
      tensor.data.assign(gm.at(buffer->base),
                         gm.at(buffer->base) + buffer->bytes);
  }
}

} // namespace pypto::coremodel
