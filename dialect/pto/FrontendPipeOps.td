//===- FrontendPipeOps.td - FIFOs as the author writes them *- tablegen -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTO_FRONTEND_PIPE_OPS_TD
#define PTO_FRONTEND_PIPE_OPS_TD

include "PtoOpBase.td"
include "mlir/IR/SymbolInterfaces.td"

//===----------------------------------------------------------------------===//
// Ends of a FIFO
//===----------------------------------------------------------------------===//

class Pto_InitializeEndOp<string mnemonic>
    : Pto_Op<mnemonic, [MemoryEffects<[FifoWrite]>]> {
  let arguments = (ins Optional<Pto_PtrType>:$gm_slot_buffer,
    I32:$c2v_consumer_buf, I32:$v2c_consumer_buf, I8Attr:$dir_mask,
    I32Attr:$slot_size, OptionalAttr<BoolAttr>:$nosplit,
    OptionalAttr<I32Attr>:$id, OptionalAttr<I32Attr>:$slot_num,
    OptionalAttr<I32Attr>:$local_slot_num);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def Pto_AicInitializePipeOp : Pto_InitializeEndOp<"aic_initialize_pipe"> {
  let summary = "declare the cube core's end of a FIFO";
  let description = [{
    `dir_mask` is 1 from cube to vector, 2 from vector to cube, 3 both;
    `slot_size` is in bytes. The consumer of a direction reserves local memory
    (`pto.reserve_buffer`), the producer imports its address; the address of
    an unused direction is 0. A3 stages through global memory and needs
    `gm_slot_buffer`. `nosplit` states that a tile is not divided between the
    two vector cores.

    One per function, which is of kind cube.

    Extensions of ours: `slot_num` and `local_slot_num`, the number of slots
    (8 for one direction, 4 for both, unless written), and `id`, which tells
    several FIFOs of a function apart.

    ```mlir
    pto.aic_initialize_pipe {dir_mask = 1, slot_size = 1024}
      (c2v_consumer_buf = %peer : i32, v2c_consumer_buf = %zero : i32)
    ```
  }];
}

def Pto_AivInitializePipeOp : Pto_InitializeEndOp<"aiv_initialize_pipe"> {
  let summary = "declare the vector cores' end of a FIFO";
  let description = [{
    As `pto.aic_initialize_pipe`, in a function of kind vector.
  }];
}

//===----------------------------------------------------------------------===//
// Slots
//===----------------------------------------------------------------------===//

class Pto_PushEndOp<string mnemonic>
    : Pto_PipeOp<mnemonic, "", [MemoryEffects<[FifoWrite]>]> {
  let arguments = (ins Pto_In<>:$tile, I8Attr:$split, OptionalAttr<I32Attr>:$id,
                       OptionalAttr<I32Attr>:$lane_stride);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def Pto_TPushToAivOp : Pto_PushEndOp<"tpush_to_aiv"> {
  let summary = "hand a tile of the cube core to the vector cores";
  let description = [{
    Waits for a free slot and writes the tile into it. `split` says what each
    vector core gets: 0 the whole tile, 1 upper and lower half, 2 left and
    right half. Extensions of ours: codes 3 and 4, as 1 and 2 for extents
    that do not divide evenly, with `lane_stride` rows or columns for core 0,
    and `id`, the FIFO. FIX from `acc`, MTE3 from `vec`.

    ```mlir
    pto.tpush_to_aiv(%acc : !A) {split = 0}
    ```
  }];
}

def Pto_TPushToAicOp : Pto_PushEndOp<"tpush_to_aic"> {
  let summary = "hand a tile of the vector cores to the cube core";
  let description = [{
    As `pto.tpush_to_aiv` in the other direction.
  }];
}

class Pto_PopEndOp<string mnemonic>
    : Pto_PipeOp<mnemonic, "", [MemoryEffects<[FifoRead, FifoWrite]>,
                                AttrSizedOperandSegments]> {
  let arguments = (ins Optional<Index>:$valid_row, Optional<Index>:$valid_col,
                       I8Attr:$split, OptionalAttr<I32Attr>:$id,
                       OptionalAttr<I32Attr>:$lane_stride);
  let results = (outs Res<Pto_TileOperand, "the received tile",
                          [MemAlloc, MemWrite]>:$tile);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def Pto_TPopFromAicOp : Pto_PopEndOp<"tpop_from_aic"> {
  let summary = "receive a tile from the cube core";
  let description = [{
    Waits for a filled slot; the result is the tile in it, until the matching
    `pto.tfree_from_aic`. Two operands give its run-time valid extents.
    Attributes as `pto.tpush_to_aiv`. MTE2 on A3, S on A5.

    ```mlir
    %t = pto.tpop_from_aic {split = 0} -> !V
    %d = pto.tpop_from_aic(%r, %c) {split = 0} -> !DYN
    ```
  }];
}

def Pto_TPopFromAivOp : Pto_PopEndOp<"tpop_from_aiv"> {
  let summary = "receive a tile from the vector cores";
  let description = [{
    As `pto.tpop_from_aic` in the other direction.
  }];
}

class Pto_FreeEndOp<string mnemonic>
    : Pto_PipeOp<mnemonic, "S", [MemoryEffects<[FifoRead, FifoWrite]>]> {
  let arguments = (ins I8Attr:$split, OptionalAttr<I32Attr>:$id);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def Pto_TFreeFromAicOp : Pto_FreeEndOp<"tfree_from_aic"> {
  let summary = "give a slot back to the cube core";
  let description = [{
    Releases the oldest slot that was received. `split` agrees with the pop.

    ```mlir
    pto.tfree_from_aic {split = 0}
    ```
  }];
}

def Pto_TFreeFromAivOp : Pto_FreeEndOp<"tfree_from_aiv"> {
  let summary = "give a slot back to the vector cores";
  let description = [{
    As `pto.tfree_from_aic` in the other direction.
  }];
}

//===----------------------------------------------------------------------===//
// Memory of a FIFO
//===----------------------------------------------------------------------===//

def Pto_ReserveBufferOp : Pto_Op<"reserve_buffer",
    [MemoryEffects<[MemAlloc<FifoResource>]>]> {
  let summary = "reserve local memory for the slots of a FIFO";
  let description = [{
    A named region of `size` bytes in `vec` or `mat`; the result is its byte
    address. With `auto = true` the planner places it, with `auto = false` it
    is at `base`. One per function (with our `id` extension one per FIFO).

    ```mlir
    %at = pto.reserve_buffer {name = "ring", size = 8192,
            location = #pto.address_space<vec>, auto = true} -> i32
    ```
  }];
  let arguments = (ins StrAttr:$name, I32Attr:$size,
    Pto_AddressSpaceAttr:$location, BoolAttr:$autoAlloc,
    OptionalAttr<I32Attr>:$base);
  let results = (outs I32:$address);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def Pto_ImportReservedBufferOp : Pto_Op<"import_reserved_buffer",
    [Pure, DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "address of a region that another function reserves";
  let description = [{
    The region named `name` of function `peer_func`.

    ```mlir
    %at = pto.import_reserved_buffer {name = "ring", peer_func = @consumer}
            -> i32
    ```
  }];
  let arguments = (ins StrAttr:$name, FlatSymbolRefAttr:$peer_func);
  let results = (outs I32:$address);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

#endif // PTO_FRONTEND_PIPE_OPS_TD
