//===- Nesting.h - refuse input that is nested too deeply -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_SUPPORT_NESTING_H
#define PYPTO_SUPPORT_NESTING_H

#include "mlir/IR/Operation.h"
#include "mlir/Support/LLVM.h"
#include "llvm/Support/MemoryBufferRef.h"

namespace pypto {

/// Levels of brackets in text and of regions in the IR. MLIR reads, verifies
/// and prints by recursion and leaves the stack at some thousands; no program
/// has a tenth of this.
inline constexpr unsigned kMostLevels = 256;

/// Looks for the first bracket, outside strings and comments, that is deeper
/// than kMostLevels. Writes a located error to standard error if there is one.
mlir::LogicalResult checkNesting(llvm::MemoryBufferRef text);

/// Whether regions are nested more than kMostLevels deep, without recursion.
bool isNestedTooDeeply(mlir::Block &block);

} // namespace pypto

#endif // PYPTO_SUPPORT_NESTING_H
