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

/// Which instance of a slot is meant, as one number: 0 for that of the current
/// iteration of every common loop; otherwise one of the iteration that lies
/// `distance` before the current one of the loop at `depth` (outermost: 1), in
/// the same iteration of the loops around that. The largest distance that is
/// told apart in a loop stands for all greater ones. Tags increase with depth
/// and decrease with distance: a greater one runs later.
inline constexpr uint32_t kLargestDistance = 8;
inline uint32_t makeTag(uint32_t depth, uint32_t distance) {
  return depth * 16 + 15 - distance;
}
inline uint32_t tagDepth(uint32_t tag) { return tag / 16; }
inline uint32_t tagDistance(uint32_t tag) { return 15 - tag % 16; }

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

  /// Depth of a loop in tags.
  uint32_t depthTag(NodeId loop) const { return places[loop].loopDepth + 1; }
  /// The largest distance between iterations of \p loop that is told apart:
  /// the number of slots of a buffer that rotates in it, else one.
  uint32_t largestDistance(NodeId loop) const { return distances[loop]; }
  void tellApart(NodeId loop, uint32_t distance);
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
  /// The loop around \p block at depth \p depth.
  NodeId enclosingLoop(BlockId block, uint32_t depth) const;
  /// Whether \p block lies in \p loop.
  bool isInside(BlockId block, NodeId loop) const;

private:
  uint32_t number(BlockId block, uint32_t slot, uint32_t loopDepth,
                  uint32_t treeDepth);

  const Program &program;
  std::vector<Place> places;
  std::vector<uint32_t> blockBegins, blockLoops, blockDepths, distances;
  uint32_t slots = 0;
};

} // namespace pypto::sync

#endif // PYPTO_LIB_SYNC_STRUCTURE_H
