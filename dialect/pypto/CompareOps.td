//===- CompareOps.td - comparison and selection ---------------*- tablegen -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// On tiles a comparison gives a mask: bit c % 8 of byte c / 8 of row r says
// whether the relation holds for element (r, c). A mask is an 8-bit tile that
// only a selection reads. On tensors a comparison gives zeros and ones.
//
//===----------------------------------------------------------------------===//

#ifndef PYPTO_COMPARE_OPS_TD
#define PYPTO_COMPARE_OPS_TD

include "PyptoOpBase.td"

/// The result is a mask for the first operand: 8-bit elements, as many rows, a
/// bit for each column. Tile operands have one shape and element type, a scalar
/// has that element type.
def Pypto_MaskShapes : Pypto_Trait<"MaskShapes">;
/// The first operand is a mask for the second; the other tiles except the
/// scratch have the shape and element type of the result, a scalar has that
/// element type.
def Pypto_SelectShapes : Pypto_Trait<"SelectShapes">;

//===----------------------------------------------------------------------===//
// Comparison
//===----------------------------------------------------------------------===//

def TensorCmpOp : Pypto_TensorValueOp<"cmp", [Pypto_BinaryShapes]> {
  let summary = "ones where a relation of two tensors holds, else zeros";
  let description = [{
    Elements of the operands' type. The operands have one shape.

    ```mlir
    %1 = pypto.tensor.cmp lt %a, %b
       : (!pypto.tensor<16x16xf32>, !pypto.tensor<16x16xf32>)
         -> !pypto.tensor<16x16xf32>
    ```
  }];
  let arguments = (ins Pypto_CmpModeAttr:$mode, Pypto_Tensor:$lhs,
                       Pypto_Tensor:$rhs);
  let results = (outs Pypto_Tensor:$result);
  let assemblyFormat = [{
    custom<BareEnum>($mode) $lhs `,` $rhs attr-dict `:`
    functional-type(operands, results)
  }];
}

def TensorCmpsOp : Pypto_TensorValueOp<"cmps", [Pypto_UnaryShapes]> {
  let summary = "ones where a relation of a tensor and a scalar holds";
  let description = "As `pypto.tensor.cmp`.";
  let arguments = (ins Pypto_CmpModeAttr:$mode, Pypto_Tensor:$source,
                       Pypto_Scalar:$scalar);
  let results = (outs Pypto_Tensor:$result);
  let assemblyFormat = [{
    custom<BareEnum>($mode) $source `,` $scalar attr-dict `:`
    functional-type(operands, results)
  }];
}

def TileCmpOp : Pypto_TileOp<"cmp", [Pypto_MaskShapes, Pypto_OutOfPlace,
    Pypto_ByRows, Pypto_TileOpInterface]> {
  let summary = "mask of where a relation of two tiles holds";
  let arguments = (ins Pypto_CmpModeAttr:$mode, Pypto_Tile:$lhs,
                       Pypto_Tile:$rhs, Optional<Pypto_Buffer>:$dst);
  let results = (outs Pypto_Tile:$result);
  let assemblyFormat = [{
    custom<BareEnum>($mode) $lhs `,` $rhs (`into` $dst^)? attr-dict `:`
    functional-type(operands, results)
  }];
}

def TileCmpsOp : Pypto_TileOp<"cmps", [Pypto_MaskShapes, Pypto_OutOfPlace,
    Pypto_ByRows, Pypto_TileOpInterface]> {
  let summary = "mask of where a relation of a tile and a scalar holds";
  let arguments = (ins Pypto_CmpModeAttr:$mode, Pypto_Tile:$source,
                       Pypto_Scalar:$scalar, Optional<Pypto_Buffer>:$dst);
  let results = (outs Pypto_Tile:$result);
  let assemblyFormat = [{
    custom<BareEnum>($mode) $source `,` $scalar (`into` $dst^)? attr-dict `:`
    functional-type(operands, results)
  }];
}

//===----------------------------------------------------------------------===//
// Selection
//===----------------------------------------------------------------------===//

class Pypto_TileSelectOp<string name>
    : Pypto_TileOp<name, [Pypto_SelectShapes, Pypto_ByRows,
        DeclareOpInterfaceMethods<Pypto_TileOpInterface,
                                  ["canShareBufferWith", "isScratch"]>]>;

def TileSelOp : Pypto_TileSelectOp<"sel"> {
  let summary = "element of one tile or another, by a mask";
  let description = [{
    `result[i] = mask[i] ? lhs[i] : rhs[i]` over the valid region. The result
    never takes the buffer of the mask. `scratch` has at least 32 bytes.
  }];
  let arguments = (ins Pypto_Tile:$mask, Pypto_Tile:$lhs, Pypto_Tile:$rhs,
                       Pypto_Tile:$scratch, Optional<Pypto_Buffer>:$dst);
  let results = (outs Pypto_Tile:$result);
  let assemblyFormat = [{
    $mask `,` $lhs `,` $rhs `scratch` $scratch (`into` $dst^)? attr-dict `:`
    functional-type(operands, results)
  }];
}

def TileSelsOp : Pypto_TileSelectOp<"sels"> {
  let summary = "element of a tile or a scalar, by a mask";
  let description = [{
    `result[i] = mask[i] ? source[i] : scalar` over the valid region. The result
    never takes the buffer of the mask. `scratch` has at least 32 bytes.
  }];
  let arguments = (ins Pypto_Tile:$mask, Pypto_Tile:$source,
                       Pypto_Tile:$scratch, Pypto_Scalar:$scalar,
                       Optional<Pypto_Buffer>:$dst);
  let results = (outs Pypto_Tile:$result);
  let assemblyFormat = [{
    $mask `,` $source `,` $scalar `scratch` $scratch (`into` $dst^)? attr-dict
    `:` functional-type(operands, results)
  }];
}

#endif // PYPTO_COMPARE_OPS_TD
