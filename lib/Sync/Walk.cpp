//===- Walk.cpp - data-flow analysis over a structured kernel ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Solver.h"

#include <algorithm>
#include <utility>

using namespace pypto::sync;

/// Author's flags are kept beside ours in State::flags.
static constexpr uint32_t kAuthors = 0x80000000u;
static uint32_t authorKey(const SyncInstruction &sync) {
  return kAuthors |
         (static_cast<uint32_t>(sync.from) * kNumPipes +
          static_cast<uint32_t>(sync.to)) *
             256 |
         sync.id;
}
static bool isAuthors(uint32_t key) { return key >= kAuthors; }

uint32_t Solver::setSlot(const Edge &edge) const {
  const Structure::Place &place = structure[edge.setNode];
  return edge.setBefore ? place.self() : place.drain();
}

uint32_t Solver::waitSlot(const Edge &edge) const {
  const Structure::Place &place = structure[edge.waitNode];
  return edge.waitAfter ? place.after : place.before;
}

void Solver::record(BlockId block, Pipe pipe, uint32_t slot,
                    const State &state) {
  Snapshots &rows =
      trial && block == trialBlock ? trial->rows : snapshots[block];
  rows[pipes.number(pipe)].push_back({slot, state.pipes[pipes.number(pipe)]});
}

void Solver::recordAll(BlockId block, uint32_t slot, const State &state) {
  for (unsigned p = 0; p < pipes.count; ++p)
    record(block, pipes.at(p), slot, state);
}

/// Where to look up what has been recorded for \p slot of \p block.
Solver::Snapshots &Solver::rowsOf(BlockId block, uint32_t slot) {
  bool isSince = trial && block == trialBlock &&
                 slot >= structure[trial->candidate.node].before;
  return isSince ? trial->rows : snapshots[block];
}

/// Whether the block has been walked as a whole.
bool Solver::isComplete(const Snapshots &from, BlockId block) const {
  return std::any_of(from.begin(), from.end(), [&](const auto &list) {
    return !list.empty() && list.front().slot == structure.blockBegin(block);
  });
}

/// What \p pipe cannot rely on at \p slot.
const PendingRow &Solver::rowAt(const Snapshots &from, Pipe pipe,
                                uint32_t slot) const {
  const std::vector<Snapshot> &list = from[pipes.number(pipe)];
  auto it = std::upper_bound(
      list.begin(), list.end(), slot,
      [](uint32_t value, const Snapshot &s) { return value < s.slot; });
  return std::prev(it)->row;
}

/// What a wait for a flag that \p pipe sets at \p slot cannot rely on.
PendingRow Solver::message(const Snapshots &from, Pipe pipe,
                           uint32_t slot) const {
  PendingRow row = rowAt(from, pipe, slot);
  row[pipes.number(pipe)].reset(slot);
  return row;
}

static void intersectRow(PendingRow &row, const PendingRow &other,
                         uint32_t now) {
  for (unsigned p = 0; p < row.size(); ++p)
    row[p].intersect(other[p], now);
}

static PendingRow rowAfterSet(const State &state, unsigned from, uint32_t now) {
  PendingRow row = state.pipes[from];
  row[from].reset(now);
  return row;
}

void Solver::applyWait(uint32_t id, State &state, uint32_t now) {
  const Edge &edge = edges[id];
  if (edge.crossesIterations())
    return applyCrossingWait(id, 0, state, now);
  uint32_t set = setSlot(edge);
  const PendingRow &carried = rowAt(rowsOf(edge.block, set), edge.from, set);
  PendingRow &row = state.pipes[pipes.number(edge.to)];
  for (unsigned p = 0; p < pipes.count; ++p)
    if (pipes.at(p) == edge.from)
      row[p].keepSince(set, now);
    else
      row[p].intersect(carried[p], now);
  tellAll(edge.to, state, now);
}

void Solver::applyCrossingWait(uint32_t id, unsigned ahead, State &state,
                               uint32_t now) {
  auto it = state.flags.find(flagKey(id, ahead));
  if (it == state.flags.end())
    return;
  PendingRow carried = std::move(it->second);
  state.flags.erase(it);
  passWait(edges[id].to, carried, state, now);
}

