//===- LegalizeCasts.cpp - casts that a chip has ----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TensorToTile/LegalizeCasts.h"
#include "Utils/Targets.h"
#include "pypto/Support/Diagnostics.h"
#include "pypto/Target/Conversions.h"

#include "mlir/Support/DebugStringHelper.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::pypto;

namespace pypto {

/// Nothing for a type that no chip converts.
static std::optional<target::Element> getElement(Type type) {
  using E = target::Element;
  if (auto integer = dyn_cast<IntegerType>(type)) {
    bool isUnsigned = integer.isUnsigned();
    switch (integer.getWidth()) {
    case 4:
      return isUnsigned ? std::nullopt : std::optional(E::I4);
    case 8:
      return isUnsigned ? E::U8 : E::I8;
    case 16:
      return isUnsigned ? E::U16 : E::I16;
    case 32:
      return isUnsigned ? E::U32 : E::I32;
    case 64:
      return isUnsigned ? std::nullopt : std::optional(E::I64);
    default:
      return std::nullopt;
    }
  }
  if (type.isF16())
    return E::F16;
  if (type.isBF16())
    return E::BF16;
  if (type.isF32())
    return E::F32;
  if (isa<Float4E2M1FNType>(type))
    return E::F4E2M1;
  if (isa<Float8E4M3FNType>(type))
    return E::F8E4M3;
  if (isa<Float8E5M2Type>(type))
    return E::F8E5M2;
  if (isa<HF8Type>(type))
    return E::HF8;
  return std::nullopt;
}

static Type getType(MLIRContext *context, target::Element element) {
  using E = target::Element;
  Builder builder(context);
  auto integer = [&](unsigned bits, bool isUnsigned) -> Type {
    return isUnsigned ? builder.getIntegerType(bits, /*isSigned=*/false)
                      : builder.getIntegerType(bits);
  };
  switch (element) {
  case E::I4:
  case E::I8:
  case E::I16:
  case E::I32:
  case E::I64:
    return integer(target::bitsOf(element), false);
  case E::U8:
  case E::U16:
  case E::U32:
    return integer(target::bitsOf(element), true);
  case E::F16:
    return builder.getF16Type();
  case E::BF16:
    return builder.getBF16Type();
  case E::F32:
    return builder.getF32Type();
  case E::F4E2M1:
    return Float4E2M1FNType::get(context);
  case E::F8E4M3:
    return Float8E4M3FNType::get(context);
  case E::F8E5M2:
    return Float8E5M2Type::get(context);
  case E::HF8:
    return HF8Type::get(context);
  }
  llvm_unreachable("not an element type");
}

/// "FP16, INT8"
static std::string getTargets(target::Arch arch, target::Element from) {
  SmallVector<StringRef> names;
  for (target::Element to : target::conversionTargets(arch, from))
    names.push_back(target::toString(to));
  return names.empty() ? "nothing" : llvm::join(names, ", ");
}

/// "FP16"; also of a type that the chip does not convert.
static std::string getName(Type type) {
  if (std::optional<target::Element> element = getElement(type))
    return std::string(target::toString(*element));
  auto integer = dyn_cast<IntegerType>(type);
  if (!integer)
    return debugString(type);
  if (integer.getWidth() == 1)
    return "BOOL";
  return (integer.isUnsigned() ? "UINT" : "INT") +
         std::to_string(integer.getWidth());
}

size_t countConversions(TensorCastOp cast) {
  std::optional<target::Element> from =
      getElement(cast.getSource().getType().getElementType());
  std::optional<target::Element> to =
      getElement(cast.getResult().getType().getElementType());
  if (!from || !to)
    return 0;
  target::Arch arch = getTarget(cast).arch;
  if (target::convertsDirectly(arch, *from, *to))
    return 1;
  std::vector<target::Element> chain =
      target::conversionChain(arch, *from, *to);
  return chain.empty() ? 0 : chain.size() - 1;
}

FailureOr<Value> legalizeCast(TileCastOp cast) {
  target::Arch arch = getTarget(cast).arch;
  TileType source = cast.getSource().getType();
  TileType result = cast.getResult().getType();
  std::optional<target::Element> from = getElement(source.getElementType());
  std::optional<target::Element> to = getElement(result.getElementType());
  if (from && to && target::convertsDirectly(arch, *from, *to))
    return Value();
  std::vector<target::Element> chain;
  if (from && to)
    chain = target::conversionChain(arch, *from, *to);
  StringRef archName = arch == target::Arch::A5 ? "950 (a5)" : "910B (a2a3)";
  if (chain.empty()) {
    InFlightDiagnostic diag =
        emitError(cast, Diag::NotOnArch)
        << "the " << archName << " has no conversion from "
        << getName(source.getElementType()) << " to "
        << getName(result.getElementType()) << ", nor a chain of conversions";
    if (from)
      attachExpected(diag) << "from " << StringRef(target::toString(*from))
                           << " to " << getTargets(arch, *from);
    auto isUnsigned = [](TileType type) {
      return type.getElementType().isUnsignedInteger();
    };
    if (isUnsigned(source) || isUnsigned(result))
      attachHelp(diag) << "pl.reinterpret_view gives the bits of numbers "
                          "without a sign as signed ones, and back";
    return diag;
  }
  OpBuilder builder(cast);
  Value value = cast.getSource();
  for (target::Element next : ArrayRef(chain).drop_front()) {
    Type element = getType(cast.getContext(), next);
    TileType type = result.withElementType(element);
    value = TileCastOp::create(builder, cast.getLoc(), type, value,
                               cast.getMode(), Value());
  }
  return value;
}

} // namespace pypto
