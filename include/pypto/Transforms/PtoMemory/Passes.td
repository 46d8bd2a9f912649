//===- Passes.td - the assembler's memory passes on pto -------*- tablegen -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_TRANSFORMS_PTOMEMORY_PASSES_TD
#define PYPTO_TRANSFORMS_PTOMEMORY_PASSES_TD

include "mlir/Pass/PassBase.td"

def PtoPlanMemory : Pass<"pto-plan-memory"> {
  let summary = "give tiles and reserved buffers their addresses";
  let description = [{
    **Input.** Functions of level 2 `pto`: `pto.alloc_tile` without `addr`,
    `pto.reserve_buffer` with `auto = true`. Tiles that have a constant address
    keep it, and nothing else is put there; a run-time address is an error.

    **Change.** Every such tile gets a constant `addr`, every such buffer a
    `base` (and `auto = false`): the text of level 3.

    **Output.** Two tiles share bytes only if no path needs both at once. Every
    address is a multiple of what the memory asks for, 256 for reserved buffers,
    and lies in the part of the memory that a compiler may use.

    **Steps.**
    1. Which tiles an instruction reads and overwrites is found through views,
       loops, branches and selections.
    2. If all tiles of a memory fit side by side, they get consecutive addresses
       in the order of the text: sharing would only make pipes wait for each
       other.
    3. Otherwise a backward data-flow analysis over the structured code finds
       where each tile's contents are needed, back edges included, and the
       allocator packs the lifetimes. A destination never shares bytes with a
       source of its instruction, nor with its scratch tiles.
    4. What does not fit is an error that lists the tiles needed at the worst
       moment.

    ```mlir
    %a = pto.alloc_tile : !pto.tile_buf<vec, 16x16xf32>
    %b = pto.alloc_tile : !pto.tile_buf<vec, 16x16xf32>
    // becomes
    %0 = arith.constant 0 : i64
    %a = pto.alloc_tile addr = %0 : !pto.tile_buf<vec, 16x16xf32>
    %1 = arith.constant 1024 : i64
    %b = pto.alloc_tile addr = %1 : !pto.tile_buf<vec, 16x16xf32>
    ```
  }];
  let statistics = [
    Statistic<"numPlanned", "planned", "tiles that got an address">,
    Statistic<"numShared", "shared-memories",
              "memories of functions in which tiles share bytes">,
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def PtoResolveReservedBuffers : Pass<"pto-resolve-reserved-buffers"> {
  let summary = "replace reserved buffers by their addresses";
  let description = [{
    **Input.** Modules in which every `pto.reserve_buffer` has its `base` (after
    `pto-plan-memory`, or level 3).

    **Change.** `pto.reserve_buffer` and `pto.import_reserved_buffer` become the
    constant address, and each `pto.initialize_l2l_pipe` and
    `pto.initialize_l2g2l_pipe` without a `flag_base` gets one: 0 for the first
    of a function, then two further for each direction. Both ends of a FIFO
    count alike, since they declare their FIFOs in one order.

    **Output.** No reserved buffer is left.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def PtoDropAddresses : Pass<"pto-drop-addresses"> {
  let summary = "leave addresses and flags to the assembler";
  let description = [{
    **Input.** Functions of level 3 `pto`: tiles at constant addresses.

    **Change.** `pto.alloc_tile` loses its address, `pto.reserve_buffer` its
    `base` (and gets `auto = true`). If there was any, flags and barriers go as
    well: they were chosen for those addresses. Text without addresses keeps its
    author's.

    Handles of one address say which tiles share their bytes, which nothing else
    in the text does: of those with one size, all but the first become views of
    it (`pto.treshape`, with `pto.set_validshape` for run-time extents). Where
    the first does not dominate the next (arms of a branch), all become views of
    a tile that is made before both.

    **Output.** Level 2 text with the meaning of the input. An error where level
    2 cannot say it: a `pto.tassign`, an address of the run, or tiles of
    different sizes or addresses with bytes in common that both need, because one
    is read before it is written or both are needed at the same time.
  }];
  let statistics = [
    Statistic<"numDropped", "dropped", "addresses that were taken away">,
    Statistic<"numViews", "views", "handles that became views of another">,
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

#endif // PYPTO_TRANSFORMS_PTOMEMORY_PASSES_TD
