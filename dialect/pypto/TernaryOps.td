//===- TernaryOps.td - three operands, partly valid operands --*- tablegen -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_TERNARY_OPS_TD
#define PYPTO_TERNARY_OPS_TD

include "PyptoOpBase.td"

/// Every tile operand has the shape and element type of the result; a scalar
/// has that element type.
def Pypto_TernaryShapes : Pypto_Trait<"TernaryShapes">;

class Pypto_TileTernaryOp<string name, string formula>
    : Pypto_TileOp<name, [Pypto_TernaryShapes, Pypto_TileOpInterface]> {
  let summary = "`" # formula # "` on tiles";
  let description = "`result[i] = " # formula # "` over the valid region.";
  let arguments = (ins Pypto_Tile:$a, Pypto_Tile:$b, Pypto_Tile:$c,
                       Optional<Pypto_Buffer>:$dst);
  let results = (outs Pypto_Tile:$result);
  let assemblyFormat = [{
    $a `,` $b `,` $c (`into` $dst^)? attr-dict `:`
    functional-type(operands, results)
  }];
}

// Two instructions each: the hardware's fused forms overwrite the third operand
// before they read it, and subtract the wrong one (a - b + c).
def TileAddcOp : Pypto_TileTernaryOp<"addc", "a[i] + b[i] + c[i]">;
def TileSubcOp : Pypto_TileTernaryOp<"subc", "a[i] - b[i] - c[i]">;

class Pypto_TileScalarTernaryOp<string name, string formula>
    : Pypto_TileOp<name, [Pypto_TernaryShapes, Pypto_TileOpInterface]> {
  let summary = "`" # formula # "` on tiles and a scalar";
  let description = "`result[i] = " # formula # "` over the valid region.";
  let arguments = (ins Pypto_Tile:$a, Pypto_Scalar:$s, Pypto_Tile:$c,
                       Optional<Pypto_Buffer>:$dst);
  let results = (outs Pypto_Tile:$result);
  let assemblyFormat = [{
    $a `,` $s `,` $c (`into` $dst^)? attr-dict `:`
    functional-type(operands, results)
  }];
}

def TileAddscOp : Pypto_TileScalarTernaryOp<"addsc", "a[i] + s + c[i]">;
def TileSubscOp : Pypto_TileScalarTernaryOp<"subsc", "a[i] - s - c[i]">;

def TileLreluOp : Pypto_TileOp<"lrelu", [Pypto_UnaryShapes,
    Pypto_FloatElements, Pypto_TileOpInterface]> {
  let summary = "leaky rectifier with one slope";
  let description = "`result[i] = source[i] > 0 ? source[i] : source[i] * "
      "scalar` over the valid region.";
  let arguments = (ins Pypto_Tile:$source, Pypto_Scalar:$scalar,
                       Optional<Pypto_Buffer>:$dst);
  let results = (outs Pypto_Tile:$result);
  let assemblyFormat = [{
    $source `,` $scalar (`into` $dst^)? attr-dict `:`
    functional-type(operands, results)
  }];
}

//===----------------------------------------------------------------------===//
// Operands that are valid in part
//===----------------------------------------------------------------------===//

multiclass Pypto_Partial<string name, string meaning> {
  def Tensor # NAME # Op
      : Pypto_TwinTensorOp<name, "0", [Pypto_TernaryShapes]> {
    let summary = meaning # " of two tensors where both are valid";
    let description = "`" # meaning # "(lhs[i], rhs[i])` where both operands "
        "are valid, and the valid one where only one is. The shapes are equal.";
    let arguments = (ins Pypto_Tensor:$lhs, Pypto_Tensor:$rhs);
    let results = (outs Pypto_Tensor:$result);
    let assemblyFormat = [{
      $lhs `,` $rhs attr-dict `:` functional-type(operands, results)
    }];
  }
  def Tile # NAME # Op
      : Pypto_TileOp<name, [Pypto_TernaryShapes, Pypto_TileOpInterface]> {
    let summary = meaning # " of two tiles where both are valid";
    let description = "`" # meaning # "(lhs[i], rhs[i])` where both operands "
        "are valid, and the valid one where only one is. The valid region of "
        "one operand is that of the result.";
    let arguments = (ins Pypto_Tile:$lhs, Pypto_Tile:$rhs,
                         Optional<Pypto_Buffer>:$dst);
    let results = (outs Pypto_Tile:$result);
    let assemblyFormat = [{
      $lhs `,` $rhs (`into` $dst^)? attr-dict `:`
      functional-type(operands, results)
    }];
  }
}

defm PartAdd : Pypto_Partial<"part_add", "sum">;
defm PartMul : Pypto_Partial<"part_mul", "product">;
defm PartMax : Pypto_Partial<"part_max", "maximum">;
defm PartMin : Pypto_Partial<"part_min", "minimum">;

#endif // PYPTO_TERNARY_OPS_TD
