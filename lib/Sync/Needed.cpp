//===- Needed.cpp - flags and barriers that something misses ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One walk of the kernel tells of most flags and barriers whether they are
// needed. What stands before a node is left out in a walk beside it, which
// usually ends at that node: it is not ordered. Or the two walks come to know
// the same, a few nodes later, and nothing has missed what was left out.
//
//===----------------------------------------------------------------------===//

#include "Solver.h"

#include <algorithm>
#include <utility>

using namespace pypto::sync;

/// Marks what is found to be needed. With \p removes, removes what is found not
/// to be.
void Solver::findNeeded(bool removes) {
  for (Edge &edge : edges)
    edge.isNeeded = false;
  for (Attachments &at : attached) {
    at.neededBarriers = 0;
    at.neededHandshakes = 0;
    at.needsBarrierAll = false;
  }
  mayRemove = removes;
  probeBlock(Program::body(), State::empty(0, pipes.count));
}

std::vector<Solver::Candidate> Solver::candidatesAt(NodeId node) const {
  const Attachments &at = attached[node];
  std::vector<Candidate> found;
  for (uint32_t id : at.waitsBefore)
    found.push_back({Candidate::Flag, node, id});
  for (uint64_t rest = at.handshakes; rest; rest &= rest - 1)
    found.push_back({Candidate::Handshake, node, kNone, rest & (~rest + 1)});
  if (at.barrierAll)
    found.push_back({Candidate::AllBarrier, node});
  for (uint64_t rest = at.barriers; rest; rest &= rest - 1)
    found.push_back({Candidate::PipeBarrier, node, kNone, rest & (~rest + 1)});
  return found;
}

void Solver::markNeeded(const Candidate &candidate) {
  Attachments &at = attached[candidate.node];
  switch (candidate.kind) {
  case Candidate::Flag:
    edges[candidate.edge].isNeeded = true;
    return;
  case Candidate::Handshake:
    at.neededHandshakes |= candidate.bit;
    return;
  case Candidate::PipeBarrier:
    at.neededBarriers |= static_cast<uint8_t>(candidate.bit);
    return;
  case Candidate::AllBarrier:
    at.needsBarrierAll = true;
    return;
  }
}

/// Of a flag, only its wait.
void Solver::leaveOut(Candidate &candidate) {
  Attachments &at = attached[candidate.node];
  switch (candidate.kind) {
  case Candidate::Flag: {
    std::vector<uint32_t> &waits = at.waitsBefore;
    auto wait = std::find(waits.begin(), waits.end(), candidate.edge);
    candidate.place = static_cast<size_t>(wait - waits.begin());
    waits.erase(wait);
    return;
  }
  case Candidate::Handshake:
    at.handshakes &= ~candidate.bit;
    return;
  case Candidate::PipeBarrier:
    at.barriers &= static_cast<uint8_t>(~candidate.bit);
    return;
  case Candidate::AllBarrier:
    at.barrierAll = false;
    return;
  }
}

void Solver::putBack(const Candidate &candidate) {
  Attachments &at = attached[candidate.node];
  switch (candidate.kind) {
  case Candidate::Flag:
    at.waitsBefore.insert(at.waitsBefore.begin() +
                              static_cast<ptrdiff_t>(candidate.place),
                          candidate.edge);
    return;
  case Candidate::Handshake:
    at.handshakes |= candidate.bit;
    return;
  case Candidate::PipeBarrier:
    at.barriers |= static_cast<uint8_t>(candidate.bit);
    return;
  case Candidate::AllBarrier:
    at.barrierAll = true;
    return;
  }
}

void Solver::remove(Candidate candidate) {
  if (candidate.kind == Candidate::Flag) {
    ++plan.removedPairs;
    return detach(candidate.edge);
  }
  leaveOut(candidate);
  invalidate(program.nodes[candidate.node].parent);
}

/// Walks \p node without what \p part leaves out. Returns false if it is not
/// ordered then.
bool Solver::walkTrial(Trial &part, NodeId node) {
  trial = &part;
  trialBlock = program.nodes[part.candidate.node].parent;
  isChecking = true;
  isUnordered = false;
  bool isRegion = !program.nodes[node].blocks.empty();
  FlagRows aside;
  if (isRegion)
    aside = setAside(node, part.state);
  walkNode(node, part.state, Mode::Check);
  if (isRegion)
    bringBack(std::move(aside), part.state);
  trial = nullptr;
  isChecking = false;
  ++part.steps;
  return !std::exchange(isUnordered, false);
}

/// Notes the flags set at \p node that carry less in \p part than they did.
void Solver::noteSets(Trial &part, NodeId node) {
  const Attachments &at = attached[node];
  for (const std::vector<uint32_t> *sets : {&at.setsBefore, &at.setsAfter})
    for (uint32_t id : *sets) {
      const Edge &edge = edges[id];
      uint32_t slot = setSlot(edge);
      // Those across iterations are part of the state.
      if (!edge.crossesIterations() &&
          !isWithin(rowAt(part.rows, edge.from, slot),
                    rowAt(snapshots[edge.block], edge.from, slot), slot))
        part.weakened.push_back(id);
    }
}

