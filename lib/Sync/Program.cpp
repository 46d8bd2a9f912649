//===- Program.cpp - a kernel as synchronisation sees it --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pypto/Sync/Program.h"

using namespace pypto::sync;

NodeId Program::append(BlockId block, Node node) {
  NodeId id = static_cast<NodeId>(nodes.size());
  node.parent = block;
  nodes.push_back(std::move(node));
  blocks[block].nodes.push_back(id);
  return id;
}

NodeId Program::addInstruction(BlockId block, Pipe pipe,
                               std::vector<Access> accesses) {
  Node node;
  node.pipe = pipe;
  node.accesses = std::move(accesses);
  return append(block, std::move(node));
}

NodeId Program::addLoop(BlockId block, bool mayRunZeroTimes) {
  Node node;
  node.kind = NodeKind::Loop;
  node.mayRunZeroTimes = mayRunZeroTimes;
  NodeId id = append(block, std::move(node));
  nodes[id].blocks.push_back(static_cast<BlockId>(blocks.size()));
  blocks.push_back({id, {}});
  return id;
}

NodeId Program::addBranch(BlockId block, unsigned arms) {
  Node node;
  node.kind = NodeKind::Branch;
  NodeId id = append(block, std::move(node));
  for (unsigned arm = 0; arm < arms; ++arm) {
    nodes[id].blocks.push_back(static_cast<BlockId>(blocks.size()));
    blocks.push_back({id, {}});
  }
  return id;
}

NodeId Program::addSync(BlockId block, SyncInstruction sync) {
  Node node;
  node.kind = NodeKind::Sync;
  node.sync = sync;
  return append(block, std::move(node));
}

std::string pypto::sync::toString(const SyncInstruction &sync) {
  std::string from(target::toString(sync.from));
  if (sync.kind == SyncKind::BarrierAll)
    return "barrier ALL";
  if (sync.kind == SyncKind::Barrier)
    return "barrier " + from;
  return (sync.kind == SyncKind::Set ? "set " : "wait ") + from + "->" +
         std::string(target::toString(sync.to)) + " id " +
         std::to_string(sync.id) +
         (sync.isRotating() ? "+n%" + std::to_string(sync.idCount) : "");
}
