//===- Bytecode.h - refuse input that the readers cannot survive ----------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_SUPPORT_BYTECODE_H
#define PYPTO_SUPPORT_BYTECODE_H

#include "mlir/IR/DialectRegistry.h"
#include "mlir/Support/LLVM.h"
#include "llvm/Support/MemoryBufferRef.h"

namespace pypto {

/// What MLIR's readers do not survive is refused with a located error on
/// standard error: text and bytecode that are nested too deeply (Nesting.h),
/// the public assembler's binary form, and corrupt bytecode. Bytecode is read
/// once in a child process: MLIR 22's reader crashes, or asks for all memory,
/// on some corrupt files. What the readers themselves refuse is left to the
/// caller's own reading, which reports it. To be called before other threads
/// exist.
mlir::LogicalResult checkInput(llvm::MemoryBufferRef buffer,
                               const mlir::DialectRegistry &registry);

} // namespace pypto

#endif // PYPTO_SUPPORT_BYTECODE_H
