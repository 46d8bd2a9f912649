//===- Attributes.cpp - attributes of tile instructions ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Decoder.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace pypto::coremodel {

static RoundMode roundMode(pto::RoundMode mode) {
  switch (mode) {
  case pto::RoundMode::None:
    return RoundMode::None;
  case pto::RoundMode::Rint:
    return RoundMode::Rint;
  case pto::RoundMode::Round:
    return RoundMode::Round;
  case pto::RoundMode::Floor:
    return RoundMode::Floor;
  case pto::RoundMode::Ceil:
    return RoundMode::Ceil;
  case pto::RoundMode::Trunc:
    return RoundMode::Trunc;
  case pto::RoundMode::Odd:
    return RoundMode::Odd;
  case pto::RoundMode::CastRint:
    return RoundMode::Rint;
  }
  return RoundMode::Rint;
}

static OutOfRange outOfRange(pto::GatherOob policy) {
  switch (policy) {
  case pto::GatherOob::Undefined:
    return OutOfRange::Undefined;
  case pto::GatherOob::Clamp:
    return OutOfRange::Clamp;
  case pto::GatherOob::Wrap:
    return OutOfRange::Wrap;
  case pto::GatherOob::Zero:
    return OutOfRange::Drop;
  }
  return OutOfRange::Undefined;
}

static OutOfRange outOfRange(pto::ScatterOob policy) {
  switch (policy) {
  case pto::ScatterOob::Undefined:
    return OutOfRange::Undefined;
  case pto::ScatterOob::Skip:
    return OutOfRange::Drop;
  case pto::ScatterOob::Clamp:
    return OutOfRange::Clamp;
  case pto::ScatterOob::Wrap:
    return OutOfRange::Wrap;
  }
  return OutOfRange::Undefined;
}

/// Typed attributes say what they are; the name does not matter.
TileAttrs Decoder::attributesOf(Operation *op) {
  TileAttrs attrs;
  auto take = [&](Attribute attr) {
    if (auto a = dyn_cast<pto::RoundModeAttr>(attr))
      attrs.round = roundMode(a.getValue());
    else if (auto a = dyn_cast<pto::SaturationModeAttr>(attr))
      attrs.saturation = a.getValue() == pto::SaturationMode::On
                             ? Saturation::All
                             : Saturation::Off;
    else if (auto a = dyn_cast<pto::CmpModeAttr>(attr))
      attrs.cmp = static_cast<CmpMode>(a.getValue());
    else if (auto a = dyn_cast<pto::AtomicTypeAttr>(attr))
      attrs.atomic = a.getValue() == pto::AtomicType::AtomicAdd ? Atomic::Add
                                                                : Atomic::None;
    else if (auto a = dyn_cast<pto::ReluPreModeAttr>(attr))
      attrs.relu = a.getValue() == pto::ReluPreMode::NormalRelu;
    else if (auto a = dyn_cast<pto::MaskPatternAttr>(attr))
      attrs.pattern = static_cast<uint8_t>(a.getValue());
    else if (auto a = dyn_cast<pto::GatherOobAttr>(attr))
      attrs.oob = outOfRange(a.getValue());
    else if (auto a = dyn_cast<pto::ScatterOobAttr>(attr))
      attrs.oob = outOfRange(a.getValue());
    else if (auto a = dyn_cast<pto::ScatterAtomicOpAttr>(attr))
      attrs.atomic = static_cast<Atomic>(a.getValue());
    llvm::TypeSwitch<Attribute>(attr)
        .Case<pto::ExpPrecisionAttr, pto::LogPrecisionAttr,
              pto::SqrtPrecisionAttr, pto::RsqrtPrecisionAttr,
              pto::RecipPrecisionAttr, pto::DivPrecisionAttr>([&](auto a) {
          attrs.precise = a.getValue() == pto::Precision::HighPrecision;
        });
  };
  for (NamedAttribute attr : op->getDiscardableAttrs())
    take(attr.getValue());
  if (auto info = op->getPropertiesAsAttribute())
    if (auto dict = dyn_cast<DictionaryAttr>(info))
      for (NamedAttribute attr : dict)
        take(attr.getValue());
  if (auto o = dyn_cast<pto::TCIOp>(op))
    attrs.flag = o.getDescending();
  else if (auto o = dyn_cast<pto::TTriOp>(op))
    attrs.flag = o.getUpperOrLower() != 0;
  else if (auto o = dyn_cast<pto::TColSumOp>(op))
    attrs.flag = o.getIsBinary().value_or(false);
  else if (auto o = dyn_cast<pto::TMrgSortOp>(op))
    attrs.flag = o.getExhausted();
  else if (auto o = dyn_cast<pto::THistogramOp>(op))
    attrs.flag = o.getIsMSB();
  else if (auto o = dyn_cast<pto::TGatherOp>(op))
    attrs.integer = static_cast<int32_t>(o.getOffset().value_or(0));
  else if (auto o = dyn_cast<pto::TRandomOp>(op))
    attrs.integer = static_cast<int32_t>(o.getRounds());
  return attrs;
}

} // namespace pypto::coremodel
