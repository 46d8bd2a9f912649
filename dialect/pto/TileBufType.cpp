//===- TileBufType.cpp - text and queries of tile_buf -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Diagnose.h"
#include "pypto/Dialect/Pto/PtoDialect.h"
#include "pypto/Dialect/Pto/PtoTypes.h"
#include "pypto/Support/Sizes.h"

using namespace mlir;
using namespace mlir::pto;

//===----------------------------------------------------------------------===//
// Queries
//===----------------------------------------------------------------------===//

LogicalResult TileBufType::verify(function_ref<InFlightDiagnostic()> emitError,
                                  AddressSpace loc, Type elementType,
                                  ArrayRef<int64_t> shape,
                                  ArrayRef<int64_t> validShape, BLayout,
                                  SLayout, int32_t, PadValue, CompactMode) {
  if (loc == AddressSpace::Zero || loc == AddressSpace::Gm)
    return emitError() << "unknown loc: " << stringifyAddressSpace(loc)
                       << "; a tile is in vec, mat, left, right, acc, bias or "
                          "scaling";
  if (!elementType)
    return emitError() << "expects an element type";
  if (shape.size() != 2)
    return emitError() << "expects exactly two shape dims, got "
                       << shape.size();
  if (validShape.size() != 2)
    return emitError() << "expects exactly two valid dims, got "
                       << validShape.size();
  if (llvm::is_contained(shape, ShapedType::kDynamic))
    return emitError() << "expected static shape; a run-time extent belongs "
                          "in 'valid'";
  if (shape[0] < 0 || shape[1] < 0)
    return emitError() << "expects rows/cols to be non-negative";
  if (::pypto::isTooLarge(shape, pto::getElementBits(elementType),
                          ::pypto::kMostTileBytesLog2))
    return emitError() << "expects a tile that some memory can hold; this one "
                          "has more than 2^"
                       << ::pypto::kMostTileBytesLog2 << " bytes";
  for (int64_t extent : validShape)
    if (extent < 0 && extent != ShapedType::kDynamic)
      return emitError() << "expects valid dims to be non-negative or '?'";
  return success();
}

BLayout TileBufType::getBlayout(TargetArch arch) const {
  if (getLoc() != AddressSpace::Left)
    return getWrittenBlayout();
  return arch == TargetArch::A5 ? BLayout::ColMajor : BLayout::RowMajor;
}

std::optional<std::pair<int64_t, int64_t>> TileBufType::getBox() const {
  constexpr int64_t kBoxLineBits = 32 * 8;
  if (!isBoxed())
    return std::nullopt;
  int64_t lines = 16, elements = 0; // of a line
  int64_t bits = getElementBits();
  switch (getFractal()) {
  case kAccFractal:
    elements = 16;
    break;
  case kScaleFractal:
    elements = 2;
    break;
  case kDefaultFractal:
    if (bits == 0 || kBoxLineBits % bits != 0)
      return std::nullopt;
    elements = kBoxLineBits / bits;
    break;
  default:
    return std::nullopt;
  }
  if (getSlayout() == SLayout::RowMajor)
    return std::pair(lines, elements);
  return std::pair(elements, lines);
}

unsigned TileBufType::getElementBits() const {
  return pto::getElementBits(getElementType());
}

std::optional<int64_t> TileBufType::getSizeInBytes() const {
  int64_t bits = getRows() * getCols() * int64_t(getElementBits());
  if (bits % 8 != 0)
    return std::nullopt;
  return bits / 8;
}

TileBufType TileBufType::withValidShape(ArrayRef<int64_t> validShape) const {
  return withShape(getShape(), validShape);
}

TileBufType TileBufType::withShape(ArrayRef<int64_t> shape,
                                   ArrayRef<int64_t> validShape) const {
  return get(getContext(), getLoc(), getElementType(), shape, validShape,
             getWrittenBlayout(), getSlayout(), getFractal(), getPad(),
             getCompact());
}

TileBufType TileBufType::withElementType(Type elementType) const {
  return get(getContext(), getLoc(), elementType, getShape(), getValidShape(),
             getWrittenBlayout(), getSlayout(), getFractal(), getPad(),
             getCompact());
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

namespace {
/// The parameters of a tile while its text is read.
struct TileText {
  AddressSpace loc = AddressSpace::Vec;
  Type elementType;
  SmallVector<int64_t, 2> shape;
  SmallVector<int64_t, 2> validShape;
  BLayout blayout = BLayout::RowMajor;
  SLayout slayout = SLayout::NoneBox;
  int32_t fractal = TileBufType::kDefaultFractal;
  PadValue pad = PadValue::Null;
  CompactMode compact = CompactMode::Null;
};
} // namespace

/// The members of an enumeration, as words or as "0 null, 1 zero".
template <typename EnumT>
static std::string membersOf(std::optional<EnumT> (*symbolize)(uint32_t),
                             bool numbered) {
  std::string members;
  for (uint32_t number = 0;; ++number) {
    std::optional<EnumT> member = symbolize(number);
    if (!member)
      return members;
    members += (members.empty() ? "" : ", ") +
               (numbered ? std::to_string(number) + " " : std::string()) +
               stringifyEnum(*member).str();
  }
}

/// Reads a keyword that names a member of an enumeration.
template <typename EnumT>
static ParseResult parseMember(AsmParser &parser, StringRef key, EnumT &value,
                               std::optional<EnumT> (*symbolize)(StringRef),
                               std::optional<EnumT> (*numbers)(uint32_t)) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef word;
  if (parser.parseKeyword(&word))
    return failure();
  std::optional<EnumT> member = symbolize(word);
  if (!member)
    return diagnoseSyntax(parser, loc)
           << "unknown " << key << ": " << word << "; expected one of "
           << membersOf(numbers, /*numbered=*/false);
  value = *member;
  return success();
}

