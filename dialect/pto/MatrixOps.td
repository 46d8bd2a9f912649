//===- MatrixOps.td - matrix products ----------------------*- tablegen -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTO_MATRIX_OPS_TD
#define PTO_MATRIX_OPS_TD

include "PtoOpBase.td"

// Every product runs on M and may, in the legacy form, yield a tensor.
class Pto_MatrixOp<string mnemonic, list<string> inputs,
                   list<Trait> traits = []>
    : Pto_PipeOp<mnemonic, "M", traits> {
  let results = (outs Optional<AnyRankedTensor>:$result);
  let assemblyFormat = Pto_LegacyText<inputs>.text;
  let hasVerifier = 1;
}

def Pto_TMatmulOp : Pto_MatrixOp<"tmatmul", ["lhs", "rhs"]> {
  let summary = "matrix product";
  let description = [{
    `dst = lhs * rhs` with `lhs` in `left`, `rhs` in `right`, `dst` in `acc`.
    Sums are kept in the destination's type: i32 for i8 x i8, f32 for f16,
    bf16, f32 and (A5) 8-bit floats. The valid extents m, k, n are within
    1 to 4095.

    ```mlir
    pto.tmatmul ins(%l, %r : !L, !R) outs(%acc : !A)
    ```
  }];
  let arguments = (ins Pto_In<"M x K">:$lhs, Pto_In<"K x N">:$rhs,
                       Pto_Out<"M x N">:$dst);
}

def Pto_TMatmulAccOp : Pto_MatrixOp<"tmatmul.acc", ["acc_in", "lhs", "rhs"],
    [Pto_Lint]> {
  let summary = "matrix product added to an accumulator";
  let description = [{
    `dst = acc_in + lhs * rhs`; `dst` is usually `acc_in`. Rules as
    `pto.tmatmul`, but element types are not compared.
  }];
  let arguments = (ins Pto_In<"M x N">:$acc_in, Pto_In<"M x K">:$lhs,
                       Pto_In<"K x N">:$rhs, Pto_Out<"M x N">:$dst);
}

def Pto_TMatmulBiasOp : Pto_MatrixOp<"tmatmul.bias", ["a", "b", "bias"]> {
  let summary = "matrix product plus a bias row";
  let description = [{
    `dst = a * b + bias`, the one row of `bias` added to every row. The bias
    is in `bias` and has the element type of `dst`.
  }];
  let arguments = (ins Pto_In<"M x K">:$a, Pto_In<"K x N">:$b,
                       Pto_In<"1 x N">:$bias, Pto_Out<"M x N">:$dst);
}

def Pto_TMatmulMxOp : Pto_MatrixOp<"tmatmul.mx",
    ["a", "a_scale", "b", "b_scale"], [Pto_Lint]> {
  let summary = "micro-scaled matrix product";
  let description = [{
    Product of two matrices of 8-bit floats, each block of 32 along K scaled
    by its entry in the scale tile. The result is f32. The assembler lets A3
    pass although that target has no such instruction.
  }];
  let arguments = (ins Pto_In<"M x K">:$a, Pto_In<"scales of a">:$a_scale,
                       Pto_In<"K x N">:$b, Pto_In<"scales of b">:$b_scale,
                       Pto_Out<"M x N">:$dst);
}

def Pto_TMatmulMxAccOp : Pto_MatrixOp<"tmatmul.mx.acc",
    ["c_in", "a", "a_scale", "b", "b_scale"], [Pto_Lint]> {
  let summary = "micro-scaled matrix product added to an accumulator";
  let description = [{
    `dst = c_in + (a * b)` with `a` and `b` as in `pto.tmatmul.mx`.
  }];
  let arguments = (ins Pto_In<"M x N">:$c_in, Pto_In<"M x K">:$a,
                       Pto_In<"scales of a">:$a_scale, Pto_In<"K x N">:$b,
                       Pto_In<"scales of b">:$b_scale, Pto_Out<"M x N">:$dst);
}

