//===- TensorVersions.cpp - updates of computed tensors ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TensorToTile/TensorVersions.h"
#include "Utils/FlowEdges.h"

#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::pypto;

using Names = llvm::SetVector<Value>;

/// Adds `tensor` and all that may be the same memory after it: views, updates,
/// and what control flow passes on.
static void addNames(Value tensor, Names &names) {
  size_t next = names.size();
  names.insert(tensor);
  for (; next < names.size(); ++next) {
    for (OpOperand &use : names[next].getUses()) {
      Operation *user = use.getOwner();
      if (auto alias = dyn_cast<TensorAliasOpInterface>(user);
          alias && &alias.getAliasedTensor() == &use)
        names.insert(user->getResult(0));
      auto pass = [&](OpOperand &source, Value target) {
        if (&source == &use)
          names.insert(target);
      };
      ::pypto::forEachFlowEdge(user, pass);
      if (::pypto::isFlowOperand(use))
        ::pypto::forEachFlowEdge(user->getParentOp(), pass);
    }
  }
}

/// True if `use` of a value may happen after `update`.
static bool mayFollow(OpOperand &use, Operation *update) {
  Operation *user = use.getOwner();
  // In a loop around both, the use of a value from outside comes again.
  for (Operation *loop = update->getParentOp(); loop;
       loop = loop->getParentOp())
    if (isa<LoopLikeOpInterface>(loop) && loop->isProperAncestor(user) &&
        !loop->isAncestor(use.get().getParentBlock()->getParentOp()))
      return true;
  for (Block *block = update->getBlock(); block;
       block = block->getParentOp()->getBlock()) {
    Operation *at = block->findAncestorOpInBlock(*user);
    if (!at)
      continue;
    Operation *place = block->findAncestorOpInBlock(*update);
    // Different branches of one operation.
    if (at == place)
      return false;
    return place->isBeforeInBlock(at);
  }
  return true;
}

namespace pypto {

SmallVector<TensorAssembleOp> findOverwrites(Value tensor) {
  Names names;
  addNames(tensor, names);
  SmallVector<OpOperand *> uses;
  SmallVector<TensorAssembleOp> updates, found;
  for (Value name : names)
    for (OpOperand &use : name.getUses()) {
      Operation *user = use.getOwner();
      auto alias = dyn_cast<TensorAliasOpInterface>(user);
      bool isName = alias && &alias.getAliasedTensor() == &use;
      auto update = dyn_cast<TensorAssembleOp>(user);
      if (isName && update)
        updates.push_back(update);
      // A view uses nothing, what uses the view does.
      if (!isName || update)
        uses.push_back(&use);
    }
  for (TensorAssembleOp update : updates) {
    Names later;
    addNames(update.getResult(), later);
    if (llvm::any_of(uses, [&](OpOperand *use) {
          return use->getOwner() != update && !later.contains(use->get()) &&
                 mayFollow(*use, update);
        }))
      found.push_back(update);
  }
  return found;
}

} // namespace pypto
