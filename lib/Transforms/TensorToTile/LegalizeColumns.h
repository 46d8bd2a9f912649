//===- LegalizeColumns.h - operations on rows of one element ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_TRANSFORMS_TENSORTOTILE_LEGALIZECOLUMNS_H
#define PYPTO_TRANSFORMS_TENSORTOTILE_LEGALIZECOLUMNS_H

#include "pypto/Dialect/Pypto/Pypto.h"

namespace pypto {

/// Replaces the reductions, expansions and joins of the author's tiles of one
/// column, and patterns that keep one, which the hardware takes in rows only.
void legalizeColumns(mlir::func::FuncOp kernel);

} // namespace pypto

#endif // PYPTO_TRANSFORMS_TENSORTOTILE_LEGALIZECOLUMNS_H
