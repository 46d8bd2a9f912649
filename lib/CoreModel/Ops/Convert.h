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
///    and the largest number when rounding towards zero.
///  * A float to its own type: round to an integral value (None: a copy).
using ConvertFn2 = void (*)(void *to, const void *from, size_t n,
                            RoundMode mode, bool saturate);
/// Null when one of the types has no conversion.
ConvertFn2 convertFn(DType to, DType from);

/// `v` rounded to an integral value; None acts as Rint.
double roundIntegral(double v, RoundMode mode);

} // namespace pypto::coremodel

#endif // PYPTO_LIB_COREMODEL_OPS_CONVERT_H
