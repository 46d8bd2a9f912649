//===- Sizes.h - sizes that no memory has -----------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_SUPPORT_SIZES_H
#define PYPTO_SUPPORT_SIZES_H

#include "llvm/ADT/ArrayRef.h"

#include <cstdint>

namespace pypto {

/// Types of more bytes are refused, so that products and sums of sizes stay
/// numbers of 64 bits. A tile of a tensor may be larger than it: rows and
/// columns are rounded up to boxes, and elements may become wider.
inline constexpr unsigned kMostTensorBytesLog2 = 46;
inline constexpr unsigned kMostTileBytesLog2 = 58;

/// Whether elements of \p bits in \p shape, whose run-time extents are
/// negative, or in one of its extents, take more than 2^ \p log2 bytes.
inline bool isTooLarge(llvm::ArrayRef<int64_t> shape, unsigned bits,
                       unsigned log2) {
  uint64_t most = (uint64_t(8) << log2) / (bits ? bits : 8), count = 1;
  for (int64_t extent : shape) {
    if (extent < 0)
      continue;
    auto size = static_cast<uint64_t>(extent);
    if (size > most)
      return true;
    // One of no elements counts as if it had one.
    if (size > 0)
      count = size > most / count ? most + 1 : count * size;
    if (count > most)
      return true;
  }
  return false;
}

} // namespace pypto

#endif // PYPTO_SUPPORT_SIZES_H
