//===- ColumnRules.h - operations that change columns -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Of most operations a result has the valid columns of an operand. These join,
// drop or multiply columns.
//
//===----------------------------------------------------------------------===//

#ifndef PYPTO_DIALECT_PYPTO_COLUMNRULES_H
#define PYPTO_DIALECT_PYPTO_COLUMNRULES_H

#include "pypto/Dialect/Pypto/Pypto.h"

namespace mlir::pypto {

/// The result has the columns `first`, `first + stride`, ... of each operand,
/// one operand after the other, `factor` columns for each.
struct ColumnRule {
  SmallVector<OpOperand *> operands;
  int64_t first = 0, stride = 1, factor = 1;

  /// The columns of the result for `count` columns of an operand.
  int64_t apply(int64_t count) const;
  OpFoldResult apply(OpBuilder &builder, Location loc,
                     OpFoldResult count) const;

  /// The columns of the result where `getColumns` has those of an operand.
  OpFoldResult derive(OpBuilder &builder, Location loc,
                      function_ref<OpFoldResult(OpOperand &)> getColumns) const;
};

/// The rule of a tensor or tile operation; nothing if it keeps columns.
std::optional<ColumnRule> getColumnRule(Operation *op);

} // namespace mlir::pypto

#endif // PYPTO_DIALECT_PYPTO_COLUMNRULES_H
