//===- CompleteInstruction.h - attributes of instructions -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_CONVERSION_PYPTOTOPTO_COMPLETEINSTRUCTION_H
#define PYPTO_CONVERSION_PYPTOTOPTO_COMPLETEINSTRUCTION_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributeInterfaces.h"
#include "mlir/IR/Operation.h"

namespace pypto {

/// The 16 bits with which `op` fills a tile of bf16 on the A5, whose
/// instruction takes none; null for every other operation.
mlir::TypedAttr getFillBits(mlir::Operation *op);

/// `state` holds the converted operands of the tile operation `op`, the
/// destination last. Adds what is not an operand of `op`: the attributes of the
/// instruction, its operands that are attributes of `op`, and, where its text
/// has another order of operands, that order.
void completeInstruction(mlir::Operation *op, mlir::OpBuilder &builder,
                         mlir::OperationState &state);

} // namespace pypto

#endif // PYPTO_CONVERSION_PYPTOTOPTO_COMPLETEINSTRUCTION_H
