//===- ModelRun.cpp - cycles of a kernel on the core model ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ModelRun.h"

#include "pypto/CoreModel/Builder.h"
#include "pypto/CoreModel/Engine.h"
#include "pypto/Sync/Rules.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <ctime>

using namespace pypto;
using namespace pypto::sync;
using namespace pypto::sync::bench;
using coremodel::Operand;
using coremodel::ProgramBuilder;

static constexpr unsigned kTensors = 3;
static constexpr int64_t kTensorBytes = 64 << 20;
static constexpr Arch kArch = Arch::A2A3;

namespace {
/// Writes a kernel as a program of the core model.
class Emitter {
public:
  explicit Emitter(const BenchKernel &kernel)
      : kernel(kernel), b(target::Target::get(kArch)) {
    std::vector<coremodel::Param> params(kTensors);
    b.beginFunction("bench", kernel.kind, params);
    for (const BenchTile &tile : kernel.tiles)
      tiles.push_back(b.tile(tile.desc, tile.fractal));
    element = b.newReg();
  }

  void emitBlock(BlockId block, bool drainAlways) {
    for (NodeId id : kernel.program.blocks[block].nodes) {
      for (const SyncInstruction &sync : before[id])
        emitSync(sync);
      const Node &node = kernel.program.nodes[id];
      if (node.kind == NodeKind::Instruction) {
        emit(id);
        if (drainAlways)
          b.barrierAll();
      } else if (node.kind == NodeKind::Loop) {
        emitLoop(id, drainAlways);
      } else {
        emitSync(node.sync);
      }
      for (const SyncInstruction &sync : after[id])
        emitSync(sync);
    }
  }

  void emit(NodeId id) {
    const BenchInstruction &inst = kernel.instructions[id];
    b.setLoc(b.loc("bench", id + 1));
    if (!inst.name) {
      coremodel::Inst &read = b.add(coremodel::InstKind::GetVal);
      read.type = kernel.tiles[inst.tiles[0]].desc.type;
      read.imm = tiles[inst.tiles[0]];
      read.b = b.constant(0);
      read.dst = element;
      return;
    }
    coremodel::TileInst tileInst;
    tileInst.pipe = kernel.program.nodes[id].pipe;
    const std::vector<Access> &accesses = kernel.program.nodes[id].accesses;
    for (size_t i = 0; i < inst.tiles.size(); ++i) {
      tileInst.tile[i] = tiles[inst.tiles[i]];
      tileInst.access[i] =
          accesses[i].isWrite ? coremodel::AccessWrite : coremodel::AccessRead;
    }
    tileInst.numTiles = static_cast<uint8_t>(inst.tiles.size());
    if (inst.hasScalar) {
      tileInst.scalar[0].isFloat = true;
      tileInst.scalar[0].imm = 0.5;
      tileInst.scalar[0].type = coremodel::DType::F32;
      tileInst.numScalars = 1;
    }
    if (inst.tensor >= 0) {
      tileInst.gmWrite = !accesses.front().isWrite;
      tileInst.gm = window(inst);
    }
    if (!b.emit(inst.name, tileInst)) {
      std::fprintf(stderr, "%s: %s\n", kernel.name.c_str(), b.error().c_str());
      std::exit(1);
    }
    if (inst.tensor >= 0)
      b.scalar("addi", inst.tensor, inst.tensor,
               b.constant(bytesOf(inst.tiles[0])));
  }

  void emitSync(const SyncInstruction &sync) {
    switch (sync.kind) {
    case SyncKind::Set:
      return b.setFlag(sync.from, sync.to, eventId(sync));
    case SyncKind::Wait:
      return b.waitFlag(sync.from, sync.to, eventId(sync));
    case SyncKind::Barrier:
      return b.barrier(sync.from);
    case SyncKind::BarrierAll:
      return b.barrierAll();
    }
  }

  std::unique_ptr<coremodel::Program> finish() {
    b.endFunction();
    return b.finish();
  }

  std::map<NodeId, std::vector<SyncInstruction>> before, after;

private:
  /// With several ids, that of the current iteration.
  Operand eventId(const SyncInstruction &sync) {
    if (!sync.isRotating())
      return Operand::constant(sync.id);
    int32_t id = b.newReg();
    b.scalar("remui", id, counters.at(sync.loop), b.constant(sync.idCount));
    if (sync.id != 0)
      b.scalar("addi", id, id, b.constant(sync.id));
    return Operand::inReg(id);
  }

  int64_t bytesOf(size_t tile) const {
    const coremodel::TileDesc &desc = kernel.tiles[tile].desc;
    return int64_t(desc.rows) * desc.cols * coremodel::sizeOf(desc.type);
  }

  /// The next rows of the tensor, whose pointer the code moves on.
  int32_t window(const BenchInstruction &inst) {
    const coremodel::TileDesc &tile = kernel.tiles[inst.tiles[0]].desc;
    coremodel::GmDesc desc;
    desc.type = tile.type;
    desc.rank = 2;
    desc.base = Operand::inReg(inst.tensor);
    desc.size[0] = Operand::constant(tile.rows);
    desc.size[1] = Operand::constant(tile.cols);
    desc.stride[0] = Operand::constant(tile.cols);
    desc.stride[1] = Operand::constant(1);
    return b.gm(desc);
  }

