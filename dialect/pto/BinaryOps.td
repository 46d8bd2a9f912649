//===- BinaryOps.td - elementwise on two tiles -------------*- tablegen -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTO_BINARY_OPS_TD
#define PTO_BINARY_OPS_TD

include "PtoOpBase.td"

defvar Pto_BinaryTiles =
  "{{\"src0\", getSrc0()}, {\"src1\", getSrc1()}, {\"dst\", getDst()}}";

// Row-major tiles of one element type and one valid rectangle. `a3` and `a5`
// are the element types of the two targets.
class Pto_BinaryOp<string mnemonic, string a3, string a5>
    : Pto_TileOp<mnemonic, "V",
        ".tiles(" # !strconcat(Pto_BinaryTiles, "") # ").rowMajor().sameElement().sameValid()"
        ".element(" # a3 # ", " # a5 # ")"> {
  let arguments = (ins Pto_In<>:$src0, Pto_In<>:$src1, Pto_Out<>:$dst);
  let assemblyFormat = Pto_Text<["src0", "src1"]>.text;
}

def Pto_TAddOp : Pto_BinaryOp<"tadd", "elem::Arithmetic",
    "elem::Arithmetic | elem::I8 | elem::BF16"> {
  let summary = "sum of two tiles";
  let description = [{
    `dst = src0 + src1` over the valid rectangle; integers wrap. `dst` may be a
    source. i16, i32, f16, f32; on A5 also i8 and bf16.

    ```mlir
    pto.tadd ins(%a, %b : !V, !V) outs(%c : !V)
    ```
  }];
}

def Pto_TSubOp : Pto_BinaryOp<"tsub", "elem::Arithmetic",
    "elem::Arithmetic | elem::I8"> {
  let summary = "difference of two tiles";
  let description = [{
    `dst = src0 - src1`. i16, i32, f16, f32; on A5 also i8.
  }];
}

def Pto_TMulOp : Pto_BinaryOp<"tmul", "elem::Arithmetic", "elem::Arithmetic"> {
  let summary = "product of two tiles, element by element";
  let description = [{
    `dst = src0 * src1`. i16, i32, f16, f32.
  }];
}

def Pto_TDivOp : Pto_BinaryOp<"tdiv", "elem::Float", "elem::Arithmetic"> {
  let summary = "quotient of two tiles";
  let description = [{
    `dst = src0 / src1`. f16, f32; on A5 also i16 and i32. `precisionType`, as
    for `pto.texp`, is for floats.
  }];
  let arguments = (ins Pto_In<>:$src0, Pto_In<>:$src1, Pto_Out<>:$dst,
                       OptionalAttr<Pto_DivPrecisionAttr>:$precisionType);
}

def Pto_TMaxOp : Pto_BinaryOp<"tmax", "elem::Arithmetic",
    "elem::Arithmetic | elem::I8"> {
  let summary = "maximum of two tiles";
  let description = [{
    `dst = max(src0, src1)`. i16, i32, f16, f32; on A5 also i8.
  }];
}

def Pto_TMinOp : Pto_BinaryOp<"tmin", "elem::Arithmetic",
    "elem::Arithmetic | elem::I8"> {
  let summary = "minimum of two tiles";
  let description = [{
    `dst = min(src0, src1)`. i16, i32, f16, f32; on A5 also i8.
  }];
}

def Pto_TFModOp : Pto_BinaryOp<"tfmod", "elem::Arithmetic",
    "elem::Arithmetic"> {
  let summary = "remainder of a division that truncates";
  let description = [{
    `dst = src0 - trunc(src0 / src1) * src1`, without scratch space. i16, i32,
    f16, f32.
  }];
}

def Pto_TRemOp : Pto_TileOp<"trem", "V", [{
    .tiles({{"src0", getSrc0()}, {"src1", getSrc1()}, {"tmp", getTmp()},
            {"dst", getDst()}})
    .rowMajor()
    .tiles({{"src0", getSrc0()}, {"src1", getSrc1()}, {"dst", getDst()}})
    .sameElement().sameValid()
    .element(elem::I32 | elem::F32, elem::Arithmetic)
    .tiles({{"dst", getDst()}, {"tmp", getTmp()}}).sameElement()
    .roomInSecond()
  }]> {
  let summary = "remainder of a division";
  let description = [{
    `dst = src0 mod src1` with scratch space `tmp`: at least one valid row, as
    many valid columns as `dst`, elements of `dst`. A3 i32 and f32; A5 i16,
    i32, f16, f32.
  }];
  let arguments = (ins Pto_In<>:$src0, Pto_In<>:$src1, Pto_Tmp<>:$tmp,
                       Pto_Out<>:$dst);
  let assemblyFormat = Pto_Text<["src0", "src1", "tmp"]>.text;
}

