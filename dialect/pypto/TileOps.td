//===- TileOps.td - moving, viewing and filling tiles ---------*- tablegen -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_TILE_OPS_TD
#define PYPTO_TILE_OPS_TD

include "PyptoOpBase.td"

//===----------------------------------------------------------------------===//
// Between global memory and the chip
//===----------------------------------------------------------------------===//

/// `getWindowExtents()` of a transfer between a tensor and its operand or result
/// `tile`.
class Pypto_WindowExtents<string tile> {
  code declaration = [{
    /// The valid extents along each axis of the tensor: those of the tile
    /// unless `window` says others.
    ::llvm::ArrayRef<int64_t> getWindowExtents() {
      return getWindow().value_or(get}] # tile # [{().getType().getValid());
    }
  }];
}

def TileLoadOp : Pypto_TileOp<"load", [AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<Pypto_TileOpInterface, [
      "getFixedResultSpace", "getResultSpaceChoices"]>]> {
  let summary = "window of a tensor copied into a tile";
  let description = [{
    Copies the rectangle of `source` that starts at `offsets` and has the
    result's shape, as far as it is valid. `valid` gives the valid extents that
    are `?` in the result. Only `Vec` and `Mat` can be loaded into.

    `window` holds the extents along all axes of the tensor, of which the
    leading ones, one after the other, are the valid rows of a tile of two axes.
    An extent that follows from a `?` of the tile is unknown (the smallest i64).

    ```mlir
    %t = pypto.tile.load %x[%i, %c0]
       : !pypto.tensor<256x128xf32> -> !pypto.tile<128x128xf32, Vec>
    %u = pypto.tile.load %y[%i, %c0, %c0] {window = array<i64: 2, 8, 128>}
       : !pypto.tensor<4x8x128xf32> -> !pypto.tile<16x128xf32, Vec>
    ```
  }];
  let arguments = (ins Arg<Pypto_Tensor, "", []>:$source,
                       Variadic<Index>:$offsets, Variadic<Index>:$valid,
                       Optional<Pypto_Buffer>:$dst,
                       OptionalAttr<DenseI64ArrayAttr>:$window);
  let extraClassDeclaration = Pypto_WindowExtents<"Result">.declaration;
  let results = (outs Pypto_Tile:$result);
  let assemblyFormat = [{
    $source `[` $offsets `]` (`valid` `[` $valid^ `]`)?
    (`into` $dst^ `:` type($dst))? attr-dict `:` qualified(type($source)) `->`
    qualified(type($result))
  }];
  let hasVerifier = 1;
}

