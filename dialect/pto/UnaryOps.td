//===- UnaryOps.td - elementwise on one tile, conversion ---*- tablegen -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTO_UNARY_OPS_TD
#define PTO_UNARY_OPS_TD

include "PtoOpBase.td"

defvar Pto_UnaryTiles = ".tiles({{\"src\", getSrc()}, {\"dst\", getDst()}})";
// What exponentials, roots and their like ask of their operands.
defvar Pto_FloatUnary = Pto_UnaryTiles #
    ".vec().rowMajor().sameElement().sameValid().element(elem::Float)";

class Pto_UnaryOp<string mnemonic, code rules = Pto_FloatUnary>
    : Pto_TileOp<mnemonic, "V", rules> {
  let arguments = (ins Pto_In<>:$src, Pto_Out<>:$dst);
  let assemblyFormat = Pto_Text<["src"]>.text;
}

// A function that the A5 has in two precisions; A2 and A3 ignore the attribute.
// Not in version 0.27 of the public assembler, but in newer ones.
class Pto_FunctionOp<string mnemonic, Attr precision,
                     code rules = Pto_FloatUnary>
    : Pto_UnaryOp<mnemonic, rules> {
  let arguments = (ins Pto_In<>:$src, Pto_Out<>:$dst,
                       OptionalAttr<precision>:$precisionType);
}

def Pto_TAbsOp : Pto_UnaryOp<"tabs"> {
  let summary = "absolute value";
  let description = [{
    `dst = |src|`. f16, f32.
  }];
}

def Pto_TExpOp : Pto_FunctionOp<"texp", Pto_ExpPrecisionAttr> {
  let summary = "exponential";
  let description = [{
    `dst = e^src`. f16, f32. `precisionType` asks the A5 for the precise and
    slow variant; version 0.27 of the public assembler does not know it.
  }];
}

def Pto_TLogOp : Pto_FunctionOp<"tlog", Pto_LogPrecisionAttr> {
  let summary = "natural logarithm";
  let description = [{
    `dst = ln src`. f16, f32. `precisionType` as for `pto.texp`.
  }];
}

def Pto_TSqrtOp : Pto_FunctionOp<"tsqrt", Pto_SqrtPrecisionAttr> {
  let summary = "square root";
  let description = [{
    `dst = sqrt(src)`. f16, f32. `precisionType` as for `pto.texp`.
  }];
}

def Pto_TRecipOp : Pto_FunctionOp<"trecip", Pto_RecipPrecisionAttr,
    Pto_FloatUnary # [{
    .apply([](TileVerifier &v) {
      if (isNamedA3(v.getOperation()))
        v.distinct();
    })
  }]> {
  let summary = "reciprocal";
  let description = [{
    `dst = 1 / src`. f16, f32. Where the module says `a3`, `dst` is not `src`.
    `precisionType` as for `pto.texp`.

    ```mlir
    pto.trecip ins(%a : !V) outs(%b : !V)
        {precisionType = #pto<recip_precision high_precision>}
    ```
  }];
}

def Pto_TRSqrtOp : Pto_TileOp<"trsqrt", "V", Pto_FloatUnary # [{
    .apply([&](TileVerifier &v) {
      if (getTmp())
        v.tiles({{"tmp", getTmp()}}).vec().rowMajor().atLeastBytes(32);
      v.require(getTmp() || getPrecisionType() != Precision::HighPrecision,
                ::pypto::Diag::PtoAttribute,
                "expects tmp, as precisionType is high_precision");
    })
  }]> {
  let summary = "reciprocal of the square root";
  let description = [{
    `dst = 1 / sqrt(src)`. f16, f32. With the scratch tile, of at least 32
    bytes, the square root is computed and then divided; without it the result
    is an estimate. `precisionType` as for `pto.texp`; it needs the tile.
  }];
  let arguments = (ins Pto_In<>:$src, Pto_Out<>:$dst, Pto_OptTmp<>:$tmp,
                       OptionalAttr<Pto_RsqrtPrecisionAttr>:$precisionType);
  let assemblyFormat = Pto_Text<["src"], "tmp">.text;
}

