//===- Passes.td - passes that belong to the dialect -------*- tablegen -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTO_PASSES_TD
#define PTO_PASSES_TD

include "mlir/Pass/PassBase.td"

def PtoSetTargetArch : Pass<"pto-set-target-arch", "::mlir::ModuleOp"> {
  let summary = "state the target architecture on modules";
  let description = [{
    **Input.** Any module.

    **What changes.** The attribute `pto.target_arch` of the module itself is
    set to `arch`, and so is that of every nested module which has it. The
    verifier then runs with the rules of that architecture.

    **Output.** As the input, with one architecture throughout.

    ```mlir
    module { ... }                                    // before
    module attributes {pto.target_arch = "a5"} { ... } // after, arch=a5
    ```
  }];
  let options = [
    Option<"arch", "arch", "std::string", /*default=*/"\"a3\"",
           "a3 (also a2a3) or a5">
  ];
}

def PtoLint : Pass<"pto-lint"> {
  let summary = "warn where the public assembler is too lax";
  let description = [{
    **Input.** Verified `pto`.

    **What changes.** Nothing.

    **Output.** Warnings with W codes: tiles whose valid rectangle is too
    large, windows outside their tile, destinations that are overwritten too
    early, scalars of another type, instructions that the target lacks or that
    have no effect, tiles in memories that the vector unit does not reach.

    **Steps.** Every operation is asked through `LintOpInterface`; the memory
    of the operands of vector instructions is tested through
    `PipeOpInterface`.
  }];
  let statistics = [
    Statistic<"numLinted", "linted", "Number of operations that were asked">
  ];
}

def PtoVerifyProgram : Pass<"pto-verify-program"> {
  let summary = "check what no single pto operation can";
  let description = [{
    **Input.** Verified `pto`.

    **What changes.** Nothing.

    **Output.** An error for each rule that the public assembler checks in its
    passes: an offset pointer that something other than a view, a scalar access
    or a ring in global memory uses; split 0 mixed with split 1 or 2 on one FIFO,
    or against its `nosplit`; a FIFO without slots in global memory on A3; a message
    between cores without `pto.set_ffts` on A3; recursion; more than one result.

    Run on every `.pto` input of pypto-opt.
  }];
}

def PtoVerifyLevel : Pass<"pto-verify-level"> {
  let summary = "check that addresses are there, or absent, as a level asks";
  let description = [{
    **Input.** Verified `pto`.

    **What changes.** Nothing.

    **Output.** An error for each operation against the level. Level 3: every
    `pto.alloc_tile` has `addr`, every `pto.reserve_buffer` is `auto = false`.
    Levels 1 and 2: no `addr`, no `pto.tassign`, and `auto = true`.
  }];
  let options = [
    Option<"level", "level", "unsigned", /*default=*/"2", "1, 2 or 3">
  ];
}

#endif // PTO_PASSES_TD
