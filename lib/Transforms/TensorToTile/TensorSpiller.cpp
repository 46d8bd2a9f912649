//===- TensorSpiller.cpp - computed tensors in global memory ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TensorToTile/TensorSpiller.h"
#include "TensorToTile/LargeRearrangements.h"
#include "TensorToTile/TensorVersions.h"
#include "TensorToTile/TileBuilding.h"
#include "Utils/FlowEdges.h"
#include "Utils/Targets.h"
#include "pypto/Dialect/Pypto/ValidOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace mlir::pypto;

namespace pypto {

/// What takes less than this share of the memory stays on chip.
static constexpr int64_t kSmallShare = 16;

TensorSpiller::TensorSpiller(func::FuncOp kernel, const TileShapes &shapes,
                             int64_t capacity, Workspaces &workspaces)
    : kernel(kernel), shapes(shapes), capacity(capacity),
      workspaces(workspaces) {
  // The next use of a value that was stored would take all of it for valid.
  kernel.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<TensorFillpadOp>(op))
      return;
    if (isa<TensorSetValidshapeOp>(op) ||
        llvm::any_of(op->getOperands(),
                     [&](Value v) { return partlyValid.contains(v); }))
      partlyValid.insert(op->getResults().begin(), op->getResults().end());
  });
}

int64_t TensorSpiller::getBytes(Value tensor) const {
  auto type = cast<GlobalTensorType>(tensor.getType());
  return getFootprint(
      shapes.getTileType(type.getShape(), type.getElementType()));
}

bool TensorSpiller::canSpill(Value tensor) const {
  auto type = dyn_cast<GlobalTensorType>(tensor.getType());
  return type && type.hasStaticShape() && type.getRank() != 0 &&
         type.getLayout() == TileLayout::ND && !partlyValid.contains(tensor);
}

/// `memory` once `tensor` is stored to it.
Value TensorSpiller::store(OpBuilder &builder, Value tensor, Value memory) {
  Location loc = tensor.getLoc();
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  auto type = cast<GlobalTensorType>(memory.getType());
  SmallVector<Value> offsets(type.getRank(), zero);
  return TensorAssembleOp::create(builder, loc, type, memory, tensor, offsets,
                                  AtomicKind::none);
}

/// A workspace of its own once `tensor` is stored to it.
Value TensorSpiller::storeNew(OpBuilder &builder, Value tensor, Location loc) {
  return store(builder, tensor,
               workspaces.add(loc, cast<GlobalTensorType>(tensor.getType())));
}

/// Lets updates of `tensor` leave what is used behind them.
void TensorSpiller::keepOldValues(Value tensor) {
  for (TensorAliasOpInterface update : findOverwrites(tensor)) {
    OpBuilder builder(update);
    OpOperand &target = update.getAliasedTensor();
    target.set(storeNew(builder, target.get(), update.getLoc()));
  }
}

//===----------------------------------------------------------------------===//
// What is carried or created
//===----------------------------------------------------------------------===//

/// What a kernel creates and does not hold on chip is memory.
void TensorSpiller::replaceCreated(TensorCreateOp create) {
  Value tensor = create.getResult();
  keepOldValues(tensor);
  auto type = cast<GlobalTensorType>(tensor.getType());
  Value memory = workspaces.add(tensor.getLoc(), type);
  if (TypedAttr init = create.getInitAttr()) {
    OpBuilder builder(create);
    Type element = type.getElementType();
    auto real = dyn_cast<FloatAttr>(init);
    double value = real ? real.getValueAsDouble()
                        : cast<IntegerAttr>(init).getValue().roundToDouble(
                              !element.isUnsignedInteger());
    Location loc = create.getLoc();
    Value full = TensorFullOp::create(
        builder, loc, type, createScalar(builder, loc, element, value));
    memory = store(builder, full, memory);
  }
  tensor.replaceAllUsesWith(memory);
  create.erase();
}

