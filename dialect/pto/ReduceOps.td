//===- ReduceOps.td - reductions ---------------------------*- tablegen -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTO_REDUCE_OPS_TD
#define PTO_REDUCE_OPS_TD

include "PtoOpBase.td"

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

// src is ND, dst has one valid column and as many valid rows.
defvar Pto_RowRules = [{
    .tiles({{"src", getSrc()}}).vec().nd().element(elem::Arithmetic)
    .validNonZero()
    .tiles({{"dst", getDst()}}).vec().noneBox().oneColumnIfColMajor()
    .validCols(1)
    .tiles({{"src", getSrc()}, {"dst", getDst()}}).sameValidRows()
  }];
defvar Pto_TmpLikeSrc = [{
    .tiles({{"src", getSrc()}, {"tmp", getTmp()}}).sameElement().sameValid()
  }];

class Pto_RowReduceOp<string mnemonic, code rules>
    : Pto_TileOp<mnemonic, "V", Pto_RowRules # rules> {
  let arguments = (ins Pto_In<"R x C">:$src, Pto_Tmp<>:$tmp,
                       Pto_Out<"R x 1">:$dst);
  let assemblyFormat = Pto_Text<["src", "tmp"]>.text;
}

defvar Pto_DstLikeSrc = ".sameElement()";

def Pto_TRowSumOp : Pto_RowReduceOp<"trowsum", Pto_DstLikeSrc> {
  let summary = "sum of each row";
  let description = [{
    `dst[i, 0] = sum over j of src[i, j]`. `dst` has one valid column; stored
    column by column (DN) it has exactly one column. i16, i32, f16, f32. `tmp`
    is scratch space.

    ```mlir
    pto.trowsum ins(%a, %t : !V, !V) outs(%col : !COL)
    ```
  }];
}

def Pto_TRowMaxOp : Pto_RowReduceOp<"trowmax", Pto_DstLikeSrc> {
  let summary = "maximum of each row";
  let description = [{
    `dst[i, 0] = max over j of src[i, j]`. As `pto.trowsum`.
  }];
}

def Pto_TRowMinOp
    : Pto_RowReduceOp<"trowmin", Pto_DstLikeSrc # !strconcat(Pto_TmpLikeSrc, "")> {
  let summary = "minimum of each row";
  let description = [{
    `dst[i, 0] = min over j of src[i, j]`. As `pto.trowsum`; `tmp` is like
    `src`.
  }];
}

def Pto_TRowProdOp
    : Pto_RowReduceOp<"trowprod", Pto_DstLikeSrc # !strconcat(Pto_TmpLikeSrc, "")> {
  let summary = "product of each row";
  let description = [{
    `dst[i, 0] = product over j of src[i, j]`. As `pto.trowmin`.
  }];
}

defvar Pto_IndexDst = Pto_TmpLikeSrc # [{
    .tiles({{"dst", getDst()}}).indices()
  }];

def Pto_TRowArgMaxOp : Pto_RowReduceOp<"trowargmax", Pto_IndexDst> {
  let summary = "column of the maximum of each row";
  let description = [{
    `dst[i, 0]` is the column, as i32 or ui32, of the largest element of row
    `i`. `tmp` is like `src`.
  }];
}

def Pto_TRowArgMinOp : Pto_RowReduceOp<"trowargmin", Pto_IndexDst> {
  let summary = "column of the minimum of each row";
  let description = [{
    As `pto.trowargmax`, for the smallest element.
  }];
}

//===----------------------------------------------------------------------===//
// Columns
//===----------------------------------------------------------------------===//

defvar Pto_ColTiles = [{
    .tiles({{"src", getSrc()}, {"dst", getDst()}}).vec().nd().sameElement()
    .sameValidCols()
  }];
defvar Pto_ColRules = Pto_ColTiles # [{
    .element(elem::Arithmetic, elem::Arithmetic | elem::I8 | elem::BF16)
    .onA5([&](TileVerifier &v) { v.tiles({{"src", getSrc()}}).validNonZero(); })
  }];

class Pto_ColReduceOp<string mnemonic, code rules = Pto_ColRules>
    : Pto_TileOp<mnemonic, "V", rules> {
  let arguments = (ins Pto_In<"R x C">:$src, Pto_Out<"1 x C">:$dst);
  let assemblyFormat = Pto_Text<["src"]>.text;
}