defvar Pto_A3Bits = "elem::I8 | elem::I16";

def Pto_TAndOp : Pto_BinaryOp<"tand", Pto_A3Bits, "elem::Ints"> {
  let summary = "bitwise and of two tiles";
  let description = [{
    `dst = src0 & src1`. 8- and 16-bit integers; on A5 also 32-bit.
  }];
}

def Pto_TOrOp : Pto_BinaryOp<"tor", Pto_A3Bits, "elem::Ints"> {
  let summary = "bitwise or of two tiles";
  let description = [{
    `dst = src0 | src1`. 8- and 16-bit integers; on A5 also 32-bit.
  }];
}

def Pto_TXorOp : Pto_TileOp<"txor", "V",
    ".tiles(" # !strconcat(Pto_BinaryTiles, "") # ").rowMajor().sameElement().sameValid()"
    ".element(" # !strconcat(Pto_A3Bits, "") # [{, elem::Ints)
    .onA3([&](TileVerifier &v) {
      v.tiles({{"dst", getDst()}, {"tmp", getTmp()}})
          .rowMajor().sameElement().sameValid();
    })
  }]> {
  let summary = "bitwise exclusive or of two tiles";
  let description = [{
    `dst = src0 ^ src1`. A3 has no such instruction and computes it in steps
    through `tmp`, which must be like `dst`; A5 ignores `tmp`. 8- and 16-bit
    integers; on A5 also 32-bit.
  }];
  let arguments = (ins Pto_In<>:$src0, Pto_In<>:$src1, Pto_Tmp<>:$tmp,
                       Pto_Out<>:$dst);
  let assemblyFormat = Pto_Text<["src0", "src1", "tmp"]>.text;
}

class Pto_ShiftOp<string mnemonic> : Pto_TileOp<mnemonic, "V",
    ".tiles(" # !strconcat(Pto_BinaryTiles, "") # [{).rowMajor().sameValid()
    .tiles({{"src0", getSrc0()}, {"src1", getSrc1()}}).sameElement()
    .element(elem::Ints)
  }]> {
  let arguments = (ins Pto_In<>:$src0, Pto_In<"distances">:$src1,
                       Pto_Out<>:$dst);
  let assemblyFormat = Pto_Text<["src0", "src1"]>.text;
}

def Pto_TShlOp : Pto_ShiftOp<"tshl"> {
  let summary = "shift left by the elements of another tile";
  let description = [{
    `dst = src0 << src1`. 8-, 16- and 32-bit integers.
  }];
}

def Pto_TShrOp : Pto_ShiftOp<"tshr"> {
  let summary = "shift right by the elements of another tile";
  let description = [{
    `dst = src0 >> src1`, with the sign for signed elements. 8-, 16- and 32-bit
    integers.
  }];
}

def Pto_TPReluOp : Pto_TileOp<"tprelu", "V", [{
    .tiles({{"src0", getSrc0()}, {"src1", getSrc1()}, {"dst", getDst()}})
    .rowMajor().sameElement().element(elem::Float)
    .tiles({{"src0", getSrc0()}, {"src1", getSrc1()}, {"tmp", getTmp()},
            {"dst", getDst()}})
    .sameShape()
    .onA3([&](TileVerifier &v) {
      v.tiles({{"tmp", getTmp()}}).rowMajor().unsignedBytes();
      if (isNamedA3(getOperation()))
        v.tiles({{"src0", getSrc0()}, {"src1", getSrc1()}, {"tmp", getTmp()},
                 {"dst", getDst()}}).distinct();
    })
  }]> {
  let summary = "leaky rectifier with a slope per element";
  let description = [{
    `dst = src0 > 0 ? src0 : src0 * src1`, f16 or f32, with scratch space. A3
    wants a scratch tile of ui8; where the module says `a3` the four tiles must
    be different ones.
  }];
  let arguments = (ins Pto_In<>:$src0, Pto_In<"slopes">:$src1, Pto_Tmp<>:$tmp,
                       Pto_Out<>:$dst);
  let assemblyFormat = Pto_Text<["src0", "src1", "tmp"]>.text;
}

