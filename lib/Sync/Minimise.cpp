//===- Minimise.cpp - remove what other synchronisation implies -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Solver.h"

#include "pypto/Sync/Rules.h"

#include <algorithm>
#include <utility>

using namespace pypto::sync;

bool Solver::isSufficient(bool hasIds) {
  isChecking = true;
  isUnordered = false;
  State state = State::empty(0, pipes.count);
  walkBlock(Program::body(), state, Mode::Check);
  isChecking = false;
  if (isUnordered)
    return false;
  if (!hasIds)
    return true;
  isVerifying = true;
  bool isValid = true;
  for (auto &[pair, members] : collectPairs())
    isValid = isValid && assignPair(pair.first, pair.second, members);
  isVerifying = false;
  return isValid;
}

/// The instructions of \p pipe that are pending in \p set, as a set of their
/// numbers in program order: slots without any do not count.
PendingSet Solver::pendingOf(unsigned pipe, PendingSet set,
                             uint32_t now) const {
  set.jump(now, now);
  const std::vector<uint32_t> &slots = instructionSlots[pipe];
  PendingSet numbers;
  for (const Span &span : set.spans) {
    auto first = std::lower_bound(slots.begin(), slots.end(), span.begin);
    auto last = std::lower_bound(first, slots.end(), span.end);
    numbers.add({span.tag, static_cast<uint32_t>(first - slots.begin()),
                 static_cast<uint32_t>(last - slots.begin())});
  }
  return numbers;
}

/// Whether \p part leaves nothing pending that \p whole does not.
bool Solver::isWithin(const PendingRow &part, const PendingRow &whole,
                      uint32_t now) const {
  for (unsigned p = 0; p < pipes.count; ++p) {
    if (part[p] == whole[p])
      continue;
    PendingSet before = pendingOf(p, whole[p], now), both = before;
    both.unite(pendingOf(p, part[p], now), 0);
    if (!(both.spans == before.spans))
      return false;
  }
  return true;
}

bool Solver::isWithin(const State &part, const State &whole,
                      uint32_t now) const {
  for (unsigned p = 0; p < pipes.count; ++p)
    if (!isWithin(part.pipes[p], whole.pipes[p], now))
      return false;
  return part.flags.size() == whole.flags.size() &&
         std::all_of(part.flags.begin(), part.flags.end(), [&](auto &flag) {
           auto other = whole.flags.find(flag.first);
           return other != whole.flags.end() &&
                  isWithin(flag.second, other->second, now);
         });
}

/// Walks the node of \p stretch from its beginning, as if for the first time.
State Solver::walkStretch(const Stretch &stretch, Mode mode) {
  forgetStretch(stretch);
  isUnordered = false;
  isChecking = true;
  State state = stretch.before;
  walkNode(stretch.node, state, mode);
  isChecking = false;
  return state;
}

void Solver::forgetStretch(const Stretch &stretch) {
  for (unsigned p = 0; p < pipes.count; ++p) {
    std::vector<Snapshot> &list = snapshots[Program::body()][p];
    list.erase(list.begin() + static_cast<ptrdiff_t>(stretch.begins[p]),
               list.end());
  }
}

/// What the last walk of \p stretch has recorded in the body.
Solver::Snapshots Solver::recordedIn(const Stretch &stretch) const {
  Snapshots recorded;
  for (unsigned p = 0; p < pipes.count; ++p) {
    const std::vector<Snapshot> &list = snapshots[Program::body()][p];
    recorded[p].assign(list.begin() + static_cast<ptrdiff_t>(stretch.begins[p]),
                       list.end());
  }
  return recorded;
}

/// Whether what follows \p stretch may rely on all that it could rely on
/// before, once its node has been walked again and left in \p after.
bool Solver::keepsOrders(const Stretch &stretch, const State &after) const {
  if (!isWithin(after, stretch.after, structure[stretch.node].next()))
    return false;
  for (unsigned p = 0; p < pipes.count; ++p) {
    const std::vector<Snapshot> &now = snapshots[Program::body()][p];
    const std::vector<Snapshot> &then = stretch.recorded[p];
    size_t i = stretch.begins[p], j = 0;
    // Both lists continue the same one, which is empty for unused pipes only.
    while (i < now.size() || j < then.size()) {
      uint32_t slot = kNone;
      if (i < now.size())
        slot = now[i].slot;
      if (j < then.size())
        slot = std::min(slot, then[j].slot);
      while (i < now.size() && now[i].slot == slot)
        ++i;
      while (j < then.size() && then[j].slot == slot)
        ++j;
      const Snapshot &old = j > 0 ? then[j - 1] : now[stretch.begins[p] - 1];
      if (!isWithin(now[i - 1].row, old.row, slot))
        return false;
    }
  }
  return true;
}

