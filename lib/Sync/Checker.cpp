//===- Checker.cpp - prove that a kernel is synchronised --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A forward data-flow analysis over sets of events (instructions and waits),
// written without the planner's search and its rules of order, so that one can
// find the other's faults.
//
//===----------------------------------------------------------------------===//

#include "pypto/Sync/Checker.h"

#include "CheckWalk.h"
#include "Conflict.h"
#include "pypto/Sync/Rules.h"

#include <algorithm>

using namespace pypto::sync;

CheckWalk::CheckWalk(const Program &program, Arch arch,
                     const std::vector<PlacedSync> &added, unsigned limit)
    : program(program), arch(arch), added(added), limit(limit),
      structure(program), table(program, added) {
  for (uint32_t i = 0; i < added.size(); ++i)
    collectFlags(added[i].sync, table.ofAdded(i));
  for (NodeId id = 0; id < program.nodes.size(); ++id)
    if (program.nodes[id].kind == NodeKind::Sync)
      collectFlags(program.nodes[id].sync, table.ofNode(id));
  for (auto &entry : waitsOf)
    std::sort(entry.second.begin(), entry.second.end());
}

void CheckWalk::report(Violation violation) {
  if (isSilent || violations.size() >= limit)
    return;
  if (seen.insert({violation.kind, violation.earlier, violation.later,
                   toFlagKey(violation.sync)})
          .second)
    violations.push_back(violation);
}

std::vector<Violation> CheckWalk::run() {
  CheckState state;
  runBlock(Program::body(), state);
  for (const auto &entry : state.flags) {
    Violation violation;
    violation.kind = ViolationKind::LeftSet;
    violation.sync = toFlag(entry.first);
    report(violation);
  }
  for (const auto &entry : state.transfers) {
    Violation violation;
    violation.kind = ViolationKind::TransferLeft;
    violation.later = entry.first;
    report(violation);
  }
  return std::move(violations);
}

void CheckWalk::happen(size_t pipe, uint32_t event, CheckState &state) {
  state.forEach([&](Unfinished &sets) { sets[pipe].happen(event); });
}

void CheckWalk::runBlock(BlockId block, CheckState &state) {
  for (NodeId node : program.blocks[block].nodes) {
    for (uint32_t i : table.addedBefore(node))
      runSync(added[i].sync, node, i, state);
    runNode(node, state);
    for (uint32_t i : table.addedAfter(node))
      runSync(added[i].sync, node, i, state);
  }
}

