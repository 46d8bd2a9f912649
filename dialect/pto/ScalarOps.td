//===- ScalarOps.td - elementwise on a tile and a scalar ---*- tablegen -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTO_SCALAR_OPS_TD
#define PTO_SCALAR_OPS_TD

include "PtoOpBase.td"

defvar Pto_A3Elements = "elem::Arithmetic";
defvar Pto_WithI8 = "elem::Arithmetic | elem::I8";
defvar Pto_WithI8AndBF16 = "elem::Arithmetic | elem::I8 | elem::BF16";

// Vec tiles of one element type. Valid rows are compared on A3 always, on A5
// only where `rowsOnA5`; the type of the scalar is not compared.
class Pto_ScalarRules<string src, string a5, bit rowsOnA5> {
  code rules = ".tiles({{\"" # src # "\", getOperand(0)}, {\"dst\", getDst()}})"
    ".vec().sameElement().sameValidCols().element(elem::Arithmetic, " # a5 # ")"
    # !if(rowsOnA5, ".sameValidRows()",
          ".onA3([](TileVerifier &v) { v.sameValidRows(); })");
}

class Pto_ScalarOp<string mnemonic, string a5, bit rowsOnA5 = 0>
    : Pto_TileOp<mnemonic, "V", Pto_ScalarRules<"src", a5, rowsOnA5>.rules,
                 [Pto_Lint]> {
  let arguments = (ins Pto_In<>:$src, Pto_Scalar:$scalar, Pto_Out<>:$dst);
  let assemblyFormat = Pto_Text<["src", "scalar"]>.text;
}

def Pto_TAddSOp : Pto_ScalarOp<"tadds", Pto_WithI8AndBF16> {
  let summary = "sum of a tile and a scalar";
  let description = [{
    `dst = src + scalar`. i16, i32, f16, f32; on A5 also i8 and bf16.

    ```mlir
    pto.tadds ins(%a, %s : !V, f32) outs(%b : !V)
    ```
  }];
}

def Pto_TSubSOp : Pto_ScalarOp<"tsubs", Pto_WithI8AndBF16> {
  let summary = "difference of a tile and a scalar";
  let description = [{
    `dst = src - scalar`. Elements as `pto.tadds`.
  }];
}

def Pto_TMulSOp : Pto_TileOp<"tmuls", "V",
    Pto_ScalarRules<"src0", Pto_WithI8AndBF16, 0>.rules, [Pto_Lint]> {
  let summary = "product of a tile and a scalar";
  let description = [{
    `dst = src0 * scalar`. Elements as `pto.tadds`.
  }];
  let arguments = (ins Pto_In<>:$src0, Pto_Scalar:$scalar, Pto_Out<>:$dst);
  let assemblyFormat = Pto_Text<["src0", "scalar"]>.text;
}

def Pto_TMaxSOp : Pto_ScalarOp<"tmaxs", Pto_WithI8, 1> {
  let summary = "maximum of a tile and a scalar";
  let description = [{
    `dst = max(src, scalar)`. i16, i32, f16, f32; on A5 also i8.
  }];
}

def Pto_TMinSOp : Pto_ScalarOp<"tmins", Pto_WithI8AndBF16> {
  let summary = "minimum of a tile and a scalar";
  let description = [{
    `dst = min(src, scalar)`. Elements as `pto.tadds`.
  }];
}

def Pto_TDivSOp : Pto_TileOp<"tdivs", "V", [{
    .onlyOneTile(getSrc(), getScalar())
    .tiles({{"the tile", getTileOperand()}, {"dst", getDst()}})
    .vec().sameElement().sameValid()
    .element(elem::Arithmetic, elem::Arithmetic | elem::I8)
  }]> {
  let summary = "quotient of a tile and a scalar, either way round";
  let description = [{
    `dst = src / scalar` when the tile comes first, `dst = scalar / tile` when
    the scalar does; the operands keep the order of the text. i16, i32, f16,
    f32; on A5 also i8.

    ```mlir
    pto.tdivs ins(%a, %s : !V, f32) outs(%b : !V)
    pto.tdivs ins(%s, %a : f32, !V) outs(%b : !V)
    ```
  }];
  let arguments = (ins Arg<AnyType, "dividend", [MemRead]>:$src,
                       Arg<AnyType, "divisor", [MemRead]>:$scalar,
                       Pto_Out<>:$dst);
  let assemblyFormat = Pto_Text<["src", "scalar"]>.text;
  let extraClassDeclaration = pipeDecl # [{
    /// Whether the scalar is divided by the tile.
    bool isScalarFirst();
    /// The operand that is a tile.
    ::mlir::Value getTileOperand() {
      return isScalarFirst() ? getScalar() : getSrc();
    }
    /// The operand that is a scalar.
    ::mlir::Value getScalarOperand() {
      return isScalarFirst() ? getSrc() : getScalar();
    }
  }];
}

