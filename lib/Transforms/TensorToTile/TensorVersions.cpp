//===- TensorVersions.cpp - updates of computed tensors ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TensorToTile/TensorVersions.h"
#include "Utils/FlowEdges.h"
#include "Utils/TensorAliases.h"

#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::pypto;

using Names = llvm::SetVector<Value>;

/// Adds `tensor` and all that may be the same memory after it: views, updates
/// other than `separate` ones, and what control flow passes on.
static void addNames(Value tensor, Names &names,
                     const llvm::DenseSet<Operation *> &separate = {}) {
  size_t next = names.size();
  names.insert(tensor);
  for (; next < names.size(); ++next) {
    for (OpOperand &use : names[next].getUses()) {
      Operation *user = use.getOwner();
      if (separate.contains(user))
        continue;
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

/// The update that makes `value`; null if it is something else.
static TensorAliasOpInterface getUpdate(Value value) {
  auto alias = value.getDefiningOp<TensorAliasOpInterface>();
  return alias && !alias.isTensorView() ? alias : TensorAliasOpInterface();
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

/// The first update of what `tensor` becomes behind which something of what was
/// there before is used; null if there is none. `separate` ones have a memory
/// of their own.
static TensorAliasOpInterface
findOverwrite(Value tensor, const llvm::DenseSet<Operation *> &separate) {
  Names names;
  addNames(tensor, names, separate);
  SmallVector<OpOperand *> uses;
  SmallVector<TensorAliasOpInterface> updates;
  for (Value name : names)
    for (OpOperand &use : name.getUses()) {
      Operation *user = use.getOwner();
      auto alias = dyn_cast<TensorAliasOpInterface>(user);
      bool isName = alias && &alias.getAliasedTensor() == &use;
      bool isUpdate = isName && !alias.isTensorView();
      if (isUpdate && !separate.contains(user))
        updates.push_back(alias);
      // A view uses nothing, what uses the view does.
      if (!isName || isUpdate)
        uses.push_back(&use);
    }
  for (TensorAliasOpInterface update : updates) {
    // Of the one before it nothing else is used, and what was there before that
    // one was looked at there.
    Value target = update.getAliasedTensor().get();
    if (target != tensor && getUpdate(target) && target.hasOneUse())
      continue;
    Names later;
    addNames(update->getResult(0), later, separate);
    if (llvm::any_of(uses, [&](OpOperand *use) {
          return use->getOwner() != update && !later.contains(use->get()) &&
                 mayFollow(*use, update);
        }))
      return update;
  }
  return {};
}

namespace pypto {

SmallVector<TensorAliasOpInterface> findOverwrites(Value tensor) {
  SmallVector<TensorAliasOpInterface> found;
  llvm::DenseSet<Operation *> separate;
  SmallVector<Value> roots = {tensor};
  while (!roots.empty()) {
    TensorAliasOpInterface update = findOverwrite(roots.back(), separate);
    if (!update) {
      roots.pop_back();
      continue;
    }
    separate.insert(update);
    found.push_back(update);
    roots.push_back(update->getResult(0));
  }
  return found;
}

bool hasWrittenElements(Value tensor) {
  Names names;
  addNames(tensor, names);
  return llvm::any_of(names, [](Value name) {
    return llvm::any_of(name.getUsers(), llvm::IsaPred<TensorWriteOp>);
  });
}

unsigned updateWrittenElements(func::FuncOp kernel) {
  SmallVector<TensorWriteOp> writes;
  kernel.walk([&](TensorWriteOp op) { writes.push_back(op); });
  if (writes.empty())
    return 0;
  TensorAliases aliases(kernel);
  unsigned count = 0;
  // Narrower ones and wider ones have no instruction that fills a tile.
  constexpr unsigned kLeastBits = 16, kMostBits = 32;
  for (TensorWriteOp op : writes) {
    Value target = op.getTarget();
    auto type = cast<GlobalTensorType>(target.getType());
    unsigned bits = type.getElementType().getIntOrFloatBitWidth();
    if (aliases.isParameter(target) || type.getRank() == 0 ||
        target.getParentBlock() != op->getBlock() ||
        op.getValue().getType() != type.getElementType() || bits < kLeastBits ||
        bits > kMostBits)
      continue;
    OpBuilder builder(op);
    auto one = GlobalTensorType::get(SmallVector<int64_t>(type.getRank(), 1),
                                     type.getElementType());
    Value element =
        TensorFullOp::create(builder, op.getLoc(), one, op.getValue());
    Value updated =
        TensorAssembleOp::create(builder, op.getLoc(), type, target, element,
                                 op.getIndices(), AtomicKind::none);
    target.replaceUsesWithIf(updated, [&](OpOperand &use) {
      Operation *at = op->getBlock()->findAncestorOpInBlock(*use.getOwner());
      return at && op->isBeforeInBlock(at);
    });
    op.erase();
    ++count;
  }
  return count;
}

} // namespace pypto
