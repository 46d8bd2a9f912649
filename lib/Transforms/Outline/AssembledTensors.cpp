//===- AssembledTensors.cpp - tensors made in their place -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// On the control plane nothing is copied: `tensor.assemble` there says that a
// tensor is a window of another one. A tensor that is made for it becomes that
// window from the start, so that the tasks which fill it write the target.
//
//===----------------------------------------------------------------------===//

#include "Outline/Outline.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Dominance.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::pypto;

namespace {
class Placer {
public:
  Placer(func::FuncOp func, ::pypto::CalledWith calledWith)
      : func(func), calledWith(calledWith), aliases(func) {}
  void run();

private:
  void place(TensorAssembleOp op);
  TensorSliceOp createWindow(TensorAssembleOp op, Value source);
  bool overlapsPlaced(TensorAssembleOp op, Value target);
  bool isWindow(TensorAssembleOp op, Value source);
  bool isUsedBetween(Operation *begin, Operation *end, Value memory);
  Value getTensor(Value value);
  Value getMemory(Value value);
  bool moveBefore(ValueRange values, Operation *place);

  func::FuncOp func;
  ::pypto::CalledWith calledWith;
  ::pypto::TensorAliases aliases;
  DominanceInfo dominance;
  /// How often each tensor is a source.
  llvm::DenseMap<Value, unsigned> numUses;
  /// What has no use any more; kept so that no value takes another's place.
  SetVector<Operation *> dead;
  /// The windows that tensors became, by what they are windows of.
  llvm::DenseMap<Value, SmallVector<TensorSliceOp>> placed;
  llvm::DenseSet<Operation *> windows;
};
} // namespace

/// As in TensorAliases, through calls of kernels as well.
Value Placer::getTensor(Value value) {
  value = aliases.getTensor(value);
  Value argument = calledWith(value);
  return argument ? getTensor(argument) : value;
}

Value Placer::getMemory(Value value) {
  value = aliases.getMemory(value);
  Value argument = calledWith(value);
  return argument ? getMemory(argument) : value;
}

/// `source` is the window of the target at the place of the assembly.
bool Placer::isWindow(TensorAssembleOp op, Value source) {
  auto slice = source.getDefiningOp<TensorSliceOp>();
  return slice && slice.getDrop().empty() &&
         getTensor(slice.getSource()) == getTensor(op.getTarget()) &&
         isEqualConstantIntOrValueArray(getAsOpFoldResult(slice.getOffsets()),
                                        getAsOpFoldResult(op.getOffsets()));
}

/// Something between two operations of a block names `memory`.
bool Placer::isUsedBetween(Operation *begin, Operation *end, Value memory) {
  for (Operation *op = begin->getNextNode(); op != end;
       op = op->getNextNode()) {
    WalkResult walk = op->walk<WalkOrder::PreOrder>([&](Operation *nested) {
      if (dead.contains(nested) || windows.contains(nested))
        return WalkResult::skip();
      bool names = llvm::any_of(nested->getOperands(), [&](Value operand) {
        return isa<GlobalTensorType>(operand.getType()) &&
               getMemory(operand) == memory;
      });
      return names ? WalkResult::interrupt() : WalkResult::advance();
    });
    if (walk.wasInterrupted())
      return true;
  }
  return false;
}

