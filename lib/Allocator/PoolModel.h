//===- PoolModel.h - one pool in the form the searches use ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All rules of a Problem, for the buffers of one pool, reduced to four things:
// items (colocated buffers merged), forbidden offsets of an item (reserved
// ranges, pinned neighbours), pairs that must not overlap, and pairs that cost
// something if they do.
//
//===----------------------------------------------------------------------===//
#ifndef PYPTO_LIB_ALLOCATOR_POOLMODEL_H
#define PYPTO_LIB_ALLOCATOR_POOLMODEL_H

#include "pypto/Allocator/Problem.h"

namespace pypto::allocator {

/// A class of colocated buffers, which get one offset.
struct Item {
  /// Indices into Problem::buffers.
  std::vector<unsigned> members;
  /// The largest member's bytes.
  int64_t size = 0;
  /// Least common multiple of all alignments that apply.
  int64_t alignment = 1;
  /// Offsets at which the item may not start: sorted, disjoint.
  std::vector<Range> blocked;
  /// Hull of the lifetimes and total time live.
  Range hull;
  int64_t liveTime = 0;

  /// Returns the lowest allowed offset that is not below \p from.
  int64_t lowestOffset(int64_t from) const;
};

/// One side of a pair of items that must not overlap.
struct Edge {
  /// The other item.
  unsigned item;
  /// If the other item is the higher one, its offset exceeds that of the owner
  /// of this edge by at least this (the owner's bytes that the two fight for).
  int64_t above;
  /// If the other item is the lower one, the owner's offset exceeds its offset
  /// by at least this.
  int64_t below;
};

/// A pair of buffers that costs something to overlap. Their extents count from
/// the offsets of their items.
struct SoftEdge {
  unsigned first;
  unsigned second;
  int64_t firstSize;
  int64_t secondSize;
  int64_t cost;

  bool overlaps(int64_t firstOffset, int64_t secondOffset) const {
    return firstOffset < secondOffset + secondSize &&
           secondOffset < firstOffset + firstSize;
  }
};

/// A soft edge to a pinned item: it costs `cost` to start in `offsets`.
struct SoftRange {
  unsigned item;
  Range offsets;
  int64_t cost;
};

/// Items with their hard pairs, symmetric: every pair is in both lists, with
/// the gap that each of the two needs above itself.
struct ConflictGraph {
  std::vector<std::vector<Edge>> edges;
  /// Sets of items that are pairwise in conflict; every item is in one.
  std::vector<std::vector<unsigned>> cliques;

  unsigned size() const { return static_cast<unsigned>(edges.size()); }
};

struct PoolModel {
  std::optional<int64_t> capacity;
  /// Items whose offset is to be found.
  std::vector<Item> items;
  ConflictGraph graph;
  std::vector<SoftEdge> soft;
  std::vector<SoftRange> softRanges;

  /// Items whose offset is given, with these offsets.
  std::vector<Item> pinned;
  std::vector<int64_t> pinnedOffsets;
  /// Highest end of a pinned item.
  int64_t pinnedPeak = 0;
  /// Costs between pinned items, which no choice can avoid.
  int64_t fixedCost = 0;
  /// Reserved ranges, sorted and merged.
  std::vector<Range> reserved;
  /// The rules contradict each other whatever the capacity.
  bool contradictory = false;
};

/// Builds the model of pool \p pool, in which exactly \p buffers are placed.
PoolModel buildPoolModel(const Problem &problem, unsigned pool,
                         const std::vector<unsigned> &buffers);

/// Returns a number of bytes of which every offset in \p clique is a multiple.
int64_t cliqueGrain(const PoolModel &model,
                    const std::vector<unsigned> &clique);

/// Returns the bytes, padding included, that each item of \p clique keeps other
/// members out of if it is not the topmost.
std::vector<int64_t> cliqueWeights(const PoolModel &model,
                                   const ConflictGraph &graph,
                                   const std::vector<unsigned> &clique);

/// Returns the items' least total height that the cliques of \p graph prove.
int64_t heightBound(const PoolModel &model, const ConflictGraph &graph);

/// Adds cliques that contain the pairs of \p extra (all of which are edges of
/// \p graph), so that the bound sees them, and drops cliques that are part of
/// others. \p base are known cliques.
void rebuildCliques(const PoolModel &model, ConflictGraph &graph,
                    std::vector<std::vector<unsigned>> base,
                    const std::vector<BufferPair> &extra);

/// Returns \p model's graph with the soft edges that \p promoted marks added as
/// hard ones.
ConflictGraph promote(const PoolModel &model,
                      const std::vector<bool> &promoted);

/// Returns the sets of items that pairs of \p graph connect, each sorted.
std::vector<std::vector<unsigned>> connectedParts(const ConflictGraph &graph);

/// Returns a model of only the items \p part of \p model, which get new indices
/// in that order, with the pairs of \p graph among them and no costs.
PoolModel extractPart(const PoolModel &model, const ConflictGraph &graph,
                      const std::vector<unsigned> &part);

/// Returns the cost of the soft edges and ranges that overlap at \p offsets.
int64_t sharingCost(const PoolModel &model,
                    const std::vector<int64_t> &offsets);

/// Returns the highest end of all items and pinned items at \p offsets.
int64_t heightOf(const PoolModel &model, const std::vector<int64_t> &offsets);

/// Sorts \p ranges and merges those that overlap or touch.
void mergeRanges(std::vector<Range> &ranges);

} // namespace pypto::allocator

#endif // PYPTO_LIB_ALLOCATOR_POOLMODEL_H
