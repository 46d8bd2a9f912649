//===- ExpandOps.td - one value per row or column, spread -----*- tablegen -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_EXPAND_OPS_TD
#define PYPTO_EXPAND_OPS_TD

include "PyptoOpBase.td"

/// A matrix [..., M, N], a vector [..., M, 1] and a result with the matrix's
/// shape, of one element type.
def Pypto_RowExpandShapes : Pypto_Trait<"RowExpandShapes">;
/// A matrix [..., M, N], a vector [..., 1, N] and a result with the matrix's
/// shape, of one element type.
def Pypto_ColExpandShapes : Pypto_Trait<"ColExpandShapes">;

/// The value per row is never the one element of a tile of one row.
def Pypto_NoSingleElement : Pypto_Trait<"NoSingleElement">;

class Pypto_TensorExpandOp<string name, Trait shapes, string formula,
                           list<Trait> traits>
    : Pypto_TwinTensorOp<name, "0", traits # [shapes]> {
  let summary = "`" # formula # "` on tensors";
  let description = "`result[i, j] = " # formula # "` with `x` the matrix and "
      "`v` the vector.";
  let arguments = (ins Pypto_Tensor:$matrix, Pypto_Tensor:$vector);
  let results = (outs Pypto_Tensor:$result);
  let assemblyFormat = [{
    $matrix `,` $vector attr-dict `:` functional-type(operands, results)
  }];
}

class Pypto_TileExpandOp<string name, Trait shapes, string formula,
                         list<Trait> traits>
    : Pypto_TileOp<name, traits # [shapes,
        DeclareOpInterfaceMethods<Pypto_TileOpInterface,
                                  ["canShareBufferWith"]>]> {
  let summary = "`" # formula # "` on tiles";
  let description = "`result[i, j] = " # formula # "` with `x` the matrix and "
      "`v` the vector, over the valid region. The result may take the buffer of "
      "the matrix, never that of the vector.";
  let arguments = (ins Pypto_Tile:$matrix, Pypto_Tile:$vector,
                       Optional<Pypto_Buffer>:$dst);
  let results = (outs Pypto_Tile:$result);
  let assemblyFormat = [{
    $matrix `,` $vector (`into` $dst^)? attr-dict `:`
    functional-type(operands, results)
  }];
}

multiclass Pypto_Expand<string suffix, string rowFormula, string colFormula,
                        list<Trait> traits = [],
                        list<Trait> rowTraits = []> {
  def TensorRowExpand # NAME # Op
      : Pypto_TensorExpandOp<"row_expand_" # suffix, Pypto_RowExpandShapes,
                             rowFormula, traits>;
  def TileRowExpand # NAME # Op
      : Pypto_TileExpandOp<"row_expand_" # suffix, Pypto_RowExpandShapes,
                           rowFormula, traits # rowTraits>;
  def TensorColExpand # NAME # Op
      : Pypto_TensorExpandOp<"col_expand_" # suffix, Pypto_ColExpandShapes,
                             colFormula, traits>;
  def TileColExpand # NAME # Op
      : Pypto_TileExpandOp<"col_expand_" # suffix, Pypto_ColExpandShapes,
                           colFormula, traits>;
}

defm Add : Pypto_Expand<"add", "x[i, j] + v[i, 0]", "x[i, j] + v[0, j]",
                        [], [Pypto_NoSingleElement]>;
defm Sub : Pypto_Expand<"sub", "x[i, j] - v[i, 0]", "x[i, j] - v[0, j]">;
defm Mul : Pypto_Expand<"mul", "x[i, j] * v[i, 0]", "x[i, j] * v[0, j]">;
defm Div : Pypto_Expand<"div", "x[i, j] / v[i, 0]", "x[i, j] / v[0, j]",
                        [Pypto_FloatElements]>;
defm Max : Pypto_Expand<"max", "max(x[i, j], v[i, 0])",
                        "max(x[i, j], v[0, j])", [],
                        [Pypto_NoSingleElement]>;
defm Min : Pypto_Expand<"min", "min(x[i, j], v[i, 0])",
                        "min(x[i, j], v[0, j])", [],
                        [Pypto_NoSingleElement]>;
defm Expdif : Pypto_Expand<"expdif", "exp(x[i, j] - v[i, 0])",
                           "exp(x[i, j] - v[0, j])", [Pypto_FloatElements],
                           [Pypto_NoSingleElement]>;

/// The vector alone, spread to the shape of the matrix, which is not read.
multiclass Pypto_PlainExpand<string name, Trait shapes, string formula> {
  def Tensor # NAME # Op : Pypto_TensorExpandOp<name, shapes, formula, []>;
  def Tile # NAME # Op : Pypto_TileExpandOp<name, shapes, formula, []>;
}

defm RowExpand : Pypto_PlainExpand<"row_expand", Pypto_RowExpandShapes,
                                   "v[i, 0]">;
defm ColExpand : Pypto_PlainExpand<"col_expand", Pypto_ColExpandShapes,
                                   "v[0, j]">;

#endif // PYPTO_EXPAND_OPS_TD
