//===- PyptoTypes.cpp - types of the pypto dialect ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pypto/Dialect/Pypto/Pypto.h"
#include "pypto/Support/Sizes.h"

#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::pypto;

#define GET_TYPEDEF_CLASSES
#include "dialect/pypto/PyptoTypes.cpp.inc"

void PyptoDialect::registerTypes() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "dialect/pypto/PyptoTypes.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// Element types and sizes
//===----------------------------------------------------------------------===//

bool mlir::pypto::isElementType(Type type) {
  if (auto integer = dyn_cast<IntegerType>(type))
    return llvm::is_contained({1u, 4u, 8u, 16u, 32u, 64u}, integer.getWidth());
  return isa<FloatType>(type) &&
         !isa<Float64Type, Float80Type, Float128Type>(type);
}

/// Only the width is asked; no format of the library is the same.
const llvm::fltSemantics &HF8Type::getFloatSemantics() const {
  return llvm::APFloat::Float8E4M3();
}

bool mlir::pypto::isScaleElement(Type type) {
  return isa<Float8E8M0FNUType>(type) || type.isUnsignedInteger(8);
}

int64_t mlir::pypto::getSizeInBytes(Type type, int64_t count) {
  unsigned width = type.getIntOrFloatBitWidth();
  // A boolean occupies a byte; 4-bit elements are packed in pairs.
  if (width == 1)
    width = 8;
  return llvm::divideCeil(count * width, 8);
}

std::optional<ShapeAndElement> mlir::pypto::getShapeAndElement(Type type) {
  if (auto tensor = dyn_cast<GlobalTensorType>(type))
    return ShapeAndElement{tensor.getShape(), tensor.getElementType()};
  if (auto tile = dyn_cast<TileType>(type))
    return ShapeAndElement{tile.getShape(), tile.getElementType()};
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

static void printDims(AsmPrinter &printer, ArrayRef<int64_t> dims) {
  llvm::interleave(
      dims, printer.getStream(),
      [&](int64_t dim) {
        if (ShapedType::isDynamic(dim))
          printer << '?';
        else
          printer << dim;
      },
      "x");
}

static void printShapedPrefix(AsmPrinter &printer, ArrayRef<int64_t> shape,
                              Type elementType) {
  printer << '<';
  printDims(printer, shape);
  if (!shape.empty())
    printer << 'x';
  printer << elementType;
}

/// `keyword` as a member of an enum, or an error that lists the members.
template <typename EnumT>
static FailureOr<EnumT>
parseMember(AsmParser &parser, StringRef what,
            std::optional<EnumT> (*symbolize)(StringRef), StringRef members) {
  StringRef keyword;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseKeyword(&keyword))
    return failure();
  if (std::optional<EnumT> member = symbolize(keyword))
    return *member;
  parser.emitError(loc) << "unknown " << what << " '" << keyword
                        << "', expected one of " << members;
  return failure();
}

static FailureOr<TileLayout> parseLayout(AsmParser &parser) {
  return parseMember<TileLayout>(parser, "layout", symbolizeTileLayout,
                                 "nd, dn, nz, zn, zz, nn");
}

Type GlobalTensorType::parse(AsmParser &parser) {
  SmallVector<int64_t> shape;
  Type elementType;
  TileLayout layout = TileLayout::ND;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseLess() || parser.parseDimensionList(shape) ||
      parser.parseType(elementType))
    return {};
  if (succeeded(parser.parseOptionalComma())) {
    if (parser.parseKeyword("layout") || parser.parseEqual())
      return {};
    FailureOr<TileLayout> parsed = parseLayout(parser);
    if (failed(parsed))
      return {};
    layout = *parsed;
  }
  if (parser.parseGreater())
    return {};
  return parser.getChecked<GlobalTensorType>(
      loc, parser.getContext(), ArrayRef<int64_t>(shape), elementType, layout);
}

void GlobalTensorType::print(AsmPrinter &printer) const {
  printShapedPrefix(printer, getShape(), getElementType());
  if (getLayout() != TileLayout::ND)
    printer << ", layout=" << stringifyTileLayout(getLayout());
  printer << '>';
}

/// Everything of a tile type after its element type, in any order, each once.
struct TileOptions {
  std::optional<MemorySpace> space;
  std::optional<TileLayout> layout;
  std::optional<SmallVector<int64_t>> valid;
  std::optional<PadValue> pad;
};