/// True if something is written into `tensor` itself.
static bool isUpdated(Value tensor) {
  return llvm::any_of(tensor.getUses(), [](OpOperand &use) {
    auto alias = dyn_cast<TensorAliasOpInterface>(use.getOwner());
    return (alias && &alias.getAliasedTensor() == &use) ||
           hasEffect<MemoryEffects::Write>(use.getOwner(), use.get());
  });
}

/// A tensor that a loop carries: its initial value, its name where the next one
/// is computed, that next one, and its name behind the loop.
struct TensorSpiller::Carried {
  OpOperand *init;
  BlockArgument inside;
  OpOperand *next;
  OpResult result;
};

void TensorSpiller::spillLoop(ArrayRef<Carried> all) {
  TensorAliases aliases(kernel);
  SmallVector<Carried> spilled;
  for (const Carried &one : all) {
    Value init = one.init->get(), next = one.next->get();
    // Twice: what is computed next beside what it is computed from.
    if (!canSpill(one.inside) || aliases.isParameter(one.inside) ||
        2 * getBytes(one.inside) <= capacity || !canSpill(init) ||
        !canSpill(next) || hasWrittenElements(one.inside) ||
        hasWrittenElements(one.result))
      continue;
    // Of a choice between memories either may be meant.
    if ((aliases.isParameter(init) || aliases.isParameter(next)) &&
        (isUpdated(one.inside) || isUpdated(one.result)))
      continue;
    keepOldValues(one.inside);
    keepOldValues(one.result);
    OpBuilder before(one.init->getOwner());
    one.init->set(storeNew(before, init, one.result.getLoc()));
    spilled.push_back(one);
  }
  if (spilled.empty())
    return;
  Block *body = spilled.front().inside.getOwner();
  TensorAliases inside(body->getParentOp());
  llvm::erase_if(spilled, [&](const Carried &one) {
    return inside.getTensor(one.next->get()) == one.inside;
  });
  auto end = OpBuilder::atBlockTerminator(body);
  // What one of them was may be what another one becomes.
  for (const Carried &one : spilled) {
    auto source = dyn_cast<BlockArgument>(inside.getMemory(one.next->get()));
    if (source && source.getOwner() == body)
      one.next->set(storeNew(end, one.next->get(), one.next->get().getLoc()));
  }
  for (const Carried &one : spilled)
    one.next->set(store(end, one.next->get(), one.inside));
}

void TensorSpiller::spillFor(scf::ForOp loop) {
  SmallVector<Carried> all;
  for (auto [inside, init, next, result] :
       llvm::zip_equal(loop.getRegionIterArgs(), loop.getInitArgsMutable(),
                       *loop.getYieldedValuesMutable(), loop.getResults()))
    all.push_back({&init, inside, &next, result});
  spillLoop(all);
}

/// A loop whose condition passes on what it is given.
void TensorSpiller::spillWhile(scf::WhileOp loop) {
  SmallVector<Carried> all;
  OperandRange passed = loop.getConditionOp().getArgs();
  for (auto [number, init] : llvm::enumerate(loop.getInitsMutable())) {
    if (number >= passed.size() ||
        passed[number] != loop.getBeforeArguments()[number])
      return;
    all.push_back({&init, loop.getAfterArguments()[number],
                   &loop.getYieldOp()->getOpOperand(number),
                   loop->getResult(number)});
  }
  spillLoop(all);
}

void TensorSpiller::spillBranch(scf::IfOp branch) {
  TensorAliases aliases(kernel);
  for (OpResult result : branch.getResults()) {
    if (!canSpill(result) || aliases.isParameter(result) ||
        2 * getBytes(result) <= capacity || hasWrittenElements(result))
      continue;
    SmallVector<OpOperand *> yielded;
    for (Region &region : branch->getRegions())
      yielded.push_back(&region.front().getTerminator()->getOpOperand(
          result.getResultNumber()));
    if (!llvm::all_of(yielded,
                      [&](OpOperand *use) { return canSpill(use->get()); }) ||
        (isUpdated(result) && llvm::any_of(yielded, [&](OpOperand *use) {
           return aliases.isParameter(use->get());
         })))
      continue;
    keepOldValues(result);
    Value memory = workspaces.add(result.getLoc(),
                                  cast<GlobalTensorType>(result.getType()));
    for (OpOperand *use : yielded) {
      OpBuilder end(use->getOwner());
      use->set(store(end, use->get(), memory));
    }
  }
}

