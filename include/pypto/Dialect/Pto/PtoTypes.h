//===- PtoTypes.h - types of the pto dialect --------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_DIALECT_PTO_PTOTYPES_H
#define PYPTO_DIALECT_PTO_PTOTYPES_H

#include "mlir/IR/BuiltinTypes.h"
#include "pypto/Dialect/Pto/PtoAttributes.h"
#include "pypto/Dialect/Pto/TargetArch.h"

#define GET_TYPEDEF_CLASSES
#include "pypto/Dialect/Pto/PtoTypes.h.inc"

namespace mlir::pto {

/// Size of an element of `type` in bits; 0 for a type that has no fixed size.
unsigned getElementBits(Type type);

/// The memory of a value of `type`: of a tile its `loc`, of a memref its memory
/// space attribute, of pointers and global views `gm`; nothing when it is not
/// known (a tensor, a memref without a space).
std::optional<AddressSpace> getAddressSpace(Type type);

/// Element type of any type that the dialect's operations take as a tile,
/// view or pointer; null for other types.
Type getElementTypeOf(Type type);

/// Shape of a tile, view, memref or ranked tensor; nothing for other types.
std::optional<llvm::ArrayRef<int64_t>> getShapeOf(Type type);

} // namespace mlir::pto

#endif // PYPTO_DIALECT_PTO_PTOTYPES_H
