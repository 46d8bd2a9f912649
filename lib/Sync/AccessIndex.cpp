//===- AccessIndex.cpp - who touches which bytes ----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "AccessIndex.h"

#include "Conflict.h"
#include "Pieces.h"
#include "pypto/Sync/Rules.h"

#include <algorithm>

using namespace pypto::sync;

AccessIndex::AccessIndex(const Program &program, const Structure &structure,
                         Arch arch)
    : program(program), structure(structure), arch(arch) {
  memories = cutAtBorders<Piece>(program);
  firstRange.resize(program.nodes.size());
  std::vector<NodeId> inOrder(program.nodes.size());
  for (NodeId node = 0; node < inOrder.size(); ++node)
    inOrder[node] = node;
  std::sort(inOrder.begin(), inOrder.end(), [&](NodeId a, NodeId b) {
    return structure[a].before < structure[b].before;
  });
  for (NodeId node : inOrder)
    addNode(node);
}

void AccessIndex::addNode(NodeId id) {
  const Node &node = program.nodes[id];
  firstRange[id] = static_cast<uint32_t>(ranges.size());
  for (uint32_t i = 0; i < node.accesses.size(); ++i) {
    const Access &access = node.accesses[i];
    std::vector<Piece> &pieces = memories[access.memory];
    Entry entry{structure[id].self(), id, i};
    auto first = firstPiece(pieces, access.begin), last = first;
    while (last != pieces.end() && last->begin < access.end)
      ++last;
    ranges.push_back({static_cast<uint32_t>(first - pieces.begin()),
                      static_cast<uint32_t>(last - pieces.begin())});
    for (auto it = first; it != last; ++it) {
      Lists &lists = it->pipes[static_cast<size_t>(node.pipe)];
      lists.all.push_back(entry);
      if (access.isWrite)
        lists.writes.push_back(entry);
    }
  }
}

bool AccessIndex::isOrderedByPipe(const Node &earlier, const Access &first,
                                  const Node &later,
                                  const Access &second) const {
  if (earlier.pipe != later.pipe)
    return false;
  if (!first.isWrite)
    return true;
  if (earlier.pipe == Pipe::M)
    return !(earlier.isShortAccumulation && later.isShortAccumulation &&
             second.isWrite);
  return !needsBarrierAfterWrite(arch, earlier.pipe);
}

void AccessIndex::search(NodeId node, const Access &access,
                         const std::vector<Entry> &entries, const Span &span,
                         std::optional<Source> &best) const {
  if (entries.back().slot < span.begin || entries.front().slot >= span.end)
    return;
  auto it = std::lower_bound(
      entries.begin(), entries.end(), span.end,
      [](const Entry &entry, uint32_t slot) { return entry.slot < slot; });
  while (it != entries.begin()) {
    --it;
    Source source{it->node, span.tag, it->slot};
    if (it->slot < span.begin || (best && !source.isLaterThan(*best)))
      return;
    const Node &earlier = program.nodes[it->node];
    const Access &first = earlier.accesses[it->access];
    if (isOrderedByPipe(earlier, first, program.nodes[node], access) ||
        !mayOverlap(program, structure, it->node, first, node, access,
                    span.tag))
      continue;
    best = source;
    return;
  }
}

std::optional<Source> AccessIndex::findLatest(NodeId node, Pipe pipe,
                                              const PendingSet &pending,
                                              uint32_t now) const {
  std::optional<Source> best;
  if (pending.spans.empty() && pending.open >= now)
    return best;
  bool samePipe = program.nodes[node].pipe == pipe;
  const Range *range = &ranges[firstRange[node]];
  for (const Access &access : program.nodes[node].accesses) {
    const Piece *pieces = memories[access.memory].data();
    const Piece *end = pieces + range->end;
    for (const Piece *it = pieces + (range++)->begin; it != end; ++it) {
      const Lists &lists = it->pipes[static_cast<size_t>(pipe)];
      const std::vector<Entry> &entries =
          access.isWrite && !samePipe ? lists.all : lists.writes;
      if (entries.empty())
        continue;
      if (pending.open < now)
        search(node, access, entries, {0, pending.open, now}, best);
      for (const Span &span : pending.spans)
        search(node, access, entries, span, best);
    }
  }
  return best;
}

bool AccessIndex::depends(NodeId earlierId, NodeId laterId,
                          uint32_t tag) const {
  const Node &earlier = program.nodes[earlierId];
  const Node &later = program.nodes[laterId];
  for (const Access &first : earlier.accesses)
    for (const Access &second : later.accesses)
      if ((first.isWrite || second.isWrite) &&
          !isOrderedByPipe(earlier, first, later, second) &&
          mayOverlap(program, structure, earlierId, first, laterId, second,
                     tag))
        return true;
  return false;
}
