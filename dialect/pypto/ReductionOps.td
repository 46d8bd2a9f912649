//===- ReductionOps.td - reductions of rows and columns -------*- tablegen -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_REDUCTION_OPS_TD
#define PYPTO_REDUCTION_OPS_TD

include "PyptoOpBase.td"

/// Result [..., M, 1] of an operand [..., M, N], same element type.
def Pypto_RowReductionShapes : Pypto_Trait<"RowReductionShapes">;
/// Result [..., 1, N] of an operand [..., M, N], same element type.
def Pypto_ColReductionShapes : Pypto_Trait<"ColReductionShapes">;

multiclass Pypto_RowReduction<string name, string meaning> {
  def Tensor # NAME # Op
      : Pypto_TwinTensorOp<name, "1", [Pypto_RowReductionShapes]> {
    let summary = meaning # " of each row of a tensor";
    let description = "`result[i, 0]` is the " # meaning # " of "
        "`source[i, :]`; the reduced axis stays with extent 1.";
    let arguments = (ins Pypto_Tensor:$source);
    let results = (outs Pypto_Tensor:$result);
    let assemblyFormat = [{
      $source attr-dict `:` functional-type(operands, results)
    }];
  }
  def Tile # NAME # Op
      : Pypto_TileOp<name, [Pypto_RowReductionShapes,
          DeclareOpInterfaceMethods<Pypto_TileOpInterface,
                                    ["canShareBufferWith", "isScratch"]>]> {
    let summary = meaning # " of each row of a tile";
    let description = "`result[i, 0]` is the " # meaning # " of the valid part "
        "of `source[i, :]`. `scratch` has the element type of the source and is "
        "at least as large; its content is lost.";
    let arguments = (ins Pypto_Tile:$source, Pypto_Tile:$scratch,
                         Optional<Pypto_Buffer>:$dst);
    let results = (outs Pypto_Tile:$result);
    let assemblyFormat = [{
      $source `scratch` $scratch (`into` $dst^)? attr-dict `:`
      functional-type(operands, results)
    }];
  }
}

defm RowSum : Pypto_RowReduction<"row_sum", "sum">;
defm RowMax : Pypto_RowReduction<"row_max", "maximum">;
defm RowMin : Pypto_RowReduction<"row_min", "minimum">;
defm RowProd : Pypto_RowReduction<"row_prod", "product">;

multiclass Pypto_ColReduction<string name, string meaning> {
  def Tensor # NAME # Op
      : Pypto_TwinTensorOp<name, "0", [Pypto_ColReductionShapes]> {
    let summary = meaning # " of each column of a tensor";
    let description = "`result[0, j]` is the " # meaning # " of "
        "`source[:, j]`; the reduced axis stays with extent 1.";
    let arguments = (ins Pypto_Tensor:$source);
    let results = (outs Pypto_Tensor:$result);
    let assemblyFormat = [{
      $source attr-dict `:` functional-type(operands, results)
    }];
  }
  def Tile # NAME # Op
      : Pypto_TileOp<name, [Pypto_ColReductionShapes,
          DeclareOpInterfaceMethods<Pypto_TileOpInterface,
                                    ["canShareBufferWith"]>]> {
    let summary = meaning # " of each column of a tile";
    let description = "`result[0, j]` is the " # meaning # " of the valid part "
        "of `source[:, j]`.";
    let arguments = (ins Pypto_Tile:$source, Optional<Pypto_Buffer>:$dst);
    let results = (outs Pypto_Tile:$result);
    let assemblyFormat = [{
      $source (`into` $dst^)? attr-dict `:` functional-type(operands, results)
    }];
  }
}

defm ColSum : Pypto_ColReduction<"col_sum", "sum">;
defm ColMax : Pypto_ColReduction<"col_max", "maximum">;
defm ColMin : Pypto_ColReduction<"col_min", "minimum">;
defm ColProd : Pypto_ColReduction<"col_prod", "product">;

def TileColSumTreeOp
    : Pypto_TileOp<"col_sum_tree", [Pypto_ColReductionShapes,
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

//===----------------------------------------------------------------------===//
// Positions
//===----------------------------------------------------------------------===//

/// As RowReductionShapes, with a result of i32.
def Pypto_RowArgReductionShapes : Pypto_Trait<"RowArgReductionShapes">;
/// As ColReductionShapes, with a result of i32.
def Pypto_ColArgReductionShapes : Pypto_Trait<"ColArgReductionShapes">;

multiclass Pypto_ArgReduction<string name, Trait shapes, string formula> {
  def Tensor # NAME # Op : Pypto_TwinTensorOp<name, "1", [shapes]> {
    let summary = formula;
    let description = "The result, of i32, is the " # formula # "; which one of "
        "equal elements is not specified. The reduced axis stays with extent "
        "1.";
    let arguments = (ins Pypto_Tensor:$source);
    let results = (outs Pypto_Tensor:$result);
    let assemblyFormat = [{
      $source attr-dict `:` functional-type(operands, results)
    }];
  }
  def Tile # NAME # Op
      : Pypto_TileOp<name, [shapes, Pypto_OutOfPlace,
          DeclareOpInterfaceMethods<Pypto_TileOpInterface, ["isScratch"]>]> {
    let summary = formula;
    let description = "The result, of i32, is the " # formula # ", of the valid "
        "part; which one of equal elements is not specified. `scratch` has the "
        "type of the source; its content is lost.";
    let arguments = (ins Pypto_Tile:$source, Pypto_Tile:$scratch,
                         Optional<Pypto_Buffer>:$dst);
    let results = (outs Pypto_Tile:$result);
    let assemblyFormat = [{
      $source `scratch` $scratch (`into` $dst^)? attr-dict `:`
      functional-type(operands, results)
    }];
  }
}

defm RowArgmax : Pypto_ArgReduction<"row_argmax", Pypto_RowArgReductionShapes,
                                    "column of the maximum of each row">;
defm RowArgmin : Pypto_ArgReduction<"row_argmin", Pypto_RowArgReductionShapes,
                                    "column of the minimum of each row">;
defm ColArgmax : Pypto_ArgReduction<"col_argmax", Pypto_ColArgReductionShapes,
                                    "row of the maximum of each column">;
defm ColArgmin : Pypto_ArgReduction<"col_argmin", Pypto_ColArgReductionShapes,
                                    "row of the minimum of each column">;

#endif // PYPTO_REDUCTION_OPS_TD
