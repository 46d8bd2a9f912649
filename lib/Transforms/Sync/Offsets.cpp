//===- Offsets.cpp - run-time offsets as linear forms -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Offsets.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace pypto;

std::optional<int64_t> pypto::getConstant(Value value) {
  APInt constant;
  if (!value || !matchPattern(value, m_ConstantInt(&constant)) ||
      !constant.isSignedIntN(64))
    return std::nullopt;
  return constant.getSExtValue();
}

void LinearForm::add(const LinearForm &other, int64_t factor) {
  constant += factor * other.constant;
  for (const sync::Term &term : other.terms) {
    auto *match = llvm::find_if(
        terms, [&](const sync::Term &t) { return t.symbol == term.symbol; });
    if (match == terms.end())
      terms.push_back({term.symbol, factor * term.factor});
    else
      match->factor += factor * term.factor;
  }
  llvm::erase_if(terms, [](const sync::Term &t) { return t.factor == 0; });
}

/// The innermost loop of the program in which \p value is computed.
sync::NodeId Offsets::loopAround(Value value) const {
  Operation *op = value.getDefiningOp();
  op = op ? op->getParentOp() : value.getParentBlock()->getParentOp();
  for (; op; op = op->getParentOp())
    if (auto it = loops.find(op); it != loops.end())
      return it->second;
  return sync::kNone;
}

uint32_t Offsets::symbolOf(Value value) {
  auto [it, isNew] =
      symbols.try_emplace(value, static_cast<uint32_t>(program.symbols.size()));
  if (!isNew)
    return it->second;
  sync::Symbol symbol;
  symbol.loop = loopAround(value);
  auto argument = dyn_cast<BlockArgument>(value);
  auto loop = argument
                  ? dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp())
                  : scf::ForOp();
  if (loop && loop.getInductionVar() == value) {
    std::optional<int64_t> lower = getConstant(loop.getLowerBound());
    std::optional<int64_t> upper = getConstant(loop.getUpperBound());
    std::optional<int64_t> step = getConstant(loop.getStep());
    if (step)
      symbol.step = *step;
    symbol.min = lower;
    if (lower && upper && step && *step > 0 && *upper > *lower)
      symbol.max = *lower + (*upper - 1 - *lower) / *step * *step;
  }
  program.symbols.push_back(symbol);
  return it->second;
}

LinearForm Offsets::get(Value value) {
  LinearForm form;
  if (std::optional<int64_t> constant = getConstant(value)) {
    form.constant = *constant;
    return form;
  }
  Operation *op = value.getDefiningOp();
  if (auto cast = dyn_cast_or_null<arith::IndexCastOp>(op))
    return get(cast.getIn());
  if (auto cast = dyn_cast_or_null<arith::ExtSIOp>(op))
    return get(cast.getIn());
  if (auto sum = dyn_cast_or_null<arith::AddIOp>(op)) {
    form = get(sum.getLhs());
    form.add(get(sum.getRhs()), 1);
    return form;
  }
  if (auto difference = dyn_cast_or_null<arith::SubIOp>(op)) {
    form = get(difference.getLhs());
    form.add(get(difference.getRhs()), -1);
    return form;
  }
  if (auto product = dyn_cast_or_null<arith::MulIOp>(op)) {
    LinearForm left = get(product.getLhs()), right = get(product.getRhs());
    if (left.isConstant() || right.isConstant()) {
      form.add(left.isConstant() ? right : left,
               left.isConstant() ? left.constant : right.constant);
      return form;
    }
  }
  form.terms.push_back({symbolOf(value), 1});
  return form;
}
