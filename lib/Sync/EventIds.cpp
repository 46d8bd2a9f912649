//===- EventIds.cpp - give every flag an event id ---------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two flags of one ordered pair of pipes may have the same id only if neither
// is set while the other is in flight. "In flight" is not a matter of program
// text: pipes run ahead of each other, so the setting pipe must know that the
// last wait has passed. The data-flow analysis knows, since waits have slots.
//
//===----------------------------------------------------------------------===//

#include "Solver.h"

#include "pypto/Sync/Rules.h"

#include <algorithm>
#include <set>

using namespace pypto::sync;

namespace {
/// What is known of the flags that have one id.
struct IdUse {
  uint32_t end = 0; ///< one past the last slot where one of them is in flight
  std::set<uint32_t> waits;
  PendingSet earlierIterations; ///< from the views at their sets
  std::vector<uint32_t> members;
};
} // namespace

/// Whether \p view leaves one of \p waits behind slot \p passed open.
static bool touches(const std::set<uint32_t> &waits, const PendingSet &view,
                    uint32_t passed) {
  return std::any_of(view.spans.begin(), view.spans.end(), [&](const Span &s) {
    auto it = waits.lower_bound(std::max(s.begin, passed));
    return it != waits.end() && *it < s.end;
  });
}

/// The outermost loop depth whose earlier iterations leave \p slot pending;
/// kNone when the current iteration does, or nothing.
static uint32_t outermostDepth(const PendingSet &view, uint32_t slot) {
  for (const Span &span : view.spans)
    if (span.tag != 0 && span.begin <= slot && slot < span.end)
      return tagDepth(span.tag);
  return kNone;
}

std::vector<uint32_t> Solver::waitSlots(const Edge &edge) const {
  std::vector<uint32_t> slots{waitSlot(edge)};
  if (edge.crossesIterations())
    slots.push_back(structure[edge.loop].drain());
  return slots;
}

/// The live edges of each pair of pipes, with their views up to date.
Solver::PairMembers Solver::collectPairs() {
  State state = State::empty(0, pipes.count);
  walkBlock(Program::body(), state, Mode::Collect);
  PairMembers pairs;
  for (uint32_t id = 0; id < edges.size(); ++id)
    if (!edges[id].isDead)
      pairs[{edges[id].from, edges[id].to}].push_back(id);
  return pairs;
}

