//===- MoveOps.td - data movement --------------------------*- tablegen -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTO_MOVE_OPS_TD
#define PTO_MOVE_OPS_TD

include "PtoOpBase.td"

// A move whose rules are long enough to be written in C++.
class Pto_MoveOp<string mnemonic, string pipe, list<Trait> traits = []>
    : Pto_PipeOp<mnemonic, pipe, traits> {
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Global memory and tiles
//===----------------------------------------------------------------------===//

def Pto_TLoadOp : Pto_MoveOp<"tload", "MTE2",
    [AttrSizedOperandSegments, Pto_Lint]> {
  let summary = "copy a window of global memory into a tile";
  let description = [{
    Runs on MTE2. The window is a partition view; the elements of window and
    tile have the same size. A3 loads into `vec` and `mat`.

    The padding operands exist in the text only: the lowering of the public
    assembler drops or refuses them.

    ```mlir
    pto.tload ins(%w : !pto.partition_tensor_view<16x16xf32>)
              outs(%t : !pto.tile_buf<vec, 16x16xf32>)
    ```
  }];
  let arguments = (ins Pto_In<"window">:$src, Pto_Out<>:$dst,
    Optional<AnyType>:$pad_value, Optional<Index>:$left_padding_num,
    Optional<AnyType>:$right_padding_num, Optional<AnyType>:$init_condition,
    OptionalAttr<Pto_PadModeAttr>:$pad_mode,
    OptionalAttr<BoolAttr>:$init_out_buffer);
  let results = (outs Optional<AnyRankedTensor>:$result);
  let assemblyFormat = Pto_Text<["src"]>.text # [{
    (`pad_mode` `=` $pad_mode^)?
    (`pad_value` `=` $pad_value^ `:` type($pad_value))?
    (`left_padding_num` `=` $left_padding_num^ `:` type($left_padding_num))?
    (`init_out_buffer` `=` $init_out_buffer^)?
    (`right_padding_num` `=` $right_padding_num^ `:`
        type($right_padding_num))?
    (`init_condition` `=` $init_condition^ `:` type($init_condition))?
    (`->` type($result)^)?
  }];
}

def Pto_TPrefetchOp : Pto_MoveOp<"tprefetch", "MTE2"> {
  let summary = "bring a window of global memory near";
  let description = [{
    Operands as `pto.tload`; a hint that the window is needed soon. `dst` is
    in `vec` or `mat`.
  }];
  let arguments = (ins Pto_In<"window">:$src, Pto_Out<>:$dst);
  let assemblyFormat = Pto_Text<["src"]>.text;
}

def Pto_TStoreOp : Pto_MoveOp<"tstore", ""> {
  let summary = "copy a tile into a window of global memory";
  let description = [{
    Runs on FIX when the tile is in `acc`, else on MTE3. `preQuantScalar` is
    the scale of a conversion on the way out of the accumulator, `reluPreMode`
    a rectifier there, `atomicType` an atomic update of memory, `stPhase` the
    part of a split accumulation that is stored.

    From `vec` and `mat` the element sizes are equal and there is no
    conversion. From `acc` i32 and f32 go to i32, f32, f16, bf16; with
    `preQuantScalar` to the quantised types of the target.

    ```mlir
    pto.tstore ins(%t : !pto.tile_buf<vec, 16x16xf32>)
               outs(%w : !pto.partition_tensor_view<16x16xf32>)
    ```
  }];
  let arguments = (ins Pto_In<"tile">:$src,
    Arg<Pto_TileOperand, "window", [MemWrite]>:$dst,
    Optional<I64>:$preQuantScalar,
    DefaultValuedAttr<Pto_StPhaseAttr,
                      "::mlir::pto::StPhase::Unspecified">:$stPhase,
    DefaultValuedAttr<Pto_AtomicTypeAttr,
                      "::mlir::pto::AtomicType::AtomicNone">:$atomicType,
    DefaultValuedAttr<Pto_ReluPreModeAttr,
                      "::mlir::pto::ReluPreMode::NoRelu">:$reluPreMode);
  let results = (outs Optional<AnyRankedTensor>:$result);
  let assemblyFormat = [{
    `ins` `(` $src `:` type($src)
    (`,` $preQuantScalar^ `:` type($preQuantScalar))? `)`
    `outs` `(` $dst `:` type($dst) `)` attr-dict (`->` type($result)^)?
  }];
}

def Pto_TStoreFpOp : Pto_MoveOp<"tstore_fp", "FIX", [Pto_Lint]> {
  let summary = "store an accumulator with a scale per column";
  let description = [{
    `fp` is a tile of quantisation parameters, in `scaling`. The public
    assembler's automatic synchronisation does not see this operation; ours
    does.
  }];
  let arguments = (ins Pto_In<"accumulator">:$src, Pto_In<"scales">:$fp,
                       Pto_Out<"window">:$dst);
  let assemblyFormat = Pto_Text<["src", "fp"]>.text;
}

