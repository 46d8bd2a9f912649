//===- EventTable.h - numbered events of a kernel ---------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The checker's view of the program text: per pipe, its instructions and waits
// in program order, and who touches which bytes.
//
//===----------------------------------------------------------------------===//

#ifndef PYPTO_LIB_SYNC_EVENTTABLE_H
#define PYPTO_LIB_SYNC_EVENTTABLE_H

#include "Pieces.h"
#include "SpanList.h"

#include <algorithm>
#include <array>
#include <vector>

namespace pypto::sync {

class EventTable {
public:
  /// One access of an instruction.
  struct Toucher {
    uint32_t event;
    NodeId node;
    uint32_t access;
  };
  /// Events of the body of a loop, per pipe: [begin, end).
  struct Range {
    std::array<uint32_t, kNumPipes> begin = {}, end = {};
  };

  EventTable(const Program &program, const std::vector<PlacedSync> &added);

  const std::vector<uint32_t> &addedBefore(NodeId n) const { return before[n]; }
  const std::vector<uint32_t> &addedAfter(NodeId n) const { return after[n]; }
  /// The event of an instruction or of the author's wait.
  uint32_t ofNode(NodeId node) const { return nodeEvents[node]; }
  /// The event of an added wait.
  uint32_t ofAdded(uint32_t index) const { return addedEvents[index]; }
  /// The instruction, the author's wait, or where a wait was added.
  NodeId nodeOf(size_t pipe, uint32_t event) const {
    return events[pipe][event];
  }
  const Range &bodyOf(NodeId loop) const { return bodies[loop]; }

  /// Calls fn for each access by an event of \p pipe in \p span of bytes that
  /// \p access touches too, as far as byte ranges tell; may repeat itself.
  template <typename Fn>
  void forEachToucher(const Access &access, size_t pipe, bool onlyWrites,
                      const Span &span, Fn fn) const {
    const std::vector<Piece> &pieces = memories[access.memory];
    for (auto piece = firstPiece(pieces, access.begin);
         piece != pieces.end() && piece->begin < access.end; ++piece) {
      const std::vector<Toucher> &list =
          onlyWrites ? piece->writers[pipe] : piece->touchers[pipe];
      auto it = std::lower_bound(
          list.begin(), list.end(), span.begin,
          [](const Toucher &t, uint32_t event) { return t.event < event; });
      for (; it != list.end() && it->event < span.end; ++it)
        fn(*it);
    }
  }

private:
  /// Bytes between two neighbouring borders of accesses.
  struct Piece {
    int64_t begin;
    std::array<std::vector<Toucher>, kNumPipes> touchers, writers;
  };
  void number(const Program &program, const std::vector<PlacedSync> &added,
              BlockId block);
  void numberWait(const SyncInstruction &sync, NodeId node, uint32_t added);

  std::vector<std::vector<uint32_t>> before, after; ///< added, per node
  std::array<std::vector<NodeId>, kNumPipes> events;
  std::vector<uint32_t> nodeEvents, addedEvents;
  std::vector<Range> bodies;
  std::vector<std::vector<Piece>> memories;
};

} // namespace pypto::sync

#endif // PYPTO_LIB_SYNC_EVENTTABLE_H
