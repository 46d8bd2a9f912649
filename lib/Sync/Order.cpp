//===- Order.cpp - decide how a dependence is kept --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Solver.h"

#include "pypto/Sync/Rules.h"

#include <algorithm>

using namespace pypto::sync;

/// Adds what is missing for \p node to run at this point of the walk.
void Solver::satisfy(NodeId id, State &state) {
  const Node &node = program.nodes[id];
  if (node.accesses.empty())
    return;
  PendingRow &row = state.pipes[pipes.number(node.pipe)];
  for (;;) {
    std::optional<Source> latest;
    Pipe from = Pipe::S;
    for (unsigned p = 0; p < pipes.count; ++p) {
      std::optional<Source> source =
          accesses.findLatest(id, pipes.at(p), row[p], structure[id].self());
      if (source && (!latest || source->isLaterThan(*latest))) {
        latest = source;
        from = pipes.at(p);
      }
    }
    if (!latest)
      return;
    if (isChecking) {
      isUnordered = true;
      return;
    }
    order(*latest, from, id, state);
  }
}

void Solver::order(const Source &source, Pipe from, NodeId node, State &state) {
  Pipe to = program.nodes[node].pipe;
  if (from == to)
    return addBarrier(source, node, /*all=*/false, state);
  if (!isLegalFlag(options.arch, from, to)) {
    plan.remarks.push_back(
        {node, "no event flag exists from " +
                   std::string(target::toString(from)) + " to " +
                   std::string(target::toString(to)) +
                   " on this architecture; used a barrier of all pipes"});
    return addBarrier(source, node, /*all=*/true, state);
  }
  Edge edge;
  edge.from = from;
  edge.to = to;
  edge.block = structure.commonBlock(source.node, node);
  edge.setNode = structure.ancestorIn(edge.block, source.node);
  edge.waitNode = structure.ancestorIn(edge.block, node);
  if (source.tag != 0 && tagDistance(source.tag) > 1) {
    // Counted by iterations of that loop, so that it belongs into its body.
    NodeId loop = structure.enclosingLoop(program.nodes[node].parent,
                                          tagDepth(source.tag));
    edge.distance = tagDistance(source.tag);
    edge.block = program.nodes[loop].blocks[0];
    edge.setNode = structure.ancestorIn(edge.block, source.node);
    edge.waitNode = structure.ancestorIn(edge.block, node);
  }
  if (source.tag == 0)
    return addForward(edge, node, state);
  if (structure[edge.setNode].before < structure[edge.waitNode].before)
    return addAhead(source, edge, node, state);
  edge.loop = structure.enclosingLoop(edge.block, tagDepth(source.tag));
  addCrossing(source, edge, node, state);
}

void Solver::addBarrier(const Source &source, NodeId node, bool all,
                        State &state) {
  BlockId common = structure.commonBlock(source.node, node);
  NodeId place = node;
  for (NodeId up = node; program.nodes[up].parent != common;) {
    up = program.blocks[program.nodes[up].parent].parent;
    if (program.nodes[up].kind == NodeKind::Loop)
      place = up;
  }
  Pipe pipe = program.nodes[node].pipe;
  Attachments &at = attached[place];
  if (all)
    at.barrierAll = true;
  else
    at.barriers |= 1u << pipes.number(pipe);
  changed(program.nodes[place].parent);
  // Also where the barrier stands further out, the walk goes on as if it stood
  // here; the region around is walked again.
  uint32_t now = structure[node].self();
  if (all) {
    state.forEachSet([&](PendingSet &set) { set.reset(now); });
    recordAll(program.nodes[node].parent, now, state);
    return;
  }
  state.pipes[pipes.number(pipe)][pipes.number(pipe)].reset(now);
  record(program.nodes[node].parent, pipe, now, state);
}

/// Lets the walk go on as if the consumer had waited for \p message.
void Solver::apply(PendingRow message, const Edge &edge, NodeId consumer,
                   State &state) {
  uint32_t now = structure[consumer].self();
  BlockId block = program.nodes[consumer].parent;
  if (edge.waitNode == consumer) {
    passWait(edge.to, message, state, now);
    return recordWait(block, edge.to, now, state);
  }
  PendingRow &row = state.pipes[pipes.number(edge.to)];
  for (unsigned p = 0; p < pipes.count; ++p)
    row[p].intersectOutside(message[p], now, structure[edge.waitNode].before,
                            structure.blockLoopDepth(edge.block));
  record(block, edge.to, now, state);
}

void Solver::addForward(Edge edge, NodeId consumer, State &state) {
  PendingRow row = message(snapshots[edge.block], edge.from, setSlot(edge));
  if (relieve(edge, consumer, state))
    insertEdge(edge);
  apply(std::move(row), edge, consumer, state);
}

/// The source of an earlier iteration, whose text stands before the consumer:
/// that of this iteration works ahead and is not to be waited for. A flag that
/// is set before it, and before all else that its pipe does in the iteration,
/// covers the earlier ones. For a distance of two or more it is waited for at
/// the end of the body, by which the next iteration may rely on it.
void Solver::addAhead(const Source &source, Edge edge, NodeId consumer,
                      State &state) {
  bool isForNext = edge.distance > 1;
  edge.distance = 1;
  edge.setNode = firstOnPipe[edge.block][pipes.number(edge.from)];
  edge.setBefore = true;
  NodeId last = program.blocks[edge.block].nodes.back();
  // There it would hold up what the consumer's pipe tells others.
  bool isLastOnPipe = program.nodes[last].kind == NodeKind::Instruction &&
                      program.nodes[last].pipe == edge.to;
  if (!isForNext || isLastOnPipe)
    return addForward(edge, consumer, state);
  edge.waitNode = last;
  edge.waitAfter = true;
  PendingRow row = message(snapshots[edge.block], edge.from, setSlot(edge));
  NodeId loop = program.blocks[edge.block].parent;
  uint32_t begin = structure.bodyBegin(loop), end = structure.bodyEnd(loop);
  for (PendingSet &set : row)
    set.enterNextIteration(tagDepth(source.tag), begin, end,
                           structure.largestDistance(loop));
  if (relieve(edge, consumer, state))
    insertEdge(edge);
  apply(std::move(row), edge, consumer, state);
}

