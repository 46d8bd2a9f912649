//===- LegalizeCasts.h - casts that a chip has ------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_TRANSFORMS_TENSORTOTILE_LEGALIZECASTS_H
#define PYPTO_TRANSFORMS_TENSORTOTILE_LEGALIZECASTS_H

#include "pypto/Dialect/Pypto/Pypto.h"

namespace pypto {

/// The value of `cast` as a chain of conversions that the chip has, each with
/// the cast's rounding mode; null if the chip has the cast itself. Fails, after
/// an error at the cast, if there is no chain.
mlir::FailureOr<mlir::Value> legalizeCast(mlir::pypto::TileCastOp cast);

/// How many conversions `cast` becomes; 0 if there is no chain.
size_t countConversions(mlir::pypto::TensorCastOp cast);

} // namespace pypto

#endif // PYPTO_TRANSFORMS_TENSORTOTILE_LEGALIZECASTS_H
