//===- ScratchOps.td - element-wise ops through scratch -------*- tablegen -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The hardware computes these in several steps and keeps what is between them in
// a scratch tile, whose content is lost.
//
//===----------------------------------------------------------------------===//

#ifndef PYPTO_SCRATCH_OPS_TD
#define PYPTO_SCRATCH_OPS_TD

include "PyptoOpBase.td"

class Pypto_TileScratchOp<string name, list<Trait> traits>
    : Pypto_TileOp<name, traits # [
        DeclareOpInterfaceMethods<Pypto_TileOpInterface, ["isScratch"]>]>;

class Pypto_TileBinaryScratchOp<string name, string meaning,
                                list<Trait> traits = []>
    : Pypto_TileScratchOp<name, traits # [Pypto_BinaryShapes]> {
  let summary = meaning # " of two tiles";
  let description = "`result[i] = " # meaning # "(lhs[i], rhs[i])` over the "
      "valid region; operands and result have one shape and element type. "
      "`scratch` has at least one row and the columns of the result.";
  let arguments = (ins Pypto_Tile:$lhs, Pypto_Tile:$rhs, Pypto_Tile:$scratch,
                       Optional<Pypto_Buffer>:$dst);
  let results = (outs Pypto_Tile:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs `scratch` $scratch (`into` $dst^)? attr-dict `:`
    functional-type(operands, results)
  }];
}

class Pypto_TileWithScalarScratchOp<string name, string meaning,
                                    list<Trait> traits = []>
    : Pypto_TileScratchOp<name, traits # [Pypto_UnaryShapes]> {
  let summary = meaning # " of a tile and a scalar";
  let description = "`result[i] = " # meaning # "(source[i], scalar)` over the "
      "valid region; the scalar has the element type of the tile. `scratch` has "
      "at least one row and the columns of the result.";
  let arguments = (ins Pypto_Tile:$source, Pypto_Scalar:$scalar,
                       Pypto_Tile:$scratch, Optional<Pypto_Buffer>:$dst);
  let results = (outs Pypto_Tile:$result);
  let assemblyFormat = [{
    $source `,` $scalar `scratch` $scratch (`into` $dst^)? attr-dict `:`
    functional-type(operands, results)
  }];
}

//===----------------------------------------------------------------------===//
// Exclusive or
//===----------------------------------------------------------------------===//

defvar Pypto_XorTraits = [Pypto_IntegerElements, Pypto_OutOfPlace];

def TensorXorOp : Pypto_TwinTensorOp<"xor", "1", Pypto_XorTraits # [
    Pypto_BinaryShapes]> {
  let summary = "bitwise exclusive or of two tensors";
  let arguments = (ins Pypto_Tensor:$lhs, Pypto_Tensor:$rhs);
  let results = (outs Pypto_Tensor:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs attr-dict `:` functional-type(operands, results)
  }];
}
def TileXorOp : Pypto_TileBinaryScratchOp<"xor", "bitwise exclusive or",
                                          Pypto_XorTraits>;

def TensorXorsOp : Pypto_TwinTensorOp<"xors", "1", Pypto_XorTraits # [
    Pypto_UnaryShapes]> {
  let summary = "bitwise exclusive or of a tensor and a scalar";
  let arguments = (ins Pypto_Tensor:$source, Pypto_Scalar:$scalar);
  let results = (outs Pypto_Tensor:$result);
  let assemblyFormat = [{
    $source `,` $scalar attr-dict `:` functional-type(operands, results)
  }];
}
def TileXorsOp : Pypto_TileWithScalarScratchOp<"xors", "bitwise exclusive or",
                                               Pypto_XorTraits>;

//===----------------------------------------------------------------------===//
// Precise reciprocal square root
//===----------------------------------------------------------------------===//

defvar Pypto_RsqrtTraits = [Pypto_UnaryShapes, Pypto_FloatElements,
                            Pypto_OutOfPlace];

def TensorRsqrtPreciseOp
    : Pypto_TwinTensorOp<"rsqrt_precise", "1", Pypto_RsqrtTraits> {
  let summary = "reciprocal square root of a tensor, by square root and division";
  let arguments = (ins Pypto_Tensor:$source);
  let results = (outs Pypto_Tensor:$result);
  let assemblyFormat = [{
    $source attr-dict `:` functional-type(operands, results)
  }];
}

def TileRsqrtPreciseOp
    : Pypto_TileScratchOp<"rsqrt_precise", Pypto_RsqrtTraits> {
  let summary = "reciprocal square root of a tile, by square root and division";
  let description = [{
    As `pypto.tile.rsqrt`, which is one instruction that estimates. `scratch`
    has the shape and the element type of the source.
  }];
  let arguments = (ins Pypto_Tile:$source, Pypto_Tile:$scratch,
                       Optional<Pypto_Buffer>:$dst);
  let results = (outs Pypto_Tile:$result);
  let assemblyFormat = [{
    $source `scratch` $scratch (`into` $dst^)? attr-dict `:`
    functional-type(operands, results)
  }];
}

//===----------------------------------------------------------------------===//
// On tiles only
//===----------------------------------------------------------------------===//

def TileRemOp : Pypto_TileBinaryScratchOp<"rem",
    "remainder with the sign of the divisor">;
def TileRemsOp : Pypto_TileWithScalarScratchOp<"rems",
    "remainder with the sign of the divisor">;

def TilePreluOp : Pypto_TileBinaryScratchOp<"prelu",
    "leaky rectifier (lhs where positive, else lhs * rhs)",
    [Pypto_FloatElements, Pypto_OutOfPlace]>;

#endif // PYPTO_SCRATCH_OPS_TD
