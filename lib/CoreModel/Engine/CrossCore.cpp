//===- CrossCore.cpp - signals and FIFOs between cores ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A signal is sent by a pipe once its earlier instructions are done, and
// arrives at one or more cores after the latency of a cross-core flag; a wait
// takes one. On the 910B a signal from the vector cores reaches the cube core
// when both have sent it; on the 950 each vector core has ids of its own.
// FIFOs use the same signals on channels of their own: one for filled slots and
// one for freed ones.
//
//===----------------------------------------------------------------------===//

#include "Machine.h"
#include <algorithm>

namespace pypto::coremodel {

/// At most so many signals of one id may wait to be taken.
static constexpr size_t kMaxPending = 15;
/// `ffts_mode`: all cores of a kind; the vector cores of a group; the group.
enum CrossMode : unsigned { AllOfKind = 0, BothLanes = 1, WholeGroup = 2 };
static constexpr unsigned kSyncAllId = 16;
static constexpr uint16_t kNoChannel = UINT16_MAX;

static unsigned filledChannel(int64_t ring) {
  return kCrossFlags + 2 * static_cast<unsigned>(ring);
}
static unsigned freedChannel(int64_t ring) { return filledChannel(ring) + 1; }

/// "data in FIFO 0 (cube to vector)", "flag 3 of another core".
std::string Machine::describeChannel(const Core &core, unsigned channel,
                                     uint64_t tile) const {
  if (channel >= kCrossFlags) {
    size_t index = (channel - kCrossFlags) / 2;
    const Ring &ring = program.rings[index];
    bool freed = (channel - kCrossFlags) % 2;
    return (freed ? "a free slot in " : "data in ") + ring.name + " (" +
           std::to_string(ring.slots) + " slots, tile " + std::to_string(tile) +
           ")";
  }
  std::string text =
      "flag " + std::to_string(channel % 16) + " of another core";
  if (!core.group || core.kind != CoreKind::AIC)
    return text;
  for (unsigned lane = 0; lane < 2; ++lane)
    if (channel * 2 + lane < core.group->halves.size() &&
        !core.group->halves[channel * 2 + lane].empty())
      text += " (vector core " + std::to_string(lane) +
              " has sent it, the other one has not)";
  return text;
}

void Machine::deliver(Core &core, unsigned channel, Token token) {
  if (channel >= core.incoming.size())
    core.incoming.resize(channel + 1);
  std::vector<Token> &pending = core.incoming[channel];
  if (channel < kCrossFlags && pending.size() == kMaxPending)
    return fail("PYPTO-E0809",
                "flag " + std::to_string(channel % 16) +
                    " between cores is sent a 16th time before the receiver "
                    "waits for it",
                token.loc,
                {"at most 15 pending", "let the receiver wait once for each, "
                                       "and the sender wait for an answer"});
  if (options.seed) {
    // A late signal; it stays behind the one before it.
    token.time += jitter((uint64_t(6) << 32) + core.index, signals++);
    if (!pending.empty())
      token.time = std::max(token.time, pending.back().time);
  }
  pending.push_back(token);
  if (core.state == FrontEndState::WaitCross && core.waitId == channel)
    wakeFrontEnd(core, std::max(core.time, token.time + crossLatency));
  for (uint8_t q = 0; q < kNumPipes; ++q) {
    PipeState &p = core.pipes[q];
    if (p.mid != p.tail && !p.flowActive &&
        p.at(p.mid).kind == EntryKind::CrossWait && p.at(p.mid).id == channel)
      advance(core, q);
  }
}

/// A vector core signals the cube core of its group.
void Machine::toCube(Core &core, unsigned channel, Token token,
                     bool needsBoth) {
  Group &group = *core.group;
  if (!needsBoth || !group.aiv[1])
    return deliver(*group.aic, channel, token);
  if (group.halves.size() < channel * 2 + 2)
    group.halves.resize(channel * 2 + 2);
  std::vector<Token> &mine = group.halves[channel * 2 + core.lane];
  std::vector<Token> &other = group.halves[channel * 2 + 1 - core.lane];
  if (other.empty()) {
    keep();
    mine.push_back(token);
    return;
  }
  token.time = std::max(token.time, other.front().time);
  token.knows = joined(token.knows, other.front().knows);
  other.erase(other.begin());
  deliver(*group.aic, channel, token);
}

/// `kinds`: bit 0 cube cores, bit 1 vector cores.
std::vector<Core *> Machine::participants(const Task &task, unsigned kinds) {
  std::vector<Core *> result;
  for (auto &core : cores)
    if (core->state != FrontEndState::Idle && core->task >= 0 &&
        &tasks[static_cast<size_t>(core->task)] == &task &&
        (kinds >> (core->kind == CoreKind::AIV) & 1))
      result.push_back(core.get());
  return result;
}

uint32_t Machine::numParticipants(const Task &task, unsigned kinds) const {
  const Function &f = program.functions[static_cast<size_t>(task.function)];
  auto blocks = static_cast<uint32_t>(task.blocks);
  if (f.partner < 0)
    return kinds >> (f.kind == FunctionKind::Vector) & 1 ? blocks : 0;
  const Function &other = program.functions[static_cast<size_t>(f.partner)];
  uint32_t lanes =
      f.firstLaneOnly || other.firstLaneOnly ? 1 : target.aivPerAic.value;
  return blocks * ((kinds & 1) + (kinds >> 1 & 1) * lanes);
}

/// Counts a core in; the last of a round of \p awaited cores (0: all of these
/// kinds) releases those who are there. Who comes later passes at once.
void Machine::arrive(Core &core, unsigned kinds, unsigned id, Token token,
                     uint32_t awaited) {
  Task &task = tasks[static_cast<size_t>(core.task)];
  unsigned set = kinds == 3 ? 2 : core.kind == CoreKind::AIV;
  std::vector<Round> &rounds = task.rounds[set][id];
  uint32_t index = core.roundsEntered[set][id]++;
  if (rounds.size() <= index) {
    keep();
    rounds.resize(index + 1);
  }
  rounds[index].time = std::max(rounds[index].time, token.time);
  rounds[index].knows = joined(rounds[index].knows, token.knows);
  uint32_t wanted = awaited ? awaited : numParticipants(task, kinds);
  uint32_t arrived = ++rounds[index].arrived;
  if (arrived < wanted)
    return;
  // Those who were there are released already.
  bool isLate = arrived > wanted;
  token.time = rounds[index].time;
  token.knows = rounds[index].knows;
  for (Core *other : participants(task, kinds)) {
    if (id != kSyncAllId) {
      deliver(*other, id, token);
      continue;
    }
    if (isLate && other != &core)
      continue;
    if (other->state == FrontEndState::WaitCross &&
        other->waitId == kNoChannel &&
        other->roundsEntered[set][id] == index + 1) {
      ++other->pc;
      if (races)
        races->onSignalTaken(other->index, Pipe::S, 0, token.knows);
      wakeFrontEnd(*other, std::max(other->time, token.time + crossLatency));
    }
  }
}

void Machine::crossSet(Core &core, Pipe pipe, unsigned channel, unsigned mode,
                       Token token) {
  bool cube = core.kind == CoreKind::AIC;
  bool isA5 = target.arch == target::Arch::A5;
  bool isRing = channel >= kCrossFlags;
  if (races)
    token.knows = races->onSignal(core.index, pipe, token.issued);
  if (!isRing && mode == AllOfKind)
    return arrive(core, cube ? 1 : 2, channel, token);
  Group *group = core.group;
  if (!group)
    return; // nobody is there to receive it
  if (isRing) {
    const Ring &ring = program.rings[(channel - kCrossFlags) / 2];
    if (!cube)
      return toCube(core, channel, token, ring.lanes == 2);
    for (unsigned lane = 0; lane < ring.lanes; ++lane)
      if (group->aiv[lane])
        deliver(*group->aiv[lane], channel, token);
    return;
  }
  if (mode == BothLanes && !cube) {
    std::vector<Token> &other = group->pairs[1 - core.lane][channel];
    if (other.empty()) {
      keep();
      group->pairs[core.lane][channel].push_back(token);
      return;
    }
    token.time = std::max(token.time, other.front().time);
    token.knows = joined(token.knows, other.front().knows);
    other.erase(other.begin());
    for (Core *aiv : group->aiv)
      if (aiv)
        deliver(*aiv, channel, token);
    return;
  }
  if (!cube)
    return isA5 ? deliver(*group->aic, channel + 16 * core.lane, token)
                : toCube(core, channel, token, true);
  // The 950 signals one vector core by id, from FIX both.
  for (unsigned lane = 0; lane < 2; ++lane)
    if (group->aiv[lane] &&
        (!isA5 || pipe == Pipe::FIX || lane == channel / 16))
      deliver(*group->aiv[lane], channel % 16, token);
}

bool Machine::passCross(Core &core, Pipe pipe, uint32_t issued,
                        unsigned channel, double from, double &passed) {
  if (channel >= core.incoming.size() || core.incoming[channel].empty())
    return false;
  std::vector<Token> &pending = core.incoming[channel];
  passed = std::max(from, pending.front().time + crossLatency);
  if (races)
    races->onSignalTaken(core.index, pipe, issued, pending.front().knows);
  pending.erase(pending.begin());
  return true;
}

/// Number of the tile that the next use of a FIFO's channel is about.
static uint32_t tileOf(const Core &core, unsigned channel) {
  if (channel < kCrossFlags)
    return 0;
  size_t ring = (channel - kCrossFlags) / 2;
  return ring < core.ringIssued.size()
             ? static_cast<uint32_t>(core.ringIssued[ring])
             : 0;
}

/// False when the scalar unit has to wait.
bool Machine::crossWaitOn(Core &core, Pipe pipe, unsigned channel, double &t,
                          uint32_t loc) {
  if (pipe == Pipe::S) {
    double passed;
    if (!passCross(core, pipe, 0, channel, t, passed)) {
      core.time = t;
      core.state = FrontEndState::WaitCross;
      core.waitId = static_cast<uint16_t>(channel);
      return false;
    }
    t = passed;
    return true;
  }
  ExecInst &entry = core.pipes[static_cast<unsigned>(pipe)].push();
  entry.kind = EntryKind::CrossWait;
  entry.order = tileOf(core, channel);
  entry.id = static_cast<uint16_t>(channel);
  entry.loc = loc;
  entry.ready = t;
  if (races)
    entry.issued = races->issueView(core.index);
  advance(core, static_cast<uint8_t>(pipe));
  return true;
}

void Machine::crossSetOn(Core &core, Pipe pipe, unsigned channel, unsigned mode,
                         double t, uint32_t loc) {
  if (pipe == Pipe::S)
    return crossSet(core, pipe, channel, mode, {t, loc});
  ExecInst &entry = core.pipes[static_cast<unsigned>(pipe)].push();
  entry.kind = EntryKind::CrossSet;
  entry.id = static_cast<uint16_t>(channel);
  entry.peer = static_cast<uint8_t>(mode);
  entry.loc = loc;
  entry.ready = t;
  if (races)
    entry.issued = races->issueView(core.index);
  advance(core, static_cast<uint8_t>(pipe));
}

/// Waits for the slot and works out where it is.
bool Machine::ringNext(Core &core, const Inst &inst, double &t) {
  auto index = static_cast<size_t>(inst.imm);
  const Ring &ring = program.rings[index];
  if (core.ringIssued.size() <= index)
    core.ringIssued.resize(index + 1);
  uint64_t i = core.ringIssued[index];
  bool producer = inst.c == 0;
  // A producer asks once per batch of freed slots.
  bool waits = !producer || (i >= static_cast<uint64_t>(ring.slots) &&
                             i % ring.period() == 0);
  unsigned channel =
      producer ? freedChannel(inst.imm) : filledChannel(inst.imm);
  if (waits &&
      !crossWaitOn(core, static_cast<Pipe>(inst.b), channel, t, inst.loc))
    return false;
  core.ringIssued[index] = i + 1;
  if (!producer) {
    core.ringPopped.resize(std::max(core.ringPopped.size(), index + 1));
    core.ringPopped[index] = inst.loc + 1;
  }
  Reg *regs = core.regs.data();
  auto offset = [&](int32_t slots) {
    return static_cast<int64_t>(i % static_cast<uint64_t>(slots)) *
           ring.slotBytes;
  };
  regs[inst.dst].i = offset(ring.slots);
  if (inst.a >= 0)
    regs[inst.a].i = offset(ring.localSlots);
  return true;
}

void Machine::ringDone(Core &core, const Inst &inst, double t) {
  auto index = static_cast<size_t>(inst.imm);
  auto pipe = static_cast<Pipe>(inst.b);
  if (inst.c == 0)
    return crossSetOn(core, pipe, filledChannel(inst.imm), 0, t, inst.loc);
  if (core.ringFreed.size() <= index)
    core.ringFreed.resize(index + 1);
  if (++core.ringFreed[index] % program.rings[index].period() == 0)
    crossSetOn(core, pipe, freedChannel(inst.imm), 0, t, inst.loc);
}

/// Pipes take a buffer in program order: each waits until all earlier holders
/// have released it.
void Machine::bufferToken(Core &core, const Inst &inst, double t) {
  ExecInst &entry = core.pipes[inst.dst].push();
  bool get = inst.kind == InstKind::GetBuf;
  entry.kind = get ? EntryKind::GetBuf : EntryKind::RlsBuf;
  entry.id = static_cast<uint8_t>(inst.imm);
  entry.order = get ? core.requested[inst.imm]++ : 0;
  entry.loc = inst.loc;
  entry.ready = t;
  if (races)
    entry.issued = races->issueView(core.index);
  advance(core, static_cast<uint8_t>(inst.dst));
}

/// The last core to arrive wakes all of them behind the instruction. Cores of
/// other kinds than it names pass.
bool Machine::syncAll(Core &core, const Inst &inst, double &t) {
  if (!(inst.a >> (core.kind == CoreKind::AIV) & 1))
    return true;
  int64_t awaited = inst.id.get(core.regs.data());
  if (awaited < 0 || awaited > UINT16_MAX) {
    fail("PYPTO-E0805", "a meeting of " + std::to_string(awaited) + " cores",
         inst.loc, {"0 (all of the launch) or their number", ""});
    return false;
  }
  core.time = t;
  core.state = FrontEndState::WaitCross;
  core.waitId = kNoChannel;
  Token token{t, inst.loc};
  if (races)
    token.knows = races->onSignal(core.index, Pipe::S, 0);
  arrive(core, static_cast<unsigned>(inst.a), kSyncAllId, token,
         static_cast<uint32_t>(awaited));
  return false;
}

bool Machine::arrayAccess(Core &core, const Inst &inst) {
  Reg *regs = core.regs.data();
  int64_t i = regs[inst.a].i;
  if (i < 0 || i >= inst.b) {
    fail("PYPTO-E0805",
         "element " + std::to_string(i) + " of an array of " +
             std::to_string(inst.b) + " event ids",
         inst.loc,
         {"an element of 0.." + std::to_string(inst.b - 1),
          "take the index modulo " + std::to_string(inst.b)});
    return false;
  }
  Reg &element = regs[inst.imm + i];
  if (inst.kind == InstKind::ArrayGet)
    regs[inst.dst] = element;
  else
    element = regs[inst.c];
  return true;
}

bool Machine::crossInstruction(Core &core, const Inst &inst, double &t) {
  switch (inst.kind) {
  case InstKind::CrossSet:
  case InstKind::CrossWait: {
    bool set = inst.kind == InstKind::CrossSet;
    int64_t id = inst.id.get(core.regs.data());
    bool isA5 = target.arch == target::Arch::A5;
    int64_t limit = isA5 && core.kind == CoreKind::AIC ? kCrossFlags : 16;
    if (id < 0 || id >= limit) {
      fail("PYPTO-E0805",
           "flag " + std::to_string(id) + " between cores is outside 0.." +
               std::to_string(limit - 1),
           inst.loc, {"", "use a flag of that range"});
      return false;
    }
    auto pipe = static_cast<Pipe>(inst.dst);
    auto channel = static_cast<unsigned>(id);
    if (set)
      crossSetOn(core, pipe, channel, static_cast<unsigned>(inst.a), t,
                 inst.loc);
    else if (!crossWaitOn(core, pipe, channel, t, inst.loc))
      return false;
    break;
  }
  case InstKind::RingNext:
    if (!ringNext(core, inst, t))
      return false;
    break;
  case InstKind::RingDone:
    ringDone(core, inst, t);
    break;
  case InstKind::GetBuf:
  case InstKind::RlsBuf:
    bufferToken(core, inst, t);
    break;
  case InstKind::SyncAll:
    return syncAll(core, inst, t);
  default:
    if (!arrayAccess(core, inst))
      return false;
    break;
  }
  t += flagIssue;
  return !failed;
}

/// Slots that a consumer has not given back: on hardware the other end waits
/// for them before it ends.
void Machine::warnOfKeptSlots(const Core &core) {
  for (size_t i = 0; core.block == 0 && i < core.ringPopped.size(); ++i) {
    uint64_t freed = i < core.ringFreed.size() ? core.ringFreed[i] : 0;
    if (core.ringPopped[i] == 0 || core.ringIssued[i] == freed)
      continue;
    result.report.warnings.push_back(
        std::to_string(core.ringIssued[i] - freed) + " slot(s) of " +
        program.rings[i].name + " are not given back at the end of '" +
        core.function->name + "' (last tile taken at " +
        program.locs[core.ringPopped[i] - 1].str() +
        "): on hardware the other core waits for them when it ends; free each "
        "slot when its tile has been used");
  }
}

/// Signals that nobody took, at the end of a core's block.
void Machine::warnOfLeftSignals(Core &core) {
  warnOfKeptSlots(core);
  for (unsigned channel = 0; channel < core.incoming.size(); ++channel) {
    const std::vector<Token> &left = core.incoming[channel];
    bool freedSlots = channel >= kCrossFlags && (channel - kCrossFlags) % 2;
    if (left.empty() || freedSlots || core.block != 0)
      continue;
    std::string what =
        channel < kCrossFlags
            ? "flag " + std::to_string(channel % 16) + " between cores"
            : program.rings[(channel - kCrossFlags) / 2].name;
    result.report.warnings.push_back(
        what + " still holds " + std::to_string(left.size()) +
        " signal(s) at the end of '" + core.function->name + "' (sent at " +
        program.locs[left.front().loc].str() + ") that nobody waited for");
  }
  core.incoming.clear();
}

} // namespace pypto::coremodel
