//===- Checker.cpp - prove that a kernel is synchronised --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A forward data-flow analysis over sets of events (instructions and waits),
// written without the planner's code so that one can find the other's faults.
//
//===----------------------------------------------------------------------===//

#include "pypto/Sync/Checker.h"

#include "CheckState.h"
#include "Conflict.h"
#include "pypto/Sync/Rules.h"

#include <set>
#include <tuple>

using namespace pypto::sync;

namespace {
class Checker {
public:
  Checker(const Program &program, Arch arch,
          const std::vector<PlacedSync> &added, unsigned limit);
  std::vector<Violation> run();

private:
  struct Event {
    NodeId node;
    uint32_t added; ///< kNone for an instruction or the author's own wait
  };

  void runBlock(BlockId block, CheckState &state);
  void runNode(NodeId node, CheckState &state);
  void runLoop(NodeId loop, CheckState &state);
  void runBranch(NodeId branch, CheckState &state);
  void runInstruction(NodeId node, CheckState &state);
  void runSync(const SyncInstruction &sync, NodeId node, uint32_t added,
               CheckState &state);
  void merge(CheckState &into, const CheckState &other, NodeId at);
  void report(Violation violation);
  void happen(size_t event, CheckState &state);
  void knowWhatScalarKnows(CheckState &state);
  bool isUnsafe(NodeId earlier, NodeId later, uint32_t age) const;

  const Program &program;
  Arch arch;
  const std::vector<PlacedSync> &added;
  unsigned limit;
  Structure structure;
  std::vector<std::vector<uint32_t>> before, after; ///< added, per node
  std::vector<Event> events;
  std::vector<uint32_t> eventOfNode, eventOfAdded;
  std::array<BitSet, kNumPipes> ofPipe;
  std::vector<BitSet> ofMemory;
  std::map<uint32_t, BitSet> waitsOfFlag;
  size_t ages = 1;
  bool isSilent = false;
  std::set<std::tuple<ViolationKind, NodeId, NodeId, uint32_t>> seen;
  std::vector<Violation> violations;
};
} // namespace

static uint32_t flagKey(const SyncInstruction &sync) {
  return (static_cast<uint32_t>(sync.from) * kNumPipes +
          static_cast<uint32_t>(sync.to)) *
             256 +
         sync.id;
}

static SyncInstruction flagOf(uint32_t key) {
  return {SyncKind::Set, static_cast<Pipe>(key / 256 / kNumPipes),
          static_cast<Pipe>(key / 256 % kNumPipes),
          static_cast<uint8_t>(key % 256)};
}

Checker::Checker(const Program &program, Arch arch,
                 const std::vector<PlacedSync> &added, unsigned limit)
    : program(program), arch(arch), added(added), limit(limit),
      structure(program) {
  before.resize(program.nodes.size());
  after.resize(program.nodes.size());
  eventOfNode.assign(program.nodes.size(), kNone);
  eventOfAdded.assign(added.size(), kNone);
  for (uint32_t i = 0; i < added.size(); ++i) {
    (added[i].before ? before : after)[added[i].anchor].push_back(i);
    if (added[i].sync.kind == SyncKind::Wait) {
      eventOfAdded[i] = static_cast<uint32_t>(events.size());
      events.push_back({added[i].anchor, i});
    }
  }
  size_t memories = 0;
  for (NodeId id = 0; id < program.nodes.size(); ++id) {
    const Node &node = program.nodes[id];
    // A loop counts with what may be inside, also when it is empty.
    bool isLoop = node.kind == NodeKind::Loop;
    ages = std::max<size_t>(ages, structure[id].loopDepth + 1 + isLoop);
    for (const Access &access : node.accesses)
      memories = std::max<size_t>(memories, access.memory + 1);
    if (node.kind == NodeKind::Instruction ||
        (node.kind == NodeKind::Sync && node.sync.kind == SyncKind::Wait)) {
      eventOfNode[id] = static_cast<uint32_t>(events.size());
      events.push_back({id, kNone});
    }
  }
  ofPipe.fill(BitSet(events.size()));
  ofMemory.assign(memories, BitSet(events.size()));
  for (size_t e = 0; e < events.size(); ++e) {
    const Node &node = program.nodes[events[e].node];
    bool isWait =
        events[e].added != kNone || node.kind != NodeKind::Instruction;
    if (!isWait) {
      ofPipe[static_cast<size_t>(node.pipe)].insert(e);
      for (const Access &access : node.accesses)
        ofMemory[access.memory].insert(e);
      continue;
    }
    const SyncInstruction &sync =
        events[e].added != kNone ? added[events[e].added].sync : node.sync;
    ofPipe[static_cast<size_t>(sync.to)].insert(e);
    waitsOfFlag.emplace(flagKey(sync), BitSet(events.size()))
        .first->second.insert(e);
  }
}

void Checker::report(Violation violation) {
  if (isSilent || violations.size() >= limit)
    return;
  if (seen.insert({violation.kind, violation.earlier, violation.later,
                   flagKey(violation.sync)})
          .second)
    violations.push_back(violation);
}

