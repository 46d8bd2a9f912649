//===- Structure.h - program order and nesting of a Program -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Numbers the program text in slots. Each node has, in this order: a slot for
// the waits before it, its own slots (one, or those of its blocks), a slot for
// waits after it, and a slot for the waits that drain a loop's flags.
//
//===----------------------------------------------------------------------===//

#ifndef PYPTO_LIB_SYNC_STRUCTURE_H
#define PYPTO_LIB_SYNC_STRUCTURE_H

#include "pypto/Sync/Program.h"

namespace pypto::sync {

class Structure {
public:
  explicit Structure(const Program &program);

  struct Place {
    uint32_t before = 0; ///< slot of waits before the node
    uint32_t after = 0;  ///< slot of waits after the node
    uint32_t indexInBlock = 0;
    uint32_t loopDepth = 0; ///< number of loops around the node
    uint32_t self() const { return before + 1; }
    uint32_t drain() const { return after + 1; }
    uint32_t next() const { return after + 2; }
  };
  const Place &operator[](NodeId node) const { return places[node]; }

  /// Depth tag of a loop, see Pending.h.
  uint32_t depthTag(NodeId loop) const { return places[loop].loopDepth + 1; }
  /// Slots of a loop's body.
  uint32_t bodyBegin(NodeId loop) const { return places[loop].before + 1; }
  uint32_t bodyEnd(NodeId loop) const { return places[loop].after; }
  uint32_t slotCount() const { return slots; }
  /// First slot of a block.
  uint32_t blockBegin(BlockId block) const { return blockBegins[block]; }
  uint32_t blockLoopDepth(BlockId block) const { return blockLoops[block]; }

  /// The innermost block that contains both.
  BlockId commonBlock(NodeId a, NodeId b) const;
  /// The node of \p block that is or contains \p node.
  NodeId ancestorIn(BlockId block, NodeId node) const;
  /// The loop around \p block with depth tag \p tag.
  NodeId enclosingLoop(BlockId block, uint32_t tag) const;
  /// Whether \p block lies in \p loop.
  bool isInside(BlockId block, NodeId loop) const;

private:
  uint32_t number(BlockId block, uint32_t slot, uint32_t loopDepth,
                  uint32_t treeDepth);

  const Program &program;
  std::vector<Place> places;
  std::vector<uint32_t> blockBegins, blockLoops, blockDepths;
  uint32_t slots = 0;
};

} // namespace pypto::sync

#endif // PYPTO_LIB_SYNC_STRUCTURE_H
