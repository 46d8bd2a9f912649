//===- AsyncOps.td - asynchronous global transfers ---------*- tablegen -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTO_ASYNC_OPS_TD
#define PTO_ASYNC_OPS_TD

include "PtoOpBase.td"

def Pto_BuildAsyncSessionOp : Pto_Op<"build_async_session"> {
  let summary = "prepare asynchronous transfers";
  let description = [{
    `scratch` is a static tile in `vec` of at least 8 bytes, `workspace` global
    memory of 8-bit integers. `sync_id` is 0 to 7; `block_bytes` (32768),
    `comm_block_offset` (0), `queue_num` (1) and `channel_group_idx` tune the
    engine.

    ```mlir
    %s = pto.build_async_session(%scratch, %ws : !SCR, !pto.ptr<i8>)
           {sync_id = 1 : i32} -> !pto.async_session
    ```
  }];
  let arguments = (ins Arg<Pto_TileOrMemRef, "scratch", [Scratch]>:$scratch,
    Arg<Pto_PtrOrMemRef, "workspace", [MemWrite]>:$workspace,
    OptionalAttr<I32Attr>:$sync_id, OptionalAttr<I64Attr>:$block_bytes,
    OptionalAttr<I64Attr>:$comm_block_offset, OptionalAttr<I32Attr>:$queue_num,
    OptionalAttr<I64Attr>:$channel_group_idx);
  let results = (outs Pto_AsyncSessionType:$session);
  let assemblyFormat = [{
    `(` $scratch `,` $workspace `:` type($scratch) `,` type($workspace) `)`
    attr-dict `->` qualified(type($session))
  }];
  let hasVerifier = 1;
}

// What a transfer takes on either side.
def Pto_GlobalWindow : AnyTypeOf<[Pto_PartitionTensorViewType,
                                  Pto_TensorViewType, AnyMemRef]>;

class Pto_TransferOp<string mnemonic> : Pto_Op<mnemonic> {
  let arguments = (ins
    Arg<Pto_GlobalWindow, "destination", [MemWrite]>:$dst,
    Arg<Pto_GlobalWindow, "source", [MemRead]>:$src,
    Pto_AsyncSessionType:$session);
  let results = (outs Pto_AsyncEventType:$event);
  let assemblyFormat = [{
    `(` $dst `,` $src `,` $session `:` type($dst) `,` type($src) `,`
    qualified(type($session)) `)` attr-dict `->` qualified(type($event))
  }];
  let hasVerifier = 1;
}

def Pto_TPutAsyncOp : Pto_TransferOp<"tput_async"> {
  let summary = "start a write to another global memory";
  let description = [{
    Copies `src` to `dst`, both static, contiguous and in effect
    one-dimensional, with equal shapes and elements. The result is an event to
    wait for.

    ```mlir
    %e = pto.tput_async(%dst, %src, %s : !PV1, !PV1, !pto.async_session)
           -> !pto.async_event
    ```
  }];
}

def Pto_TGetAsyncOp : Pto_TransferOp<"tget_async"> {
  let summary = "start a read from another global memory";
  let description = [{
    As `pto.tput_async`, where `src` is the remote side.
  }];
}

// Orders what comes after a transfer: reads and writes everything.
class Pto_AsyncEventOp<string mnemonic>
    : Pto_PipeOp<mnemonic, "S", [MemoryEffects<[MemRead, MemWrite]>]> {
  let arguments = (ins Pto_AsyncEventType:$event,
                       Pto_AsyncSessionType:$session);
  let results = (outs I1:$done);
  let assemblyFormat = [{
    `(` $event `,` $session `:` qualified(type($event)) `,`
    qualified(type($session)) `)` attr-dict `->` type($done)
  }];
}

def Pto_WaitAsyncEventOp : Pto_AsyncEventOp<"wait_async_event"> {
  let summary = "wait until a transfer is done";
  let description = [{
    ```mlir
    %ok = pto.wait_async_event(%e, %s : !pto.async_event, !pto.async_session)
            -> i1
    ```
  }];
}

def Pto_TestAsyncEventOp : Pto_AsyncEventOp<"test_async_event"> {
  let summary = "ask whether a transfer is done";
  let description = [{
    Does not wait.
  }];
}

#endif // PTO_ASYNC_OPS_TD