/// Reads a number that stands for a member of an enumeration.
template <typename EnumT>
static ParseResult parseNumber(AsmParser &parser, StringRef key, EnumT &value,
                               std::optional<EnumT> (*symbolize)(uint32_t)) {
  SMLoc loc = parser.getCurrentLocation();
  int64_t number = 0;
  OptionalParseResult given = parser.parseOptionalInteger(number);
  if (!given.has_value())
    return diagnoseSyntax(parser, loc)
           << "expected " << key
           << " as a number: " << membersOf(symbolize, /*numbered=*/true);
  if (failed(*given))
    return failure();
  if (number < 0 || number > std::numeric_limits<int32_t>::max())
    return diagnoseSyntax(parser, loc)
           << "expected " << key << " to be a non-negative 32-bit integer";
  std::optional<EnumT> member = symbolize(static_cast<uint32_t>(number));
  if (!member)
    return diagnoseSyntax(parser, loc)
           << "unknown " << key << ": " << number << "; expected one of "
           << membersOf(symbolize, /*numbered=*/true);
  value = *member;
  return success();
}

static ParseResult parseLoc(AsmParser &parser, AddressSpace &loc) {
  SMLoc start = parser.getCurrentLocation();
  StringRef word;
  if (parser.parseKeyword(&word))
    return failure();
  std::optional<AddressSpace> space = symbolizeAddressSpace(word);
  if (!space || *space == AddressSpace::Gm || *space == AddressSpace::Zero)
    return diagnoseSyntax(parser, start)
           << "unknown loc: " << word
           << "; expected vec, mat, left, right, acc, bias or scaling";
  loc = *space;
  return success();
}

/// Reads the value of a key that both spellings share.
static ParseResult parseSharedValue(AsmParser &parser, StringRef key,
                                    TileText &text) {
  if (key == "blayout")
    return parseMember<BLayout>(parser, key, text.blayout, symbolizeBLayout,
                                symbolizeBLayout);
  if (key == "slayout")
    return parseMember<SLayout>(parser, key, text.slayout, symbolizeSLayout,
                                symbolizeSLayout);
  if (key == "fractal")
    return parser.parseInteger(text.fractal);
  if (key == "pad")
    return parseNumber<PadValue>(parser, key, text.pad, symbolizePadValue);
  return parseNumber<CompactMode>(parser, key, text.compact,
                                  symbolizeCompactMode);
}

/// `vec, 16x64xf16, valid=?x64, pad=2`, after the comma behind the space.
static ParseResult parseCompact(AsmParser &parser, TileText &text) {
  SMLoc shapeLoc = parser.getCurrentLocation();
  if (parser.parseDimensionList(text.shape) ||
      parser.parseType(text.elementType))
    return failure();
  if (text.shape.size() != 2)
    return diagnoseSyntax(parser, shapeLoc)
           << "expected exactly two shape dims in tile_buf, got "
           << text.shape.size();
  if (llvm::is_contained(text.shape, ShapedType::kDynamic))
    return diagnoseSyntax(parser, shapeLoc)
           << "expected static shape in tile_buf; a run-time extent is "
              "written as valid=?x?";
  text.validShape = text.shape;

  SmallVector<StringRef, 6> seen;
  while (succeeded(parser.parseOptionalComma())) {
    SMLoc keyLoc = parser.getCurrentLocation();
    StringRef key;
    if (parser.parseKeyword(&key))
      return failure();
    static constexpr StringLiteral kKeys[] = {"valid",   "blayout", "slayout",
                                              "fractal", "pad",     "compact"};
    if (!llvm::is_contained(kKeys, key))
      return diagnoseSyntax(parser, keyLoc)
             << "unknown key in tile_buf compact syntax: " << key
             << "; expected valid, blayout, slayout, fractal, pad or compact";
    if (llvm::is_contained(seen, key))
      return diagnoseSyntax(parser, keyLoc)
             << "duplicate " << key << " in tile_buf compact syntax";
    seen.push_back(key);
    if (parser.parseEqual())
      return failure();
    if (key != "valid") {
      if (parseSharedValue(parser, key, text))
        return failure();
      continue;
    }
    SMLoc validLoc = parser.getCurrentLocation();
    text.validShape.clear();
    if (parser.parseDimensionList(text.validShape, /*allowDynamic=*/true,
                                  /*withTrailingX=*/false))
      return failure();
    if (text.validShape.size() != 2)
      return diagnoseSyntax(parser, validLoc)
             << "expected exactly two valid dims in tile_buf, got "
             << text.validShape.size();
  }
  return success();
}

