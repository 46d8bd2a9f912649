//===- Passes.td - passes on the tasks of a program -----------*- tablegen -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_TRANSFORMS_TASKS_PASSES_TD
#define PYPTO_TRANSFORMS_TASKS_PASSES_TD

include "mlir/Pass/PassBase.td"

def OrderTaskReads : Pass<"pypto-order-task-reads", "::mlir::ModuleOp"> {
  let summary = "make tasks that overwrite a tensor wait for those that read it";
  let description = [{
    **Input.** Functions of the control plane that submit tasks (after
    `pypto-outline-scopes`).

    The task runtime lets a task wait for the last writers of the tensors that
    it takes. It does not know who reads them, so that a task may overwrite what
    an earlier one has still to read. The language promises that order.

    **Change.** For a task that reads a tensor (or whose predicate reads one of
    its elements) which a later task writes:
    1. If the next one that writes it is in the same block, that task gets the
       reader in its `deps`.
    2. Else (the writer is behind a loop or a branch, or comes in the next
       iteration) the reader's argument gets the direction `InOut`: the runtime
       then takes the reader for a writer. Readers of such a tensor run one
       after the other. The tensor of a predicate is no argument: there the
       author orders the tasks.
    Iterations of a parallel loop stay independent. Tasks of a `MANUAL` scope
    and arguments in `no_dep` are left alone: the author orders them. A tensor
    that is created in a loop is another one in each iteration.

    **Output.** As before.

    ```mlir
    %r = pypto.task.submit @read(%t, %y) : ...
    pypto.task.submit @write(%x, %t) : ...
    // becomes
    %r = pypto.task.submit @read(%t, %y) : ...
    pypto.task.submit @write(%x, %t) deps(%r) : ...
    ```
  }];
  let dependentDialects = ["::mlir::pypto::PyptoDialect"];
  let statistics = [
    Statistic<"numDependencies", "dependencies",
              "Dependencies of a writer on a reader">,
    Statistic<"numInOut", "in-out", "Arguments that became InOut">
  ];
}

#endif // PYPTO_TRANSFORMS_TASKS_PASSES_TD
