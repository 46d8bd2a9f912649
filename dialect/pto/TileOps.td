//===- TileOps.td - tiles: storage, aliases, metadata ------*- tablegen -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTO_TILE_OPS_TD
#define PTO_TILE_OPS_TD

include "PtoOpBase.td"
include "mlir/Interfaces/ViewLikeInterface.td"

// An operation whose result is another view of the bytes of its source.
class Pto_AliasOp<string mnemonic, string source, list<Trait> traits = []>
    : Pto_Op<mnemonic, !listconcat(
        [Pure, DeclareOpInterfaceMethods<ViewLikeOpInterface>], traits)> {
  let extraClassDefinition =
    "::mlir::Value $cppClass::getViewSource() { return get" # source # "(); }";
}

def Pto_AllocTileOp : Pto_Op<"alloc_tile",
    [AttrSizedOperandSegments, Pto_Lint]> {
  let summary = "create a tile";
  let description = [{
    Creates storage of the size and in the memory that the type says. `addr`
    is the byte address inside that memory and belongs to compile level 3,
    where the author places every tile. `valid_row` and `valid_col` give the
    run-time valid extents: each is present exactly when the type has `?`
    there.

    ```mlir
    %a = pto.alloc_tile : !pto.tile_buf<vec, 16x16xf32>
    %b = pto.alloc_tile addr = %at valid_row = %r
           : !pto.tile_buf<vec, 16x16xf32, valid=?x16>
    ```
  }];
  let arguments = (ins Optional<I64>:$addr, Optional<Index>:$valid_row,
                       Optional<Index>:$valid_col);
  let results = (outs Res<Pto_TileBufType, "the tile", [MemAlloc]>:$result);
  let assemblyFormat = [{
    (`addr` `=` $addr^)? (`valid_row` `=` $valid_row^)?
    (`valid_col` `=` $valid_col^)? attr-dict `:` qualified(type($result))
  }];
  let hasVerifier = 1;
}

def Pto_DeclareTileOp : Pto_Op<"declare_tile"> {
  let summary = "name a tile that has no storage yet";
  let description = [{
    A handle that `pto.tpop` points at a slot of its FIFO.

    ```mlir
    %t = pto.declare_tile -> !pto.tile_buf<vec, 16x16xf32>
    ```
  }];
  let results = (outs Res<Pto_TileOperand, "the tile", [MemAlloc]>:$tile);
  let assemblyFormat = "attr-dict `->` type($tile)";
}

def Pto_DeclareTileMemRefOp : Pto_Op<"declare_tile_memref"> {
  let summary = "declare_tile in memref form";
  let description = [{
    Lowered form of `pto.declare_tile`.
  }];
  let results = (outs Res<AnyMemRef, "the tile", [MemAlloc]>:$result);
  let assemblyFormat = "attr-dict `->` type($result)";
}

def Pto_BindTileOp : Pto_AliasOp<"bind_tile", "Source",
    [AttrSizedOperandSegments]> {
  let summary = "attach tile metadata to a memref";
  let description = [{
    Gives a memref the layout, padding and run-time valid extents of a tile.
    Lowered form; an instruction with such an operand is not checked.

    ```mlir
    %t = pto.bind_tile %m, %r, %c {config = #pto.tile_buf_config<>}
           : memref<16x16xf32> -> memref<16x16xf32, strided<[16, 1], offset: ?>>
    ```
  }];
  let arguments = (ins AnyMemRef:$source, Optional<Index>:$valid_row,
                       Optional<Index>:$valid_col,
                       Pto_TileBufConfigAttr:$config);
  let results = (outs AnyMemRef:$result);
  let assemblyFormat = [{
    $source (`,` $valid_row^ `,` $valid_col)? attr-dict `:` type($source) `->`
    type($result)
  }];
  let hasVerifier = 1;
}

def Pto_PointerCastOp : Pto_Op<"pointer_cast",
    [Pure, AttrSizedOperandSegments]> {
  let summary = "local memref at planned addresses";
  let description = [{
    Turns byte addresses into a memref; several addresses are the buffers of a
    multi-buffered tile. Lowered form of `pto.alloc_tile`.

    ```mlir
    %m = pto.pointer_cast(%a) %r, %c {config = #pto.tile_buf_config<>}
           : memref<16x16xf32, #pto.address_space<vec>>
    ```
  }];
  let arguments = (ins Variadic<I64>:$addrs, Optional<Index>:$valid_row,
                       Optional<Index>:$valid_col,
                       OptionalAttr<Pto_TileBufConfigAttr>:$config);
  let results = (outs AnyMemRef:$result);
  let assemblyFormat = [{
    `(` $addrs `)` ($valid_row^ `,` $valid_col)? attr-dict `:` type($result)
  }];
  let hasVerifier = 1;
}

