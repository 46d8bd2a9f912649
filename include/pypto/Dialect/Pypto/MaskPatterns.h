//===- MaskPatterns.h - patterns of columns ---------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The patterns of `pl.tile.MaskPattern`: 1 P0101 and 2 P1010 keep one of two
// columns, 3 P0001 to 6 P1000 one of four, 7 P1111 all.
//
//===----------------------------------------------------------------------===//

#ifndef PYPTO_DIALECT_PYPTO_MASKPATTERNS_H
#define PYPTO_DIALECT_PYPTO_MASKPATTERNS_H

#include <cstdint>
#include <optional>

namespace mlir::pypto {

/// The columns first, first + stride, first + 2 stride, ...
struct MaskPattern {
  int64_t first, stride;
};

/// The columns that pattern `number` keeps; nothing if it is not a pattern.
inline std::optional<MaskPattern> getMaskPattern(int64_t number) {
  if (number < 1 || number > 7)
    return std::nullopt;
  if (number <= 2)
    return MaskPattern{number - 1, 2};
  if (number <= 6)
    return MaskPattern{number - 3, 4};
  return MaskPattern{0, 1};
}

} // namespace mlir::pypto

#endif // PYPTO_DIALECT_PYPTO_MASKPATTERNS_H
