//===- PrefetchOps.td - asynchronous prefetches ------------*- tablegen -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Not in version 0.27 of the public assembler; the language's prefetches become
// these.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_PREFETCH_OPS_TD
#define PTO_PREFETCH_OPS_TD

include "PtoOpBase.td"

// The effects keep both in their places; no data changes.
def Pto_TPrefetchAsyncOp : Pto_Op<"tprefetch_async",
    [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "start to bring global memory into L2";
  let description = [{
    `src` is static, contiguous and in effect one-dimensional. The engine for
    asynchronous transfers reads it; nothing is stored, so neither scratch nor
    session is needed. The result is the transfer's number, which loops and
    branches carry like any other. **Extension.**

    ```mlir
    %e = pto.tprefetch_async %src : !PV1
    ```
  }];
  let arguments = (ins AnyTypeOf<[Pto_PartitionTensorViewType,
                                  Pto_TensorViewType, AnyMemRef]>:$src);
  let results = (outs Index:$event);
  let assemblyFormat = "$src attr-dict `:` type($src)";
  let hasVerifier = 1;
}

def Pto_WaitPrefetchOp : Pto_PipeOp<"wait_prefetch", "S",
    [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "wait until a prefetch is done";
  let description = [{
    **Extension.**

    ```mlir
    %ok = pto.wait_prefetch %e
    ```
  }];
  let arguments = (ins Index:$event);
  let results = (outs I1:$done);
  let assemblyFormat = "$event attr-dict";
}

#endif // PTO_PREFETCH_OPS_TD