def Pto_SubsetOp : Pto_AliasOp<"subset", "Source",
    [DeclareOpInterfaceMethods<InferTypeOpInterface>, Pto_Lint]> {
  let summary = "a part of a tile that shares its storage";
  let description = [{
    A window of static `sizes` at run-time `offsets`. The result type follows
    from the source: same memory, layout and padding, shape `sizes`. Its valid
    extent in a dimension with parent valid `p` is `min(size, p - offset mod p)`
    for a constant offset; otherwise it is `?`, unless the window spans the
    whole parent. An offset that becomes constant later does not change the
    type; the text then ends in `-> T` (our extension).

    A window of a boxed tile must consist of whole boxes and, if the boxes lie
    row by row, of whole rows of boxes (if column by column, of whole columns).

    ```mlir
    %s = pto.subset %a[%i, %z] sizes [8, 16] : !pto.tile_buf<vec, 16x16xf32>
    ```
  }];
  let arguments = (ins Pto_TileBufType:$source, Variadic<Index>:$offsets,
                       I64ArrayAttr:$sizes);
  let results = (outs Pto_TileBufType:$result);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    static bool isCompatibleReturnTypes(::mlir::TypeRange inferred,
                                        ::mlir::TypeRange actual);
  }];
}

def Pto_SetValidShapeOp : Pto_PipeOp<"set_validshape", "S"> {
  let summary = "change the valid extents of a tile";
  let description = [{
    Sets the run-time valid rectangle of a tile whose type is `valid=?x?`.
    Instructions issued later see the new one; no bytes change. The tile must
    come from this function, since the extents belong to the handle.

    ```mlir
    pto.set_validshape %t, %r, %c : !pto.tile_buf<vec, 16x16xf32, valid=?x?>
    ```
  }];
  let arguments = (ins Arg<Pto_TileOrMemRef, "tile", [MetadataWrite]>:$source,
                       Index:$valid_row, Index:$valid_col);
  let assemblyFormat = [{
    $source `,` $valid_row `,` $valid_col attr-dict `:` type($source)
  }];
  let hasVerifier = 1;
}

def Pto_BitcastOp : Pto_AliasOp<"bitcast", "Src"> {
  let summary = "the same tile with another element type";
  let description = [{
    Shape, valid extents, memory and layout stay; the element type changes and
    may not make the tile larger.

    ```mlir
    %i = pto.bitcast %a : !pto.tile_buf<vec, 16x16xf32>
           -> !pto.tile_buf<vec, 16x16xi32>
    ```
  }];
  let arguments = (ins Pto_TileBufType:$src);
  let results = (outs Pto_TileBufType:$result);
  let assemblyFormat = [{
    $src attr-dict `:` qualified(type($src)) `->` qualified(type($result))
  }];
  let hasVerifier = 1;
}

def Pto_TReshapeOp : Pto_AliasOp<"treshape", "Src"> {
  let summary = "the same bytes with another shape";
  let description = [{
    Memory and number of bytes stay; shape, element type and layout may change.
    A tile with boxes stays one with boxes, a tile without stays one without.

    ```mlir
    %r = pto.treshape %a : !pto.tile_buf<vec, 16x16xf32>
           -> !pto.tile_buf<vec, 8x32xf32>
    ```
  }];
  let arguments = (ins Pto_TileOperand:$src);
  let results = (outs Pto_TileOperand:$result);
  let assemblyFormat = "$src attr-dict `:` type($src) `->` type($result)";
  let hasVerifier = 1;
}

def Pto_TAssignOp : Pto_Op<"tassign",
    [DeclareOpInterfaceMethods<ViewLikeOpInterface>]> {
  let summary = "move a tile to another address";
  let description = [{
    From here on the tile is at byte address `addr` of its memory. The result
    is the tile at its new place. Compile level 3 only; the assembler refuses
    it together with automatic synchronisation.

    ```mlir
    %b = pto.tassign %a, %at
           : !pto.tile_buf<vec, 16x16xf32> -> !pto.tile_buf<vec, 16x16xf32>
    ```
  }];
  let arguments = (ins Arg<Pto_TileOperand, "tile", [MetadataWrite]>:$tile,
                       I64:$addr);
  let results = (outs Pto_TileOperand:$result);
  let assemblyFormat = [{
    $tile `,` $addr attr-dict `:` type($tile) `->` type($result)
  }];
  let hasVerifier = 1;
  let extraClassDefinition = [{
    ::mlir::Value $cppClass::getViewSource() { return getTile(); }
  }];
}

#endif // PTO_TILE_OPS_TD
