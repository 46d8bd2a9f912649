//===- SystemOps.td - identity, order and caches of cores -----*- tablegen -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_SYSTEM_OPS_TD
#define PYPTO_SYSTEM_OPS_TD

include "PyptoOpBase.td"

//===----------------------------------------------------------------------===//
// Identity of a running block
//===----------------------------------------------------------------------===//

class Pypto_IdentityOp<string name, string what>
    : Pypto_Op<"system." # name, [Pure]> {
  let summary = what;
  let results = (outs Index:$result);
  let assemblyFormat = "attr-dict";
}

def GetBlockIdxOp : Pypto_IdentityOp<"get_block_idx",
    "index of this block among those of its launch">;
def GetBlockNumOp : Pypto_IdentityOp<"get_block_num",
    "number of blocks of this launch">;
def GetSubblockIdxOp : Pypto_IdentityOp<"get_subblock_idx",
    "index of this vector lane in its cluster, 0 or 1">;
def AvailableClusterCountOp : Pypto_IdentityOp<"available_cluster_count",
    "number of clusters, one cube core each, of the device">;
def AvailableAivCountOp : Pypto_IdentityOp<"available_aiv_count",
    "number of vector cores of the device">;

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

// Nothing may be moved over what orders instructions: it reads and writes
// everything.
class Pypto_OrderingOp<string name, list<Trait> traits = []>
    : Pypto_Op<"system." # name, traits # [MemoryEffects<[MemRead, MemWrite]>]>;

class Pypto_BarrierOp<string name, string what> : Pypto_OrderingOp<name> {
  let summary = what;
  let assemblyFormat = "attr-dict";
}

def BarVOp : Pypto_BarrierOp<"bar_v", "drain the vector pipe">;
def BarMOp : Pypto_BarrierOp<"bar_m", "drain the matrix pipe">;
def BarAllOp : Pypto_BarrierOp<"bar_all", "drain every pipe of the core">;
def FenceOp : Pypto_BarrierOp<"fence",
    "order all accesses of the core to global memory">;

class Pypto_FlagOp<string name, string what> : Pypto_OrderingOp<name> {
  let summary = what;
  let description = [{
    Each ordered pair of pipes has events 0 to 7 of its own.

    ```mlir
    pypto.system.sync_src MTE2 to V event 0
    pypto.system.sync_dst MTE2 to V event 0
    ```
  }];
  let arguments = (ins Pypto_PipeAttr:$set_pipe, Pypto_PipeAttr:$wait_pipe,
                       I64Attr:$event_id);
  let assemblyFormat = [{
    custom<BareEnum>($set_pipe) `to` custom<BareEnum>($wait_pipe) `event`
    $event_id attr-dict
  }];
  let hasVerifier = 1;
}
def SyncSrcOp : Pypto_FlagOp<"sync_src",
    "set an event once `set_pipe` has done what came before">;
def SyncDstOp : Pypto_FlagOp<"sync_dst",
    "let `wait_pipe` wait for an event of `set_pipe`">;

class Pypto_CrossCoreOp<string name, string what, dag extra = (ins)>
    : Pypto_OrderingOp<name, [Pypto_CoreOpInterface]> {
  let summary = what;
  let description = [{
    The id is 0 to 13. `core` says which core of a kernel that uses both does
    it. `ffts_mode` says which cores a raised event reaches.

    ```mlir
    pypto.system.sync_set %id pipe MTE3 core AIV
    pypto.system.sync_wait %id pipe MTE2 core AIC
    ```
  }];
  let arguments = !con((ins Index:$event_id, Pypto_PipeAttr:$pipe,
                            OptionalAttr<Pypto_KernelTypeAttr>:$core_type),
                       extra);
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    ::std::optional<::mlir::pypto::KernelType> getCore() {
      return getCoreType();
    }
  }];
}
def SyncSetOp : Pypto_CrossCoreOp<"sync_set", "raise an event between cores",
    (ins OptionalAttr<I64Attr>:$ffts_mode)> {
  let assemblyFormat = [{
    $event_id `pipe` custom<BareEnum>($pipe)
    (`core` custom<BareEnum>($core_type)^)? (`ffts_mode` $ffts_mode^)? attr-dict
  }];
}
def SyncWaitOp : Pypto_CrossCoreOp<"sync_wait", "await an event between cores"> {
  let assemblyFormat = [{
    $event_id `pipe` custom<BareEnum>($pipe)
    (`core` custom<BareEnum>($core_type)^)? attr-dict
  }];
}