std::vector<Violation> Checker::run() {
  CheckState state;
  state.forEach(
      [&](Unfinished &set) { set.assign(ages, BitSet(events.size())); });
  runBlock(Program::body(), state);
  for (const auto &entry : state.flags) {
    Violation violation;
    violation.kind = ViolationKind::LeftSet;
    violation.sync = flagOf(entry.first);
    report(violation);
  }
  return std::move(violations);
}

void Checker::happen(size_t event, CheckState &state) {
  state.forEach([&](Unfinished &set) { set[0].insert(event); });
}

void Checker::runBlock(BlockId block, CheckState &state) {
  for (NodeId node : program.blocks[block].nodes) {
    for (uint32_t i : before[node])
      runSync(added[i].sync, node, i, state);
    runNode(node, state);
    for (uint32_t i : after[node])
      runSync(added[i].sync, node, i, state);
  }
}

void Checker::runNode(NodeId node, CheckState &state) {
  switch (program.nodes[node].kind) {
  case NodeKind::Instruction:
    return runInstruction(node, state);
  case NodeKind::Sync:
    return runSync(program.nodes[node].sync, node, kNone, state);
  case NodeKind::Loop:
    return runLoop(node, state);
  case NodeKind::Branch:
    return runBranch(node, state);
  }
}

bool Checker::isUnsafe(NodeId earlierId, NodeId laterId, uint32_t age) const {
  const Node &earlier = program.nodes[earlierId];
  const Node &later = program.nodes[laterId];
  bool samePipe = earlier.pipe == later.pipe;
  if (samePipe && earlier.pipe != Pipe::M &&
      !needsBarrierAfterWrite(arch, earlier.pipe))
    return false;
  if (samePipe && earlier.pipe == Pipe::M &&
      !(earlier.isShortAccumulation && later.isShortAccumulation))
    return false;
  for (const Access &first : earlier.accesses)
    for (const Access &second : later.accesses) {
      if (!first.isWrite && (samePipe || !second.isWrite))
        continue;
      if (samePipe && earlier.pipe == Pipe::M && !second.isWrite)
        continue;
      if (mayOverlap(program, structure, earlierId, first, laterId, second,
                     age))
        return true;
    }
  return false;
}

void Checker::runInstruction(NodeId id, CheckState &state) {
  const Node &node = program.nodes[id];
  const Unfinished &unfinished = state.pipes[static_cast<size_t>(node.pipe)];
  if (!isSilent)
    for (uint32_t age = 0; age < ages; ++age)
      for (const Access &access : node.accesses)
        unfinished[age].forEachIn(ofMemory[access.memory], [&](size_t e) {
          if (violations.size() >= limit || !isUnsafe(events[e].node, id, age))
            return;
          Violation violation;
          violation.earlier = events[e].node;
          violation.later = id;
          violation.fromEarlierIteration = age != 0;
          report(violation);
        });
  happen(eventOfNode[id], state);
}

void Checker::runSync(const SyncInstruction &sync, NodeId node,
                      uint32_t addedIndex, CheckState &state) {
  Violation violation{ViolationKind::Unordered, kNone, node, addedIndex, sync};
  auto fail = [&](ViolationKind kind) {
    violation.kind = kind;
    report(violation);
  };
  size_t from = static_cast<size_t>(sync.from);
  size_t to = static_cast<size_t>(sync.to);
  if (sync.kind == SyncKind::BarrierAll)
    return state.forEach(
        [&](Unfinished &set) { set.assign(ages, BitSet(events.size())); });
  if (sync.kind == SyncKind::Barrier) {
    for (BitSet &set : state.pipes[from])
      set.remove(ofPipe[from]);
    return;
  }
  if (sync.id >= kNumEventIds)
    return fail(ViolationKind::BadEventId);
  if (!isLegalFlag(arch, sync.from, sync.to))
    return fail(ViolationKind::BadPair);
  uint32_t key = flagKey(sync);
  auto flag = state.flags.find(key);
  if (sync.kind == SyncKind::Wait) {
    if (flag == state.flags.end())
      return fail(ViolationKind::WaitWithoutSet);
    for (size_t age = 0; age < ages; ++age)
      state.pipes[to][age] &= flag->second[age];
    if (sync.to == Pipe::S)
      knowWhatScalarKnows(state);
    state.flags.erase(flag);
    size_t event =
        addedIndex == kNone ? eventOfNode[node] : eventOfAdded[addedIndex];
    if (sync.to != Pipe::S) {
      happen(event, state);
      return;
    }
    // Whatever is issued later knows that this wait has passed.
    for (auto &[other, carried] : state.flags)
      carried[0].insert(event);
    return;
  }
  if (flag != state.flags.end())
    fail(ViolationKind::DoubleSet);
  auto waits = waitsOfFlag.find(key);
  if (waits != waitsOfFlag.end() && !isSilent)
    for (const BitSet &set : state.pipes[from])
      set.forEachIn(waits->second, [&](size_t e) {
        violation.earlier = events[e].node;
        fail(ViolationKind::DoubleSet);
      });
  Unfinished carried = state.pipes[from];
  for (BitSet &set : carried)
    set.remove(ofPipe[from]);
  state.flags[key] = std::move(carried);
}