  void emitLoop(NodeId id, bool drainAlways) {
    int32_t i = b.newReg(), more = b.newReg();
    b.copy(i, b.constant(0));
    counters[id] = i;
    int32_t top = b.newLabel(), end = b.newLabel();
    b.place(top);
    b.scalar("cmpi.slt", more, i, b.constant(kernel.trips.at(id)));
    b.branchZero(more, end);
    emitBlock(kernel.program.nodes[id].blocks[0], drainAlways);
    b.scalar("addi", i, i, b.constant(1));
    b.jump(top);
    b.place(end);
  }

  const BenchKernel &kernel;
  ProgramBuilder b;
  std::vector<int32_t> tiles;
  std::map<NodeId, int32_t> counters; ///< iterations of each loop
  int32_t element = 0;
};
} // namespace

static coremodel::RunResult execute(coremodel::Engine &engine, bool trace,
                                    bool checkRaces) {
  // Cycles only: no data is read, so one page of it is enough.
  static std::vector<uint8_t> tensor(kTensorBytes);
  std::vector<coremodel::HostArg> args;
  for (unsigned t = 0; t < kTensors; ++t)
    args.push_back(coremodel::HostArg::buffer(
        tensor.data(), coremodel::DType::F32, {kTensorBytes / 4}));
  coremodel::RunOptions options;
  options.functional = false;
  options.trace = trace;
  options.checkRaces = checkRaces;
  return engine.run(args, options);
}

static std::unique_ptr<coremodel::Program>
emitAll(const BenchKernel &kernel, const std::vector<PlacedSync> &plan,
        bool drainAlways) {
  Emitter emitter(kernel);
  for (const PlacedSync &sync : plan)
    (sync.before ? emitter.before : emitter.after)[sync.anchor].push_back(
        sync.sync);
  emitter.emitBlock(Program::body(), drainAlways);
  return emitter.finish();
}

/// Says on standard error why a run failed; false then.
static bool check(const BenchKernel &kernel,
                  const coremodel::RunResult &result) {
  if (!result.ok())
    std::fprintf(stderr, "%s: [%s] %s\n", kernel.name.c_str(),
                 result.error.code.c_str(), result.error.message.c_str());
  return result.ok();
}

std::optional<double>
bench::observerNanoseconds(const BenchKernel &kernel,
                           const std::vector<PlacedSync> &plan) {
  auto program = emitAll(kernel, plan, false);
  coremodel::Engine engine(*program);
  double best[2] = {1e30, 1e30};
  uint64_t instructions = 0;
  for (int round = 0; round < 7; ++round)
    for (bool checkRaces : {false, true}) {
      std::clock_t start = std::clock();
      coremodel::RunResult result =
          execute(engine, /*trace=*/false, checkRaces);
      if (!check(kernel, result))
        return std::nullopt;
      double seconds = double(std::clock() - start) / CLOCKS_PER_SEC;
      best[checkRaces] = std::min(best[checkRaces], seconds);
      instructions = result.report.instructions;
    }
  return 1e9 * (best[1] - best[0]) / double(instructions);
}

double bench::runOnModel(const BenchKernel &kernel,
                         const std::vector<PlacedSync> &plan,
                         bool drainAlways) {
  auto program = emitAll(kernel, plan, drainAlways);
  coremodel::Engine engine(*program);
  coremodel::RunResult result = execute(engine, false, true);
  return check(kernel, result) ? result.report.cycles : -1;
}

namespace {
struct Cost {
  double busy = 0;    ///< until the pipe accepts the next instruction
  double latency = 0; ///< until the result is there
};

/// List scheduling of the instructions in program order.
class IdealSchedule {
public:
  explicit IdealSchedule(const BenchKernel &kernel) : kernel(kernel) {
    for (NodeId id = 0; id < kernel.program.nodes.size(); ++id)
      costs.push_back(measure(id));
    lastWrite.resize(kernel.tiles.size());
    lastRead.resize(kernel.tiles.size());
    lastWriter.resize(kernel.tiles.size());
    lastReader.resize(kernel.tiles.size());
    knownAt.emplace_back();
  }

  double run() {
    runBlock(Program::body());
    return *std::max_element(done.begin(), done.end());
  }

private:
  using Ends = std::array<double, kNumPipes>;
  /// Numbers of executed instructions, per pipe; 0: none.
  using Clock = std::array<uint32_t, kNumPipes>;

