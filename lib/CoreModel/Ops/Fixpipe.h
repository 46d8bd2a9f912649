//===- Fixpipe.h - conversion of accumulators on their way out --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// relu, then the product with a scale, rounded to nearest even; integers add an
// offset and saturate, NaN gives 0.
//
// A parameter has 64 bits: the f32 scale in the low word, of which the hardware
// ignores the 13 lowest bits of the mantissa, and a signed offset of 9 bits
// from bit 37 (the place of the offset is a guess).
//
//===----------------------------------------------------------------------===//

#ifndef PYPTO_LIB_COREMODEL_OPS_FIXPIPE_H
#define PYPTO_LIB_COREMODEL_OPS_FIXPIPE_H

#include "OpTable.h"

namespace pypto::coremodel {

struct FixpipeParameter {
  float scale = 1;
  int32_t offset = 0;
};
FixpipeParameter decodeParameter(uint64_t bits);

/// One value per column of the accumulator, or the same for all of them.
class FixpipeParameters {
public:
  FixpipeParameters() = default;
  explicit FixpipeParameters(uint64_t bits) : one(decodeParameter(bits)) {}
  /// `tile` has one row of 64-bit parameters.
  explicit FixpipeParameters(const TileRef &tile) : tile(&tile) {}
  /// Of column `c` of the accumulator, which is column `moved` of what moves:
  /// a tile narrower than the accumulator holds parameters of the latter.
  FixpipeParameter at(int64_t c, int64_t moved, int64_t columns) const;

private:
  const TileRef *tile = nullptr;
  FixpipeParameter one;
};

/// Converts the accumulator's element at `from` (f32 or i32).
void convertElement(DType from, const uint8_t *value, DType to, uint8_t *out,
                    bool relu, FixpipeParameter parameter);
/// Can an accumulator of type `from` become `to` with a parameter?
bool canQuantise(DType from, DType to);
/// Explains when `tile` cannot hold the parameters of `columns` columns.
bool isParameterTile(const TileDesc &tile, std::string &why);

} // namespace pypto::coremodel

#endif // PYPTO_LIB_COREMODEL_OPS_FIXPIPE_H
