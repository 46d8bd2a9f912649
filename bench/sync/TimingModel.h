//===- TimingModel.h - cycles of a synchronised kernel ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Pipes as queues: an instruction occupies its pipe for `busy` cycles and its
// result is there `latency` cycles later. A flag takes kFlagCycles to be seen.
// The figures are round numbers of the right size, not measurements; what is
// compared is schedules of one kernel under the same figures.
//
//===----------------------------------------------------------------------===//

#ifndef PYPTO_BENCH_SYNC_TIMINGMODEL_H
#define PYPTO_BENCH_SYNC_TIMINGMODEL_H

#include "pypto/Sync/Program.h"

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <vector>

namespace pypto::sync::bench {

struct Cost {
  double busy = 100;
  double latency = 20;
};

/// How a run is ordered.
enum class Order {
  Plan,         ///< by the given instructions and the author's own
  EveryBarrier, ///< all pipes are drained after each instruction
  Oracle,       ///< each instruction waits for exactly what it depends on
};

class TimingModel {
public:
  TimingModel(const Program &program, const std::vector<Cost> &costs, Arch arch,
              unsigned trips)
      : program(program), costs(costs), arch(arch), trips(trips) {}

  double run(Order order, const std::vector<PlacedSync> &plan = {}) {
    this->order = order;
    before.assign(program.nodes.size(), {});
    after.assign(program.nodes.size(), {});
    for (const PlacedSync &sync : plan)
      (sync.before ? before : after)[sync.anchor].push_back(sync.sync);
    ready = {};
    done = {};
    flags.clear();
    lastWrite.clear();
    lastRead.clear();
    runBlock(Program::body());
    return *std::max_element(done.begin(), done.end());
  }

private:
  static constexpr double kFlagCycles = 5;

  void runBlock(BlockId block) {
    for (NodeId id : program.blocks[block].nodes) {
      for (const SyncInstruction &sync : before[id])
        runSync(sync);
      const Node &node = program.nodes[id];
      if (node.kind == NodeKind::Instruction)
        runInstruction(id);
      else if (node.kind == NodeKind::Loop)
        for (unsigned trip = 0; trip < trips; ++trip)
          runBlock(node.blocks[0]);
      else if (node.kind == NodeKind::Branch)
        runBlock(node.blocks[branches++ % node.blocks.size()]);
      else
        runSync(node.sync);
      for (const SyncInstruction &sync : after[id])
        runSync(sync);
    }
  }

  bool needsDrain(Pipe pipe) const {
    return pipe == Pipe::MTE2 || pipe == Pipe::MTE3 ||
           (pipe == Pipe::V && arch == Arch::A2A3);
  }

  void runInstruction(NodeId id) {
    const Node &node = program.nodes[id];
    size_t pipe = static_cast<size_t>(node.pipe);
    double start = ready[pipe];
    auto require = [&](const std::array<double, kNumPipes> &ends,
                       bool isAfterWrite) {
      for (size_t other = 0; other < kNumPipes; ++other)
        if (other != pipe)
          start =
              std::max(start, ends[other] > 0 ? ends[other] + kFlagCycles : 0);
        else if (isAfterWrite && needsDrain(node.pipe))
          start = std::max(start, ends[other]);
    };
    if (order == Order::Oracle)
      for (const Access &access : node.accesses) {
        require(lastWrite[access.memory], true);
        if (access.isWrite)
          require(lastRead[access.memory], false);
      }
    double finish = start + costs[id].busy + costs[id].latency;
    for (const Access &access : node.accesses) {
      double &end =
          (access.isWrite ? lastWrite : lastRead)[access.memory][pipe];
      end = std::max(end, finish);
    }
    ready[pipe] = start + costs[id].busy;
    done[pipe] = std::max(done[pipe], finish);
    if (order == Order::EveryBarrier)
      runSync({SyncKind::BarrierAll});
  }

  void runSync(const SyncInstruction &sync) {
    if (order == Order::Oracle)
      return;
    size_t from = static_cast<size_t>(sync.from);
    size_t to = static_cast<size_t>(sync.to);
    double &flag = flags[{from, to, size_t(sync.id)}];
    double all = *std::max_element(done.begin(), done.end());
    switch (sync.kind) {
    case SyncKind::Set:
      flag = std::max(ready[from], done[from]) + kFlagCycles;
      return;
    case SyncKind::Wait:
      ready[to] = std::max(ready[to], flag);
      return;
    case SyncKind::Barrier:
      ready[from] = std::max(ready[from], done[from]);
      return;
    case SyncKind::BarrierAll:
      for (double &time : ready)
        time = std::max(time, all);
      return;
    }
  }

  const Program &program;
  const std::vector<Cost> &costs;
  Arch arch;
  unsigned trips;
  unsigned branches = 0;
  Order order = Order::Plan;
  std::vector<std::vector<SyncInstruction>> before, after;
  std::array<double, kNumPipes> ready = {}, done = {};
  std::map<std::array<size_t, 3>, double> flags;
  std::map<uint32_t, std::array<double, kNumPipes>> lastWrite, lastRead;
};

} // namespace pypto::sync::bench

#endif // PYPTO_BENCH_SYNC_TIMINGMODEL_H
