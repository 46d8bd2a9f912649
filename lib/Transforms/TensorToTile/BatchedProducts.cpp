//===- BatchedProducts.cpp - products of batches, one by one ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A batch of products has no tile. Where it is only stored it is computed block
// by block there. Where later products take it, all of them are computed in a
// loop over the batch, a matrix of each in turn, up to where they are stored.
//
//===----------------------------------------------------------------------===//

#include "TensorToTile/BatchedProducts.h"
#include "TensorToTile/Positions.h"
#include "Utils/TensorAliases.h"
#include "pypto/Dialect/Pypto/Pypto.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::pypto;

static ArrayRef<int64_t> getShape(Value tensor) {
  return cast<GlobalTensorType>(tensor.getType()).getShape();
}

static ArrayRef<int64_t> getBatch(Value tensor) {
  return ::pypto::getLeading(getShape(tensor));
}

static bool isProduct(Operation *op) {
  return isa_and_nonnull<TensorMatmulOp, TensorMatmulAccOp>(op);
}

static bool isBatch(Value tensor) {
  return isa<GlobalTensorType>(tensor.getType()) && !getBatch(tensor).empty();
}

/// The matrix at `position` of a batch; what has no batch is one matrix for
/// all.
static Value getMatrix(OpBuilder &builder, ::pypto::IndexConstants &constants,
                       Value tensor, ValueRange position) {
  if (!isBatch(tensor))
    return tensor;
  auto type = cast<GlobalTensorType>(tensor.getType());
  ArrayRef<int64_t> leading = getBatch(tensor);
  SmallVector<Value> offsets;
  for (auto [extent, index] : llvm::zip_equal(
           leading, position.drop_front(position.size() - leading.size())))
    offsets.push_back(extent == 1 ? constants.get(0) : index);
  offsets.append(2, constants.get(0));
  auto dropped = llvm::to_vector(
      llvm::seq<int64_t>(0, static_cast<int64_t>(leading.size())));
  return TensorSliceOp::create(
      builder, tensor.getLoc(),
      GlobalTensorType::get(type.getShape().take_back(2),
                            type.getElementType()),
      tensor, offsets, ValueRange(), dropped);
}

namespace {
/// Operations of one block that handle one batch, matrix by matrix.
class BatchGroup {
public:
  BatchGroup(Operation *product, func::FuncOp kernel,
             ::pypto::TensorAliases &aliases,
             ::pypto::IndexConstants &constants)
      : block(product->getBlock()), aliases(aliases), constants(constants),
        batch(getBatch(product->getResult(0))) {
    todo.push_back(product);
  }

  /// Finds the operations; false if they cannot be computed in a loop. What
  /// belongs to one of `refused` cannot either, and becomes one of them.
  bool collect(llvm::DenseSet<Operation *> &refused);
  /// Puts the loop in their place. They are in no block afterwards, and the
  /// caller's: names of tensors still know them.
  void write(SmallVectorImpl<Operation *> &removed);

private:
  bool isMemory(Value tensor) { return aliases.isParameter(tensor); }
  bool isMember(Value value) { return members.contains(value.getDefiningOp()); }
  bool add(Operation *op);
  bool checkOperand(Value operand);
  bool checkOrder();
  void writeAt(OpBuilder &builder, ArrayRef<Value> position);

  Block *block;
  ::pypto::TensorAliases &aliases;
  ::pypto::IndexConstants &constants;
  SmallVector<int64_t> batch;
  SmallVector<Operation *> todo;
  llvm::SetVector<Operation *> members;
};
} // namespace

//===----------------------------------------------------------------------===//
// What belongs together
//===----------------------------------------------------------------------===//

/// Memory, a matrix for all of the batch, or a member's result.
bool BatchGroup::checkOperand(Value operand) {
  if (!isBatch(operand))
    return true;
  if (isMemory(operand))
    return cast<GlobalTensorType>(operand.getType()).hasStaticShape() &&
           aliases.isWhollyValid(operand);
  Operation *op = operand.getDefiningOp();
  if (!op || op->getBlock() != block)
    return false;
  todo.push_back(op);
  return true;
}

