//===- ViewOps.td - pointers and views of global memory ----*- tablegen -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTO_VIEW_OPS_TD
#define PTO_VIEW_OPS_TD

include "PtoOpBase.td"
include "mlir/Interfaces/ViewLikeInterface.td"

def Pto_AddPtrOp : Pto_Op<"addptr", [Pure]> {
  let summary = "advance a pointer by a number of elements";
  let description = [{
    The result points `offset` elements (not bytes) behind `ptr` and has the
    same type. In the public assembler every chain of `addptr` must end in
    `make_tensor_view`, `load_scalar`, `store_scalar` or the `gm_addr` of
    `initialize_l2g2l_pipe`.

    ```mlir
    %p2 = pto.addptr %p, %i : !pto.ptr<f32> -> !pto.ptr<f32>
    ```
  }];
  let arguments = (ins Pto_PtrType:$ptr, Index:$offset);
  let results = (outs Pto_PtrType:$result);
  let assemblyFormat = [{
    $ptr `,` $offset attr-dict `:` qualified(type($ptr)) `->`
    qualified(type($result))
  }];
  let hasVerifier = 1;
}

def Pto_LoadScalarOp : Pto_PipeOp<"load_scalar", "S"> {
  let summary = "read one element of global memory";
  let description = [{
    Reads the element at `offset` (in elements) from `ptr` into a scalar
    register. The result has the pointee type. A memref must be in `gm`.

    ```mlir
    %x = pto.load_scalar %p[%i] : !pto.ptr<f32> -> f32
    ```
  }];
  let arguments = (ins Arg<Pto_PtrOrMemRef, "source", [MemRead]>:$ptr,
                       Index:$offset);
  let results = (outs AnyType:$value);
  let assemblyFormat = [{
    $ptr `[` $offset `]` attr-dict `:` type($ptr) `->` type($value)
  }];
  let hasVerifier = 1;
}

def Pto_StoreScalarOp : Pto_PipeOp<"store_scalar", "S"> {
  let summary = "write one element of global memory";
  let description = [{
    Writes `value` to the element at `offset` (in elements) from `ptr`. The
    value has the pointee type. A memref must be in `gm`.

    ```mlir
    pto.store_scalar %x, %p[%i] : !pto.ptr<f32>, f32
    ```
  }];
  let arguments = (ins Arg<Pto_PtrOrMemRef, "destination", [MemWrite]>:$ptr,
                       Index:$offset, AnyType:$value);
  let assemblyFormat = [{
    $value `,` $ptr `[` $offset `]` attr-dict `:` type($ptr) `,` type($value)
  }];
  let hasVerifier = 1;
}

def Pto_MakeTensorViewOp : Pto_Op<"make_tensor_view",
    [Pure, AttrSizedOperandSegments]> {
  let summary = "describe a strided tensor in global memory";
  let description = [{
    Builds a view from a pointer, extents and strides, all in elements. The
    text leaves out the type of the pointer: it is a `!pto.ptr` to the element
    type of the result. A memref operand, which that rule does not cover, is
    written with its type (our extension of the text).

    `layout` says how the last dimensions lie in memory. Written against what
    constant extents and strides imply, it is an error.

    ```mlir
    %v = pto.make_tensor_view %p, shape = [%r, %c], strides = [%c, %one]
           {layout = #pto.layout<nd>} : !pto.tensor_view<?x64xf32>
    ```
  }];
  let arguments = (ins Pto_PtrOrMemRef:$ptr, Variadic<Index>:$shape,
                       Variadic<Index>:$strides,
                       OptionalAttr<Pto_LayoutAttr>:$layout);
  let results = (outs Pto_TensorViewType:$result);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// The layout which constant extents and strides imply by the rules of the
    /// public assembler; nothing when one of them is unknown or when ND and DN
    /// both fit.
    std::optional<Layout> inferLayout();
  }];
}

def Pto_PartitionViewOp : Pto_Op<"partition_view",
    [Pure, AttrSizedOperandSegments, Pto_Lint]> {
  let summary = "a rectangular window of a tensor view";
  let description = [{
    The window starts at `offsets` and has extents `sizes`, both in elements,
    one per dimension of the source. Constant ones are checked against static
    extents of the source and of the result.

    ```mlir
    %w = pto.partition_view %v, offsets = [%i, %z], sizes = [%n, %n]
           : !pto.tensor_view<64x16xf32> -> !pto.partition_tensor_view<16x16xf32>
    ```
  }];
  let arguments = (ins Pto_TensorViewType:$source, Variadic<Index>:$offsets,
                       Variadic<Index>:$sizes);
  let results = (outs Pto_PartitionTensorViewType:$result);
  let assemblyFormat = [{
    $source `,` `offsets` `=` `[` $offsets `]` `,` `sizes` `=` `[` $sizes `]`
    attr-dict `:` qualified(type($source)) `->` qualified(type($result))
  }];
  let hasVerifier = 1;
}

def Pto_GetTensorViewDimOp : Pto_Op<"get_tensor_view_dim", [Pure]> {
  let summary = "extent of one dimension of a tensor view";
  let description = [{
    ```mlir
    %n = pto.get_tensor_view_dim %v, %zero : !pto.tensor_view<?x64xf32> -> index
    ```
  }];
  let arguments = (ins AnyTypeOf<[Pto_TensorViewType, AnyMemRef]>:$tensor_view,
                       Index:$dim_index);
  let results = (outs Index:$result);
  let assemblyFormat = [{
    $tensor_view `,` $dim_index attr-dict `:` type($tensor_view) `->`
    type($result)
  }];
  let hasVerifier = 1;
}

#endif // PTO_VIEW_OPS_TD