/// Rows of a window do not follow each other, so that it has no other shape in
/// memory.
void TensorSpiller::copyReshaped() {
  SmallVector<TensorReshapeOp> reshapes;
  kernel.walk([&](TensorReshapeOp op) { reshapes.push_back(op); });
  if (reshapes.empty())
    return;
  TensorAliases aliases(kernel);
  llvm::MapVector<Value, SmallVector<Operation *>> writes;
  kernel.walk([&](MemoryEffectOpInterface op) {
    for (Value operand : op->getOperands())
      if (isa<GlobalTensorType>(operand.getType()) &&
          op.getEffectOnValue<MemoryEffects::Write>(operand))
        writes[aliases.getMemory(operand)].push_back(op);
  });
  for (TensorReshapeOp op : reshapes) {
    Value source = op.getSource();
    Operation *view = aliases.getTensor(source).getDefiningOp();
    if (!isa_and_nonnull<TensorSliceOp, TensorTransposeOp>(view) ||
        !aliases.isParameter(source) || !canSpill(source))
      continue;
    ArrayRef<Operation *> writers = writes[aliases.getMemory(source)];
    // What is written to a parameter while the copy is used is not in it. What
    // was computed is a value: nothing uses it once it is updated.
    bool isStale = !workspaces.contains(aliases.getMemory(source)) &&
                   llvm::any_of(writers, [&](Operation *writer) {
                     Operation *place =
                         op->getBlock()->findAncestorOpInBlock(*writer);
                     return place && !place->isBeforeInBlock(op);
                   });
    // What is there, what becomes of it, and scratch.
    constexpr int64_t kTiles = 3;
    if (isStale || (writers.empty() && kTiles * getBytes(source) <= capacity))
      continue;
    OpBuilder builder(op);
    op.getSourceMutable().assign(storeNew(builder, source, op.getLoc()));
  }
}

void TensorSpiller::spillLarge() {
  SmallVector<TensorCreateOp> created;
  SmallVector<Operation *> flow;
  kernel.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (auto create = dyn_cast<TensorCreateOp>(op);
        create && canSpill(create.getResult()) &&
        getBytes(create.getResult()) > capacity &&
        !hasWrittenElements(create.getResult()))
      created.push_back(create);
    bool mayCarry = llvm::any_of(op->getResults(), [&](Value result) {
      return canSpill(result) && 2 * getBytes(result) > capacity;
    });
    if (isa<scf::ForOp, scf::WhileOp, scf::IfOp>(op) && mayCarry)
      flow.push_back(op);
  });
  for (TensorCreateOp create : created)
    replaceCreated(create);
  // From the outside in: what an outer one keeps in memory needs nothing more.
  for (Operation *op : flow) {
    if (auto loop = dyn_cast<scf::ForOp>(op))
      spillFor(loop);
    else if (auto loop = dyn_cast<scf::WhileOp>(op))
      spillWhile(loop);
    else
      spillBranch(cast<scf::IfOp>(op));
  }
}

//===----------------------------------------------------------------------===//
// What is computed
//===----------------------------------------------------------------------===//

/// Stores `tensor` if a use is one of `isOther`; that use and the later ones
/// read memory then.
void TensorSpiller::spill(Value tensor, Block &block, UsePredicate isOther) {
  auto getPlace = [&](OpOperand &use) {
    return block.findAncestorOpInBlock(*use.getOwner());
  };
  auto isRead = [&](OpOperand &use) {
    return !isFlowOperand(use) && isOther(use);
  };
  if (llvm::none_of(tensor.getUses(), isRead) || hasWrittenElements(tensor))
    return;
  keepOldValues(tensor);
  Operation *first = nullptr;
  for (OpOperand &use : tensor.getUses())
    if (Operation *place = getPlace(use);
        isRead(use) && (!first || place->isBeforeInBlock(first)))
      first = place;
  OpBuilder builder(kernel.getContext());
  builder.setInsertionPointAfterValue(tensor);
  Value memory = storeNew(builder, tensor, tensor.getLoc());
  tensor.replaceUsesWithIf(memory, [&](OpOperand &use) {
    return use.getOwner() != memory.getDefiningOp() && !isFlowOperand(use) &&
           !getPlace(use)->isBeforeInBlock(first);
  });
}

