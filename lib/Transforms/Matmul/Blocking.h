//===- Blocking.h - block sizes of matrix products --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A product moves through three memories: blocks of both operands from global
// memory into Mat, blocks of those into Left and Right, and sums in Acc, which
// are stored once. Each level has two buffers where they fit, so that one is
// filled while the other is read.
//
//===----------------------------------------------------------------------===//

#ifndef PYPTO_TRANSFORMS_MATMUL_BLOCKING_H
#define PYPTO_TRANSFORMS_MATMUL_BLOCKING_H

#include "pypto/Target/Target.h"

#include <cstdint>
#include <optional>

namespace pypto {

/// Extents of a product: rows, contracted, columns.
struct ProductShape {
  int64_t m, k, n;
};

/// The operand of which a block stays in Mat while all blocks of the other that
/// it is multiplied with pass by.
enum class Resident { None, Left, Right };

/// How a product in global memory is computed.
struct Blocking {
  /// Rows and columns of the result that are summed up at a time.
  int64_t m, n;
  /// Contracted extent that is loaded at a time.
  int64_t k;
  Resident resident;
  /// Two blocks of the result are in Acc, one being stored.
  bool twoSums;
};

/// What is in Mat for as long as a product is computed: operands that were
/// computed on chip, of which nothing is loaded, and other tiles.
struct MatUse {
  int64_t bytes = 0;
  bool hasLeft = false, hasRight = false;
};

/// Extents of operand blocks are multiples of this: 16 rows of a box, and 32
/// bytes along the other axis, whichever way the operand lies.
int64_t getBlockMultiple(const target::Target &target, int64_t elementBytes);

/// The contracted extent of blocks that fit Left and Right twice for `m` rows
/// and `n` columns, a multiple of getBlockMultiple(); all of `k` if that fits
/// twice; once where no block fits twice; 0 where none fits at all.
int64_t chooseDepth(const target::Target &target, const ProductShape &shape,
                    int64_t elementBytes);

/// Block sizes with the least estimated time, by the chip's rates: the slowest
/// of loading, extracting and multiplying, which overlap, and the stores, which
/// overlap only with two sums. Of equal ones that with the largest blocks. Rows
/// and columns are padded to `multiple`, at least getBlockMultiple(). Nothing
/// if no block fits beside `inMat`.
std::optional<Blocking> chooseBlocking(const target::Target &target,
                                       const ProductShape &shape,
                                       int64_t elementBytes, int64_t multiple,
                                       const MatUse &inMat);

/// The blocking whose only block of the result is all of it; nothing if that or
/// the blocks of the operands do not fit.
std::optional<Blocking> chooseWholeBlocking(const target::Target &target,
                                            const ProductShape &shape,
                                            int64_t elementBytes,
                                            int64_t multiple,
                                            const MatUse &inMat);

} // namespace pypto

#endif // PYPTO_TRANSFORMS_MATMUL_BLOCKING_H