class Pto_TernaryOp<string mnemonic, code rules>
    : Pto_TileOp<mnemonic, "V", [{
        .tiles({{"src0", getSrc0()}, {"src1", getSrc1()}, {"src2", getSrc2()},
                {"dst", getDst()}})
      }] # rules, [Pto_Lint]> {
  let arguments = (ins Pto_In<>:$src0, Pto_In<>:$src1, Pto_In<>:$src2,
                       Pto_Out<>:$dst);
  let assemblyFormat = Pto_Text<["src0", "src1", "src2"]>.text;
}

def Pto_TAddCOp : Pto_TernaryOp<"taddc", ".sameShape()"> {
  let summary = "sum of three tiles";
  let description = [{
    `dst = src0 + src1 + src2`, as two instructions through `dst`; so `dst`
    must not be `src2`.
  }];
}

def Pto_TSubCOp : Pto_TernaryOp<"tsubc", ""> {
  let summary = "difference of two tiles plus a third";
  let description = [{
    `dst = src0 - src1 + src2`, as two instructions through `dst`; so `dst`
    must not be `src2`.
  }];
}

class Pto_PartOp<string mnemonic, code rules = "">
    : Pto_TileOp<mnemonic, "V",
        ".tiles(" # !strconcat(Pto_BinaryTiles, "") # [{).sameElement()
        .element(elem::Arithmetic,
                 elem::Arithmetic | elem::I8 | elem::BF16)
        .onA3([&](TileVerifier &v) {
          v.partsCover();
        })
      }] # rules> {
  let arguments = (ins Pto_In<>:$src0, Pto_In<>:$src1, Pto_Out<>:$dst);
  let assemblyFormat = Pto_Text<["src0", "src1"]>.text;
}

defvar Pto_SameShape = ".tiles(" # !strconcat(Pto_BinaryTiles, "") # ").sameShape()";

def Pto_TPartAddOp : Pto_PartOp<"tpartadd"> {
  let summary = "sum of two tiles whose valid rectangles differ";
  let description = [{
    Where both sources are valid, `dst = src0 + src1`; where one is, its value.
    On A3 no source is larger than `dst` and at least one has its extents.
  }];
}

def Pto_TPartMulOp : Pto_PartOp<"tpartmul"> {
  let summary = "product of two tiles whose valid rectangles differ";
  let description = [{
    As `pto.tpartadd`, with `src0 * src1` where both are valid.
  }];
}

def Pto_TPartMaxOp : Pto_PartOp<"tpartmax", Pto_SameShape> {
  let summary = "maximum of two tiles whose valid rectangles differ";
  let description = [{
    As `pto.tpartadd`, with the maximum where both are valid. The tiles have
    equal shapes.
  }];
}

def Pto_TPartMinOp : Pto_PartOp<"tpartmin", Pto_SameShape> {
  let summary = "minimum of two tiles whose valid rectangles differ";
  let description = [{
    As `pto.tpartadd`, with the minimum where both are valid. The tiles have
    equal shapes.
  }];
}

def Pto_TConcatOp : Pto_TileOp<"tconcat", "V",
    ".tiles(" # !strconcat(Pto_BinaryTiles, "") # [{).vec().sameElement().sameValidRows()
    .element(elem::Arithmetic | elem::I8 | elem::BF16)
    .onA5([](TileVerifier &v) { v.rowMajor(); })
    .columnsFit()
  }]> {
  let summary = "columns of one tile beside those of another";
  let description = [{
    `dst` gets the columns of `src0`, then those of `src1`.
  }];
  let arguments = (ins Pto_In<>:$src0, Pto_In<>:$src1, Pto_Out<>:$dst);
  let assemblyFormat = Pto_Text<["src0", "src1"]>.text;
}

#endif // PTO_BINARY_OPS_TD