/// Moves what computes `values` to `place`, if all of it is arithmetic.
bool Placer::moveBefore(ValueRange values, Operation *place) {
  SetVector<Operation *> moved;
  SmallVector<Value> open(values);
  while (!open.empty()) {
    Value value = open.pop_back_val();
    if (dominance.properlyDominates(value, place))
      continue;
    Operation *op = value.getDefiningOp();
    if (!op || op->getBlock() != place->getBlock() || !isPure(op) ||
        op->getNumRegions())
      return false;
    moved.insert(op);
    llvm::append_range(open, op->getOperands());
  }
  SmallVector<Operation *> order = moved.takeVector();
  llvm::sort(order,
             [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  for (Operation *op : order)
    op->moveBefore(place);
  return true;
}

/// The source certainly shares elements with a tensor that was placed before:
/// which of the two is there in the end is for their assemblies to say.
bool Placer::overlapsPlaced(TensorAssembleOp op, Value target) {
  ArrayRef<int64_t> shape = op.getSource().getType().getShape();
  return llvm::any_of(placed.lookup(target), [&](TensorSliceOp window) {
    ArrayRef<int64_t> other = window.getType().getShape();
    for (auto [a, b, extent, otherExtent] :
         llvm::zip_equal(op.getOffsets(), window.getOffsets(), shape, other)) {
      std::optional<int64_t> begin = getConstantIntValue(a);
      std::optional<int64_t> otherBegin = getConstantIntValue(b);
      if (!begin || !otherBegin || *begin + extent <= *otherBegin ||
          *otherBegin + otherExtent <= *begin)
        return false;
    }
    return true;
  });
}

/// The window of the target that `source` can be from the start, or null.
TensorSliceOp Placer::createWindow(TensorAssembleOp op, Value source) {
  Operation *maker = source.getDefiningOp();
  auto type = cast<GlobalTensorType>(source.getType());
  auto create = dyn_cast_or_null<TensorCreateOp>(maker);
  bool isFresh = (create && !create.getInitAttr()) ||
                 isa_and_nonnull<ScopeOpInterface>(maker);
  Value target = getTensor(op.getTarget());
  if (!isFresh || !type.hasStaticShape() ||
      maker->getBlock() != op->getBlock() || numUses.lookup(source) != 1 ||
      !dominance.properlyDominates(target, maker) ||
      overlapsPlaced(op, target) ||
      isUsedBetween(maker, op, getMemory(target)) ||
      !moveBefore(op.getOffsets(), maker))
    return nullptr;
  OpBuilder builder(maker);
  auto window = TensorSliceOp::create(
      builder, source.getLoc(), type, target, op.getOffsets(), ValueRange(),
      builder.getDenseI64ArrayAttr({}), UnitAttr());
  placed[target].push_back(window);
  windows.insert(window);
  return window;
}

void Placer::place(TensorAssembleOp op) {
  Value source = getTensor(op.getSource());
  if (!isWindow(op, source)) {
    TensorSliceOp window = createWindow(op, source);
    if (!window)
      return;
    aliases.replace(source, window);
    if (auto create = source.getDefiningOp<TensorCreateOp>()) {
      source.replaceAllUsesWith(window);
      dead.insert(create);
    } else {
      auto scope = cast<ScopeOpInterface>(source.getDefiningOp());
      unsigned index = llvm::find(scope.getScopeResults(), source) -
                       scope.getScopeResults().begin();
      Operation *end = scope->getRegion(0).front().getTerminator();
      OpBuilder builder(end);
      ::pypto::writeWhole(builder, op.getLoc(), end->getOperand(index), window);
      end->setOperand(index, window);
    }
  }
  aliases.replace(op.getResult(), op.getTarget());
  op.getResult().replaceAllUsesWith(op.getTarget());
  dead.insert(op);
}

void Placer::run() {
  SmallVector<TensorAssembleOp> assemblies;
  func.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<LaunchOpInterface>(op))
      return WalkResult::skip();
    if (auto assembly = dyn_cast<TensorAssembleOp>(op);
        assembly && assembly.getAtomic() == AtomicKind::none) {
      assemblies.push_back(assembly);
      ++numUses[getTensor(assembly.getSource())];
    }
    return WalkResult::advance();
  });
  for (TensorAssembleOp op : assemblies)
    place(op);
  for (Operation *op : dead)
    op->erase();
}

void ::pypto::placeAssembledTensors(func::FuncOp func, CalledWith calledWith) {
  Placer(func, calledWith).run();
}
