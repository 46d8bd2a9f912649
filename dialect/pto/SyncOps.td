//===- SyncOps.td - flags, barriers, events ----------------*- tablegen -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTO_SYNC_OPS_TD
#define PTO_SYNC_OPS_TD

include "PtoOpBase.td"

// What orders instructions may not be moved over any of them: it reads and
// writes everything.
class Pto_OrderingOp<string mnemonic, list<Trait> traits = []>
    : Pto_PipeOp<mnemonic, "", !listconcat(
        [MemoryEffects<[MemRead, MemWrite]>], traits)>;

class Pto_FlagOp<string mnemonic, string waitingSide>
    : Pto_OrderingOp<mnemonic, [Pto_Lint]> {
  let arguments = (ins Pto_PipeAttr:$src_pipe, Pto_PipeAttr:$dst_pipe,
                       Pto_EventIdAttr:$event_id);
  let assemblyFormat = [{
    `[` $src_pipe `,` $dst_pipe `,` $event_id `]` attr-dict
  }];
  let extraClassDeclaration = "::mlir::pto::Pipe getPipe() { return get" #
                              waitingSide # "Pipe(); }";
}
class Pto_DynFlagOp<string mnemonic, string waitingSide>
    : Pto_OrderingOp<mnemonic> {
  let arguments = (ins Pto_PipeAttr:$src_pipe, Pto_PipeAttr:$dst_pipe,
                       Index:$event_id);
  let assemblyFormat = [{
    `[` $src_pipe `,` $dst_pipe `,` $event_id `]` attr-dict
  }];
  let extraClassDeclaration = "::mlir::pto::Pipe getPipe() { return get" #
                              waitingSide # "Pipe(); }";
}

//===----------------------------------------------------------------------===//
// Between the pipes of a core
//===----------------------------------------------------------------------===//

def Pto_SetFlagOp : Pto_FlagOp<"set_flag", "Src"> {
  let summary = "signal an event from one pipe to another";
  let description = [{
    `src_pipe` sets the event once its earlier instructions are done. Each pair
    of pipes has events 0 to 7 of its own; an event is set once per wait.

    ```mlir
    pto.set_flag[<PIPE_MTE2>, <PIPE_V>, <EVENT_ID0>]
    ```
  }];
}

def Pto_WaitFlagOp : Pto_FlagOp<"wait_flag", "Dst"> {
  let summary = "wait for an event";
  let description = [{
    `dst_pipe` starts none of its later instructions before the event is set,
    and clears it.
  }];
}

def Pto_SetFlagDynOp : Pto_DynFlagOp<"set_flag_dyn", "Src"> {
  let summary = "set_flag with a run-time event id";
  let description = [{
    ```mlir
    pto.set_flag_dyn[<PIPE_MTE2>, <PIPE_V>, %id]
    ```
  }];
}

def Pto_WaitFlagDynOp : Pto_DynFlagOp<"wait_flag_dyn", "Dst"> {
  let summary = "wait_flag with a run-time event id";
  let description = [{
    ```mlir
    pto.wait_flag_dyn[<PIPE_MTE2>, <PIPE_V>, %id]
    ```
  }];
}

def Pto_BarrierOp : Pto_OrderingOp<"barrier", [Pto_Lint]> {
  let summary = "drain a pipe";
  let description = [{
    Later instructions of `pipe` start after the earlier ones are done;
    `PIPE_ALL` drains every pipe. On A5 a barrier of PIPE_V has no effect.

    ```mlir
    pto.barrier <PIPE_ALL>
    ```
  }];
  let arguments = (ins Pto_PipeAttr:$pipe);
  let assemblyFormat = "$pipe attr-dict";
  // getPipe is the accessor of the attribute, and the answer.
  let extraClassDeclaration = "";
}

//===----------------------------------------------------------------------===//
// By the kind of operation
//===----------------------------------------------------------------------===//

