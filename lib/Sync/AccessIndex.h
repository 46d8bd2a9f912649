//===- AccessIndex.h - who touches which bytes ------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Splits each memory at the borders of all byte ranges and lists, per piece and
// pipe, the accesses in program order, so that the last pending conflicting
// access is found by binary search.
//
//===----------------------------------------------------------------------===//

#ifndef PYPTO_LIB_SYNC_ACCESSINDEX_H
#define PYPTO_LIB_SYNC_ACCESSINDEX_H

#include "Pending.h"
#include "Structure.h"

#include <optional>

namespace pypto::sync {

/// An instance class of an instruction that another one depends on.
struct Source {
  NodeId node = kNone;
  uint32_t tag = 0;
  uint32_t slot = 0;
  /// Whether this source runs after \p o: the current iteration after earlier
  /// ones, iterations of inner loops after those of outer ones.
  bool isLaterThan(const Source &o) const {
    if (tag != o.tag)
      return tag == 0 || (o.tag != 0 && tag > o.tag);
    return slot > o.slot;
  }
};

class AccessIndex {
public:
  AccessIndex(const Program &program, const Structure &structure, Arch arch);

  /// The latest instance in \p pending of an instruction on \p pipe on which
  /// \p node, about to run at slot \p now, depends and which the pipe itself
  /// does not order before it.
  std::optional<Source> findLatest(NodeId node, Pipe pipe,
                                   const PendingSet &pending,
                                   uint32_t now) const;
  /// Whether \p later depends on an instance of \p earlier with tag \p tag.
  bool depends(NodeId earlier, NodeId later, uint32_t tag) const;

private:
  struct Entry {
    uint32_t slot;
    NodeId node;
    uint32_t access;
  };
  struct Lists {
    std::vector<Entry> all, writes;
  };
  struct Piece {
    int64_t begin;
    std::array<Lists, kNumPipes> pipes;
  };

  void addNode(NodeId node);
  bool isOrderedByPipe(const Node &earlier, const Access &first,
                       const Node &later, const Access &second) const;
  void search(NodeId node, const Access &access,
              const std::vector<Entry> &entries, const Span &span,
              std::optional<Source> &best) const;

  const Program &program;
  const Structure &structure;
  Arch arch;
  std::vector<std::vector<Piece>> memories;
  /// The pieces of an access, of those of its memory; per node, from
  /// firstRange[node] on, by access.
  struct Range {
    uint32_t begin, end;
  };
  std::vector<Range> ranges;
  std::vector<uint32_t> firstRange;
};

} // namespace pypto::sync

#endif // PYPTO_LIB_SYNC_ACCESSINDEX_H
