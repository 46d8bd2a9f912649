//===- Fractals.h - sizes of inner boxes ------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_DIALECT_PTO_FRACTALS_H
#define PYPTO_DIALECT_PTO_FRACTALS_H

#include <cstdint>

namespace mlir::pto {

/// Size in bytes of a box of scales of micro-scaled products; the sizes of
/// other boxes are TileBufType's.
inline constexpr int32_t kScaleFractal = 32;

} // namespace mlir::pto

#endif // PYPTO_DIALECT_PTO_FRACTALS_H
