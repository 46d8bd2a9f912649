//===- PrefetchOps.td - asynchronous prefetches into L2 -------*- tablegen -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_PREFETCH_OPS_TD
#define PYPTO_PREFETCH_OPS_TD

include "PyptoOpBase.td"

// The language starts a prefetch with a context and waits for it with a session;
// neither has a meaning at run time, so both stop at the front end. The effects
// keep the operations in their places.
def PrefetchAsyncOp
    : Pypto_Op<"prefetch.async", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "start to bring global memory into L2";
  let description = [{
    The part of `source` at `offsets` with extents `shape`, all of them 1 but the
    last: contiguous bytes. It is a hint, the data does not change. The result is
    the number of the transfer, for `pypto.prefetch.wait`.

    ```mlir
    %e = pypto.prefetch.async %w[%zero, %column] shape [1, 4096]
       : !pypto.tensor<64x8192xbf16>
    ```
  }];
  let arguments = (ins Pypto_Tensor:$source, Variadic<Index>:$offsets,
                       DenseI64ArrayAttr:$shape);
  let results = (outs Index:$event);
  let assemblyFormat = [{
    $source `[` $offsets `]` `shape` $shape attr-dict
    `:` qualified(type($source))
  }];
  let hasVerifier = 1;
}

def PrefetchWaitOp
    : Pypto_Op<"prefetch.wait", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "wait for a prefetch";
  let description = [{
    ```mlir
    %done = pypto.prefetch.wait %e
    ```
  }];
  let arguments = (ins Index:$event);
  let results = (outs I1:$done);
  let assemblyFormat = "$event attr-dict";
}

#endif // PYPTO_PREFETCH_OPS_TD
