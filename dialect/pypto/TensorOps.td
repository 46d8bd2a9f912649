//===- TensorOps.td - tensors in global memory ----------------*- tablegen -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_TENSOR_OPS_TD
#define PYPTO_TENSOR_OPS_TD

include "PyptoOpBase.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"

def TensorCreateOp : Pypto_Op<"tensor.create"> {
  let summary = "a fresh tensor in global memory";
  let description = [{
    Allocates a tensor on the control plane. Its content is unspecified unless
    `init` gives a value for every element. One operand for each `?` of the
    type. `manual_dep` records that the author wants to order tasks by hand; the
    core model orders them by this tensor all the same.

    ```mlir
    %t = pypto.tensor.create : !pypto.tensor<16x16xf32>
    %u = pypto.tensor.create [%n] init(0.0 : f32) : !pypto.tensor<?x16xf32>
    ```
  }];
  let arguments = (ins Variadic<Index>:$dims,
                       OptionalAttr<TypedAttrInterface>:$init,
                       UnitAttr:$manual_dep);
  let results = (outs Res<Pypto_Tensor, "", [MemAlloc]>:$result);
  let assemblyFormat = [{
    (`[` $dims^ `]`)? (`init` `(` $init^ `)`)? attr-dict `:` qualified(type($result))
  }];
  let hasVerifier = 1;
}

def TensorDimOp : Pypto_Op<"tensor.dim", [Pure]> {
  let summary = "extent of one axis of a tensor";
  let arguments = (ins Pypto_Tensor:$source, I64Attr:$axis);
  let results = (outs Index:$result);
  let assemblyFormat = "$source `,` $axis attr-dict `:` qualified(type($source))";
  let hasVerifier = 1;
  let hasFolder = 1;
}

def TensorFullOp : Pypto_TwinTensorOp<"full"> {
  let summary = "a tensor with one value in every element";
  let arguments = (ins Pypto_Scalar:$value);
  let results = (outs Pypto_Tensor:$result);
  let assemblyFormat = "$value attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
}

def TensorSliceOp : Pypto_TensorAliasOp<"slice", "Source", true,
    [Pure, AttrSizedOperandSegments]> {
  let summary = "window of a tensor";
  let description = [{
    A view of the rectangle that starts at `offsets` and has the result's shape.
    One offset for each axis of the source; `sizes` gives the extents that are
    `?` in the result. Axes listed in `drop` have extent 1 in the window and are
    absent from the result. With `clamp` the window may pass the edge of the
    source: only what lies inside is meaningful, which
    `pypto.tensor.set_validshape` says.

    ```mlir
    %w = pypto.tensor.slice %t[%i, %c0]
       : !pypto.tensor<256x128xf32> -> !pypto.tensor<16x128xf32>
    ```
  }];
  let arguments = (ins Pypto_Tensor:$source, Variadic<Index>:$offsets,
                       Variadic<Index>:$sizes,
                       DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$drop,
                       UnitAttr:$clamp);
  let results = (outs Pypto_Tensor:$result);
  let assemblyFormat = [{
    $source `[` $offsets `]` (`sizes` `[` $sizes^ `]`)? attr-dict `:`
    qualified(type($source)) `->` qualified(type($result))
  }];
  let hasVerifier = 1;
  let hasFolder = 1;
}

def TensorReshapeOp : Pypto_TensorAliasOp<"reshape", "Source", true, [Pure]> {
  let summary = "the same elements under another shape";
  let arguments = (ins Pypto_Tensor:$source);
  let results = (outs Pypto_Tensor:$result);
  let assemblyFormat = "$source attr-dict `:` qualified(type($source)) `->` qualified(type($result))";
  let hasVerifier = 1;
  let hasFolder = 1;
}

def TensorTransposeOp : Pypto_TensorAliasOp<"transpose", "Source", true, [Pure]> {
  let summary = "two axes of a tensor exchanged";
  let arguments = (ins Pypto_Tensor:$source, I64Attr:$axis0, I64Attr:$axis1);
  let results = (outs Pypto_Tensor:$result);
  let assemblyFormat = [{
    $source `,` $axis0 `,` $axis1 attr-dict `:` qualified(type($source)) `->`
    qualified(type($result))
  }];
  let hasVerifier = 1;
  let hasFolder = 1;
}

def TensorAssembleOp : Pypto_TensorAliasOp<"assemble", "Target", false,
    [Pypto_TensorCompute]> {
  let summary = "a tensor written into another at an offset";
  let description = [{
    Writes `source` into the rectangle of `target` that starts at `offsets`. The
    result is an alias of `target`. With `atomic(add)` elements are added.
  }];
  let arguments = (ins Arg<Pypto_Tensor, "", [MemWrite]>:$target,
                       Arg<Pypto_Tensor, "", [MemRead]>:$source,
                       Variadic<Index>:$offsets,
                       DefaultValuedAttr<Pypto_AtomicKindAttr,
                         "::mlir::pypto::AtomicKind::none">:$atomic);
  let results = (outs Pypto_Tensor:$result);
  let assemblyFormat = [{
    $source `into` $target `[` $offsets `]` attr-dict `:` qualified(type($source)) `,`
    qualified(type($target)) `->` qualified(type($result))
  }];
  let hasVerifier = 1;
}

def TensorReadOp : Pypto_Op<"tensor.read"> {
  let summary = "one element of a tensor";
  let description = [{
    Reads through the data cache of the core (or on the control plane, after the
    task that produces the tensor).
  }];
  let arguments = (ins Arg<Pypto_Tensor, "", [MemRead]>:$source,
                       Variadic<Index>:$indices);
  let results = (outs Pypto_Scalar:$result);
  let assemblyFormat = [{
    $source `[` $indices `]` attr-dict `:` qualified(type($source)) `->` qualified(type($result))
  }];
  let hasVerifier = 1;
}

def TensorWriteOp : Pypto_Op<"tensor.write"> {
  let summary = "one element of a tensor replaced";
  let description = [{
    Writes through the data cache of the core, which reaches global memory in
    whole 64-byte lines when the kernel ends.
  }];
  let arguments = (ins Pypto_Scalar:$value,
                       Arg<Pypto_Tensor, "", [MemWrite]>:$target,
                       Variadic<Index>:$indices);
  let assemblyFormat = [{
    $value `,` $target `[` $indices `]` attr-dict `:` qualified(type($value)) `,`
    qualified(type($target))
  }];
  let hasVerifier = 1;
}

#endif // PYPTO_TENSOR_OPS_TD
