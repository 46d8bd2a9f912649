//===- Passes.td - passes on the pypto dialect ----------------*- tablegen -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In pipeline order. Each pass is one file of its name under lib/Transforms.
//
//===----------------------------------------------------------------------===//

#ifndef PYPTO_TRANSFORMS_PASSES_TD
#define PYPTO_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def OutlineScopes : Pass<"pypto-outline-scopes", "::mlir::ModuleOp"> {
  let summary = "turn device scopes into kernels and tasks";
  let description = [{
    **Input.** Functions as the front end writes them (stage `tensor`): device
    work of control-plane functions sits in `pypto.at CORE_GROUP` and
    `pypto.spmd` regions or in kernel functions that are called.

    **Change.**
    1. Calls of kernels from kernels and scopes are inlined.
    2. A result of a kernel becomes the argument that it aliases; a fresh
       tensor becomes a new `Out` parameter that the kernel writes.
    3. In each control-plane function, in program order: a call of a kernel
       becomes a `pypto.task.submit`; a scope becomes a kernel and its submit.
       What the scope captures becomes parameters, tensors first, then scalars.
       Constants, views and extents of captured tensors are recomputed inside.
       A fresh tensor that leaves the scope is created on the control plane.
       The block argument of `pypto.spmd` becomes `pypto.system.get_block_idx`.
    4. The direction of every tensor parameter is computed from the effects of
       the body: only written is `Out`, read and written is `InOut`.

    A kernel is named by the scope's name hint, else `<function>_incore_<n>`. A
    name that is taken is prefixed by the function's, then numbered.

    **Output.** No scope is left; control-plane functions hold tasks, scalars and
    control flow; kernels have kind `InCore`, no results, and a direction on
    every parameter.

    Errors: a tensor or tile operation on the control plane (E0401), a scope in
    a scope (E0415), a value that cannot leave its scope (E0205), an output that
    is never written (E0314), a tensor created in a kernel (E0312).

    ```mlir
    func.func @f(%x: !t, %out: !t {pypto.dir = #pypto.dir<Out>}) {
      pypto.at CORE_GROUP {
        %0 = pypto.tensor.exp %x : (!t) -> !t
        %1 = pypto.tensor.assemble %0 into %out[%c0, %c0] : !t, !t -> !t
      }
      return
    }
    // becomes
    func.func @f_incore_0(%x: !t {pypto.dir = #pypto.dir<In>},
                          %out: !t {pypto.dir = #pypto.dir<Out>})
        attributes {pypto.kind = #pypto.func_kind<InCore>} {
      %c0 = arith.constant 0 : index
      %0 = pypto.tensor.exp %x : (!t) -> !t
      %1 = pypto.tensor.assemble %0 into %out[%c0, %c0] : !t, !t -> !t
      return
    }
    func.func @f(%x: !t, %out: !t {pypto.dir = #pypto.dir<Out>}) {
      %t = pypto.task.submit @f_incore_0(%x, %out) : (!t, !t)
      return
    }
    ```
  }];
  let dependentDialects = ["::mlir::pypto::PyptoDialect"];
  let statistics = [
    Statistic<"numKernels", "kernels", "Scopes turned into kernels">,
    Statistic<"numTasks", "tasks", "Task submissions written">
  ];
}

#endif // PYPTO_TRANSFORMS_PASSES_TD