/// Whether all that follows \p node may rely on as much in \p part as it does
/// in \p state.
bool Solver::hasJoined(const Trial &part, const State &state,
                       NodeId node) const {
  uint32_t now = structure[node].next();
  return std::all_of(part.weakened.begin(), part.weakened.end(),
                     [&](uint32_t id) { return waitSlot(edges[id]) < now; }) &&
         (part.state.isWithin(state, now) || isWithin(part.state, state, now));
}

/// Goes on with each of \p trials over \p node, behind which the kernel itself
/// is in \p state. Returns false if something has been removed: then nothing is
/// known of the others.
bool Solver::goOn(std::vector<Trial> &trials, NodeId node, const State &state) {
  constexpr unsigned kMostSteps = 24;
  size_t kept = 0;
  for (size_t i = 0; i < trials.size(); ++i) {
    Trial &part = trials[i];
    if (!walkTrial(part, node)) {
      markNeeded(part.candidate);
      continue;
    }
    noteSets(part, node);
    if (hasJoined(part, state, node)) {
      remove(part.candidate);
      return false;
    }
    if (part.steps == kMostSteps)
      continue;
    if (kept != i)
      trials[kept] = std::move(part);
    ++kept;
  }
  trials.resize(kept);
  return true;
}

/// Walks \p node without the candidate of \p made. Returns whether it is not
/// missed there and the trial can go on.
bool Solver::begin(Trial &made, NodeId node, const State &before,
                   const State &after) {
  uint32_t slot = structure[node].before;
  made.state = before;
  made.steps = 0;
  made.weakened.clear();
  for (unsigned p = 0; p < pipes.count; ++p) {
    made.rows[p].clear();
    made.rows[p].push_back({slot, before.pipes[p]});
  }
  leaveOut(made.candidate);
  bool isOrdered = walkTrial(made, node);
  putBack(made.candidate);
  if (!isOrdered)
    markNeeded(made.candidate);
  if (!isOrdered || !mayRemove)
    return false;
  // Behind its loop, a flag across iterations is waited for once more. What
  // lets ids be used again orders nothing else.
  if (made.candidate.kind == Candidate::Flag) {
    const Edge &edge = edges[made.candidate.edge];
    if (edge.crossesIterations() || edge.isThrottle)
      return false;
  }
  // The flags that do not concern the node.
  FlagRows flags = after.flags;
  for (auto &[key, row] : made.state.flags)
    flags[key] = std::move(row);
  made.state.flags = std::move(flags);
  noteSets(made, node);
  return true;
}

/// \p state is the least one that holds in every iteration.
void Solver::probeBlock(BlockId block, State state) {
  std::swap(previous[block], snapshots[block]);
  for (std::vector<Snapshot> &list : snapshots[block])
    list.clear();
  recordAll(block, structure.blockBegin(block), state);
  std::vector<Trial> trials;
  Trial made; // most end at once
  for (NodeId node : program.blocks[block].nodes) {
    std::vector<Candidate> candidates = candidatesAt(node);
    bool isRegion = !program.nodes[node].blocks.empty();
    FlagRows aside;
    if (isRegion)
      aside = setAside(node, state);
    State before;
    if (!candidates.empty()) {
      before.pipes = state.pipes;
      if (isRegion)
        before.flags = state.flags;
      for (uint32_t id : attached[node].waitsBefore)
        if (auto flag = state.flags.find(id); flag != state.flags.end())
          before.flags.insert(*flag);
    }
    walkProbed(node, state);
    if (isRegion)
      bringBack(std::move(aside), state);
    if (!goOn(trials, node, state)) {
      // Nor of the state before the node.
      trials.clear();
      continue;
    }
    for (Candidate &candidate : candidates) {
      made.candidate = candidate;
      if (!begin(made, node, before, state))
        continue;
      if (hasJoined(made, state, node)) {
        remove(made.candidate);
        trials.clear();
        break;
      }
      trials.push_back(std::exchange(made, Trial()));
    }
  }
  // Nothing follows that could miss it.
  if (block == Program::body() && !trials.empty())
    remove(trials.front().candidate);
}

/// Walks \p node and probes what is in it.
void Solver::walkProbed(NodeId node, State &state) {
  ++nodesWalked;
  applyBefore(node, state, Mode::Quiet);
  if (!program.nodes[node].blocks.empty()) {
    State inside = state;
    if (!recall(node, state, Mode::Quiet))
      walkRegion(node, state, Mode::Quiet);
    probeInside(node, inside);
  } else if (program.nodes[node].kind == NodeKind::Sync) {
    walkSync(node, state);
  }
  if (program.nodes[node].kind != NodeKind::Instruction)
    recordAll(program.nodes[node].parent, structure[node].after, state);
  applyAfter(node, state, Mode::Quiet);
}

/// Of a loop or branch that has been walked from \p state.
void Solver::probeInside(NodeId node, const State &state) {
  if (program.nodes[node].kind == NodeKind::Loop) {
    State current = state;
    current.unite(regions[regionOf[node]].back, structure.bodyBegin(node));
    return probeBlock(program.nodes[node].blocks[0], std::move(current));
  }
  for (BlockId arm : program.nodes[node].blocks) {
    State current = state;
    current.forEachSet([&](PendingSet &set) {
      set.jump(structure[node].self(), structure.blockBegin(arm));
    });
    probeBlock(arm, std::move(current));
  }
}
