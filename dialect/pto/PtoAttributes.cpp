//===- PtoAttributes.cpp - enumerations and attributes ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pypto/Dialect/Pto/PtoAttributes.h"
#include "Diagnose.h"
#include "EnumText.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "pypto/Dialect/Pto/PtoDialect.h"
#include "pypto/Dialect/Pto/PtoTypes.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::pto;

#include "pypto/Dialect/Pto/PtoEnums.cpp.inc"
#define GET_ATTRDEF_CLASSES
#include "pypto/Dialect/Pto/PtoAttributes.cpp.inc"

void PtoDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "pypto/Dialect/Pto/PtoAttributes.cpp.inc"
      >();
}

// PipeEventType and SyncOpType have the same members.
static Pipe getPipeOfKindNumber(uint32_t kind) {
  switch (static_cast<PipeEventType>(kind)) {
  case PipeEventType::Load:
    return Pipe::MTE2;
  case PipeEventType::StoreAcc:
  case PipeEventType::MoveMatToScaling:
  case PipeEventType::MoveVecToMat:
    return Pipe::FIX;
  case PipeEventType::StoreVec:
    return Pipe::MTE3;
  case PipeEventType::MoveMatToLeft:
  case PipeEventType::MoveMatToBias:
    return Pipe::MTE1;
  case PipeEventType::Matmul:
    return Pipe::M;
  case PipeEventType::MoveMatToVec:
  case PipeEventType::Vec:
  case PipeEventType::VecWaitEvent:
    return Pipe::V;
  }
  return Pipe::Unassigned;
}

Pipe pto::getPipeOfKind(PipeEventType kind) {
  return getPipeOfKindNumber(static_cast<uint32_t>(kind));
}

Pipe pto::getPipeOfKind(SyncOpType kind) {
  return getPipeOfKindNumber(static_cast<uint32_t>(kind));
}

bool pto::isConcretePipe(Pipe pipe) {
  switch (pipe) {
  case Pipe::All:
  case Pipe::VirtualMTE2L1A:
  case Pipe::VirtualMTE2L1B:
  case Pipe::Num:
  case Pipe::Unassigned:
    return false;
  default:
    return true;
  }
}

//===----------------------------------------------------------------------===//
// TileBufConfigAttr
//===----------------------------------------------------------------------===//

/// Reads the value of `key`: an attribute `AttrT` or a plain integer.
template <typename AttrT, typename EnumT>
static ParseResult
parseConfigEnum(AsmParser &parser, StringRef key, EnumT &value,
                std::optional<EnumT> (*symbolize)(uint32_t)) {
  SMLoc loc = parser.getCurrentLocation();
  int64_t number = 0;
  OptionalParseResult parsed = parser.parseOptionalInteger(number);
  if (parsed.has_value()) {
    if (failed(*parsed))
      return failure();
    std::optional<EnumT> member;
    if (number >= 0 && number <= std::numeric_limits<int32_t>::max())
      member = symbolize(static_cast<uint32_t>(number));
    if (!member)
      return diagnoseSyntax(parser, loc)
             << "unknown " << key << " in tile_buf_config: " << number;
    value = *member;
    return success();
  }
  Attribute attribute;
  if (parser.parseAttribute(attribute))
    return failure();
  if (auto enumAttr = dyn_cast<AttrT>(attribute)) {
    value = enumAttr.getValue();
    return success();
  }
  return diagnoseSyntax(parser, loc)
         << "expected an integer or an attribute of kind '#pto."
         << AttrT::getMnemonic() << "' for " << key
         << " in tile_buf_config, got " << attribute;
}

Attribute TileBufConfigAttr::parse(AsmParser &parser, Type) {
  BLayout blayout = BLayout::RowMajor;
  SLayout slayout = SLayout::NoneBox;
  int32_t fractal = TileBufType::kDefaultFractal;
  PadValue pad = PadValue::Null;
  CompactMode compact = CompactMode::Null;
  SmallVector<StringRef, 5> seen;

  auto parseItem = [&]() -> ParseResult {
    SMLoc loc = parser.getCurrentLocation();
    StringRef key;
    if (parser.parseKeyword(&key) || parser.parseEqual())
      return failure();
    if (llvm::is_contained(seen, key))
      return diagnoseSyntax(parser, loc)
             << "duplicate " << key << " in tile_buf_config";
    seen.push_back(key);
    if (key == "blayout")
      return parseConfigEnum<BLayoutAttr>(parser, key, blayout,
                                          symbolizeBLayout);
    if (key == "slayout")
      return parseConfigEnum<SLayoutAttr>(parser, key, slayout,
                                          symbolizeSLayout);
    if (key == "pad")
      return parseConfigEnum<PadValueAttr>(parser, key, pad, symbolizePadValue);
    if (key == "compact")
      return parseConfigEnum<CompactModeAttr>(parser, key, compact,
                                              symbolizeCompactMode);
    if (key == "s_fractal_size") {
      if (parser.parseInteger(fractal))
        return failure();
      // The assembler prints the number with its type.
      return succeeded(parser.parseOptionalColon()) ? parser.parseKeyword("i32")
                                                    : ParseResult(success());
    }
    return diagnoseSyntax(parser, loc)
           << "unknown key in tile_buf_config: " << key
           << "; expected blayout, slayout, s_fractal_size, pad or compact";
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::LessGreater,
                                     parseItem))
    return {};
  return get(parser.getContext(), blayout, slayout, fractal, pad, compact);
}

void TileBufConfigAttr::print(AsmPrinter &printer) const {
  // Defaults too: every reader of the text sees the same layout. Older readers
  // do not know `compact`.
  printer << "<blayout=" << BLayoutAttr::get(getContext(), getBlayout())
          << ", slayout=" << SLayoutAttr::get(getContext(), getSlayout())
          << ", s_fractal_size=" << getFractal()
          << ", pad=" << PadValueAttr::get(getContext(), getPad());
  if (getCompact() != CompactMode::Null)
    printer << ", compact=" << CompactModeAttr::get(getContext(), getCompact());
  printer << ">";
}
