//===- GenerateOps.td - tensors and tiles made from scalars ---*- tablegen -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_GENERATE_OPS_TD
#define PYPTO_GENERATE_OPS_TD

include "PyptoOpBase.td"

class Pypto_TensorGenerateOp<string name> : Pypto_TwinTensorOp<name> {
  let results = (outs Pypto_Tensor:$result);
  let hasVerifier = 1;
}
class Pypto_TileGenerateOp<string name>
    : Pypto_TileOp<name, [Pypto_TileOpInterface]> {
  let results = (outs Pypto_Tile:$result);
  let hasVerifier = 1;
}

defvar Pypto_CiText = [{
  `result[0, j] = start + j`, with `descending` `start - j`. Elements are 16- or
  32-bit integers, the type of `start`; there is one row of more than one
  column.

  ```mlir
  %1 = pypto.tensor.ci %c0 : (i32) -> !pypto.tensor<1x64xi32>
  ```
}];

def TensorCiOp : Pypto_TensorGenerateOp<"ci"> {
  let summary = "a row of consecutive integers";
  let description = Pypto_CiText;
  let arguments = (ins Pypto_Scalar:$start, UnitAttr:$descending);
  let assemblyFormat = [{
    $start (`descending` $descending^)? attr-dict `:`
    functional-type(operands, results)
  }];
}
def TileCiOp : Pypto_TileGenerateOp<"ci"> {
  let summary = "a row of consecutive integers";
  let description = Pypto_CiText;
  let arguments = (ins Pypto_Scalar:$start, UnitAttr:$descending,
                       Optional<Pypto_Buffer>:$dst);
  let assemblyFormat = [{
    $start (`descending` $descending^)? (`into` $dst^)? attr-dict `:`
    functional-type(operands, results)
  }];
}

def TileTriOp : Pypto_TileGenerateOp<"tri"> {
  let summary = "a triangle of ones";
  let description = [{
    One where `j <= i + diagonal` (with `upper` where `j >= i + diagonal`), else
    zero, over the valid region.
  }];
  let arguments = (ins Pypto_Scalar:$diagonal, UnitAttr:$upper,
                       Optional<Pypto_Buffer>:$dst);
  let assemblyFormat = [{
    $diagonal (`upper` $upper^)? (`into` $dst^)? attr-dict `:`
    functional-type(operands, results)
  }];
}

defvar Pypto_RandomText = [{
  A counter-based generator: two key words and four counter words of i32 give
  the same elements every time. 7 or 10 rounds; elements of i32 or ui32. Only
  the A5 has it.
}];

defvar Pypto_RandomWords = (ins Pypto_Scalar:$key0, Pypto_Scalar:$key1,
    Pypto_Scalar:$counter0, Pypto_Scalar:$counter1, Pypto_Scalar:$counter2,
    Pypto_Scalar:$counter3, I64Attr:$rounds);

def TensorRandomOp : Pypto_TensorGenerateOp<"random"> {
  let summary = "random integers from a counter";
  let description = Pypto_RandomText;
  let arguments = Pypto_RandomWords;
  let assemblyFormat = [{
    `key` `(` $key0 `,` $key1 `)` `counter` `(` $counter0 `,` $counter1 `,`
    $counter2 `,` $counter3 `)` `rounds` `(` $rounds `)` attr-dict `:`
    functional-type(operands, results)
  }];
}
def TileRandomOp : Pypto_TileGenerateOp<"random"> {
  let summary = "random integers from a counter";
  let description = Pypto_RandomText;
  let arguments = !con(Pypto_RandomWords, (ins Optional<Pypto_Buffer>:$dst));
  let assemblyFormat = [{
    `key` `(` $key0 `,` $key1 `)` `counter` `(` $counter0 `,` $counter1 `,`
    $counter2 `,` $counter3 `)` `rounds` `(` $rounds `)` (`into` $dst^)? attr-dict `:`
    functional-type(operands, results)
  }];
}

#endif // PYPTO_GENERATE_OPS_TD