/// The scalar unit issues everything: what it has waited for, later
/// instructions of any pipe may rely on. Its own work is not over by having
/// been issued first, unless a flag that has come back says so.
void Checker::knowWhatScalarKnows(CheckState &state) {
  const size_t scalar = static_cast<size_t>(Pipe::S);
  for (size_t pipe = 0; pipe < kNumPipes; ++pipe)
    for (size_t age = 0; age < ages && pipe != scalar; ++age)
      state.pipes[pipe][age] &= state.pipes[scalar][age];
}

void Checker::merge(CheckState &into, const CheckState &other, NodeId at) {
  for (size_t pipe = 0; pipe < kNumPipes; ++pipe)
    for (size_t age = 0; age < ages; ++age)
      into.pipes[pipe][age] |= other.pipes[pipe][age];
  auto unbalanced = [&](uint32_t key) {
    Violation violation;
    violation.kind = ViolationKind::Unbalanced;
    violation.later = at;
    violation.sync = flagOf(key);
    report(violation);
  };
  for (auto it = into.flags.begin(); it != into.flags.end();) {
    auto match = other.flags.find(it->first);
    if (match == other.flags.end()) {
      unbalanced(it->first);
      it = into.flags.erase(it);
      continue;
    }
    for (size_t age = 0; age < ages; ++age)
      it->second[age] |= match->second[age];
    ++it;
  }
  for (const auto &entry : other.flags)
    if (!into.flags.count(entry.first))
      unbalanced(entry.first);
}

void Checker::runLoop(NodeId loop, CheckState &state) {
  uint32_t depth = structure.depthTag(loop);
  uint32_t begin = structure.bodyBegin(loop), end = structure.bodyEnd(loop);
  BitSet inBody(events.size());
  for (size_t e = 0; e < events.size(); ++e) {
    uint32_t slot = structure[events[e].node].before;
    if (slot >= begin && slot < end)
      inBody.insert(e);
  }
  auto shift = [&](Unfinished &set, size_t fromAge, size_t toAge) {
    BitSet moved = set[fromAge];
    moved &= inBody;
    set[fromAge].remove(moved);
    set[toAge] |= moved;
  };
  BlockId body = program.nodes[loop].blocks[0];
  CheckState head = state, out;
  bool wasSilent = isSilent;
  for (bool isStable = false;;) {
    isSilent = wasSilent || !isStable;
    out = head;
    runBlock(body, out);
    if (isStable)
      break;
    CheckState next = out;
    next.forEach([&](Unfinished &set) {
      for (size_t age = 0; age < ages; ++age)
        if (age == 0 || age > depth)
          shift(set, age, depth);
    });
    isSilent = true;
    merge(next, head, loop);
    isStable = next == head;
    head = std::move(next);
  }
  isSilent = wasSilent;
  // Both the entry and the end of the body lead to the next iteration.
  CheckState check = out;
  merge(check, state, loop);
  out.forEach([&](Unfinished &set) {
    for (size_t age = depth; age < ages; ++age)
      shift(set, age, 0);
  });
  if (program.nodes[loop].mayRunZeroTimes)
    merge(out, state, loop);
  state = std::move(out);
}

void Checker::runBranch(NodeId branch, CheckState &state) {
  CheckState merged;
  bool isFirst = true;
  for (BlockId arm : program.nodes[branch].blocks) {
    CheckState current = state;
    runBlock(arm, current);
    if (isFirst)
      merged = std::move(current);
    else
      merge(merged, current, branch);
    isFirst = false;
  }
  state = std::move(merged);
}

std::vector<Violation>
pypto::sync::checkSync(const Program &program, Arch arch,
                       const std::vector<PlacedSync> &added, unsigned limit) {
  return Checker(program, arch, added, limit).run();
}

std::string pypto::sync::toString(const Violation &violation) {
  std::string flag = toString(violation.sync);
  switch (violation.kind) {
  case ViolationKind::Unordered:
    return violation.fromEarlierIteration
               ? "depends on an earlier iteration of an instruction that may "
                 "not have finished"
               : "depends on an instruction that may not have finished";
  case ViolationKind::DoubleSet:
    return flag + " while the flag may still be set";
  case ViolationKind::WaitWithoutSet:
    return flag + " with no set before it: it would hang";
  case ViolationKind::Unbalanced:
    return flag + " happens on some paths only";
  case ViolationKind::LeftSet:
    return flag + " is never waited for";
  case ViolationKind::BadEventId:
    return flag + ": event ids are 0 to 7";
  case ViolationKind::BadPair:
    return flag + ": this architecture has no flag between these pipes";
  }
  return flag;
}