bool BatchGroup::add(Operation *op) {
  if (op->getBlock() != block)
    return false;
  if (auto assemble = dyn_cast<TensorAssembleOp>(op))
    return isMemory(assemble.getTarget()) &&
           getBatch(assemble.getSource()) == ArrayRef(batch) &&
           getShape(assemble.getTarget()).size() == batch.size() + 2;
  auto type = cast<GlobalTensorType>(op->getResult(0).getType());
  if (!type.hasStaticShape() || getBatch(op->getResult(0)) != ArrayRef(batch))
    return false;
  if (auto view = dyn_cast<TensorTransposeOp>(op)) {
    int64_t last = type.getRank() - 1;
    auto first = static_cast<int64_t>(view.getAxis0());
    auto second = static_cast<int64_t>(view.getAxis1());
    if (std::min(first, second) != last - 1)
      return false;
  } else if (!isProduct(op) && !isa<TensorFullOp>(op)) {
    return false;
  }
  for (Value operand : op->getOperands())
    if (isa<GlobalTensorType>(operand.getType()) && !checkOperand(operand))
      return false;
  llvm::append_range(todo, op->getUsers());
  return true;
}

/// All of the group is computed where its last operation stands: nothing in
/// between touches memory, and no matrix is stored over what a later one reads.
bool BatchGroup::checkOrder() {
  Operation *first = members.front(), *last = members.front();
  llvm::DenseSet<Value> written;
  for (Operation *op : members) {
    first = op->isBeforeInBlock(first) ? op : first;
    last = last->isBeforeInBlock(op) ? op : last;
    if (auto assemble = dyn_cast<TensorAssembleOp>(op))
      written.insert(aliases.getMemory(assemble.getTarget()));
  }
  for (Operation *op : members)
    for (OpOperand &operand : op->getOpOperands())
      if (isa<GlobalTensorType>(operand.get().getType()) &&
          !(isa<TensorAssembleOp>(op) && operand.getOperandNumber() == 0) &&
          written.contains(aliases.getMemory(operand.get())))
        return false;
  for (Operation *op = first; op != last; op = op->getNextNode())
    if (!members.contains(op) && !isMemoryEffectFree(op))
      return false;
  return true;
}

bool BatchGroup::collect(llvm::DenseSet<Operation *> &refused) {
  bool isGood = true;
  while (isGood && !todo.empty()) {
    Operation *op = todo.pop_back_val();
    if (members.insert(op))
      isGood = !refused.contains(op) && add(op);
  }
  if (isGood && checkOrder())
    return true;
  refused.insert(members.begin(), members.end());
  return false;
}

//===----------------------------------------------------------------------===//
// The loop
//===----------------------------------------------------------------------===//

