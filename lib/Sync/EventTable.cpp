//===- EventTable.cpp - numbered events of a kernel -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "EventTable.h"

#include <algorithm>

using namespace pypto::sync;

EventTable::EventTable(const Program &program,
                       const std::vector<PlacedSync> &added)
    : before(program.nodes.size()), after(program.nodes.size()),
      nodeEvents(program.nodes.size(), kNone), addedEvents(added.size(), kNone),
      bodies(program.nodes.size()) {
  for (uint32_t i = 0; i < added.size(); ++i)
    (added[i].before ? before : after)[added[i].anchor].push_back(i);
  memories = cutAtBorders<Piece>(program);
  number(program, added, Program::body());
}

void EventTable::numberWait(const SyncInstruction &sync, NodeId node,
                            uint32_t added) {
  if (sync.kind != SyncKind::Wait)
    return;
  std::vector<NodeId> &list = events[static_cast<size_t>(sync.to)];
  (added == kNone ? nodeEvents[node] : addedEvents[added]) =
      static_cast<uint32_t>(list.size());
  list.push_back(node);
}

void EventTable::number(const Program &program,
                        const std::vector<PlacedSync> &added, BlockId block) {
  auto counts = [&](std::array<uint32_t, kNumPipes> &to) {
    for (size_t pipe = 0; pipe < kNumPipes; ++pipe)
      to[pipe] = static_cast<uint32_t>(events[pipe].size());
  };
  for (NodeId id : program.blocks[block].nodes) {
    const Node &node = program.nodes[id];
    for (uint32_t i : before[id])
      numberWait(added[i].sync, id, i);
    if (node.kind == NodeKind::Sync)
      numberWait(node.sync, id, kNone);
    if (node.kind == NodeKind::Instruction) {
      size_t pipe = static_cast<size_t>(node.pipe);
      uint32_t event = nodeEvents[id] =
          static_cast<uint32_t>(events[pipe].size());
      events[pipe].push_back(id);
      for (uint32_t i = 0; i < node.accesses.size(); ++i) {
        const Access &access = node.accesses[i];
        std::vector<Piece> &pieces = memories[access.memory];
        for (auto it = firstPiece(pieces, access.begin);
             it != pieces.end() && it->begin < access.end; ++it) {
          it->touchers[pipe].push_back({event, id, i});
          if (access.isWrite)
            it->writers[pipe].push_back({event, id, i});
        }
      }
    }
    counts(bodies[id].begin);
    for (BlockId inner : node.blocks)
      number(program, added, inner);
    counts(bodies[id].end);
    for (uint32_t i : after[id])
      numberWait(added[i].sync, id, i);
  }
}
