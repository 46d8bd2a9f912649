//===- CompareOps.td - comparison and selection ------------*- tablegen -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTO_COMPARE_OPS_TD
#define PTO_COMPARE_OPS_TD

include "PtoOpBase.td"

def Pto_TCmpOp : Pto_TileOp<"tcmp", "V", [{
    .tiles({{"src0", getSrc0()}, {"src1", getSrc1()}, {"dst", getDst()}})
    .onA3([&](TileVerifier &v) {
      v.vec().sameValidRows()
          .tiles({{"src0", getSrc0()}, {"src1", getSrc1()}})
          .sameElement().sameValid().element(elem::I32 | elem::Float)
          .tiles({{"dst", getDst()}}).element(elem::I8 | elem::Signless);
    })
    .onA5([&](TileVerifier &v) {
      v.sameShape()
          .tiles({{"src0", getSrc0()}, {"src1", getSrc1()}})
          .element(elem::Ints | elem::Float | elem::BF16)
          .tiles({{"dst", getDst()}}).element(elem::I8);
    })
  }]> {
  let summary = "compare two tiles";
  let description = [{
    `dst` is a predicate mask, an 8-bit tile: the result of `src0 cmpMode src1`
    for each element (`eq` unless written). The attribute is written inside
    `ins`. A3 i32, f16, f32; A5 also i8, i16, bf16.

    ```mlir
    pto.tcmp ins(%a, %b {cmpMode = #pto<cmp lt>} : !V, !V) outs(%m : !M)
    ```
  }];
  let arguments = (ins Pto_In<>:$src0, Pto_In<>:$src1, Pto_Out<"mask">:$dst,
                       OptionalAttr<Pto_CmpModeAttr>:$cmpMode);
  let assemblyFormat = Pto_Text<["src0", "src1"], "", "attr-dict">.text;
}

def Pto_TCmpSOp : Pto_TileOp<"tcmps", "V", [{
    .tiles({{"src", getSrc()}, {"dst", getDst()}}).vec().sameValidRows()
    .tiles({{"src", getSrc()}})
    .element(elem::Arithmetic, elem::Arithmetic | elem::I8)
  }], [Pto_Lint]> {
  let summary = "compare a tile with a scalar";
  let description = [{
    `dst` is the predicate mask of `src cmpMode scalar`. i16, i32, f16, f32; on
    A5 also i8.
  }];
  let arguments = (ins Pto_In<>:$src,
    AnyTypeOf<[AnyInteger, Index, AnyFloat]>:$scalar, Pto_Out<"mask">:$dst,
    DefaultValuedAttr<Pto_CmpModeAttr, "::mlir::pto::CmpMode::EQ">:$cmpMode);
  let assemblyFormat = Pto_Text<["src", "scalar"], "", "attr-dict">.text;
}

defvar Pto_SelectElements = "elem::Arithmetic, elem::Arithmetic | elem::I8";

def Pto_TSelOp : Pto_TileOp<"tsel", "V", [{
    .tiles({{"src0", getSrc0()}, {"src1", getSrc1()}, {"dst", getDst()}})
    .rowMajor().sameElement().element(}] # !strconcat(Pto_SelectElements, "") # ")",
  [Pto_Lint]> {
  let summary = "choose between two tiles";
  let description = [{
    `dst = mask ? src0 : src1` with scratch space. f16, f32 and 16- and 32-bit
    integers; on A5 also 8-bit ones.
  }];
  let arguments = (ins Pto_In<"mask">:$mask, Pto_In<>:$src0, Pto_In<>:$src1,
                       Pto_Tmp<>:$tmp, Pto_Out<>:$dst);
  let assemblyFormat = Pto_Text<["mask", "src0", "src1", "tmp"]>.text;
}

def Pto_TSelSOp : Pto_TileOp<"tsels", "V", [{
    .tiles({{"src", getSrc()}, {"dst", getDst()}})
    .rowMajor().sameElement().sameValid()
    .element(elem::Arithmetic | elem::Signless,
             elem::Arithmetic | elem::I8 | elem::Signless)
  }], [Pto_Lint]> {
  let summary = "choose between a tile and a scalar";
  let description = [{
    `dst = mask ? src : scalar` with scratch space. f16, f32 and signless 16-
    and 32-bit integers; on A5 also 8-bit ones.
  }];
  let arguments = (ins Pto_In<"mask">:$mask, Pto_In<>:$src, Pto_Tmp<>:$tmp,
                       Pto_Scalar:$scalar, Pto_Out<>:$dst);
  let assemblyFormat = Pto_Text<["mask", "src", "tmp", "scalar"]>.text;
}

#endif // PTO_COMPARE_OPS_TD
