//===- PtoTypes.td - types of the pto dialect --------------*- tablegen -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTO_TYPES_TD
#define PTO_TYPES_TD

include "PtoEnums.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/CommonTypeConstraints.td"

class Pto_Type<string name, string typeMnemonic, list<Trait> traits = []>
    : TypeDef<Pto_Dialect, name, traits> {
  let mnemonic = typeMnemonic;
}

// Shape and element type in the form `<16x?xf32>`.
class Pto_ShapedType<string name, string typeMnemonic>
    : Pto_Type<name, typeMnemonic> {
  let parameters = (ins ArrayRefParameter<"int64_t">:$shape,
                        "::mlir::Type":$elementType);
  let hasCustomAssemblyFormat = 1;
  let extraClassDeclaration = [{
    /// Number of dimensions.
    int64_t getRank() const { return getShape().size(); }
    /// Whether every extent is known.
    bool hasStaticShape() const {
      return !::llvm::is_contained(getShape(), ::mlir::ShapedType::kDynamic);
    }
  }];
}

def Pto_F4E2M1x2Type : Pto_Type<"F4E2M1x2", "f4E2M1x2"> {
  let summary = "a byte with two floats of 4 bits";
  let description = [{
    The element at an even place in the low half of the byte, its neighbour in
    the high half; each has a sign, 2 bits of exponent and 1 of mantissa (0,
    0.5, 1, 1.5, 2, 3, 4, 6). A tile or tensor of it has half as many columns as
    it has floats. A5 only.
  }];
}

def Pto_HiF8Type : Pto_Type<"HiF8", "hif8"> {
  let summary = "8-bit float with tapered precision";
  let description = [{
    See the type of the same format of the pypto dialect. A5 only.
  }];
}

def Pto_PtrType : Pto_Type<"Ptr", "ptr"> {
  let summary = "pointer to elements in global memory";
  let description = [{
    `!pto.ptr<f16>` is the address of an f16 in global memory. Pointer
    arithmetic (`pto.addptr`) counts in elements.
  }];
  let parameters = (ins "::mlir::Type":$elementType);
  let assemblyFormat = "`<` $elementType `>`";
}

def Pto_TensorViewType : Pto_ShapedType<"TensorView", "tensor_view"> {
  let summary = "a whole strided tensor in global memory";
  let description = [{
    `!pto.tensor_view<?x64xf32>`; any extent may be `?`. Extents and strides
    are operands of the `pto.make_tensor_view` that builds the view.
  }];
}

def Pto_PartitionTensorViewType
    : Pto_ShapedType<"PartitionTensorView", "partition_tensor_view"> {
  let summary = "a rectangular window of a tensor view";
  let description = [{
    `!pto.partition_tensor_view<16x64xf32>`, the global side of loads and
    stores. Any extent may be `?`; ranks up to five are in use.
  }];
}

def Pto_TileType : Pto_ShapedType<"Tile", "tile"> {
  let summary = "tile without memory or layout (legacy)";
  let description = [{
    Remnant of an older, higher level. It parses and prints; no operation
    needs it.
  }];
}

