//===- BroadcastOps.td - row and column broadcasts ---------*- tablegen -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTO_BROADCAST_OPS_TD
#define PTO_BROADCAST_OPS_TD

include "PtoOpBase.td"

defvar Pto_ExpandElements =
    "elem::Arithmetic | elem::I8 | elem::BF16";
defvar Pto_AllThree =
  ".tiles({{\"src0\", getSrc0()}, {\"src1\", getSrc1()}, {\"dst\", getDst()}})";

//===----------------------------------------------------------------------===//
// A value per row
//===----------------------------------------------------------------------===//

def Pto_TRowExpandOp : Pto_TileOp<"trowexpand", "V", [{
    .tiles({{"src", getSrc()}}).vec().noneBox()
    .tiles({{"dst", getDst()}}).vec().nd()
    .tiles({{"src", getSrc()}, {"dst", getDst()}}).sameElement()
    .sameValidRows().validNonZero().element(}] # !strconcat(Pto_ExpandElements, "") # ")"> {
  let summary = "repeat the first column";
  let description = [{
    `dst[i, j] = src[i, 0]`. i8, i16, i32, f16, bf16, f32.
  }];
  let arguments = (ins Pto_In<"R x 1">:$src, Pto_Out<"R x C">:$dst);
  let assemblyFormat = Pto_Text<["src"]>.text;
}

def Pto_TRowExpandAddOp : Pto_TileOp<"trowexpandadd", "V",
    Pto_AllThree # [{.sameElement()
    .element(elem::Arithmetic, elem::Arithmetic | elem::I8)
    .tiles({{"src0", getSrc0()}, {"dst", getDst()}}).rowMajor().sameValid()
    .tiles({{"src1", getSrc1()}, {"dst", getDst()}}).sameValidRows()
    .tiles({{"src1", getSrc1()}}).perRow()
  }]> {
  let summary = "add a value per row";
  let description = [{
    `dst[i, j] = src0[i, j] + src1[i, 0]`. A row-major `src1` has 32 bytes of
    valid columns, each row holding copies of its value; a column-major one has
    one column. i16, i32, f16, f32; on A5 also i8.
  }];
  let arguments = (ins Pto_In<"R x C">:$src0, Pto_In<"value per row">:$src1,
                       Pto_Out<"R x C">:$dst);
  let assemblyFormat = Pto_Text<["src0", "src1"]>.text;
}

class Pto_RowExpandOp<string mnemonic, code rules, list<Trait> traits = []>
    : Pto_TileOp<mnemonic, "V", Pto_AllThree # ".sameElement()" # rules,
                 traits> {
  let arguments = (ins Pto_In<"R x C">:$src0, Pto_In<"value per row">:$src1,
                       Pto_OptTmp<>:$tmp, Pto_Out<"R x C">:$dst);
  let assemblyFormat = Pto_Text<["src0", "src1"], "tmp">.text;
}

defvar Pto_LooseRowExpand =
    [{.tiles({{"tmp", getTmp()}}).tiles({{"dst", getDst()}}).rowMajor()}];
defvar Pto_ExpandWithI8 =
    ".element(elem::Arithmetic, elem::Arithmetic | elem::I8)";
defvar Pto_FloatOnly = ".element(elem::Float)";

def Pto_TRowExpandSubOp : Pto_RowExpandOp<"trowexpandsub",
    Pto_LooseRowExpand # !strconcat(Pto_ExpandWithI8, ""),
    [Pto_Lint]> {
  let summary = "subtract a value per row";
  let description = [{
    `dst[i, j] = src0[i, j] - src1[i, 0]`, with optional scratch space. i16,
    i32, f16, f32; on A5 also i8. Valid extents are not compared.
  }];
}

def Pto_TRowExpandMulOp : Pto_RowExpandOp<"trowexpandmul",
    Pto_LooseRowExpand # !strconcat(Pto_ExpandWithI8, ""),
    [Pto_Lint]> {
  let summary = "multiply by a value per row";
  let description = [{
    `dst[i, j] = src0[i, j] * src1[i, 0]`. As `pto.trowexpandsub`.
  }];
}

def Pto_TRowExpandDivOp : Pto_RowExpandOp<"trowexpanddiv",
    Pto_LooseRowExpand # !strconcat(Pto_FloatOnly, ""),
    [Pto_Lint]> {
  let summary = "divide by a value per row";
  let description = [{
    `dst[i, j] = src0[i, j] / src1[i, 0]`. As `pto.trowexpandsub`, for f16 and
    f32.
  }];
}

defvar Pto_StrictRowExpand =
    ".oneFullOnePerRow(getTmp())";

