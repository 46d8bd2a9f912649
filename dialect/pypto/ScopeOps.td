//===- ScopeOps.td - where work runs --------------------------*- tablegen -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_SCOPE_OPS_TD
#define PYPTO_SCOPE_OPS_TD

include "PyptoOpBase.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"

def YieldOp : Pypto_Op<"yield", [Pure, Terminator, ReturnLike,
    ParentOneOf<["AtOp", "SpmdOp", "ClusterOp", "RuntimeScopeOp",
                 "SplitAivOp"]>]> {
  let summary = "values that leave a scope";
  let arguments = (ins Variadic<AnyType>:$values);
  let assemblyFormat = "attr-dict ($values^ `:` qualified(type($values)))?";
  let builders = [OpBuilder<(ins), [{ /* no values */ }]>];
}

class Pypto_ScopeOp<string name, list<Trait> traits = []>
    : Pypto_Op<name, traits # [RecursiveMemoryEffects, Pypto_ScopeOpInterface,
                               SingleBlockImplicitTerminator<"YieldOp">]> {
  let regions = (region SizedRegion<1>:$body);
  let hasVerifier = 1;
}

def AtOp : Pypto_ScopeOp<"at", [
    NoRegionArguments, AttrSizedOperandSegments, AttrSizedResultSegments,
    Pypto_LaunchOpInterface]> {
  let summary = "a region that runs on one level of the machine";
  let description = [{
    `pl.at`. The region of a `CORE_GROUP` scope is device work and becomes a
    kernel of its own. Results are the values defined inside and used after it.

    ```mlir
    %r = pypto.at CORE_GROUP name("scale") {
      %0 = pypto.tensor.muls %x, %two
         : (!pypto.tensor<256x128xf32>, f32) -> !pypto.tensor<256x128xf32>
      %1 = pypto.tensor.assemble %0 into %out[%c0, %c0]
         : !pypto.tensor<256x128xf32>, !pypto.tensor<256x128xf32>
           -> !pypto.tensor<256x128xf32>
      pypto.yield %1 : !pypto.tensor<256x128xf32>
    } : !pypto.tensor<256x128xf32>
    ```

    With `task` the first result is the id of the task that the region becomes.
    The task waits for those in `deps` beside what its tensors ask for; no
    dependency follows from the tensors in `no_dep`, which must be captured. The
    tensors in `dumps` are marked for dumping.

    ```mlir
    %t = pypto.at CORE_GROUP deps(%before) task { ... }
    ```
  }];
  let arguments = (ins Pypto_LevelAttr:$level, OptionalAttr<StrAttr>:$name_hint,
                       OptionalAttr<Pypto_SplitModeAttr>:$split,
                       OptionalAttr<I64Attr>:$slot_num,
                       UnitAttr:$allow_early_resolve, UnitAttr:$windowize,
                       Variadic<Pypto_TaskId>:$deps,
                       Variadic<Pypto_Tensor>:$no_dep,
                       Variadic<Pypto_Tensor>:$dumps);
  let results = (outs Optional<Pypto_TaskId>:$task, Variadic<AnyType>:$results);
  let assemblyFormat = [{
    custom<BareEnum>($level) (`name` `(` $name_hint^ `)`)?
    (`split` `(` $split^ `)`)? (`slot_num` `(` $slot_num^ `)`)?
    (`allow_early_resolve` $allow_early_resolve^)? (`windowize` $windowize^)?
    (`deps` `(` $deps^ `)`)? (`no_dep` `(` $no_dep^ `:` qualified(type($no_dep)) `)`)?
    (`dumps` `(` $dumps^ `:` qualified(type($dumps)) `)`)?
    custom<TaskResult>(type($task))
    $body (`:` qualified(type($results))^)? attr-dict
  }];
}

def SpmdOp : Pypto_ScopeOp<"spmd", [
    AttrSizedOperandSegments, AttrSizedResultSegments,
    Pypto_LaunchOpInterface]> {
  let summary = "a region that runs once on each of several blocks";
  let description = [{
    `pl.spmd`. The block argument is the block's index, `0 .. core_num - 1`. The
    author asserts that the blocks are independent. Results are the values
    defined inside and used after the region.

    ```mlir
    %r = pypto.spmd %c2 {
    ^bb0(%i: index):
      ...
      pypto.yield %1 : !pypto.tensor<256x128xf32>
    } : !pypto.tensor<256x128xf32>
    ```

    A region that only calls a kernel dispatches that kernel; `pl.submit` is one
    such region on a single block. `task`, `deps`, `no_dep` and `dumps` are as
    those of `pypto.at`. With `predicate` the task is retired without running
    when the comparison of one element with a constant, made once the task's
    dependencies are done, does not hold.

    ```mlir
    %t, %r = pypto.spmd %c1 deps(%p)
        predicate(%flags[%c0] gt 0 : !pypto.tensor<4xi32>) task { ... } : ...
    ```
  }];
  let arguments = (ins Index:$core_num, OptionalAttr<StrAttr>:$name_hint,
                       OptionalAttr<Pypto_SplitModeAttr>:$split,
                       OptionalAttr<I64Attr>:$slot_num,
                       UnitAttr:$sync_start, UnitAttr:$allow_early_resolve,
                       Variadic<Pypto_TaskId>:$deps,
                       Variadic<Pypto_Tensor>:$no_dep,
                       Variadic<Pypto_Tensor>:$dumps,
                       Optional<Pypto_Tensor>:$predicate,
                       Variadic<Index>:$predicate_indices,
                       OptionalAttr<Pypto_CmpModeAttr>:$predicate_cmp,
                       OptionalAttr<I64Attr>:$predicate_value);
  let results = (outs Optional<Pypto_TaskId>:$task, Variadic<AnyType>:$results);
  let assemblyFormat = [{
    $core_num (`name` `(` $name_hint^ `)`)? (`split` `(` $split^ `)`)?
    (`slot_num` `(` $slot_num^ `)`)? (`sync_start` $sync_start^)?
    (`allow_early_resolve` $allow_early_resolve^)?
    (`deps` `(` $deps^ `)`)? (`no_dep` `(` $no_dep^ `:` qualified(type($no_dep)) `)`)?
    (`dumps` `(` $dumps^ `:` qualified(type($dumps)) `)`)?
    custom<Predicate>($predicate, type($predicate), $predicate_indices,
                      $predicate_cmp, $predicate_value)
    custom<TaskResult>(type($task))
    $body (`:` qualified(type($results))^)? attr-dict
  }];
}

