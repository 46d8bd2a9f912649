//===- MatmulOps.td - matrix products -------------------------*- tablegen -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_MATMUL_OPS_TD
#define PYPTO_MATMUL_OPS_TD

include "PyptoOpBase.td"

def TensorMatmulOp : Pypto_TensorValueOp<"matmul"> {
  let summary = "matrix product of two tensors";
  let description = [{
    `result = lhs x rhs`, each operand transposed first if its flag is set. The
    product is accumulated in f32 (i32 for integers), in ascending order of the
    contracted index, and rounded to the result's element type at the end.

    ```mlir
    %c = pypto.tensor.matmul %a, %b
       : (!pypto.tensor<128x256xf16>, !pypto.tensor<256x128xf16>)
         -> !pypto.tensor<128x128xf32>
    ```
  }];
  let arguments = (ins Pypto_Tensor:$lhs, Pypto_Tensor:$rhs,
                       UnitAttr:$transpose_lhs, UnitAttr:$transpose_rhs);
  let results = (outs Pypto_Tensor:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs (`transpose_lhs` $transpose_lhs^)?
    (`transpose_rhs` $transpose_rhs^)? attr-dict `:`
    functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def TensorMatmulAccOp : Pypto_TensorValueOp<"matmul_acc"> {
  let summary = "matrix product added to an accumulator";
  let description = [{
    `result = acc + lhs x rhs` in the accumulator's element type (f32, or i32
    for integers).
  }];
  let arguments = (ins Pypto_Tensor:$acc, Pypto_Tensor:$lhs, Pypto_Tensor:$rhs,
                       UnitAttr:$transpose_lhs, UnitAttr:$transpose_rhs);
  let results = (outs Pypto_Tensor:$result);
  let assemblyFormat = [{
    $acc `,` $lhs `,` $rhs (`transpose_lhs` $transpose_lhs^)?
    (`transpose_rhs` $transpose_rhs^)? attr-dict `:`
    functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def TileMatmulOp : Pypto_TileOp<"matmul", [
    DeclareOpInterfaceMethods<Pypto_TileOpInterface, [
      "getOperandSpaces", "getFixedResultSpace", "canShareBufferWith"]>]> {
  let summary = "matrix product of two tiles";
  let description = [{
    `result = lhs x rhs` over the valid rows, columns and contracted extent.
    `lhs` lives in `Left`, `rhs` in `Right`, the result, of element type f32 or
    i32, in `Acc`.
  }];
  let arguments = (ins Pypto_Tile:$lhs, Pypto_Tile:$rhs,
                       Optional<Pypto_Buffer>:$dst);
  let results = (outs Pypto_Tile:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs (`into` $dst^)? attr-dict `:`
    functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def TileMatmulAccOp : Pypto_TileOp<"matmul_acc", [
    DeclareOpInterfaceMethods<Pypto_TileOpInterface, [
      "getOperandSpaces", "getFixedResultSpace", "getForwardedOperand",
      "canShareBufferWith"]>]> {
  let summary = "matrix product added to an accumulator in place";
  let description = [{
    `result = acc + lhs x rhs`. The result is the accumulator's buffer: no copy
    between accumulators exists.
  }];
  let arguments = (ins Pypto_Tile:$acc, Pypto_Tile:$lhs, Pypto_Tile:$rhs,
                       Optional<Pypto_Buffer>:$dst);
  let results = (outs Pypto_Tile:$result);
  let assemblyFormat = [{
    $acc `,` $lhs `,` $rhs (`into` $dst^)? attr-dict `:`
    functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def TileMatmulBiasOp : Pypto_TileOp<"matmul_bias", [
    DeclareOpInterfaceMethods<Pypto_TileOpInterface, [
      "getOperandSpaces", "getFixedResultSpace", "canShareBufferWith"]>]> {
  let summary = "matrix product plus a bias row";
  let description = [{
    `result = lhs x rhs + bias`, the bias `[1, N]` in space `Bias` added to each
    row.
  }];
  let arguments = (ins Pypto_Tile:$lhs, Pypto_Tile:$rhs, Pypto_Tile:$bias,
                       Optional<Pypto_Buffer>:$dst);
  let results = (outs Pypto_Tile:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs `,` $bias (`into` $dst^)? attr-dict `:`
    functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// A vector times a matrix
//===----------------------------------------------------------------------===//

class Pypto_TileGemvOp<string name, list<string> methods>
    : Pypto_TileOp<name, [
        DeclareOpInterfaceMethods<Pypto_TileOpInterface, methods # [
          "getOperandSpaces", "getFixedResultSpace", "canShareBufferWith"]>]> {
  let results = (outs Pypto_Tile:$result);
  let hasVerifier = 1;
}

def TileGemvOp : Pypto_TileGemvOp<"gemv", []> {
  let summary = "vector times matrix";
  let description = "As `pypto.tile.matmul`, with one row on the left.";
  let arguments = (ins Pypto_Tile:$lhs, Pypto_Tile:$rhs,
                       Optional<Pypto_Buffer>:$dst);
  let assemblyFormat = [{
    $lhs `,` $rhs (`into` $dst^)? attr-dict `:`
    functional-type(operands, results)
  }];
}

def TileGemvAccOp : Pypto_TileGemvOp<"gemv_acc", ["getForwardedOperand"]> {
  let summary = "vector times matrix, added to an accumulator in place";
  let description = "As `pypto.tile.matmul_acc`, with one row on the left.";
  let arguments = (ins Pypto_Tile:$acc, Pypto_Tile:$lhs, Pypto_Tile:$rhs,
                       Optional<Pypto_Buffer>:$dst);
  let assemblyFormat = [{
    $acc `,` $lhs `,` $rhs (`into` $dst^)? attr-dict `:`
    functional-type(operands, results)
  }];
}

def TileGemvBiasOp : Pypto_TileGemvOp<"gemv_bias", []> {
  let summary = "vector times matrix, plus a bias row";
  let description = "As `pypto.tile.matmul_bias`, with one row on the left.";
  let arguments = (ins Pypto_Tile:$lhs, Pypto_Tile:$rhs, Pypto_Tile:$bias,
                       Optional<Pypto_Buffer>:$dst);
  let assemblyFormat = [{
    $lhs `,` $rhs `,` $bias (`into` $dst^)? attr-dict `:`
    functional-type(operands, results)
  }];
}

#endif // PYPTO_MATMUL_OPS_TD