/// A flag across iterations from the scalar unit whose waiting pipe also waits
/// for a later flag of another pipe: that pipe can pass on what the scalar unit
/// has done. It is held up by nothing, since the scalar unit issues what it
/// does afterwards; and no flag has to be set before the loop and drained
/// behind it.
void Solver::passOnScalarWork() {
  auto isCandidate = [&](const Edge &edge) {
    return !edge.isDead && edge.crossesIterations() && edge.from == Pipe::S &&
           edge.distance == 1;
  };
  std::map<NodeId, std::vector<uint32_t>> candidates; // by node of the body
  constexpr uint64_t kBudget = 100'000; // nodes walked for one node of the body
  for (uint32_t id = 0; id < edges.size(); ++id) {
    if (!isCandidate(edges[id]))
      continue;
    NodeId node = structure.ancestorIn(Program::body(), edges[id].loop);
    if (nodeCosts[node] <= kBudget / 4)
      candidates[node].push_back(id);
  }
  if (candidates.empty())
    return;
  // The body is walked once; a candidate needs only its own node of the body to
  // be walked again, unless what follows relies on more.
  constexpr BlockId body = Program::body();
  for (std::vector<Snapshot> &list : snapshots[body])
    list.clear();
  State state = State::empty(0, pipes.count);
  recordAll(body, structure.blockBegin(body), state);
  wholeWalks = 0;
  for (NodeId node : program.blocks[body].nodes) {
    auto here = candidates.find(node);
    if (here == candidates.end()) {
      walkNode(node, state, Mode::Quiet);
      continue;
    }
    Stretch stretch;
    stretch.node = node;
    stretch.before = state;
    for (unsigned p = 0; p < pipes.count; ++p)
      stretch.begins[p] = snapshots[body][p].size();
    stretch.after = walkStretch(stretch, Mode::Quiet);
    stretch.recorded = recordedIn(stretch);
    uint64_t start = nodesWalked;
    for (uint32_t id : here->second)
      if (isCandidate(edges[id]) && nodesWalked - start <= kBudget)
        passOn(id, stretch);
    forgetStretch(stretch);
    for (unsigned p = 0; p < pipes.count; ++p)
      snapshots[body][p].insert(snapshots[body][p].end(),
                                stretch.recorded[p].begin(),
                                stretch.recorded[p].end());
    state = std::move(stretch.after);
  }
}

/// Replaces flag \p id, if another pipe can pass on what it tells.
void Solver::passOn(uint32_t id, Stretch &stretch) {
  const Edge edge = edges[id];
  for (unsigned p = 0; p < pipes.count; ++p) {
    if (pipes.at(p) == edge.to ||
        !isLegalFlag(options.arch, Pipe::S, pipes.at(p)))
      continue;
    auto others = crossings.find({edge.block, static_cast<uint8_t>(pipes.at(p)),
                                  static_cast<uint8_t>(edge.to)});
    uint32_t carrier = kNone;
    if (others != crossings.end())
      for (uint32_t other : others->second)
        if (edges[other].loop == edge.loop && edges[other].distance == 1 &&
            waitSlot(edges[other]) <= waitSlot(edge) &&
            setSlot(edges[other]) > setSlot(edge) &&
            edges[other].setNode != edge.setNode)
          carrier = other;
    if (carrier != kNone && passOn(id, carrier, stretch))
      return;
  }
}