//===----------------------------------------------------------------------===//
// Tiles and tiles
//===----------------------------------------------------------------------===//

def Pto_TMovOp : Pto_MoveOp<"tmov", "",
    [AttrSizedOperandSegments, Pto_Lint]> {
  let summary = "copy a tile between memories of the core";
  let description = [{
    From `mat` to `left`, `right`, `bias`, `scaling` on MTE1; within `vec` on
    V; from `acc` to `mat` or `vec` on FIX; on A5 also from `vec` to `mat`.
    Moves out of `acc` can rectify (`reluPreMode`) and quantise with a scale
    per column (`fp`) or one scale (`preQuantScalar`); `accToVecMode` says
    which vector core receives what.

    The public assembler cannot read `preQuantScalar` without `fp` in this
    form; write such an operation in generic form for it.

    ```mlir
    pto.tmov ins(%m : !pto.tile_buf<mat, 16x16xf16, blayout=col_major,
                                    slayout=row_major>)
             outs(%l : !pto.tile_buf<left, 16x16xf16, slayout=row_major>)
    ```
  }];
  let arguments = (ins Pto_In<"tile">:$src, Pto_Out<>:$dst,
    Pto_OptIn<"scales">:$fp, Optional<I64>:$preQuantScalar,
    OptionalAttr<Pto_AccToVecModeAttr>:$accToVecMode,
    DefaultValuedAttr<Pto_ReluPreModeAttr,
                      "::mlir::pto::ReluPreMode::NoRelu">:$reluPreMode);
  let results = (outs Optional<AnyRankedTensor>:$result);
  let assemblyFormat = [{
    custom<MoveInputs>($src, type($src), $fp, type($fp), $preQuantScalar,
                       type($preQuantScalar))
    `outs` `(` $dst `:` type($dst) `)` attr-dict (`->` type($result)^)?
  }];
}

def Pto_TMovFpOp : Pto_MoveOp<"tmov.fp", "MTE1"> {
  let summary = "older spelling of a quantising move from acc to mat";
  let description = [{
    As `pto.tmov` with `fp`. The assembler declares MTE1 for it.
  }];
  let arguments = (ins Pto_In<"accumulator">:$src, Pto_In<"scales">:$fp,
                       Pto_Out<>:$dst);
  let assemblyFormat = Pto_Text<["src", "fp"]>.text;
}

def Pto_TTransOp : Pto_MoveOp<"ttrans", "V"> {
  let summary = "transpose a tile";
  let description = [{
    `dst[j, i] = src[i, j]`, with scratch space `tmp`. Elements of 1, 2 or 4
    bytes.
  }];
  let arguments = (ins Pto_In<"source">:$src, Pto_Tmp<>:$tmp, Pto_Out<>:$dst);
  let assemblyFormat = Pto_Text<["src", "tmp"]>.text;
}

// `part` is the operand, Src or Dst, of which a window is touched, `whole` the
// one that the window has the extents of.
class Pto_WindowMoveOp<string mnemonic, string pipe, list<string> inputs,
                       string part, string whole, list<Trait> traits = []>
    : Pto_MoveOp<mnemonic, pipe, traits # [
        DeclareOpInterfaceMethods<WindowOpInterface>]> {
  let assemblyFormat = Pto_Text<inputs>.text;
  let extraClassDefinition =
    "::std::optional<::mlir::pto::TileWindow>\n"
    "$cppClass::getWindow(::mlir::Value tile) {\n"
    "  if (tile != get" # part # "() || tile == get" # whole # "())\n"
    "    return ::std::nullopt;\n"
    "  return getWindowFor(get" # whole # "(), getIndexRow(), getIndexCol());\n"
    "}\n";
}

def Pto_TExtractOp : Pto_WindowMoveOp<"textract", "",
    ["src", "indexRow", "indexCol"], "Src", "Dst"> {
  let summary = "copy a window of a larger tile";
  let description = [{
    `dst[i, j] = src[indexRow + i, indexCol + j]`. From `mat` it runs on MTE1,
    from `vec` or `acc` to `mat` on FIX, else on V. A3 extracts from `mat` to
    `left` and `right`; A5 also to `scaling`, from `vec` to `mat`, and within
    `vec`.
  }];
  let arguments = (ins Pto_In<"larger tile">:$src, Index:$indexRow,
                       Index:$indexCol, Pto_Out<>:$dst);
}

def Pto_TExtractFpOp : Pto_WindowMoveOp<"textract_fp", "FIX",
    ["src", "fp", "indexRow", "indexCol"], "Src", "Dst"> {
  let summary = "quantising copy of a window of an accumulator";
  let description = [{
    As `pto.textract` from `acc` to `mat`, with a scale per column.
  }];
  let arguments = (ins Pto_In<"accumulator">:$src, Pto_In<"scales">:$fp,
                       Index:$indexRow, Index:$indexCol, Pto_Out<>:$dst);
}

