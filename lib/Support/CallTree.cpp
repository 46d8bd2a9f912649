//===- CallTree.cpp - which functions call which ----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pypto/Support/CallTree.h"
#include "pypto/Support/Nesting.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using ::pypto::CallTree;

/// Operations that calls may become: what is larger takes minutes to follow.
static constexpr uint64_t kMostOperations = 1'000'000;

CallTree::CallTree(Operation *root) {
  SmallVector<Operation *> order;
  root->walk([&](func::FuncOp function) {
    order.push_back(function);
    Function &entry = functions[function];
    function->walk([&](Operation *op) {
      ++entry.operations;
      if (auto call = dyn_cast<func::CallOp>(op))
        if (func::FuncOp callee = getCallee(call))
          entry.callees.push_back(callee);
    });
  });
  for (Operation *function : order)
    if (functions[function].order == 0)
      search(function);
}

func::FuncOp CallTree::getCallee(func::CallOp call) {
  return tables.lookupNearestSymbolFrom<func::FuncOp>(call,
                                                      call.getCalleeAttr());
}

/// Components of functions that call each other (R. Tarjan, "Depth-first search
/// and linear graph algorithms", 1972), callees first.
void CallTree::search(Operation *start) {
  auto found = [&](Operation *function) {
    Function &entry = functions[function];
    entry.order = entry.lowest = ++numFound;
    pending.push_back(function);
  };
  SmallVector<std::pair<Operation *, size_t>> open{{start, 0}};
  found(start);
  while (!open.empty()) {
    auto &[function, next] = open.back();
    Function &entry = functions[function];
    if (next < entry.callees.size()) {
      Operation *callee = entry.callees[next++];
      auto known = functions.find(callee);
      if (known == functions.end())
        continue; // outside the root
      if (known->second.order == 0) {
        found(callee);
        open.push_back({callee, 0});
      } else if (known->second.component < 0) {
        entry.lowest = std::min(entry.lowest, known->second.order);
      }
      continue;
    }
    Operation *done = function;
    open.pop_back();
    if (!open.empty()) {
      unsigned &lowest = functions[open.back().first].lowest;
      lowest = std::min(lowest, entry.lowest);
    }
    if (entry.lowest == entry.order)
      finish(done);
  }
}

/// A component is complete, and `function` is what it was entered by.
void CallTree::finish(Operation *function) {
  int component = numComponents++;
  Operation *member;
  do {
    member = pending.pop_back_val();
    Function &entry = functions[member];
    entry.component = component;
    for (Operation *callee : entry.callees) {
      auto known = functions.find(callee);
      if (known == functions.end())
        continue;
      entry.levels = std::max(entry.levels, known->second.levels + 1);
      entry.called =
          llvm::SaturatingAdd(entry.called, known->second.operations);
    }
    entry.operations = llvm::SaturatingAdd(entry.operations, entry.called);
  } while (member != function);
}

bool CallTree::leadsBack(func::CallOp call) {
  auto caller =
      functions.find(call->getParentOfType<func::FuncOp>().getOperation());
  auto callee = functions.find(getCallee(call).getOperation());
  return caller != functions.end() && callee != functions.end() &&
         caller->second.component == callee->second.component;
}

std::string CallTree::getFault(func::FuncOp function) const {
  auto known = functions.find(function.getOperation());
  if (known == functions.end())
    return "";
  const Function &entry = known->second;
  if (entry.levels > pypto::kMostLevels)
    return "has calls of calls, more than " +
           std::to_string(pypto::kMostLevels) + " levels deep";
  if (entry.called > kMostOperations)
    return "has calls that become more than " +
           std::to_string(kMostOperations) +
           " operations where each is replaced by what it calls; call fewer "
           "functions in functions, or use loops";
  return "";
}
