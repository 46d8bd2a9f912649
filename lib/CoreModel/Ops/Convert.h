//===- Convert.h - element conversion ---------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_LIB_COREMODEL_OPS_CONVERT_H
#define PYPTO_LIB_COREMODEL_OPS_CONVERT_H

#include "OpTable.h"

namespace pypto::coremodel {

/// Converts n elements.
///  * To an integer: round by `mode`, then saturate, or keep the low bits; NaN
///    gives 0.
///  * Between integers: saturate, or keep the low bits.
///  * To a narrower float: round by `mode`; overflow gives infinity to nearest
///    and the largest number when rounding towards zero. E4M3FN has no infinity
///    and gives NaN. With Saturation::All the largest number, and 0 for NaN.
///  * A float to its own type: round to an integral value (None: a copy).
using ConvertFn2 = void (*)(void *to, const void *from, size_t n,
                            RoundMode mode, Saturation saturation);
/// Null when one of the types has no conversion.
ConvertFn2 convertFn(DType to, DType from);

/// Pairs of floats of 4 bits in a byte: `n` bytes to or from 2 * n elements of
/// f32, bf16 or f16. Overflow saturates, NaN gives 0.
void packPairs(uint8_t *to, DType from, const void *values, size_t n,
               RoundMode mode);
void unpackPairs(DType to, void *values, const uint8_t *from, size_t n);

/// `v` rounded to an integral value; None acts as Rint.
double roundIntegral(double v, RoundMode mode);

} // namespace pypto::coremodel

#endif // PYPTO_LIB_COREMODEL_OPS_CONVERT_H
