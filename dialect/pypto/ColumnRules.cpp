//===- ColumnRules.cpp - operations that change columns ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pypto/Dialect/Pypto/ColumnRules.h"
#include "pypto/Dialect/Pypto/MaskPatterns.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::pypto;

int64_t ColumnRule::apply(int64_t count) const {
  return count <= first ? 0 : llvm::divideCeil(count - first, stride) * factor;
}

OpFoldResult ColumnRule::apply(OpBuilder &builder, Location loc,
                               OpFoldResult count) const {
  if (std::optional<int64_t> known = getConstantIntValue(count))
    return builder.getIndexAttr(apply(*known));
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(builder, loc, value);
  };
  Value columns = cast<Value>(count);
  // Rounded up; not below 0, as the first one is within the stride.
  if (first != stride - 1)
    columns = arith::AddIOp::create(builder, loc, columns,
                                    constant(stride - 1 - first));
  if (stride != 1)
    columns = arith::DivUIOp::create(builder, loc, columns, constant(stride));
  if (factor != 1)
    columns = arith::MulIOp::create(builder, loc, columns, constant(factor));
  return columns;
}

OpFoldResult
ColumnRule::derive(OpBuilder &builder, Location loc,
                   function_ref<OpFoldResult(OpOperand &)> getColumns) const {
  int64_t known = 0;
  Value columns;
  for (OpOperand *operand : operands) {
    OpFoldResult more = apply(builder, loc, getColumns(*operand));
    if (std::optional<int64_t> count = getConstantIntValue(more)) {
      known += *count;
      continue;
    }
    auto value = cast<Value>(more);
    columns =
        columns ? arith::AddIOp::create(builder, loc, columns, value) : value;
  }
  if (!columns)
    return builder.getIndexAttr(known);
  if (known == 0)
    return columns;
  return arith::AddIOp::create(
             builder, loc, columns,
             arith::ConstantIndexOp::create(builder, loc, known))
      .getResult();
}

std::optional<ColumnRule> mlir::pypto::getColumnRule(Operation *op) {
  using Result = std::optional<ColumnRule>;
  return llvm::TypeSwitch<Operation *, Result>(op)
      .Case<TensorConcatOp, TileConcatOp>([&](auto both) -> Result {
        return ColumnRule{{&both.getLhsMutable(), &both.getRhsMutable()}};
      })
      .Case<TensorGatherMaskOp, TileGatherMaskOp>([&](auto gather) -> Result {
        auto [first, stride] = *getMaskPattern(gather.getPattern());
        return ColumnRule{{&gather.getSourceMutable()}, first, stride};
      })
      .Case<TensorSort32Op, TileSort32Op>([&](auto sort) -> Result {
        // A value and its index take 8 bytes.
        Type element = sort.getSource().getType().getElementType();
        return ColumnRule{
            {&sort.getSourceMutable()}, 0, 1, 8 / getSizeInBytes(element, 1)};
      })
      .Case<TensorMrgsortListsOp, TileMrgsortListsOp>(
          [&](auto merge) -> Result {
            ColumnRule rule;
            for (OpOperand &operand :
                 op->getOpOperands().take_front(merge.getSources().size()))
              rule.operands.push_back(&operand);
            return rule;
          })
      .Default([](Operation *) { return Result(); });
}