def Pto_TileBufType : Pto_Type<"TileBuf", "tile_buf"> {
  let summary = "a two-dimensional tile in a memory of the core";
  let description = [{
    A tile has a static shape in elements, a valid rectangle that starts at
    (0, 0) and whose extents may be known only at run time (`?`), and a place:
    `vec`, `mat`, `left`, `right`, `acc`, `bias` or `scaling`.

    | layout | `blayout` (order of boxes) | `slayout` (order inside a box) |
    |---|---|---|
    | ND | row_major | none_box |
    | DN | col_major | none_box |
    | NZ | col_major | row_major |
    | ZN | row_major | col_major |
    | ZZ | row_major | row_major |
    | NN | col_major | col_major |

    `fractal` is the size of a box in bytes (512 unless written), `pad` says
    what is outside the valid rectangle (0 nothing, 1 zero, 2 the largest and
    3 the smallest value), `compact` how a partial tile is packed (0 as is, 1
    normal, 2 with one row more).

    Two spellings are read; the first is printed, without defaults:

    ```mlir
    !pto.tile_buf<vec, 16x64xf16, valid=?x64, pad=2>
    !pto.tile_buf<loc=vec, dtype=f16, rows=16, cols=64, v_row=?, v_col=64,
                  blayout=row_major, slayout=none_box, fractal=512, pad=2>
    ```

    The target fixes the `blayout` of a `left` tile: row_major on A3,
    col_major on A5. What is written there has no influence: the type does not
    keep it, `getBlayout(arch)` answers for an architecture, and the printer
    shows the one of the target of the IR at hand.
  }];
  let parameters = (ins
    "::mlir::pto::AddressSpace":$loc, "::mlir::Type":$elementType,
    ArrayRefParameter<"int64_t", "rows, columns">:$shape,
    ArrayRefParameter<"int64_t", "rows, columns; kDynamic for ?">:$validShape,
    "::mlir::pto::BLayout":$writtenBlayout, "::mlir::pto::SLayout":$slayout,
    "int32_t":$fractal, "::mlir::pto::PadValue":$pad,
    "::mlir::pto::CompactMode":$compact);
  let skipDefaultBuilders = 1;
  let builders = [
    TypeBuilder<(ins
      "::mlir::pto::AddressSpace":$loc, "::mlir::Type":$elementType,
      "::llvm::ArrayRef<int64_t>":$shape,
      "::llvm::ArrayRef<int64_t>":$validShape,
      CArg<"::mlir::pto::BLayout",
           "::mlir::pto::BLayout::RowMajor">:$blayout,
      CArg<"::mlir::pto::SLayout",
           "::mlir::pto::SLayout::NoneBox">:$slayout,
      CArg<"int32_t", "kDefaultFractal">:$fractal,
      CArg<"::mlir::pto::PadValue", "::mlir::pto::PadValue::Null">:$pad,
      CArg<"::mlir::pto::CompactMode",
           "::mlir::pto::CompactMode::Null">:$compact), [{
      return $_get($_ctxt, loc, elementType, shape, validShape,
                   getKeptBlayout(loc, blayout), slayout, fractal, pad,
                   compact);
    }]>
  ];
  let genVerifyDecl = 1;
  let hasCustomAssemblyFormat = 1;
  let extraClassDeclaration = [{
    /// Size of an inner box in bytes unless the type says otherwise.
    static constexpr int32_t kDefaultFractal = 512;
    /// Size of an inner box of an accumulator in bytes (16 x 16 words).
    static constexpr int32_t kAccFractal = 1024;
    /// Size in bytes of a box of scales of micro-scaled products.
    static constexpr int32_t kScaleFractal = 32;

    int64_t getRows() const { return getShape()[0]; }
    int64_t getCols() const { return getShape()[1]; }
    /// Extents of the valid rectangle; ShapedType::kDynamic when run-time.
    int64_t getValidRows() const { return getValidShape()[0]; }
    int64_t getValidCols() const { return getValidShape()[1]; }
    bool hasStaticValidShape() const {
      return !::llvm::is_contained(getValidShape(),
                                   ::mlir::ShapedType::kDynamic);
    }

    /// Order of the boxes on `arch`, on which it depends for `left` tiles.
    BLayout getBlayout(TargetArch arch) const;
    bool isBoxed() const { return getSlayout() != SLayout::NoneBox; }
    /// Rows and columns of an inner box; nothing without boxes, and when
    /// `fractal` has no meaning for the layout.
    std::optional<std::pair<int64_t, int64_t>> getBox() const;

    /// Size of an element in bits; 0 for a type that has none (index).
    unsigned getElementBits() const;
    /// Size of the whole tile in bytes, or nothing when it is not a whole
    /// number of bytes or does not fit 63 bits.
    std::optional<int64_t> getSizeInBytes() const;

    /// The same tile with another valid rectangle, shape or element type.
    TileBufType withValidShape(::llvm::ArrayRef<int64_t> validShape) const;
    TileBufType withShape(::llvm::ArrayRef<int64_t> shape,
                          ::llvm::ArrayRef<int64_t> validShape) const;
    TileBufType withElementType(::mlir::Type elementType) const;
  }];
}

def Pto_EventIdArrayType : Pto_Type<"EventIdArray", "eventid_array"> {
  let summary = "local array of event ids";
  let description = [{
    `!pto.eventid_array<4>` holds four event ids, each an `index`. Used to
    rotate events together with buffers.
  }];
  let parameters = (ins "int64_t":$size);
  let assemblyFormat = "`<` $size `>`";
  let genVerifyDecl = 1;
}

def Pto_PipeType : Pto_Type<"Pipe", "pipe"> {
  let summary = "handle of a FIFO between the cube and the vector cores";
}

def Pto_AsyncSessionType : Pto_Type<"AsyncSession", "async_session"> {
  let summary = "handle for asynchronous transfers between global memories";
}

def Pto_AsyncEventType : Pto_Type<"AsyncEvent", "async_event"> {
  let summary = "completion handle of an asynchronous transfer";
}

//===----------------------------------------------------------------------===//
// Constraints
//===----------------------------------------------------------------------===//

// What a tile instruction takes in the place of a tile.
def Pto_TileOperand : Type<
    CPred<"::mlir::isa<::mlir::pto::TileBufType, "
          "::mlir::pto::PartitionTensorViewType, ::mlir::MemRefType, "
          "::mlir::RankedTensorType>($_self)">,
    "tile_buf, partition_tensor_view, memref or ranked tensor">;

def Pto_TileOrMemRef : AnyTypeOf<[Pto_TileBufType, AnyMemRef]>;
def Pto_PtrOrMemRef : AnyTypeOf<[Pto_PtrType, AnyMemRef]>;
// Scalar operand of an instruction.
def Pto_Scalar : AnyTypeOf<[AnySignlessInteger, AnyFloat],
                           "signless integer or float">;

#endif // PTO_TYPES_TD
