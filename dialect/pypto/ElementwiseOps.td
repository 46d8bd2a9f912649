//===- ElementwiseOps.td - element-wise tensor and tile ops ---*- tablegen -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each `defm` gives two operations: `pypto.tensor.X` and `pypto.tile.X`.
//
//===----------------------------------------------------------------------===//

#ifndef PYPTO_ELEMENTWISE_OPS_TD
#define PYPTO_ELEMENTWISE_OPS_TD

include "PyptoOpBase.td"

/// As UnaryShapes, the element type of the result free.
def Pypto_CastShapes : Pypto_Trait<"CastShapes">;

//===----------------------------------------------------------------------===//
// Two operands
//===----------------------------------------------------------------------===//

/// Functions that the 950 also has exact and slow; the 910B has one variant.
defvar Pypto_Precision = (ins UnitAttr:$high_precision);

multiclass Pypto_Binary<string name, string meaning, list<Trait> traits = [],
                        dag flags = (ins)> {
  def Tensor # NAME # Op
      : Pypto_TwinTensorOp<name, "0", traits # [Pypto_BinaryShapes]> {
    let summary = meaning # " of two tensors";
    let description = "`result[i] = " # meaning # "(lhs[i], rhs[i])`, the "
        "operands broadcast as in NumPy, of one element type.";
    let arguments = !con((ins Pypto_Tensor:$lhs, Pypto_Tensor:$rhs), flags);
    let results = (outs Pypto_Tensor:$result);
    let assemblyFormat = [{
      $lhs `,` $rhs attr-dict `:` functional-type(operands, results)
    }];
  }
  def Tile # NAME # Op
      : Pypto_TileOp<name, traits # [Pypto_BinaryShapes,
                                     Pypto_TileOpInterface]> {
    let summary = meaning # " of two tiles";
    let description = "`result[i] = " # meaning # "(lhs[i], rhs[i])` over the "
        "valid region; operands and result have one shape and element type.";
    let arguments = !con((ins Pypto_Tile:$lhs, Pypto_Tile:$rhs,
                              Optional<Pypto_Buffer>:$dst), flags);
    let results = (outs Pypto_Tile:$result);
    let assemblyFormat = [{
      $lhs `,` $rhs (`into` $dst^)? attr-dict `:`
      functional-type(operands, results)
    }];
  }
}

defm Add : Pypto_Binary<"add", "sum">;
defm Sub : Pypto_Binary<"sub", "difference">;
defm Mul : Pypto_Binary<"mul", "product">;
defm Div : Pypto_Binary<"div", "quotient", [], Pypto_Precision>;
defm Maximum : Pypto_Binary<"maximum", "maximum">;
defm Minimum : Pypto_Binary<"minimum", "minimum">;
defm And : Pypto_Binary<"and", "bitwise and", [Pypto_IntegerElements]>;
defm Or : Pypto_Binary<"or", "bitwise or", [Pypto_IntegerElements]>;
defm Shl : Pypto_Binary<"shl", "left shift", [Pypto_IntegerElements]>;
defm Shr : Pypto_Binary<"shr", "right shift", [Pypto_IntegerElements]>;
defm Fmod : Pypto_Binary<"fmod", "remainder with the sign of the dividend",
                         [Pypto_OutOfPlace]>;

//===----------------------------------------------------------------------===//
// A tensor or tile and a scalar
//===----------------------------------------------------------------------===//

multiclass Pypto_WithScalar<string name, string meaning,
                            list<Trait> traits = []> {
  def Tensor # NAME # Op
      : Pypto_TwinTensorOp<name, "0", traits # [Pypto_UnaryShapes]> {
    let summary = meaning # " of a tensor and a scalar";
    let description = "`result[i] = " # meaning # "(source[i], scalar)`; the "
        "scalar has the element type of the tensor.";
    let arguments = (ins Pypto_Tensor:$source, Pypto_Scalar:$scalar);
    let results = (outs Pypto_Tensor:$result);
    let assemblyFormat = [{
      $source `,` $scalar attr-dict `:` functional-type(operands, results)
    }];
  }
  def Tile # NAME # Op
      : Pypto_TileOp<name, traits # [Pypto_UnaryShapes,
                                     Pypto_TileOpInterface]> {
    let summary = meaning # " of a tile and a scalar";
    let description = "`result[i] = " # meaning # "(source[i], scalar)` over "
        "the valid region; the scalar has the element type of the tile.";
    let arguments = (ins Pypto_Tile:$source, Pypto_Scalar:$scalar,
                         Optional<Pypto_Buffer>:$dst);
    let results = (outs Pypto_Tile:$result);
    let assemblyFormat = [{
      $source `,` $scalar (`into` $dst^)? attr-dict `:`
      functional-type(operands, results)
    }];
  }
}

defm Adds : Pypto_WithScalar<"adds", "sum">;
defm Subs : Pypto_WithScalar<"subs", "difference">;
defm Muls : Pypto_WithScalar<"muls", "product">;
defm Divs : Pypto_WithScalar<"divs", "quotient">;
defm Maximums : Pypto_WithScalar<"maximums", "maximum">;
defm Minimums : Pypto_WithScalar<"minimums", "minimum">;
defm Ands : Pypto_WithScalar<"ands", "bitwise and",
                             [Pypto_IntegerElements, Pypto_OutOfPlace]>;
