//===- ScopeOps.td - where work runs --------------------------*- tablegen -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_SCOPE_OPS_TD
#define PYPTO_SCOPE_OPS_TD

include "PyptoOpBase.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"

def YieldOp : Pypto_Op<"yield", [Pure, Terminator, ReturnLike,
                                 ParentOneOf<["AtOp", "SpmdOp"]>]> {
  let summary = "values that leave a scope";
  let arguments = (ins Variadic<AnyType>:$values);
  let assemblyFormat = "attr-dict ($values^ `:` type($values))?";
  let builders = [OpBuilder<(ins), [{ /* no values */ }]>];
}

def AtOp : Pypto_Op<"at", [RecursiveMemoryEffects, NoRegionArguments,
                           SingleBlockImplicitTerminator<"YieldOp">]> {
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
  }];
  let arguments = (ins Pypto_LevelAttr:$level, OptionalAttr<StrAttr>:$name_hint,
                       OptionalAttr<Pypto_SplitModeAttr>:$split,
                       OptionalAttr<I64Attr>:$slot_num);
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    custom<BareEnum>($level) (`name` `(` $name_hint^ `)`)?
    (`split` `(` $split^ `)`)? (`slot_num` `(` $slot_num^ `)`)?
    $body (`:` type($results)^)? attr-dict
  }];
  let hasVerifier = 1;
}

def SpmdOp : Pypto_Op<"spmd", [RecursiveMemoryEffects,
                               SingleBlockImplicitTerminator<"YieldOp">]> {
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
  }];
  let arguments = (ins Index:$core_num, OptionalAttr<StrAttr>:$name_hint,
                       UnitAttr:$sync_start);
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    $core_num (`name` `(` $name_hint^ `)`)? (`sync_start` $sync_start^)?
    $body (`:` type($results)^)? attr-dict
  }];
  let hasVerifier = 1;
}

#endif // PYPTO_SCOPE_OPS_TD
