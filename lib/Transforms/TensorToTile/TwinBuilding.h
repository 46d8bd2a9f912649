//===- TwinBuilding.h - tile operations by their names ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_TRANSFORMS_TENSORTOTILE_TWINBUILDING_H
#define PYPTO_TRANSFORMS_TENSORTOTILE_TWINBUILDING_H

#include "pypto/Dialect/Pypto/Pypto.h"

namespace pypto {

/// The operation named `name`, which has one result.
mlir::Value createByName(mlir::OpBuilder &builder, mlir::Location loc,
                         llvm::StringRef name, mlir::Type type,
                         mlir::ValueRange operands,
                         llvm::ArrayRef<mlir::NamedAttribute> attributes = {});

/// As createByName. Where the first operand is a column of several elements,
/// which the hardware's expansions and column reductions do not take, something
/// that gives the same: a row in its place, or an element-wise operation.
mlir::Value createTwin(mlir::OpBuilder &builder, mlir::Location loc,
                       llvm::StringRef name, mlir::pypto::TileType type,
                       mlir::ValueRange operands,
                       llvm::ArrayRef<mlir::NamedAttribute> attributes = {});

} // namespace pypto

#endif // PYPTO_TRANSFORMS_TENSORTOTILE_TWINBUILDING_H
