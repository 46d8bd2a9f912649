//===- Route.cpp - the cheapest way between two memories --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pypto/Target/Target.h"
#include <algorithm>
#include <cmath>

namespace pypto::target {

namespace {
/// How a memory is reached.
struct Reached {
  bool known = false, settled = false;
  int64_t cycles = 0;
  unsigned moves = 0;
  unsigned previous = 0;

  bool isBetterThan(const Reached &other) const {
    return !other.known ||
           std::pair(cycles, moves) < std::pair(other.cycles, other.moves);
  }
};
} // namespace

std::optional<Route> Target::route(Space from, Space to, int64_t bytes) const {
  std::array<Reached, kNumSpaces> reached;
  auto start = static_cast<unsigned>(from), goal = static_cast<unsigned>(to);
  reached[start].known = true;
  // Dijkstra's algorithm on a handful of memories.
  while (!reached[goal].settled) {
    unsigned next = kNumSpaces;
    for (unsigned space = 0; space < kNumSpaces; ++space)
      if (reached[space].known && !reached[space].settled &&
          (next == kNumSpaces || reached[space].isBetterThan(reached[next])))
        next = space;
    if (next == kNumSpaces)
      return std::nullopt;
    reached[next].settled = true;
    for (const MoveRoute &move : moves) {
      if (static_cast<unsigned>(move.from) != next || move.from == Space::DDR ||
          move.to == Space::DDR)
        continue;
      Reached candidate;
      candidate.known = true;
      double cycles =
          moveCost(move.from, move.to).cycles(static_cast<double>(bytes));
      candidate.cycles =
          reached[next].cycles + static_cast<int64_t>(std::ceil(cycles));
      candidate.moves = reached[next].moves + 1;
      candidate.previous = next;
      Reached &at = reached[static_cast<unsigned>(move.to)];
      if (!at.settled && candidate.isBetterThan(at))
        at = candidate;
    }
  }
  Route route;
  route.cycles = reached[goal].cycles;
  for (unsigned at = goal; at != start; at = reached[at].previous)
    route.spaces.push_back(static_cast<Space>(at));
  route.spaces.push_back(from);
  std::reverse(route.spaces.begin(), route.spaces.end());
  return route;
}

} // namespace pypto::target
