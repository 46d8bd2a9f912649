//===- Solve.cpp - order of the decisions -----------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Solver.h"

#include "pypto/Sync/Rules.h"

#include <algorithm>

using namespace pypto::sync;

Solver::Solver(const Program &program, const InsertSyncOptions &options)
    : program(program), options(options), structure(program), pipes(program),
      accesses(program, structure, options.arch) {
  attached.resize(program.nodes.size());
  concerning.resize(program.nodes.size());
  snapshots.resize(program.blocks.size());
  previous.resize(program.blocks.size());
  regionOf.assign(program.nodes.size(), kNone);
  for (NodeId node = 0; node < program.nodes.size(); ++node)
    if (!program.nodes[node].blocks.empty()) {
      regionOf[node] = static_cast<uint32_t>(regions.size());
      regions.emplace_back();
    }
  additions.resize(program.blocks.size());
  nodeCosts.resize(program.nodes.size());
  this->options.eventIds = std::min(options.eventIds, kNumEventIds);
  for (const Node &node : program.nodes) {
    if (node.kind == NodeKind::Sync &&
        (node.sync.kind == SyncKind::Set || node.sync.kind == SyncKind::Wait))
      for (unsigned n = 0; n < node.sync.idCount; ++n)
        reservedIds[pipes.number(node.sync.from)][pipes.number(node.sync.to)] |=
            1u << ((node.sync.id + n) % kNumEventIds);
  }
  findFirstOnPipes();
}

void Solver::findFirstOnPipes() {
  std::array<NodeId, kNumPipes> none;
  none.fill(kNone);
  firstOnPipe.assign(program.blocks.size(), none);
  for (NodeId id = 0; id < program.nodes.size(); ++id) {
    if (program.nodes[id].kind != NodeKind::Instruction)
      continue;
    unsigned pipe = pipes.number(program.nodes[id].pipe);
    instructionSlots[pipe].push_back(structure[id].self());
    // Outwards, until a block knows of an earlier one.
    for (NodeId node = id; node != kNone;
         node = program.blocks[program.nodes[node].parent].parent) {
      NodeId &first = firstOnPipe[program.nodes[node].parent][pipe];
      if (first != kNone && structure[first].before <= structure[node].before)
        break;
      first = node;
    }
  }
  for (std::vector<uint32_t> &slots : instructionSlots)
    std::sort(slots.begin(), slots.end());
}

/// Nothing is pending, and those flags of loops around \p block are set that
/// concern \p node.
State Solver::startState(NodeId node, BlockId block, uint32_t slot) const {
  State state = State::empty(slot, pipes.count);
  for (uint32_t id : concerning[node]) {
    const Edge &edge = edges[id];
    if (!structure.isInside(block, edge.loop))
      continue;
    for (unsigned ahead = 0; ahead < edge.distance; ++ahead)
      state.flags[flagKey(id, ahead)] = state.pipes[pipes.number(edge.from)];
  }
  return state;
}

void Solver::solve() {
  solveChildren(Program::body());
  settle();
}

/// Walks the whole kernel until nothing is missing.
void Solver::settle() {
  constexpr unsigned kMaxRounds = 16;
  for (unsigned round = 0; round < kMaxRounds; ++round)
    if (settleOnce())
      return;
}

/// Walks the whole kernel once; true if nothing was missing.
bool Solver::settleOnce() {
  uint32_t before = totalAdditions;
  uint64_t start = nodesWalked;
  State state = State::empty(0, pipes.count);
  walkBlock(Program::body(), state, Mode::Insert);
  walkCost = std::max(walkCost, nodesWalked - start);
  return totalAdditions == before;
}

void Solver::solveChildren(BlockId block) {
  for (NodeId node : program.blocks[block].nodes) {
    if (program.nodes[node].kind == NodeKind::Loop) {
      solveLoop(node);
      continue;
    }
    for (BlockId arm : program.nodes[node].blocks) {
      solveChildren(arm);
      State state = startState(node, arm, structure.blockBegin(arm));
      walkBlock(arm, state, Mode::Insert);
    }
  }
}

void Solver::solveLoop(NodeId loop) {
  BlockId body = program.nodes[loop].blocks[0];
  solveChildren(body);
  State alone = startState(loop, body, structure.blockBegin(body));
  walkBlock(body, alone, Mode::Insert);
  // Usually two rounds: one that adds flags across iterations, one that finds
  // nothing to add.
  constexpr unsigned kMaxRounds = 16;
  // That of the kernel settles the loops in its body once more.
  bool isInBody = program.nodes[loop].parent == Program::body();
  for (unsigned round = 0; round < (isInBody ? 1 : kMaxRounds); ++round) {
    uint32_t before = totalAdditions;
    State state =
        startState(loop, program.nodes[loop].parent, structure[loop].before);
    walkNode(loop, state, Mode::Insert);
    if (totalAdditions == before)
      return;
  }
}
