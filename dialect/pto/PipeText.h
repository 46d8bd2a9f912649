//===- PipeText.h - text that the FIFO operations share ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The FIFO operations write their attributes in a dictionary of their own: the
// numbers carry no type there, and the place differs from operation to
// operation.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_PIPETEXT_H
#define PTO_PIPETEXT_H

#include "mlir/IR/OpImplementation.h"

namespace mlir::pto {

/// An attribute as the text has it.
struct PipeKey {
  StringRef text;     // "auto"
  StringRef name;     // "autoAlloc"
  unsigned width = 0; // of an integer, in bits; 0 for another attribute
};

/// Reads `{a = 1, b = "x"}` into `attributes`, giving numbers the width of
/// their key. Keys that are not in `keys` are kept as they are.
ParseResult parsePipeKeys(OpAsmParser &parser, NamedAttrList &attributes,
                          ArrayRef<PipeKey> keys);

/// Writes ` {...}`: `keys` in their order, then every other attribute except
/// `hidden`.
void printPipeKeys(OpAsmPrinter &printer, Operation *op, ArrayRef<PipeKey> keys,
                   ArrayRef<StringRef> hidden = {});

/// Reads `%a : A` and resolves it.
ParseResult parseTypedOperand(OpAsmParser &parser,
                              SmallVectorImpl<Value> &operands);

/// Reads `%a, %b : A, B` and resolves it.
ParseResult parseTypedOperands(OpAsmParser &parser,
                               SmallVectorImpl<Value> &operands);

} // namespace mlir::pto

#endif // PTO_PIPETEXT_H
