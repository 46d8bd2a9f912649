//===- Machine.cpp - set-up, event loop and errors of a run -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Machine.h"
#include "pypto/CoreModel/Engine.h"
#include <algorithm>

namespace pypto::coremodel {

uint64_t HostArg::bytes() const {
  uint64_t n = sizeOf(type);
  for (int64_t extent : shape)
    n *= static_cast<uint64_t>(extent);
  return n;
}

Engine::Engine(const Program &program) : machine(new Machine(program)) {}
Engine::~Engine() = default;
RunResult Engine::run(const std::vector<HostArg> &args,
                      const RunOptions &options) {
  return machine->run(args, options);
}

Machine::Machine(const Program &program)
    : program(program), target(*program.target) {
  for (CoreKind kind : {CoreKind::AIC, CoreKind::AIV})
    for (unsigned i = 0; i < target.numCores(kind); ++i) {
      cores.push_back(std::make_unique<Core>());
      cores.back()->kind = kind;
      cores.back()->index = static_cast<uint32_t>(cores.size() - 1);
      cores.back()->kindIndex = i;
    }
}

void Machine::schedule(double time, EventKind kind, uint32_t core,
                       uint8_t pipe) {
  heap.push_back({time, seq++, core, kind, pipe});
  // At equal times data moves before anything starts, then order of creation.
  std::push_heap(heap.begin(), heap.end(), [](const Event &a, const Event &b) {
    if (a.time != b.time)
      return a.time > b.time;
    if (a.kind != b.kind)
      return a.kind > b.kind;
    return a.seq > b.seq;
  });
}

void Machine::fail(const char *code, std::string message, uint32_t loc,
                   ErrorFacts facts) {
  if (failed)
    return;
  failed = true;
  result.error.code = code;
  result.error.message = std::move(message);
  result.error.loc = program.locs[loc];
  result.error.facts = std::move(facts);
}

static std::string describe(const Param &param) {
  if (param.kind == Param::Pointer)
    return "a buffer of " + std::string(toString(param.type));
  return param.kind == Param::Integer ? "an integer" : "a number";
}

bool Machine::bindArgs(const std::vector<HostArg> &args,
                       std::vector<Reg> &regs) {
  const Function &entry = program.functions[static_cast<size_t>(program.entry)];
  if (args.size() != entry.params.size()) {
    fail("PYPTO-E0801",
         "'" + entry.name + "' takes " + std::to_string(entry.params.size()) +
             " arguments, got " + std::to_string(args.size()),
         entry.loc);
    return false;
  }
  for (size_t i = 0; i < args.size(); ++i) {
    const Param &param = entry.params[i];
    const HostArg &arg = args[i];
    bool matches = param.kind == Param::Pointer
                       ? arg.kind == HostArg::Buffer && arg.type == param.type
                   : param.kind == Param::Integer ? arg.kind == HostArg::Integer
                                                  : arg.kind != HostArg::Buffer;
    bool negative = std::any_of(arg.shape.begin(), arg.shape.end(),
                                [](int64_t n) { return n < 0; });
    if (!matches || negative ||
        (arg.kind == HostArg::Buffer && !arg.data && arg.bytes() > 0)) {
      std::string got = arg.kind == HostArg::Buffer
                            ? "a buffer of " + std::string(toString(arg.type))
                        : arg.kind == HostArg::Integer ? "an integer"
                                                       : "a number";
      if (negative)
        got = "a buffer with a negative extent";
      fail("PYPTO-E0801",
           "argument " + std::to_string(i) +
               (param.name.empty() ? "" : " ('" + param.name + "')") + " of '" +
               entry.name + "' is " + describe(param) + ", got " + got,
           entry.loc);
      return false;
    }
    for (const ExtentReg &extent : entry.extents)
      if (extent.param == static_cast<int32_t>(i) &&
          extent.dim >= static_cast<int32_t>(arg.shape.size())) {
        fail("PYPTO-E0801",
             "argument " + std::to_string(i) + " of '" + entry.name +
                 "' needs at least " + std::to_string(extent.dim + 1) +
                 " dimensions, got " + std::to_string(arg.shape.size()),
             entry.loc);
        return false;
      }
    Reg reg;
    reg.i = arg.integer;
    if (param.kind == Param::Float)
      reg.f = roundTo(param.type, arg.kind == HostArg::Float
                                      ? arg.real
                                      : static_cast<double>(arg.integer));
    if (param.kind == Param::Pointer)
      reg.i = static_cast<int64_t>(
          gm.base(gm.addBuffer(arg.bytes(), &arg, static_cast<int32_t>(i))));
    regs.push_back(reg);
  }
  return true;
}

bool Machine::setup(const std::vector<HostArg> &args) {
  std::vector<Reg> regs;
  if (!bindArgs(args, regs))
    return false;
  const Function &entry = program.functions[static_cast<size_t>(program.entry)];
  control = entry.kind == FunctionKind::Control;
  if (control) {
    gm.freeze();
    return startControl(entry, std::move(regs), args);
  } else {
    if (options.blocks < 1) {
      fail("PYPTO-E0801",
           "the number of blocks is " + std::to_string(options.blocks),
           entry.loc, {"1 or more", "pass blocks=1 or more"});
      return false;
    }
    Task task;
    task.function = program.entry;
    task.args = std::move(regs);
    task.blocks = options.blocks;
    tasks.push_back(std::move(task));
    unfinishedTasks = 1;
    schedule(0, EventKind::Ready, 0);
  }
  gm.freeze();
  return true;
}

RunResult Machine::run(const std::vector<HostArg> &args,
                       const RunOptions &runOptions) {
  options = runOptions;
  if (options.maxInstructions == 0)
    options.maxInstructions = std::numeric_limits<uint64_t>::max();
  executed = 0;
  result = RunResult();
  failed = false;
  now = 0;
  seq = 0;
  flagSets = signals = placements = 0;
  heap.clear();
  tasks.clear();
  unfinishedTasks = 0;
  controlState = ControlState();
  groups.clear();
  transfers.clear();
  transferEngineFree = 0;
  readyTasks.clear();
  returnedAddresses.clear();
  warned.clear();
  checked.assign(program.tileInsts.size(), Extents());
  reaches.clear();
  loads.clear();
  std::fill(&pathBytes[0][0], &pathBytes[0][0] + sizeof(pathBytes) / 8, 0);
  freeCores[0].clear();
  freeCores[1].clear();
  for (auto it = cores.rbegin(); it != cores.rend(); ++it) {
    Core &core = **it;
    freeCores[core.kind == CoreKind::AIC ? 0 : 1].push_back(core.index);
    core.eventPending = false;
    if (core.used) {
      for (PipeState &p : core.pipes)
        p.clear();
      // A run that failed may leave events set.
      if (core.flagsSet)
        std::fill(&core.flags[0][0][0],
                  &core.flags[0][0][0] + kNumPipes * kNumPipes * kMaxEvents,
                  EventFlag());
      core.snapshots.clear();
    }
    core.flagsSet = 0;
    core.used = false;
    core.busy = 0;
    core.state = FrontEndState::Idle;
    core.group = nullptr;
  }
  const target::ControlCost &cost = target.control;
  bool timing = options.timing;
  scalarCost = timing ? cost.scalarOp.value : 1;
  issueCost = timing ? cost.issue.value : 1;
  flagIssue = timing ? cost.flagIssue.value : 1;
  visibility = timing ? cost.flagVisibility.value : 0;
  crossLatency = timing ? cost.crossCoreFlag.value : 0;
  barrierTail = 0;
  vectorOverlap = timing ? 10 : 0.5;
  // How early the next instruction fetches is not guaranteed either.
  if (options.seed)
    vectorOverlap *= 1 + static_cast<double>(options.seed % 8);
  queueDepth = std::min<unsigned>(cost.queueDepth, kQueueSlots);
  gm.reset(target.gm);
  fluid.reset(target.perCycle(target.gm.l2BytesPerSecond),
              target.perCycle(target.gm.hbmBytesPerSecond));
  schedulers.assign(std::max(1u, target.runtime.schedulers.value), 0);
  races.reset();
  if (options.checkRaces)
    races = std::make_unique<RaceObserver>(
        program, gm, cores.size(),
        [this](int32_t from, int32_t to) { return taskReaches(from, to); },
        [this](int32_t task) { return tasks[static_cast<size_t>(task)].loc; });
  if (setup(args)) {
    loop();
  }
  if (!failed && unfinishedTasks)
    reportDeadlock();
  reportRaces();
  if (!failed) {
    if (options.functional)
      gm.copyBack();
    collectReturned();
    summarise();
  }
  return std::move(result);
}

void Machine::failEndless(uint32_t loc) {
  fail("PYPTO-E0803",
       "the program does not end: " + std::to_string(options.maxInstructions) +
           " instructions were executed, and this one is next",
       loc,
       {"", "check the bounds of its loops, or raise the limit "
            "(pypto-run --max-instructions, RunConfig.max_instructions)"});
}

bool Machine::interrupted() {
  if (!options.interrupted || !options.interrupted())
    return false;
  fail("PYPTO-E0813", "the run was interrupted", {});
  return true;
}

void Machine::loop() {
  auto later = [](const Event &a, const Event &b) {
    if (a.time != b.time)
      return a.time > b.time;
    if (a.kind != b.kind)
      return a.kind > b.kind;
    return a.seq > b.seq;
  };
  for (uint64_t steps = 1; !failed; ++steps) {
    if (steps % 1024 == 0 && interrupted())
      return;
    double flowEnd = fluid.nextEnd();
    if (heap.empty() || flowEnd <= heap.front().time) {
      if (flowEnd == std::numeric_limits<double>::infinity())
        return;
      now = flowEnd;
      uint32_t tag = fluid.popEnd();
      endFlow(*cores[tag / kNumPipes], static_cast<uint8_t>(tag % kNumPipes));
      continue;
    }
    std::pop_heap(heap.begin(), heap.end(), later);
    Event event = heap.back();
    heap.pop_back();
    now = event.time;
    switch (event.kind) {
    case EventKind::Complete:
      complete(*cores[event.core], event.pipe);
      break;
    case EventKind::Transfer:
      finishTransfer(event.core);
      break;
    case EventKind::FlowStart:
      startFlow(*cores[event.core], event.pipe);
      break;
    case EventKind::FrontEnd:
      cores[event.core]->eventPending = false;
      frontEnd(*cores[event.core]);
      break;
    case EventKind::Ready:
      taskReady(static_cast<int32_t>(event.core));
      break;
    case EventKind::Control:
      runControl();
      break;
    case EventKind::Dispatch:
      readyTasks.push_back(static_cast<int32_t>(event.core));
      dispatch();
      break;
    }
  }
}

/// The races that were found become the run's error, unless it has one: also a
/// run that hangs may have them, as their consequence or not.
void Machine::reportRaces() {
  if (!races)
    return;
  result.races = races->takeRaces();
  races.reset();
  if (failed || result.races.empty())
    return;
  const Race &first = result.races.front();
  failed = true;
  result.error = {first.code, first.message, first.later, {"", first.help}};
  if (size_t more = result.races.size() - 1)
    result.error.message += " (and " + std::to_string(more) + " more)";
}

/// Whether task \p to starts after task \p from has ended, because of its
/// dependencies.
bool Machine::taskReaches(int32_t from, int32_t to) {
  if (from >= to)
    return false;
  auto [known, isNew] = reaches.try_emplace({from, to}, false);
  if (!isNew)
    return known->second;
  std::vector<int32_t> open{to};
  std::set<int32_t> visited;
  bool found = false;
  while (!open.empty() && !found) {
    int32_t task = open.back();
    open.pop_back();
    for (int32_t before : tasks[static_cast<size_t>(task)].predecessors) {
      found |= before == from;
      // Dependencies lead to tasks submitted earlier.
      if (before > from && visited.insert(before).second)
        open.push_back(before);
    }
  }
  reaches[{from, to}] = found;
  return found;
}

/// The tile that the scalar unit waits for, at a FIFO.
static uint64_t waitedTile(const Core &core) {
  const Inst &at = core.function->code[core.pc];
  auto ring = static_cast<size_t>(at.imm);
  bool isRing = at.kind == InstKind::RingNext;
  return isRing && ring < core.ringIssued.size() ? core.ringIssued[ring] : 0;
}

/// Nothing can happen any more, but blocks are unfinished.
void Machine::reportDeadlock() {
  auto flagName = [](unsigned src, unsigned dst, unsigned id) {
    return std::string(target::toString(static_cast<Pipe>(src))) + "->" +
           std::string(target::toString(static_cast<Pipe>(dst))) + " event " +
           std::to_string(id);
  };
  std::string message = "deadlock:";
  uint32_t loc = 0;
  unsigned shown = 0;
  for (auto &corePtr : cores) {
    Core &core = *corePtr;
    if (core.state == FrontEndState::Idle || core.state == FrontEndState::Done)
      continue;
    if (++shown > 3) {
      message += " ...";
      break;
    }
    message += " block " + std::to_string(core.block) + " of '" +
               core.function->name + "' on " +
               std::string(target::toString(core.kind)) +
               std::to_string(core.kindIndex) + ":";
    for (unsigned q = 0; q < kNumPipes; ++q) {
      PipeState &p = core.pipes[q];
      if (p.mid == p.tail)
        continue;
      ExecInst &head = p.at(p.mid);
      std::string what;
      if (head.kind == EntryKind::WaitFlag)
        what = flagName(head.peer, q, head.id);
      else if (head.kind == EntryKind::CrossWait)
        what = describeChannel(core, head.id, head.order);
      else if (head.kind == EntryKind::GetBuf)
        what = "buffer " + std::to_string(head.id);
      else
        continue;
      message +=
          " pipe " + std::string(target::toString(static_cast<Pipe>(q))) +
          " waits for " + what + " at " + program.locs[head.loc].str() +
          (head.kind == EntryKind::WaitFlag ? ", which nobody sets;" : ";");
      if (!loc)
        loc = head.loc;
    }
    const Inst &at = core.function->code[core.pc];
    if (core.state == FrontEndState::WaitFlag) {
      message += " the scalar unit waits for " +
                 flagName(core.waitPipe, 0, core.waitId) + ";";
      if (!loc)
        loc = at.loc;
    } else if (core.state == FrontEndState::WaitCross) {
      message += " the scalar unit waits for " +
                 (at.kind == InstKind::SyncAll
                      ? std::string("the other cores of the launch")
                      : describeChannel(core, core.waitId, waitedTile(core))) +
                 " at " + program.locs[at.loc].str() + ";";
      if (!loc)
        loc = at.loc;
    } else if (core.state == FrontEndState::WaitQueue ||
               core.state == FrontEndState::WaitRoom) {
      message +=
          " the scalar unit waits for room in the queue of pipe " +
          std::string(target::toString(static_cast<Pipe>(core.waitPipe))) +
          " at " + program.locs[at.loc].str() + ";";
    } else if (core.state == FrontEndState::WaitAll) {
      message += " the scalar unit waits for all pipes at " +
                 program.locs[at.loc].str() + ";";
    }
  }
  if (!shown)
    message += " tasks wait for each other";
  if (!message.empty() && message.back() == ';')
    message.pop_back();
  fail("PYPTO-E0802", message, loc);
}

} // namespace pypto::coremodel
