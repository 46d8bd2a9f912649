//===- Rotation.cpp - flags whose event ids take turns ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// With a buffer of k slots, iteration n may run while the ones before it are
// still under way. A flag from the reader of a slot back to its writer then
// crosses k iterations, and one from the writer to the reader is set again
// before it is waited for. Both need several ids: iteration n uses the n-th,
// modulo their number.
//
//===----------------------------------------------------------------------===//

#include "Solver.h"

#include <algorithm>

using namespace pypto::sync;

/// The loop whose iterations choose among the ids of \p edge; kNone if it has
/// one id only.
NodeId Solver::rotatingLoop(const Edge &edge) const {
  if (edge.idCount == 1)
    return kNone;
  return edge.crossesIterations() ? edge.loop
                                  : program.blocks[edge.block].parent;
}

uint32_t Solver::beginSlot(const Edge &edge) const {
  NodeId loop = edge.crossesIterations() ? edge.loop : rotatingLoop(edge);
  return loop == kNone ? setSlot(edge) : structure[loop].self();
}

/// One past the last slot where \p edge may be in flight.
uint32_t Solver::endSlot(const Edge &edge) const {
  NodeId loop = edge.crossesIterations() ? edge.loop : rotatingLoop(edge);
  return (loop == kNone ? waitSlot(edge) : structure[loop].drain()) + 1;
}

/// How many ids let \p edge be set again without an earlier wait for the same
/// id still to come: as many as there are iterations whose waits may not have
/// passed, and one. 0 if no number is enough.
unsigned Solver::idsNeeded(const Edge &edge) const {
  if (edge.crossesIterations()) {
    uint32_t drain = structure[edge.loop].drain();
    bool isInFlight =
        edge.atSet.contains(waitSlot(edge), setSlot(edge)) ||
        edge.atPreset.contains(drain, structure[edge.loop].self());
    return isInFlight ? 0 : edge.distance;
  }
  uint32_t wait = waitSlot(edge);
  NodeId loop = program.blocks[edge.block].parent;
  bool isInLoop = loop != kNone && program.nodes[loop].kind == NodeKind::Loop;
  unsigned unpassed = 0;
  for (const Span &span : edge.atSet.spans) {
    if (wait < span.begin || span.end <= wait)
      continue;
    if (!isInLoop || tagDepth(span.tag) != structure.depthTag(loop) ||
        tagDistance(span.tag) >= structure.largestDistance(loop))
      return 0;
    unpassed = std::max(unpassed, tagDistance(span.tag));
  }
  return unpassed + 1;
}

/// Saves an event id of \p id, whose flags take turns, by letting one iteration
/// less overlap. Returns false if it has only one.
bool Solver::narrow(uint32_t id) {
  Edge edge = edges[id];
  if (edge.crossesIterations()) {
    if (edge.distance == 1)
      return false;
    detach(id);
    --edge.distance;
    edge.idCount = 1;
    insertEdge(edge);
  } else {
    if (edge.idCount == 1)
      return false;
    Edge back;
    back.from = edge.to;
    back.to = edge.from;
    back.block = edge.block;
    back.setNode = edge.waitNode;
    back.waitNode = edge.setNode;
    back.loop = program.blocks[edge.block].parent;
    back.distance = edge.idCount - 1;
    back.isThrottle = true;
    if (!insertEdge(back))
      return false;
  }
  ++plan.narrowed;
  return true;
}

/// Narrows the one of \p family that has most ids.
bool Solver::narrowWidest(const std::vector<uint32_t> &family) {
  auto width = [&](uint32_t id) {
    const Edge &edge = edges[id];
    return edge.isDead ? 0 : std::max(edge.distance, edge.idCount);
  };
  auto widest = std::max_element(
      family.begin(), family.end(),
      [&](uint32_t a, uint32_t b) { return width(a) < width(b); });
  return widest != family.end() && width(*widest) > 1 && narrow(*widest);
}
