//===- PyptoTypes.td - types of the pypto dialect -------------*- tablegen -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_TYPES_TD
#define PYPTO_TYPES_TD

include "PyptoAttributes.td"
include "mlir/IR/BuiltinTypeInterfaces.td"

class Pypto_Type<string name, string typeMnemonic, list<Trait> traits = []>
    : TypeDef<Pypto_Dialect, name, traits> {
  let mnemonic = typeMnemonic;
}

def Pypto_Tensor : Pypto_Type<"GlobalTensor", "tensor"> {
  let summary = "tensor in global memory";
  let description = [{
    A reference to a dense tensor in global memory. A dimension that is known
    only at run time is `?`. The layout is `nd` (rows contiguous, the default),
    `dn` (columns contiguous), `nz` (fractal boxes), or one of the orders of
    scales of micro-scaled products: `zz` (left factor, boxes of 16 x 2 bytes)
    and `nn` (right factor, boxes of 2 x 16 bytes).

    ```mlir
    !pypto.tensor<256x128xf32>
    !pypto.tensor<?x64xbf16, layout=dn>
    ```
  }];
  let parameters = (ins ArrayRefParameter<"int64_t">:$shape,
                        "::mlir::Type":$elementType,
                        "::mlir::pypto::TileLayout":$layout);
  let builders = [TypeBuilderWithInferredContext<(ins
      "::llvm::ArrayRef<int64_t>":$shape, "::mlir::Type":$elementType,
      CArg<"::mlir::pypto::TileLayout", "::mlir::pypto::TileLayout::ND">:$layout),
      [{ return $_get(elementType.getContext(), shape, elementType, layout); }]>];
  let extraClassDeclaration = [{
    int64_t getRank() const { return getShape().size(); }
    int64_t getDimSize(unsigned i) const { return getShape()[i]; }
    bool hasStaticShape() const;
    /// Elements of a tensor with a static shape.
    int64_t getNumElements() const;
  }];
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let skipDefaultBuilders = 1;
}

def Pypto_Tile : Pypto_Type<"Tile", "tile"> {
  let summary = "tile in an on-chip memory";
  let description = [{
    A dense block of elements on chip. The memory space is absent until the tile
    is placed. `valid` is the part that holds meaningful data (its shape where it
    is not written; `?` where known only at run time), `pad` is what the rest is
    filled with.

    ```mlir
    !pypto.tile<128x128xf32>
    !pypto.tile<128x128xf32, Vec, valid=?x128, pad=min>
    !pypto.tile<32x32xf16, Left, layout=zz>
    ```
  }];
  let parameters = (ins ArrayRefParameter<"int64_t">:$shape,
                        "::mlir::Type":$elementType,
                        "::mlir::pypto::MemorySpaceAttr":$space,
                        "::mlir::pypto::TileLayout":$layout,
                        ArrayRefParameter<"int64_t">:$valid,
                        "::mlir::pypto::PadValue":$pad);
  let builders = [
    TypeBuilderWithInferredContext<(ins
      "::llvm::ArrayRef<int64_t>":$shape, "::mlir::Type":$elementType,
      CArg<"::mlir::pypto::MemorySpaceAttr", "{}">:$space,
      CArg<"::mlir::pypto::TileLayout", "::mlir::pypto::TileLayout::ND">:$layout,
      CArg<"::llvm::ArrayRef<int64_t>", "{}">:$valid,
      CArg<"::mlir::pypto::PadValue", "::mlir::pypto::PadValue::null">:$pad),
      [{
        return $_get(elementType.getContext(), shape, elementType, space, layout,
                     valid.empty() ? shape : valid, pad);
      }]>];
  let extraClassDeclaration = [{
    int64_t getRank() const { return getShape().size(); }
    int64_t getDimSize(unsigned i) const { return getShape()[i]; }
    int64_t getNumElements() const;
    /// Bytes that the elements occupy, fractal padding excluded.
    int64_t getSizeInBytes() const;
    bool isPlaced() const { return static_cast<bool>(getSpace()); }
    /// The space of a placed tile.
    std::optional<MemorySpace> getMemorySpace() const;
    bool isFullyValid() const { return getValid() == getShape(); }
    bool hasStaticValid() const;

    /// The same tile with one property replaced.
    TileType withSpace(std::optional<MemorySpace> space) const;
    TileType withLayout(TileLayout layout) const;
    TileType withValid(::llvm::ArrayRef<int64_t> valid) const;
    TileType withPad(PadValue pad) const;
    TileType withElementType(::mlir::Type elementType) const;
    /// Another shape, fully valid.
    TileType withShape(::llvm::ArrayRef<int64_t> shape) const;
  }];
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let skipDefaultBuilders = 1;
}

def Pypto_HF8 : Pypto_Type<"HF8", "hf8",
    [DeclareTypeInterfaceMethods<FloatTypeInterface, ["getFloatSemantics"]>]> {
  let summary = "8-bit float with tapered precision";
  let description = [{
    Sign, a prefix that says how many bits the exponent has, exponent, and what
    is left as mantissa: 3 bits near one, 1 bit at 2^15. Exponents from -22 to
    15, infinities, one NaN, one zero. An element type of tensors and tiles of
    the A5; only its width is asked of the float semantics.
  }];
}

def Pypto_TaskId : Pypto_Type<"TaskId", "task_id"> {
  let summary = "handle of a submitted task";
}

//===----------------------------------------------------------------------===//
// Constraints
//===----------------------------------------------------------------------===//

/// Types of scalars in a kernel: builtin integers (signless or unsigned),
/// floats and index.
def Pypto_Scalar : Type<CPred<
    "::llvm::isa<::mlir::IntegerType, ::mlir::FloatType, ::mlir::IndexType>($_self)">,
    "integer, float or index scalar">;

/// A buffer in an on-chip memory.
def Pypto_Buffer : Type<CPred<
    "::llvm::isa<::mlir::MemRefType>($_self) && "
    "::llvm::isa_and_nonnull<::mlir::pypto::MemorySpaceAttr>("
    "::llvm::cast<::mlir::MemRefType>($_self).getMemorySpace())">,
    "memref in a #pypto.space", "::mlir::MemRefType">;

#endif // PYPTO_TYPES_TD