/// Reads `, key=`.
static ParseResult parseNextKey(AsmParser &parser, StringRef key) {
  if (failed(parser.parseOptionalComma()) ||
      failed(parser.parseOptionalKeyword(key)))
    return diagnoseSyntax(parser) << "expected '" << key << "' in tile_buf";
  return parser.parseEqual();
}

/// Reads an extent of the valid rectangle: a number, `?` or -1.
static ParseResult parseValidExtent(AsmParser &parser, int64_t &extent) {
  if (succeeded(parser.parseOptionalQuestion())) {
    extent = ShapedType::kDynamic;
    return success();
  }
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseInteger(extent))
    return failure();
  if (extent < -1)
    return diagnoseSyntax(parser, loc)
           << "expected a valid extent of 0 or more, '?' or -1";
  if (extent == -1)
    extent = ShapedType::kDynamic;
  return success();
}

/// `loc=vec, dtype=f16, rows=16, ...`, after `loc=`.
static ParseResult parseKeyed(AsmParser &parser, TileText &text) {
  text.shape.resize(2);
  text.validShape.resize(2);
  if (parseLoc(parser, text.loc) || parseNextKey(parser, "dtype") ||
      parser.parseType(text.elementType))
    return failure();
  SMLoc shapeLoc = parser.getCurrentLocation();
  if (parseNextKey(parser, "rows") || parser.parseInteger(text.shape[0]) ||
      parseNextKey(parser, "cols") || parser.parseInteger(text.shape[1]))
    return failure();
  if (text.shape[0] < 0 || text.shape[1] < 0)
    return diagnoseSyntax(parser, shapeLoc)
           << "expected rows/cols of tile_buf to be non-negative";
  if (parseNextKey(parser, "v_row") ||
      parseValidExtent(parser, text.validShape[0]) ||
      parseNextKey(parser, "v_col") ||
      parseValidExtent(parser, text.validShape[1]))
    return failure();
  for (StringRef key : {"blayout", "slayout", "fractal", "pad"})
    if (parseNextKey(parser, key) || parseSharedValue(parser, key, text))
      return failure();
  if (failed(parser.parseOptionalComma()))
    return success();
  if (failed(parser.parseOptionalKeyword("compact")))
    return diagnoseSyntax(parser) << "expected 'compact' in tile_buf";
  return failure(parser.parseEqual() ||
                 parseSharedValue(parser, "compact", text));
}

Type TileBufType::parse(AsmParser &parser) {
  SMLoc start = parser.getCurrentLocation();
  TileText text;
  if (parser.parseLess())
    return {};
  if (succeeded(parser.parseOptionalKeyword("loc"))) {
    if (parser.parseEqual() || parseKeyed(parser, text))
      return {};
  } else if (parseLoc(parser, text.loc) || parser.parseComma() ||
             parseCompact(parser, text)) {
    return {};
  }
  if (parser.parseGreater())
    return {};
  auto emitError = [&] { return diagnoseSyntax(parser, start); };
  ArrayRef<int64_t> shape = text.shape, validShape = text.validShape;
  return getChecked(function_ref<InFlightDiagnostic()>(emitError),
                    parser.getContext(), text.loc, text.elementType, shape,
                    validShape, text.blayout, text.slayout, text.fractal,
                    text.pad, text.compact);
}

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

void TileBufType::print(AsmPrinter &printer) const {
  auto *dialect = getContext()->getLoadedDialect<PtoDialect>();
  BLayout blayout =
      getBlayout(dialect ? dialect->getShownArch() : TargetArch::A3);
  printer << "<" << stringifyAddressSpace(getLoc()) << ", ";
  printer.printDimensionList(getShape());
  printer << "x" << getElementType();
  if (getValidShape() != getShape()) {
    printer << ", valid=";
    printer.printDimensionList(getValidShape());
  }
  if (blayout != BLayout::RowMajor)
    printer << ", blayout=" << stringifyBLayout(blayout);
  if (getSlayout() != SLayout::NoneBox)
    printer << ", slayout=" << stringifySLayout(getSlayout());
  if (getFractal() != kDefaultFractal)
    printer << ", fractal=" << getFractal();
  if (getPad() != PadValue::Null)
    printer << ", pad=" << static_cast<uint32_t>(getPad());
  if (getCompact() != CompactMode::Null)
    printer << ", compact=" << static_cast<uint32_t>(getCompact());
  printer << ">";
}
