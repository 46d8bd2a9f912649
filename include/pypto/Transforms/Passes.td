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
    3. A `tensor.assemble` of a control-plane function goes: the tensor that is
       made for it, by `tensor.create` or in a scope, is a window of the target
       from the start. It stays where the target is used in between.
    4. In each control-plane function, in program order: a call of a kernel
       becomes a `pypto.task.submit`; a scope becomes a kernel and its submit.
       What the scope captures becomes parameters, tensors first, then scalars.
       Constants, views and extents of captured tensors are recomputed inside.
       A fresh tensor that leaves the scope is created on the control plane.
       The block argument of `pypto.spmd` becomes `pypto.system.get_block_idx`.
    5. The direction of every tensor parameter is computed from the effects of
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

def TileTensors : Pass<"pypto-tile-tensors", "::mlir::ModuleOp"> {
  let summary = "compute tensors that exceed a core's memory in blocks";
  let description = [{
    **Input.** Kernels whose bodies compute on tensors, and the tasks that run
    them (stage `tensor`, outlined).

    **Change.**
    1. What is computed from tensors with an extent of 0 is replaced: a product
       over nothing is zeros, or the sum so far; an update by nothing is its
       target. A sum that starts from zeros is a product. An element that is
       written into what was computed is an update of it.
    2. Products of batches that are used matrix by matrix move into a loop over
       the batch. Transposes and joins that no tile holds become loads and
       stores of their parts. A window of a tensor that does not fit and is
       computed element by element is computed from windows of the operands.
    3. Where the tensors of a block of code do not fit on chip together, its
       tensor operations move into loops over blocks of rows, of columns where a
       row is too long, or of both; what is left over follows. A reduction along
       a blocked axis is a round of its own, which carries what is reduced so
       far; what it reduces is computed again where it is needed afterwards.
    4. What cannot be computed in the same blocks (a window or reshape of what
       was computed, tensors of other extents, what a loop carries) passes
       through global memory: it is stored where it is computed, and its users
       read that. The tensor becomes an `Out` parameter of the kernel, and each
       task that runs the kernel gets one of its own, in which each block of the
       task has a part. Kernels that something else than tasks runs have none.

    **Output.** Stage `tensor`. What fits on chip, and what has no blocks, is as
    it was; `pypto-convert-tensor-to-tile` refuses what does not fit then.

    ```mlir
    // 4096 rows do not fit, and another shape has no rows in common with them.
    %0 = pypto.tensor.exp %x : (!pypto.tensor<4096x4096xf32>) -> ...
    %1 = pypto.tensor.reshape %0 : ... -> !pypto.tensor<1024x16384xf32>
    // becomes, with a parameter %space
    scf.for %i = %c0 to %c4096 step %c8 {
      %2 = pypto.tensor.slice %x[%i, %c0] : ... -> !pypto.tensor<8x4096xf32>
      %3 = pypto.tensor.exp %2 : (!pypto.tensor<8x4096xf32>) -> ...
      %4 = pypto.tensor.assemble %3 into %space[%i, %c0] : ...
    }
    %1 = pypto.tensor.reshape %space : ... -> !pypto.tensor<1024x16384xf32>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::pypto::PyptoDialect",
                           "::mlir::scf::SCFDialect"];
  let statistics = [
    Statistic<"numRowLoops", "row-loops", "Loops over blocks of rows">,
    Statistic<"numSpilled", "spilled",
              "Computed tensors that pass through global memory">,
    Statistic<"numEmpty", "empty",
              "Computations on tensors without elements that were replaced">
  ];
}

def ConvertTensorToTile
    : Pass<"pypto-convert-tensor-to-tile", "::mlir::func::FuncOp"> {
  let summary = "turn tensor computations of kernels into tile operations";
  let description = [{
    **Input.** Kernels whose bodies compute on tensors, on tiles, or on both
    (stage `tensor`, outlined), after `pypto-tile-tensors`. Other functions are
    left alone.

    **Change.** A tensor value is memory (a parameter, a part of one, an alias)
    or fresh (the result of a computation).
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
    5. A product larger than the memories next to the matrix unit, or one of a
       batch, is computed where it is stored: in blocks of rows and columns, each
       by accumulating blocks of the contracted extent in ascending order. The
       blocks are those with the least estimated time; two of each are in use at
       once, so that loads, products and stores overlap. A transposed operand is
       loaded as it lies and read as a tile of the transposed layout.
    6. Fresh tensors in `scf.for`, `scf.if` and `scf.while` are carried as tiles;
       memory is no longer carried.
    7. Comparisons give zeros and ones by a mask and a selection; an index that
       counts in its row is made to count through the tile; a scatter is blended
       with the old values by a scattered mask.
    8. What the chip has no instruction for becomes several: sine and cosine,
       sums of three, `i32` comparisons and 32-bit bitwise operations of the
       a2a3, scatters by pattern, updates of rows.
    9. Elements that rows of whole blocks do not keep in order (a reshape of
       padded rows, a part whose columns join others) are gathered into their
       places, by positions computed on chip.
    10. Tiles of more than two axes become tiles of all their rows; a product of
       each matrix of a batch runs in a loop that carries the batch.

    A tile has two axes; where an extent is not a whole number of 32-byte blocks
    (16 rows for matrix products) it is padded and its valid region is the
    tensor's.

    **Output.** Stage `tile`: tensors appear only in `tile.load`, `tile.store`,
    `tensor.read`, `tensor.write`, `tensor.dim` and views of whole parameters.

    Errors: what has no form on tiles (E0318), a tile that does not fit its
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
              "Uses of memory that found it loaded">
  ];
}

def InferTileMemorySpace
    : Pass<"pypto-infer-tile-memory-space", "::mlir::func::FuncOp"> {
  let summary = "place tiles in memories and insert the moves between them";
  let description = [{
    **Input.** Kernels of stage `tile`. A tile whose type has a memory space was
    placed by the author and stays there.

    **Change.**
    0. An accumulation that begins with a tile of zeros begins with a product,
       in the first iteration of the loops around it.
    1. Tiles that must share a memory form classes: views with their source, and
       the values that control flow merges (initial values and yields are
       copies into them).
    2. A class has the memory that its author or producer fixes. A free one
       (loads, created tiles, merged values) takes the memory from which the
       moves that its uses need take the fewest cycles on this chip, as often as
       they run; homes then spread along copies.
    3. A use in another memory gets a chain of `tile.move` along the cheapest
       route. There is one chain for a tile and a memory, before the first of
       its uses; `pypto-hoist-loads` takes it out of loops where it fits.
       A move of a window out of Mat or Acc starts at the window's offsets
       (`tile.extract`).
    4. Layouts follow the memory and the chip: rows in Vec (columns for a column
       vector), boxes elsewhere. Element-wise operations on column vectors work
       on the vector as one row.
    5. A window of a tile in Vec that is not known to begin at a block of 32
       bytes is gathered into a tile of its own; what is written into one is
       written with the rest of its rows.
    6. The function's kind becomes `AIC` or `AIV`.

    **Output.** Stage `placed`: every tile has a memory and its layout; every
    operand is where its operation needs it; every move is a direct one.

    Errors: a tile that is fixed in two memories (E0428), no route (E0427),
    vector and matrix work in one kernel (E0426), work of the other core in a
    kernel of a declared kind (E0425).

    ```mlir
    %a = pypto.tile.load %x[%c0, %c0] : ... -> !pypto.tile<32x32xf16>
    %c = pypto.tile.matmul %a, %b : ...
    // becomes
    %a = pypto.tile.load %x[%c0, %c0] : ... -> !pypto.tile<32x32xf16, Mat, layout=nz>
    %0 = pypto.tile.move %a : (...) -> !pypto.tile<32x32xf16, Left, layout=zz>
    %c = pypto.tile.matmul %0, %1 : (...) -> !pypto.tile<32x32xf32, Acc, layout=nz>
    ```
  }];
  let dependentDialects = ["::mlir::pypto::PyptoDialect"];
  let statistics = [
    Statistic<"numMoves", "moves", "Moves inserted">,
    Statistic<"numAligned", "aligned",
              "Windows gathered or written with their rows, as they need not "
              "begin at a block">
  ];
}

def HoistLoads : Pass<"pypto-hoist-loads", "::mlir::ModuleOp"> {
  let summary = "take loads and moves that do not change out of loops";
  let description = [{
    **Input.** Kernels of stage `placed`.

    **Change.** Inner loops first. A load, a move between memories or a view that
    is directly in a loop's body and whose operands do not change there goes
    before the loop, with what its operands are computed from, if
    1. no operation in the loop may write the tensor that a load reads: neither
       the same parameter nor one that some task binds to the same tensor;
    2. all operations in the loop have known effects;
    3. a load is inside its tensor whatever happens, or the loop is known to run
       at least once;
    4. the tiles of the kernel still fit their memories. If everything together
       does not fit, one is tried after the other in program order.

    Each try looks at the whole kernel, so that large kernels with many loops
    get few of them and the pass stays linear.

    **Output.** Stage `placed`.

    ```mlir
    scf.for %i = %c0 to %n step %c1 {
      %w = pypto.tile.load %weights[%c0, %c0] : ...
    }
    // becomes
    %w = pypto.tile.load %weights[%c0, %c0] : ...
    scf.for %i = %c0 to %n step %c1 {
    }
    ```
  }];
  let dependentDialects = ["::mlir::pypto::PyptoDialect"];
  let statistics = [
    Statistic<"numLoads", "loads", "Loads taken out of a loop">,
    Statistic<"numMoves", "moves", "Moves taken out of a loop">,
    Statistic<"numNotFitting", "not-fitting",
              "Loads and moves that stay because they do not fit">
  ];
}

def InsertBuffers : Pass<"pypto-insert-buffers", "::mlir::func::FuncOp"> {
  let summary = "give every tile a buffer";
  let description = [{
    **Input.** Kernels of stage `placed` (AIC or AIV).

    **Change.**
    1. Tile operations without users are erased.
    2. Live ranges of all tiles are computed over regions: a tile from before a
       loop is live to its end, in a branch it is live only where it is used.
    3. A view has its source's buffer, an update in place (`matmul_acc`,
       `write`, `assemble`) its target's. If the target's old content is needed
       afterwards, it is copied first.
    4. The initial value, carry, yield and result of a loop, and the yields and
       result of a branch, have one buffer where their contents are never needed
       at once and no operation would overwrite what it still reads; else the
       value is copied before the terminator. Where values change places there
       (exchanged carries) all are copied aside first.
    5. Tiles that are bound to one buffer of the author's (`tile.bind`) are one
       class, and that buffer becomes as large as the largest of them. A slot
       chosen at run time (`memref.slot`) is as large as the largest tile in any
       of its buffer, rounded up to where a tile may begin.
    6. Each other class of tiles gets one `pypto.memref.alloc` at the start of
       the function, named by its first named tile; operations get it as `into`.

    **Output.** Every tile has exactly one buffer (`TileBuffers`).

    Errors: a copy that the memory does not have (accumulators), E0503; a binding
    that cannot be obeyed, E0505.

    ```mlir
    %1 = pypto.tile.add %0, %0 : (!v, !v) -> !v
    // becomes
    %b1 = pypto.memref.alloc : memref<65536xi8, #pypto.space<Vec>>
    ...
    %1 = pypto.tile.add %0, %0 into %b1
           : (!v, !v, memref<65536xi8, #pypto.space<Vec>>) -> !v
    ```
  }];
  let dependentDialects = ["::mlir::pypto::PyptoDialect"];
  let statistics = [
    Statistic<"numBuffers", "buffers", "Buffers">,
    Statistic<"numCopies", "copies", "Copies inserted to keep old content">
  ];
}

def AllocateAddresses
    : Pass<"pypto-allocate-addresses", "::mlir::func::FuncOp"> {
  let summary = "assign an address to every buffer";
  let description = [{
    **Input.** Kernels whose tiles have buffers (`pypto-insert-buffers`). A
    buffer that has an address keeps it; one in which nothing lives then
    reserves its bytes.

    **Change.**
    1. The live range of a buffer is the union of those of its tiles. An
       operation's operands are live while it writes, so that no result overlaps
       them by accident.
    2. Two buffers that share an address cost as many waits as the pipe that
       writes the later one has to wait for others that still use the earlier.
    3. Per memory, the allocator finds offsets within the capacity and alignment
       that cost the fewest waits, then have the least peak: greedy orders first,
       then branch and bound for `node-limit` steps. Time plays no part, so the
       result is the same on every machine.
    4. If nothing fits, a result takes the buffer of an operand of the same shape
       that dies there, where the operation may compute in place, and step 3 is
       repeated. Otherwise buffers stay apart, so that pipes wait less for each
       other.
    5. Every solution is checked by a validator that shares no code with the
       search, and once more from the resulting IR.

    **Output.** Stage `allocated`: every buffer has an address.

    Errors: `on-chip buffer exhaustion` (E0501) with the bytes needed and
    available, the buffers that are live at the peak and their source lines; an
    address chosen by the author that cannot be had (E0505).

    ```mlir
    %b = pypto.memref.alloc : memref<65536xi8, #pypto.space<Vec>>
    // becomes
    %b = pypto.memref.alloc address(0) : memref<65536xi8, #pypto.space<Vec>>
    ```
  }];
  let dependentDialects = ["::mlir::pypto::PyptoDialect"];
  let options = [
    Option<"planner", "planner", "std::string", "\"exact\"",
           "exact, heuristic, first-fit or best-fit">,
    Option<"nodeLimit", "node-limit", "int64_t", "20000",
           "most steps of the exact search, per memory of a kernel; with "
           "more than 100 buffers as many fewer as there are more buffers">,
    Option<"remarks", "remarks", "bool", "false",
           "say per memory what is used and whether it is proved minimal">,
    Option<"sharingCosts", "sharing-costs", "bool", "true",
           "count the waits of pipes that a shared address causes">,
    Option<"reuse", "reuse", "bool", "true",
           "let buffers share bytes; off to compare with a run without">,
    ListOption<"capacity", "capacity", "std::string",
               "usable bytes by memory where they are not the chip's, such as "
               "Vec=65536">
  ];
  let statistics = [
    Statistic<"numInPlace", "in-place", "Results that took an operand's buffer">,
    Statistic<"bytesSaved", "bytes-saved",
              "Bytes of all buffers less the highest address, per memory">,
    Statistic<"sharingCost", "sharing-cost",
              "Waits of pipes that shared addresses cause">,
    Statistic<"numProved", "proved", "Memories whose plan is proved minimal">,
    Statistic<"numStopped", "stopped",
              "Memories whose search stopped before a proof">,
    Statistic<"searchSteps", "search-steps", "Steps of the exact search">
  ];
}

//===----------------------------------------------------------------------===//
// Around the phases
//===----------------------------------------------------------------------===//

def SetArch : Pass<"pypto-set-arch", "::mlir::ModuleOp"> {
  let summary = "choose the chip that a module is compiled for";
  let description = [{
    Sets `pypto.arch` of the module. `arch` is a platform string as the runtime
    takes it: `a2a3`, `910B`, `a5sim`, ...; any other string is an error (E0711).

    ```mlir
    module { ... }
    // becomes, with arch=950
    module attributes {pypto.arch = #pypto.arch<a5>} { ... }
    ```
  }];
  let options = [Option<"arch", "arch", "std::string", "",
                        "platform string of the chip">];
  let dependentDialects = ["::mlir::pypto::PyptoDialect"];
}

def PrintMemoryMap : Pass<"pypto-memory-map", "::mlir::ModuleOp"> {
  let summary = "write which on-chip bytes hold what, and when";
  let description = [{
    Changes nothing. Writes, for each kernel and memory of a module at the stage
    `allocated`, the buffers with their addresses, the steps at which they are
    needed and where their tiles come from.

    | format | what |
    |---|---|
    | `text` | a table with a bar of time for each buffer |
    | `svg` | a chart of address over time for each memory |
    | `html` | a self-contained page with the charts and tables |
    | `json` | all figures |

    A tile without a buffer or a buffer without an address is an error (E0504).

    ```sh
    pypto-opt k.mlir --pypto-default-pipeline=stop-after=allocated \
      --pypto-memory-map="format=svg output=k.svg"
    ```
  }];
  let options = [
    Option<"format", "format", "std::string", "\"text\"",
           "text, svg, html or json">,
    Option<"output", "output", "std::string", "\"-\"",
           "file to write; - is the standard output">
  ];
}

def VerifyStage : Pass<"pypto-verify-stage", "::mlir::ModuleOp"> {
  let summary = "check the contract of a stage";
  let description = [{
    Changes nothing; reports (E0620) every place where the module does not
    satisfy what holds at `stage`:

    | stage | holds |
    |---|---|
    | `tensor` | no buffers, no tasks, nothing lowered |
    | `tile` | no scopes, no computation on tensors, tiles have two axes, kernels return nothing |
    | `placed` | tiles have a memory and its layout, operands are where they must be, moves are direct, core kinds are known |
    | `split` | placed, and each kernel has tiles of one core kind |
    | `allocated` | split, and every tile is in one buffer with an aligned address inside its memory |
    | `pto` | kernels are modules with `pto`, `func`, `arith`, `scf`, `cf`, `memref` only; tasks name them |
    | `synced` | as `pto` |
  }];
  let options = [Option<"stage", "stage", "std::string", "", "the stage">];
}

#endif // PYPTO_TRANSFORMS_PASSES_TD
