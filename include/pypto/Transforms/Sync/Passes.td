//===- Passes.td - synchronisation passes on the pto dialect --*- tablegen -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_TRANSFORMS_SYNC_PASSES_TD
#define PYPTO_TRANSFORMS_SYNC_PASSES_TD

include "mlir/Pass/PassBase.td"

def PtoInsertSync : Pass<"pto-insert-sync"> {
  let summary = "order the pipes of a core by flags and barriers";
  let description = [{
    **Input.** Functions of `pto` instructions in structured control flow
    (`scf`; one block per region). Tiles with constant addresses are compared
    byte by byte; a tile without an address is a buffer of its own; a run-time
    address may be anything in its memory. Windows of one tensor view are
    compared dimension by dimension, with offsets that are linear in loop
    variables; other accesses to one pointer may overlap. Different pointer
    arguments are different tensors (but see `gm-may-alias`).

    **Change.** `pto.set_flag`, `pto.wait_flag` and `pto.barrier` are added. An
    `scf.while` whose condition runs instructions is rotated: the condition is
    computed before the loop and at the end of its body.

    **Output.** Any two instructions that depend on each other through memory
    (read after write, write after read, write after write) are ordered on
    every path; `pto-verify-sync` accepts the function. Every pipe is drained
    by a `pto.barrier <PIPE_ALL>` before the return.

    **Steps.**
    1. The function becomes a plain structured program: which pipe runs each
       instruction, which bytes it touches, loops and branches.
    2. From the innermost regions outwards, a data-flow analysis finds the
       instructions that the next one cannot rely on, and orders it after the
       latest of them; what that implies needs nothing more. A set stands right
       after the producer and a wait right before the consumer, moved out of
       loops and branches that hold only one of them.
    3. A dependence on an earlier iteration becomes a flag that is set before
       the loop, waited for by the consumer, set again by the producer and
       waited for after the loop. It is set outside of all loops that carry the
       dependence.
    4. On one pipe a barrier is used, where the hardware does not keep the
       order: V (A2/A3), MTE2 and MTE3 after a write of the same bytes, M
       between accumulations into fewer than ten fractals (A2/A3).
    5. Flags that others imply are removed.
    6. Flags of a pair of pipes share an event id where the setting pipe knows
       that the last wait has passed. When ids run out, flags of inner loops
       are set anew for each run of that loop, the producer is held back,
       neighbours are joined, and last the two pipes wait for each other; a
       remark says so. A barrier of all pipes is used only where no flag exists
       between two pipes, or where the author's flags leave no id.

    Flags that a function already has are kept, their ids are not used, and what
    is missing is added (`manual=complete`), or the function is left alone
    (`manual=skip`). A function with run-time event ids is always left alone.

    ```mlir
    pto.tload ins(%x : !PV) outs(%a : !V)
    pto.tadd ins(%a, %a : !V, !V) outs(%b : !V)
    return
    // becomes
    pto.tload ins(%x : !PV) outs(%a : !V)
    pto.set_flag[<PIPE_MTE2>, <PIPE_V>, <EVENT_ID0>]
    pto.wait_flag[<PIPE_MTE2>, <PIPE_V>, <EVENT_ID0>]
    pto.tadd ins(%a, %a : !V, !V) outs(%b : !V)
    pto.barrier <PIPE_ALL>
    return
    ```
  }];
  let options = [
    Option<"manual", "manual", "::pypto::ManualSync",
           "::pypto::ManualSync::Complete",
           "what to do with a function that already has flags", [{
             ::llvm::cl::values(
               clEnumValN(::pypto::ManualSync::Complete, "complete",
                          "keep them and add what is missing"),
               clEnumValN(::pypto::ManualSync::Skip, "skip",
                          "leave the function alone"))
           }]>,
    Option<"eventIds", "event-ids", "unsigned", "8",
           "number of event ids per ordered pair of pipes that may be used">,
    Option<"gmMayAlias", "gm-may-alias", "bool", "false",
           "pointer arguments may point into the same tensor">,
  ];
  let statistics = [
    Statistic<"flagPairs", "flag-pairs", "set/wait pairs inserted">,
    Statistic<"barriers", "barriers", "barriers of one pipe inserted">,
    Statistic<"allBarriers", "all-barriers",
              "barriers of all pipes inserted, the final one not counted">,
    Statistic<"idsUsed", "ids-used",
              "event ids of the pair of pipes that uses most, summed over "
              "functions">,
    Statistic<"removedPairs", "removed-pairs",
              "pairs removed because others imply them">,
    Statistic<"joinedPairs", "joined-pairs",
              "pairs joined with another because ids ran out">,
    Statistic<"loweredPairs", "lowered-pairs",
              "pairs set anew for each run of a loop because ids ran out">,
    Statistic<"handshakes", "handshakes",
              "places where two pipes wait for each other because ids ran out">,
  ];
  let dependentDialects = ["::mlir::pto::PtoDialect"];
}

def PtoVerifySync : Pass<"pto-verify-sync"> {
  let summary = "check that a function is synchronised";
  let description = [{
    **Input.** As `pto-insert-sync`, with the synchronisation in place.

    **Change.** None.

    **Errors.** Two dependent instructions that some path leaves unordered
    (E0630); a flag that is waited for without a set, set twice, set on some
    paths only, or still set at the end (E0631); what cannot be analysed
    (E0632). Each names both instructions and the flag that would help.

    The check is a data-flow analysis of its own and uses none of the planner's
    code.
  }];
  let options = [
    Option<"gmMayAlias", "gm-may-alias", "bool", "false",
           "pointer arguments may point into the same tensor">,
    Option<"limit", "limit", "unsigned", "16",
           "most errors reported per function">,
  ];
}

#endif // PYPTO_TRANSFORMS_SYNC_PASSES_TD