def ClusterOp : Pypto_ScopeOp<"cluster", [NoRegionArguments]> {
  let summary = "kernels that share a cluster";
  let description = [{
    `pl.cluster`. The matrix and vector kernels that the region launches are
    scheduled together on the cores of one cluster.

    ```mlir
    %r = pypto.cluster name("pair") {
      %0 = pypto.spmd %n { ... } : !pypto.tensor<256x128xf32>
      pypto.yield %0 : !pypto.tensor<256x128xf32>
    } : !pypto.tensor<256x128xf32>
    ```
  }];
  let arguments = (ins OptionalAttr<StrAttr>:$name_hint);
  let results = (outs Variadic<AnyType>:$results);
  let assemblyFormat = [{
    (`name` `(` $name_hint^ `)`)? $body (`:` qualified(type($results))^)? attr-dict
  }];
}

def RuntimeScopeOp : Pypto_ScopeOp<"scope", [NoRegionArguments]> {
  let summary = "a scope of the task runtime";
  let description = [{
    `pl.scope` and `pl.manual_scope`. An `AUTO` scope bounds the lifetime of the
    tensors that are created inside. In a `MANUAL` scope, which holds no other
    scope of the runtime, tasks wait for their `deps` only: what their tensors
    ask for is neither looked up nor recorded.

    ```mlir
    pypto.scope MANUAL {
      %a = pypto.at CORE_GROUP task { ... }
      pypto.at CORE_GROUP deps(%a) { ... }
    }
    ```
  }];
  let arguments = (ins Pypto_ScopeModeAttr:$mode);
  let results = (outs Variadic<AnyType>:$results);
  let assemblyFormat = [{
    custom<BareEnum>($mode) $body (`:` qualified(type($results))^)? attr-dict
  }];
}

def SplitAivOp : Pypto_ScopeOp<"split_aiv"> {
  let summary = "a region on the two vector lanes of a cluster";
  let description = [{
    `pl.split_aiv`, inside device work. Both vector lanes run the region; the
    block argument is the lane's index, 0 or 1. `UP_DOWN` and `LEFT_RIGHT` give
    each lane half of every tile, by rows or by columns; under `NONE` each has
    whole tiles. `aiv_shard` and `aic_gather` are the crossings between the
    region and the matrix core.

    ```mlir
    %r = pypto.split_aiv UP_DOWN {
    ^bb0(%lane: index):
      %0 = pypto.tensor.aiv_shard %product UP_DOWN
         : !pypto.tensor<128x64xf32> -> !pypto.tensor<64x64xf32>
      ...
    }
    ```
  }];
  let arguments = (ins Pypto_SplitModeAttr:$mode);
  let results = (outs Variadic<AnyType>:$results);
  let assemblyFormat = [{
    custom<BareEnum>($mode) $body (`:` qualified(type($results))^)? attr-dict
  }];
}

//===----------------------------------------------------------------------===//
// Crossings
//===----------------------------------------------------------------------===//

class Pypto_CrossingOp<string name, string verb, TypeConstraint type,
                       list<Trait> traits>
    : Pypto_Op<name, traits> {
  let summary = verb # " between the matrix core and the vector lanes";
  let description = [{
    `pl.aiv_shard` brings a value of the matrix core to the vector lanes,
    `pl.aic_gather` one of the lanes to the matrix core. Under `UP_DOWN` and
    `LEFT_RIGHT` the first halves the rows or columns and the second joins the
    halves; under `NONE` the shape stays.
  }];
  let arguments = (ins type:$source, Pypto_SplitModeAttr:$mode);
  let results = (outs type:$result);
  let assemblyFormat = [{
    $source custom<BareEnum>($mode) attr-dict `:` qualified(type($source)) `->`
    qualified(type($result))
  }];
  let hasVerifier = 1;
}

def TensorAivShardOp : Pypto_CrossingOp<"tensor.aiv_shard", "shards",
    Pypto_Tensor, [Pypto_TensorCompute, MemoryEffects<[MemRead]>]>;
def TensorAicGatherOp : Pypto_CrossingOp<"tensor.aic_gather", "joins",
    Pypto_Tensor, [Pypto_TensorCompute, MemoryEffects<[MemRead]>]>;
def TileAivShardOp
    : Pypto_CrossingOp<"tile.aiv_shard", "shards", Pypto_Tile, [Pure]>;
def TileAicGatherOp
    : Pypto_CrossingOp<"tile.aic_gather", "joins", Pypto_Tile, [Pure]>;

#endif // PYPTO_SCOPE_OPS_TD
