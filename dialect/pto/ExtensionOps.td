//===- ExtensionOps.td - what the assembler lacks ----------*- tablegen -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Not in version 0.27 of the public assembler; later versions and the manual of
// the language name them.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_EXTENSION_OPS_TD
#define PTO_EXTENSION_OPS_TD

include "PtoOpBase.td"

class Pto_MemoryOrderOp<string mnemonic>
    : Pto_PipeOp<mnemonic, "S", [MemoryEffects<[MemRead, MemWrite]>]>;

def Pto_FenceBarrierAllOp : Pto_MemoryOrderOp<"fence.barrier_all"> {
  let summary = "order all accesses to a memory";
  let description = [{
    Accesses to the memory before the fence are visible to every core before
    those behind it. **Extension.**

    ```mlir
    pto.fence.barrier_all #pto.fence_scope<gm>
    ```
  }];
  let arguments = (ins Pto_FenceScopeAttr:$scope);
  let assemblyFormat = "qualified($scope) attr-dict";
}

def Pto_CmoCacheInvalidOp : Pto_MemoryOrderOp<"cmo.cacheinvalid"> {
  let summary = "write back and drop cached data";
  let description = [{
    Of a whole memory, or of the one cache line that holds the first element of
    a view; the line's neighbours keep their state whatever the view's size.
    **Extension.**

    ```mlir
    pto.cmo.cacheinvalid all #pto.address_space<gm>
    pto.cmo.cacheinvalid %w single_cache_line : !PV
    ```
  }];
  let arguments = (ins
    Optional<AnyTypeOf<[Pto_PartitionTensorViewType, Pto_TensorViewType,
                        Pto_PtrType, AnyMemRef]>>:$view,
    OptionalAttr<Pto_AddressSpaceAttr>:$space);
  let assemblyFormat = [{
    (`all` qualified($space)^) : ($view `single_cache_line` `:` type($view))?
    attr-dict
  }];
  let hasVerifier = 1;
}

def Pto_SyncAllOp : Pto_PipeOp<"syncall", "S",
    [MemoryEffects<[MemRead, MemWrite]>, AttrSizedOperandSegments]> {
  let summary = "meeting point of all cores";
  let description = [{
    No core passes before all of `cores` have arrived. It orders arrival only,
    neither earlier instructions nor caches. Mode `hard` uses hardware messages
    and needs a launch that fills every core; `soft` counts in `workspace`, 16
    zeroed i32 of global memory in a cache line of their own, until
    `used_cores` have arrived (0: as many as the launch has). **Extension.**

    ```mlir
    pto.syncall <hard>, <mix>
    pto.syncall <soft>, <aiv_only> workspace(%w : !PV) used_cores(%n)
    ```
  }];
  let arguments = (ins Pto_SyncAllModeAttr:$mode, Pto_SyncAllCoresAttr:$cores,
    Optional<AnyTypeOf<[Pto_PartitionTensorViewType, Pto_TensorViewType,
                        Pto_PtrType, AnyMemRef]>>:$workspace,
    Optional<I32>:$used_cores);
  let assemblyFormat = [{
    $mode `,` $cores (`workspace` `(` $workspace^ `:` type($workspace) `)`)?
    (`used_cores` `(` $used_cores^ `)`)? attr-dict
  }];
  let hasVerifier = 1;
}

#endif // PTO_EXTENSION_OPS_TD