static ParseResult parseTileOption(AsmParser &parser, TileOptions &options) {
  StringRef keyword;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseKeyword(&keyword))
    return failure();
  auto repeated = [&](bool seen) {
    if (!seen)
      return false;
    parser.emitError(loc) << "duplicate '" << keyword << "' in a tile type";
    return true;
  };
  if (std::optional<MemorySpace> space = symbolizeMemorySpace(keyword)) {
    if (options.space)
      return parser.emitError(loc) << "a tile has one memory space";
    options.space = space;
    return success();
  }
  if (keyword == "layout") {
    if (repeated(options.layout.has_value()) || parser.parseEqual())
      return failure();
    FailureOr<TileLayout> layout = parseLayout(parser);
    if (failed(layout))
      return failure();
    options.layout = *layout;
    return success();
  }
  if (keyword == "valid") {
    if (repeated(options.valid.has_value()) || parser.parseEqual())
      return failure();
    options.valid.emplace();
    return parser.parseDimensionList(*options.valid, /*allowDynamic=*/true,
                                     /*withTrailingX=*/false);
  }
  if (keyword == "pad") {
    if (repeated(options.pad.has_value()) || parser.parseEqual())
      return failure();
    FailureOr<PadValue> pad = parseMember<PadValue>(
        parser, "pad value", symbolizePadValue, "null, zero, max, min");
    if (failed(pad))
      return failure();
    options.pad = *pad;
    return success();
  }
  return parser.emitError(loc) << "unknown '" << keyword
                               << "' in a tile type, expected a memory space, "
                                  "layout=, valid= or pad=";
}

Type TileType::parse(AsmParser &parser) {
  SmallVector<int64_t> shape;
  Type elementType;
  TileOptions options;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseLess() || parser.parseDimensionList(shape) ||
      parser.parseType(elementType))
    return {};
  while (succeeded(parser.parseOptionalComma()))
    if (parseTileOption(parser, options))
      return {};
  if (parser.parseGreater())
    return {};
  MemorySpaceAttr space;
  if (options.space)
    space = MemorySpaceAttr::get(parser.getContext(), *options.space);
  return parser.getChecked<TileType>(
      loc, parser.getContext(), ArrayRef<int64_t>(shape), elementType, space,
      options.layout.value_or(TileLayout::ND),
      ArrayRef<int64_t>(options.valid ? *options.valid : shape),
      options.pad.value_or(PadValue::null));
}

