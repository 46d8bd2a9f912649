//===- CheckState.h - abstract state of the checker -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_LIB_SYNC_CHECKSTATE_H
#define PYPTO_LIB_SYNC_CHECKSTATE_H

#include "pypto/Sync/Program.h"

#include <array>
#include <map>

namespace pypto::sync {

/// A set of numbers below a fixed bound.
class BitSet {
public:
  explicit BitSet(size_t size = 0) : words((size + 63) / 64) {}
  void insert(size_t i) { words[i / 64] |= uint64_t(1) << (i % 64); }
  bool contains(size_t i) const { return words[i / 64] >> (i % 64) & 1; }
  void operator|=(const BitSet &o) {
    for (size_t i = 0; i < words.size(); ++i)
      words[i] |= o.words[i];
  }
  void operator&=(const BitSet &o) {
    for (size_t i = 0; i < words.size(); ++i)
      words[i] &= o.words[i];
  }
  void remove(const BitSet &o) {
    for (size_t i = 0; i < words.size(); ++i)
      words[i] &= ~o.words[i];
  }
  /// Calls fn for each number that is also in \p mask.
  template <typename Fn> void forEachIn(const BitSet &mask, Fn fn) const {
    for (size_t i = 0; i < words.size(); ++i)
      for (uint64_t word = words[i] & mask.words[i]; word; word &= word - 1)
        fn(i * 64 + static_cast<size_t>(__builtin_ctzll(word)));
  }
  bool operator==(const BitSet &o) const { return words == o.words; }

private:
  std::vector<uint64_t> words;
};

/// Events that may not be over, by age: [0] in the current iteration of all
/// loops, [d] in an earlier iteration of the loop at depth d.
using Unfinished = std::vector<BitSet>;

/// Which events an instruction of each pipe, or the wait for each flag in
/// flight, cannot rely on.
struct CheckState {
  std::array<Unfinished, target::kNumPipes> pipes;
  std::map<uint32_t, Unfinished> flags;

  template <typename Fn> void forEach(Fn fn) {
    for (Unfinished &set : pipes)
      fn(set);
    for (auto &entry : flags)
      fn(entry.second);
  }
  bool operator==(const CheckState &o) const {
    return pipes == o.pipes && flags == o.flags;
  }
};

} // namespace pypto::sync

#endif // PYPTO_LIB_SYNC_CHECKSTATE_H
