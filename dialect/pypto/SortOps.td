//===- SortOps.td - sorting by value --------------------------*- tablegen -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sorted data are pairs of 8 bytes: the value, then its index as a 32-bit
// integer. In elements of the value a pair takes 2 for f32 and 4 for f16.
//
//===----------------------------------------------------------------------===//

#ifndef PYPTO_SORT_OPS_TD
#define PYPTO_SORT_OPS_TD

include "PyptoOpBase.td"

class Pypto_TensorSortOp<string name, string numScratch = "0">
    : Pypto_TwinTensorOp<name, numScratch> {
  let results = (outs Pypto_Tensor:$result);
  let hasVerifier = 1;
}
class Pypto_TileSortOp<string name, list<Trait> traits = [],
                       list<string> methods = []>
    : Pypto_TileOp<name, traits # [Pypto_OutOfPlace,
        DeclareOpInterfaceMethods<Pypto_TileOpInterface, methods>]> {
  let results = (outs Pypto_Tile:$result);
  let hasVerifier = 1;
}

defvar Pypto_Sort32Text = [{
  Sorts each group of 32 columns by descending value. `index`, of ui32 and the
  shape of `source`, gives the index that goes with each value. The result holds
  a pair for each element of the source.
}];

def TensorSort32Op : Pypto_TensorSortOp<"sort32"> {
  let summary = "groups of 32 elements sorted";
  let description = Pypto_Sort32Text;
  let arguments = (ins Pypto_Tensor:$source, Pypto_Tensor:$index);
  let assemblyFormat = [{
    $source `,` $index attr-dict `:` functional-type(operands, results)
  }];
}
def TileSort32Op : Pypto_TileSortOp<"sort32"> {
  let summary = "groups of 32 elements sorted";
  let description = Pypto_Sort32Text;
  let arguments = (ins Pypto_Tile:$source, Pypto_Tile:$index,
                       Optional<Pypto_Buffer>:$dst);
  let assemblyFormat = [{
    $source `,` $index (`into` $dst^)? attr-dict `:`
    functional-type(operands, results)
  }];
}

defvar Pypto_MrgsortText = [{
  Merges every four neighbouring runs of `block_len` elements, each sorted pairs,
  into one. One row; `block_len` is a positive multiple of 64.
}];

def TensorMrgsortOp : Pypto_TensorSortOp<"mrgsort"> {
  let summary = "sorted runs of one tensor merged";
  let description = Pypto_MrgsortText;
  let arguments = (ins Pypto_Tensor:$source, I64Attr:$block_len);
  let assemblyFormat = [{
    $source `block_len` `(` $block_len `)` attr-dict `:`
    functional-type(operands, results)
  }];
}
def TileMrgsortOp : Pypto_TileSortOp<"mrgsort"> {
  let summary = "sorted runs of one tile merged";
  let description = Pypto_MrgsortText;
  let arguments = (ins Pypto_Tile:$source, I64Attr:$block_len,
                       Optional<Pypto_Buffer>:$dst);
  let assemblyFormat = [{
    $source `block_len` `(` $block_len `)` (`into` $dst^)? attr-dict `:`
    functional-type(operands, results)
  }];
}

defvar Pypto_MrgsortListsText = [{
  Merges two to four sorted rows of pairs into one as long as all of them. With
  `exhausted` the merge stops when one of them is used up.
}];

def TensorMrgsortListsOp : Pypto_TensorSortOp<"mrgsort_lists", "1"> {
  let summary = "sorted tensors merged";
  let description = Pypto_MrgsortListsText;
  let arguments = (ins Variadic<Pypto_Tensor>:$sources, UnitAttr:$exhausted);
  let assemblyFormat = [{
    $sources (`exhausted` $exhausted^)? attr-dict `:`
    functional-type(operands, results)
  }];
}
def TileMrgsortListsOp : Pypto_TileSortOp<"mrgsort_lists",
    [AttrSizedOperandSegments], ["isScratch"]> {
  let summary = "sorted tiles merged";
  let description = Pypto_MrgsortListsText # [{
    `scratch` is as large as the result.
  }];
  let arguments = (ins Variadic<Pypto_Tile>:$sources, Pypto_Tile:$scratch,
                       UnitAttr:$exhausted, Optional<Pypto_Buffer>:$dst);
  let assemblyFormat = [{
    $sources `scratch` $scratch (`exhausted` $exhausted^)? (`into` $dst^)?
    attr-dict `:` functional-type(operands, results)
  }];
}

#endif // PYPTO_SORT_OPS_TD
