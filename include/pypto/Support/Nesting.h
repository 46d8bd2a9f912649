//===- Nesting.h - refuse input that is nested too deeply -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_SUPPORT_NESTING_H
#define PYPTO_SUPPORT_NESTING_H

#include "mlir/IR/Operation.h"
#include "mlir/Support/LLVM.h"
#include "llvm/Support/MemoryBufferRef.h"

namespace pypto {

/// Levels of brackets in text, of regions, attributes and types in the IR, and
/// operators of one expression of an affine map or set. MLIR reads, verifies
/// and prints by recursion and leaves the stack at some thousands; no program
/// has a tenth of this.
inline constexpr unsigned kMostLevels = 256;

/// Refuses text that MLIR's reader and printer do not survive, or take hours
/// for: brackets, outside strings and comments, and operators of an expression
/// beyond kMostLevels, where an alias counts as what it stands for; aliases of
/// aliases that stand for more than any memory holds; and numbers of thousands
/// of digits. Writes an error at the first such place to standard error.
mlir::LogicalResult checkNesting(llvm::MemoryBufferRef text);

/// The same of IR that was read, without recursion.
bool isNestedTooDeeply(mlir::Block &block);

} // namespace pypto

#endif // PYPTO_SUPPORT_NESTING_H
