//===- IndexedOps.td - indexed access and sorting ----------*- tablegen -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTO_INDEXED_OPS_TD
#define PTO_INDEXED_OPS_TD

include "PtoOpBase.td"

def Pto_TGatherOp : Pto_PipeOp<"tgather", "V", [AttrSizedOperandSegments]> {
  let summary = "gather inside a tile: by index, comparison or mask";
  let description = [{
    Three forms, which exclude each other.

    * *Index*: `dst[i, j] = src[indices[i, j]]`, with scratch space.
    * *Comparison*: the positions of the elements of `src` for which
      `src cmpMode kValue` (`eq` or `gt`) holds go to `dst`, their number per
      row to `cdst`; `offset` is added to the positions. With scratch space.
    * *Mask*: `dst` packs the elements of `src` that the pattern keeps.

    ```mlir
    pto.tgather ins(%a, %i, %t : !V, !VI, !VI) outs(%b : !V)
    pto.tgather ins(%a, %k, %t : !V, f32, !V) outs(%p, %n : !VI, !VI)
      {cmpMode = #pto<cmp gt>, offset = 3 : i32}
    pto.tgather ins(%a, {maskPattern = #pto.mask_pattern<P1010>} : !V)
      outs(%b : !V)
    ```
  }];
  let arguments = (ins Pto_In<>:$src, Pto_Out<>:$dst,
    Arg<Optional<Pto_TileOperand>, "counts", [MemWrite]>:$cdst,
    Pto_OptIn<"indices">:$indices, Pto_OptTmp<>:$tmp,
    Optional<Pto_Scalar>:$kValue,
    OptionalAttr<Pto_MaskPatternAttr>:$maskPattern,
    OptionalAttr<Pto_CmpModeAttr>:$cmpMode, OptionalAttr<I32Attr>:$offset);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def Pto_TGatherBOp : Pto_TileOp<"tgatherb", "V", [{
    .tiles({{"src", getSrc()}, {"offsets", getOffsets()}})
    .tiles({{"dst", getDst()}}).elementBytes({1, 2, 4})
    .onA3([](TileVerifier &v) { v.rowMajor(); })
  }], [Pto_Lint]> {
  let summary = "gather blocks by byte offset";
  let description = [{
    Each entry of `offsets` is a byte offset into `src`, from which 32 bytes
    are copied to the next block of `dst`. Elements of 1, 2 or 4 bytes.
  }];
  let arguments = (ins Pto_In<>:$src, Pto_In<"byte offsets">:$offsets,
                       Pto_Out<>:$dst);
  let assemblyFormat = Pto_Text<["src", "offsets"]>.text;
}

def Pto_TScatterOp : Pto_PipeOp<"tscatter", "", [Pto_PartialWrite]> {
  let summary = "scatter inside a tile";
  let description = [{
    `dst[indexes[i, j]] = src[i, j]`. Elements of 8, 16 or 32 bits; indices are
    integers of that width, 16 bits for 8-bit elements. A loop of the scalar
    unit on A2 and A3, an instruction of V on A5.
  }];
  let arguments = (ins Pto_In<>:$src, Pto_In<"indices">:$indexes, Pto_Out<>:$dst);
  let assemblyFormat = Pto_Text<["src", "indexes"]>.text;
  let hasVerifier = 1;
}

def Pto_TSort32Op : Pto_TileOp<"tsort32", "V", [{
    .tiles({{"src", getSrc()}, {"idx", getIdx()}, {"tmp", getTmp()},
            {"dst", getDst()}}).vec().rowMajor()
    .tiles({{"src", getSrc()}, {"dst", getDst()}}).sameElement()
    .element(elem::Float)
    .tiles({{"idx", getIdx()}}).unsignedWords()
  }], [Pto_Lint]> {
  let summary = "sort groups of 32 elements";
  let description = [{
    Sorts each group of 32 in descending order. `dst` interleaves value and
    index (from `idx`, ui32), so it is twice as wide for f32. f16, f32.

    ```mlir
    pto.tsort32 ins(%v, %i : !SX, !SXI) outs(%d : !SXD)
    ```
  }];
  let arguments = (ins Pto_In<>:$src, Pto_In<"indices">:$idx, Pto_OptTmp<>:$tmp,
                       Pto_Out<>:$dst);
  let assemblyFormat = Pto_Text<["src", "idx"], "tmp">.text;
}

def Pto_TMrgSortOp : Pto_PipeOp<"tmrgsort", "V", [AttrSizedOperandSegments]> {
  let summary = "merge sorted runs";
  let description = [{
    Format 1 merges the runs of `blockLen` (value, index) pairs of one tile;
    the constant is a positive multiple of 64. Format 2 merges two to four
    tiles; its second output is the number of pairs taken from each, and
    `exhausted` stops the merge when one source is used up.

    ```mlir
    pto.tmrgsort ins(%a, %len : !S1, i32) outs(%d : !S1)
    pto.tmrgsort ins(%a, %b, %t {exhausted = false} : !S1, !S1, !S2)
      outs(%d, %n : !S2, vector<4xi16>)
    ```
  }];
  let arguments = (ins Arg<Variadic<Pto_TileOperand>, "runs", [MemRead]>:$srcs,
    Optional<AnySignlessInteger>:$blockLen,
    Arg<Variadic<Pto_TileOperand>, "destination", [MemWrite]>:$dsts,
    Pto_OptTmp<>:$tmp, Optional<AnyType>:$excuted,
    DefaultValuedAttr<BoolAttr, "false">:$exhausted);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

#endif // PTO_INDEXED_OPS_TD
