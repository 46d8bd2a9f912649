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
    writes. No dependency follows from the arguments whose positions are in
    `no_dep`; those in `dump` are marked for dumping. The callee is a kernel
    function, or, after lowering, a function of a nested `pto` module.

    ```mlir
    %t = pypto.task.submit @scale_incore_0(%x, %out) blocks(%n)
       : (!pypto.tensor<256x128xf32>, !pypto.tensor<256x128xf32>)
    ```

    With `predicate` the task is retired without running if the comparison of
    one element with a constant, made once its dependencies are done, does not
    hold.
  }];
  let arguments = (ins SymbolRefAttr:$callee, Variadic<AnyType>:$args,
                       Optional<Index>:$blocks, Variadic<Pypto_TaskId>:$deps,
                       OptionalAttr<TypedArrayAttrBase<Pypto_DirectionAttr,
                         "directions of the arguments">>:$directions,
                       UnitAttr:$sync_start, UnitAttr:$allow_early_resolve,
                       OptionalAttr<DenseI64ArrayAttr>:$no_dep,
                       OptionalAttr<DenseI64ArrayAttr>:$dump,
                       Optional<Pypto_Tensor>:$predicate,
                       Variadic<Index>:$predicate_indices,
                       OptionalAttr<Pypto_CmpModeAttr>:$predicate_cmp,
                       OptionalAttr<I64Attr>:$predicate_value);
  let results = (outs Pypto_TaskId:$task);
  let assemblyFormat = [{
    $callee `(` $args `)` (`blocks` `(` $blocks^ `)`)? (`deps` `(` $deps^ `)`)?
    (`no_dep` $no_dep^)? (`dump` $dump^)? (`sync_start` $sync_start^)?
    (`allow_early_resolve` $allow_early_resolve^)?
    custom<Predicate>($predicate, type($predicate), $predicate_indices,
                      $predicate_cmp, $predicate_value)
    (`directions` $directions^)? attr-dict `:` `(` qualified(type($args)) `)`
  }];
  let hasVerifier = 1;
}

def TaskInvalidOp : Pypto_Op<"task.invalid", [Pure]> {
  let summary = "the id of no task";
  let description = [{
    `pl.system.task_invalid()` and `None`: waiting for it is no wait.

    ```mlir
    %none = pypto.task.invalid
    ```
  }];
  let results = (outs Pypto_TaskId:$task);
  let assemblyFormat = "attr-dict";
}

def TaskDummyOp : Pypto_Op<"task.dummy", [
    MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "a task without work that joins others";
  let description = [{
    `pl.system.task_dummy(deps=[...])`: done when the tasks in `deps` are.

    ```mlir
    %join = pypto.task.dummy deps(%a, %b)
    ```
  }];
  let arguments = (ins Variadic<Pypto_TaskId>:$deps);
  let results = (outs Pypto_TaskId:$task);
  let assemblyFormat = "(`deps` `(` $deps^ `)`)? attr-dict";
}

def DumpTagOp : Pypto_Op<"dump_tag", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "marks a tensor for dumping by the tasks that follow";
  let description = [{
    `pl.dump_tag(tensor)` on the control plane: tasks submitted later that take
    this tensor write it out where the run asks for dumps.

    ```mlir
    pypto.dump_tag %x : !pypto.tensor<64xf32>
    ```
  }];
  let arguments = (ins Pypto_Tensor:$tensor);
  let assemblyFormat = "$tensor attr-dict `:` qualified(type($tensor))";
}

#endif // PYPTO_TASK_OPS_TD