/// Replaces flag \p id by one to the pipe that sets \p carrier. Returns false,
/// and changes nothing, if that is not enough.
bool Solver::passOn(uint32_t id, uint32_t carrier, Stretch &stretch) {
  Edge joined = edges[id];
  joined.to = edges[carrier].from;
  joined.loop = kNone;
  joined.waitNode = edges[carrier].setNode;
  joined.waitAfter = true;
  // Flags that it would take the place of could not be brought back.
  for (auto [wait, other] : ladders[keyOf(joined)])
    if ((wait >= waitSlot(joined)) ==
        (setSlot(edges[other]) <= setSlot(joined)))
      return false;
  detach(id);
  if (!insertEdge(joined)) {
    edges[id].isDead = false;
    attach(id);
    return false;
  }
  uint32_t made = static_cast<uint32_t>(edges.size() - 1);
  if (isEnough(made, stretch))
    return true;
  detach(made);
  edges[id].isDead = false;
  attach(id);
  return false;
}

/// Whether the kernel is ordered with flag \p made, which lies in \p stretch,
/// and one event id is enough for it. If so, brings \p stretch up to date.
bool Solver::isEnough(uint32_t made, Stretch &stretch) {
  State after = walkStretch(stretch, Mode::Check);
  if (isUnordered)
    return false;
  bool isKept = keepsOrders(stretch, after);
  Snapshots recorded = recordedIn(stretch);
  walkStretch(stretch, Mode::Collect);
  if (idsNeeded(edges[made]) != 1)
    return false;
  if (!isKept) {
    constexpr uint64_t kBudget = 100'000; // nodes walked in whole kernels
    if (wholeWalks > kBudget)
      return false;
    uint64_t start = nodesWalked;
    Snapshots saved = snapshots[Program::body()];
    bool isOrdered = isSufficient(/*hasIds=*/false);
    snapshots[Program::body()] = std::move(saved);
    wholeWalks += nodesWalked - start;
    if (!isOrdered)
      return false;
  }
  stretch.after = std::move(after);
  stretch.recorded = std::move(recorded);
  return true;
}

void Solver::removeRedundant(bool hasIds) {
  // On straight-line code each decision is needed when it is taken and stays
  // so; only loops, branches and the reuse of ids can make it redundant later.
  bool isStraight =
      std::all_of(program.nodes.begin(), program.nodes.end(),
                  [](const Node &node) { return node.blocks.empty(); });
  if (isStraight && (!hasIds || plan.mergedPairs + plan.throttlePairs == 0))
    return;
  // A loop is walked until nothing changes, so that nests cost far more than
  // their size.
  constexpr uint64_t kBudget = 100'000; // nodes walked
  bool canTryAny = walkCost <= kBudget / 4;
  if (!hasIds || canTryAny)
    findNeeded(/*removes=*/!hasIds);
  uint64_t start = nodesWalked;
  unsigned untriedFlags = 0, untried = 0;
  auto canTry = [&](unsigned &count) {
    bool isLeft = canTryAny && nodesWalked - start <= kBudget;
    count += !isLeft;
    return isLeft;
  };
  for (NodeId node = 0; node < program.nodes.size(); ++node) {
    Attachments &at = attached[node];
    // Leaves \p rest in place of \p part, if that is enough.
    auto tryWith = [&](auto &part, auto rest) {
      if (!canTry(untried))
        return;
      auto all = std::exchange(part, rest);
      invalidate(program.nodes[node].parent);
      if (isSufficient(hasIds))
        return;
      part = all;
      invalidate(program.nodes[node].parent);
    };
    if (at.barrierAll && !at.needsBarrierAll)
      tryWith(at.barrierAll, false);
    for (uint64_t rest = at.handshakes & ~at.neededHandshakes; rest;
         rest &= rest - 1)
      tryWith(at.handshakes, at.handshakes & ~(rest & (~rest + 1)));
    for (unsigned p = 0; p < pipes.count; ++p)
      if ((at.barriers & ~at.neededBarriers) >> p & 1)
        tryWith(at.barriers, static_cast<uint8_t>(at.barriers & ~(1u << p)));
  }
  // A flag that goes no longer needs others for the reuse of its id.
  for (bool hasRemoved = true; hasRemoved;) {
    hasRemoved = false;
    untriedFlags = 0;
    for (uint32_t id = 0; id < edges.size(); ++id) {
      if (edges[id].isDead || edges[id].isNeeded ||
          (edges[id].isThrottle && !hasIds) || !canTry(untriedFlags))
        continue;
      detach(id);
      if (isSufficient(hasIds)) {
        ++plan.removedPairs;
        hasRemoved = hasIds;
        continue;
      }
      edges[id].isDead = false;
      attach(id);
    }
  }
  plan.untried = untried + untriedFlags;
}
