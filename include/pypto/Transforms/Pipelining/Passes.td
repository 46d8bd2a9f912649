//===- Passes.td - software pipelining of loops ------------*- tablegen -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_TRANSFORMS_PIPELINING_PASSES_TD
#define PYPTO_TRANSFORMS_PIPELINING_PASSES_TD

include "mlir/Pass/PassBase.td"

def PipelineLoops : Pass<"pypto-pipeline-loops", "::mlir::ModuleOp"> {
  let summary = "overlap the iterations of pl.pipeline loops";
  let description = [{
    **Input.** Stage `placed`. Loops marked `pypto.loop = Pipeline` with
    `pypto.stages = N`.

    **Change.** The body of such a loop is repeated N times in a loop of N-fold
    step; what is left of the iterations runs in a loop of the original body.
    Within the repeated body
    1. loads from global memory move up to its start, unless something before
       them may write what they read or orders memory;
    2. copies into Left, Right and Bias move up behind the loads.

    The tiles of the N iterations are then in use together, so that the planner
    gives them buffers of their own and the pipes work on different iterations.
    Where the tiles do not fit, the copies stay in place, then fewer iterations
    are taken together, down to two; a loop of which not even two fit stays as
    it is, with a remark.

    Left alone: loops whose step is not a positive constant, bodies of more than
    4096 operations, and, with a remark, loops for which the attempts that a
    kernel of its size is given do not suffice.

    **Output.** Stage `placed`. No loop is marked as a pipeline.

    ```mlir
    scf.for %i = %c0 to %c8 step %c1 {
      %t = pypto.tile.load %x[%i, %c0] : ...
      %e = pypto.tile.exp %t : ...
      pypto.tile.store %e, %y[%i, %c0] : ...
    } {pypto.loop = #pypto.loop_kind<Pipeline>, pypto.stages = 2 : i64}
    // becomes
    scf.for %i = %c0 to %c8 step %c2 {
      %t0 = pypto.tile.load %x[%i, %c0] : ...
      %j = arith.addi %i, %c1 : index
      %t1 = pypto.tile.load %x[%j, %c0] : ...
      %e0 = pypto.tile.exp %t0 : ...
      pypto.tile.store %e0, %y[%i, %c0] : ...
      %e1 = pypto.tile.exp %t1 : ...
      pypto.tile.store %e1, %y[%j, %c0] : ...
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect"];
  let statistics = [
    Statistic<"numLoops", "pipelined-loops", "Loops whose iterations overlap">,
    Statistic<"numEarly", "early-operations", "Loads and copies moved up">,
    Statistic<"numNotFitting", "loops-not-fitting",
              "Loops of which no two iterations fit">,
  ];
}

#endif // PYPTO_TRANSFORMS_PIPELINING_PASSES_TD
