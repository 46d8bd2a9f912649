//===- PyptoTypes.h - types and attributes of the pypto dialect -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_DIALECT_PYPTO_PYPTOTYPES_H
#define PYPTO_DIALECT_PYPTO_PYPTOTYPES_H

#include "mlir/IR/BuiltinTypeInterfaces.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpImplementation.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

#include <cstdint>
#include <optional>

#include "dialect/pypto/PyptoEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "dialect/pypto/PyptoAttributes.h.inc"

#define GET_TYPEDEF_CLASSES
#include "dialect/pypto/PyptoTypes.h.inc"

#include "dialect/pypto/PyptoDialect.h.inc"

namespace mlir::pypto {

/// True for element types of tensors and tiles: integers of 1, 4, 8, 16, 32 and
/// 64 bits, f16, bf16, f32 and the 4- and 8-bit floats.
bool isElementType(Type type);

/// True for the layouts in which scales of micro-scaled products lie.
inline bool isScaleLayout(TileLayout layout) {
  return layout == TileLayout::ZZ || layout == TileLayout::NN;
}
/// True for the element types of such scales: exponents, or their bits.
bool isScaleElement(Type type);

/// Bytes that `count` elements of `type` occupy; 4-bit elements are packed in
/// pairs.
int64_t getSizeInBytes(Type type, int64_t count);

/// Shape and element type of a tensor or tile.
struct ShapeAndElement {
  ArrayRef<int64_t> shape;
  Type elementType;
};
/// Shape and element type of `type`; nothing if it is neither a tensor nor a
/// tile.
std::optional<ShapeAndElement> getShapeAndElement(Type type);

} // namespace mlir::pypto

#endif // PYPTO_DIALECT_PYPTO_PYPTOTYPES_H
