//===- TaskRuntime.cpp - the control function submits tasks -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The control function runs ahead on the orchestrator's clock: each submission
// takes its time there, and gives a task with its dependencies. Where it asks
// for an element of a tensor it waits for the tasks that write the tensor;
// where it writes one, for all tasks that use the tensor.
//
// Dependencies follow the runtime: a reader waits for the last writers of a
// tensor, a writer for the last writers. A writer does not wait for earlier
// readers; a program says that with InOut or an explicit dependency, as the
// pass pypto-order-task-reads does where the author did not. Iterations of a
// parallel loop do not wait for each other: the loop says that they are
// independent. In a manual scope, and for arguments that are left out, tensors
// are neither looked up nor recorded: only explicit dependencies count.
//
//===----------------------------------------------------------------------===//

#include "Machine.h"
#include <algorithm>

namespace pypto::coremodel {

/// True if the tasks belong to different iterations of one parallel loop.
static bool areSiblings(const Task &a, const Task &b) {
  for (size_t i = 0; i < std::min(a.marks.size(), b.marks.size()); ++i) {
    if (a.marks[i].loop != b.marks[i].loop)
      return false;
    if (a.marks[i].iteration != b.marks[i].iteration)
      return true;
  }
  return false;
}

/// True if whatever waits for `newer` need not wait for `older`, a writer of
/// the same tensor: `newer` has waited for it, and is in no parallel loop whose
/// other iterations have still to wait for it.
static bool isCovered(const Task &older, const Task &newer) {
  if (older.marks.size() < newer.marks.size())
    return false;
  return std::equal(newer.marks.begin(), newer.marks.end(), older.marks.begin(),
                    [](const auto &a, const auto &b) {
                      return a.loop == b.loop && a.iteration == b.iteration;
                    });
}

void Machine::addDependencies(int32_t index) {
  Task &task = tasks[static_cast<size_t>(index)];
  auto &list = task.predecessors;
  std::sort(list.begin(), list.end());
  list.erase(std::unique(list.begin(), list.end()), list.end());
  for (int32_t before : list) {
    Task &predecessor = tasks[static_cast<size_t>(before)];
    if (predecessor.finished) {
      task.ready = std::max(task.ready, predecessor.seen);
      continue;
    }
    predecessor.successors.push_back(index);
    ++task.waitingFor;
  }
  ++unfinishedTasks;
  if (task.waitingFor == 0)
    schedule(std::max(task.ready, now), EventKind::Ready,
             static_cast<uint32_t>(index));
}

bool Machine::bindReturned(const Function &function, uint32_t loc) {
  const Reg *regs = controlState.regs.data();
  for (const TensorResult &source : function.results) {
    ReturnedTensor tensor;
    tensor.type = source.type;
    uint64_t bytes = sizeOf(source.type);
    for (const Operand &extent : source.shape) {
      tensor.shape.push_back(extent.get(regs));
      bytes *= static_cast<uint64_t>(tensor.shape.back());
    }
    bytes /= packingOf(source.type);
    auto address = static_cast<uint64_t>(source.base.get(regs));
    const GmBuffer *buffer = gm.find(address);
    if (buffer && (buffer->base != address || buffer->bytes != bytes)) {
      fail("PYPTO-E0811", "'" + function.name + "' returns a part of a tensor",
           loc,
           {"a whole tensor", "return the tensor itself, or copy the part "
                              "into a tensor of its own"});
      return false;
    }
    returnedAddresses.push_back(address);
    result.returned.push_back(std::move(tensor));
  }
  return true;
}

bool Machine::startControl(const Function &function, std::vector<Reg> args,
                           const std::vector<HostArg> &hostArgs) {
  controlState.function = &function;
  std::vector<Reg> &regs = controlState.regs;
  regs = function.init;
  std::copy(args.begin(), args.end(), regs.begin());
  for (const ExtentReg &extent : function.extents)
    regs[static_cast<size_t>(extent.reg)].i =
        hostArgs[static_cast<size_t>(extent.param)]
            .shape[static_cast<size_t>(extent.dim)];
  return runControl();
}

/// Goes on until the function ends or waits; false after an error.
bool Machine::runControl() {
  ControlState &state = controlState;
  const Function &function = *state.function;
  Reg *regs = state.regs.data();
  state.cycle = std::max(state.cycle, now);
  for (;; ++executed) {
    const Inst &inst = function.code[state.pc];
    if (executed >= options.maxInstructions) {
      failEndless(inst.loc);
      return false;
    }
    if (++state.steps % 65536 == 0 && interrupted())
      return false;
    switch (inst.kind) {
    case InstKind::Scalar:
      inst.fn(regs, inst);
      break;
    case InstKind::Jump:
      state.pc = static_cast<uint32_t>(inst.imm);
      continue;
    case InstKind::BranchZero:
      if (regs[inst.a].i == 0) {
        state.pc = static_cast<uint32_t>(inst.imm);
        continue;
      }
      break;
    case InstKind::End:
      gm.freeze();
      return bindReturned(function, inst.loc);
    case InstKind::LoadGm:
    case InstKind::StoreGm: {
      gm.freeze();
      bool waits = false;
      if (!controlAccess(inst, waits))
        return false;
      if (waits)
        return true;
      break;
    }
    case InstKind::Host:
      if (!hostInst(program.hostInsts[static_cast<size_t>(inst.imm)], inst.loc))
        return false;
      break;
    default:
      fail("PYPTO-E0812",
           "the control function contains an instruction of a core", inst.loc);
      return false;
    }
    ++state.pc;
  }
}

/// One element of a tensor, by the orchestrator; `waits` if tasks that use the
/// tensor have still to end.
bool Machine::controlAccess(const Inst &inst, bool &waits) {
  ControlState &state = controlState;
  Reg *regs = state.regs.data();
  bool write = inst.kind == InstKind::StoreGm;
  unsigned size = sizeOf(inst.type);
  auto lo = static_cast<uint64_t>(regs[inst.a].i + regs[inst.b].i * size);
  GmBuffer *buffer = gm.find(lo);
  if (!buffer || lo + size > buffer->base + buffer->bytes) {
    failElement(inst, regs);
    return false;
  }
  auto index = static_cast<size_t>(buffer - gm.all().data());
  if (index < state.uses.size()) {
    auto &uses = state.uses[index];
    for (int32_t use : write ? uses.all : uses.writers) {
      Task &task = tasks[static_cast<size_t>(use)];
      if (task.finished) {
        state.cycle = std::max(state.cycle, task.seen);
      } else if (!task.wakesControl) {
        task.wakesControl = true;
        ++state.waitingFor;
      }
    }
    waits = state.waitingFor > 0;
    if (waits)
      return true;
    if (write)
      uses.all.clear();
  }
  bool real = isFloat(inst.type);
  uint8_t *memory = gm.at(lo);
  if (!write) {
    if (!options.functional)
      regs[inst.dst].i = 0;
    else if (real)
      regs[inst.dst].f = loadAsDouble(inst.type, memory);
    else
      regs[inst.dst].i = loadAsInt(inst.type, memory);
    return true;
  }
  buffer->dirtyLo = std::min(buffer->dirtyLo, lo);
  buffer->dirtyHi = std::max(buffer->dirtyHi, lo + size);
  if (real)
    storeDouble(inst.type, memory, regs[inst.c].f);
  else
    storeInt(inst.type, memory, regs[inst.c].i);
  return true;
}

bool Machine::hostInst(const HostInst &host, uint32_t loc) {
  ControlState &state = controlState;
  switch (host.kind) {
  case HostInst::TensorCreate:
    return createTensor(host, loc);
  case HostInst::Submit:
  case HostInst::Join:
    return submit(host, loc);
  case HostInst::ParallelBegin:
    state.marks.push_back({state.numLoops++, 0});
    return true;
  case HostInst::ParallelIteration:
    ++state.marks.back().iteration;
    return true;
  case HostInst::ParallelEnd:
    state.marks.pop_back();
    return true;
  }
  return false;
}

bool Machine::createTensor(const HostInst &host, uint32_t loc) {
  Reg *regs = controlState.regs.data();
  uint64_t bytes = sizeOf(host.type);
  for (const Operand &extent : host.shape) {
    int64_t n = extent.get(regs);
    if (n < 0) {
      fail("PYPTO-E0807", "a tensor with extent " + std::to_string(n), loc,
           {"an extent of 0 or more", "bound it: pl.max(0, extent)"});
      return false;
    }
    if (__builtin_mul_overflow(bytes, static_cast<uint64_t>(n), &bytes))
      bytes = UINT64_MAX;
  }
  bytes /= packingOf(host.type);
  if (uint64_t wanted = gm.tooLargeWith(bytes)) {
    fail("PYPTO-E0807",
         "with this tensor the program has " + std::to_string(wanted) +
             " bytes of tensors, more than the memory of this machine",
         loc,
         {"", "make fewer or smaller ones, or make them once before a loop"});
    return false;
  }
  keep();
  int32_t buffer = gm.addBuffer(bytes, nullptr, -1, loc);
  if (host.fill)
    gm.setFill(buffer, host.type, host.init);
  regs[host.dst].i = static_cast<int64_t>(gm.base(buffer));
  return true;
}

/// Gives the task its arguments, and the dependencies that follow from them.
bool Machine::trackArguments(const HostInst &host, Task &task, int32_t index,
                             uint32_t loc) {
  ControlState &state = controlState;
  const Function &callee =
      program.functions[static_cast<size_t>(host.function)];
  if (task.blocks < 0) {
    fail("PYPTO-E0801",
         "kernel '" + callee.name + "' launched on " +
             std::to_string(task.blocks) + " blocks",
         loc, {"0 blocks or more", "bound their number: pl.max(0, blocks)"});
    return false;
  }
  if (int64_t places = numPlaces(callee);
      task.together && task.blocks > places) {
    fail("PYPTO-E0802",
         "kernel '" + callee.name + "' launched on " +
             std::to_string(task.blocks) +
             " blocks that start at once (sync_start) never starts",
         loc,
         {"at most " + std::to_string(places) +
              " blocks, for which the device has cores",
          "launch fewer blocks and let each do more, or leave out "
          "sync_start"});
    return false;
  }
  state.uses.resize(gm.all().size());
  auto usesOf = [&](size_t arg) -> ControlState::Use * {
    bool untracked = host.manual || (!host.noDep.empty() && host.noDep[arg]);
    if (untracked || callee.params[arg].kind != Param::Pointer)
      return nullptr;
    GmBuffer *buffer = gm.find(static_cast<uint64_t>(task.args[arg].i));
    return buffer ? &state.uses[static_cast<size_t>(buffer - gm.all().data())]
                  : nullptr;
  };
  for (size_t i = 0; i < host.args.size(); ++i) {
    task.args.push_back(state.regs[static_cast<size_t>(host.args[i])]);
    ControlState::Use *use = usesOf(i);
    if (!use)
      continue;
    for (int32_t writer : use->writers)
      if (!areSiblings(tasks[static_cast<size_t>(writer)], task))
        task.predecessors.push_back(writer);
    if (use->all.empty() || use->all.back() != index)
      use->all.push_back(index);
  }
  for (size_t i = 0; i < host.args.size(); ++i) {
    bool writes =
        host.writes.empty() ? callee.params[i].writes : host.writes[i];
    ControlState::Use *use = writes ? usesOf(i) : nullptr;
    if (!use || (!use->writers.empty() && use->writers.back() == index))
      continue;
    auto older = [&](int32_t writer) {
      return isCovered(tasks[static_cast<size_t>(writer)], task);
    };
    use->writers.erase(
        std::remove_if(use->writers.begin(), use->writers.end(), older),
        use->writers.end());
    use->writers.push_back(index);
  }
  return true;
}

/// The task waits for what writes the element that decides whether it runs.
bool Machine::addPredicate(const HostInst &host, Task &task, int32_t index,
                           uint32_t loc) {
  task.predicate = &host.predicate;
  task.predicateAddress = static_cast<uint64_t>(
      host.predicate.address.get(controlState.regs.data()));
  GmBuffer *buffer = gm.find(task.predicateAddress);
  if (!buffer || task.predicateAddress + sizeOf(host.predicate.type) >
                     buffer->base + buffer->bytes) {
    fail("PYPTO-E0807", "the element of a predicate is outside its tensor", loc,
         {"an element of the tensor", "bound its indices with pl.min"});
    return false;
  }
  auto position = static_cast<size_t>(buffer - gm.all().data());
  if (host.manual)
    return true;
  controlState.uses.resize(gm.all().size());
  ControlState::Use &use = controlState.uses[position];
  for (int32_t writer : use.writers)
    if (writer != index &&
        !areSiblings(tasks[static_cast<size_t>(writer)], task))
      task.predecessors.push_back(writer);
  // The control function must not change the element before it is looked at.
  if (use.all.empty() || use.all.back() != index)
    use.all.push_back(index);
  return true;
}

bool Machine::submit(const HostInst &host, uint32_t loc) {
  ControlState &state = controlState;
  // Cores may start to work before the control function ends.
  gm.freeze();
  keep();
  auto index = static_cast<int32_t>(tasks.size());
  bool join = host.kind == HostInst::Join;
  Task task;
  task.function = join ? -1 : host.function;
  task.loc = loc;
  task.marks = state.marks;
  task.blocks = join ? 0 : host.blocks.get(state.regs.data());
  task.together = host.together;
  if (options.timing)
    state.cycle += target.runtime.submitNs * target.clockMHz.value / 1000;
  task.submit = task.ready = state.cycle;
  // The predicate first: the task itself may write the tensor.
  if (host.predicate.present && !addPredicate(host, task, index, loc))
    return false;
  if (!join && !trackArguments(host, task, index, loc))
    return false;
  for (int32_t reg : host.deps) {
    int64_t dep = state.regs[static_cast<size_t>(reg)].i;
    if (dep >= 0 && dep < index)
      task.predecessors.push_back(static_cast<int32_t>(dep));
  }
  tasks.push_back(std::move(task));
  addDependencies(index);
  if (host.dst >= 0)
    state.regs[static_cast<size_t>(host.dst)].i = index;
  return true;
}

} // namespace pypto::coremodel
