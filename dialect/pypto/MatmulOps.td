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

/// A product of tiles: factors in Left and Right, the result in Acc. `inPlace`
/// products add to their accumulator's buffer.
class Pypto_TileProductOp<string name, bit inPlace = 0>
    : Pypto_TileOp<name, [
        DeclareOpInterfaceMethods<Pypto_ProductOpInterface, ["createSimilar"]>,
        DeclareOpInterfaceMethods<Pypto_TileOpInterface, [
          "getOperandSpaces", "getFixedResultSpace", "canShareBufferWith"] #
          !if(inPlace, ["getForwardedOperand"], []<string>)>]> {
  let results = (outs Pypto_Tile:$result);
  let hasVerifier = 1;
}

class Pypto_ProductText<list<string> operands> {
  string text = !interleave(!foreach(o, operands, "$" # o), " `,` ") # [{
    (`into` $dst^)? attr-dict `:` functional-type(operands, results)
  }];
}

def TileMatmulOp : Pypto_TileProductOp<"matmul"> {
  let summary = "matrix product of two tiles";
  let description = [{
    `result = lhs x rhs` over the valid rows, columns and contracted extent.
    `lhs` lives in `Left`, `rhs` in `Right`, the result, of element type f32 or
    i32, in `Acc`.
  }];
  let arguments = (ins Pypto_Tile:$lhs, Pypto_Tile:$rhs,
                       Optional<Pypto_Buffer>:$dst);
  let assemblyFormat = Pypto_ProductText<["lhs", "rhs"]>.text;
}

def TileMatmulAccOp : Pypto_TileProductOp<"matmul_acc", /*inPlace=*/1> {
  let summary = "matrix product added to an accumulator in place";
  let description = [{
    `result = acc + lhs x rhs`. The result is the accumulator's buffer: no copy
    between accumulators exists.
  }];
  let arguments = (ins Pypto_Tile:$acc, Pypto_Tile:$lhs, Pypto_Tile:$rhs,
                       Optional<Pypto_Buffer>:$dst);
  let assemblyFormat = Pypto_ProductText<["acc", "lhs", "rhs"]>.text;
}

def TileMatmulBiasOp : Pypto_TileProductOp<"matmul_bias"> {
  let summary = "matrix product plus a bias row";
  let description = [{
    `result = lhs x rhs + bias`, the bias `[1, N]` in space `Bias` added to each
    row.
  }];
  let arguments = (ins Pypto_Tile:$lhs, Pypto_Tile:$rhs, Pypto_Tile:$bias,
                       Optional<Pypto_Buffer>:$dst);
  let assemblyFormat = Pypto_ProductText<["lhs", "rhs", "bias"]>.text;
}

//===----------------------------------------------------------------------===//
// A vector times a matrix
//===----------------------------------------------------------------------===//

def TileGemvOp : Pypto_TileProductOp<"gemv"> {
  let summary = "vector times matrix";
  let description = "As `pypto.tile.matmul`, with one row on the left.";
  let arguments = (ins Pypto_Tile:$lhs, Pypto_Tile:$rhs,
                       Optional<Pypto_Buffer>:$dst);
  let assemblyFormat = Pypto_ProductText<["lhs", "rhs"]>.text;
}

def TileGemvAccOp : Pypto_TileProductOp<"gemv_acc", /*inPlace=*/1> {
  let summary = "vector times matrix, added to an accumulator in place";
  let description = "As `pypto.tile.matmul_acc`, with one row on the left.";
  let arguments = (ins Pypto_Tile:$acc, Pypto_Tile:$lhs, Pypto_Tile:$rhs,
                       Optional<Pypto_Buffer>:$dst);
  let assemblyFormat = Pypto_ProductText<["acc", "lhs", "rhs"]>.text;
}

def TileGemvBiasOp : Pypto_TileProductOp<"gemv_bias"> {
  let summary = "vector times matrix, plus a bias row";
  let description = "As `pypto.tile.matmul_bias`, with one row on the left.";
  let arguments = (ins Pypto_Tile:$lhs, Pypto_Tile:$rhs, Pypto_Tile:$bias,
                       Optional<Pypto_Buffer>:$dst);
  let assemblyFormat = Pypto_ProductText<["lhs", "rhs", "bias"]>.text;
}

//===----------------------------------------------------------------------===//
// Micro-scaled products
//===----------------------------------------------------------------------===//