void BatchGroup::writeAt(OpBuilder &builder, ArrayRef<Value> position) {
  IRMapping map;
  SmallVector<Operation *> ordered(members.begin(), members.end());
  llvm::sort(ordered,
             [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  for (Operation *op : ordered) {
    Location loc = op->getLoc();
    if (auto assemble = dyn_cast<TensorAssembleOp>(op)) {
      Value source = assemble.getSource();
      auto type = cast<GlobalTensorType>(source.getType());
      SmallVector<int64_t> shape(batch.size(), 1);
      llvm::append_range(shape, type.getShape().take_back(2));
      Value matrix = map.lookupOrNull(source);
      if (!matrix)
        matrix = getMatrix(builder, constants, source, position);
      Value page = TensorReshapeOp::create(
          builder, loc, GlobalTensorType::get(shape, type.getElementType()),
          matrix);
      TensorAssembleOp::create(
          builder, loc, assemble.getTarget().getType(), assemble.getTarget(),
          page, ::pypto::moveBy(builder, loc, assemble.getOffsets(), position),
          assemble.getAtomic());
      continue;
    }
    for (Value operand : op->getOperands())
      if (isa<GlobalTensorType>(operand.getType()) && !map.contains(operand) &&
          !isMember(operand))
        map.map(operand, getMatrix(builder, constants, operand, position));
    Operation *copy = builder.clone(*op, map);
    auto type = cast<GlobalTensorType>(op->getResult(0).getType());
    copy->getResult(0).setType(GlobalTensorType::get(
        type.getShape().take_back(2), type.getElementType()));
    if (auto view = dyn_cast<TensorTransposeOp>(copy)) {
      view.setAxis0(0);
      view.setAxis1(1);
    }
  }
}

void BatchGroup::write(SmallVectorImpl<Operation *> &removed) {
  Operation *last = members.front();
  for (Operation *op : members)
    last = last->isBeforeInBlock(op) ? op : last;
  OpBuilder builder(last);
  (void)::pypto::forEachPosition(
      builder, last->getLoc(), constants, batch, Value(),
      [&](OpBuilder &at, ArrayRef<Value> position, Value) -> FailureOr<Value> {
        writeAt(at, position);
        return Value();
      });
  SmallVector<Operation *> ordered(members.begin(), members.end());
  llvm::sort(ordered,
             [](Operation *a, Operation *b) { return b->isBeforeInBlock(a); });
  for (Operation *op : ordered) {
    if (auto assemble = dyn_cast<TensorAssembleOp>(op))
      assemble.getResult().replaceAllUsesWith(assemble.getTarget());
    op->dropAllReferences();
    op->remove();
    removed.push_back(op);
  }
}

//===----------------------------------------------------------------------===//
// One matrix of a batch
//===----------------------------------------------------------------------===//

/// `slice`, a whole matrix of a product, as a product of matrices; null if it
/// is something else.
static Value multiplyMatrix(TensorSliceOp slice,
                            ::pypto::IndexConstants &constants) {
  auto product = slice.getSource().getDefiningOp<TensorMatmulOp>();
  if (!product || slice.getResult().getType().getRank() < 2 ||
      !isBatch(product.getResult()))
    return {};
  GlobalTensorType type = slice.getResult().getType();
  size_t axes = getBatch(product.getResult()).size();
  ArrayRef<int64_t> matrixShape = getShape(product.getResult()).take_back(2);
  bool isMatrix = type.getShape().take_back(2) == matrixShape &&
                  slice.getDrop().size() + type.getRank() == axes + 2;
  for (int64_t axis : slice.getDrop())
    isMatrix &= axis < static_cast<int64_t>(axes);
  for (int64_t extent : type.getShape().drop_back(2))
    isMatrix &= extent == 1;
  if (!isMatrix || product->getBlock() != slice->getBlock())
    return {};
  for (Operation *op = product->getNextNode(); op != slice;
       op = op->getNextNode())
    if (!isMemoryEffectFree(op) && !isProduct(op))
      return {};
  for (Value operand : {product.getLhs(), product.getRhs()})
    if (isBatch(operand) &&
        !cast<GlobalTensorType>(operand.getType()).hasStaticShape())
      return {};
  OpBuilder builder(slice);
  ValueRange position = slice.getOffsets().drop_back(2);
  Value matrix = TensorMatmulOp::create(
      builder, product.getLoc(),
      GlobalTensorType::get(matrixShape, type.getElementType()),
      getMatrix(builder, constants, product.getLhs(), position),
      getMatrix(builder, constants, product.getRhs(), position),
      product.getTransposeLhs(), product.getTransposeRhs());
  if (type.getRank() == 2)
    return matrix;
  return TensorReshapeOp::create(builder, slice.getLoc(), type, matrix);
}

/// True if something other than an update takes the batch.
static bool isUsedOnChip(Operation *product) {
  return llvm::any_of(product->getUsers(), [&](Operation *user) {
    auto sum = dyn_cast<TensorMatmulAccOp>(user);
    bool isAddedTo = sum && sum.getAcc() == product->getResult(0) &&
                     sum.getLhs() != sum.getAcc() &&
                     sum.getRhs() != sum.getAcc();
    return !isa<TensorAssembleOp, TensorReshapeOp>(user) && !isAddedTo;
  });
}

namespace pypto {

void splitBatchedProducts(func::FuncOp kernel) {
  TensorAliases aliases(kernel);
  IndexConstants constants(kernel.getBody().front());
  SmallVector<TensorSliceOp> slices;
  SmallVector<Operation *> products;
  kernel.walk([&](Operation *op) {
    if (auto slice = dyn_cast<TensorSliceOp>(op))
      slices.push_back(slice);
    if (isProduct(op) && isBatch(op->getResult(0)))
      products.push_back(op);
  });
  for (TensorSliceOp slice : slices)
    if (Value matrix = multiplyMatrix(slice, constants)) {
      slice.getResult().replaceAllUsesWith(matrix);
      slice.erase();
    }
  for (Operation *&product : llvm::reverse(products))
    if (product->use_empty()) {
      product->erase();
      product = nullptr;
    }
  // A loop has products of matrices only: none is found anew in it.
  SmallVector<Operation *> removed;
  llvm::DenseSet<Operation *> refused;
  for (Operation *product : products) {
    if (!product || !product->getBlock() || !isUsedOnChip(product))
      continue;
    BatchGroup group(product, kernel, aliases, constants);
    if (group.collect(refused))
      group.write(removed);
  }
  for (Operation *op : removed)
    op->destroy();
}

} // namespace pypto
