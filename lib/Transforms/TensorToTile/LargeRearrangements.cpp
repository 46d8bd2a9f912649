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
  bool isMemory(Value tensor) { return aliases.isParameter(tensor); }
  int64_t getBytes(ArrayRef<int64_t> shape, Type element) {
    return ::pypto::getFootprint(shapes.getTileType(shape, element));
  }
  bool canFlip(Value tensor, const Operation *user);
  Value flip(Value tensor);
  void pull(TensorTransposeOp transpose);
  void clean();
  bool findStores(Value tensor, ValueRange parts,
                  SmallVectorImpl<TensorAssembleOp> &stores);
  void storeParts(ArrayRef<TensorAssembleOp> stores, ValueRange parts,
                  unsigned axis);
  void split(TensorConcatOp join);
  void split(TensorTransposeOp transpose);
  void narrow(TensorGatherOp gather);

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

static constexpr StringLiteral kRows = "pypto.tensor.row_";
static constexpr StringLiteral kColumns = "pypto.tensor.col_";

/// True for operations on rows or columns that there are for both.
static bool isByLines(Operation *op) {
  if (op->hasTrait<RowExpandShapes>() || op->hasTrait<ColExpandShapes>())
    return true;
  // Both directions reduce floats.
  auto type = cast<GlobalTensorType>(op->getResult(0).getType());
  return (op->hasTrait<RowReductionShapes>() ||
          op->hasTrait<ColReductionShapes>()) &&
         (type.getElementType().isF32() || type.getElementType().isF16());
}

/// The source, the result and as much scratch.
static constexpr int64_t kTransposeTiles = 3;

/// The operation that does to the transposes what `op` does to its operands;
/// empty if there is none.
static std::string getFlippedName(Operation *op) {
  StringRef name = op->getName().getStringRef();
  if (op->hasTrait<BinaryShapes>() || op->hasTrait<UnaryShapes>() ||
      op->hasTrait<CastShapes>() || op->hasTrait<TernaryShapes>() ||
      isa<TensorFullOp>(op))
    return name.str();
  if (isByLines(op) && name.consume_front(kRows))
    return (kColumns + name).str();
  if (isByLines(op) && name.consume_front(kColumns))
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
  if (isMemory(source) || !isMatrix(source) ||
      kTransposeTiles * getBytes(type.getShape(), type.getElementType()) <=
          capacity ||
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

/// What stores `tensor`, which `parts` make up, to memory; false if something
/// else uses it, or the parts could not be stored one after the other.
bool Rearranger::findStores(Value tensor, ValueRange parts,
                            SmallVectorImpl<TensorAssembleOp> &stores) {
  for (Operation *user : tensor.getUsers()) {
    auto store = dyn_cast<TensorAssembleOp>(user);
    if (!store || store.getTarget() == tensor || !isMemory(store.getTarget()))
      return false;
    // The first part must not be stored over what the second one is read from.
    Value memory = aliases.getMemory(store.getTarget());
    if (llvm::any_of(parts, [&](Value part) {
          return aliases.getMemory(part) == memory;
        }))
      return false;
    stores.push_back(store);
  }
  return true;
}

/// Stores `parts`, one behind the other along `axis`, instead of what `stores`
/// store.
void Rearranger::storeParts(ArrayRef<TensorAssembleOp> stores, ValueRange parts,
                            unsigned axis) {
  for (TensorAssembleOp store : stores) {
    OpBuilder builder(store);
    Location loc = store.getLoc();
    Value target = store.getTarget();
    SmallVector<Value> offsets(store.getOffsets());
    for (Value part : parts) {
      Value written =
          TensorAssembleOp::create(builder, loc, target.getType(), target, part,
                                   offsets, store.getAtomic());
      aliases.replace(written, store.getTarget());
      target = written;
      int64_t extent = cast<GlobalTensorType>(part.getType()).getDimSize(axis);
      offsets[axis] = builder.createOrFold<arith::AddIOp>(
          loc, offsets[axis],
          arith::ConstantIndexOp::create(builder, loc, extent));
    }
    store.getResult().replaceAllUsesWith(target);
    store.erase();
  }
}

void Rearranger::split(TensorConcatOp join) {
  SmallVector<TensorAssembleOp> stores;
  if (!::pypto::isJoinTooLong(join, shapes, capacity) ||
      !findStores(join.getResult(), join->getOperands().take_front(2), stores))
    return;
  storeParts(stores, join->getOperands().take_front(2), 1);
  join.erase();
}

/// A transposed join is stored part by part.
void Rearranger::split(TensorTransposeOp transpose) {
  auto join = transpose.getSource().getDefiningOp<TensorConcatOp>();
  GlobalTensorType type = transpose.getResult().getType();
  SmallVector<TensorAssembleOp> stores;
  if (!join || !isMatrix(join.getResult()) ||
      kTransposeTiles * getBytes(type.getShape(), type.getElementType()) <=
          capacity ||
      !findStores(transpose.getResult(), join->getOperands().take_front(2),
                  stores))
    return;
  SmallVector<Value> parts;
  OpBuilder builder(transpose);
  for (Value part : join->getOperands().take_front(2)) {
    auto from = cast<GlobalTensorType>(part.getType());
    auto flipped = GlobalTensorType::get(
        {from.getDimSize(1), from.getDimSize(0)}, from.getElementType());
    parts.push_back(TensorTransposeOp::create(builder, transpose.getLoc(),
                                              flipped, part, 0, 1));
  }
  storeParts(stores, parts, 0);
  transpose.erase();
  if (join->use_empty())
    join.erase();
}

template <typename OpT> static SmallVector<OpT> collect(func::FuncOp kernel) {
  SmallVector<OpT> found;
  kernel.walk([&](OpT op) { found.push_back(op); });
  return found;
}

/// The first rows of a tensor are a tensor, too.
void Rearranger::narrow(TensorGatherOp gather) {
  GlobalTensorType source = gather.getSource().getType(),
                   index = gather.getIndex().getType();
  if (!isMatrix(gather.getSource()) || !isMatrix(gather.getIndex()) ||
      source.getDimSize(0) == index.getDimSize(0) ||
      getBytes(source.getShape(), source.getElementType()) <= capacity)
    return;
  OpBuilder builder(gather);
  Location loc = gather.getLoc();
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  auto type = GlobalTensorType::get({index.getDimSize(0), source.getDimSize(1)},
                                    source.getElementType());
  gather.getSourceMutable().assign(TensorSliceOp::create(
      builder, loc, type, gather.getSource(), ValueRange{zero, zero},
      ValueRange(), ArrayRef<int64_t>()));
}

void Rearranger::run() {
  for (auto gather : collect<TensorGatherOp>(kernel))
    narrow(gather);
  for (auto transpose : collect<TensorTransposeOp>(kernel))
    split(transpose);
  for (auto join : collect<TensorConcatOp>(kernel))
    split(join);
  for (auto transpose : collect<TensorTransposeOp>(kernel))
    pull(transpose);
  clean();
}

namespace pypto {

void rearrangeLargeTensors(func::FuncOp kernel) { Rearranger(kernel).run(); }

bool isJoinTooLong(TensorConcatOp join, const TileShapes &shapes,
                   int64_t capacity) {
  // Both parts and the row.
  constexpr int64_t kTiles = 2;
  GlobalTensorType type = join.getResult().getType();
  return isMatrix(join.getResult()) &&
         kTiles * getFootprint(shapes.getTileType({1, type.getDimSize(1)},
                                                  type.getElementType())) >
             capacity;
}

} // namespace pypto