void Solver::addCrossing(const Source &source, Edge edge, NodeId consumer,
                         State &state) {
  NodeId inner = edge.loop;
  uint32_t depth = structure.depthTag(inner);
  // Set the flag outside of every loop whose back edge carries the dependence.
  for (uint32_t outer = depth - 1;
       edge.distance == 1 && outer > 0 &&
       accesses.depends(source.node, consumer, makeTag(outer, 1));
       --outer)
    edge.loop = structure.enclosingLoop(edge.block, outer);
  insertEdge(edge);

  uint32_t begin = structure.bodyBegin(inner), end = structure.bodyEnd(inner);
  PendingRow row = state.pipes[pipes.number(edge.to)];
  const Snapshots &last = previous[edge.block];
  if (isComplete(last, edge.block)) {
    row = message(last, edge.from, setSlot(edge));
    for (unsigned step = 0; step < edge.distance; ++step)
      for (PendingSet &set : row)
        set.enterNextIteration(depth, begin, end,
                               structure.largestDistance(inner));
  }
  PendingSet &own = row[pipes.number(edge.from)];
  own.reset(begin);
  for (unsigned distance = 1; distance < edge.distance; ++distance)
    own.add({makeTag(depth, distance), begin, end});
  if (setSlot(edge) < end)
    own.add({makeTag(depth, edge.distance), setSlot(edge), end});
  apply(std::move(row), edge, consumer, state);
}

/// Before \p edge is added: makes sure that not more flags of the pair are in
/// flight at its set than there are ids, as far as the flags of the same block
/// tell. Returns false if the edge has become part of another one.
bool Solver::relieve(Edge &edge, NodeId consumer, State &state) {
  // In a loop, leave ids for flags that cross its iterations.
  unsigned limit = idCount(edge.from, edge.to);
  if (structure.blockLoopDepth(edge.block) > 0)
    limit -= std::min(limit / 2, 2u);
  unsigned &most = pressure[keyOf(edge)];
  most = std::max(most, 1u);
  auto it = ladders.find(keyOf(edge));
  if (it == ladders.end())
    return true;
  std::map<uint32_t, uint32_t> &ladder = it->second;
  uint32_t set = setSlot(edge);
  const PendingSet unpassed =
      message(snapshots[edge.block], edge.from, set)[pipes.number(edge.to)];
  auto floor = throttleFloors.find(keyOf(edge));
  std::vector<uint32_t> live; // newest first
  for (auto rung = ladder.lower_bound(waitSlot(edge));
       rung != ladder.begin() && live.size() < limit;) {
    --rung;
    bool hasPassed =
        rung->first < set &&
        (edge.to == Pipe::S || !unpassed.contains(rung->first, set) ||
         (floor != throttleFloors.end() && rung->first <= floor->second));
    if (hasPassed)
      break;
    live.push_back(rung->second);
  }
  most = std::max(most, std::min<unsigned>(live.size() + 1, limit));
  if (live.size() < limit || live.empty())
    return true;
  std::reverse(live.begin(), live.end());
  size_t waited = 0;
  while (waited < live.size() && structure[edges[live[waited]].waitNode].after <
                                     structure[edge.setNode].before)
    ++waited;
  if (waited > 0) {
    // Hold the producer back until half of the ids are free again.
    const Edge &rival = edges[live[(waited - 1) / 2]];
    throttleFloors[keyOf(edge)] = waitSlot(rival);
    Edge back;
    back.from = edge.to;
    back.to = edge.from;
    back.block = edge.block;
    back.setNode = rival.waitNode;
    back.setBefore = !rival.waitAfter;
    back.waitNode = edge.setNode;
    back.isThrottle = true;
    PendingRow row = message(snapshots[back.block], back.from, setSlot(back));
    if (insertEdge(back)) {
      ++plan.throttlePairs;
      if (edge.waitNode == consumer) {
        uint32_t now = structure[consumer].self();
        for (unsigned p = 0; p < pipes.count; ++p)
          state.pipes[pipes.number(back.to)][p].intersect(row[p], now);
        record(edge.block, back.to, now, state);
      }
    }
    return true;
  }
  // Join the two neighbours that stand for the fewest flags, of those of which
  // both are set before the first is waited for. With a set behind the node
  // that an earlier flag is waited for at, there may be none.
  size_t best = live.size();
  unsigned bestCount = 0;
  for (size_t i = 0; i < live.size(); ++i) {
    bool isNewest = i + 1 == live.size();
    const Edge &later = isNewest ? edge : edges[live[i + 1]];
    if (setSlot(later) >= waitSlot(edges[live[i]]))
      continue;
    unsigned count = edges[live[i]].merged + later.merged;
    if (best == live.size() || count < bestCount ||
        (isNewest && count == bestCount)) {
      best = i;
      bestCount = count;
    }
  }
  if (best == live.size())
    return true;
  ++plan.mergedPairs;
  Edge joined = best + 1 < live.size() ? edges[live[best + 1]] : edge;
  joined.waitNode = edges[live[best]].waitNode;
  joined.waitAfter = edges[live[best]].waitAfter;
  joined.merged = bestCount;
  // Covers both: they are removed from the ladder.
  insertEdge(joined);
  return best + 1 < live.size();
}
