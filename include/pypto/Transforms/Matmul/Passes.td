//===- Passes.td - tiling of matrix products ------------------*- tablegen -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_TRANSFORMS_MATMUL_PASSES_TD
#define PYPTO_TRANSFORMS_MATMUL_PASSES_TD

include "mlir/Pass/PassBase.td"

def TileMatmulL0 : Pass<"pypto-tile-matmul-l0", "::mlir::func::FuncOp"> {
  let summary = "split products that are deeper than Left and Right";
  let description = [{
    **Input.** Kernels of stage `tile`.

    **Change.** The matrix unit does nothing where an extent is 0. A product that
    contracts nothing therefore becomes zeros, its bias or the sum so far; where
    the extent is known only at run time, a branch decides.

    A product one of whose operands exceeds `Left` or `Right`, or
    half of it where no other product shares the operand, becomes a chain of
    products of blocks of the contracted extent, in ascending order.
    1. The depth of a block is the largest at which two blocks of each operand
       fit, one that divides the extent if it is not much smaller.
    2. A block is extracted from Mat before its predecessor is multiplied. Two
       neighbours are therefore in use together and get two buffers: the
       extraction of one overlaps with the product of the other.
    3. Up to four blocks are written one after the other, more in a loop of
       pairs. A product without accumulator starts with one pair before the
       loop; a bias is added with the first block.
    4. An operand that is not in Mat, such as a product, is moved there first.

    An operand that is deeper than what is valid of it and does not fit moves as
    one block of what is valid.

    Operands that the author placed in `Left` or `Right`, and those whose valid
    region is known only at run time, stay whole.

    **Output.** Stage `tile`.

    Errors: an operand of which not even one box of depth fits (E0502), with the
    number of rows or columns that do.

    ```mlir
    %c = pypto.tile.matmul %a, %b : (!pypto.tile<128x512xf16>,
           !pypto.tile<512x64xf16>) -> !pypto.tile<128x64xf32>
    // becomes, for blocks of 128
    %a0 = pypto.tile.extract %a[%c0, %c0] : ... -> !pypto.tile<128x128xf16, Left>
    %b0 = pypto.tile.extract %b[%c0, %c0] : ... -> !pypto.tile<128x64xf16, Right>
    %a1 = pypto.tile.extract %a[%c0, %c128] : ...
    %b1 = pypto.tile.extract %b[%c128, %c0] : ...
    %c0 = pypto.tile.matmul %a0, %b0 : ...
    ...
    %c3 = pypto.tile.matmul_acc %c2, %a3, %b3 : ...
    ```
  }];
  let dependentDialects = ["::mlir::pypto::PyptoDialect",
                           "::mlir::scf::SCFDialect"];
  let statistics = [
    Statistic<"numSplit", "split", "Products split">,
    Statistic<"numEmpty", "empty",
              "Products replaced because they may contract nothing">
  ];
}

def InsertMxScaleAddr
    : Pass<"pypto-insert-mx-scale-addr", "::mlir::func::FuncOp"> {
  let summary = "put the scales of micro-scaled products beside their factors";
  let description = [{
    **Input.** Placed kernels of the A5: scales in `LeftScale` and `RightScale`.

    **Change.** The matrix unit reads the scales of a factor at the factor's
    address divided by 16. Each move or extraction of scales becomes a
    `pypto.tile.move_scale` that names the factor; the allocator gives it no
    place of its own but the one that follows from the factor's.
    1. A factor that has the same scales in all its products gets them once,
       behind the operation that makes the factor (so that a factor that stays
       for a whole loop is scaled once), where the scales are in Mat by then.
    2. Else each product gets them immediately before it, so that scales of
       different products with one factor do not meet.
    3. Scales that two factors share are moved for each of them.

    **Output.** Stage `placed`.

    Errors: scales that are not moved out of Mat in the same kernel, such as
    those that a loop carries (E0427).

    ```mlir
    %s = pypto.tile.move %m : (!pypto.tile<16x2xf8E8M0FNU, Mat, layout=zz>)
           -> !pypto.tile<16x2xf8E8M0FNU, LeftScale, layout=zz>
    // becomes
    %s = pypto.tile.move_scale %m[%c0, %c0] beside %a : ...
    ```
  }];
  let dependentDialects = ["::mlir::pypto::PyptoDialect"];
  let statistics = [
    Statistic<"numMoves", "moves", "Moves of scales written">];
}

#endif // PYPTO_TRANSFORMS_MATMUL_PASSES_TD