def Pto_TNegOp : Pto_UnaryOp<"tneg", Pto_UnaryTiles # [{
    .vec().sameElement().sameValidCols()
    .element(elem::Arithmetic, elem::Arithmetic | elem::I8 | elem::BF16)
    .onA3([](TileVerifier &v) { v.sameValidRows(); })
  }]> {
  let summary = "negation";
  let description = [{
    `dst = -src`. i16, i32, f16, f32; on A5 also i8 and bf16.
  }];
}

def Pto_TReluOp : Pto_UnaryOp<"trelu", Pto_UnaryTiles # [{
    .vec().rowMajor().sameElement().sameValid()
    .element(elem::I32 | elem::Float)
  }]> {
  let summary = "rectifier";
  let description = [{
    `dst = max(src, 0)`. i32, f16, f32.
  }];
}

def Pto_TNotOp : Pto_UnaryOp<"tnot", Pto_UnaryTiles # [{
    .vec().rowMajor().sameElement().sameValid()
    .element(elem::I16, elem::Ints)
  }]> {
  let summary = "bitwise complement";
  let description = [{
    `dst = ~src`. i16; on A5 also i8 and i32.
  }];
}

def Pto_TCvtOp : Pto_TileOp<"tcvt", "V", Pto_UnaryTiles # [{
    .apply(checkConverted).tiles({{"tmp", getTmp()}})
  }], [Pto_Lint]> {
  let summary = "conversion of elements";
  let description = [{
    `dst` gets the elements of `src` in its own type, rounded by `rmode` and,
    with `sat_mode` ON, clamped to the range of the type. A tile of
    `!pto.f4E2M1x2` has half as many columns as it has floats. The assembler
    does not test the pair of element types. The attributes are written inside
    `ins`.

    ```mlir
    pto.tcvt ins(%a {rmode = #pto<round_mode TRUNC>} : !V) outs(%b : !VH)
    ```
  }];
  let arguments = (ins Pto_In<>:$src, Pto_Out<>:$dst, Pto_OptTmp<>:$tmp,
    DefaultValuedAttr<Pto_RoundModeAttr,
                      "::mlir::pto::RoundMode::CastRint">:$rmode,
    OptionalAttr<Pto_SaturationModeAttr>:$sat_mode);
  let assemblyFormat = Pto_Text<["src"], "tmp", "attr-dict">.text;
}

def Pto_TQuantOp : Pto_PipeOp<"tquant", "V"> {
  let summary = "quantise f32 to 8 bits";
  let description = [{
    Scales `src` row by row with `fp` and rounds to 8-bit integers: `INT8_SYM`
    to i8, `INT8_ASYM` to ui8 with the f32 tile `offset` added.
  }];
  let arguments = (ins Pto_In<>:$src, Pto_In<"scales">:$fp,
                       Pto_OptIn<"offsets">:$offset, Pto_Out<>:$dst,
                       Pto_QuantTypeAttr:$quant_type);
  let assemblyFormat = Pto_Text<["src", "fp"], "offset">.text;
  let hasVerifier = 1;
}

def Pto_TDequantOp : Pto_TileOp<"tdequant", "V", [{
    .tiles({{"src", getSrc()}}).signedShortInts()
    .tiles({{"scale", getScale()}, {"offset", getOffset()}, {"dst", getDst()}})
    .element(elem::F32)
    .onA3([&](TileVerifier &v) {
      v.tiles({{"src", getSrc()}, {"dst", getDst()}}).rowMajor();
    })
  }]> {
  let summary = "quantised integers back to f32";
  let description = [{
    `dst = (src - offset) * scale`. i8 or i16 to f32.
  }];
  let arguments = (ins Pto_In<>:$src, Pto_In<"scales">:$scale,
                       Pto_In<"offsets">:$offset, Pto_Out<>:$dst);
  let assemblyFormat = Pto_Text<["src", "scale", "offset"]>.text;
}

#endif // PTO_UNARY_OPS_TD
