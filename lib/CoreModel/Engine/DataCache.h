//===- DataCache.h - the scalar unit's data cache ---------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Scalar loads and stores of global memory go through it; transfers of the DMA
// pipes do not. Lines of 64 bytes are written back whole, so a line carries its
// neighbouring elements as this core saw them. Nothing keeps two caches, or a
// cache and the DMA, coherent.
//
//===----------------------------------------------------------------------===//

#ifndef PYPTO_LIB_COREMODEL_ENGINE_DATACACHE_H
#define PYPTO_LIB_COREMODEL_ENGINE_DATACACHE_H

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace pypto::coremodel {

inline constexpr uint64_t kCacheLineBytes = 64;

class DataCache {
public:
  struct Line {
    uint64_t base = 0;  ///< global address of its first byte
    uint64_t dirty = 0; ///< bit i: byte i was stored to
    uint32_t loc = 0;   ///< of the last store to it
    alignas(8) uint8_t data[kCacheLineBytes];
  };

  /// Room for `bytes`. Drops all lines without writing them back.
  void reset(uint64_t bytes);

  /// The line of address `addr` if the cache has it.
  Line *find(uint64_t addr);
  /// Makes room for one more line: the oldest line if the cache is full, which
  /// the caller has to write back and then release; null otherwise.
  Line *victim();
  /// Adds the line of `addr` (absent so far; there must be room). The caller
  /// fills its data.
  Line &add(uint64_t addr);
  /// Drops a line; its place is used again.
  void release(Line &line);

  /// True if a byte of [lo, hi) was stored to and not written back.
  bool isDirty(uint64_t lo, uint64_t hi);

  /// Calls `f(line)` for every line, in the order in which they were added.
  template <typename F> void forEach(F f) {
    for (uint64_t i = oldest; i != newest; ++i)
      if (Line &line = at(i); line.base)
        f(line);
  }
  bool empty() const { return index.empty(); }
  /// Lines with stored bytes.
  unsigned numDirty();

private:
  Line &at(uint64_t i) { return lines[i % lines.size()]; }

  // A ring in order of age. Address 0 is never valid: base 0 is a free place.
  std::vector<Line> lines;
  uint64_t oldest = 0, newest = 0;
  uint64_t capacity = 0;
  std::unordered_map<uint64_t, uint32_t> index; ///< looked up, never iterated
};

} // namespace pypto::coremodel

#endif // PYPTO_LIB_COREMODEL_ENGINE_DATACACHE_H