def Pto_TColSumOp : Pto_TileOp<"tcolsum", "V", Pto_ColRules # [{
    .tiles({{"tmp", getTmp()}})
    .require(static_cast<bool>(getTmp()) == getIsBinary().has_value(),
             ::pypto::Diag::PtoAttribute,
             "expects tmp and isBinary together or neither")
  }]> {
  let summary = "sum of each column";
  let description = [{
    `dst[0, j] = sum over i of src[i, j]`. With `tmp` the attribute `isBinary`,
    inside `ins`, says whether the rows are added in pairs, pairs of pairs, and
    so on (`true`) or one after the other. i16, i32, f16, f32; on A5 also i8
    and bf16.

    ```mlir
    pto.tcolsum ins(%a, %t {isBinary = true} : !V, !V) outs(%row : !ROW)
    ```
  }];
  let arguments = (ins Pto_In<"R x C">:$src, Pto_OptTmp<>:$tmp,
                       Pto_Out<"1 x C">:$dst,
                       OptionalAttr<BoolAttr>:$isBinary);
  let assemblyFormat = Pto_Text<["src"], "tmp", "attr-dict">.text;
}

def Pto_TColMaxOp : Pto_ColReduceOp<"tcolmax"> {
  let summary = "maximum of each column";
  let description = [{
    `dst[0, j] = max over i of src[i, j]`. Elements as `pto.tcolsum`.
  }];
}

def Pto_TColMinOp : Pto_ColReduceOp<"tcolmin"> {
  let summary = "minimum of each column";
  let description = [{
    `dst[0, j] = min over i of src[i, j]`. Elements as `pto.tcolsum`.
  }];
}

def Pto_TColProdOp : Pto_ColReduceOp<"tcolprod", Pto_ColTiles # [{
    .element(elem::Arithmetic, elem::Arithmetic | elem::BF16)
  }]> {
  let summary = "product of each column";
  let description = [{
    `dst[0, j] = product over i of src[i, j]`. i16, i32, f16, f32; on A5 also
    bf16.
  }];
}

class Pto_ColArgOp<string mnemonic> : Pto_TileOp<mnemonic, "V", [{
    .tiles({{"src", getSrc()}}).vec().nd().element(elem::Float).validNonZero()
    .tiles({{"tmp", getTmp()}}).vec().rowMajor()
    .tiles({{"src", getSrc()}, {"tmp", getTmp()}}).sameElement().sameValid()
    .tiles({{"dst", getDst()}}).vec().nd().indices().validRows(1)
    .tiles({{"src", getSrc()}, {"dst", getDst()}}).sameValidCols()
  }]> {
  let arguments = (ins Pto_In<"R x C">:$src, Pto_Tmp<>:$tmp,
                       Pto_Out<"1 x C">:$dst);
  let assemblyFormat = Pto_Text<["src", "tmp"]>.text;
}

def Pto_TColArgMaxOp : Pto_ColArgOp<"tcolargmax"> {
  let summary = "row of the maximum of each column";
  let description = [{
    `dst[0, j]` is the row, as i32 or ui32, of the largest element of column
    `j`. f16, f32; `tmp` is like `src`.
  }];
}

def Pto_TColArgMinOp : Pto_ColArgOp<"tcolargmin"> {
  let summary = "row of the minimum of each column";
  let description = [{
    As `pto.tcolargmax`, for the smallest element.
  }];
}

def Pto_THistogramOp : Pto_TileOp<"thistogram", "V", [{
    .onlyA5()
    .tiles({{"src", getSrc()}}).vec().nd().element(elem::I16)
    .tiles({{"idx", getIdx()}}).vec()
    .layout(BLayout::ColMajor, SLayout::NoneBox).element(elem::I8).columns(1, 1)
    .tiles({{"dst", getDst()}}).vec().nd().element(elem::I32).columns(256)
    .tiles({{"src", getSrc()}, {"idx", getIdx()}, {"dst", getDst()}})
    .sameRows().sameValidRows()
  }]> {
  let summary = "histogram of each row";
  let description = [{
    Counts one byte of the 16-bit elements of each row in 256 bins: the high
    byte with `isMSB`, else the low byte of the elements whose high byte is the
    row's entry of `idx`. A5 only.
  }];
  let arguments = (ins Pto_In<"R x C">:$src, Pto_In<"R x 1">:$idx,
                       Pto_Out<"R x 256">:$dst, BoolAttr:$isMSB);
  let assemblyFormat = Pto_Text<["src", "idx"]>.text;
}

#endif // PTO_REDUCE_OPS_TD
