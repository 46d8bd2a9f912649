//===- MemrefOps.td - on-chip buffers -------------------------*- tablegen -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_MEMREF_OPS_TD
#define PYPTO_MEMREF_OPS_TD

include "PyptoOpBase.td"

def MemrefAllocOp : Pypto_Op<"memref.alloc"> {
  let summary = "an on-chip buffer";
  let description = [{
    A range of bytes in one on-chip memory. `address`, in bytes from the start of
    that memory, is there once addresses are assigned, or earlier where the
    author chose it. A `declared` buffer is the author's: no tile lives in it but
    those that are bound to it, at any time. Its size is `?` until
    `pypto-insert-buffers` makes it that of the largest of them.

    ```mlir
    %b = pypto.memref.alloc address(0) : memref<65536xi8, #pypto.space<Vec>>
    %d = pypto.memref.alloc declared : memref<?xi8, #pypto.space<Vec>>
    ```
  }];
  let arguments = (ins OptionalAttr<I64Attr>:$address, UnitAttr:$declared);
  let results = (outs Res<Pypto_Buffer, "", [MemAlloc]>:$result);
  let assemblyFormat = [{
    (`declared` $declared^)? (`address` `(` $address^ `)`)? attr-dict `:`
    type($result)
  }];
  let builders = [OpBuilder<(ins "::mlir::Type":$type), [{
    build($_builder, $_state, type, ::mlir::IntegerAttr(), false);
  }]>];
  let hasVerifier = 1;
}

#endif // PYPTO_MEMREF_OPS_TD
