//===- Passes.td - conversions between dialects ---------------*- tablegen -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_CONVERSION_PASSES_TD
#define PYPTO_CONVERSION_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertPyptoToPto : Pass<"convert-pypto-to-pto", "::mlir::ModuleOp"> {
  let summary = "lower kernels to modules of the pto dialect";
  let description = [{
    **Input.** A module of stage `allocated`: kernels whose buffers have
    addresses, and control-plane functions.

    **Change.** Each kernel `@k` becomes `module @k` with one function `@k` that
    carries `pto.entry` and `pto.kernel_kind`; submits name `@k::@k`.
    1. Tensor parameters become pointers, scalars stay, and one `index` is added
       for each extent that is known only at run time; submits pass it by
       `tensor.dim`.
    2. Each tensor that is used gets one `pto.make_tensor_view` at the start, with
       strides from its shape; each access one `pto.partition_view` of the
       valid region.
    3. Each distinct pair of a buffer and a tile type gets one `pto.alloc_tile`
       with the buffer's address, at the start; where the valid region is known
       only at run time, before the operation that makes the tile.
    4. Tile operations become instructions, element reads and writes become
       `pto.load_scalar` and `pto.store_scalar`.
    5. Tiles that loops and branches carry are dropped: one buffer holds them.

    **Output.** Stage `pto`: beside `pto` a kernel has only `func`, `arith`, `scf`,
    `cf` and `memref` operations. Locations are kept.

    Errors: an operation without a form in `pto` (E0621).

    ```mlir
    module @k attributes {pto.target_arch = "a2a3"} {
      func.func @k(%x: !pto.ptr<f32>, %out: !pto.ptr<f32>)
          attributes {pto.entry, pto.kernel_kind = #pto.kernel_kind<vector>} {
        ...
        return
      }
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
    "::mlir::pto::PtoDialect", "::mlir::pypto::PyptoDialect",
    "::mlir::scf::SCFDialect"
  ];
  let statistics = [
    Statistic<"numKernels", "kernels", "Kernels lowered">,
    Statistic<"numTiles", "tiles", "Tile handles made">
  ];
}

#endif // PYPTO_CONVERSION_PASSES_TD