def TileStoreOp : Pypto_TileOp<"store", [AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<Pypto_TensorAliasOpInterface>,
    DeclareOpInterfaceMethods<Pypto_TileOpInterface, [
      "getOperandSpaces", "getFixedResultSpace"]>]> {
  let summary = "valid region of a tile copied into a tensor";
  let description = [{
    Copies the valid region of `source` into the rectangle of `target` that
    starts at `offsets`. The result is an alias of `target`. With `atomic` the
    elements are added in global memory.

    On the way out of `Acc` the element type may narrow. `relu` makes negative
    elements zero first. With `quant_scale`, or one scale for each column in
    `scales` (a row of 64-bit parameters in `Mat`, the f32 scale in the low
    word), elements are multiplied by the scale, rounded to nearest even and
    saturated to a type of 8 or 16 bits. `window` is that of a load.

    ```mlir
    %y = pypto.tile.store %acc, %x[%c0, %c0] {quant_scale = 5.0e-1 : f32, relu}
       : !pypto.tile<16x32xi32, Acc, layout=nz>, !pypto.tensor<16x32xi8>
         -> !pypto.tensor<16x32xi8>
    ```
  }];
  let arguments = (ins Pypto_Tile:$source, Pypto_Tensor:$target,
                       Variadic<Index>:$offsets, Optional<Pypto_Tile>:$scales,
                       OptionalAttr<DenseI64ArrayAttr>:$window,
                       OptionalAttr<F32Attr>:$quant_scale, UnitAttr:$relu,
                       DefaultValuedAttr<Pypto_AtomicKindAttr,
                         "::mlir::pypto::AtomicKind::none">:$atomic);
  let builders = [OpBuilder<(ins "::mlir::Type":$result, "::mlir::Value":$source,
      "::mlir::Value":$target, "::mlir::ValueRange":$offsets,
      CArg<"::mlir::pypto::AtomicKind",
           "::mlir::pypto::AtomicKind::none">:$atomic,
      CArg<"::mlir::DenseI64ArrayAttr", "nullptr">:$window), [{
        build($_builder, $_state, result, source, target, offsets,
              /*scales=*/::mlir::Value(), window,
              /*quant_scale=*/::mlir::FloatAttr(), /*relu=*/false, atomic);
      }]>];
  let extraClassDeclaration = Pypto_WindowExtents<"Source">.declaration # [{
    /// Converts to a type of 8 or 16 bits by a scale.
    bool isQuantising() { return getScales() || getQuantScale(); }
  }];
  let results = (outs Pypto_Tensor:$result);
  let assemblyFormat = [{
    $source `,` $target `[` $offsets `]` (`scales` $scales^ `:` type($scales))?
    attr-dict `:` qualified(type($source)) `,` qualified(type($target)) `->`
    qualified(type($result))
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// On the chip
//===----------------------------------------------------------------------===//

def TileCreateOp : Pypto_TileOp<"create", [AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<Pypto_TileOpInterface, [
      "getFixedResultSpace", "getResultSpaceChoices"]>]> {
  let summary = "a tile with unspecified content";
  let arguments = (ins Variadic<Index>:$valid, Optional<Pypto_Buffer>:$dst);
  let results = (outs Pypto_Tile:$result);
  let assemblyFormat = [{
    (`valid` `[` $valid^ `]`)? (`into` $dst^ `:` type($dst))? attr-dict `:`
    qualified(type($result))
  }];
  let hasVerifier = 1;
}

def TileFullOp : Pypto_TileOp<"full", [Pypto_ByRows,
    DeclareOpInterfaceMethods<Pypto_TileOpInterface, [
      "getFixedResultSpace", "getResultSpaceChoices"]>]> {
  let summary = "a tile with one value in every element";
  let description = [{
    Made in `Vec` by the vector unit, or in `Mat` by the matrix core for the
    element types that it can fill there. In `Acc`, of f32, it stands for the
    product of a column of the value and a row of ones, by which
    `pypto-infer-tile-memory-space` replaces it.
  }];
  let arguments = (ins Pypto_Scalar:$value, Optional<Pypto_Buffer>:$dst);
  let results = (outs Pypto_Tile:$result);
  let assemblyFormat = [{
    $value (`into` $dst^)? attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def TileMoveOp : Pypto_TileOp<"move", [Pypto_ByRows,
    DeclareOpInterfaceMethods<Pypto_TileOpInterface, [
      "getOperandSpaces", "getFixedResultSpace", "getResultSpaceChoices",
      "canShareBufferWith"]>]> {
  let summary = "a tile copied into another memory space or layout";
  let description = [{
    Which moves exist is a property of the chip. From `Acc` the element type may
    narrow.
  }];
  let arguments = (ins Pypto_Tile:$source, Optional<Pypto_Buffer>:$dst);
  let results = (outs Pypto_Tile:$result);
  let assemblyFormat = [{
    $source (`into` $dst^)? attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
  let hasFolder = 1;
}

def TileExtractOp : Pypto_TileOp<"extract", [
    DeclareOpInterfaceMethods<Pypto_TileOpInterface, [
      "getOperandSpaces", "getFixedResultSpace", "getResultSpaceChoices",
      "canShareBufferWith"]>]> {
  let summary = "rectangle of a tile copied into another memory space";
  let arguments = (ins Pypto_Tile:$source, Index:$row, Index:$col,
                       Optional<Pypto_Buffer>:$dst);
  let results = (outs Pypto_Tile:$result);
  let assemblyFormat = [{
    $source `[` $row `,` $col `]` (`into` $dst^ `:` type($dst))? attr-dict `:`
    qualified(type($source)) `->` qualified(type($result))
  }];
  let hasVerifier = 1;
}

def TileTransposeOp : Pypto_TileOp<"transpose", [
    DeclareOpInterfaceMethods<Pypto_TileOpInterface, [
      "canShareBufferWith", "isScratch"]>]> {
  let summary = "two axes of a tile exchanged";
  let description = [{
    Exchanges the two axes that `axes` names; without, rows and columns. A tile
    of more than two axes becomes one of merged rows before it is given a
    memory. `scratch` has the type of the source; its content is lost.

    ```mlir
    %t = pypto.tile.transpose %x scratch %s {axes = array<i64: 0, 1>}
       : (!pypto.tile<2x3x8xf32>, !pypto.tile<2x3x8xf32>)
         -> !pypto.tile<3x2x8xf32>
    ```
  }];
  let arguments = (ins Pypto_Tile:$source, Pypto_Tile:$scratch,
                       Optional<Pypto_Buffer>:$dst,
                       OptionalAttr<DenseI64ArrayAttr>:$axes);
  let extraClassDeclaration = [{
    /// The axes that are exchanged.
    ::std::pair<int64_t, int64_t> getExchangedAxes();
  }];
  let results = (outs Pypto_Tile:$result);
  let assemblyFormat = [{
    $source `scratch` $scratch (`into` $dst^)? attr-dict `:`
    functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def TileFillpadOp : Pypto_TileOp<"fillpad", [Pypto_ByRows,
    DeclareOpInterfaceMethods<Pypto_TileOpInterface, ["canShareBufferWith"]>]> {
  let summary = "a tile whose invalid part is filled with the pad value";
  let description = [{
    The result is valid everywhere; its pad value, in its type, fills what was
    invalid in the source. Where the result is larger than the source the rest
    is filled as well.
  }];
  let arguments = (ins Pypto_Tile:$source, Optional<Pypto_Buffer>:$dst);
  let results = (outs Pypto_Tile:$result);
  let assemblyFormat = [{
    $source (`into` $dst^)? attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Views and updates in place
//===----------------------------------------------------------------------===//

class Pypto_TileForwardingOp<string name, list<Trait> traits = []>
    : Pypto_TileOp<name, traits # [
        DeclareOpInterfaceMethods<Pypto_TileOpInterface, [
          "getOperandSpaces", "getFixedResultSpace", "getForwardedOperand",
          "isView", "takesDestination"]>]>;

def TileReshapeOp : Pypto_TileForwardingOp<"reshape"> {
  let summary = "the bytes of a tile under another shape";
  let arguments = (ins Pypto_Tile:$source);
  let results = (outs Pypto_Tile:$result);
  let assemblyFormat = "$source attr-dict `:` qualified(type($source)) `->` qualified(type($result))";
  let hasVerifier = 1;
  let hasFolder = 1;
}

def TileSliceOp : Pypto_TileForwardingOp<"slice", [AttrSizedOperandSegments]> {
  let summary = "window of a tile";
  let description = [{
    A view of the rectangle that starts at `offsets` and has the result's shape.
    `valid` gives the valid extents that are `?` in the result.
  }];
  let arguments = (ins Pypto_Tile:$source, Variadic<Index>:$offsets,
                       Variadic<Index>:$valid);
  let results = (outs Pypto_Tile:$result);
  let assemblyFormat = [{
    $source `[` $offsets `]` (`valid` `[` $valid^ `]`)? attr-dict `:`
    qualified(type($source)) `->` qualified(type($result))
  }];
  let hasVerifier = 1;
  let hasFolder = 1;
}

def TileSetValidshapeOp : Pypto_TileForwardingOp<"set_validshape"> {
  let summary = "a tile with another valid region";
  let description = [{
    Says that the first `rows` rows and `cols` columns hold meaningful data. No
    bytes move.
  }];
  let arguments = (ins Pypto_Tile:$source, Index:$rows, Index:$cols);
  let results = (outs Pypto_Tile:$result);
  let assemblyFormat = [{
    $source `[` $rows `,` $cols `]` attr-dict `:` qualified(type($source)) `->`
    qualified(type($result))
  }];
  let hasVerifier = 1;
  let hasFolder = 1;
}

def TileBindOp : Pypto_TileForwardingOp<"bind", [Pypto_ByRows]> {
  let summary = "a tile that lives in a buffer of the author's";
  let description = [{
    The tile lives in `buffer`, as the author declared with `pl.MemRef`. No bytes
    move; `pypto-insert-buffers` obeys the binding and removes it.

    ```mlir
    %1 = pypto.tile.bind %0 in %buffer
       : !pypto.tile<16x32xf32>, memref<?xi8, #pypto.space<Vec>>
         -> !pypto.tile<16x32xf32>
    ```
  }];
  let arguments = (ins Pypto_Tile:$source, Pypto_Buffer:$buffer);
  let results = (outs Pypto_Tile:$result);
  let assemblyFormat = [{
    $source `in` $buffer attr-dict `:` qualified(type($source)) `,`
    type($buffer) `->` qualified(type($result))
  }];
  let hasVerifier = 1;
}

def TileAssembleOp : Pypto_TileForwardingOp<"assemble"> {
  let summary = "a tile written into another at an offset";
  let description = "The result is the target's buffer.";
  let arguments = (ins Pypto_Tile:$target, Pypto_Tile:$source,
                       Variadic<Index>:$offsets);
  let results = (outs Pypto_Tile:$result);
  let assemblyFormat = [{
    $source `into` $target `[` $offsets `]` attr-dict `:` qualified(type($source)) `,`
    qualified(type($target)) `->` qualified(type($result))
  }];
  let hasVerifier = 1;
}

def TileWriteOp : Pypto_TileForwardingOp<"write"> {
  let summary = "one element of a tile replaced";
  let description = "The result is the target's buffer.";
  let arguments = (ins Pypto_Scalar:$value, Pypto_Tile:$target,
                       Variadic<Index>:$indices);
  let results = (outs Pypto_Tile:$result);
  let assemblyFormat = [{
    $value `,` $target `[` $indices `]` attr-dict `:` qualified(type($value)) `,`
    qualified(type($target)) `->` qualified(type($result))
  }];
  let hasVerifier = 1;
}

def TileReadOp : Pypto_TileOp<"read", [Pypto_TileOpInterface]> {
  let summary = "one element of a tile";
  let arguments = (ins Pypto_Tile:$source, Variadic<Index>:$indices);
  let results = (outs Pypto_Scalar:$result);
  let assemblyFormat = [{
    $source `[` $indices `]` attr-dict `:` qualified(type($source)) `->` qualified(type($result))
  }];
  let hasVerifier = 1;
}

#endif // PYPTO_TILE_OPS_TD
