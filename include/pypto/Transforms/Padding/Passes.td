//===- Passes.td - checks of padding on the pypto dialect -----*- tablegen -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_TRANSFORMS_PADDING_PASSES_TD
#define PYPTO_TRANSFORMS_PADDING_PASSES_TD

include "mlir/Pass/PassBase.td"

def CheckPadding : Pass<"pypto-check-padding", "::mlir::func::FuncOp"> {
  let summary = "warn where a reduction reads padding that is not its identity";
  let description = [{
    **Input.** Kernels of stage `tile`. Nothing is changed.

    A forward data-flow analysis follows, for the rows and the columns of each
    tile, what its valid region holds behind the data: nothing, one known value,
    values that depend on data, or bytes that nothing was written to. `fillpad`
    starts it, arithmetic carries it on (`exp` of the smallest value is 0, a
    product with 0 stays 0), views, moves, loops and branches pass it on,
    `set_validshape` to the data's extent ends it. Reductions read the valid
    region only, so padding outside of it is never reported.

    **Warning** W0501 where a row or column reduction reads padding that is not
    its identity, with the pad value that is: `min` for a maximum, `max` for a
    minimum, `zero` for a sum. Operations that the analysis does not know end it
    silently.

    ```mlir
    %f = pypto.tile.fillpad %t : (!pypto.tile<8x64xf32, valid=8x?>)
           -> !pypto.tile<8x64xf32, pad=zero>
    %m = pypto.tile.row_max %f scratch %s : ...   // warning: use PadValue.min
    ```
  }];
  let dependentDialects = ["::mlir::pypto::PyptoDialect"];
  let statistics = [Statistic<"numWarnings", "warnings", "Warnings emitted">];
}

#endif // PYPTO_TRANSFORMS_PADDING_PASSES_TD
