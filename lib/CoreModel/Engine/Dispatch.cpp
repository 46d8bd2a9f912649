//===- Dispatch.cpp - tasks and blocks get cores ----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Machine.h"
#include <algorithm>
#include <cstring>

namespace pypto::coremodel {

/// Bytes that on-chip memory holds before anything is loaded: not a number in
/// every float type, -1 in integers. Hardware keeps what was there; this makes
/// a value that was never loaded visible and the run repeatable.
static constexpr int kPoison = 0xff;

void Machine::startCore(Core &core, int32_t taskIndex, int32_t functionIndex,
                        double time) {
  Task &task = tasks[static_cast<size_t>(taskIndex)];
  const Function &function =
      program.functions[static_cast<size_t>(functionIndex)];
  for (unsigned s = 0; s < target::kNumSpaces; ++s) {
    uint64_t bytes = program.footprint[s];
    if (bytes == 0)
      continue;
    if (!core.storage[s]) {
      core.storage[s].reset(
          new uint8_t[target.spaces[s].physicalBytes.value + 64]);
      auto address = reinterpret_cast<uintptr_t>(core.storage[s].get());
      core.memory[s] = core.storage[s].get() + ((64 - address % 64) % 64);
    }
    if (options.functional)
      std::memset(core.memory[s], kPoison, bytes);
  }
  core.function = &function;
  core.task = taskIndex;
  core.block = task.nextBlock;
  core.pc = 0;
  core.cache.reset(core.kind == CoreKind::AIC
                       ? target.control.dataCacheAic.value
                       : target.control.dataCacheAiv.value);
  core.drainTime = -1;
  core.regs = function.init;
  std::copy(task.args.begin(), task.args.end(), core.regs.begin());
  auto preset = [&](int32_t reg, int64_t value) {
    if (reg >= 0)
      core.regs[static_cast<size_t>(reg)].i = value;
  };
  preset(function.blockIdx, core.block);
  preset(function.blockNum, task.blocks);
  preset(function.subBlockIdx, core.lane);
  preset(function.subBlockNum, core.group ? target.aivPerAic.value : 1);
  for (PipeState &p : core.pipes) {
    p.free = p.lastEnd = p.floor = time;
    p.busyUntil = time;
  }
  if (races)
    races->beginBlock(core.index, taskIndex, core.block, function);
  for (LoadHistory &loaded : core.loaded)
    loaded.clear();
  core.used = true;
  core.incoming.clear();
  core.ringIssued.clear();
  core.ringFreed.clear();
  core.ringPopped.clear();
  for (auto &rounds : core.roundsEntered)
    std::fill(std::begin(rounds), std::end(rounds), 0);
  std::fill(std::begin(core.requested), std::end(core.requested), 0);
  for (std::vector<double> &released : core.released)
    released.clear();
  core.start = core.time = time;
  core.state = FrontEndState::Running;
  if (task.start < 0)
    task.start = time;
  wakeFrontEnd(core, time);
}

/// Vector cores that a block of a pair takes.
unsigned Machine::numLanes(const Function &function) const {
  const Function &other =
      program.functions[static_cast<size_t>(function.partner)];
  return function.firstLaneOnly || other.firstLaneOnly ? 1
                                                       : target.aivPerAic.value;
}

/// How many blocks the device runs at a time.
int64_t Machine::numPlaces(const Function &function) const {
  bool isVector = function.partner < 0 && function.kind != FunctionKind::Cube;
  return target.numCores(isVector ? CoreKind::AIV : CoreKind::AIC);
}

/// How many blocks may start now.
int64_t Machine::freePlaces(const Function &function) const {
  const std::vector<uint32_t> &aic = freeCores[0], &aiv = freeCores[1];
  if (function.partner < 0)
    return static_cast<int64_t>(
        (function.kind == FunctionKind::Cube ? aic : aiv).size());
  return std::count_if(aic.begin(), aic.end(), [&](uint32_t cube) {
    return areLanesFree(cube, numLanes(function));
  });
}

/// True if the first `lanes` vector cores of a cube core are free.
bool Machine::areLanesFree(uint32_t cube, unsigned lanes) const {
  const std::vector<uint32_t> &aiv = freeCores[1];
  uint32_t first = target.numAic.value + cube * target.aivPerAic.value;
  for (unsigned lane = 0; lane < lanes; ++lane)
    if (std::find(aiv.begin(), aiv.end(), first + lane) == aiv.end())
      return false;
  return true;
}

/// Takes the cores of one block out of the free lists: one core, or a cube core
/// and its vector cores. False when they are not free.
bool Machine::takeCores(const Function &function, Core *taken[3]) {
  std::vector<uint32_t> &aic = freeCores[0], &aiv = freeCores[1];
  taken[0] = taken[1] = taken[2] = nullptr;
  if (function.partner < 0) {
    auto &free = function.kind == FunctionKind::Cube ? aic : aiv;
    if (free.empty())
      return false;
    // The lowest free core, unless a seed shuffles.
    size_t pick = free.size() - 1;
    if (options.seed)
      pick = static_cast<size_t>(jitter(uint64_t(4) << 32, placements++)) %
             free.size();
    taken[0] = cores[free[pick]].get();
    free.erase(free.begin() + static_cast<std::ptrdiff_t>(pick));
    return true;
  }
  unsigned lanes = numLanes(function);
  for (auto it = aic.rbegin(); it != aic.rend(); ++it) {
    if (!areLanesFree(*it, lanes))
      continue;
    uint32_t first = target.numAic.value + *it * target.aivPerAic.value;
    taken[0] = cores[*it].get();
    for (unsigned lane = 0; lane < lanes; ++lane) {
      taken[1 + lane] = cores[first + lane].get();
      aiv.erase(std::find(aiv.begin(), aiv.end(), first + lane));
    }
    aic.erase(std::next(it).base());
    return true;
  }
  return false;
}

void Machine::startBlock(Core &core, int32_t taskIndex, double time) {
  Task &task = tasks[static_cast<size_t>(taskIndex)];
  core.group = nullptr;
  core.lane = 0;
  startCore(core, taskIndex, task.function, time);
  ++task.nextBlock;
}

/// Starts the functions of a pair together.
void Machine::startGroup(Core *taken[3], int32_t taskIndex, double time) {
  Task &task = tasks[static_cast<size_t>(taskIndex)];
  const Function &function =
      program.functions[static_cast<size_t>(task.function)];
  bool cubeFirst = function.kind == FunctionKind::Cube;
  int32_t cube = cubeFirst ? task.function : function.partner;
  int32_t vector = cubeFirst ? function.partner : task.function;
  groups.push_back(std::make_unique<Group>());
  Group &group = *groups.back();
  group.aic = taken[0];
  for (unsigned i = 0; i < 3; ++i) {
    if (!taken[i])
      continue;
    taken[i]->group = &group;
    taken[i]->lane = i == 2;
    if (i > 0)
      group.aiv[i - 1] = taken[i];
    ++group.running;
  }
  for (unsigned i = 0; i < 3; ++i)
    if (taken[i])
      startCore(*taken[i], taskIndex, i == 0 ? cube : vector, time);
  ++task.nextBlock;
}

/// Gives free cores to blocks of ready tasks, in order of readiness. A task
/// whose blocks start at once waits until there are cores for all of them.
void Machine::dispatch() {
  const target::RuntimeCost &cost = target.runtime;
  auto cycles = [&](double ns) { return ns * target.clockMHz.value / 1000; };
  size_t kept = 0;
  for (size_t i = 0; i < readyTasks.size(); ++i) {
    int32_t index = readyTasks[i];
    Task &task = tasks[static_cast<size_t>(index)];
    const Function &function =
        program.functions[static_cast<size_t>(task.function)];
    Core *taken[3];
    if (task.together && task.nextBlock == 0 &&
        freePlaces(function) < task.blocks) {
      readyTasks[kept++] = index;
      continue;
    }
    while (task.nextBlock < task.blocks && takeCores(function, taken)) {
      double start = now + jitter(uint64_t(5) << 32, placements);
      if (control && options.timing)
        start += cycles(cost.doorbellNs + cost.dispatchNs + cost.startNs +
                        (taken[0]->used ? cost.coreSwitchNs.value : 0));
      if (function.partner < 0)
        startBlock(*taken[0], index, start);
      else
        startGroup(taken, index, start);
    }
    if (task.nextBlock < task.blocks)
      readyTasks[kept++] = index;
  }
  readyTasks.resize(kept);
}

/// Part of a scheduler thread's work on a task that precedes its start; the
/// rest follows its end (3-6 of 5-10 us are dispatch).
static constexpr double kDispatchShare = 0.6;

/// True if the task's condition does not hold. Without data the condition is
/// unknown and the task runs.
bool Machine::isSkipped(const Task &task) {
  const Predicate *predicate = task.predicate;
  if (!predicate || !options.functional)
    return false;
  int64_t element = loadAsInt(predicate->type, gm.at(task.predicateAddress));
  switch (predicate->relation) {
  case CmpMode::EQ:
    return element != predicate->value;
  case CmpMode::NE:
    return element == predicate->value;
  case CmpMode::LT:
    return element >= predicate->value;
  case CmpMode::LE:
    return element > predicate->value;
  case CmpMode::GT:
    return element <= predicate->value;
  case CmpMode::GE:
    return element < predicate->value;
  }
  return false;
}

/// A scheduler thread takes the task up.
void Machine::taskReady(int32_t taskIndex) {
  Task &task = tasks[static_cast<size_t>(taskIndex)];
  double begin = now;
  if (control && options.timing) {
    double work = target.runtime.scheduleNs * target.clockMHz.value / 1000;
    auto thread = std::min_element(schedulers.begin(), schedulers.end());
    begin = std::max(now, *thread);
    *thread = begin + work;
    begin += work * kDispatchShare;
  }
  if (task.blocks == 0 || isSkipped(task)) {
    task.blocks = 0;
    task.start = begin;
    return finishTask(taskIndex, begin);
  }
  schedule(begin, EventKind::Dispatch, static_cast<uint32_t>(taskIndex));
}

void Machine::finishTask(int32_t taskIndex, double time) {
  Task &task = tasks[static_cast<size_t>(taskIndex)];
  --unfinishedTasks;
  task.end = std::max(task.end, time);
  task.finished = true;
  double seen = time;
  if (control && options.timing)
    seen += (target.runtime.completionNs +
             target.runtime.scheduleNs * (1 - kDispatchShare)) *
            target.clockMHz.value / 1000;
  for (int32_t next : task.successors) {
    Task &successor = tasks[static_cast<size_t>(next)];
    successor.ready = std::max(successor.ready, seen);
    if (--successor.waitingFor == 0)
      schedule(successor.ready, EventKind::Ready, static_cast<uint32_t>(next));
  }
  task.seen = seen;
  if (!task.wakesControl)
    return;
  controlState.cycle = std::max(controlState.cycle, seen);
  if (--controlState.waitingFor == 0)
    schedule(controlState.cycle, EventKind::Control, 0);
}

/// An event that a kernel leaves set.
void Machine::leftSet(Core &core, Pipe from, Pipe to, unsigned id,
                      uint32_t loc) {
  std::string message =
      "event " + std::string(target::toString(from)) + "->" +
      std::string(target::toString(to)) + " id " + std::to_string(id) +
      " is still set at the end of kernel '" + core.function->name +
      "' (set at " + program.locs[loc].str() +
      "): on hardware it would disturb the next kernel";
  if (races)
    races->add({"PYPTO-E0835", std::move(message), program.locs[loc],
                program.locs[loc], Space::DDR, 0, 0,
                "add the pto.wait_flag that belongs to it"});
  else
    result.report.warnings.push_back(std::move(message));
}

void Machine::releaseCore(Core &core) {
  warnOfLeftSignals(core);
  core.state = FrontEndState::Idle;
  core.group = nullptr;
  auto &free = freeCores[core.kind == CoreKind::AIC ? 0 : 1];
  // Lowest index last, so that the same cores are used again.
  auto at = std::upper_bound(free.begin(), free.end(), core.index,
                             std::greater<uint32_t>());
  free.insert(at, core.index);
}

void Machine::finishBlock(Core &core) {
  Task &task = tasks[static_cast<size_t>(core.task)];
  if (core.flagsSet) {
    for (unsigned s = 0; s < kNumPipes; ++s)
      for (unsigned d = 0; d < kNumPipes; ++d)
        for (unsigned id = 0; id < kMaxEvents; ++id) {
          EventFlag &flag = core.flags[s][d][id];
          if (!flag.count)
            continue;
          if (core.block == 0)
            leftSet(core, static_cast<Pipe>(s), static_cast<Pipe>(d), id,
                    flag.loc[0]);
          flag.count = 0;
        }
    core.flagsSet = 0;
  }
  if (races)
    races->endBlock(core.index);
  core.snapshots.clear();
  core.busy += core.time - core.start;
  task.end = std::max(task.end, core.time);
  if (Group *group = core.group) {
    // The cores of a group become free together; until then others may still
    // write into this one's memory.
    if (--group->running)
      return;
    for (Core *member : {group->aic, group->aiv[0], group->aiv[1]})
      if (member)
        releaseCore(*member);
  } else {
    releaseCore(core);
  }
  if (++task.doneBlocks == task.blocks)
    finishTask(core.task, core.time);
  dispatch();
}

} // namespace pypto::coremodel
