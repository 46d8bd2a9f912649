//===- LegalizeTransposes.h - transposes that a chip has --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_TRANSFORMS_TENSORTOTILE_LEGALIZETRANSPOSES_H
#define PYPTO_TRANSFORMS_TENSORTOTILE_LEGALIZETRANSPOSES_H

#include "pypto/Dialect/Pypto/Pypto.h"

namespace pypto {

/// Replaces the transposes of tiles of two axes that the chip's instruction
/// does not take: of a line, whose bytes are those of the other line, and on
/// the A5 of rows that are not whole blocks, whose elements are gathered.
void legalizeTransposes(mlir::func::FuncOp kernel);

} // namespace pypto

#endif // PYPTO_TRANSFORMS_TENSORTOTILE_LEGALIZETRANSPOSES_H
