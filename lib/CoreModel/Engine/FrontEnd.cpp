//===- FrontEnd.cpp - the scalar unit issues instructions -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Machine.h"
#include "Print.h"
#include <algorithm>
#include <cstring>

namespace pypto::coremodel {

// How far, in cycles, the scalar unit may be simulated ahead of the pipes. Only
// bounds memory: what it does in between is seen by nobody.
static constexpr double kHorizon = 256;

void Machine::frontEnd(Core &core) {
  const Function &function = *core.function;
  const Inst *code = function.code.data();
  Reg *regs = core.regs.data();
  double t = std::max(core.time, now);
  core.state = FrontEndState::Running;
  for (; !failed; ++executed) {
    const Inst &inst = code[core.pc];
    if (executed >= options.maxInstructions)
      return failEndless(inst.loc);
    if (t > now + kHorizon) {
      core.time = t;
      return wakeFrontEnd(core, t);
    }
    bool isRegister = inst.kind == InstKind::Scalar ||
                      inst.kind == InstKind::Jump ||
                      inst.kind == InstKind::BranchZero;
    if (!isRegister && (!waitScalarUnit(core, t) || !waitForRoom(core, t)))
      return;
    switch (inst.kind) {
    case InstKind::Scalar:
      inst.fn(regs, inst);
      t += scalarCost;
      ++core.pc;
      ++result.report.scalarInstructions;
      continue;
    case InstKind::Jump:
      core.pc = static_cast<uint32_t>(inst.imm);
      t += scalarCost;
      continue;
    case InstKind::BranchZero:
      core.pc =
          regs[inst.a].i == 0 ? static_cast<uint32_t>(inst.imm) : core.pc + 1;
      t += scalarCost;
      continue;
    case InstKind::Tile:
      if (!pushTile(core, inst, t))
        return;
      break;
    case InstKind::SetFlag:
    case InstKind::WaitFlag: {
      uint8_t id;
      if (!eventId(core, inst, id))
        return;
      auto src = static_cast<uint8_t>(inst.dst),
           dst = static_cast<uint8_t>(inst.a);
      bool set = inst.kind == InstKind::SetFlag;
      uint8_t pipe = set ? src : dst;
      if (pipe == static_cast<uint8_t>(Pipe::S)) {
        if (set) {
          if (races)
            races->onSet(core.index, Pipe::S, static_cast<Pipe>(dst), id, 0,
                         inst.loc);
          setFlag(core, src, dst, id, t, inst.loc);
        } else {
          double passed;
          if (!passFlag(core, src, dst, id, t, inst.loc, passed)) {
            core.time = t;
            core.state = FrontEndState::WaitFlag;
            core.waitPipe = src;
            core.waitId = id;
            return;
          }
          if (races)
            races->onWait(core.index, static_cast<Pipe>(src), Pipe::S, id, 0,
                          inst.loc);
          t = passed;
        }
      } else {
        ExecInst &entry = pushControl(
            core, pipe, set ? EntryKind::SetFlag : EntryKind::WaitFlag, t,
            inst.loc);
        entry.peer = set ? dst : src;
        entry.id = id;
        advance(core, pipe);
      }
      t += flagIssue;
      break;
    }
    case InstKind::Barrier: {
      if (inst.dst == kAllPipes) {
        if (!waitAll(core, t))
          return;
      } else if (inst.dst != static_cast<int32_t>(Pipe::S)) {
        auto pipe = static_cast<uint8_t>(inst.dst);
        pushControl(core, pipe, EntryKind::Barrier, t, inst.loc);
        advance(core, pipe);
      }
      t += flagIssue;
      break;
    }
    case InstKind::CrossSet:
    case InstKind::CrossWait:
    case InstKind::RingNext:
    case InstKind::RingDone:
    case InstKind::GetBuf:
    case InstKind::RlsBuf:
    case InstKind::SyncAll:
    case InstKind::ArrayGet:
    case InstKind::ArraySet:
      if (!crossInstruction(core, inst, t))
        return;
      break;
    case InstKind::LoadGm:
    case InstKind::StoreGm:
    case InstKind::GetVal:
    case InstKind::SetVal:
    case InstKind::CacheInvalid:
    case InstKind::AsyncCopy:
    case InstKind::AsyncTest: {
      if (t > now) {
        // Everything that completes before must have moved its data.
        core.time = t;
        return wakeFrontEnd(core, t);
      }
      core.time = t;
      bool async =
          inst.kind == InstKind::AsyncCopy || inst.kind == InstKind::AsyncTest;
      if (async ? !asyncInstruction(core, inst, t)
                : !scalarMemory(core, inst, t))
        return;
      break;
    }
    case InstKind::Observe:
      if (races && !observe(core, inst, t))
        return;
      break;
    case InstKind::Fence:
      if (!waitAll(core, t))
        return;
      t += flagIssue;
      break;
    case InstKind::Print:
      keep();
      result.report.warnings.push_back(formatPrint(
          program.strings[static_cast<size_t>(inst.imm)], isFloat(inst.type),
          inst.a < 0 ? 0.0 : regs[inst.a].f, inst.a < 0 ? 0 : regs[inst.a].i));
      break;
    case InstKind::Trap:
      return fail("PYPTO-E0804", "the kernel executed a trap", inst.loc);
    case InstKind::Host:
      return fail("PYPTO-E0812",
                  "a kernel contains a control-plane instruction", inst.loc);
    case InstKind::End:
      if (!waitAll(core, t) || !drainCache(core, t))
        return;
      core.time = t;
      core.state = FrontEndState::Done;
      ++executed;
      return finishBlock(core);
    }
    ++core.pc;
  }
}

bool Machine::eventId(Core &core, const Inst &inst, uint8_t &id) {
  int64_t value = inst.id.get(core.regs.data());
  if (value < 0 || value >= target.control.eventIds.value) {
    fail("PYPTO-E0805",
         "event id " + std::to_string(value) + " is outside 0.." +
             std::to_string(target.control.eventIds.value - 1),
         inst.loc,
         {"", "use an id of that range, and ids in turn in a loop: "
              "i % " +
                  std::to_string(target.control.eventIds.value)});
    return false;
  }
  id = static_cast<uint8_t>(value);
  return true;
}

/// All pipes have drained; otherwise the scalar unit waits, and is woken by the
/// pipe that changes.
bool Machine::waitAll(Core &core, double &t) {
  double done = t;
  for (PipeState &p : core.pipes) {
    if (p.mid != p.tail || p.flowActive) {
      core.time = t;
      core.state = FrontEndState::WaitAll;
      return false;
    }
    done = std::max(done, p.lastEnd);
  }
  if (done > now) {
    core.time = done;
    core.state = FrontEndState::Running;
    wakeFrontEnd(core, done);
    return false;
  }
  t = std::max(t, done);
  if (races)
    races->onDrain(core.index);
  return true;
}

/// Appends an entry that is no tile instruction to a pipe's queue.
ExecInst &Machine::pushControl(Core &core, uint8_t pipe, EntryKind kind,
                               double time, uint32_t loc) {
  ExecInst &entry = core.pipes[pipe].push();
  entry.kind = kind;
  entry.loc = loc;
  entry.ready = time;
  if (races)
    entry.issued = races->issueView(core.index);
  return entry;
}

/// A loop of the scalar unit over tiles (`tscatter` on the A3) holds up what
/// the unit does next, flags included.
bool Machine::waitScalarUnit(Core &core, double &t) {
  PipeState &p = core.pipes[static_cast<size_t>(Pipe::S)];
  if (p.mid != p.tail || p.flowActive) {
    core.time = t;
    core.state = FrontEndState::WaitAll;
    return false;
  }
  t = std::max(t, p.lastEnd);
  if (p.lastEnd <= now)
    return true;
  core.time = t;
  core.state = FrontEndState::Running;
  wakeFrontEnd(core, t);
  return false;
}

/// A pipe that waits lets flags, barriers and the like pile up behind it. An
/// endless loop of them ends in a deadlock, before memory does.
bool Machine::waitForRoom(Core &core, double t) {
  for (uint8_t q = 0; q < kNumPipes; ++q) {
    if (!core.pipes[q].isCrowded())
      continue;
    core.time = t;
    core.state = FrontEndState::WaitRoom;
    core.waitPipe = q;
    return false;
  }
  return true;
}

bool Machine::queueFull(Core &core, uint8_t pipe, double &t) {
  PipeState &p = core.pipes[pipe];
  if (p.opsPushed < queueDepth)
    return false;
  if (p.opsStarted + queueDepth > p.opsPushed) {
    t = std::max(t, p.placeFree(queueDepth));
    return false;
  }
  core.time = t;
  core.state = FrontEndState::WaitQueue;
  core.waitPipe = pipe;
  return true;
}

bool Machine::pushTile(Core &core, const Inst &inst, double &t) {
  const TileInst &tile = program.tileInsts[static_cast<size_t>(inst.imm)];
  auto pipe = static_cast<uint8_t>(tile.pipe);
  if (queueFull(core, pipe, t))
    return false;
  PipeState &p = core.pipes[pipe];
  ExecInst &entry = p.push();
  if (!capture(core, tile, entry))
    return false;
  entry.kind = EntryKind::Op;
  entry.loc = inst.loc;
  entry.ready = t;
  if (races)
    entry.issued = races->issueView(core.index);
  ++p.opsPushed;
  ++result.report.instructions;
  advance(core, pipe);
  t += issueCost;
  return true;
}

/// An access without work for the model: it takes its place among the pipe's
/// instructions.
bool Machine::observe(Core &core, const Inst &inst, double t) {
  const TileInst &tile = program.tileInsts[static_cast<size_t>(inst.imm)];
  if (tile.pipe == Pipe::S) {
    ExecInst entry;
    entry.loc = inst.loc;
    if (!capture(core, tile, entry))
      return false;
    races->onTile(core.index, Pipe::S, entry);
    return true;
  }
  auto pipe = static_cast<uint8_t>(tile.pipe);
  ExecInst &entry = pushControl(core, pipe, EntryKind::Observe, t, inst.loc);
  if (!capture(core, tile, entry))
    return false;
  advance(core, pipe);
  return true;
}

/// Records that an event is set at `time` and lets its waiter go on.
void Machine::setFlag(Core &core, uint8_t src, uint8_t dst, uint8_t id,
                      double time, uint32_t loc) {
  EventFlag &flag = core.flags[src][dst][id];
  if (flag.count == 3)
    return fail(
        "PYPTO-E0809",
        "event " + std::string(target::toString(static_cast<Pipe>(src))) +
            "->" + std::string(target::toString(static_cast<Pipe>(dst))) +
            " id " + std::to_string(id) +
            " is set again before it was waited for",
        loc, {"", "wait for it before, or use another event id"});
  if (options.seed) {
    // A late signal; it stays behind the one before it.
    uint64_t stream = (uint64_t(3) << 32) + core.index;
    time += jitter(stream, flagSets++);
    if (flag.count)
      time = std::max(time, flag.set[flag.count - 1]);
  }
  flag.set[flag.count] = time;
  flag.loc[flag.count++] = loc;
  ++core.flagsSet;
  if (dst == static_cast<uint8_t>(Pipe::S)) {
    if (core.state == FrontEndState::WaitFlag && core.waitPipe == src &&
        core.waitId == id)
      wakeFrontEnd(core, std::max(core.time, time + visibility));
    return;
  }
  PipeState &p = core.pipes[dst];
  if (p.mid != p.tail && !p.flowActive &&
      p.at(p.mid).kind == EntryKind::WaitFlag && p.at(p.mid).peer == src &&
      p.at(p.mid).id == id)
    advance(core, dst);
}

/// Takes the event if it is set; `passed` is when its waiter goes on.
bool Machine::passFlag(Core &core, uint8_t src, uint8_t dst, uint8_t id,
                       double from, uint32_t loc, double &passed) {
  EventFlag &flag = core.flags[src][dst][id];
  if (flag.count == 0)
    return false;
  passed = std::max(from, flag.set[0] + visibility);
  for (uint8_t i = 1; i < flag.count; ++i) {
    if (flag.set[i] < passed) {
      fail("PYPTO-E0809",
           "event " + std::string(target::toString(static_cast<Pipe>(src))) +
               "->" + std::string(target::toString(static_cast<Pipe>(dst))) +
               " id " + std::to_string(id) +
               " is set again before it was waited for; the second one is lost",
           flag.loc[i], {"", "wait for it before, or use another event id"});
      return false;
    }
    flag.set[i - 1] = flag.set[i];
    flag.loc[i - 1] = flag.loc[i];
  }
  --flag.count;
  --core.flagsSet;
  return true;
}

} // namespace pypto::coremodel
