//===- TaskOps.td - work that the control plane hands out -----*- tablegen -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_TASK_OPS_TD
#define PYPTO_TASK_OPS_TD

include "PyptoOpBase.td"
include "mlir/IR/SymbolInterfaces.td"

def TaskSubmitOp : Pypto_Op<"task.submit", [
    AttrSizedOperandSegments, MemoryEffects<[MemRead, MemWrite]>,
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "a kernel handed to the task runtime";
  let description = [{
    Submits `callee` for execution on `blocks` cores (one if absent). The task
    starts when the tasks in `deps` and those that wrote what it reads have
    finished; the directions of the callee's parameters say what it reads and
    writes. The callee is a kernel function, or, after lowering, a function of a
    nested `pto` module.

    ```mlir
    %t = pypto.task.submit @scale_incore_0(%x, %out) blocks(%n)
       : (!pypto.tensor<256x128xf32>, !pypto.tensor<256x128xf32>)
    ```
  }];
  let arguments = (ins SymbolRefAttr:$callee, Variadic<AnyType>:$args,
                       Optional<Index>:$blocks, Variadic<Pypto_TaskId>:$deps,
                       OptionalAttr<TypedArrayAttrBase<Pypto_DirectionAttr,
                         "directions of the arguments">>:$directions,
                       UnitAttr:$sync_start);
  let results = (outs Pypto_TaskId:$task);
  let assemblyFormat = [{
    $callee `(` $args `)` (`blocks` `(` $blocks^ `)`)? (`deps` `(` $deps^ `)`)?
    (`sync_start` $sync_start^)? (`directions` $directions^)? attr-dict `:`
    `(` type($args) `)`
  }];
  let hasVerifier = 1;
}

#endif // PYPTO_TASK_OPS_TD
