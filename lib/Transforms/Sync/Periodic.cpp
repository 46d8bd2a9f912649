//===- Periodic.cpp - integers that repeat from iteration to iteration ----===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Offsets.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/DenseMap.h"

#include <numeric>

using namespace mlir;
using namespace pypto;

/// Longer chains of arithmetic are not looked at.
static constexpr unsigned kMostSteps = 64;
/// Product of all moduli.
static constexpr int64_t kLongestPeriod = 64;

namespace {
/// Looks at an expression once, then evaluates it for single iterations.
class Evaluator {
public:
  /// Whether \p value is made of constants and of one induction variable under
  /// remainders. Under a remainder only sums and products are allowed, which
  /// repeat with its modulus and do not decrease, so that a first value that is
  /// not negative means that none is.
  bool isPeriodic(Value value, bool isUnderRemainder);
  std::optional<int64_t> evaluate(Value value, int64_t variable);

  scf::ForOp loop;
  int64_t period = 1;

private:
  bool isVariable(Value value);
  bool isIterationNumber(Operation *op);
  unsigned steps = 0;
};
} // namespace

static bool isCast(Operation *op) {
  return isa<arith::IndexCastOp, arith::IndexCastUIOp, arith::ExtSIOp,
             arith::ExtUIOp>(op);
}

/// The modulus of a remainder or of a mask of low bits.
static std::optional<int64_t> getModulus(Operation *op) {
  std::optional<int64_t> constant =
      op->getNumOperands() == 2 ? getConstant(op->getOperand(1)) : std::nullopt;
  if (!constant || *constant <= 0)
    return std::nullopt;
  if (isa<arith::RemUIOp, arith::RemSIOp>(op))
    return constant;
  if (isa<arith::AndIOp>(op) && (*constant & (*constant + 1)) == 0)
    return *constant + 1;
  return std::nullopt;
}

/// What x - floor(x / c) * c, which is never negative, is the remainder of, and
/// c; null otherwise.
static std::pair<Value, int64_t> getFloorRemainder(Operation *op) {
  auto difference = dyn_cast<arith::SubIOp>(op);
  auto whole = difference ? difference.getRhs().getDefiningOp<arith::MulIOp>()
                          : arith::MulIOp();
  auto parts = whole ? whole.getLhs().getDefiningOp<arith::FloorDivSIOp>()
                     : arith::FloorDivSIOp();
  if (!parts || parts.getLhs() != difference.getLhs())
    return {};
  std::optional<int64_t> modulus = getConstant(parts.getRhs());
  if (!modulus || *modulus <= 0 || getConstant(whole.getRhs()) != modulus)
    return {};
  return {parts.getLhs(), *modulus};
}

bool Evaluator::isVariable(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  auto owner = argument
                   ? dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp())
                   : scf::ForOp();
  if (!owner || owner.getInductionVar() != value || (loop && loop != owner))
    return false;
  loop = owner;
  return true;
}

/// (variable - lower bound) / step.
bool Evaluator::isIterationNumber(Operation *op) {
  Value since = op->getOperand(0);
  std::optional<int64_t> lower = 0;
  if (auto difference = since.getDefiningOp<arith::SubIOp>()) {
    lower = getConstant(difference.getRhs());
    since = difference.getLhs();
  }
  return lower && isVariable(since) &&
         getConstant(loop.getLowerBound()) == lower &&
         getConstant(op->getOperand(1)).value_or(0) > 0 &&
         getConstant(loop.getStep()) == getConstant(op->getOperand(1));
}

bool Evaluator::isPeriodic(Value value, bool isUnderRemainder) {
  if (getConstant(value))
    return true;
  Operation *op = value.getDefiningOp();
  if (!op)
    return isUnderRemainder && isVariable(value);
  if (++steps > kMostSteps)
    return false;
  auto areOperands = [&] {
    return llvm::all_of(op->getOperands(), [&](Value operand) {
      return isPeriodic(operand, isUnderRemainder);
    });
  };
  if (isCast(op) || isa<arith::AddIOp, arith::MulIOp>(op))
    return areOperands();
  if (isa<arith::SubIOp>(op) && getConstant(op->getOperand(1)))
    return areOperands();
  if (isUnderRemainder)
    return isa<arith::DivUIOp>(op) && isIterationNumber(op);
  if (auto [dividend, divisor] = getFloorRemainder(op); dividend) {
    if (divisor > kLongestPeriod)
      return false;
    period = std::lcm(period, divisor);
    return period <= kLongestPeriod && isPeriodic(dividend, true);
  }
  if (isa<arith::SubIOp, arith::SelectOp, arith::CmpIOp>(op))
    return areOperands();
  std::optional<int64_t> modulus = getModulus(op);
  if (!modulus || *modulus > kLongestPeriod)
    return false;
  period = std::lcm(period, *modulus);
  return period <= kLongestPeriod && isPeriodic(op->getOperand(0), true);
}