  /// From a run of nothing but this instruction, in its steady state.
  Cost measure(NodeId id) {
    const Node &node = kernel.program.nodes[id];
    Cost cost;
    if (node.kind != NodeKind::Instruction)
      return cost;
    if (node.pipe == Pipe::S) {
      cost.busy = cost.latency =
          target::Target::get(kArch).control.ubScalarAccess.value;
      return cost;
    }
    constexpr size_t kRuns = 24, kFrom = 8;
    Emitter emitter(kernel);
    for (size_t i = 0; i < kRuns; ++i)
      emitter.emit(id);
    auto program = emitter.finish();
    coremodel::Engine engine(*program);
    auto result = execute(engine, true, false);
    const auto &trace = result.report.trace;
    if (!result.ok() || trace.size() != kRuns) {
      std::fprintf(stderr, "%s\n", result.error.message.c_str());
      std::exit(1);
    }
    cost.busy =
        (trace[kRuns - 1].start - trace[kFrom].start) / (kRuns - 1 - kFrom);
    cost.latency = trace[kRuns - 1].end - trace[kRuns - 1].start;
    return cost;
  }

  void runBlock(BlockId block) {
    for (NodeId id : kernel.program.blocks[block].nodes) {
      const Node &node = kernel.program.nodes[id];
      if (node.kind == NodeKind::Instruction)
        runInstruction(id);
      else if (node.kind == NodeKind::Loop)
        for (int64_t i = 0; i < kernel.trips.at(id); ++i) {
          // Comparison, branch, count and jump.
          ready[static_cast<size_t>(Pipe::S)] += 4 * control.scalarOp.value;
          runBlock(node.blocks[0]);
        }
    }
  }

  /// Events that the instruction has to wait for, each a set and a wait: those
  /// of the transitive reduction, taking the latest first.
  unsigned countEvents(const Node &node) {
    size_t pipe = static_cast<size_t>(node.pipe);
    Clock needed = {};
    for (const Access &access : node.accesses)
      for (size_t other = 0; other < kNumPipes; ++other) {
        uint32_t last = lastWriter[access.memory][other];
        if (access.isWrite)
          last = std::max(last, lastReader[access.memory][other]);
        needed[other] = std::max(needed[other], last);
      }
    needed[pipe] = 0;
    unsigned events = 0;
    auto learn = [](Clock &clock, const Clock &other) {
      for (size_t p = 0; p < kNumPipes; ++p)
        clock[p] = std::max(clock[p], other[p]);
    };
    for (;;) {
      size_t latest = pipe;
      for (size_t other = 0; other < kNumPipes; ++other)
        if (needed[other] > known[pipe][other] &&
            needed[other] > needed[latest])
          latest = other;
      if (latest == pipe)
        break;
      ++events;
      learn(known[pipe], knownAt[needed[latest]]);
      // What the scalar unit has waited for, everybody may rely on.
      if (node.pipe == Pipe::S)
        for (Clock &clock : known)
          learn(clock, known[pipe]);
    }
    // What this instruction's own completion will say.
    uint32_t number = static_cast<uint32_t>(knownAt.size());
    knownAt.push_back(known[pipe]);
    knownAt.back()[pipe] = number;
    for (const Access &access : node.accesses)
      (access.isWrite ? lastWriter : lastReader)[access.memory][pipe] = number;
    return events;
  }

  void runInstruction(NodeId id) {
    const Node &node = kernel.program.nodes[id];
    size_t pipe = static_cast<size_t>(node.pipe);
    // The scalar unit issues in program order, also what others execute, and
    // moves the windows on.
    double &issue = ready[static_cast<size_t>(Pipe::S)];
    issue += control.issue.value;
    if (kernel.instructions[id].tensor >= 0)
      issue += control.scalarOp.value;
    issue += control.flagIssue.value * 2 * countEvents(node);
    double start = std::max(ready[pipe], issue);
    auto require = [&](const Ends &ends, bool isAfterWrite) {
      for (size_t other = 0; other < kNumPipes; ++other) {
        if (ends[other] <= 0)
          continue;
        if (other != pipe)
          start = std::max(start, ends[other] + visibility);
        else if (isAfterWrite && needsBarrierAfterWrite(kArch, node.pipe))
          start = std::max(start, ends[other]);
      }
    };
    for (const Access &access : node.accesses) {
      require(lastWrite[access.memory], true);
      if (access.isWrite)
        require(lastRead[access.memory], false);
    }
    double finish = std::max(start + costs[id].latency, done[pipe]);
    for (const Access &access : node.accesses)
      (access.isWrite ? lastWrite : lastRead)[access.memory][pipe] = finish;
    ready[pipe] = start + costs[id].busy;
    done[pipe] = finish;
  }

  const BenchKernel &kernel;
  const target::ControlCost &control = target::Target::get(kArch).control;
  const double visibility = control.flagVisibility.value;
  std::vector<Cost> costs;
  Ends ready = {}, done = {};
  std::vector<Ends> lastWrite, lastRead;     ///< by memory
  std::vector<Clock> lastWriter, lastReader; ///< by memory
  std::array<Clock, kNumPipes> known = {};
  std::vector<Clock> knownAt; ///< by number of instruction
};
} // namespace

double bench::runIdeal(const BenchKernel &kernel) {
  return IdealSchedule(kernel).run();
}
