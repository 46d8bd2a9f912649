//===- Directions.cpp - what a function does to its parameters --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Outline/Outline.h"
#include "Utils/TensorAliases.h"
#include "pypto/Support/Diagnostics.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::pypto;

namespace {
/// What is known to happen to one tensor.
struct Access {
  bool read = false;
  bool written = false;

  void add(Direction direction) {
    read |= direction != Direction::Out;
    written |= direction != Direction::In;
  }
};

/// Collects the accesses of a function to its parameters.
class AccessCollector {
public:
  AccessCollector(func::FuncOp func, SymbolTable &symbols)
      : symbols(symbols), accesses(func.getNumArguments()),
        entry(&func.getBody().front()), aliases(func) {}

  void visit(Operation *op);
  ArrayRef<Access> get() const { return accesses; }

private:
  void record(Value tensor, Direction direction) {
    if (!isa<GlobalTensorType>(tensor.getType()))
      return;
    auto argument = dyn_cast<BlockArgument>(aliases.getMemory(tensor));
    if (argument && argument.getOwner() == entry)
      accesses[argument.getArgNumber()].add(direction);
  }
  void visitSubmit(TaskSubmitOp submit);
  void visitEffects(MemoryEffectOpInterface op);

  SymbolTable &symbols;
  SmallVector<Access> accesses;
  Block *entry;
  ::pypto::TensorAliases aliases;
};
} // namespace

void AccessCollector::visitSubmit(TaskSubmitOp submit) {
  auto callee = symbols.lookup<func::FuncOp>(
      submit.getCallee().getRootReference().getValue());
  for (auto [index, arg] : llvm::enumerate(submit.getArgs()))
    record(arg, callee ? getDirection(callee, index) : Direction::InOut);
}

void AccessCollector::visitEffects(MemoryEffectOpInterface op) {
  SmallVector<MemoryEffects::EffectInstance> effects;
  op.getEffects(effects);
  for (MemoryEffects::EffectInstance &effect : effects) {
    if (!isa<MemoryEffects::Read, MemoryEffects::Write>(effect.getEffect()))
      continue;
    Direction direction = isa<MemoryEffects::Write>(effect.getEffect())
                              ? Direction::Out
                              : Direction::In;
    if (Value value = effect.getValue()) {
      record(value, direction);
      continue;
    }
    // An effect on no operand in particular concerns them all.
    for (Value operand : op->getOperands())
      record(operand, direction);
  }
}

void AccessCollector::visit(Operation *op) {
  TypeSwitch<Operation *>(op)
      .Case([&](TaskSubmitOp submit) { visitSubmit(submit); })
      .Case([&](func::CallOp call) {
        for (Value operand : call.getOperands())
          record(operand, Direction::InOut);
      })
      .Case([&](MemoryEffectOpInterface effects) {
        visitEffects(effects);
        // An atomic update combines with what is there.
        if (auto update = dyn_cast<TensorAssembleOp>(op);
            update && update.getAtomic() != AtomicKind::none)
          record(update.getTarget(), Direction::In);
      });
}

namespace pypto {

LogicalResult computeDirections(func::FuncOp func, SymbolTable &symbols) {
  if (func.isExternal())
    return success();
  AccessCollector collector(func, symbols);
  func.walk<WalkOrder::PreOrder>([&](Operation *op) { collector.visit(op); });

  LogicalResult result = success();
  for (auto [index, access] : llvm::enumerate(collector.get())) {
    if (!isa<GlobalTensorType>(func.getArgumentTypes()[index]))
      continue;
    Direction direction = getDirection(func, index);
    if (access.written && direction != Direction::InOut)
      direction = access.read ? Direction::InOut : Direction::Out;
    if (!access.written && direction == Direction::Out) {
      Location loc = func.getArgument(index).getLoc();
      StringRef name = getUserName(loc);
      InFlightDiagnostic diag =
          ::pypto::emitError(loc, ::pypto::Diag::OutParamNeverWritten)
          << "output parameter ";
      if (name.empty())
        diag << index;
      else
        diag << "'" << name << "'";
      diag << " of '" << func.getName() << "' is never written";
      attachHelp(diag) << "write it with pl.store or an assignment to a "
                          "subscript (out[:] = ...), or declare it as an input";
      result = failure();
    }
    func.setArgAttr(index, kDirAttrName,
                    DirectionAttr::get(func.getContext(), direction));
  }
  return result;
}

} // namespace pypto
