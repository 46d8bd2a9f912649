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

def ConvertTensorToTile
    : Pass<"pypto-convert-tensor-to-tile", "::mlir::func::FuncOp"> {
  let summary = "turn tensor computations of kernels into tile operations";
  let description = [{
    **Input.** Kernels whose bodies compute on tensors, on tiles, or on both
    (stage `tensor`, outlined). Other functions are left alone.

    **Change.** A tensor value is memory (a parameter, a part of one, an alias)
    or fresh (the result of a computation).
    0. Where the tensors of a block of code do not fit on chip together and all
       of its tensor operations work row by row, they move into a loop over
       blocks of rows; rows that are left over follow it.
    1. A computation becomes its twin on tiles (`TensorOpInterface`), with
       scratch tiles where the twin takes them.
    2. Memory is loaded where it is first used and again after it was written, so
       that the order of reads and writes of one tensor stays. Windows of
       windows fold into the offsets of the load; tensors of one or more than
       two axes are seen as matrices.
    3. An update of memory (`tensor.assemble`) becomes a store, of a fresh tensor
       `tile.assemble`.
    4. Operands that broadcast use the row and column forms. Where the vector is
       on the left of an operation that does not commute it is spread first.
    5. A product larger than the memories next to the matrix unit is computed
       where it is stored, in blocks of rows and columns, each by accumulating
       blocks of the contracted extent in ascending order. A transposed operand of a matrix product is loaded as it lies and read as
       a tile of the transposed layout.
    6. Fresh tensors in `scf.for`, `scf.if` and `scf.while` are carried as tiles;
       memory is no longer carried.

    A tile has two axes; where an extent is not a whole number of 32-byte blocks
    (16 rows for matrix products) it is padded and its valid region is the
    tensor's.

    **Output.** Stage `tile`: tensors appear only in `tile.load`, `tile.store`,
    `tensor.read`, `tensor.write`, `tensor.dim` and views of whole parameters.

    Errors: what has no form on tiles (E0317), a tile that does not fit its
    memory (E0502), with a size that does.

    ```mlir
    %0 = pypto.tensor.muls %x, %two : (!pypto.tensor<256x128xf32>, f32)
           -> !pypto.tensor<256x128xf32>
    %1 = pypto.tensor.assemble %0 into %out[%c0, %c0] : ...
    // becomes
    %0 = pypto.tile.load %x[%c0, %c0]
           : !pypto.tensor<256x128xf32> -> !pypto.tile<256x128xf32>
    %1 = pypto.tile.muls %0, %two : (!pypto.tile<256x128xf32>, f32)
           -> !pypto.tile<256x128xf32>
    %2 = pypto.tile.store %1, %out[%c0, %c0] : ...
    ```
  }];
  let dependentDialects = ["::mlir::pypto::PyptoDialect"];
  let statistics = [
    Statistic<"numLoads", "loads", "Loads written">,
    Statistic<"numReusedLoads", "reused-loads",
              "Uses of memory that found it loaded">,
    Statistic<"numRowLoops", "row-loops", "Loops over blocks of rows">
  ];
}

#endif // PYPTO_TRANSFORMS_PASSES_TD