/// The next iteration of \p loop is one nearer to the waits for the flags that
/// cross several of them.
void Solver::shiftFlags(NodeId loop, State &state) const {
  for (uint32_t id : attached[loop].presets) {
    if (edges[id].distance == 1)
      continue;
    for (unsigned ahead = 1; ahead <= edges[id].distance; ++ahead) {
      auto it = state.flags.find(flagKey(id, ahead));
      if (it == state.flags.end())
        continue;
      state.flags[flagKey(id, ahead - 1)] = std::move(it->second);
      state.flags.erase(it);
    }
  }
}

/// Takes the flags out of \p state that do not concern \p node. Nothing changes
/// them there: what runs in the node belongs to their open ends.
FlagRows Solver::setAside(NodeId node, State &state) const {
  FlagRows aside = std::move(state.flags);
  state.flags.clear();
  auto keep = [&](uint32_t key) {
    auto taken = aside.extract(key);
    if (!taken.empty())
      state.flags.insert(std::move(taken));
  };
  if (aside.empty())
    return aside;
  for (uint32_t id : concerning[node])
    for (unsigned ahead = 0;
         ahead <= (edges[id].distance > 1 ? edges[id].distance : 0); ++ahead)
      keep(flagKey(id, ahead));
  while (!aside.empty() && isAuthors(aside.rbegin()->first))
    keep(aside.rbegin()->first);
  return aside;
}

void Solver::bringBack(FlagRows &&aside, State &state) {
  aside.merge(state.flags); // of which there are few
  state.flags = std::move(aside);
}

/// \p to has waited for what \p carried leaves out. The scalar unit issues
/// everything: what it has waited for, instructions issued later may rely on,
/// whatever their pipe. Its own work is not over by having been issued first,
/// unless a flag that has come back says so.
void Solver::passWait(Pipe to, const PendingRow &carried, State &state,
                      uint32_t now) {
  intersectRow(state.pipes[pipes.number(to)], carried, now);
  tellAll(to, state, now);
}

void Solver::tellAll(Pipe to, State &state, uint32_t now) {
  if (to != Pipe::S)
    return;
  const PendingRow scalar = state.pipes[pipes.number(Pipe::S)];
  for (unsigned q = 0; q < pipes.count; ++q)
    for (unsigned p = 0; p < pipes.count; ++p)
      if (pipes.at(q) != Pipe::S)
        state.pipes[q][p].intersect(scalar[p], now);
}

/// Whether \p pipe neither runs anything in slots [begin, end) nor waits there
/// for an ordinary flag.
bool Solver::isEmpty(unsigned pipe, uint32_t begin, uint32_t end) const {
  const std::vector<uint32_t> &slots = instructionSlots[pipe];
  auto slot = std::lower_bound(slots.begin(), slots.end(), begin);
  auto wait = waitCounts[pipe].lower_bound(begin);
  return (slot == slots.end() || *slot >= end) &&
         (wait == waitCounts[pipe].end() || wait->first >= end);
}

/// Drops what is pending before \p now without being anything. Behind each of
/// many loops there is some, which would add up.
void Solver::forgetEmpty(State &state, uint32_t now) {
  constexpr size_t kFew = 8;
  for (PendingRow &row : state.pipes)
    for (unsigned p = 0; p < row.size(); ++p)
      if (row[p].spans.size() > kFew)
        hasForgotten |= row[p].drop(now, [&](uint32_t begin, uint32_t end) {
          return isEmpty(p, begin, end);
        });
}

/// Each of the two pipes waits for what the other has done.
void Solver::shakeHands(Pipe first, Pipe second, State &state, uint32_t now) {
  passWait(second, rowAfterSet(state, pipes.number(first), now), state, now);
  passWait(first, rowAfterSet(state, pipes.number(second), now), state, now);
}

