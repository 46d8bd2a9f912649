//===- FillOps.td - generation, padding, elements ----------*- tablegen -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTO_FILL_OPS_TD
#define PTO_FILL_OPS_TD

include "PtoOpBase.td"

//===----------------------------------------------------------------------===//
// Generation
//===----------------------------------------------------------------------===//

def Pto_TCIOp : Pto_TileOp<"tci", "V", [{
    .tiles({{"dst", getDst()}}).element(elem::I16 | elem::I32)
    .scalarIsElement("S", getS()).notOneColumn()
  }]> {
  let summary = "consecutive integers";
  let description = [{
    `dst[0, j] = S + j`, or `S - j` with `descending`. The start has the element
    type: a 16- or 32-bit integer. The attribute is written inside `ins`.

    ```mlir
    pto.tci ins(%n {descending = true} : i32) outs(%a : !VI)
    ```
  }];
  let arguments = (ins AnyInteger:$S, Pto_Out<>:$dst,
                       DefaultValuedAttr<BoolAttr, "false">:$descending);
  let assemblyFormat = Pto_Text<["S"], "", "attr-dict">.text;
}

def Pto_TTriOp : Pto_TileOp<"ttri", "V", [{
    .tiles({{"dst", getDst()}}).vec().rowMajor()
    .element(elem::Arithmetic, elem::Arithmetic | elem::I8 | elem::BF16)
    .require(getUpperOrLower() == 0 || getUpperOrLower() == 1,
             ::pypto::Diag::PtoAttribute,
             "expects upperOrLower to be 0 (lower) or 1 (upper), got ",
             getUpperOrLower())
  }]> {
  let summary = "triangle of ones";
  let description = [{
    Ones on one side of the diagonal, which is moved by `diagonal` columns, and
    zeros on the other: below it with `upperOrLower = 0`, above with 1. i16,
    i32, f16, f32; on A5 also i8 and bf16.
  }];
  let arguments = (ins AnyInteger:$diagonal, Pto_Out<>:$dst,
                       DefaultValuedAttr<I32Attr, "0">:$upperOrLower);
  let assemblyFormat = Pto_Text<["diagonal"], "", "attr-dict">.text;
}

def Pto_TRandomOp : Pto_TileOp<"trandom", "V", [{
    .onlyA5().tiles({{"dst", getDst()}}).rowMajor().indices()
    .words(getOperation()->getOperands().drop_back())
    .require(getRounds() == 7 || getRounds() == 10,
             ::pypto::Diag::PtoAttribute,
             "expects rounds to be 7 or 10, got ", getRounds())
  }]> {
  let summary = "random integers from a counter";
  let description = [{
    A counter-based generator: the same key and counter give the same tile.
    Two key words, four counter words, 7 or 10 rounds, elements of i32 or ui32.
    A5 only.
  }];
  let arguments = (ins AnyInteger:$key0, AnyInteger:$key1,
    AnyInteger:$counter0, AnyInteger:$counter1, AnyInteger:$counter2,
    AnyInteger:$counter3, Pto_Out<>:$dst,
    DefaultValuedAttr<I32Attr, "10">:$rounds);
  let assemblyFormat = Pto_Text<["key0", "key1", "counter0", "counter1",
                                 "counter2", "counter3"], "",
                                "attr-dict">.text;
}

//===----------------------------------------------------------------------===//
// Padding
//===----------------------------------------------------------------------===//

class Pto_FillPadOp<string mnemonic, code shapes>
    : Pto_TileOp<mnemonic, "V", [{
        .tiles({{"src", getSrc()}, {"dst", getDst()}})
        .sameElementBytes().elementBytes({1, 2, 4})
      }] # shapes # ".tiles({{\"dst\", getDst()}}).hasPad()"> {
  let arguments = (ins Pto_In<>:$src, Pto_Out<>:$dst);
  let assemblyFormat = Pto_Text<["src"]>.text;
}

def Pto_TFillPadOp : Pto_FillPadOp<"tfillpad", ".sameShape()"> {
  let summary = "copy a tile and fill what is outside its valid rectangle";
  let description = [{
    `dst` is `src` inside the valid rectangle of `src`, and the pad value of
    the type of `dst` outside. The shapes are equal; elements have 1, 2 or 4
    bytes.

    ```mlir
    pto.tfillpad ins(%a : !pto.tile_buf<vec, 16x16xf32, valid=13x16>)
                 outs(%b : !pto.tile_buf<vec, 16x16xf32, pad=1>)
    ```
  }];
}

def Pto_TFillPadInplaceOp : Pto_FillPadOp<"tfillpad_inplace", ".sameShape()"> {
  let summary = "fill what is outside the valid rectangle, in place";
  let description = [{
    As `pto.tfillpad` where `dst` is the storage of `src`.
  }];
}

def Pto_TFillPadExpandOp : Pto_FillPadOp<"tfillpad_expand", ".growsTo()"> {
  let summary = "copy a tile into a larger one and fill the rest";
  let description = [{
    As `pto.tfillpad`, but `dst` may have more rows and columns than `src`.
  }];
}

//===----------------------------------------------------------------------===//
// Single elements
//===----------------------------------------------------------------------===//

def Pto_TSetValOp : Pto_PipeOp<"tsetval", "S", [Pto_Lint, Pto_PartialWrite]> {
  let summary = "write one element of a tile";
  let description = [{
    `dst[offset] = val`, where `offset` counts elements through the tile's
    storage. In the text the offset comes first. The type of the value is
    compared only for builtin shaped types.
  }];
  let arguments = (ins Pto_Out<>:$dst, Index:$offset, Pto_Scalar:$val);
  let assemblyFormat = Pto_Text<["offset", "val"]>.text;
  let hasVerifier = 1;
}

def Pto_TGetValOp : Pto_PipeOp<"tgetval", "S"> {
  let summary = "read one element of a tile";
  let description = [{
    `offset` counts elements through the tile's storage. The tile is in `vec`.

    ```mlir
    %x = pto.tgetval ins(%a, %i : !V, index) outs : f32
    ```
  }];
  let arguments = (ins Pto_In<>:$src, Index:$offset);
  let results = (outs Pto_Scalar:$dst);
  let assemblyFormat = [{
    `ins` `(` $src `,` $offset `:` type($src) `,` type($offset) `)`
    `outs` `:` type($dst) attr-dict
  }];
  let hasVerifier = 1;
}

#endif // PTO_FILL_OPS_TD
