//===- PipeOps.td - FIFOs as the core sees them ------------*- tablegen -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTO_PIPE_OPS_TD
#define PTO_PIPE_OPS_TD

include "PtoOpBase.td"

def Pto_InitializeL2LPipeOp : Pto_Op<"initialize_l2l_pipe",
    [MemoryEffects<[FifoWrite]>]> {
  let summary = "FIFO between local memories";
  let description = [{
    `slot_num` (4 or 8) slots of `slot_size` bytes at `local_addr`. A FIFO of
    both directions (`dir_mask` 3) has a second ring at `peer_local_addr`.
    `flag_base` is the first cross-core flag. The form of A5.

    ```mlir
    %p = pto.initialize_l2l_pipe {dir_mask = 1, slot_size = 1024, slot_num = 8}
           (%at : i32) -> !pto.pipe
    ```
  }];
  let arguments = (ins AnyType:$local_addr, Optional<AnyType>:$peer_local_addr,
    I8Attr:$dir_mask, I32Attr:$slot_size, I32Attr:$slot_num,
    OptionalAttr<I32Attr>:$flag_base, OptionalAttr<BoolAttr>:$nosplit);
  let results = (outs Pto_PipeType:$pipe);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def Pto_InitializeL2G2LPipeOp : Pto_Op<"initialize_l2g2l_pipe",
    [MemoryEffects<[FifoWrite]>]> {
  let summary = "FIFO staged through global memory";
  let description = [{
    As `pto.initialize_l2l_pipe`, with the slots at `gm_addr` and
    `local_slot_num` of them (all, unless written) also in local memory. The
    form of A3.
  }];
  let arguments = (ins AnyType:$gm_addr, AnyType:$local_addr,
    Optional<AnyType>:$peer_local_addr, I8Attr:$dir_mask, I32Attr:$slot_size,
    I32Attr:$slot_num, OptionalAttr<I32Attr>:$local_slot_num,
    OptionalAttr<I32Attr>:$flag_base, OptionalAttr<BoolAttr>:$nosplit);
  let results = (outs Pto_PipeType:$pipe);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

class Pto_SlotOp<string mnemonic, string pipe, list<Trait> traits>
    : Pto_PipeOp<mnemonic, pipe, traits> {
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def Pto_TPushOp : Pto_SlotOp<"tpush", "", [MemoryEffects<[FifoWrite]>]> {
  let summary = "write a tile into a free slot";
  let description = [{
    `split` is 0 for the whole tile, 1 for upper and lower, 2 for left and
    right halves. FIX from `acc`, MTE3 from `vec`. Inside a section or a
    function with a kernel kind.

    ```mlir
    pto.tpush(%a, %pipe : !V, !pto.pipe) {split = 1}
    ```
  }];
  let arguments = (ins Pto_In<>:$tile, Pto_PipeType:$pipe_handle,
                       I8Attr:$split);
}

def Pto_TPopOp : Pto_SlotOp<"tpop", "",
    [MemoryEffects<[FifoRead, FifoWrite]>]> {
  let summary = "point a declared tile at the oldest filled slot";
  let description = [{
    `tile` comes from `pto.declare_tile`, in `vec` or `mat`. MTE2 on A3, S on
    A5, by the module attribute.
  }];
  let arguments = (ins Pto_Out<"declared tile">:$tile,
                       Pto_PipeType:$pipe_handle, I8Attr:$split);
}

def Pto_TFreeOp : Pto_SlotOp<"tfree", "S",
    [MemoryEffects<[FifoRead, FifoWrite]>]> {
  let summary = "release the oldest received slot";
  let description = [{
    ```mlir
    pto.tfree(%pipe : !pto.pipe) {split = 1}
    ```
  }];
  let arguments = (ins Pto_PipeType:$pipe_handle, I8Attr:$split);
}

#endif // PTO_PIPE_OPS_TD
