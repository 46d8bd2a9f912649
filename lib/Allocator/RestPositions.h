//===- RestPositions.h - where stacked items can come to rest ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef PYPTO_LIB_ALLOCATOR_RESTPOSITIONS_H
#define PYPTO_LIB_ALLOCATOR_RESTPOSITIONS_H

#include <cstdint>
#include <vector>

namespace pypto::allocator {

/// The positions 0 to `size` - 1 that items reach when each of them lies on a
/// base or on top of another one. Items that sink as far as they can end up
/// there, so no other positions need to be tried.
class RestPositions {
public:
  explicit RestPositions(int64_t size);

  /// Items may lie at \p position whatever is below.
  void addBase(int64_t position);
  /// An item may be in the stack; it raises what is above by one of \p steps.
  void stack(std::vector<int64_t> steps);
  /// Some items are pushed up to a multiple of \p multiple.
  void align(int64_t multiple);

  int64_t count() const;
  /// The positions in ascending order.
  std::vector<int64_t> get() const;

private:
  bool contains(int64_t position) const {
    return words[position / 64] >> (position % 64) & 1;
  }
  /// Adds the positions of \p from raised by \p step.
  void addShifted(const std::vector<uint64_t> &from, int64_t step);

  int64_t size;
  std::vector<uint64_t> words;
};

} // namespace pypto::allocator

#endif // PYPTO_LIB_ALLOCATOR_RESTPOSITIONS_H