void Solver::assignIds() {
  constexpr unsigned kMostResolving = 96; // attempts that rearrange flags
  // Each attempt walks the kernel a few times.
  uint64_t budget = std::max<uint64_t>(400'000, 12 * walkCost); // nodes walked
  uint64_t start = nodesWalked;
  mayHaveLostOrder = false;
  lowerCrossings();
  // After that, each attempt makes pipes wait for each other at a node where
  // they did not, and ends when there is no such node.
  for (unsigned attempt = 0;; ++attempt) {
    canResolve = attempt < kMostResolving && nodesWalked - start <= budget;
    bool isDone = true;
    for (auto &[pair, members] : collectPairs())
      isDone &= assignPair(pair.first, pair.second, members);
    if (isDone && !mayHaveLostOrder)
      return;
    if (isDone || attempt == 0) {
      mayHaveLostOrder = !settleOnce();
      if (isDone && !mayHaveLostOrder)
        return;
    }
  }
}

bool Solver::assignPair(Pipe from, Pipe to, std::vector<uint32_t> &members) {
  std::stable_sort(members.begin(), members.end(), [&](uint32_t a, uint32_t b) {
    return beginSlot(edges[a]) < beginSlot(edges[b]);
  });
  nodesWalked += 4 * members.size();
  std::set<uint32_t> allWaits;
  for (uint32_t id : members)
    for (uint32_t slot : waitSlots(edges[id]))
      allWaits.insert(slot);
  std::array<IdUse, kNumEventIds> uses;
  // What has been changed before this slot may have been enough.
  uint32_t resolved = 0;
  bool hasRelief = false;
  // Waits before this slot have passed, once a throttle that was added here is
  // counted in.
  uint32_t passed = 0;
  bool isDone = true;
  for (uint32_t id : members) {
    if (edges[id].isDead)
      continue;
    unsigned needed = idsNeeded(edges[id]);
    if (isVerifying && (needed == 0 || needed > edges[id].idCount))
      return false;
    if (needed == 0) {
      isDone = false;
      if (endSlot(edges[id]) > resolved) {
        resolved = endSlot(edges[id]);
        resolveSelfConflict(id);
      }
      continue;
    }
    if (!isVerifying)
      edges[id].idCount = needed;
    std::vector<uint32_t> waits = waitSlots(edges[id]);
    auto isUnused = [&](const IdUse &use) {
      const Edge &edge = edges[id];
      if (use.end > beginSlot(edge) || touches(use.waits, edge.atSet, passed) ||
          touches(use.waits, edge.atPreset, passed))
        return false;
      return std::none_of(waits.begin(), waits.end(), [&](uint32_t slot) {
        return use.earlierIterations.contains(slot, 0);
      });
    };
    auto areFree = [&](unsigned first) {
      for (unsigned n = first; n < first + edges[id].idCount; ++n)
        if (reservedIds[pipes.number(from)][pipes.number(to)] >> n & 1 ||
            !isUnused(uses[n]))
          return false;
      return true;
    };
    if (isVerifying && !areFree(static_cast<unsigned>(edges[id].id)))
      return false;
    if (!isVerifying)
      edges[id].id = -1;
    auto choose = [&] {
      for (unsigned n = 0; n + edges[id].idCount <= options.eventIds; ++n)
        if (edges[id].id < 0 && areFree(n))
          edges[id].id = static_cast<int>(n);
      return edges[id].id >= 0;
    };
    if (!choose()) {
      isDone = false;
      std::vector<uint32_t> rivals;
      for (const IdUse &use : uses)
        if (!use.members.empty())
          rivals.push_back(use.members.back());
      if (uint32_t slot = canResolve ? throttleOldest(id, rivals) : 0) {
        passed = slot;
        if (!choose())
          continue;
      } else {
        if (beginSlot(edges[id]) < resolved)
          continue;
        resolved = endSlot(edges[id]);
        // What has been changed may be enough for others of this pair too.
        if (resolveShortage(id, rivals))
          hasRelief = true;
        else if (!hasRelief || !canResolve) {
          giveUp(id);
          hasRelief = true;
        }
        continue;
      }
    }
    const Edge &chosen = edges[id];
    for (unsigned n = 0; n < chosen.idCount; ++n) {
      IdUse &use = uses[static_cast<unsigned>(chosen.id) + n];
      use.members.push_back(id);
      use.waits.insert(waits.begin(), waits.end());
      use.end = std::max(use.end, endSlot(chosen));
      for (const PendingSet *view : {&chosen.atSet, &chosen.atPreset})
        for (const Span &span : view->spans) {
          auto it = allWaits.lower_bound(span.begin);
          if (span.tag != 0 && it != allWaits.end() && *it < span.end)
            use.earlierIterations.add({1, span.begin, span.end});
        }
    }
  }
  return isDone;
}

void Solver::resolveSelfConflict(uint32_t id) {
  if (!canResolve)
    return giveUp(id);
  Edge edge = edges[id];
  auto throttle = [&](uint32_t depth) {
    if (!addThrottle(id, id, depth))
      giveUp(id);
  };
  if (!edge.crossesIterations())
    return throttle(outermostDepth(edge.atSet, waitSlot(edge)));
  uint32_t drain = structure[edge.loop].drain();
  uint32_t depth = outermostDepth(edge.atPreset, drain);
  if (depth != kNone) {
    if (edge.isLowered)
      return meet(edge.loop, edge.from, edge.to);
    // Keep the flag in flight across the outer loop as well.
    // What followed the inner loop could rely on the waits behind it.
    detach(id);
    edge.distance = edge.idCount = 1;
    edge.loop = structure.enclosingLoop(program.nodes[edge.loop].parent, depth);
    insertEdge(edge);
    return;
  }
  if (structure[edge.waitNode].after < structure[edge.setNode].before)
    return throttle(0);
  Edge back;
  back.from = edge.to;
  back.to = edge.from;
  back.block = edge.block;
  back.setNode = back.waitNode = edge.setNode;
  back.setBefore = back.waitAfter = true;
  back.isThrottle = true;
  ++plan.throttlePairs;
  if (!insertEdge(back))
    giveUp(id);
}

/// Makes the pipe that sets \p edge wait until the other one has passed the
/// wait of \p rival, in this iteration (\p depth 0) or in an earlier one of the
/// loop at \p depth.
/// A rival that crosses iterations has its last wait behind its loop. Returns
/// false if there is no place for such a flag.
bool Solver::addThrottle(uint32_t rivalId, uint32_t id, uint32_t depth) {
  const Edge &rival = edges[rivalId], &edge = edges[id];
  bool isBehindLoop = rivalId != id && depth == 0 && rival.crossesIterations();
  NodeId wait = isBehindLoop ? rival.loop : rival.waitNode;
  NodeId setAt =
      edge.crossesIterations() && rivalId != id ? edge.loop : edge.setNode;
  Edge back;
  back.from = edge.to;
  back.to = edge.from;
  back.block = structure.commonBlock(wait, setAt);
  back.setNode = structure.ancestorIn(back.block, wait);
  back.waitNode = structure.ancestorIn(back.block, setAt);
  back.isThrottle = true;
  if (structure[back.setNode].before >= structure[back.waitNode].before) {
    if (depth == 0 || depth == kNone)
      return false;
    back.loop = structure.enclosingLoop(back.block, depth);
    if (back.loop == kNone)
      return false;
  } else if (back.setNode == wait && isBehindLoop) {
    // Behind the waits that drain the loop's flags.
    const std::vector<NodeId> &nodes = program.blocks[back.block].nodes;
    back.setNode = nodes[structure[wait].indexInBlock + 1];
    back.setBefore = true;
    if (back.setNode == back.waitNode)
      return false;
  } else {
    // The wait has to be over, not what waits.
    back.setBefore = back.setNode == wait && !rival.waitAfter;
  }
  if (!insertEdge(back))
    return false;
  ++plan.throttlePairs;
  return true;
}

/// Holds the producer back until the older ones of those rivals are over whose
/// last wait stands before it.
/// Returns the slot up to which waits have passed then; 0 if there is none.
uint32_t Solver::throttleOldest(uint32_t id,
                                const std::vector<uint32_t> &rivals) {
  NodeId setAt =
      edges[id].crossesIterations() ? edges[id].loop : edges[id].setNode;
  auto lastWait = [&](uint32_t rival) {
    return waitSlots(edges[rival]).back();
  };
  std::vector<uint32_t> waited;
  for (uint32_t other : rivals)
    if (!edges[other].isDead && lastWait(other) < beginSlot(edges[id]))
      waited.push_back(other);
  if (waited.empty())
    return 0;
  std::sort(waited.begin(), waited.end(), [&](uint32_t a, uint32_t b) {
    return std::make_pair(lastWait(a), a) < std::make_pair(lastWait(b), b);
  });
  // Half of the ids are free again then.
  uint32_t rival = waited[(waited.size() - 1) / 2];
  NodeId wait = edges[rival].crossesIterations() ? edges[rival].loop
                                                 : edges[rival].waitNode;
  BlockId common = structure.commonBlock(wait, setAt);
  if (structure[structure.ancestorIn(common, wait)].before >=
      structure[structure.ancestorIn(common, setAt)].before)
    return 0;
  uint32_t slot = lastWait(rival) + 1;
  return addThrottle(rival, id, 0) ? slot : 0;
}

/// Makes do with fewer ids around \p id. Returns false if nothing helps.
bool Solver::resolveShortage(uint32_t id, const std::vector<uint32_t> &rivals) {
  if (!canResolve)
    return false;
  Edge edge = edges[id];
  std::vector<uint32_t> together = rivals;
  together.push_back(id);
  if (narrowWidest(together))
    return true;
  for (uint32_t other : together)
    if (lower(other))
      return true;
  // Join the two closest flags that cross iterations, or that are in flight
  // together, in one block.
  std::vector<uint32_t> family;
  for (uint32_t other = 0; other < edges.size(); ++other)
    if (!edges[other].isDead && edges[other].from == edge.from &&
        edges[other].to == edge.to)
      family.push_back(other);
  std::stable_sort(family.begin(), family.end(), [&](uint32_t a, uint32_t b) {
    return std::make_tuple(edges[a].block, edges[a].crossesIterations(),
                           waitSlot(edges[a])) <
           std::make_tuple(edges[b].block, edges[b].crossesIterations(),
                           waitSlot(edges[b]));
  });
  std::set<uint32_t> involved(rivals.begin(), rivals.end());
  involved.insert(id);
  uint64_t bestCost = ~0ull;
  std::pair<uint32_t, uint32_t> best{kNone, kNone};
  for (size_t i = 0; i + 1 < family.size(); ++i) {
    const Edge &a = edges[family[i]], &b = edges[family[i + 1]];
    if (a.block != b.block || a.crossesIterations() != b.crossesIterations() ||
        !involved.count(family[i]) || !involved.count(family[i + 1]))
      continue;
    if (!a.crossesIterations() && setSlot(b) > waitSlot(a))
      continue;
    uint64_t cost = uint64_t(waitSlot(b)) - waitSlot(a) +
                    (setSlot(a) > setSlot(b) ? setSlot(a) - setSlot(b)
                                             : setSlot(b) - setSlot(a));
    if (cost < bestCost) {
      bestCost = cost;
      best = {family[i], family[i + 1]};
    }
  }
  if (best.first != kNone) {
    mergeInto(best.second, best.first);
    return true;
  }
  for (uint32_t rival : rivals) {
    uint32_t depth = outermostDepth(edge.atSet, waitSlot(edges[rival]));
    if (!edges[rival].isDead && depth != kNone && !edge.crossesIterations() &&
        addThrottle(rival, id, depth))
      return true;
  }
  return false;
}

/// The last resort: the two pipes wait for each other in place of the flag.
void Solver::giveUp(uint32_t id) {
  Edge edge = edges[id];
  detach(id);
  meet(edge.waitNode, edge.from, edge.to);
}

/// Finds an id in both directions for two pipes that wait for each other. All
/// handshakes of the pair share them: before a pipe sets its flag again, it has
/// seen the other one pass the last wait for it.
bool Solver::reserveHandshake(Pipe from, Pipe to) {
  auto last = [&](Pipe a, Pipe b) {
    unsigned n = options.eventIds;
    while (n > 0 &&
           reservedIds[pipes.number(a)][pipes.number(b)] >> (n - 1) & 1)
      --n;
    return static_cast<uint8_t>(n);
  };
  if (handshakeIds[pipes.number(from)][pipes.number(to)])
    return true;
  uint8_t there = last(from, to), back = last(to, from);
  if (there == 0 || back == 0)
    return false;
  handshakeIds[pipes.number(from)][pipes.number(to)] = there;
  handshakeIds[pipes.number(to)][pipes.number(from)] = back;
  reservedIds[pipes.number(from)][pipes.number(to)] |= 1u << (there - 1);
  reservedIds[pipes.number(to)][pipes.number(from)] |= 1u << (back - 1);
  return true;
}

/// Before \p node, the two pipes wait for each other. Without an id for that,
/// or if they do already, all pipes do.
void Solver::meet(NodeId node, Pipe from, Pipe to) {
  Attachments &at = attached[node];
  unsigned first = std::min(pipes.number(from), pipes.number(to));
  unsigned second = std::max(pipes.number(from), pipes.number(to));
  uint64_t bit = uint64_t(1) << (first * kNumPipes + second);
  bool isHandshake = !(at.handshakes & bit) && reserveHandshake(from, to);
  if (isHandshake)
    at.handshakes |= bit;
  else
    at.barrierAll = true;
  changed(program.nodes[node].parent);
  meetings.push_back({node, from, to, isHandshake ? bit : 0});
}

/// Says where pipes wait for each other, if they still do.
void Solver::remarkMeetings() {
  for (const Meeting &meeting : meetings) {
    const Attachments &at = attached[meeting.node];
    if (meeting.bit ? !(at.handshakes & meeting.bit) : !at.barrierAll)
      continue;
    plan.remarks.push_back(
        {meeting.node,
         "event ids from " + std::string(target::toString(meeting.from)) +
             " to " + std::string(target::toString(meeting.to)) + " ran out; " +
             (meeting.bit ? "the two pipes wait for each other here"
                          : "used a barrier of all pipes")});
  }
}