/// True for operations that compute a fresh tensor.
static bool isComputed(Operation *op) {
  return op->hasTrait<TensorCompute>() && !isa<TensorAliasOpInterface>(op) &&
         op->getNumResults() == 1;
}

void TensorSpiller::spillProducts(int64_t mat) {
  // Blocks of the operands are there beside it.
  constexpr int64_t kBlocksShare = 8;
  int64_t most = mat - mat / kBlocksShare;
  SmallVector<Operation *> products;
  kernel.walk([&](Operation *op) {
    if (isa<TensorMatmulOp, TensorMatmulAccOp>(op) &&
        canSpill(op->getResult(0)) && getBytes(op->getResult(0)) > most)
      products.push_back(op);
  });
  for (Operation *op : products)
    spill(op->getResult(0), *op->getBlock(), [](OpOperand &use) {
      return isa<TensorMatmulOp>(use.getOwner()) ||
             (isa<TensorMatmulAccOp>(use.getOwner()) &&
              use.getOperandNumber() != 0);
    });
}

void TensorSpiller::spillBetweenGroups(Block &block, TensorAliases &aliases) {
  TensorRegion region(block, shapes, aliases);
  llvm::DenseMap<Operation *, unsigned> groups;
  for (auto [number, group] :
       llvm::enumerate(region.split(/*sameExtents=*/true)))
    for (Operation *op : group)
      groups[op] = number;
  for (Operation &op : llvm::make_early_inc_range(block)) {
    auto create = dyn_cast<TensorCreateOp>(op);
    if ((!create && !isComputed(&op)) || !canSpill(op.getResult(0)) ||
        getBytes(op.getResult(0)) * kSmallShare <= capacity)
      continue;
    if (create) {
      if (!hasWrittenElements(create.getResult()))
        replaceCreated(create);
      continue;
    }
    auto own = groups.find(&op);
    auto join = dyn_cast<TensorConcatOp>(op);
    bool isStoredInParts = join && isJoinTooLong(join, shapes, capacity);
    spill(op.getResult(0), block, [&](OpOperand &use) {
      Operation *user = use.getOwner();
      if (isStoredInParts)
        return !isa<TensorAssembleOp>(user);
      // Each part is stored from where it is.
      if (auto user = dyn_cast<TensorConcatOp>(use.getOwner());
          user && isJoinTooLong(user, shapes, capacity))
        return false;
      auto other = groups.find(user);
      return own == groups.end() || other == groups.end() ||
             own->second != other->second;
    });
  }
}

void TensorSpiller::spillResults(Block &block, ArrayRef<Operation *> operations,
                                 TensorAliases &aliases) {
  // What reads a tensor must not store it block by block.
  llvm::DenseSet<Value> read;
  for (Operation *op : operations)
    for (OpOperand &operand : op->getOpOperands())
      if (isa<GlobalTensorType>(operand.get().getType()) &&
          !(isa<TensorAssembleOp>(op) && operand.getOperandNumber() == 0))
        read.insert(aliases.getMemory(operand.get()));
  for (Operation *op : operations)
    if (isComputed(op) && canSpill(op->getResult(0)))
      spill(op->getResult(0), block, [&](OpOperand &use) {
        auto store = dyn_cast<TensorAssembleOp>(use.getOwner());
        return !store || !aliases.isParameter(store.getTarget()) ||
               read.contains(aliases.getMemory(store.getTarget()));
      });
}

} // namespace pypto
