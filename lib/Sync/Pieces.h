//===- Pieces.h - memories cut where accesses begin and end -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A piece is the bytes between two neighbouring borders of accesses: an access
// touches all of it or nothing. What is known of a piece differs by user; every
// such type has a member `begin`.
//
//===----------------------------------------------------------------------===//

#ifndef PYPTO_SYNC_PIECES_H
#define PYPTO_SYNC_PIECES_H

#include "pypto/Sync/Program.h"

#include <algorithm>
#include <vector>

namespace pypto::sync {

/// The pieces of each memory of \p program, in ascending order.
template <typename Piece>
std::vector<std::vector<Piece>> cutAtBorders(const Program &program) {
  std::vector<std::vector<int64_t>> borders;
  for (const Node &node : program.nodes)
    for (const Access &access : node.accesses) {
      if (borders.size() <= access.memory)
        borders.resize(access.memory + 1);
      borders[access.memory].push_back(access.begin);
      borders[access.memory].push_back(access.end);
    }
  std::vector<std::vector<Piece>> memories(borders.size());
  for (size_t memory = 0; memory < borders.size(); ++memory) {
    std::vector<int64_t> &list = borders[memory];
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
    memories[memory].resize(list.size());
    for (size_t i = 0; i < list.size(); ++i)
      memories[memory][i].begin = list[i];
  }
  return memories;
}

/// The piece of \p pieces that starts at \p begin.
template <typename Pieces> auto firstPiece(Pieces &pieces, int64_t begin) {
  return std::lower_bound(
      pieces.begin(), pieces.end(), begin,
      [](const auto &piece, int64_t value) { return piece.begin < value; });
}

} // namespace pypto::sync

#endif // PYPTO_SYNC_PIECES_H