def SetFftsOp : Pypto_OrderingOp<"set_ffts"> {
  let summary = "say where the messages between cores are kept";
  let arguments = (ins Pypto_Tensor:$workspace);
  let assemblyFormat = "$workspace attr-dict `:` qualified(type($workspace))";
  let hasVerifier = 1;
}

def SyncAllOp : Pypto_OrderingOp<"syncall", [AttrSizedOperandSegments]> {
  let summary = "meeting point of all cores of a launch";
  let description = [{
    It orders arrival only. `HARD` takes no operands and needs a launch that
    fills all cores that take part; `SOFT` counts in `workspace`, 16 or more
    zeroed i32, until `used_cores` have arrived (0: as many as were launched).

    ```mlir
    pypto.system.syncall HARD MIX
    pypto.system.syncall SOFT AIV workspace(%w : !pypto.tensor<16xi32>)
        used_cores(%n)
    ```
  }];
  let arguments = (ins Pypto_SyncAllModeAttr:$mode,
                       Pypto_KernelTypeAttr:$core_type,
                       Optional<Pypto_Tensor>:$workspace,
                       Optional<Index>:$used_cores);
  let assemblyFormat = [{
    custom<BareEnum>($mode) custom<BareEnum>($core_type)
    (`workspace` `(` $workspace^ `:` qualified(type($workspace)) `)`)?
    (`used_cores` `(` $used_cores^ `)`)? attr-dict
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Caches
//===----------------------------------------------------------------------===//

def CacheInvalidOp
    : Pypto_OrderingOp<"cacheinvalid", [AttrSizedOperandSegments]> {
  let summary = "write cached data back and drop it";
  let description = [{
    Of all global memory, or of the one line that holds the element of `tensor`
    at `offsets`.

    ```mlir
    pypto.system.cacheinvalid
    pypto.system.cacheinvalid %x[%i, %j] : !pypto.tensor<256x128xf32>
    ```
  }];
  let arguments = (ins Optional<Pypto_Tensor>:$tensor, Variadic<Index>:$offsets);
  let assemblyFormat = [{
    ($tensor^ `[` $offsets `]` `:` qualified(type($tensor)))? attr-dict
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Rings between the matrix core and the vector lanes
//===----------------------------------------------------------------------===//

class Pypto_RingOp<string name, string core, list<Trait> traits = []>
    : Pypto_OrderingOp<name, traits # [Pypto_CoreOpInterface]> {
  let extraClassDeclaration = [{
    ::std::optional<::mlir::pypto::KernelType> getCore() {
      return ::mlir::pypto::KernelType::}] # core # [{;
    }
  }];
}

class Pypto_PushOp<string name, string core, string what>
    : Pypto_RingOp<name, core> {
  let summary = what;
  let description = [{
    Waits for a free slot of the ring. `split` says what each lane has: 0 the
    whole tile, 1 half of its rows, 2 half of its columns; 3 and 4 as 1 and 2
    for odd extents, with `lane_stride` rows or columns for lane 0. `id` names
    one of several rings.

    ```mlir
    pypto.system.tpush_to_aiv %t split 1 : !pypto.tile<64x64xf32, Acc>
    ```
  }];
  let arguments = (ins Pypto_Tile:$tile, I64Attr:$split,
                       OptionalAttr<I64Attr>:$lane_stride,
                       OptionalAttr<I64Attr>:$id);
  let assemblyFormat = [{
    $tile `split` $split (`lane_stride` $lane_stride^)? (`id` $id^)? attr-dict
    `:` qualified(type($tile))
  }];
  let hasVerifier = 1;
}
def TPushToAivOp : Pypto_PushOp<"tpush_to_aiv", "AIC",
    "send a tile of the matrix core to the vector lanes">;
def TPushToAicOp : Pypto_PushOp<"tpush_to_aic", "AIV",
    "send a tile of a vector lane to the matrix core">;

class Pypto_PopOp<string name, string core, string what>
    : Pypto_RingOp<name, core> {
  let summary = what;
  let description = [{
    Waits for a filled slot; the result lives in it until it is given back.

    ```mlir
    %t = pypto.system.tpop_from_aic split 0 : !pypto.tile<64x64xf32, Vec>
    ```
  }];
  let arguments = (ins I64Attr:$split, OptionalAttr<I64Attr>:$lane_stride,
                       OptionalAttr<I64Attr>:$id);
  let results = (outs Pypto_Tile:$tile);
  let assemblyFormat = [{
    `split` $split (`lane_stride` $lane_stride^)? (`id` $id^)? attr-dict
    `:` qualified(type($tile))
  }];
  let hasVerifier = 1;
}
def TPopFromAicOp : Pypto_PopOp<"tpop_from_aic", "AIV",
    "receive a tile of the matrix core">;
def TPopFromAivOp : Pypto_PopOp<"tpop_from_aiv", "AIC",
    "receive a tile of the vector lanes">;

class Pypto_FreeOp<string name, string core, string what>
    : Pypto_RingOp<name, core> {
  let summary = what;
  let description = [{
    Gives the slot of a received tile back; `id` is that of its ring.

    ```mlir
    pypto.system.tfree_to_aic %t : !pypto.tile<64x64xf32, Vec>
    ```
  }];
  let arguments = (ins Pypto_Tile:$tile, OptionalAttr<I64Attr>:$id);
  let assemblyFormat = "$tile (`id` $id^)? attr-dict `:` qualified(type($tile))";
  let hasVerifier = 1;
}
def TFreeToAicOp : Pypto_FreeOp<"tfree_to_aic", "AIV",
    "give a slot back to the matrix core">;
def TFreeToAivOp : Pypto_FreeOp<"tfree_to_aiv", "AIC",
    "give a slot back to the vector lanes">;

class Pypto_InitializePipeOp<string name, string core, string what>
    : Pypto_RingOp<name, core> {
  let summary = what;
  let description = [{
    `dir_mask`: 1 to the vector lanes, 2 from them, 3 both. `slot_size` is in
    bytes. The operands are the addresses of the consumers' slots, 0 where a
    direction is not used. Without `slot_num` there are 8 slots for one
    direction and 4 for each of two.

    ```mlir
    pypto.system.aic_initialize_pipe %a, %b dir_mask 1 slot_size 1024
    ```
  }];
  let arguments = (ins Index:$c2v_consumer_buf, Index:$v2c_consumer_buf,
                       I64Attr:$dir_mask, I64Attr:$slot_size,
                       OptionalAttr<I64Attr>:$slot_num,
                       OptionalAttr<I64Attr>:$local_slot_num,
                       OptionalAttr<I64Attr>:$id);
  let assemblyFormat = [{
    $c2v_consumer_buf `,` $v2c_consumer_buf `dir_mask` $dir_mask `slot_size`
    $slot_size (`slot_num` $slot_num^)? (`local_slot_num` $local_slot_num^)?
    (`id` $id^)? attr-dict
  }];
  let hasVerifier = 1;
}
def AicInitializePipeOp : Pypto_InitializePipeOp<"aic_initialize_pipe", "AIC",
    "set a ring up on the matrix core">;
def AivInitializePipeOp : Pypto_InitializePipeOp<"aiv_initialize_pipe", "AIV",
    "set a ring up on a vector lane">;

def ReserveBufferOp : Pypto_OrderingOp<"reserve_buffer"> {
  let summary = "reserve local memory for the slots of a ring";
  let description = [{
    The result is the byte address of `size` bytes, at `base` or where the
    planner puts them.

    ```mlir
    %a = pypto.system.reserve_buffer "ring" size 4096
    ```
  }];
  let arguments = (ins StrAttr:$name, I64Attr:$size, OptionalAttr<I64Attr>:$base);
  let results = (outs I32:$address);
  let assemblyFormat = "$name `size` $size (`base` $base^)? attr-dict";
  let hasVerifier = 1;
}

def ImportPeerBufferOp : Pypto_OrderingOp<"import_peer_buffer"> {
  let summary = "address of memory that another kernel reserves";
  let description = [{
    ```mlir
    %a = pypto.system.import_peer_buffer "ring" of "consumer"
    ```
  }];
  let arguments = (ins StrAttr:$name, StrAttr:$peer_func);
  let results = (outs I32:$address);
  let assemblyFormat = "$name `of` $peer_func attr-dict";
  let hasVerifier = 1;
}

#endif // PYPTO_SYSTEM_OPS_TD