def Pto_TMatmulMxBiasOp : Pto_MatrixOp<"tmatmul.mx.bias",
    ["a", "a_scale", "b", "b_scale", "bias"], [Pto_Lint]> {
  let summary = "micro-scaled matrix product plus a bias row";
  let description = [{
    `dst = (a * b) + bias` with `a` and `b` as in `pto.tmatmul.mx`; the bias
    is one row of f32.
  }];
  let arguments = (ins Pto_In<"M x K">:$a, Pto_In<"scales of a">:$a_scale,
                       Pto_In<"K x N">:$b, Pto_In<"scales of b">:$b_scale,
                       Pto_In<"1 x N">:$bias, Pto_Out<"M x N">:$dst);
}

def Pto_TGemvOp : Pto_MatrixOp<"tgemv", ["lhs", "rhs"]> {
  let summary = "vector times matrix";
  let description = [{
    As `pto.tmatmul`, with one valid row in `lhs`.
  }];
  let arguments = (ins Pto_In<"1 x K">:$lhs, Pto_In<"K x N">:$rhs,
                       Pto_Out<"1 x N">:$dst);
}

def Pto_TGemvAccOp : Pto_MatrixOp<"tgemv.acc", ["acc_in", "lhs", "rhs"],
    [Pto_Lint]> {
  let summary = "vector times matrix, added to an accumulator";
  let description = [{
    As `pto.tmatmul.acc`, with one valid row in `lhs`.
  }];
  let arguments = (ins Pto_In<"1 x N">:$acc_in, Pto_In<"1 x K">:$lhs,
                       Pto_In<"K x N">:$rhs, Pto_Out<"1 x N">:$dst);
}

def Pto_TGemvBiasOp : Pto_MatrixOp<"tgemv.bias", ["a", "b", "bias"]> {
  let summary = "vector times matrix, plus a bias row";
  let description = [{
    As `pto.tmatmul.bias`, with one valid row in `a`.
  }];
  let arguments = (ins Pto_In<"1 x K">:$a, Pto_In<"K x N">:$b,
                       Pto_In<"1 x N">:$bias, Pto_Out<"1 x N">:$dst);
}

def Pto_TGemvMxOp : Pto_MatrixOp<"tgemv.mx",
    ["a", "a_scale", "b", "b_scale"]> {
  let summary = "micro-scaled vector times matrix";
  let description = [{
    As `pto.tmatmul.mx`, with one valid row in `a`. A5 only; each scale tile
    is in `scaling` and has shape and valid extents of its data tile.
  }];
  let arguments = (ins Pto_In<"1 x K">:$a, Pto_In<"scales of a">:$a_scale,
                       Pto_In<"K x N">:$b, Pto_In<"scales of b">:$b_scale,
                       Pto_Out<"1 x N">:$dst);
}

def Pto_TGemvMxAccOp : Pto_MatrixOp<"tgemv.mx.acc",
    ["c_in", "a", "a_scale", "b", "b_scale"]> {
  let summary = "micro-scaled vector times matrix, added to an accumulator";
  let description = [{
    As `pto.tgemv.mx`, added to `c_in`, which has element type and valid
    extents of `dst`. A5 only.
  }];
  let arguments = (ins Pto_In<"1 x N">:$c_in, Pto_In<"1 x K">:$a,
                       Pto_In<"scales of a">:$a_scale, Pto_In<"K x N">:$b,
                       Pto_In<"scales of b">:$b_scale, Pto_Out<"1 x N">:$dst);
}

def Pto_TGemvMxBiasOp : Pto_MatrixOp<"tgemv.mx.bias",
    ["a", "a_scale", "b", "b_scale", "bias"]> {
  let summary = "micro-scaled vector times matrix, plus a bias row";
  let description = [{
    As `pto.tgemv.mx`, plus one row of f32 with columns and valid extents of
    `dst`. A5 only.
  }];
  let arguments = (ins Pto_In<"1 x K">:$a, Pto_In<"scales of a">:$a_scale,
                       Pto_In<"K x N">:$b, Pto_In<"scales of b">:$b_scale,
                       Pto_In<"1 x N">:$bias, Pto_Out<"1 x N">:$dst);
}

#endif // PTO_MATRIX_OPS_TD