static bool compare(arith::CmpIPredicate predicate, int64_t a, int64_t b) {
  switch (predicate) {
  case arith::CmpIPredicate::eq:
    return a == b;
  case arith::CmpIPredicate::ne:
    return a != b;
  case arith::CmpIPredicate::slt:
  case arith::CmpIPredicate::ult:
    return a < b;
  case arith::CmpIPredicate::sle:
  case arith::CmpIPredicate::ule:
    return a <= b;
  case arith::CmpIPredicate::sgt:
  case arith::CmpIPredicate::ugt:
    return a > b;
  case arith::CmpIPredicate::sge:
  case arith::CmpIPredicate::uge:
    return a >= b;
  }
  llvm_unreachable("unknown predicate");
}

std::optional<int64_t> Evaluator::evaluate(Value value, int64_t variable) {
  if (std::optional<int64_t> constant = getConstant(value))
    return constant;
  Operation *op = value.getDefiningOp();
  if (!op)
    return variable;
  // Once: the dividend is twice in the expression, and so on further in.
  if (auto [dividend, divisor] = getFloorRemainder(op); dividend) {
    std::optional<int64_t> part = evaluate(dividend, variable);
    if (!part || *part < 0 || *part >= (int64_t(1) << 31))
      return std::nullopt;
    return *part % divisor;
  }
  SmallVector<int64_t> operands;
  for (Value operand : op->getOperands()) {
    std::optional<int64_t> part = evaluate(operand, variable);
    // Sums and products of such numbers do not overflow.
    if (!part || *part >= (int64_t(1) << 31) || *part <= -(int64_t(1) << 31))
      return std::nullopt;
    operands.push_back(*part);
  }
  if (isa<arith::ExtSIOp>(op) && op->getOperand(0).getType().isInteger(1))
    return -operands[0];
  if (isCast(op))
    return operands[0];
  if (isa<arith::AddIOp>(op))
    return operands[0] + operands[1];
  if (isa<arith::SubIOp>(op))
    return operands[0] - operands[1];
  if (isa<arith::DivUIOp>(op))
    return operands[0] / operands[1];
  if (isa<arith::MulIOp>(op))
    return operands[0] * operands[1];
  if (isa<arith::SelectOp>(op))
    return operands[0] ? operands[1] : operands[2];
  if (auto cmp = dyn_cast<arith::CmpIOp>(op)) {
    bool isUnsigned = cmp.getPredicate() >= arith::CmpIPredicate::ult;
    if (isUnsigned && (operands[0] < 0 || operands[1] < 0))
      return std::nullopt;
    return compare(cmp.getPredicate(), operands[0], operands[1]);
  }
  if (operands[0] < 0)
    return std::nullopt;
  return operands[0] % *getModulus(op);
}

std::optional<Periodic> pypto::getPeriodic(Value value) {
  Evaluator evaluator;
  if (!value || getConstant(value) || !evaluator.isPeriodic(value, false) ||
      !evaluator.loop)
    return std::nullopt;
  std::optional<int64_t> lower = getConstant(evaluator.loop.getLowerBound());
  std::optional<int64_t> step = getConstant(evaluator.loop.getStep());
  if (!lower || !step || *lower < 0 || *step <= 0)
    return std::nullopt;
  Periodic result{evaluator.loop, {}};
  for (int64_t n = 0; n < evaluator.period; ++n) {
    std::optional<int64_t> at = evaluator.evaluate(value, *lower + n * *step);
    if (!at)
      return std::nullopt;
    result.values.push_back(*at);
  }
  // The shortest period.
  for (size_t length = 1; length < result.values.size(); ++length) {
    bool repeats = result.values.size() % length == 0;
    for (size_t n = length; repeats && n < result.values.size(); ++n)
      repeats = result.values[n] == result.values[n - length];
    if (repeats)
      result.values.truncate(length);
  }
  if (result.values.size() > kMostValues || result.values.size() < 2)
    return std::nullopt;
  return result;
}
