//===- IndexedOps.td - gathers and scatters -------------------*- tablegen -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Indices are not checked by the hardware. A gather gives zero for an index that
// points outside the storage of its source, a scatter drops the element; of
// several elements for one place the last one stays.
//
//===----------------------------------------------------------------------===//

#ifndef PYPTO_INDEXED_OPS_TD
#define PYPTO_INDEXED_OPS_TD

include "PyptoOpBase.td"

//===----------------------------------------------------------------------===//
// Gathers
//===----------------------------------------------------------------------===//

def TensorGatherOp : Pypto_TensorValueOp<"gather"> {
  let summary = "elements of each row by index";
  let description = [{
    `result[b, k] = source[b, index[b, k]]`. The result has the shape of `index`
    and the element type of `source`, which has at least as many rows.
  }];
  let arguments = (ins Pypto_Tensor:$source, Pypto_Tensor:$index);
  let results = (outs Pypto_Tensor:$result);
  let assemblyFormat = [{
    $source `[` $index `]` attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def TileGatherOp : Pypto_TileOp<"gather", [Pypto_OutOfPlace,
    DeclareOpInterfaceMethods<Pypto_TileOpInterface, ["isScratch"]>]> {
  let summary = "elements of a tile by position";
  let description = [{
    `result[i, j]` is element number `indices[i, j]` of the storage of `source`,
    counted row by row. `scratch` is like `indices`.
  }];
  let arguments = (ins Pypto_Tile:$source, Pypto_Tile:$indices,
                       Pypto_Tile:$scratch, Optional<Pypto_Buffer>:$dst);
  let results = (outs Pypto_Tile:$result);
  let assemblyFormat = [{
    $source `[` $indices `]` `scratch` $scratch (`into` $dst^)? attr-dict `:`
    functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

defvar Pypto_MaskText = [{
  Keeps the columns of a pattern, row by row: 1 `P0101` the even ones, 2 `P1010`
  the odd ones, 3 to 6 `P0001`, `P0010`, `P0100`, `P1000` one of four, 7 `P1111`
  all. The element type may change to another of as many bits.
}];

def TensorGatherMaskOp : Pypto_TensorValueOp<"gather_mask",
    [Pypto_TensorOpInterface]> {
  let summary = "columns of a pattern";
  let description = Pypto_MaskText;
  let arguments = (ins Pypto_Tensor:$source, I64Attr:$pattern);
  let results = (outs Pypto_Tensor:$result);
  let assemblyFormat = [{
    $source `pattern` `(` $pattern `)` attr-dict `:`
    functional-type(operands, results)
  }];
  let extraClassDeclaration = [{
    static ::llvm::StringRef getTileOpName() {
      return "pypto.tile.gather_mask";
    }
  }];
  let hasVerifier = 1;
}

def TileGatherMaskOp : Pypto_TileOp<"gather_mask", [Pypto_OutOfPlace,
    Pypto_TileOpInterface]> {
  let summary = "columns of a pattern";
  let description = Pypto_MaskText;
  let arguments = (ins Pypto_Tile:$source, I64Attr:$pattern,
                       Optional<Pypto_Buffer>:$dst);
  let results = (outs Pypto_Tile:$result);
  let assemblyFormat = [{
    $source `pattern` `(` $pattern `)` (`into` $dst^)? attr-dict `:`
    functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def TileGatherbOp : Pypto_TileOp<"gatherb", [Pypto_OutOfPlace,
    Pypto_TileOpInterface]> {
  let summary = "blocks of 32 bytes by byte offset";
  let description = [{
    Each element of `offsets`, of ui32, is a byte offset into `source`, from
    which 32 bytes become the next block of the result's row.
  }];
  let arguments = (ins Pypto_Tile:$source, Pypto_Tile:$offsets,
                       Optional<Pypto_Buffer>:$dst);
  let results = (outs Pypto_Tile:$result);
  let assemblyFormat = [{
    $source `[` $offsets `]` (`into` $dst^)? attr-dict `:`
    functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Scatters
//===----------------------------------------------------------------------===//

def TensorScatterOp : Pypto_TensorValueOp<"scatter"> {
  let summary = "a tensor with elements of each row replaced by index";
  let description = [{
    `result = target`, then `result[b, index[b, k]] = source[b, k]`. 2 axes;
    `index` has the shape of `source`.
  }];
  let arguments = (ins Pypto_Tensor:$target, Pypto_Tensor:$index,
                       Pypto_Tensor:$source);
  let results = (outs Pypto_Tensor:$result);
  let assemblyFormat = [{
    $source `into` $target `[` $index `]` attr-dict `:`
    functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def TensorScatterMaskOp : Pypto_TensorValueOp<"scatter_mask"> {
  let summary = "a tensor with the columns of a pattern replaced";
  let description = [{
    `result = target`, then the columns of the pattern (see
    `pypto.tensor.gather_mask`) are those of `source`.
  }];
  let arguments = (ins Pypto_Tensor:$target, Pypto_Tensor:$source,
                       I64Attr:$pattern);
  let results = (outs Pypto_Tensor:$result);
  let assemblyFormat = [{
    $source `into` $target `pattern` `(` $pattern `)` attr-dict `:`
    functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

class Pypto_TileScatterOpBase<string name>
    : Pypto_TileOp<name, [DeclareOpInterfaceMethods<Pypto_TileOpInterface, [
          "getForwardedOperand", "takesDestination"]>]> {
  let results = (outs Pypto_Tile:$result);
  let hasVerifier = 1;
}

def TileScatterOp : Pypto_TileScatterOpBase<"scatter"> {
  let summary = "elements of a tile replaced by position";
  let description = [{
    Element number `indices[i, j]` of the storage of `target`, counted row by
    row, becomes `source[i, j]`. The result is the target's buffer; what the
    hardware leaves in the other elements is not specified.
  }];
  let arguments = (ins Pypto_Tile:$target, Pypto_Tile:$source,
                       Pypto_Tile:$indices);
  let assemblyFormat = [{
    $source `into` $target `[` $indices `]` attr-dict `:`
    functional-type(operands, results)
  }];
}

def TileScatterMaskOp : Pypto_TileScatterOpBase<"scatter_mask"> {
  let summary = "the columns of a pattern replaced";
  let description = "As `pypto.tensor.scatter_mask`, in the target's buffer.";
  let arguments = (ins Pypto_Tile:$target, Pypto_Tile:$source,
                       I64Attr:$pattern);
  let assemblyFormat = [{
    $source `into` $target `pattern` `(` $pattern `)` attr-dict `:`
    functional-type(operands, results)
  }];
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

defvar Pypto_UpdateText = [{
  Row `index[i, j]` of `target`, whose leading axes are merged into rows, becomes
  row `i * columns + j` of `source`, in ascending order. The result is an alias
  of `target`.
}];

def TensorScatterUpdateOp : Pypto_TensorAliasOp<"scatter_update", "Target",
    false, [Pypto_TensorCompute]> {
  let summary = "rows of a tensor replaced by index";
  let description = Pypto_UpdateText;
  let arguments = (ins Arg<Pypto_Tensor, "", [MemWrite]>:$target,
                       Arg<Pypto_Tensor, "", [MemRead]>:$index,
                       Arg<Pypto_Tensor, "", [MemRead]>:$source);
  let results = (outs Pypto_Tensor:$result);
  let assemblyFormat = [{
    $source `into` $target `[` $index `]` attr-dict `:`
    functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def TileScatterUpdateOp : Pypto_TileScatterOpBase<"scatter_update"> {
  let summary = "rows of a tile replaced by index";
  let description = Pypto_UpdateText;
  let arguments = (ins Pypto_Tile:$target, Pypto_Tile:$index,
                       Pypto_Tile:$source);
  let assemblyFormat = [{
    $source `into` $target `[` $index `]` attr-dict `:`
    functional-type(operands, results)
  }];
}

//===----------------------------------------------------------------------===//
// Between global memory and the chip
//===----------------------------------------------------------------------===//

def TileGatherRowOp : Pypto_TileOp<"gather_row", [AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<Pypto_TileOpInterface, [
      "getOperandSpaces", "getFixedResultSpace", "getForwardedOperand",
      "takesDestination"]>]> {
  let summary = "window of a tensor copied into a window of a tile";
  let description = [{
    The window of `source` that starts at `source_offsets` becomes the window of
    `target`, in `Vec` or `Mat`, that starts at `target_offsets`; both have the
    extents `shape`. The result is the target's buffer.
  }];
  let arguments = (ins Pypto_Tile:$target, Arg<Pypto_Tensor, "", []>:$source,
                       Variadic<Index>:$target_offsets,
                       Variadic<Index>:$source_offsets,
                       DenseI64ArrayAttr:$shape);
  let results = (outs Pypto_Tile:$result);
  let assemblyFormat = [{
    $source `[` $source_offsets `]` `into` $target `[` $target_offsets `]`
    `shape` $shape attr-dict `:` qualified(type($source)) `,`
    qualified(type($target)) `->` qualified(type($result))
  }];
  let hasVerifier = 1;
}

def TileMscatterOp : Pypto_TileOp<"mscatter", [
    DeclareOpInterfaceMethods<Pypto_TensorAliasOpInterface>,
    DeclareOpInterfaceMethods<Pypto_TileOpInterface, ["getFixedResultSpace"]>]> {
  let summary = "elements of a tile scattered into a tensor";
  let description = [{
    Element number `indices[i, j]` of `target`, counted row by row, becomes
    `source[i, j]`. The result is an alias of `target`. Only the A5 has it.
  }];
  let arguments = (ins Pypto_Tile:$source, Pypto_Tile:$indices,
                       Pypto_Tensor:$target);
  let results = (outs Pypto_Tensor:$result);
  let assemblyFormat = [{
    $source `into` $target `[` $indices `]` attr-dict `:`
    functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

#endif // PYPTO_INDEXED_OPS_TD
