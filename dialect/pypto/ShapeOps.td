//===- ShapeOps.td - joining, repeating, reinterpreting -------*- tablegen -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_SHAPE_OPS_TD
#define PYPTO_SHAPE_OPS_TD

include "PyptoOpBase.td"

def TensorConcatOp : Pypto_TensorValueOp<"concat", [Pypto_TensorOpInterface]> {
  let summary = "columns of one tensor, then those of another";
  let description = "Both have 2 axes, one element type and as many rows.";
  let arguments = (ins Pypto_Tensor:$lhs, Pypto_Tensor:$rhs);
  let results = (outs Pypto_Tensor:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs attr-dict `:` functional-type(operands, results)
  }];
  let extraClassDeclaration = [{
    static ::llvm::StringRef getTileOpName() { return "pypto.tile.concat"; }
  }];
  let hasVerifier = 1;
}

def TileConcatOp : Pypto_TileOp<"concat", [Pypto_OutOfPlace,
    Pypto_TileOpInterface]> {
  let summary = "columns of one tile, then those of another";
  let description = [{
    The valid columns of `lhs`, then those of `rhs`; both have as many valid
    rows.
  }];
  let arguments = (ins Pypto_Tile:$lhs, Pypto_Tile:$rhs,
                       Optional<Pypto_Buffer>:$dst);
  let results = (outs Pypto_Tile:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs (`into` $dst^)? attr-dict `:`
    functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def TensorExpandCloneOp : Pypto_TensorValueOp<"expand_clone"> {
  let summary = "a tensor repeated along one axis";
  let description = [{
    `source` with the shape of `target`, which is not read: three axes, of which
    at most one, of extent 1 in `source`, differs.
  }];
  let arguments = (ins Pypto_Tensor:$source, Pypto_Tensor:$target);
  let results = (outs Pypto_Tensor:$result);
  let assemblyFormat = [{
    $source `like` $target attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def TensorReinterpretViewOp : Pypto_TensorValueOp<"reinterpret_view"> {
  let summary = "the bytes of a tensor as elements of another type";
  let description = [{
    Another element type and as many bytes. A value of its own: writing it does
    not write the source.
  }];
  let arguments = (ins Pypto_Tensor:$source);
  let results = (outs Pypto_Tensor:$result);
  let assemblyFormat = [{
    $source attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

class Pypto_TileRetypingOp<string name>
    : Pypto_TileOp<name, [DeclareOpInterfaceMethods<Pypto_TileOpInterface, [
          "getOperandSpaces", "getFixedResultSpace", "getForwardedOperand",
          "isView", "takesDestination"]>]> {
  let arguments = (ins Pypto_Tile:$source);
  let results = (outs Pypto_Tile:$result);
  let assemblyFormat = [{
    $source attr-dict `:` qualified(type($source)) `->`
    qualified(type($result))
  }];
  let hasVerifier = 1;
}

def TileReinterpretViewOp : Pypto_TileRetypingOp<"reinterpret_view"> {
  let summary = "the bytes of a tile as elements of another type";
  let description = "Another element type, as many bytes in as many rows.";
}

def TileTransposeViewOp : Pypto_TileRetypingOp<"transpose_view"> {
  let summary = "a tile with rows and columns exchanged, without a copy";
  let description = [{
    The same bytes, read with boxes and elements in the other order (nz as zn).
  }];
}

#endif // PYPTO_SHAPE_OPS_TD
