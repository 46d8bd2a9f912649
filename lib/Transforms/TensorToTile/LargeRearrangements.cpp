//===- LargeRearrangements.cpp - large transposes and joins -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The blocks of a region are cut alike from all of its tensors, so that a block
// of a transposed tensor is no block of what it was computed from. What is
// computed element by element is the same of transposed operands, and those are
// transposed where they are loaded.
//
//===----------------------------------------------------------------------===//

#include "TensorToTile/LargeRearrangements.h"
#include "TensorToTile/TileShapes.h"
#include "Utils/Targets.h"
#include "Utils/TensorAliases.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::pypto;

namespace {
class Rearranger {
public:
  explicit Rearranger(func::FuncOp kernel)
      : kernel(kernel), aliases(kernel), shapes(kernel),
        capacity(static_cast<int64_t>(::pypto::getTarget(kernel)
                                          .space(::pypto::target::Space::Vec)
                                          .usableBytes.value)) {}

  void run();

private:
  bool isMemory(Value tensor) {
    Value memory = aliases.getMemory(tensor);
    return isa<BlockArgument>(memory) &&
           memory.getParentBlock() == &kernel.getBody().front();
  }
  int64_t getBytes(ArrayRef<int64_t> shape, Type element) {
    return ::pypto::getFootprint(shapes.getTileType(shape, element));
  }
  bool canFlip(Value tensor, const Operation *user);
  Value flip(Value tensor);
  void pull(TensorTransposeOp transpose);
  void clean();
  void split(TensorConcatOp join);

  func::FuncOp kernel;
  ::pypto::TensorAliases aliases;
  ::pypto::TileShapes shapes;
  int64_t capacity;
  llvm::DenseMap<Value, bool> flippable;
  llvm::MapVector<Value, Value> flipped;
  /// What may be used no more.
  llvm::SetVector<Operation *> left;
};
} // namespace

static bool isMatrix(Value tensor) {
  auto type = cast<GlobalTensorType>(tensor.getType());
  return type.getRank() == 2 && type.hasStaticShape();
}

//===----------------------------------------------------------------------===//
// Transposes
//===----------------------------------------------------------------------===//

static constexpr StringLiteral kRows = "pypto.tensor.row_expand";
static constexpr StringLiteral kColumns = "pypto.tensor.col_expand";

/// The operation that does to the transposes what `op` does to its operands;
/// empty if there is none.
static std::string getFlippedName(Operation *op) {
  StringRef name = op->getName().getStringRef();
  if (op->hasTrait<BinaryShapes>() || op->hasTrait<UnaryShapes>() ||
      op->hasTrait<CastShapes>() || op->hasTrait<TernaryShapes>() ||
      isa<TensorFullOp>(op))
    return name.str();
  if (name.consume_front(kRows))
    return (kColumns + name).str();
  if (name.consume_front(kColumns))
    return (kRows + name).str();
  return {};
}

/// Whether `tensor` can be computed transposed in the block of `user`.
bool Rearranger::canFlip(Value tensor, const Operation *user) {
  if (!isMatrix(tensor))
    return false;
  if (isMemory(tensor))
    return aliases.isWhollyValid(tensor);
  auto [found, isNew] = flippable.try_emplace(tensor, false);
  if (!isNew)
    return found->second;
  Operation *op = tensor.getDefiningOp();
  if (!op || op->getBlock() != const_cast<Operation *>(user)->getBlock())
    return false;
  bool isGood =
      isa<TensorTransposeOp>(op) ||
      (!getFlippedName(op).empty() &&
       RegisteredOperationName::lookup(getFlippedName(op), op->getContext()) &&
       llvm::all_of(op->getOperands(), [&](Value operand) {
         return !isa<GlobalTensorType>(operand.getType()) ||
                canFlip(operand, user);
       }));
  return flippable[tensor] = isGood;
}

/// The transpose of `tensor`, computed right behind it.
Value Rearranger::flip(Value tensor) {
  if (Value made = flipped.lookup(tensor))
    return made;
  if (auto transpose = tensor.getDefiningOp<TensorTransposeOp>();
      transpose && !isMemory(tensor))
    return flipped[tensor] = transpose.getSource();
  auto type = cast<GlobalTensorType>(tensor.getType());
  auto other = GlobalTensorType::get({type.getDimSize(1), type.getDimSize(0)},
                                     type.getElementType());
  OpBuilder builder(kernel.getContext());
  builder.setInsertionPointAfterValue(tensor);
  if (isMemory(tensor)) {
    Value view = TensorTransposeOp::create(builder, tensor.getLoc(), other,
                                           tensor, 0, 1);
    return flipped[tensor] = view;
  }
  Operation *op = tensor.getDefiningOp();
  OperationState state(op->getLoc(), getFlippedName(op));
  for (Value operand : op->getOperands())
    state.addOperands(isa<GlobalTensorType>(operand.getType()) ? flip(operand)
                                                               : operand);
  state.addAttributes(op->getAttrs());
  state.addTypes(other);
  Value copy = builder.create(state)->getResult(0);
  return flipped[tensor] = copy;
}

