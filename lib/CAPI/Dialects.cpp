//===- Dialects.cpp - C API: dialects, types and passes ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pypto-c/Dialects.h"
#include "TraitIdentities.h"
#include "pypto/Dialect/Pypto/Pypto.h"
#include "pypto/Pipelines/Registration.h"

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Registration.h"
#include "mlir/CAPI/Support.h"

using namespace mlir;
using namespace mlir::pypto;

MLIR_DEFINE_CAPI_DIALECT_REGISTRATION(Pypto, pypto, PyptoDialect)

void pyptoRegisterAllDialects(MlirDialectRegistry registry) {
  ::pypto::settleTraitIdentities();
  ::pypto::registerAllDialects(*unwrap(registry));
}

void pyptoRegisterAllPasses() {
  static bool once = (::pypto::registerAllPasses(), true);
  (void)once;
}

MlirType pyptoTensorTypeGetChecked(MlirLocation loc, intptr_t rank,
                                   const int64_t *shape, MlirType elementType,
                                   int32_t layout) {
  Location location = unwrap(loc);
  return wrap(GlobalTensorType::getChecked(
      [location] { return emitError(location); },
      ArrayRef<int64_t>(shape, rank), unwrap(elementType),
      static_cast<TileLayout>(layout)));
}

MlirType pyptoTileTypeGetChecked(MlirLocation loc, intptr_t rank,
                                 const int64_t *shape, MlirType elementType,
                                 int32_t space, int32_t layout,
                                 const int64_t *valid, int32_t pad) {
  Location location = unwrap(loc);
  MemorySpaceAttr spaceAttr;
  if (space >= 0)
    spaceAttr = MemorySpaceAttr::get(location.getContext(),
                                     static_cast<MemorySpace>(space));
  ArrayRef<int64_t> extents(shape, rank);
  return wrap(TileType::getChecked(
      [location] { return emitError(location); }, extents, unwrap(elementType),
      spaceAttr, static_cast<TileLayout>(layout),
      valid ? ArrayRef<int64_t>(valid, rank) : extents,
      static_cast<PadValue>(pad)));
}

MlirType pyptoTaskIdTypeGet(MlirContext context) {
  return wrap(TaskIdType::get(unwrap(context)));
}

bool pyptoTypeIsATensor(MlirType type) {
  return isa<GlobalTensorType>(unwrap(type));
}

bool pyptoTypeIsATile(MlirType type) { return isa<TileType>(unwrap(type)); }

MlirTypeID pyptoTensorTypeGetTypeID() {
  return wrap(GlobalTensorType::getTypeID());
}

MlirTypeID pyptoTileTypeGetTypeID() { return wrap(TileType::getTypeID()); }

intptr_t pyptoShapedTypeGetRank(MlirType type) {
  return getShapeAndElement(unwrap(type))->shape.size();
}

int64_t pyptoShapedTypeGetDim(MlirType type, intptr_t axis) {
  return getShapeAndElement(unwrap(type))->shape[axis];
}

MlirType pyptoShapedTypeGetElementType(MlirType type) {
  return wrap(getShapeAndElement(unwrap(type))->elementType);
}

int32_t pyptoShapedTypeGetLayout(MlirType type) {
  Type unwrapped = unwrap(type);
  if (auto tensor = dyn_cast<GlobalTensorType>(unwrapped))
    return static_cast<int32_t>(tensor.getLayout());
  return static_cast<int32_t>(cast<TileType>(unwrapped).getLayout());
}

int64_t pyptoTileTypeGetValid(MlirType type, intptr_t axis) {
  return cast<TileType>(unwrap(type)).getValid()[axis];
}

int32_t pyptoTileTypeGetSpace(MlirType type) {
  std::optional<MemorySpace> space =
      cast<TileType>(unwrap(type)).getMemorySpace();
  return space ? static_cast<int32_t>(*space) : -1;
}

int32_t pyptoTileTypeGetPad(MlirType type) {
  return static_cast<int32_t>(cast<TileType>(unwrap(type)).getPad());
}
