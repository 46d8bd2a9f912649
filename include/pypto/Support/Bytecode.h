//===- Bytecode.h - refuse bytecode that the reader cannot survive --------===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_SUPPORT_BYTECODE_H
#define PYPTO_SUPPORT_BYTECODE_H

#include "mlir/IR/DialectRegistry.h"
#include "mlir/Support/LLVM.h"
#include "llvm/Support/MemoryBufferRef.h"

namespace pypto {

/// Succeeds for anything that is not MLIR bytecode. Bytecode is read once in a
/// child process: MLIR 22's reader crashes, or asks for all memory, on some
/// corrupt files. If the child does not survive, writes a located error with
/// the buffer's name to standard error and fails. What the reader itself
/// refuses is left to the caller's own reading, which reports it. To be called
/// before other threads exist.
mlir::LogicalResult checkBytecode(llvm::MemoryBufferRef buffer,
                                  const mlir::DialectRegistry &registry);

} // namespace pypto

#endif // PYPTO_SUPPORT_BYTECODE_H