void Rearranger::pull(TensorTransposeOp transpose) {
  Value source = transpose.getSource();
  GlobalTensorType type = transpose.getResult().getType();
  // The source, the result and as much scratch.
  constexpr int64_t kTiles = 3;
  if (isMemory(source) || !isMatrix(source) ||
      kTiles * getBytes(type.getShape(), type.getElementType()) <= capacity ||
      !canFlip(source, transpose))
    return;
  left.insert(transpose);
  transpose.getResult().replaceAllUsesWith(flip(source));
}

/// Erases what was computed only to be transposed.
void Rearranger::clean() {
  for (auto [tensor, transposed] : flipped)
    if (!isMemory(tensor))
      left.insert(tensor.getDefiningOp());
  SmallVector<Operation *> open(left.begin(), left.end());
  while (!open.empty()) {
    Operation *op = open.pop_back_val();
    if (!op->use_empty() || !left.remove(op))
      continue;
    for (Value operand : op->getOperands())
      if (Operation *definition = operand.getDefiningOp();
          definition && left.contains(definition))
        open.push_back(definition);
    op->erase();
  }
}

//===----------------------------------------------------------------------===//
// Joins
//===----------------------------------------------------------------------===//

void Rearranger::split(TensorConcatOp join) {
  GlobalTensorType type = join.getResult().getType();
  if (!isMatrix(join.getResult()))
    return;
  // Both parts and the row.
  constexpr int64_t kTiles = 2;
  if (kTiles * getBytes({1, type.getDimSize(1)}, type.getElementType()) <=
      capacity)
    return;
  SmallVector<TensorAssembleOp> stores;
  for (Operation *user : join->getUsers()) {
    auto store = dyn_cast<TensorAssembleOp>(user);
    if (!store || store.getTarget() == join.getResult() ||
        !isMemory(store.getTarget()))
      return;
    // The first part must not be stored over what the second one is read from.
    Value memory = aliases.getMemory(store.getTarget());
    bool isRead = false;
    kernel.walk([&](Operation *op) {
      for (OpOperand &operand : op->getOpOperands())
        isRead |=
            isa<GlobalTensorType>(operand.get().getType()) &&
            !(isa<TensorAssembleOp>(op) && operand.getOperandNumber() == 0) &&
            !op->hasTrait<OpTrait::IsTerminator>() &&
            aliases.getMemory(operand.get()) == memory;
    });
    if (isRead)
      return;
    stores.push_back(store);
  }
  for (TensorAssembleOp store : stores) {
    OpBuilder builder(store);
    Location loc = store.getLoc();
    Value target = store.getTarget();
    SmallVector<Value> offsets(store.getOffsets());
    for (Value part : {join->getOperand(0), join->getOperand(1)}) {
      Value written =
          TensorAssembleOp::create(builder, loc, target.getType(), target, part,
                                   offsets, store.getAtomic());
      aliases.replace(written, store.getTarget());
      target = written;
      int64_t columns = cast<GlobalTensorType>(part.getType()).getDimSize(1);
      offsets.back() = builder.createOrFold<arith::AddIOp>(
          loc, offsets.back(),
          arith::ConstantIndexOp::create(builder, loc, columns));
    }
    store.getResult().replaceAllUsesWith(target);
    store.erase();
  }
  join.erase();
}

void Rearranger::run() {
  SmallVector<TensorTransposeOp> transposes;
  SmallVector<TensorConcatOp> joins;
  kernel.walk([&](Operation *op) {
    if (auto transpose = dyn_cast<TensorTransposeOp>(op))
      transposes.push_back(transpose);
    if (auto join = dyn_cast<TensorConcatOp>(op))
      joins.push_back(join);
  });
  llvm::for_each(joins, [&](TensorConcatOp join) { split(join); });
  llvm::for_each(transposes,
                 [&](TensorTransposeOp transpose) { pull(transpose); });
  clean();
}

namespace pypto {

void rearrangeLargeTensors(func::FuncOp kernel) { Rearranger(kernel).run(); }

} // namespace pypto
