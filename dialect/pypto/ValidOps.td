//===- ValidOps.td - valid regions and padding of tensors -----*- tablegen -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_VALID_OPS_TD
#define PYPTO_VALID_OPS_TD

include "PyptoOpBase.td"

def TensorSetValidshapeOp : Pypto_TensorAliasOp<"set_validshape", "Source", true,
    [Pure, AllTypesMatch<["source", "result"]>]> {
  let summary = "a tensor with another valid region";
  let description = [{
    Says that the first `valid` elements along each axis hold meaningful data;
    a computation on the result reads and writes only those. No bytes move. A
    window of it has the part of the region that lies in the window. `pad` is
    what a load writes behind the region, as far as the hardware pads.

    ```mlir
    %t = pypto.tensor.set_validshape %x[%rows, %c64] : !pypto.tensor<16x64xf32>
    ```
  }];
  let arguments = (ins Pypto_Tensor:$source, Variadic<Index>:$valid,
                       DefaultValuedAttr<Pypto_PadValueAttr,
                         "::mlir::pypto::PadValue::null">:$pad);
  let results = (outs Pypto_Tensor:$result);
  let assemblyFormat = [{
    $source `[` $valid `]` attr-dict `:` qualified(type($source))
  }];
  let hasVerifier = 1;
}

def TensorFillpadOp : Pypto_TensorValueOp<"fillpad"> {
  let summary = "a tensor whose invalid part is filled with a value";
  let description = [{
    The result is valid everywhere: the valid region of `source`, and `pad`
    (zero, or the smallest or largest value of the element type) in every other
    element. The result may be larger than the source.

    ```mlir
    %f = pypto.tensor.fillpad %t {pad = #pypto.pad<min>}
       : !pypto.tensor<16x64xf32> -> !pypto.tensor<32x64xf32>
    ```
  }];
  let arguments = (ins Pypto_Tensor:$source, Pypto_PadValueAttr:$pad);
  let results = (outs Pypto_Tensor:$result);
  let assemblyFormat = [{
    $source attr-dict `:` qualified(type($source)) `->` qualified(type($result))
  }];
  let hasVerifier = 1;
}

def TileValidDimOp : Pypto_TileOp<"valid_dim", [
    DeclareOpInterfaceMethods<Pypto_TileOpInterface, [
      "getOperandSpaces", "getFixedResultSpace", "takesDestination"]>]> {
  let summary = "valid extent of a tile along one axis";
  let arguments = (ins Pypto_Tile:$source, I64Attr:$axis);
  let results = (outs Index:$result);
  let assemblyFormat = "$source `,` $axis attr-dict `:` qualified(type($source))";
  let hasVerifier = 1;
  let hasFolder = 1;
}

#endif // PYPTO_VALID_OPS_TD