def Pto_TInsertOp : Pto_WindowMoveOp<"tinsert", "",
    ["src", "indexRow", "indexCol"], "Dst", "Src", [Pto_PartialWrite]> {
  let summary = "write a small tile into a larger one";
  let description = [{
    `dst[indexRow + i, indexCol + j] = src[i, j]` for the valid rectangle of
    `src`; the rest of `dst` stays. Runs on FIX; on A5 within `vec` on V, from
    `vec` to `mat` on MTE3.
  }];
  let arguments = (ins Pto_In<"small tile">:$src, Index:$indexRow,
                       Index:$indexCol, Pto_Out<>:$dst);
}

def Pto_TInsertFpOp : Pto_WindowMoveOp<"tinsert_fp", "FIX",
    ["src", "fp", "indexRow", "indexCol"], "Dst", "Src", [Pto_PartialWrite]> {
  let summary = "quantising insertion of an accumulator";
  let description = [{
    As `pto.tinsert` from `acc` to `mat`, with a scale per column.
  }];
  let arguments = (ins Pto_In<"accumulator">:$src, Pto_In<"scales">:$fp,
                       Index:$indexRow, Index:$indexCol, Pto_Out<>:$dst);
}

def Pto_TPackOp : Pto_TileOp<"tpack", "V", [{
    .onlyA5().tiles({{"src", getSrc()}, {"dst", getDst()}}).vec().rowMajor()
    .sameValid().tiles({{"src", getSrc()}}).elementBytes({2, 4})
    .tiles({{"dst", getDst()}}).elementBytes({1, 2})
    .tiles({{"src", getSrc()}, {"dst", getDst()}})
    .narrows()
  }]> {
  let summary = "keep the low part of each element";
  let description = [{
    Narrows elements from 4 to 2 or 1 bytes or from 2 to 1 by dropping the
    high bytes. A5 only.
  }];
  let arguments = (ins Pto_In<"wide tile">:$src, Pto_Out<>:$dst);
  let assemblyFormat = Pto_Text<["src"]>.text;
}

//===----------------------------------------------------------------------===//
// Indexed access to global memory
//===----------------------------------------------------------------------===//

def Pto_MGatherOp : Pto_MoveOp<"mgather", "MTE2"> {
  let summary = "gather elements of global memory";
  let description = [{
    `dst[i, j] = mem[idx[i, j]]`, or a row per index when `idx` has one column.
    `gatherOob` says what an index outside `mem` does. A5 only, and by the
    module attribute alone: `--pto-arch` does not satisfy this rule.
  }];
  let arguments = (ins Pto_In<"window">:$mem, Pto_In<"indices">:$idx,
    Pto_Out<>:$dst,
    DefaultValuedAttr<Pto_GatherOobAttr,
                      "::mlir::pto::GatherOob::Undefined">:$gatherOob);
  let assemblyFormat = Pto_Text<["mem", "idx"]>.text;
}

def Pto_MScatterOp : Pto_PipeOp<"mscatter", "MTE3"> {
  let summary = "scatter elements into global memory";
  let description = [{
    `mem[idx[i, j]] = src[i, j]`, combined by `scatterAtomicOp`.
    `scatterOob` says what an index outside `mem` does. A5 only, as
    `pto.mgather`.
  }];
  let arguments = (ins Pto_In<"tile">:$src, Pto_In<"indices">:$idx,
    Pto_InOut<"window, read by an atomic combination">:$mem,
    DefaultValuedAttr<Pto_ScatterAtomicOpAttr,
        "::mlir::pto::ScatterAtomicOp::None">:$scatterAtomicOp,
    DefaultValuedAttr<Pto_ScatterOobAttr,
        "::mlir::pto::ScatterOob::Undefined">:$scatterOob);
  let assemblyFormat = [{
    `ins` `(` $src `,` $idx `:` type($src) `,` type($idx) `)`
    `outs` `(` $mem `:` type($mem) `)` attr-dict
  }];
  let hasVerifier = 1;
}

def Pto_TGetScaleAddrOp : Pto_TileOp<"tget_scale_addr", "S", [{
    .onlyA5().tiles({{"src", getSrc()}, {"dst", getDst()}}).sameShape()
    .sameValid().tiles({{"dst", getDst()}}).in(AddressSpace::Scaling)
  }]> {
  let summary = "bind a scale tile to its data tile";
  let description = [{
    Points `dst`, in `scaling`, at the scales that belong to the left or right
    tile `src` of a micro-scaled product. No data moves. A5 only.
  }];
  let arguments = (ins Pto_TileOperand:$src,
                       Arg<Pto_TileOperand, "scale tile",
                           [MetadataWrite]>:$dst);
  let assemblyFormat = Pto_Text<["src"]>.text;
}

#endif // PTO_MOVE_OPS_TD
