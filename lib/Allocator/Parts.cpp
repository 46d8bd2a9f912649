//===- Parts.cpp - independent parts of a pool ------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "PoolModel.h"

#include <algorithm>

using namespace pypto::allocator;

std::vector<std::vector<unsigned>>
pypto::allocator::connectedParts(const ConflictGraph &graph) {
  std::vector<std::vector<unsigned>> parts;
  std::vector<bool> seen(graph.size(), false);
  for (unsigned start = 0; start < graph.size(); ++start) {
    if (seen[start])
      continue;
    std::vector<unsigned> part = {start};
    seen[start] = true;
    for (unsigned next = 0; next < part.size(); ++next)
      for (const Edge &edge : graph.edges[part[next]])
        if (!seen[edge.item]) {
          seen[edge.item] = true;
          part.push_back(edge.item);
        }
    std::sort(part.begin(), part.end());
    parts.push_back(std::move(part));
  }
  return parts;
}

PoolModel pypto::allocator::extractPart(const PoolModel &model,
                                        const ConflictGraph &graph,
                                        const std::vector<unsigned> &part) {
  static constexpr unsigned kAbsent = ~0u;
  PoolModel result;
  result.capacity = model.capacity;
  result.reserved = model.reserved;
  std::vector<unsigned> newIndex(graph.size(), kAbsent);
  for (unsigned i = 0; i < part.size(); ++i)
    newIndex[part[i]] = i;
  result.graph.edges.resize(part.size());
  for (unsigned i = 0; i < part.size(); ++i) {
    result.items.push_back(model.items[part[i]]);
    for (Edge edge : graph.edges[part[i]]) {
      edge.item = newIndex[edge.item];
      if (edge.item != kAbsent)
        result.graph.edges[i].push_back(edge);
    }
  }
  for (const std::vector<unsigned> &clique : graph.cliques) {
    std::vector<unsigned> kept;
    for (unsigned item : clique)
      if (newIndex[item] != kAbsent)
        kept.push_back(newIndex[item]);
    if (!kept.empty())
      result.graph.cliques.push_back(std::move(kept));
  }
  return result;
}
