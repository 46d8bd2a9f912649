//===- RestPositions.cpp - where stacked items can come to rest -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "RestPositions.h"

#include <algorithm>

using namespace pypto::allocator;

RestPositions::RestPositions(int64_t size)
    : size(size), words((size + 63) / 64, 0) {
  addBase(0);
}

void RestPositions::addBase(int64_t position) {
  if (position >= 0 && position < size)
    words[position / 64] |= uint64_t(1) << (position % 64);
}

void RestPositions::addShifted(const std::vector<uint64_t> &from,
                               int64_t step) {
  int64_t skip = step / 64, bits = step % 64;
  for (int64_t w = int64_t(words.size()) - 1; w >= skip; --w) {
    uint64_t value = from[w - skip] << bits;
    if (bits != 0 && w > skip)
      value |= from[w - skip - 1] >> (64 - bits);
    words[w] |= value;
  }
}

void RestPositions::stack(std::vector<int64_t> steps) {
  std::sort(steps.begin(), steps.end());
  steps.erase(std::unique(steps.begin(), steps.end()), steps.end());
  std::vector<uint64_t> without = words;
  for (int64_t step : steps)
    if (step > 0 && step < size)
      addShifted(without, step);
  // Bits beyond the last position.
  if (size % 64 != 0)
    words.back() &= (uint64_t(1) << (size % 64)) - 1;
}

void RestPositions::align(int64_t multiple) {
  for (int64_t position : get())
    addBase((position + multiple - 1) / multiple * multiple);
}

int64_t RestPositions::count() const {
  int64_t sum = 0;
  for (uint64_t word : words)
    sum += __builtin_popcountll(word);
  return sum;
}

std::vector<int64_t> RestPositions::get() const {
  std::vector<int64_t> positions;
  for (int64_t w = 0; w < int64_t(words.size()); ++w)
    for (uint64_t word = words[w]; word != 0; word &= word - 1)
      positions.push_back(64 * w + __builtin_ctzll(word));
  return positions;
}
