//===- Offsets.cpp - run-time offsets as linear forms -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Offsets.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace pypto;

/// More than any memory has bytes; sums and products of two such numbers fit.
static constexpr int64_t kTooLarge = int64_t(1) << 40;

static bool isOffset(int64_t value) {
  return value < kTooLarge && value > -kTooLarge;
}

std::optional<int64_t> pypto::getConstant(Value value) {
  APInt constant;
  if (!value || !matchPattern(value, m_ConstantInt(&constant)) ||
      !constant.isSignedIntN(64) || !isOffset(constant.getSExtValue()))
    return std::nullopt;
  return constant.getSExtValue();
}

/// Operations that are followed from one value: each operand of each is one way
/// more, and no address is computed in as many.
static constexpr unsigned kMostSteps = 256;

static std::optional<Bounds> getBounds(Value value, unsigned &steps) {
  if (std::optional<int64_t> constant = getConstant(value))
    return Bounds{*constant, *constant};
  Operation *op = value ? value.getDefiningOp() : nullptr;
  if (!op || ++steps > kMostSteps)
    return std::nullopt;
  auto both = [](std::optional<Bounds> a, std::optional<Bounds> b,
                 auto join) -> std::optional<Bounds> {
    if (!a || !b)
      return std::nullopt;
    Bounds result = join(*a, *b);
    if (!isOffset(result.low) || !isOffset(result.high))
      return std::nullopt;
    return result;
  };
  auto operand = [&](unsigned i) {
    return getBounds(op->getOperand(i), steps);
  };
  if (isa<arith::IndexCastOp, arith::ExtSIOp>(op))
    return operand(0);
  if (isa<arith::RemUIOp>(op)) {
    std::optional<int64_t> modulus = getConstant(op->getOperand(1));
    if (modulus && *modulus > 0)
      return Bounds{0, *modulus - 1};
    return std::nullopt;
  }
  if (isa<arith::RemSIOp>(op)) {
    std::optional<int64_t> modulus = getConstant(op->getOperand(1));
    if (modulus && *modulus > 0)
      return Bounds{1 - *modulus, *modulus - 1};
    return std::nullopt;
  }
  if (isa<arith::AddIOp>(op))
    return both(operand(0), operand(1), [](Bounds a, Bounds b) {
      return Bounds{a.low + b.low, a.high + b.high};
    });
  if (isa<arith::MulIOp>(op)) {
    std::optional<int64_t> factor = getConstant(op->getOperand(1));
    std::optional<Bounds> range = operand(0);
    if (!factor) {
      factor = getConstant(op->getOperand(0));
      range = operand(1);
    }
    // Beyond this an address would be nonsense and the product might overflow.
    constexpr int64_t kLargestFactor = int64_t(1) << 22;
    if (!factor || *factor < 0 || *factor > kLargestFactor)
      return std::nullopt;
    return both(range, Bounds{*factor, *factor}, [](Bounds a, Bounds b) {
      return Bounds{a.low * b.low, a.high * b.low};
    });
  }
  if (isa<arith::SelectOp>(op))
    return both(operand(1), operand(2), [](Bounds a, Bounds b) {
      return Bounds{std::min(a.low, b.low), std::max(a.high, b.high)};
    });
  return std::nullopt;
}

std::optional<Bounds> pypto::getBounds(Value value) {
  unsigned steps = 0;
  return ::getBounds(value, steps);
}

bool LinearForm::add(const LinearForm &other, int64_t factor) {
  LinearForm sum = *this;
  auto addTo = [&](int64_t &to, int64_t value) {
    int64_t product;
    return !llvm::MulOverflow(factor, value, product) && isOffset(product) &&
           isOffset(to += product);
  };
  if (!addTo(sum.constant, other.constant))
    return false;
  for (const sync::Term &term : other.terms) {
    auto *match = llvm::find_if(sum.terms, [&](const sync::Term &t) {
      return t.symbol == term.symbol;
    });
    if (match == sum.terms.end()) {
      sum.terms.push_back({term.symbol, 0});
      match = std::prev(sum.terms.end());
    }
    if (!addTo(match->factor, term.factor))
      return false;
  }
  llvm::erase_if(sum.terms, [](const sync::Term &t) { return t.factor == 0; });
  *this = std::move(sum);
  return true;
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
  unsigned steps = 0;
  return get(value, steps);
}

LinearForm Offsets::get(Value value, unsigned &steps) {
  LinearForm form;
  if (std::optional<int64_t> constant = getConstant(value)) {
    form.constant = *constant;
    return form;
  }
  Operation *op = ++steps > kMostSteps ? nullptr : value.getDefiningOp();
  if (auto cast = dyn_cast_or_null<arith::IndexCastOp>(op))
    return get(cast.getIn(), steps);
  if (auto cast = dyn_cast_or_null<arith::ExtSIOp>(op))
    return get(cast.getIn(), steps);
  if (auto sum = dyn_cast_or_null<arith::AddIOp>(op)) {
    form = get(sum.getLhs(), steps);
    if (form.add(get(sum.getRhs(), steps), 1))
      return form;
  } else if (auto difference = dyn_cast_or_null<arith::SubIOp>(op)) {
    form = get(difference.getLhs(), steps);
    if (form.add(get(difference.getRhs(), steps), -1))
      return form;
  } else if (auto product = dyn_cast_or_null<arith::MulIOp>(op)) {
    LinearForm left = get(product.getLhs(), steps),
               right = get(product.getRhs(), steps);
    bool isLeftFactor = left.isConstant();
    if ((isLeftFactor || right.isConstant()) &&
        form.add(isLeftFactor ? right : left,
                 isLeftFactor ? left.constant : right.constant))
      return form;
  }
  form = LinearForm();
  form.terms.push_back({symbolOf(value), 1});
  return form;
}