def Pto_TRemSOp : Pto_TileOp<"trems", "V", [{
    .tiles({{"src", getSrc()}, {"tmp", getTmp()}, {"dst", getDst()}})
    .rowMajor()
    .tiles({{"src", getSrc()}, {"dst", getDst()}}).sameElement().sameValid()
    .element(elem::I32 | elem::F32, elem::Arithmetic)
    .scalarIsElement("scalar", getScalar())
    .tiles({{"dst", getDst()}, {"tmp", getTmp()}}).sameElement()
    .roomInSecond()
  }]> {
  let summary = "remainder of a division by a scalar";
  let description = [{
    `dst = src mod scalar` with scratch space; rules as `pto.trem`. The scalar
    has the element type.
  }];
  let arguments = (ins Pto_In<>:$src, Pto_Scalar:$scalar, Pto_Tmp<>:$tmp,
                       Pto_Out<>:$dst);
  let assemblyFormat = Pto_Text<["src", "scalar", "tmp"]>.text;
}

def Pto_TFModSOp : Pto_TileOp<"tfmods", "V", [{
    .tiles({{"src", getSrc()}, {"dst", getDst()}})
    .rowMajor().sameElement().sameValid().element(elem::Arithmetic)
    .scalarIsElement("scalar", getScalar())
  }]> {
  let summary = "remainder of a division by a scalar that truncates";
  let description = [{
    `dst = src - trunc(src / scalar) * scalar`. The scalar has the element
    type: i16, i32, f16 or f32.
  }];
  let arguments = (ins Pto_In<>:$src, Pto_Scalar:$scalar, Pto_Out<>:$dst);
  let assemblyFormat = Pto_Text<["src", "scalar"]>.text;
}

def Pto_TAxpyOp : Pto_TileOp<"taxpy", "V", [{
    .tiles({{"src", getSrc()}, {"dst", getDst()}})
    .vec().rowMajor().sameShape().sameValid()
    .scalarIsElement("scalar", getScalar())
    .sameElementOrWider()
    .tiles({{"src", getSrc()}})
    .element(elem::Float, elem::Float | elem::BF16)
  }]> {
  let summary = "add a scaled tile";
  let description = [{
    `dst = dst + src * scalar`. The scalar has the element type of `src`; `dst`
    has it too, or is f32 for an f16 source. f16, f32; on A5 also bf16.
  }];
  let arguments = (ins Pto_In<>:$src, Pto_Scalar:$scalar, Pto_InOut<>:$dst);
  let assemblyFormat = Pto_Text<["src", "scalar"]>.text;
}

class Pto_TwoTilesAndScalarOp<string mnemonic, code rules>
    : Pto_TileOp<mnemonic, "V", [{
        .tiles({{"src0", getSrc0()}, {"src1", getSrc1()}, {"dst", getDst()}})
      }] # rules, [Pto_Lint]> {
  let arguments = (ins Pto_In<>:$src0, Pto_Scalar:$scalar, Pto_In<>:$src1,
                       Pto_Out<>:$dst);
  let assemblyFormat = Pto_Text<["src0", "scalar", "src1"]>.text;
}

def Pto_TAddSCOp : Pto_TwoTilesAndScalarOp<"taddsc", ".sameShape()"> {
  let summary = "sum of a tile, a scalar and a tile";
  let description = [{
    `dst = src0 + scalar + src1`, as two instructions through `dst`; so `dst`
    must not be `src1`.
  }];
}

def Pto_TSubSCOp : Pto_TwoTilesAndScalarOp<"tsubsc", ""> {
  let summary = "a tile minus a scalar plus a tile";
  let description = [{
    `dst = src0 - scalar + src1`, as two instructions through `dst`; so `dst`
    must not be `src1`.
  }];
}

