//===- InsertSync.cpp - choose the synchronisation of a kernel --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Solver.h"

#include <algorithm>

using namespace pypto::sync;

SyncPlan Solver::takePlan() {
  auto flag = [&](NodeId node, bool before, SyncKind kind, uint32_t id) {
    const Edge &edge = edges[id];
    plan.instructions.push_back(
        {node,
         before,
         {kind, edge.from, edge.to, static_cast<uint8_t>(edge.id)},
         id});
  };
  auto barrier = [&](NodeId node, SyncKind kind, Pipe pipe) {
    uint32_t group = static_cast<uint32_t>(edges.size()) + plan.pipeBarriers +
                     plan.allBarriers;
    plan.instructions.push_back({node, true, {kind, pipe, pipe, 0}, group});
    ++(kind == SyncKind::Barrier ? plan.pipeBarriers : plan.allBarriers);
  };
  std::vector<NodeId> inOrder(program.nodes.size());
  for (NodeId node = 0; node < inOrder.size(); ++node)
    inOrder[node] = node;
  std::sort(inOrder.begin(), inOrder.end(), [&](NodeId a, NodeId b) {
    return structure[a].before < structure[b].before;
  });
  for (NodeId node : inOrder) {
    const Attachments &at = attached[node];
    for (uint32_t id : at.waitsBefore)
      flag(node, true, SyncKind::Wait, id);
    for (uint32_t id : at.presets)
      flag(node, true, SyncKind::Set, id);
    for (uint32_t id : at.setsBefore)
      flag(node, true, SyncKind::Set, id);
    if (at.barrierAll)
      barrier(node, SyncKind::BarrierAll, Pipe::S);
    for (unsigned p = 0; p < kNumPipes; ++p)
      if (at.barriers >> p & 1)
        barrier(node, SyncKind::Barrier, pipeAt(p));
    for (uint32_t id : at.waitsAfter)
      flag(node, false, SyncKind::Wait, id);
    for (uint32_t id : at.setsAfter)
      flag(node, false, SyncKind::Set, id);
    for (uint32_t id : at.drains)
      flag(node, false, SyncKind::Wait, id);
  }
  for (const Edge &edge : edges)
    if (!edge.isDead) {
      ++plan.flagPairs;
      plan.idsUsed = std::max(plan.idsUsed, static_cast<unsigned>(edge.id + 1));
    }
  return std::move(plan);
}

SyncPlan pypto::sync::insertSync(const Program &program,
                                 const InsertSyncOptions &options) {
  Solver solver(program, options);
  solver.solve();
  solver.removeRedundant(/*hasIds=*/false);
  solver.assignIds();
  solver.removeRedundant(/*hasIds=*/true);
  return solver.takePlan();
}
