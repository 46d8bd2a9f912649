//===- PtoTypes.cpp - types of the pto dialect ------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pypto/Dialect/Pto/PtoTypes.h"
#include "Diagnose.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "pypto/Dialect/Pto/PtoDialect.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::pto;

// The target decides the block layout of a `left` tile, so the type keeps none.
static BLayout getKeptBlayout(AddressSpace loc, BLayout blayout) {
  return loc == AddressSpace::Left ? BLayout::RowMajor : blayout;
}

#define GET_TYPEDEF_CLASSES
#include "pypto/Dialect/Pto/PtoTypes.cpp.inc"

void PtoDialect::registerTypes() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "pypto/Dialect/Pto/PtoTypes.cpp.inc"
      >();
}

unsigned pto::getElementBits(Type type) {
  if (isa_and_nonnull<F4E2M1x2Type, HiF8Type>(type))
    return 8;
  return type && type.isIntOrFloat() ? type.getIntOrFloatBitWidth() : 0;
}

std::optional<AddressSpace> pto::getAddressSpace(Type type) {
  return TypeSwitch<Type, std::optional<AddressSpace>>(type)
      .Case<TileBufType>([](auto tile) { return tile.getLoc(); })
      .Case<PtrType, TensorViewType, PartitionTensorViewType>(
          [](auto) { return AddressSpace::Gm; })
      .Case<BaseMemRefType>([](auto memref) -> std::optional<AddressSpace> {
        auto space =
            dyn_cast_or_null<AddressSpaceAttr>(memref.getMemorySpace());
        if (!space)
          return std::nullopt;
        return space.getValue();
      })
      .Default([](Type) { return std::nullopt; });
}

Type pto::getElementTypeOf(Type type) {
  return TypeSwitch<Type, Type>(type)
      .Case<TileBufType, PtrType, TensorViewType, PartitionTensorViewType,
            TileType, ShapedType>(
          [](auto shaped) { return shaped.getElementType(); })
      .Default([](Type) { return Type(); });
}

std::optional<ArrayRef<int64_t>> pto::getShapeOf(Type type) {
  return TypeSwitch<Type, std::optional<ArrayRef<int64_t>>>(type)
      .Case<TileBufType, TensorViewType, PartitionTensorViewType, TileType>(
          [](auto shaped) { return shaped.getShape(); })
      .Case<ShapedType>([](auto shaped) -> std::optional<ArrayRef<int64_t>> {
        if (!shaped.hasRank())
          return std::nullopt;
        return shaped.getShape();
      })
      .Default([](Type) { return std::nullopt; });
}

//===----------------------------------------------------------------------===//
// Views: `<16x?xf32>`
//===----------------------------------------------------------------------===//

template <typename T> static Type parseShaped(AsmParser &parser) {
  SmallVector<int64_t> shape;
  Type elementType;
  if (parser.parseLess() || parser.parseDimensionList(shape) ||
      parser.parseType(elementType) || parser.parseGreater())
    return {};
  return T::get(parser.getContext(), shape, elementType);
}

template <typename T> static void printShaped(T type, AsmPrinter &printer) {
  printer << "<";
  printer.printDimensionList(type.getShape());
  if (!type.getShape().empty())
    printer << "x";
  printer << type.getElementType() << ">";
}

Type TensorViewType::parse(AsmParser &parser) {
  return parseShaped<TensorViewType>(parser);
}
void TensorViewType::print(AsmPrinter &printer) const {
  printShaped(*this, printer);
}

Type PartitionTensorViewType::parse(AsmParser &parser) {
  return parseShaped<PartitionTensorViewType>(parser);
}
void PartitionTensorViewType::print(AsmPrinter &printer) const {
  printShaped(*this, printer);
}

Type TileType::parse(AsmParser &parser) {
  return parseShaped<TileType>(parser);
}
void TileType::print(AsmPrinter &printer) const { printShaped(*this, printer); }

LogicalResult
EventIdArrayType::verify(function_ref<InFlightDiagnostic()> emitError,
                         int64_t size) {
  if (size <= 0)
    return emitError() << "expects a positive number of event ids, got "
                       << size;
  return success();
}
