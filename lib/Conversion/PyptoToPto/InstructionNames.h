//===- InstructionNames.h - the instruction of a tile operation -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_CONVERSION_PYPTOTOPTO_INSTRUCTIONNAMES_H
#define PYPTO_CONVERSION_PYPTOTOPTO_INSTRUCTIONNAMES_H

#include "mlir/IR/Operation.h"

namespace pypto {

/// The name of the pto operation that has the operands of the tile operation
/// `op` and its destination; empty if there is none.
llvm::StringRef getInstructionName(mlir::Operation *op);

/// The same of all tile operations of this name.
llvm::StringRef getInstructionName(llvm::StringRef tileOpName);

} // namespace pypto

#endif // PYPTO_CONVERSION_PYPTOTOPTO_INSTRUCTIONNAMES_H