/// Records what a wait of \p to at \p slot has changed.
void Solver::recordWait(BlockId block, Pipe to, uint32_t slot,
                        const State &state) {
  if (to == Pipe::S)
    recordAll(block, slot, state);
  else
    record(block, to, slot, state);
}

/// Which waits of the pipe that \p edge leads to its source cannot rely on. The
/// scalar unit has passed its waits before it issues what comes later.
PendingSet Solver::viewOfWaits(const Edge &edge, const State &state,
                               uint32_t now) const {
  PendingSet view = state.pipes[pipes.number(edge.from)][pipes.number(edge.to)];
  if (edge.to == Pipe::S)
    view.reset(now);
  return view;
}

void Solver::collect(NodeId node, bool before, State &state) {
  const Attachments &at = attached[node];
  const Structure::Place &place = structure[node];
  auto save = [&](uint32_t id, PendingSet Edge::*field, uint32_t now) {
    Edge &edge = edges[id];
    edge.*field = viewOfWaits(edge, state, now);
    (edge.*field).jump(now, now);
  };
  if (before) {
    for (uint32_t id : at.setsBefore)
      save(id, &Edge::atSet, place.self());
    return;
  }
  for (uint32_t id : at.setsAfter)
    save(id, &Edge::atSet, place.drain());
}

void Solver::applyBefore(NodeId node, State &state, Mode mode) {
  const Attachments &at = attached[node];
  const Structure::Place &place = structure[node];
  BlockId block = program.nodes[node].parent;
  for (uint32_t id : at.waitsBefore)
    applyWait(id, state, place.self());
  for (uint32_t id : at.waitsBefore)
    recordWait(block, edges[id].to, place.self(), state);
  forEachHandshake(at, [&](Pipe first, Pipe second) {
    shakeHands(first, second, state, place.self());
    recordWait(block, first, place.self(), state);
    recordWait(block, second, place.self(), state);
  });
  for (uint32_t id : at.presets) {
    Edge &edge = edges[id];
    for (unsigned ahead = 0; ahead < edge.distance; ++ahead)
      state.flags[flagKey(id, ahead)] =
          rowAfterSet(state, pipes.number(edge.from), place.self());
    if (mode == Mode::Collect) {
      edge.atPreset = viewOfWaits(edge, state, place.self());
      edge.atPreset.jump(place.self(), place.self());
    }
  }
  if (mode == Mode::Collect)
    collect(node, /*before=*/true, state);
  if (at.barrierAll) {
    state.forEachSet([&](PendingSet &set) { set.reset(place.self()); });
    recordAll(block, place.self(), state);
  }
  for (unsigned p = 0; p < pipes.count; ++p)
    if (at.barriers >> p & 1) {
      state.pipes[p][p].reset(place.self());
      record(block, pipes.at(p), place.self(), state);
    }
}

void Solver::applyAfter(NodeId node, State &state, Mode mode) {
  const Attachments &at = attached[node];
  const Structure::Place &place = structure[node];
  BlockId block = program.nodes[node].parent;
  for (uint32_t id : at.waitsAfter)
    applyWait(id, state, place.drain());
  for (uint32_t id : at.waitsAfter)
    recordWait(block, edges[id].to, place.drain(), state);
  if (mode == Mode::Collect)
    collect(node, /*before=*/false, state);
  for (uint32_t id : at.setsAfter)
    if (edges[id].crossesIterations())
      state
          .flags[flagKey(id, edges[id].distance > 1 ? edges[id].distance : 0)] =
          rowAfterSet(state, pipes.number(edges[id].from), place.drain());
  for (uint32_t id : at.drains)
    for (unsigned ahead = 0; ahead < edges[id].distance; ++ahead)
      applyCrossingWait(id, ahead, state, place.next());
  for (uint32_t id : at.drains)
    recordWait(block, edges[id].to, place.next(), state);
}