void CheckWalk::runNode(NodeId node, CheckState &state) {
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

bool CheckWalk::isUnsafe(NodeId earlierId, const Access &first, NodeId laterId,
                         const Access &second, uint32_t age) const {
  const Node &earlier = program.nodes[earlierId];
  const Node &later = program.nodes[laterId];
  if (!first.isWrite && !second.isWrite)
    return false;
  if (earlier.pipe == later.pipe) {
    if (!first.isWrite)
      return false;
    if (earlier.pipe == Pipe::M ? !(earlier.isShortAccumulation &&
                                    later.isShortAccumulation && second.isWrite)
                                : !needsBarrierAfterWrite(arch, earlier.pipe))
      return false;
  }
  return mayOverlap(program, structure, earlierId, first, laterId, second, age);
}

void CheckWalk::runInstruction(NodeId id, CheckState &state) {
  const Node &node = program.nodes[id];
  size_t own = static_cast<size_t>(node.pipe);
  if (!isSilent && violations.size() < limit) {
    std::set<std::pair<bool, NodeId>> found;
    for (size_t pipe = 0; pipe < kNumPipes; ++pipe)
      for (const Span &span : state.pipes[own][pipe].list())
        for (const Access &access : node.accesses)
          table.forEachToucher(
              access, pipe, !access.isWrite || pipe == own, span,
              [&](const EventTable::Toucher &toucher) {
                const Access &first =
                    program.nodes[toucher.node].accesses[toucher.access];
                if (found.size() < limit &&
                    isUnsafe(toucher.node, first, id, access, span.tag))
                  found.insert({span.tag != 0, toucher.node});
              });
    for (auto [isEarlier, earlier] : found) {
      Violation violation;
      violation.earlier = earlier;
      violation.later = id;
      violation.fromEarlierIteration = isEarlier;
      report(violation);
    }
  }
  runTransfers(id, state);
  happen(own, table.ofNode(id), state);
}

/// Transfers beside the pipes: flags say nothing of them, only their own waits.
void CheckWalk::runTransfers(NodeId id, CheckState &state) {
  const Node &node = program.nodes[id];
  for (NodeId ended : node.endsTransfers)
    for (auto it = state.transfers.begin(); it != state.transfers.end();)
      it = it->first == ended && (node.endsAnyInstance || it->second == 0)
               ? state.transfers.erase(it)
               : std::next(it);
  if (node.isFence)
    return;
  for (auto [transfer, age] : state.transfers) {
    bool meets = false;
    for (const Access &first : program.nodes[transfer].accesses)
      for (const Access &second : node.accesses)
        meets |=
            (first.isWrite || second.isWrite) &&
            mayOverlap(program, structure, transfer, first, id, second, age);
    if (!meets)
      continue;
    Violation violation;
    violation.kind = ViolationKind::InFlight;
    violation.earlier = transfer;
    violation.later = id;
    violation.fromEarlierIteration = age != 0;
    report(violation);
  }
  if (node.startsTransfer)
    state.transfers.insert({id, 0});
}

void CheckWalk::ageTransfers(NodeId loop, CheckState &state) const {
  uint32_t depth = structure.depthTag(loop);
  uint32_t largest = structure.largestDistance(loop);
  std::set<std::pair<NodeId, uint32_t>> aged;
  for (auto [transfer, age] : state.transfers) {
    if (structure.isInside(program.nodes[transfer].parent, loop)) {
      if (age == 0 || tagDepth(age) > depth)
        age = makeTag(depth, 1);
      else if (tagDepth(age) == depth)
        age = makeTag(depth, std::min(tagDistance(age) + 1, largest));
    }
    aged.insert({transfer, age});
  }
  state.transfers = std::move(aged);
}

void CheckWalk::leaveTransfers(uint32_t depth, CheckState &state) const {
  std::set<std::pair<NodeId, uint32_t>> left;
  for (auto [transfer, age] : state.transfers)
    left.insert({transfer, tagDepth(age) >= depth ? 0 : age});
  state.transfers = std::move(left);
}

void CheckWalk::merge(CheckState &into, const CheckState &other, NodeId at) {
  auto unite = [](Unfinished &sets, const Unfinished &others) {
    for (size_t pipe = 0; pipe < kNumPipes; ++pipe)
      sets[pipe].unite(others[pipe]);
  };
  for (size_t pipe = 0; pipe < kNumPipes; ++pipe)
    unite(into.pipes[pipe], other.pipes[pipe]);
  into.transfers.insert(other.transfers.begin(), other.transfers.end());
  auto unbalanced = [&](const FlagKey &key) {
    Violation violation;
    violation.kind = ViolationKind::Unbalanced;
    violation.later = at;
    violation.sync = toFlag(key);
    report(violation);
  };
  for (const auto &entry : other.flags)
    if (!into.flags.count(entry.first))
      unbalanced(entry.first);
  for (auto it = into.flags.begin(); it != into.flags.end();) {
    auto match = other.flags.find(it->first);
    if (match == other.flags.end()) {
      unbalanced(it->first);
      it = into.flags.erase(it);
      continue;
    }
    unite(it->second, match->second);
    ++it;
  }
  for (auto it = into.pools.begin(); it != into.pools.end();) {
    auto match = other.pools.find(it->first);
    if (match == other.pools.end()) {
      it = into.pools.erase(it);
      continue;
    }
    unite(it->second, match->second);
    ++it;
  }
}

void CheckWalk::runLoop(NodeId loop, CheckState &state) {
  uint32_t depth = structure.depthTag(loop);
  const EventTable::Range &range = table.bodyOf(loop);
  BlockId body = program.nodes[loop].blocks[0];
  CheckState entry = state;
  enterRotations(loop, entry);
  bool wasSilent = isSilent;
  isSilent = true;
  // Loops around this one come here with more pending each time: what its last
  // visit has found is part of what this one finds, and mostly all of it.
  auto [known, isFirst] = heads.try_emplace(loop, entry);
  CheckState head = known->second, out;
  if (!isFirst)
    merge(head, entry, loop);
  for (bool isStable = false;;) {
    isSilent = wasSilent || !isStable;
    out = head;
    runBlock(body, out);
    CheckState next = out;
    next.forEach([&](Unfinished &sets) {
      for (size_t pipe = 0; pipe < kNumPipes; ++pipe)
        sets[pipe].nextIteration(depth, range.begin[pipe], range.end[pipe],
                                 structure.largestDistance(loop));
    });
    turnRotations(loop, next);
    ageTransfers(loop, next);
    if (isStable) {
      // Both the entry and the end of the body lead to the next iteration.
      merge(next, entry, loop);
      break;
    }
    isSilent = true;
    merge(next, head, loop);
    isStable = next == head;
    if (isStable && wasSilent)
      break;
    head = std::move(next);
  }
  heads[loop] = std::move(head);
  out.forEach([&](Unfinished &sets) {
    for (EventSet &set : sets)
      set.leaveLoop(depth);
  });
  leaveTransfers(depth, out);
  leaveRotations(loop, out);
  if (program.nodes[loop].mayRunZeroTimes) {
    poolRotations(loop, state);
    merge(out, state, loop);
  }
  isSilent = wasSilent;
  state = std::move(out);
}

void CheckWalk::runBranch(NodeId branch, CheckState &state) {
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
  return CheckWalk(program, arch, added, limit).run();
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
  case ViolationKind::MixedIds:
    return flag + " shares an event id with flags that take turns here";
  case ViolationKind::BadEventId:
    return flag + ": event ids are 0 to 7";
  case ViolationKind::InFlight:
    return "touches bytes of a transfer that may still run";
  case ViolationKind::TransferLeft:
    return "a transfer may still run when the kernel ends";
  case ViolationKind::BadPair:
    return flag + ": this architecture has no flag between these pipes";
  }
  return flag;
}
