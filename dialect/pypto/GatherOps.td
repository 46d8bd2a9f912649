//===- GatherOps.td - gathers by comparison and from memory ---*- tablegen -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_GATHER_OPS_TD
#define PYPTO_GATHER_OPS_TD

include "OutOfRange.td"
include "PyptoOpBase.td"

//===----------------------------------------------------------------------===//
// By comparison
//===----------------------------------------------------------------------===//

defvar Pypto_CompareText = [{
  For each row the columns of the elements that equal `value` (`eq`) or exceed it
  (`gt`), in ascending order, `offset` added to each, and how many they are. What
  is behind the last one in a row is not specified. Columns that do not fit are
  counted and dropped. The a2a3 compares i32 by `eq` only.
}];

def TensorGatherCompareOp : Pypto_TensorValueOp<"gather_compare"> {
  let summary = "columns of the elements that compare with a scalar";
  let description = Pypto_CompareText # [{
    `positions` has the rows of `source`, `counts` one row with an element for
    each of them.
  }];
  let arguments = (ins Pypto_CmpModeAttr:$mode, Pypto_Tensor:$source,
                       Pypto_Scalar:$value, I64Attr:$offset);
  let results = (outs Pypto_Tensor:$positions, Pypto_Tensor:$counts);
  let assemblyFormat = [{
    custom<BareEnum>($mode) $source `,` $value `offset` `(` $offset `)` attr-dict
    `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def TileGatherCompareOp : Pypto_TileOp<"gather_compare", [Pypto_OutOfPlace,
    DeclareOpInterfaceMethods<Pypto_TileOpInterface, ["isScratch"]>]> {
  let summary = "columns of the elements that compare with a scalar";
  let description = Pypto_CompareText # [{
    An operation on tiles defines one tile: the result has a row of positions for
    each row of `source`, in its first `width` columns, and a last row that holds
    the counts. `scratch` holds bytes, a bit for each element.
  }];
  let arguments = (ins Pypto_CmpModeAttr:$mode, Pypto_Tile:$source,
                       Pypto_Scalar:$value, Pypto_Tile:$scratch,
                       I64Attr:$offset, I64Attr:$width,
                       Optional<Pypto_Buffer>:$dst);
  let results = (outs Pypto_Tile:$result);
  let assemblyFormat = [{
    custom<BareEnum>($mode) $source `,` $value `scratch` $scratch
    `offset` `(` $offset `)` `width` `(` $width `)` (`into` $dst^)? attr-dict `:`
    functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// From memory
//===----------------------------------------------------------------------===//

def TileGatherWindowOp : Pypto_TileOp<"gather_window", [AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<Pypto_TileOpInterface, [
      "getOperandSpaces", "getFixedResultSpace", "getForwardedOperand",
      "takesDestination"]>]> {
  let summary = "window of a tensor, transposed or cut, copied into a tile";
  let description = [{
    As `pypto.tile.gather_row`, which copies a window as it is. With `transpose`
    the window of the source, of extents `shape`, becomes a window with rows and
    columns exchanged. With `rows` only so many rows of the window are copied.
  }];
  let arguments = (ins Pypto_Tile:$target, Arg<Pypto_Tensor, "", []>:$source,
                       Variadic<Index>:$target_offsets,
                       Variadic<Index>:$source_offsets, Optional<Index>:$rows,
                       DenseI64ArrayAttr:$shape, UnitAttr:$transpose);
  let results = (outs Pypto_Tile:$result);
  let assemblyFormat = [{
    $source `[` $source_offsets `]` `into` $target `[` $target_offsets `]`
    `shape` $shape (`rows` $rows^)? (`transpose` $transpose^)? attr-dict `:`
    qualified(type($source)) `,` qualified(type($target)) `->`
    qualified(type($result))
  }];
  let hasVerifier = 1;
}

defvar Pypto_GatherRowsText = [{
  Row `r` of the result is `columns` of row `p` of `source`, from column
  `column` on, with `p = table[i / block] * block + i % block` where there is a
  table and `p = i` where there is none, and `i` element `r` of `indices`. Rows
  for which there is no index are not specified. What an index outside of
  `source` gives is said by `out_of_range`; with `undefined` it is an access
  outside of the tensor. `zero` is for `pypto.tile.mgather` only.
}];

class Pypto_GatherRowsArguments {
  dag arguments = (ins Pypto_Tensor:$source, Pypto_Tensor:$indices,
                       Optional<Pypto_Tensor>:$table, Index:$column,
                       I64Attr:$block, Pypto_MemorySpaceAttr:$space,
                       Pypto_OutOfRange:$out_of_range);
}

def TensorGatherRowsOp : Pypto_TensorValueOp<"gather_rows"> {
  let summary = "rows of a tensor by index, through a table of blocks";
  let description = Pypto_GatherRowsText # [{
    The rows are put together in the memory `space`. With `transpose` the result
    has them as its columns.
  }];
  let arguments = !con(Pypto_GatherRowsArguments<>.arguments,
                       (ins UnitAttr:$transpose));
  let results = (outs Pypto_Tensor:$result);
  let assemblyFormat = [{
    $source `[` $indices (`through` $table^)? `]` `column` $column
    `block` `(` $block `)` custom<BareEnum>($space)
    $out_of_range (`transpose` $transpose^)? attr-dict `:`
    functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def TileGatherRowsOp : Pypto_TileOp<"gather_rows", [
    DeclareOpInterfaceMethods<Pypto_TileOpInterface, ["getFixedResultSpace",
      "takesDestination"]>]> {
  let summary = "rows of a tensor by index";
  let description = Pypto_GatherRowsText # [{
    Becomes a loop of `pypto.tile.gather_row` when tensors become tiles.
  }];
  let arguments = Pypto_GatherRowsArguments<>.arguments;
  let results = (outs Pypto_Tile:$result);
  let assemblyFormat = [{
    $source `[` $indices (`through` $table^)? `]` `column` $column
    `block` `(` $block `)` custom<BareEnum>($space)
    $out_of_range attr-dict `:`
    functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def TileMgatherOp : Pypto_TileOp<"mgather", [Pypto_OutOfPlace,
    Pypto_TileOpInterface]> {
  let summary = "elements or rows of a tensor gathered into a tile";
  let description = [{
    With as many indices as elements, `result[i, j]` is element `indices[i, j]`
    of `source`, counted row by row. With one column of indices, row `i` of the
    result is row `indices[i, 0]` of `source`. What an index outside of `source`
    gives is said by `out_of_range`. Only the A5 has it.
  }];
  let arguments = (ins Pypto_Tensor:$source, Pypto_Tile:$indices,
                       Pypto_OutOfRange:$out_of_range, UnitAttr:$by_rows,
                       Optional<Pypto_Buffer>:$dst);
  let results = (outs Pypto_Tile:$result);
  let assemblyFormat = [{
    $source `[` $indices `]` $out_of_range
    (`by_rows` $by_rows^)? (`into` $dst^)? attr-dict `:`
    functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

#endif // PYPTO_GATHER_OPS_TD