void Solver::walkBlock(BlockId block, State &state, Mode mode) {
  std::swap(previous[block], snapshots[block]);
  for (std::vector<Snapshot> &list : snapshots[block])
    list.clear();
  recordAll(block, structure.blockBegin(block), state);
  for (NodeId node : program.blocks[block].nodes) {
    if (mode == Mode::Check && isUnordered)
      return;
    if (program.nodes[node].blocks.empty()) {
      walkNode(node, state, mode);
      continue;
    }
    FlagRows aside = setAside(node, state);
    uint64_t start = nodesWalked;
    if (mode != Mode::Insert) {
      walkNode(node, state, mode);
      bringBack(std::move(aside), state);
      continue;
    }
    // What the inside needs from outside is waited for before the node, which
    // changes the state it starts from.
    constexpr unsigned kMaxAttempts = 16;
    for (unsigned attempt = 1;; ++attempt) {
      State copy = state;
      uint32_t before = additions[block];
      walkNode(node, copy, mode);
      if (additions[block] == before || attempt == kMaxAttempts) {
        state = std::move(copy);
        break;
      }
      for (std::vector<Snapshot> &list : snapshots[block])
        while (list.size() > 1 && list.back().slot > structure[node].before)
          list.pop_back();
    }
    bringBack(std::move(aside), state);
    nodeCosts[node] = std::max(nodeCosts[node], nodesWalked - start);
  }
}

void Solver::walkNode(NodeId id, State &state, Mode mode) {
  ++nodesWalked;
  applyBefore(id, state, mode);
  const Node &node = program.nodes[id];
  switch (node.kind) {
  case NodeKind::Instruction:
    if (mode == Mode::Insert || mode == Mode::Check)
      satisfy(id, state);
    break;
  case NodeKind::Loop:
  case NodeKind::Branch:
    if (!recall(id, state, mode))
      walkRegion(id, state, mode);
    break;
  case NodeKind::Sync:
    walkSync(id, state);
    break;
  }
  if (node.kind != NodeKind::Instruction)
    recordAll(node.parent, structure[id].after, state);
  applyAfter(id, state, mode);
}

/// If \p node has been walked from \p state, with the same flags inside and for
/// the same end, goes on behind it.
bool Solver::recall(NodeId node, State &state, Mode mode) {
  const Region &region = regions[regionOf[node]];
  bool needsSettled = mode == Mode::Insert || mode == Mode::Check;
  if (region.walked != region.version || (needsSettled && !region.isSettled) ||
      (mode == Mode::Collect && !region.isCollected) ||
      (region.hasForgotten && region.waitsPlaced != waitsPlaced) ||
      !(region.entry == state))
    return false;
  state = region.exit;
  hasForgotten |= region.hasForgotten;
  return true;
}

void Solver::walkRegion(NodeId node, State &state, Mode mode) {
  Region &region = regions[regionOf[node]];
  bool isAgain = region.walked == region.version && region.entry == state;
  bool wasSettled = isAgain && region.isSettled;
  bool hadForgotten = std::exchange(hasForgotten, false);
  uint64_t version = region.version;
  State entry = state;
  if (program.nodes[node].kind == NodeKind::Loop)
    walkLoop(node, state, mode);
  else
    walkBranch(node, state, mode);
  region.walked = 0;
  if (region.version == version && !(mode == Mode::Check && isUnordered)) {
    region.walked = version;
    region.isSettled =
        wasSettled || mode == Mode::Insert || mode == Mode::Check;
    region.isCollected = mode == Mode::Collect;
    region.hasForgotten = hasForgotten;
    region.waitsPlaced = waitsPlaced;
    region.entry = std::move(entry);
    region.exit = state;
  }
  hasForgotten |= hadForgotten;
}

/// What an iteration does to what is left of earlier ones does not depend on
/// how much earlier they are: where one more has changed nothing, none will.
static void closeDistances(uint32_t depth, uint32_t largest, State &next) {
  for (uint32_t n = 1; n + 1 < largest; ++n) {
    bool isStable = true;
    next.forEachSet([&](PendingSet &set) {
      isStable =
          isStable && set.isAlike(makeTag(depth, n), makeTag(depth, n + 1));
    });
    if (!isStable)
      continue;
    for (uint32_t more = n + 2; more <= largest; ++more)
      next.forEachSet([&](PendingSet &set) {
        set.addAlike(makeTag(depth, n), makeTag(depth, more));
      });
    return;
  }
}

