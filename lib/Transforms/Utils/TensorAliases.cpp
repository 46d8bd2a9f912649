//===- TensorAliases.cpp - which tensor a value names -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Utils/TensorAliases.h"
#include "Utils/FlowEdges.h"
#include "pypto/Dialect/Pypto/ValidOps.h"

#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace mlir::pypto;

namespace {
/// Finds what each tensor below an operation names.
class Solver {
public:
  Solver(Operation *root, bool throughViews);
  llvm::DenseMap<Value, Value> run();

private:
  void addSources(Operation *op, bool throughViews);
  void addSource(Value target, Value source) {
    if (isa<GlobalTensorType>(target.getType()))
      sources[target].push_back(source);
  }
  /// What `value` names as far as it is known; null if nothing is known yet.
  Value lookup(Value value) {
    return sources.contains(value) ? names.lookup(value) : value;
  }
  Value merge(Value target, ArrayRef<Value> candidates);

  /// The values whose names a value may take over: one for an alias, several
  /// where control flow merges.
  llvm::MapVector<Value, SmallVector<Value, 2>> sources;
  llvm::DenseMap<Value, Value> names;
};
} // namespace

Solver::Solver(Operation *root, bool throughViews) {
  root->walk<WalkOrder::PreOrder>(
      [&](Operation *op) { addSources(op, throughViews); });
}

void Solver::addSources(Operation *op, bool throughViews) {
  if (auto alias = dyn_cast<TensorAliasOpInterface>(op)) {
    if (throughViews || !alias.isTensorView())
      addSource(op->getResult(0), alias.getAliasedTensor().get());
    return;
  }
  if (auto scope = dyn_cast<ScopeOpInterface>(op)) {
    for (auto [result, yielded] :
         llvm::zip_equal(scope.getScopeResults(), scope.getYielded()))
      addSource(result, yielded);
    return;
  }
  ::pypto::forEachFlowEdge(op, [&](OpOperand &source, Value target) {
    addSource(target, source.get());
  });
}

/// The one name that all candidates stand for, or `target` itself.
Value Solver::merge(Value target, ArrayRef<Value> candidates) {
  Value common;
  for (Value candidate : candidates) {
    Value name = lookup(candidate);
    if (!name || name == target)
      continue;
    if (common && common != name)
      return target;
    common = name;
  }
  // A result cannot stand for a value that only its region sees.
  if (common)
    if (Operation *op = target.getDefiningOp();
        op && op->isAncestor(common.getParentBlock()->getParentOp()))
      return target;
  return common;
}

llvm::DenseMap<Value, Value> Solver::run() {
  bool changed = true;
  while (changed) {
    changed = false;
    for (auto &[target, candidates] : sources) {
      Value &name = names[target];
      // Once a value stands for itself it stays so: this ends the search.
      if (name == target)
        continue;
      Value merged = merge(target, candidates);
      changed |= merged != name;
      name = merged;
    }
  }
  for (auto &[target, candidates] : sources)
    if (Value &name = names[target]; !name)
      name = target;
  return std::move(names);
}

namespace pypto {

TensorAliases::TensorAliases(Operation *root)
    : exact(Solver(root, /*throughViews=*/false).run()),
      memory(Solver(root, /*throughViews=*/true).run()) {}

Value TensorAliases::find(Parents &parents, Value value) {
  while (true) {
    auto found = parents.find(value);
    if (found == parents.end() || found->second == value)
      return value;
    value = found->second;
  }
}

void TensorAliases::detach(Value value) {
  exact[value] = value;
  llvm::DenseSet<Value> seen;
  SmallVector<std::pair<Value, Value>> open = {{value, value}};
  while (!open.empty()) {
    auto [name, owner] = open.pop_back_val();
    if (!seen.insert(name).second)
      continue;
    memory[name] = owner;
    for (OpOperand &use : name.getUses()) {
      Operation *user = use.getOwner();
      auto alias = dyn_cast<TensorAliasOpInterface>(user);
      if (alias && &alias.getAliasedTensor() == &use)
        open.push_back({user->getResult(0), owner});
      auto visit = [&](OpOperand &source, Value target) {
        if (&source == &use)
          open.push_back({target, target});
      };
      forEachFlowEdge(user, visit);
      if (isFlowOperand(use))
        forEachFlowEdge(user->getParentOp(), visit);
    }
  }
}

bool TensorAliases::isParameter(Value value) {
  auto argument = dyn_cast<BlockArgument>(getMemory(value));
  return argument && argument.getOwner()->isEntryBlock() &&
         isa<FunctionOpInterface>(argument.getOwner()->getParentOp());
}

bool TensorAliases::isWhollyValid(Value value) {
  while (true) {
    Operation *definition = getTensor(value).getDefiningOp();
    if (isa_and_nonnull<TensorSetValidshapeOp>(definition))
      return false;
    auto view = dyn_cast_or_null<TensorAliasOpInterface>(definition);
    if (!view || !view.isTensorView())
      return true;
    value = view.getAliasedTensor().get();
  }
}

} // namespace pypto