def Pto_TRowExpandMaxOp : Pto_RowExpandOp<"trowexpandmax",
    Pto_ExpandWithI8 # !strconcat(Pto_StrictRowExpand, "")> {
  let summary = "maximum with a value per row";
  let description = [{
    `dst[i, j] = max(src0[i, j], src1[i, 0])`. One source is row-major with the
    valid extents of `dst`, the other holds a value per row as in
    `pto.trowexpandadd`. Scratch space exists on A3 only, and there the values
    per row must not be row-major. i16, i32, f16, f32; on A5 also i8.
  }];
}

def Pto_TRowExpandMinOp : Pto_RowExpandOp<"trowexpandmin",
    Pto_ExpandWithI8 # !strconcat(Pto_StrictRowExpand, "")> {
  let summary = "minimum with a value per row";
  let description = [{
    `dst[i, j] = min(src0[i, j], src1[i, 0])`. As `pto.trowexpandmax`.
  }];
}

def Pto_TRowExpandExpDifOp : Pto_RowExpandOp<"trowexpandexpdif",
    Pto_FloatOnly # !strconcat(Pto_StrictRowExpand, "")> {
  let summary = "exponential of the difference with a value per row";
  let description = [{
    `dst[i, j] = e^(src0[i, j] - src1[i, 0])`, the inner step of a softmax. As
    `pto.trowexpandmax`, for f16 and f32.
  }];
}

//===----------------------------------------------------------------------===//
// A value per column
//===----------------------------------------------------------------------===//

def Pto_TColExpandOp : Pto_TileOp<"tcolexpand", "V", [{
    .tiles({{"src", getSrc()}, {"dst", getDst()}}).vec().nd().sameElement()
    .sameValidCols().element(}] # !strconcat(Pto_ExpandElements, "") # ")"> {
  let summary = "repeat the first row";
  let description = [{
    `dst[i, j] = src[0, j]`. i8, i16, i32, f16, bf16, f32.
  }];
  let arguments = (ins Pto_In<"1 x C">:$src, Pto_Out<"R x C">:$dst);
  let assemblyFormat = Pto_Text<["src"]>.text;
}

class Pto_ColExpandOp<string mnemonic, code elements>
    : Pto_TileOp<mnemonic, "V", Pto_AllThree # [{.rowMajor().sameElement()
        .sameValidCols()}] # elements # [{
        .tiles({{"src0", getSrc0()}, {"dst", getDst()}}).sameShape().sameValid()
      }]> {
  let arguments = (ins Pto_In<"R x C">:$src0, Pto_In<"1 x C">:$src1,
                       Pto_Out<"R x C">:$dst);
  let assemblyFormat = Pto_Text<["src0", "src1"]>.text;
}

// i8 needs the module to say a5 itself.
defvar Pto_ByAttribute =
    ".elementByAttribute(elem::Arithmetic, elem::Arithmetic | elem::I8)";

def Pto_TColExpandAddOp : Pto_ColExpandOp<"tcolexpandadd", Pto_ByAttribute> {
  let summary = "add a value per column";
  let description = [{
    `dst[i, j] = src0[i, j] + src1[0, j]`. i16, i32, f16, f32; i8 when the
    module attribute says A5 (the command line does not satisfy this rule).
  }];
}

def Pto_TColExpandSubOp : Pto_ColExpandOp<"tcolexpandsub", Pto_ByAttribute> {
  let summary = "subtract a value per column";
  let description = [{
    `dst[i, j] = src0[i, j] - src1[0, j]`. Elements as `pto.tcolexpandadd`.
  }];
}

def Pto_TColExpandMulOp : Pto_ColExpandOp<"tcolexpandmul", Pto_ByAttribute> {
  let summary = "multiply by a value per column";
  let description = [{
    `dst[i, j] = src0[i, j] * src1[0, j]`. Elements as `pto.tcolexpandadd`.
  }];
}

def Pto_TColExpandDivOp : Pto_ColExpandOp<"tcolexpanddiv", Pto_FloatOnly> {
  let summary = "divide by a value per column";
  let description = [{
    `dst[i, j] = src0[i, j] / src1[0, j]`. f16, f32.
  }];
}

def Pto_TColExpandMaxOp : Pto_ColExpandOp<"tcolexpandmax", Pto_ByAttribute> {
  let summary = "maximum with a value per column";
  let description = [{
    `dst[i, j] = max(src0[i, j], src1[0, j])`. Elements as `pto.tcolexpandadd`.
  }];
}

def Pto_TColExpandMinOp : Pto_ColExpandOp<"tcolexpandmin", Pto_ByAttribute> {
  let summary = "minimum with a value per column";
  let description = [{
    `dst[i, j] = min(src0[i, j], src1[0, j])`. Elements as `pto.tcolexpandadd`.
  }];
}

def Pto_TColExpandExpDifOp
    : Pto_ColExpandOp<"tcolexpandexpdif", Pto_FloatOnly> {
  let summary = "exponential of the difference with a value per column";
  let description = [{
    `dst[i, j] = e^(src0[i, j] - src1[0, j])`. f16, f32.
  }];
}

#endif // PTO_BROADCAST_OPS_TD