void Solver::walkLoop(NodeId loop, State &state, Mode mode) {
  uint32_t begin = structure.bodyBegin(loop), end = structure.bodyEnd(loop);
  uint32_t depth = structure.depthTag(loop);
  BlockId body = program.nodes[loop].blocks[0];
  Region &region = regions[regionOf[loop]];
  bool hasBack = region.walked == region.version;
  // The last walk of the body was the one that changed nothing.
  bool isKnown = hasBack && mode == Mode::Insert && region.entry == state;
  hasBack = hasBack && (isKnown || region.entry.isWithin(state, begin));
  State &back = region.back;
  if (!hasBack)
    back = State{};
  State current;
  // Only what is added depends on having seen all that is pending.
  Mode first = mode == Mode::Insert ? Mode::Quiet : mode;
  while (!isKnown) {
    nodesWalked += 16 + 2 * state.flags.size(); // copies of the state
    current = state;
    if (hasBack)
      current.unite(back, begin);
    walkBlock(body, current, first);
    if (mode == Mode::Check && isUnordered)
      return;
    State next = current;
    next.forEachSet([&](PendingSet &set) {
      set.enterNextIteration(depth, begin, end,
                             structure.largestDistance(loop));
    });
    shiftFlags(loop, next);
    if (hasBack)
      next.unite(back, begin);
    if (hasBack && next == back)
      break;
    closeDistances(depth, structure.largestDistance(loop), next);
    back = std::move(next);
    hasBack = true;
  }
  if (mode == Mode::Insert) {
    current = state;
    current.unite(back, begin);
    walkBlock(body, current, mode);
  }
  current.forEachSet(
      [&](PendingSet &set) { set.leaveLoop(depth, begin, end); });
  shiftFlags(loop, current);
  if (program.nodes[loop].mayRunZeroTimes) {
    state.forEachSet([&](PendingSet &set) { set.jump(begin, end); });
    current.unite(state, end);
  }
  state = std::move(current);
  if (mode != Mode::Collect)
    forgetEmpty(state, begin);
}

void Solver::walkBranch(NodeId branch, State &state, Mode mode) {
  const Structure::Place &place = structure[branch];
  State merged;
  bool isFirst = true;
  for (BlockId arm : program.nodes[branch].blocks) {
    const std::vector<NodeId> &nodes = program.blocks[arm].nodes;
    uint32_t begin = structure.blockBegin(arm);
    uint32_t end = nodes.empty() ? begin : structure[nodes.back()].next();
    State current = state;
    current.forEachSet([&](PendingSet &set) { set.jump(place.self(), begin); });
    walkBlock(arm, current, mode);
    current.forEachSet([&](PendingSet &set) { set.jump(end, place.after); });
    if (isFirst)
      merged = std::move(current);
    else
      merged.unite(current, place.after);
    isFirst = false;
  }
  state = std::move(merged);
}

void Solver::walkSync(NodeId id, State &state) {
  const SyncInstruction &sync = program.nodes[id].sync;
  uint32_t now = structure[id].after;
  // Which of the ids it is, is not followed: its order is not relied on.
  if (sync.isRotating())
    return;
  switch (sync.kind) {
  case SyncKind::Set:
    state.flags[authorKey(sync)] =
        rowAfterSet(state, pipes.number(sync.from), now);
    return;
  case SyncKind::Wait: {
    auto it = state.flags.find(authorKey(sync));
    if (it == state.flags.end())
      return;
    PendingRow carried = std::move(it->second);
    state.flags.erase(it);
    passWait(sync.to, carried, state, now);
    return;
  }
  case SyncKind::Barrier:
    state.pipes[pipes.number(sync.from)][pipes.number(sync.from)].reset(now);
    return;
  case SyncKind::BarrierAll:
    state.forEachSet([&](PendingSet &set) { set.reset(now); });
    return;
  }
}
