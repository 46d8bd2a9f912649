//===- TreeOps.td - reductions in pairs -----------------------*- tablegen -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_TREE_OPS_TD
#define PYPTO_TREE_OPS_TD

include "PyptoOpBase.td"

/// Result [..., 1, N] of an operand [..., M, N], same element type.
def Pypto_TreeShapes : Pypto_Trait<"ColReductionShapes">;

def TileColSumTreeOp
    : Pypto_TileOp<"col_sum_tree", [Pypto_TreeShapes,
        DeclareOpInterfaceMethods<Pypto_TileOpInterface,
                                  ["canShareBufferWith", "isScratch"]>]> {
  let summary = "sum of each column of a tile, rows added in pairs";
  let description = [{
    As `pypto.tile.col_sum`, with the rows added in pairs, the sums of pairs in
    pairs, and so on; an odd row is added to the last pair. The error grows with
    the logarithm of the rows. `scratch` holds the sums of pairs: it has the
    element type of the source and is at least as large; its content is lost.

    ```mlir
    %s = pypto.tile.col_sum_tree %x scratch %t
       : (!pypto.tile<16x32xf32>, !pypto.tile<16x32xf32>)
         -> !pypto.tile<1x32xf32>
    ```
  }];
  let arguments = (ins Pypto_Tile:$source, Pypto_Tile:$scratch,
                       Optional<Pypto_Buffer>:$dst);
  let results = (outs Pypto_Tile:$result);
  let assemblyFormat = [{
    $source `scratch` $scratch (`into` $dst^)? attr-dict `:`
    functional-type(operands, results)
  }];
}

#endif // PYPTO_TREE_OPS_TD
