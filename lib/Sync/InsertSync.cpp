//===- InsertSync.cpp - choose the synchronisation of a kernel --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Solver.h"

#include <algorithm>

using namespace pypto::sync;

SyncPlan Solver::takePlan() {
  auto flag = [&](NodeId node, bool before, SyncKind kind, uint32_t id) {
    const Edge &edge = edges[id];
    SyncInstruction sync{kind, edge.from, edge.to,
                         static_cast<uint8_t>(edge.id)};
    if (edge.idCount > 1) {
      sync.idCount = static_cast<uint8_t>(edge.idCount);
      sync.loop = rotatingLoop(edge);
    }
    plan.instructions.push_back({node, before, sync, id});
  };
  // Outside of the loop, all flags of a rotation are set, or waited for.
  auto flags = [&](NodeId node, bool before, SyncKind kind, uint32_t id) {
    const Edge &edge = edges[id];
    for (unsigned n = 0; n < edge.distance; ++n)
      plan.instructions.push_back(
          {node,
           before,
           {kind, edge.from, edge.to, static_cast<uint8_t>(edge.id + n)},
           id});
  };
  auto barrier = [&](NodeId node, SyncKind kind, Pipe pipe) {
    uint32_t group = static_cast<uint32_t>(edges.size()) + plan.pipeBarriers +
                     plan.allBarriers + plan.handshakes;
    plan.instructions.push_back({node, true, {kind, pipe, pipe, 0}, group});
    ++(kind == SyncKind::Barrier ? plan.pipeBarriers : plan.allBarriers);
  };
  auto handshake = [&](NodeId node, Pipe first, Pipe second) {
    uint32_t group = static_cast<uint32_t>(edges.size()) + plan.pipeBarriers +
                     plan.allBarriers + plan.handshakes++;
    for (auto [from, to] : {std::pair(first, second), std::pair(second, first)})
      for (SyncKind kind : {SyncKind::Set, SyncKind::Wait}) {
        uint8_t id = handshakeIds[pipes.number(from)][pipes.number(to)] - 1;
        plan.instructions.push_back({node, true, {kind, from, to, id}, group});
        plan.idsUsed = std::max(plan.idsUsed, id + 1u);
      }
    plan.flagPairs += 2;
  };
  std::vector<NodeId> inOrder(program.nodes.size());
  for (NodeId node = 0; node < inOrder.size(); ++node)
    inOrder[node] = node;
  std::sort(inOrder.begin(), inOrder.end(), [&](NodeId a, NodeId b) {
    return structure[a].before < structure[b].before;
  });
  for (NodeId node : inOrder) {
    Attachments &at = attached[node];
    // What is needed first is set first, and waited for last what is set last.
    std::stable_sort(at.presets.begin(), at.presets.end(),
                     [&](uint32_t a, uint32_t b) {
                       return waitSlot(edges[a]) < waitSlot(edges[b]);
                     });
    std::stable_sort(at.drains.begin(), at.drains.end(),
                     [&](uint32_t a, uint32_t b) {
                       return setSlot(edges[a]) < setSlot(edges[b]);
                     });
    for (uint32_t id : at.waitsBefore)
      flag(node, true, SyncKind::Wait, id);
    forEachHandshake(
        at, [&](Pipe first, Pipe second) { handshake(node, first, second); });
    for (uint32_t id : at.presets)
      flags(node, true, SyncKind::Set, id);
    for (uint32_t id : at.setsBefore)
      flag(node, true, SyncKind::Set, id);
    if (at.barrierAll)
      barrier(node, SyncKind::BarrierAll, Pipe::S);
    for (unsigned p = 0; p < pipes.count; ++p)
      if (at.barriers >> p & 1)
        barrier(node, SyncKind::Barrier, pipes.at(p));
    for (uint32_t id : at.waitsAfter)
      flag(node, false, SyncKind::Wait, id);
    for (uint32_t id : at.setsAfter)
      flag(node, false, SyncKind::Set, id);
    for (uint32_t id : at.drains)
      flags(node, false, SyncKind::Wait, id);
  }
  remarkMeetings();
  for (const Edge &edge : edges)
    if (!edge.isDead) {
      ++plan.flagPairs;
      plan.idsUsed = std::max(plan.idsUsed, edge.id + edge.idCount);
    }
  return std::move(plan);
}

SyncPlan pypto::sync::insertSync(const Program &program,
                                 const InsertSyncOptions &options) {
  Solver solver(program, options);
  solver.solve();
  solver.removeRedundant(/*hasIds=*/false);
  solver.passOnScalarWork();
  solver.assignIds();
  solver.removeRedundant(/*hasIds=*/true);
  return solver.takePlan();
}