defm Ors : Pypto_WithScalar<"ors", "bitwise or",
                            [Pypto_IntegerElements, Pypto_OutOfPlace]>;
defm Shls : Pypto_WithScalar<"shls", "left shift", [Pypto_IntegerElements]>;
defm Shrs : Pypto_WithScalar<"shrs", "right shift", [Pypto_IntegerElements]>;
defm Fmods : Pypto_WithScalar<"fmods",
                              "remainder with the sign of the dividend",
                              [Pypto_OutOfPlace]>;

//===----------------------------------------------------------------------===//
// One operand
//===----------------------------------------------------------------------===//

multiclass Pypto_Unary<string name, string meaning, list<Trait> traits = [],
                       dag flags = (ins)> {
  def Tensor # NAME # Op
      : Pypto_TwinTensorOp<name, "0", traits # [Pypto_UnaryShapes]> {
    let summary = meaning # " of a tensor";
    let description = "`result[i] = " # meaning # "(source[i])`.";
    let arguments = !con((ins Pypto_Tensor:$source), flags);
    let results = (outs Pypto_Tensor:$result);
    let assemblyFormat = [{
      $source attr-dict `:` functional-type(operands, results)
    }];
  }
  def Tile # NAME # Op
      : Pypto_TileOp<name, traits # [Pypto_UnaryShapes,
                                     Pypto_TileOpInterface]> {
    let summary = meaning # " of a tile";
    let description = "`result[i] = " # meaning # "(source[i])` over the valid "
        "region.";
    let arguments = !con((ins Pypto_Tile:$source, Optional<Pypto_Buffer>:$dst),
                         flags);
    let results = (outs Pypto_Tile:$result);
    let assemblyFormat = [{
      $source (`into` $dst^)? attr-dict `:` functional-type(operands, results)
    }];
  }
}

defm Exp : Pypto_Unary<"exp", "exponential", [Pypto_FloatElements]>;
defm Log : Pypto_Unary<"log", "natural logarithm", [Pypto_FloatElements],
                       Pypto_Precision>;
defm Sqrt : Pypto_Unary<"sqrt", "square root", [Pypto_FloatElements]>;
defm Neg : Pypto_Unary<"neg", "negation">;
defm Abs : Pypto_Unary<"abs", "absolute value">;
defm Relu : Pypto_Unary<"relu", "maximum with zero">;
defm Not : Pypto_Unary<"not", "bitwise complement", [Pypto_IntegerElements]>;

// The hardware's reciprocals must not overwrite their operand.
defm Rsqrt : Pypto_Unary<"rsqrt", "reciprocal square root",
                         [Pypto_FloatElements, Pypto_OutOfPlace]>;
defm Recip : Pypto_Unary<"recip", "reciprocal", [Pypto_OutOfPlace],
                         Pypto_Precision>;

// No instruction of their own: they become arithmetic on tiles.
defm Sin : Pypto_Unary<"sin", "sine", [Pypto_FloatElements]>;
defm Cos : Pypto_Unary<"cos", "cosine", [Pypto_FloatElements]>;

//===----------------------------------------------------------------------===//
// Conversion of element types
//===----------------------------------------------------------------------===//

def TensorCastOp : Pypto_TwinTensorOp<"cast", "0", [Pypto_CastShapes]> {
  let summary = "elements converted to another type";
  let description = [{
    Rounds by `mode` where the result's type cannot hold the value exactly and
    saturates where it is out of range.

    ```mlir
    %1 = pypto.tensor.cast %0 mode(rint)
       : (!pypto.tensor<16x16xf32>) -> !pypto.tensor<16x16xf16>
    ```
  }];
  let arguments = (ins Pypto_Tensor:$source, Pypto_RoundModeAttr:$mode);
  let results = (outs Pypto_Tensor:$result);
  let assemblyFormat = [{
    $source `mode` `(` custom<BareEnum>($mode) `)` attr-dict `:`
    functional-type(operands, results)
  }];
}

def TileCastOp : Pypto_TileOp<"cast", [Pypto_CastShapes,
    DeclareOpInterfaceMethods<Pypto_TileOpInterface, ["canShareBufferWith"]>]> {
  let summary = "elements converted to another type";
  let description = [{
    Rounds by `mode` where the result's type cannot hold the value exactly and
    saturates where it is out of range. A widening cast never takes the buffer
    of its source.
  }];
  let arguments = (ins Pypto_Tile:$source, Pypto_RoundModeAttr:$mode,
                       Optional<Pypto_Buffer>:$dst);
  let results = (outs Pypto_Tile:$result);
  let assemblyFormat = [{
    $source `mode` `(` custom<BareEnum>($mode) `)` (`into` $dst^)? attr-dict `:`
    functional-type(operands, results)
  }];
}

#endif // PYPTO_ELEMENTWISE_OPS_TD