void TileType::print(AsmPrinter &printer) const {
  printShapedPrefix(printer, getShape(), getElementType());
  if (std::optional<MemorySpace> space = getMemorySpace())
    printer << ", " << stringifyMemorySpace(*space);
  if (getLayout() != TileLayout::ND)
    printer << ", layout=" << stringifyTileLayout(getLayout());
  if (!isFullyValid()) {
    printer << ", valid=";
    printDims(printer, getValid());
  }
  if (getPad() != PadValue::null)
    printer << ", pad=" << stringifyPadValue(getPad());
  printer << '>';
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

static LogicalResult
verifyElementType(function_ref<InFlightDiagnostic()> emitError, Type type) {
  if (isElementType(type))
    return success();
  return emitError() << "element type must be an integer of 1, 4, 8, 16, 32 or "
                        "64 bits, f16, bf16, f32 or an 8-bit or 4-bit float, "
                        "got "
                     << type;
}

static LogicalResult verifySize(function_ref<InFlightDiagnostic()> emitError,
                                ArrayRef<int64_t> shape, Type element,
                                unsigned log2) {
  if (::pypto::isTooLarge(shape, element.getIntOrFloatBitWidth(), log2))
    return emitError() << "more than 2^" << log2
                       << " bytes, which no memory has";
  return success();
}

LogicalResult
GlobalTensorType::verify(function_ref<InFlightDiagnostic()> emitError,
                         ArrayRef<int64_t> shape, Type elementType,
                         TileLayout layout) {
  if (failed(verifyElementType(emitError, elementType)) ||
      failed(verifySize(emitError, shape, elementType,
                        ::pypto::kMostTensorBytesLog2)))
    return failure();
  if (layout == TileLayout::ZN)
    return emitError() << "the layout of a tensor is nd, dn, nz, zz or nn, got "
                       << stringifyTileLayout(layout);
  if (layout == TileLayout::NZ) {
    unsigned bits = elementType.getIntOrFloatBitWidth();
    if (shape.size() != 2 || ShapedType::isDynamicShape(shape) || bits < 8 ||
        bits > 32)
      return emitError() << "a tensor of layout nz has 2 axes of known extents "
                            "and elements of 8, 16 or 32 bits, got "
                         << shape.size() << " axes of " << elementType;
    return success();
  }
  if (!isScaleLayout(layout))
    return success();
  if (!isScaleElement(elementType) || shape.size() != 2)
    return emitError() << "the layouts zz and nn are those of scales of "
                          "micro-scaled products: 2 axes of f8E8M0FNU or ui8, "
                          "got "
                       << shape.size() << " of " << elementType;
  // Boxes of 16 x 2 (zz) and 2 x 16 (nn) scales.
  unsigned groups = layout == TileLayout::ZZ;
  for (unsigned axis : {0u, 1u})
    if (int64_t box = axis == groups ? 2 : 16;
        !ShapedType::isDynamic(shape[axis]) && shape[axis] % box)
      return emitError() << "extent " << shape[axis] << " of axis " << axis
                         << " must be a multiple of " << box
                         << ", the extent of the boxes of layout "
                         << stringifyTileLayout(layout);
  return success();
}

LogicalResult TileType::verify(function_ref<InFlightDiagnostic()> emitError,
                               ArrayRef<int64_t> shape, Type elementType,
                               MemorySpaceAttr space, TileLayout layout,
                               ArrayRef<int64_t> valid, PadValue pad) {
  if (failed(verifyElementType(emitError, elementType)))
    return failure();
  if (shape.empty())
    return emitError() << "a tile has at least one axis";
  for (int64_t dim : shape)
    if (ShapedType::isDynamic(dim) || dim <= 0)
      return emitError() << "a tile has a static shape of positive extents; an "
                            "extent known at run time is a valid extent "
                            "(valid=?x...)";
  if (failed(verifySize(emitError, shape, elementType,
                        ::pypto::kMostTileBytesLog2)))
    return failure();
  if (valid.size() != shape.size())
    return emitError() << "valid region has " << valid.size()
                       << " axes, the tile has " << shape.size();
  for (auto [axis, pair] : llvm::enumerate(llvm::zip_equal(valid, shape)))
    if (auto [extent, dim] = pair;
        !ShapedType::isDynamic(extent) && (extent < 0 || extent > dim))
      return emitError() << "valid extent " << extent << " of axis " << axis
                         << " must be in 0.." << dim;
  if (space && space.getValue() == MemorySpace::DDR)
    return emitError() << "a tile lives on chip; DDR holds tensors";
  return success();
}

//===----------------------------------------------------------------------===//
// Queries
//===----------------------------------------------------------------------===//

bool GlobalTensorType::hasStaticShape() const {
  return ShapedType::isStaticShape(getShape());
}

int64_t GlobalTensorType::getNumElements() const {
  return ShapedType::getNumElements(getShape());
}

int64_t TileType::getNumElements() const {
  return ShapedType::getNumElements(getShape());
}

/// Rows and columns of the boxes that the layout `type` consists of; 1 and 1
/// without boxes. A box holds 16 rows of one 32-byte block (columns instead of
/// rows where its inside is in column order), in Acc 16 x 16 elements.
static std::pair<int64_t, int64_t> getBox(TileType type) {
  constexpr int64_t kFractal = 16, kBlockBits = 256;
  TileLayout layout = type.getLayout();
  if (layout == TileLayout::ND || layout == TileLayout::DN)
    return {1, 1};
  if (type.getMemorySpace() == MemorySpace::Acc)
    return {kFractal, kFractal};
  if (isScaleLayout(layout) && isScaleElement(type.getElementType()))
    return layout == TileLayout::ZZ ? std::pair(kFractal, int64_t(2))
                                    : std::pair(int64_t(2), kFractal);
  int64_t block = kBlockBits / type.getElementType().getIntOrFloatBitWidth();
  bool inRows = layout == TileLayout::NZ || layout == TileLayout::ZZ;
  return inRows ? std::pair(kFractal, block) : std::pair(block, kFractal);
}

int64_t TileType::getSizeInBytes() const {
  int64_t count = getNumElements();
  if (getRank() == 2) {
    auto [rows, cols] = getBox(*this);
    count =
        llvm::alignTo(getDimSize(0), rows) * llvm::alignTo(getDimSize(1), cols);
  }
  return ::mlir::pypto::getSizeInBytes(getElementType(), count);
}

std::optional<MemorySpace> TileType::getMemorySpace() const {
  if (MemorySpaceAttr space = getSpace())
    return space.getValue();
  return std::nullopt;
}

bool TileType::hasStaticValid() const {
  return ShapedType::isStaticShape(getValid());
}

TileType TileType::withSpace(std::optional<MemorySpace> space) const {
  MemorySpaceAttr attr;
  if (space)
    attr = MemorySpaceAttr::get(getContext(), *space);
  return get(getShape(), getElementType(), attr, getLayout(), getValid(),
             getPad());
}

TileType TileType::withLayout(TileLayout layout) const {
  return get(getShape(), getElementType(), getSpace(), layout, getValid(),
             getPad());
}

TileType TileType::withValid(ArrayRef<int64_t> valid) const {
  return get(getShape(), getElementType(), getSpace(), getLayout(), valid,
             getPad());
}

TileType TileType::withPad(PadValue pad) const {
  return get(getShape(), getElementType(), getSpace(), getLayout(), getValid(),
             pad);
}

TileType TileType::withElementType(Type elementType) const {
  return get(getShape(), elementType, getSpace(), getLayout(), getValid(),
             getPad());
}

TileType TileType::withShape(ArrayRef<int64_t> shape) const {
  return get(shape, getElementType(), getSpace(), getLayout(), shape, getPad());
}
