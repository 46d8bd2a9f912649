//===- SlotOps.td - equal parts of on-chip buffers ------------*- tablegen -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_SLOT_OPS_TD
#define PYPTO_SLOT_OPS_TD

include "PyptoOpBase.td"

def MemrefSlotOp : Pypto_Op<"memref.slot", [Pure]> {
  let summary = "one of the equal parts of a buffer";
  let description = [{
    Slot `index`, from 0, of a buffer of the author's that has two axes: slots,
    and the bytes of one. The index may be known only at run time; tiles bound to
    different slot operations may then share bytes or not, which nothing checks.
    `pypto-insert-buffers` makes each slot as large as the largest tile in any of
    them, and gives slots that are all chosen by constants buffers of their own.

    ```mlir
    %b = pypto.memref.alloc declared : memref<3x?xi8, #pypto.space<Vec>>
    %s = pypto.memref.slot %b[%i]
       : memref<3x?xi8, #pypto.space<Vec>> -> memref<?xi8, #pypto.space<Vec>>
    ```
  }];
  let arguments = (ins Pypto_Buffer:$buffer, Index:$index);
  let results = (outs Pypto_Buffer:$result);
  let assemblyFormat = [{
    $buffer `[` $index `]` attr-dict `:` type($buffer) `->` type($result)
  }];
  let extraClassDeclaration = [{
    /// The buffer that this is a part of.
    MemrefAllocOp getAllocation();
    /// How many slots that has.
    int64_t getNumSlots() { return getBuffer().getType().getDimSize(0); }
  }];
  let hasVerifier = 1;
}

#endif // PYPTO_SLOT_OPS_TD
