//===- PipeSimulator.h - run a synchronised kernel with random times ------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Executes one path of a kernel: instructions are issued in program order to
// FIFO pipes, each takes a random time, and flags work as on hardware. Shares
// no code with the planner or the checker: it sees addresses, not analyses.
//
//===----------------------------------------------------------------------===//

#ifndef PYPTO_TEST_UNIT_SYNC_PIPESIMULATOR_H
#define PYPTO_TEST_UNIT_SYNC_PIPESIMULATOR_H

#include "pypto/Sync/Program.h"

#include <algorithm>
#include <array>
#include <map>
#include <random>
#include <string>
#include <vector>

namespace pypto::sync::test {

class PipeSimulator {
public:
  PipeSimulator(const Program &program, Arch arch,
                const std::vector<PlacedSync> &added, unsigned seed)
      : program(program), arch(arch), random(seed) {
    before.resize(program.nodes.size());
    after.resize(program.nodes.size());
    for (const PlacedSync &sync : added)
      (sync.before ? before : after)[sync.anchor].push_back(sync.sync);
  }

  /// Runs once with random trip counts of at most \p maxTrips, random branches
  /// and random times. Returns what went wrong, empty if nothing.
  std::string run(unsigned maxTrips) {
    this->maxTrips = maxTrips;
    runBlock(Program::body());
    for (auto &[key, flag] : flags)
      if (flag.isSet && error.empty())
        error = "a flag is left set at the end";
    return error;
  }
  double endTime() const {
    double end = 0;
    for (double time : done)
      end = std::max(end, time);
    return end;
  }

private:
  struct Touch {
    uint32_t memory;
    int64_t begin, end;
    bool isWrite;
  };
  struct Run {
    NodeId node;
    double start, finish;
    unsigned barriersOfPipe;
    std::vector<Touch> touches;
  };
  struct Flag {
    bool isSet = false;
    double setTime = 0, waitTime = 0;
  };

  double randomTime() {
    // Mostly short, sometimes very long: a long one lets the others run ahead.
    unsigned kind = random() % 8;
    return kind == 0 ? 50 + random() % 1000 : 1 + random() % 8;
  }

  void runBlock(BlockId block) {
    for (NodeId id : program.blocks[block].nodes) {
      for (const SyncInstruction &sync : before[id])
        runSync(sync);
      const Node &node = program.nodes[id];
      switch (node.kind) {
      case NodeKind::Instruction:
        runInstruction(id);
        break;
      case NodeKind::Sync:
        runSync(node.sync);
        break;
      case NodeKind::Branch:
        runBlock(node.blocks[random() % node.blocks.size()]);
        break;
      case NodeKind::Loop: {
        unsigned least = node.mayRunZeroTimes ? 0 : 1;
        unsigned trips = least + random() % (maxTrips + 1 - least);
        for (unsigned trip = 0; trip < trips; ++trip) {
          trip_[id] = trip;
          runBlock(node.blocks[0]);
        }
        break;
      }
      }
      for (const SyncInstruction &sync : after[id])
        runSync(sync);
    }
  }

  Touch resolve(const Access &access) {
    if (access.rotation != kNone) {
      const Rotation &rotation = program.rotations[access.rotation];
      int64_t begin =
          rotation.begins[trip_[rotation.loop] % rotation.begins.size()];
      return {access.memory, begin, begin + rotation.size, access.isWrite};
    }
    if (access.window == kNone)
      return {access.memory, access.begin, access.end, access.isWrite};
    const WindowDim &dim = program.windows[access.window].dims[0];
    int64_t offset = dim.constant;
    for (const Term &term : dim.terms) {
      const Symbol &symbol = program.symbols[term.symbol];
      offset += term.factor * (symbol.min.value_or(0) +
                               symbol.step * int64_t(trip_[symbol.loop]));
    }
    return {access.memory, offset, offset + dim.size, access.isWrite};
  }

  bool keepsOrder(Pipe pipe) const {
    return !(pipe == Pipe::MTE2 || pipe == Pipe::MTE3 ||
             (pipe == Pipe::V && arch == Arch::A2A3) || pipe == Pipe::M);
  }

  void runInstruction(NodeId id) {
    const Node &node = program.nodes[id];
    size_t pipe = static_cast<size_t>(node.pipe);
    Run run{id, std::max(ready[pipe], issue) + randomTime(), 0, 0, {}};
    run.finish = run.start + randomTime();
    for (const Access &access : node.accesses)
      run.touches.push_back(resolve(access));
    for (const Run &other : runs)
      if (other.finish > run.start && error.empty() && conflict(other, run))
        error = "node " + std::to_string(id) + " started at " +
                std::to_string(run.start) + " before node " +
                std::to_string(other.node) + " finished at " +
                std::to_string(other.finish);
    ready[pipe] = keepsOrder(node.pipe) ? run.finish : run.start;
    done[pipe] = std::max(done[pipe], run.finish);
    runs.push_back(std::move(run));
  }

  bool conflict(const Run &a, const Run &b) const {
    const Node &first = program.nodes[a.node], &second = program.nodes[b.node];
    bool same = first.pipe == second.pipe;
    if (same && first.pipe == Pipe::M &&
        !(first.isShortAccumulation && second.isShortAccumulation))
      return false;
    for (const Touch &x : a.touches)
      for (const Touch &y : b.touches)
        if (x.memory == y.memory && x.begin < y.end && y.begin < x.end &&
            (same ? x.isWrite && (first.pipe != Pipe::M || y.isWrite)
                  : x.isWrite || y.isWrite))
          return true;
    return false;
  }

  void runSync(const SyncInstruction &sync) {
    size_t from = static_cast<size_t>(sync.from);
    size_t to = static_cast<size_t>(sync.to);
    size_t id = sync.id;
    if (sync.isRotating())
      id += trip_[sync.loop] % sync.idCount;
    Flag &flag = flags[{from, to, id}];
    switch (sync.kind) {
    case SyncKind::Set: {
      double time = std::max({ready[from], done[from], issue});
      if ((flag.isSet || time < flag.waitTime) && error.empty())
        error = toString(sync) + " while it may be set";
      flag.isSet = true;
      flag.setTime = time;
      return;
    }
    case SyncKind::Wait:
      if (!flag.isSet && error.empty())
        error = toString(sync) + " hangs";
      ready[to] = std::max({ready[to], flag.setTime, issue});
      flag.isSet = false;
      flag.waitTime = ready[to];
      if (sync.to == Pipe::S)
        issue = ready[to];
      return;
    case SyncKind::Barrier:
      ready[from] = std::max(ready[from], done[from]);
      return;
    case SyncKind::BarrierAll:
      for (size_t pipe = 0; pipe < kNumPipes; ++pipe)
        ready[pipe] = std::max(endTime(), maxReady());
      issue = maxReady();
      return;
    }
  }
  double maxReady() const {
    double most = 0;
    for (double time : ready)
      most = std::max(most, time);
    return most;
  }

  const Program &program;
  Arch arch;
  std::mt19937 random;
  unsigned maxTrips = 3;
  std::vector<std::vector<SyncInstruction>> before, after;
  std::map<NodeId, unsigned> trip_;
  std::array<double, kNumPipes> ready = {}, done = {};
  /// When the scalar unit, which issues everything, has passed its last wait.
  double issue = 0;
  std::map<std::array<size_t, 3>, Flag> flags;
  std::vector<Run> runs;
  std::string error;
};

} // namespace pypto::sync::test

#endif // PYPTO_TEST_UNIT_SYNC_PIPESIMULATOR_H
