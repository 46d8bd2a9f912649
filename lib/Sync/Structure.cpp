//===- Structure.cpp - program order and nesting of a Program ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Structure.h"

#include <algorithm>

using namespace pypto::sync;

Structure::Structure(const Program &program) : program(program) {
  places.resize(program.nodes.size());
  blockBegins.resize(program.blocks.size());
  blockLoops.resize(program.blocks.size());
  blockDepths.resize(program.blocks.size());
  slots = number(Program::body(), 0, 0, 0);
  distances.assign(program.nodes.size(), 1);
  for (const Rotation &rotation : program.rotations)
    tellApart(rotation.loop, static_cast<uint32_t>(rotation.begins.size()));
}

void Structure::tellApart(NodeId loop, uint32_t distance) {
  distances[loop] =
      std::max(distances[loop], std::min(distance, kLargestDistance));
}

uint32_t Structure::number(BlockId block, uint32_t slot, uint32_t loopDepth,
                           uint32_t treeDepth) {
  blockBegins[block] = slot;
  blockLoops[block] = loopDepth;
  blockDepths[block] = treeDepth;
  uint32_t position = 0;
  for (NodeId id : program.blocks[block].nodes) {
    const Node &node = program.nodes[id];
    Place &place = places[id];
    place.before = slot++;
    place.indexInBlock = position++;
    place.loopDepth = loopDepth;
    if (node.blocks.empty())
      ++slot;
    for (BlockId inner : node.blocks)
      slot = number(inner, slot, loopDepth + (node.kind == NodeKind::Loop),
                    treeDepth + 1);
    place.after = slot;
    slot += 2;
  }
  return slot;
}

BlockId Structure::commonBlock(NodeId a, NodeId b) const {
  BlockId left = program.nodes[a].parent, right = program.nodes[b].parent;
  while (left != right) {
    BlockId &deeper = blockDepths[left] >= blockDepths[right] ? left : right;
    deeper = program.nodes[program.blocks[deeper].parent].parent;
  }
  return left;
}

NodeId Structure::ancestorIn(BlockId block, NodeId node) const {
  while (program.nodes[node].parent != block)
    node = program.blocks[program.nodes[node].parent].parent;
  return node;
}

NodeId Structure::enclosingLoop(BlockId block, uint32_t depth) const {
  for (NodeId node = program.blocks[block].parent; node != kNone;
       node = program.blocks[program.nodes[node].parent].parent)
    if (program.nodes[node].kind == NodeKind::Loop && depthTag(node) == depth)
      return node;
  return kNone;
}

bool Structure::isInside(BlockId block, NodeId loop) const {
  return blockLoops[block] >= depthTag(loop) &&
         enclosingLoop(block, depthTag(loop)) == loop;
}