defvar Pto_BitsWithScalar = [{
    .tiles({{"src", getSrc()}, {"dst", getDst()}})
    .rowMajor().sameElement().sameValid().distinct()
    .element(elem::I8 | elem::I16, elem::Ints)
  }];

class Pto_IntScalarOp<string mnemonic, code rules>
    : Pto_TileOp<mnemonic, "V", rules> {
  let arguments = (ins Pto_In<>:$src, AnySignlessInteger:$scalar,
                       Pto_Out<>:$dst);
  let assemblyFormat = Pto_Text<["src", "scalar"]>.text;
}

def Pto_TAndSOp : Pto_IntScalarOp<"tands", Pto_BitsWithScalar> {
  let summary = "bitwise and with a scalar";
  let description = [{
    `dst = src & scalar`, and `dst` is not `src`. 8- and 16-bit integers; on A5
    also 32-bit.
  }];
}

def Pto_TOrSOp : Pto_IntScalarOp<"tors", Pto_BitsWithScalar> {
  let summary = "bitwise or with a scalar";
  let description = [{
    `dst = src | scalar`, and `dst` is not `src`. Elements as `pto.tands`.
  }];
}

def Pto_TXorSOp : Pto_TileOp<"txors", "V", Pto_BitsWithScalar> {
  let summary = "bitwise exclusive or with a scalar";
  let description = [{
    `dst = src ^ scalar` with scratch space, and `dst` is not `src`. Elements
    as `pto.tands`.
  }];
  let arguments = (ins Pto_In<>:$src, AnySignlessInteger:$scalar,
                       Pto_Tmp<>:$tmp, Pto_Out<>:$dst);
  let assemblyFormat = Pto_Text<["src", "scalar", "tmp"]>.text;
}

def Pto_TShlSOp : Pto_IntScalarOp<"tshls", [{
    .tiles({{"src", getSrc()}, {"dst", getDst()}})
    .sameElement().integers().notNegative("scalar", getScalar())
  }]> {
  let summary = "shift left by a scalar";
  let description = [{
    `dst = src << scalar`. Integers of any width; a constant distance is 0 or
    more.
  }];
}

def Pto_TShrSOp : Pto_IntScalarOp<"tshrs", [{
    .tiles({{"src", getSrc()}, {"dst", getDst()}})
    .vec().rowMajor().sameElement().sameValid()
    .element(elem::I16 | elem::I32, elem::Ints)
  }]> {
  let summary = "shift right by a scalar";
  let description = [{
    `dst = src >> scalar`, with the sign for signed elements. i16, i32; on A5
    also i8.
  }];
}

def Pto_TLReluOp : Pto_TileOp<"tlrelu", "V", [{
    .tiles({{"src", getSrc()}, {"dst", getDst()}})
    .vec().sameElement().sameValid().element(elem::Float)
    .onA3([](TileVerifier &v) { v.validNonZero(); })
  }]> {
  let summary = "leaky rectifier";
  let description = [{
    `dst = src > 0 ? src : slope * src` with an f32 slope. f16, f32.
  }];
  let arguments = (ins Pto_In<>:$src, F32:$slope, Pto_Out<>:$dst);
  let assemblyFormat = Pto_Text<["src", "slope"]>.text;
}

def Pto_TExpandSOp : Pto_TileOp<"texpands", "", [{
    .tiles({{"dst", getDst()}}).in({AddressSpace::Vec, AddressSpace::Mat})
    .element(elem::Arithmetic, elem::Arithmetic | elem::I8)
    .scalarIsElement("scalar", getScalar())
    .onA3([](TileVerifier &v) {
      if (!v.isDone() && v.tile(0).getLoc() == AddressSpace::Vec)
        v.rowMajor();
    })
  }]> {
  let summary = "fill a tile with a scalar";
  let description = [{
    Every element of the valid rectangle of `dst` becomes `scalar`, which has
    the element type. `dst` is in `vec` or `mat`. i16, i32, f16, f32; on A5 also
    i8 and any layout. Pipe V; into `mat`, which the matrix core fills, MTE2.
  }];
  let arguments = (ins Pto_Scalar:$scalar, Pto_Out<>:$dst);
  let assemblyFormat = Pto_Text<["scalar"]>.text;
}

#endif // PTO_SCALAR_OPS_TD