class Pto_EventOp<string mnemonic, string waitingSide>
    : Pto_OrderingOp<mnemonic> {
  let arguments = (ins Pto_PipeEventTypeAttr:$src_op,
                       Pto_PipeEventTypeAttr:$dst_op,
                       Pto_EventIdAttr:$event_id);
  let assemblyFormat = [{
    `[` custom<EventKind>($src_op) `,` custom<EventKind>($dst_op) `,`
    $event_id `]` attr-dict
  }];
  let extraClassDeclaration = [{
    /// The pipes of the two kinds.
    ::mlir::pto::Pipe getSrcPipe() { return getPipeOfKind(getSrcOp()); }
    ::mlir::pto::Pipe getDstPipe() { return getPipeOfKind(getDstOp()); }
    ::mlir::pto::Pipe getPipe() { return get}] # waitingSide # "Pipe(); }";
}

def Pto_RecordEventOp : Pto_EventOp<"record_event", "Src"> {
  let summary = "set_flag by kinds of operations";
  let description = [{
    Lowered to `pto.set_flag` between the pipes of the two kinds.

    ```mlir
    pto.record_event[#pto.pipe_event_type<TLOAD>,
                     #pto.pipe_event_type<TVEC>, <EVENT_ID0>]
    ```
  }];
}

def Pto_WaitEventOp : Pto_EventOp<"wait_event", "Dst"> {
  let summary = "wait_flag by kinds of operations";
  let description = [{
    Lowered to `pto.wait_flag` between the pipes of the two kinds.
  }];
}

def Pto_BarrierSyncOp : Pto_OrderingOp<"barrier_sync"> {
  let summary = "barrier by the kind of operation";
  let description = [{
    Lowered to `pto.barrier` of the pipe of the kind.

    ```mlir
    pto.barrier_sync[<TMATMUL>]
    ```
  }];
  let arguments = (ins Pto_SyncOpTypeAttr:$op_type);
  let assemblyFormat = "`[` $op_type `]` attr-dict";
  let extraClassDeclaration = [{
    ::mlir::pto::Pipe getPipe() { return getPipeOfKind(getOpType()); }
  }];
}

class Pto_BufferTokenOp<string mnemonic> : Pto_OrderingOp<mnemonic> {
  let arguments = (ins Pto_PipeEventTypeAttr:$op_type, I32Attr:$buf_id,
                       DefaultValuedAttr<I32Attr, "0">:$mode);
  let assemblyFormat = [{
    `[` custom<EventKind>($op_type) `,` $buf_id `]` attr-dict
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    ::mlir::pto::Pipe getPipe() { return getPipeOfKind(getOpType()); }
  }];
}

def Pto_GetBufOp : Pto_BufferTokenOp<"get_buf"> {
  let summary = "acquire a buffer token";
  let description = [{
    The pipe of the kind waits until buffer `buf_id` (0 to 31) is free for it.

    ```mlir
    pto.get_buf[#pto.pipe_event_type<TVEC>, 3]
    ```
  }];
}

def Pto_RlsBufOp : Pto_BufferTokenOp<"rls_buf"> {
  let summary = "release a buffer token";
  let description = [{
    The pipe of the kind gives buffer `buf_id` (0 to 31) to the next pipe.
  }];
}

//===----------------------------------------------------------------------===//
// Between cores
//===----------------------------------------------------------------------===//

def Pto_SetFftsOp : Pto_Op<"set_ffts", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "set the base of cross-core messages";
  let description = [{
    A3 needs it in a function that uses `pto.sync.set` or `pto.sync.wait`. The
    memref has elements of i64 or i8.

    ```mlir
    pto.set_ffts %base : memref<256xi64>
    ```
  }];
  let arguments = (ins AnyMemRef:$ffts);
  let assemblyFormat = "$ffts attr-dict `:` type($ffts)";
  let hasVerifier = 1;
}

def Pto_SyncSetOp : Pto_OrderingOp<"sync.set"> {
  let summary = "signal another core";
  let description = [{
    Sends event `event_id` once the earlier instructions of `pipe` are done.
    The id is a number or an `index` value, which carries no type in the text.
    `ffts_mode` (0 to 2) says which cores receive it. A5 signals from FIX and
    MTE3.

    ```mlir
    pto.sync.set <PIPE_MTE3>, 4
    pto.sync.set <PIPE_FIX>, %i {ffts_mode = 1 : i32}
    ```
  }];
  let arguments = (ins Pto_PipeAttr:$pipe, Optional<Index>:$event_id_dyn,
                       OptionalAttr<I32Attr>:$event_id,
                       OptionalAttr<I32Attr>:$ffts_mode);
  let assemblyFormat = [{
    $pipe `,` custom<EventNumber>($event_id_dyn, $event_id) attr-dict
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = "";
}

def Pto_SyncWaitOp : Pto_OrderingOp<"sync.wait"> {
  let summary = "wait for another core";
  let description = [{
    `pipe` starts none of its later instructions before event `event_id`
    arrives. A5 waits on FIX, MTE1, MTE2, MTE3 and V.

    ```mlir
    pto.sync.wait <PIPE_MTE2>, 4
    ```
  }];
  let arguments = (ins Pto_PipeAttr:$pipe, Optional<Index>:$event_id_dyn,
                       OptionalAttr<I32Attr>:$event_id);
  let assemblyFormat = [{
    $pipe `,` custom<EventNumber>($event_id_dyn, $event_id) attr-dict
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = "";
}

def Pto_TSyncOp : Pto_Op<"tsync", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "wait for the events of tiles";
  let description = [{
    ```mlir
    pto.tsync ins(%a, %b : !V, !V)
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$events);
  let assemblyFormat = "`ins` `(` $events `:` type($events) `)` attr-dict";
}

//===----------------------------------------------------------------------===//
// Arrays of event ids
//===----------------------------------------------------------------------===//

def Pto_DeclareEventIdArrayOp : Pto_Op<"declare_eventid_array"> {
  let summary = "local array of event ids";
  let description = [{
    The size is in the type; the contents are undefined.

    ```mlir
    %ids = pto.declare_eventid_array -> !pto.eventid_array<4>
    ```
  }];
  let results = (outs Res<Pto_EventIdArrayType, "the array",
                          [MemAlloc]>:$result);
  let assemblyFormat = "attr-dict `->` qualified(type($result))";
}

def Pto_EventIdArrayGetOp : Pto_Op<"eventid_array_get"> {
  let summary = "read an event id";
  let description = [{
    ```mlir
    %id = pto.eventid_array_get %ids[%i] : !pto.eventid_array<4>
    ```
  }];
  let arguments = (ins Arg<Pto_EventIdArrayType, "the array",
                           [MemRead]>:$array, Index:$index);
  let results = (outs Index:$result);
  let assemblyFormat = [{
    $array `[` $index `]` attr-dict `:` qualified(type($array))
  }];
}

def Pto_EventIdArraySetOp : Pto_Op<"eventid_array_set"> {
  let summary = "write an event id";
  let description = [{
    ```mlir
    pto.eventid_array_set %ids[%i], %id : !pto.eventid_array<4>
    ```
  }];
  let arguments = (ins Arg<Pto_EventIdArrayType, "the array",
                           [MemWrite]>:$array, Index:$index, Index:$value);
  let assemblyFormat = [{
    $array `[` $index `]` `,` $value attr-dict `:` qualified(type($array))
  }];
}

#endif // PTO_SYNC_OPS_TD