def TileMatmulMxOp : Pypto_TileProductOp<"matmul_mx"> {
  let summary = "matrix product of micro-scaled tiles";
  let description = [{
    `result[i, j] = sum over k of lhs[i, k] * 2^lhs_scale[i, k / 32] *
    rhs[k, j] * 2^rhs_scale[k / 32, j]`: 32 elements along the contracted extent
    share a power of two. Factors are f8E4M3FN, scales f8E8M0FNU (or the same
    bits as ui8), in `LeftScale` and `RightScale`; the sum is f32. A5 only.

    ```mlir
    %c = pypto.tile.matmul_mx %a, %sa, %b, %sb
       : (!pypto.tile<16x64xf8E4M3FN>, !pypto.tile<16x2xf8E8M0FNU>,
          !pypto.tile<64x32xf8E4M3FN>, !pypto.tile<2x32xf8E8M0FNU>)
         -> !pypto.tile<16x32xf32>
    ```
  }];
  let arguments = (ins Pypto_Tile:$lhs, Pypto_Tile:$lhs_scale, Pypto_Tile:$rhs,
                       Pypto_Tile:$rhs_scale, Optional<Pypto_Buffer>:$dst);
  let assemblyFormat =
      Pypto_ProductText<["lhs", "lhs_scale", "rhs", "rhs_scale"]>.text;
}

def TileMatmulMxAccOp : Pypto_TileProductOp<"matmul_mx_acc", /*inPlace=*/1> {
  let summary = "micro-scaled product added to an accumulator in place";
  let description = [{
    `pypto.tile.matmul_mx` added to `acc`, whose buffer is the result's.
  }];
  let arguments = (ins Pypto_Tile:$acc, Pypto_Tile:$lhs, Pypto_Tile:$lhs_scale,
                       Pypto_Tile:$rhs, Pypto_Tile:$rhs_scale,
                       Optional<Pypto_Buffer>:$dst);
  let assemblyFormat =
      Pypto_ProductText<["acc", "lhs", "lhs_scale", "rhs", "rhs_scale"]>.text;
}

def TileMatmulMxBiasOp : Pypto_TileProductOp<"matmul_mx_bias"> {
  let summary = "micro-scaled product plus a bias row";
  let description = [{
    `pypto.tile.matmul_mx` with the f32 row `bias` added to each row.
  }];
  let arguments = (ins Pypto_Tile:$lhs, Pypto_Tile:$lhs_scale, Pypto_Tile:$rhs,
                       Pypto_Tile:$rhs_scale, Pypto_Tile:$bias,
                       Optional<Pypto_Buffer>:$dst);
  let assemblyFormat =
      Pypto_ProductText<["lhs", "lhs_scale", "rhs", "rhs_scale", "bias"]>.text;
}

def TileMoveScaleOp : Pypto_TileOp<"move_scale", [
    DeclareOpInterfaceMethods<Pypto_TileOpInterface, [
      "getOperandSpaces", "getFixedResultSpace", "canShareBufferWith"]>]> {
  let summary = "scales moved to where the product of a factor reads them";
  let description = [{
    Copies the rectangle of `source`, in `Mat`, that starts at `row`, `col` and
    has the result's shape into the scale memory beside `data`, a factor in
    `Left` or `Right`: the matrix unit finds the scales of a factor at the
    factor's own address divided by 16. `pypto-insert-mx-scale-addr` writes it
    in place of plain moves.

    ```mlir
    %s = pypto.tile.move_scale %m[%c0, %c0] beside %a
       : !pypto.tile<16x4xf8E8M0FNU, Mat, layout=zz>,
         !pypto.tile<16x64xf8E4M3FN, Left, layout=nz>
         -> !pypto.tile<16x2xf8E8M0FNU, LeftScale, layout=zz>
    ```
  }];
  let arguments = (ins Pypto_Tile:$source, Index:$row, Index:$col,
                       Pypto_Tile:$data, Optional<Pypto_Buffer>:$dst);
  let results = (outs Pypto_Tile:$result);
  let assemblyFormat = [{
    $source `[` $row `,` $col `]` `beside` $data (`into` $dst^ `:` type($dst))?
    attr-dict `:` qualified(type($source)) `,` qualified(type($data)) `->`
    qualified(type($result))
  }];
  let hasVerifier = 1;
}

#endif // PYPTO_MATMUL_OPS_TD
