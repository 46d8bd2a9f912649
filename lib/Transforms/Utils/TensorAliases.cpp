//===- TensorAliases.cpp - which tensor a value names -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Utils/TensorAliases.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::pypto;

namespace pypto {

Value TensorAliases::Resolver::resolve(Value value) {
  // Chains of updates are long, so follow them in a loop and shorten them.
  SmallVector<Value> path;
  Value root = value;
  while (true) {
    auto known = parent.find(root);
    Value next = known != parent.end() ? known->second : step(root);
    if (next == root)
      break;
    path.push_back(root);
    root = next;
  }
  parent[root] = root;
  for (Value passed : path)
    parent[passed] = root;
  return root;
}

Value TensorAliases::Resolver::step(Value value) {
  if (auto result = dyn_cast<OpResult>(value))
    return stepResult(result);
  return stepArgument(cast<BlockArgument>(value));
}

Value TensorAliases::Resolver::stepResult(OpResult result) {
  unsigned index = result.getResultNumber();
  return TypeSwitch<Operation *, Value>(result.getOwner())
      .Case<TensorAliasOpInterface>([&](auto op) -> Value {
        if (op.isTensorView() && !throughViews)
          return result;
        return op.getAliasedTensor().get();
      })
      .Case<AtOp, SpmdOp>([&](auto op) -> Value {
        return op.getBody().front().getTerminator()->getOperand(index);
      })
      .Case<scf::ForOp>([&](scf::ForOp op) -> Value {
        Value carry = op.getRegionIterArg(index);
        Value root = resolve(carry);
        return root == carry ? Value(result) : root;
      })
      .Case<scf::IfOp>([&](scf::IfOp op) -> Value {
        Value first = resolve(op.thenYield().getOperand(index));
        Value second = resolve(op.elseYield().getOperand(index));
        return first == second ? first : Value(result);
      })
      .Case<scf::WhileOp>([&](scf::WhileOp op) -> Value {
        Value passed = resolve(op.getConditionOp().getArgs()[index]);
        bool isInside = op->isAncestor(passed.getParentBlock()->getParentOp());
        return isInside ? Value(result) : passed;
      })
      .Default([&](Operation *) -> Value { return result; });
}

Value TensorAliases::Resolver::stepArgument(BlockArgument argument) {
  unsigned index = argument.getArgNumber();
  Operation *op = argument.getOwner()->getParentOp();
  if (auto loop = dyn_cast_or_null<scf::ForOp>(op)) {
    if (argument == loop.getInductionVar())
      return argument;
    unsigned carry = index - 1;
    return stepCarry(argument, loop.getInitArgs()[carry],
                     loop.getYieldedValues()[carry]);
  }
  if (auto loop = dyn_cast_or_null<scf::WhileOp>(op)) {
    if (argument.getOwner() == loop.getBeforeBody())
      return stepCarry(argument, loop.getInits()[index],
                       loop.getYieldOp().getOperand(index));
    return loop.getConditionOp().getArgs()[index];
  }
  return argument;
}

Value TensorAliases::Resolver::stepCarry(Value carry, Value init,
                                                  Value next) {
  // While the body is looked at, the carry stands for itself.
  parent[carry] = carry;
  Value root = resolve(init);
  Value after = resolve(next);
  parent.erase(carry);
  return after == carry || after == root ? root : carry;
}

} // namespace pypto
