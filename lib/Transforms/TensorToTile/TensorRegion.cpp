//===- TensorRegion.cpp - tensor operations computed in blocks --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TensorToTile/TensorRegion.h"
#include "TensorToTile/LegalizeCasts.h"
#include "TensorToTile/ReshapedRuns.h"
#include "Utils/Targets.h"
#include "pypto/Dialect/Pypto/ValidOps.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace mlir::pypto;

namespace pypto {

MatrixExtents getMatrixExtents(Value tensor) {
  auto [rows, columns] =
      getRowsAndColumns(cast<GlobalTensorType>(tensor.getType()).getShape());
  return {rows, columns};
}

bool TensorRegion::isMemory(Value tensor) const {
  return aliases.isParameter(tensor);
}

//===----------------------------------------------------------------------===//
// What can be done block by block
//===----------------------------------------------------------------------===//

/// True for a fill that does not make the tensor larger.
static bool isFilled(Operation *op) {
  auto fill = dyn_cast<TensorFillpadOp>(op);
  return fill && fill.getSource().getType().getShape() ==
                     fill.getResult().getType().getShape();
}

/// Each element of the result comes from the same rows and columns of the
/// operands.
static bool isElementWise(Operation *op) {
  return op->hasTrait<BinaryShapes>() || op->hasTrait<UnaryShapes>() ||
         op->hasTrait<CastShapes>() || op->hasTrait<TernaryShapes>() ||
         op->hasTrait<RowExpandShapes>() || op->hasTrait<ColExpandShapes>() ||
         isa<TensorFullOp, TensorAssembleOp>(op) || isFilled(op);
}

/// Each row of the result comes from the same whole rows of the operands.
static bool needsWholeRows(Operation *op) {
  return op->hasTrait<RowArgReductionShapes>() ||
         isa<TensorConcatOp, TensorGatherOp, TensorGatherMaskOp,
             TensorScatterOp, TensorSort32Op>(op);
}

/// True for a gather or scatter that leaves some rows out.
static bool skipsRows(Operation *op) {
  auto countRows = [](Value tensor) { return getMatrixExtents(tensor)[0]; };
  if (auto gather = dyn_cast<TensorGatherOp>(op))
    return countRows(gather.getIndex()) != countRows(gather.getSource());
  auto scatter = dyn_cast<TensorScatterOp>(op);
  return scatter &&
         countRows(scatter.getIndex()) != countRows(scatter.getTarget());
}

/// Each column of the result comes from the same whole column of the operand.
static bool needsWholeColumns(Operation *op) {
  return op->hasTrait<ColArgReductionShapes>();
}

/// True for operations of which blocks can be computed.
static bool hasBlocks(Operation *op) {
  return op->hasTrait<TensorCompute>() && !skipsRows(op) &&
         (isElementWise(op) || op->hasTrait<RowReductionShapes>() ||
          op->hasTrait<ColReductionShapes>() || needsWholeRows(op) ||
          needsWholeColumns(op));
}

std::optional<unsigned> TensorRegion::getReducedAxis(Operation *op) const {
  unsigned axis = op->hasTrait<RowReductionShapes>() ? 1 : 0;
  if (axis == 0 && !op->hasTrait<ColReductionShapes>())
    return std::nullopt;
  if (!spans(op->getOperand(0), axis))
    return std::nullopt;
  return axis;
}

/// Windows of more or fewer than two axes are no matrices, but for runs along
/// the first one.
bool TensorRegion::isMatrix(Value tensor) const {
  Operation *view = aliases.getTensor(tensor).getDefiningOp();
  if (isa_and_nonnull<TensorTransposeOp>(view))
    return cast<GlobalTensorType>(tensor.getType()).getRank() == 2;
  return !isa_and_nonnull<TensorSliceOp>(view) || getRun(tensor, aliases);
}

bool TensorRegion::checkShape(Value tensor) {
  auto type = cast<GlobalTensorType>(tensor.getType());
  if (!type.hasStaticShape() || type.getRank() == 0)
    return false;
  MatrixExtents shape = getMatrixExtents(tensor);
  for (unsigned axis : {0, 1})
    if (shape[axis] != extents[axis] && shape[axis] != 1 && !whole[1])
      return false;
  if (shape[0] != extents[0] && shape[0] != 1)
    return false;
  return type.getRank() == 2 || !isMemory(tensor) || isMatrix(tensor);
}

/// The target is a matrix, or its leading axes merge into rows and the source
/// is a run of them.
bool TensorRegion::checkTarget(TensorAssembleOp op) {
  GlobalTensorType target = op.getTarget().getType();
  if (!isMemory(op.getTarget()) || target.getRank() == 0)
    return false;
  if (target.getRank() == 2)
    return true;
  if (!target.hasStaticShape() || !isMatrix(op.getTarget()))
    return false;
  ArrayRef<int64_t> source = op.getSource().getType().getShape();
  for (int64_t axis = 1; axis + 1 < target.getRank(); ++axis)
    if (source[axis] != target.getDimSize(axis) ||
        !isConstantIntValue(op.getOffsets()[axis], 0))
      return false;
  return true;
}

bool TensorRegion::checkOperation(Operation *op) {
  bool isAssemble = isa<TensorAssembleOp>(op);
  if (!hasBlocks(op))
    return false;
  // A reduction of columns of merged rows is another one.
  bool byColumns = op->hasTrait<ColReductionShapes>() || needsWholeColumns(op);
  if (byColumns &&
      cast<GlobalTensorType>(op->getOperand(0).getType()).getRank() != 2)
    return false;
  for (OpOperand &operand : op->getOpOperands())
    if (isa<GlobalTensorType>(operand.get().getType()) &&
        !(isAssemble && operand.getOperandNumber() == 0) &&
        !checkShape(operand.get()))
      return false;
  if (auto assemble = dyn_cast<TensorAssembleOp>(op))
    return checkTarget(assemble);
  return checkShape(op->getResult(0)) && checkUsers(op);
}

/// What the operations compute stays among them, or is used behind all of them.
bool TensorRegion::checkUsers(Operation *op) {
  return llvm::all_of(op->getUsers(), [&](Operation *user) {
    if (user->getBlock() == &block && isMember(user))
      return true;
    Operation *at = block.findAncestorOpInBlock(*user);
    if (!at || shapes.hasMatmul() || !operations.back()->isBeforeInBlock(at))
      return false;
    escaping.insert(op->getResult(0));
    return true;
  });
}

namespace {
/// What two writes of one memory have to do with each other.
enum class Overlap { None, Same, Unknown };
} // namespace

static Overlap getOverlap(TensorAssembleOp first, TensorAssembleOp second,
                          ::pypto::TensorAliases &aliases) {
  if (aliases.getTensor(first.getTarget()) !=
      aliases.getTensor(second.getTarget()))
    return Overlap::Unknown;
  GlobalTensorType a = first.getSource().getType(),
                   b = second.getSource().getType();
  bool isSame = a.getShape() == b.getShape();
  for (auto [axis, offsets] : llvm::enumerate(
           llvm::zip_equal(first.getOffsets(), second.getOffsets()))) {
    std::optional<int64_t> x = getConstantIntValue(std::get<0>(offsets));
    std::optional<int64_t> y = getConstantIntValue(std::get<1>(offsets));
    isSame &= std::get<0>(offsets) == std::get<1>(offsets) || (x && x == y);
    if (x && y && a.getRank() == b.getRank() &&
        a.getRank() == static_cast<int64_t>(first.getOffsets().size()) &&
        !ShapedType::isDynamic(a.getDimSize(axis)) &&
        !ShapedType::isDynamic(b.getDimSize(axis)) &&
        (*x + a.getDimSize(axis) <= *y || *y + b.getDimSize(axis) <= *x))
      return Overlap::None;
  }
  return isSame ? Overlap::Same : Overlap::Unknown;
}

/// Writes of one tensor must not depend on their order, since blocks take
/// turns. A tensor that is written may be read only as the same part of the
/// same window: a block must not see what an earlier block wrote.
bool TensorRegion::checkMemory() {
  // Comparing all pairs of more would not be linear.
  constexpr size_t kMostWrites = 64;
  llvm::MapVector<Value, SmallVector<TensorAssembleOp>> writes;
  for (Operation *op : operations)
    if (auto assemble = dyn_cast<TensorAssembleOp>(op))
      writes[aliases.getMemory(assemble.getTarget())].push_back(assemble);
  for (auto &[memory, list] : writes) {
    if (list.size() > kMostWrites)
      return false;
    for (auto [i, first] : llvm::enumerate(list))
      for (TensorAssembleOp second : ArrayRef(list).drop_front(i + 1))
        if (getOverlap(first, second, aliases) == Overlap::Unknown)
          return false;
  }
  llvm::MapVector<Value, Value> written;
  for (Operation *op : operations)
    if (auto assemble = dyn_cast<TensorAssembleOp>(op)) {
      Value target = assemble.getTarget();
      bool isWhole = llvm::all_of(assemble.getOffsets(), [](Value offset) {
        return isConstantIntValue(offset, 0);
      });
      Value window = isWhole ? aliases.getTensor(target) : Value();
      auto [entry, isNew] = written.insert({aliases.getMemory(target), window});
      if (!isNew && entry->second != window)
        entry->second = Value();
    }
  for (Operation *op : operations)
    for (OpOperand &operand : op->getOpOperands()) {
      if (!isa<GlobalTensorType>(operand.get().getType()) ||
          (isa<TensorAssembleOp>(op) && operand.getOperandNumber() == 0))
        continue;
      auto found = written.find(aliases.getMemory(operand.get()));
      if (found == written.end())
        continue;
      if (found->second != aliases.getTensor(operand.get()))
        return false;
      updates = true;
    }
  return true;
}

//===----------------------------------------------------------------------===//
// Groups of operations
//===----------------------------------------------------------------------===//

void TensorRegion::forEachCandidate(
    llvm::function_ref<void(Operation *)> visit) const {
  if (members.empty())
    for (Operation &op : block)
      visit(&op);
  for (Operation *op : candidates)
    visit(op);
}

void TensorRegion::restrictTo(ArrayRef<Operation *> some) {
  members.insert(some.begin(), some.end());
  candidates.assign(some.begin(), some.end());
}

/// The largest extents among the operands and results of `op`.
static MatrixExtents getLargestExtents(Operation *op) {
  MatrixExtents largest = {1, 1};
  SmallVector<Value> values(op->getOperands());
  llvm::append_range(values, op->getResults());
  for (Value value : values)
    if (isa<GlobalTensorType>(value.getType()) &&
        !(isa<TensorAssembleOp>(op) && value != op->getOperand(1))) {
      MatrixExtents extents = getMatrixExtents(value);
      for (unsigned axis : {0, 1})
        largest[axis] = std::max(largest[axis], extents[axis]);
    }
  return largest;
}

SmallVector<TensorRegion::Operations>
TensorRegion::split(bool sameExtents) const {
  auto mayMove = [&](Operation *op) {
    auto assemble = dyn_cast<TensorAssembleOp>(op);
    return isMember(op) && hasBlocks(op) &&
           (!assemble || isMemory(assemble.getTarget()));
  };
  llvm::EquivalenceClasses<Operation *> groups;
  forEachCandidate([&](Operation *op) {
    if (!mayMove(op))
      return;
    groups.insert(op);
    for (Value operand : op->getOperands()) {
      Operation *definition = operand.getDefiningOp();
      if (!definition || definition->getBlock() != &block ||
          !mayMove(definition) || isMemory(operand))
        continue;
      if (!sameExtents ||
          getLargestExtents(definition) == getLargestExtents(op))
        groups.unionSets(definition, op);
    }
  });
  llvm::MapVector<Operation *, Operations> lists;
  forEachCandidate([&](Operation *op) {
    if (groups.contains(op))
      lists[groups.getLeaderValue(op)].push_back(op);
  });
  SmallVector<Operations> result;
  for (auto &[leader, list] : lists)
    result.push_back(std::move(list));
  return result;
}

bool TensorRegion::isMember(Operation *op) const {
  return op->hasTrait<TensorCompute>() &&
         (members.empty() || members.contains(op));
}

namespace {
/// The memory that operations touch.
struct Accesses {
  llvm::DenseSet<Value> touched, written;

  /// Adds those of `op` and what is in it; false if it does something else.
  bool add(Operation *op, ::pypto::TensorAliases &aliases) {
    WalkResult result = op->walk([&](Operation *inner) {
      auto effects = dyn_cast<MemoryEffectOpInterface>(inner);
      if (!effects && !isMemoryEffectFree(inner) &&
          !inner->hasTrait<OpTrait::HasRecursiveMemoryEffects>())
        return WalkResult::interrupt();
      SmallVector<MemoryEffects::EffectInstance> instances;
      if (effects)
        effects.getEffects(instances);
      for (const MemoryEffects::EffectInstance &instance : instances) {
        if (!isa<MemoryEffects::Write>(instance.getEffect()))
          continue;
        if (!instance.getValue())
          return WalkResult::interrupt();
        written.insert(aliases.getMemory(instance.getValue()));
      }
      // A view reads nothing, what uses it does.
      auto view = dyn_cast<TensorAliasOpInterface>(inner);
      if (view && view.isTensorView())
        return WalkResult::advance();
      for (Value operand : inner->getOperands())
        if (isa<GlobalTensorType>(operand.getType()))
          touched.insert(aliases.getMemory(operand));
      return WalkResult::advance();
    });
    return !result.wasInterrupted();
  }
};
} // namespace

static bool intersect(const llvm::DenseSet<Value> &a,
                      const llvm::DenseSet<Value> &b) {
  return llvm::any_of(a, [&](Value value) { return b.contains(value); });
}

/// True if neither of two operations sees what the other one writes.
static bool areIndependent(Operation *late, Operation *early,
                           ::pypto::TensorAliases &aliases) {
  Accesses own, other;
  if (!own.add(late, aliases) || !other.add(early, aliases))
    return false;
  if (!intersect(own.written, other.touched) &&
      !intersect(own.touched, other.written))
    return true;
  auto first = dyn_cast<TensorAssembleOp>(late);
  auto second = dyn_cast<TensorAssembleOp>(early);
  return first && second &&
         aliases.getMemory(first.getSource()) !=
             aliases.getMemory(second.getTarget()) &&
         aliases.getMemory(second.getSource()) !=
             aliases.getMemory(first.getTarget()) &&
         getOverlap(first, second, aliases) == Overlap::None;
}

/// All are computed where the last one stands, behind what is between them.
bool TensorRegion::checkOrder() {
  Accesses late;
  bool isKnown = true;
  size_t passed = 0;
  for (Operation &op :
       llvm::make_range(Block::iterator(operations.front()),
                        std::next(Block::iterator(operations.back())))) {
    if (&op == operations[passed]) {
      isKnown &= late.add(&op, aliases);
      ++passed;
      continue;
    }
    Accesses early;
    if (!early.add(&op, aliases))
      return false;
    if (early.touched.empty() && early.written.empty())
      continue;
    if (isKnown && !intersect(late.written, early.touched) &&
        !intersect(late.touched, early.written))
      continue;
    if (!llvm::all_of(ArrayRef(operations).take_front(passed),
                      [&](Operation *moved) {
                        return areIndependent(moved, &op, aliases);
                      }))
      return false;
  }
  return true;
}

/// True for a view that may be a tile of its own: of what was computed, or of a
/// window whose rows do not follow each other in memory.
bool TensorRegion::isTileView(Operation *op) const {
  auto view = dyn_cast<TensorAliasOpInterface>(op);
  if (!view || !view.isTensorView())
    return false;
  Value source = view.getAliasedTensor().get();
  return !isMemory(source) ||
         (isa<TensorReshapeOp>(op) &&
          isa_and_nonnull<TensorSliceOp, TensorTransposeOp>(
              aliases.getTensor(source).getDefiningOp()));
}

int64_t TensorRegion::estimateBlock(Block &block, const TileShapes &shapes,
                                    TensorAliases &aliases) {
  TensorRegion region(block, shapes, aliases);
  region.gather(/*withViews=*/true);
  return region.estimatePeak(region.extents);
}

int64_t TensorRegion::estimateAcross() const {
  Operation *last = operations.back();
  llvm::DenseSet<Operation *> own(operations.begin(), operations.end());
  int64_t bytes = 0;
  auto add = [&](Value value, Operation *at) {
    auto type = dyn_cast<GlobalTensorType>(value.getType());
    if (!type || !type.hasStaticShape() || isMemory(value) ||
        foreign.contains(value))
      return;
    Block *where = at->getBlock();
    bool isUsed = llvm::any_of(value.getUsers(), [&](Operation *user) {
      Operation *place = where->findAncestorOpInBlock(*user);
      return place && !own.contains(user) &&
             (place == at ? at != last : at->isBeforeInBlock(place));
    });
    if (isUsed)
      bytes += getFootprint(
          shapes.getTileType(type.getShape(), type.getElementType()));
  };
  // What is there before the last operation, or before what is around it.
  for (Operation *at = last; at && !isa<FunctionOpInterface>(at);
       at = at->getParentOp()) {
    for (Value argument : at->getBlock()->getArguments())
      add(argument, at);
    for (Operation &op :
         llvm::make_range(at->getBlock()->begin(), Block::iterator(at)))
      if (!own.contains(&op))
        for (Value result : op.getResults())
          add(result, at);
  }
  return bytes;
}

MatrixExtents TensorRegion::findSize(Block &block, const TileShapes &shapes,
                                     TensorAliases &aliases, int64_t capacity,
                                     int64_t columns) {
  TensorRegion region(block, shapes, aliases);
  region.gather(/*withViews=*/true);
  // What other code computes would be as small.
  region.foreign.clear();
  auto findMost = [&](MatrixExtents steps, unsigned axis) {
    int64_t low = 0, high = region.extents[axis];
    while (low < high) {
      steps[axis] = (low + high + 1) / 2;
      if (region.estimatePeak(steps) <= capacity)
        low = steps[axis];
      else
        high = steps[axis] - 1;
    }
    return low;
  };
  if (int64_t rows = findMost(region.extents, 0))
    return {rows, 0};
  region.isProportional = true;
  int64_t longest = region.extents[1];
  return {0, findMost({1, longest}, 1) * columns / longest};
}

/// Finds the operations and what they use.
void TensorRegion::gather(bool withViews) {
  auto isFound = [&](Operation *op) {
    return isMember(op) || (withViews && isTileView(op));
  };
  forEachCandidate([&](Operation *op) {
    if (!isFound(op))
      return;
    operations.push_back(op);
    whole[1] |= needsWholeRows(op);
    whole[0] |= needsWholeColumns(op);
    SmallVector<Value> values(op->getOperands());
    llvm::append_range(values, op->getResults());
    for (Value value : values) {
      bool isTarget = isa<TensorAssembleOp>(op) && value != op->getOperand(1);
      if (!isa<GlobalTensorType>(value.getType()) || isTarget)
        continue;
      partlyValid |= !aliases.isWhollyValid(value);
      isStatic &= cast<GlobalTensorType>(value.getType()).hasStaticShape();
      Operation *definition = value.getDefiningOp();
      if (!isMemory(value) && !(definition && isFound(definition)))
        foreign.insert(value);
      MatrixExtents shape = getMatrixExtents(value);
      extents[0] = std::max(extents[0], shape[0]);
      extents[1] = std::max(extents[1], shape[1]);
    }
  });
}

bool TensorRegion::collect() {
  gather();
  if (operations.empty() || (extents[0] == 1 && extents[1] == 1) ||
      (shapes.hasMatmul() && !foreign.empty()))
    return false;
  if (!checkOrder())
    return false;
  for (Operation *op : operations) {
    if (!checkOperation(op))
      return false;
    if (std::optional<unsigned> axis = getReducedAxis(op))
      reduces[*axis] = true;
  }
  return checkMemory();
}

/// The leading extents of `tensor` are those of the others, or it is repeated
/// along an axis.
bool TensorRegion::hasMatrices(Value tensor) {
  auto type = cast<GlobalTensorType>(tensor.getType());
  if (!type.hasStaticShape() || type.getRank() < 3)
    return false;
  ArrayRef<int64_t> own = type.getShape().drop_back(2);
  if (leading.empty())
    leading.assign(own.begin(), own.end());
  if (own.size() != leading.size())
    return false;
  for (auto [extent, common] : llvm::zip_equal(own, leading)) {
    if (common == 1)
      common = extent;
    if (extent != common && extent != 1)
      return false;
  }
  return true;
}

bool TensorRegion::collectMatrices() {
  gather();
  if (operations.empty() || shapes.hasMatmul() || partlyValid || !checkOrder())
    return false;
  for (Operation *op : operations) {
    auto assemble = dyn_cast<TensorAssembleOp>(op);
    if (!hasBlocks(op) || (assemble && !isMemory(assemble.getTarget())))
      return false;
    for (OpOperand &operand : op->getOpOperands())
      if (isa<GlobalTensorType>(operand.get().getType()) &&
          !(assemble && operand.getOperandNumber() == 0) &&
          !hasMatrices(operand.get()))
        return false;
    if (!assemble && (!hasMatrices(op->getResult(0)) || !checkUsers(op)))
      return false;
  }
  // Every matrix of a target is written by one turn only.
  auto isWhole = [&](Operation *op) {
    auto assemble = dyn_cast<TensorAssembleOp>(op);
    return !assemble || (assemble.getTarget().getType().getRank() ==
                             static_cast<int64_t>(leading.size()) + 2 &&
                         assemble.getSource().getType().getShape().drop_back(
                             2) == ArrayRef<int64_t>(leading));
  };
  return escaping.empty() && llvm::all_of(operations, isWhole) && checkMemory();
}

bool TensorRegion::writesSpan(const MatrixExtents &steps) const {
  auto spansCuts = [&](Value tensor) {
    return (steps[0] == extents[0] || spans(tensor, 0)) &&
           (steps[1] == extents[1] || spans(tensor, 1));
  };
  return llvm::all_of(escaping, spansCuts) &&
         llvm::all_of(operations, [&](Operation *op) {
           auto assemble = dyn_cast<TensorAssembleOp>(op);
           return !assemble || spansCuts(assemble.getSource());
         });
}

//===----------------------------------------------------------------------===//
// How much fits
//===----------------------------------------------------------------------===//

int64_t TensorRegion::getBytes(Value tensor, const MatrixExtents &steps) const {
  MatrixExtents shape = getMatrixExtents(tensor);
  for (unsigned axis : {0, 1})
    if (axis == 1 && isProportional)
      shape[1] = llvm::divideCeil(shape[1] * steps[1], extents[1]);
    else if (spans(tensor, axis))
      shape[axis] = std::min(shape[axis], steps[axis]);
  auto type = cast<GlobalTensorType>(tensor.getType());
  return getFootprint(shapes.getTileType(shape, type.getElementType()));
}

/// True if the result may take the buffer of operand 0 or 1 of its own size.
static bool mayOverwrite(Operation *op, unsigned operand) {
  if (op->hasTrait<OutOfPlace>())
    return false;
  if (op->hasTrait<RowExpandShapes>() || op->hasTrait<ColExpandShapes>())
    return operand == 0 && op->getOperand(0) != op->getOperand(1);
  return op->hasTrait<BinaryShapes>() || op->hasTrait<UnaryShapes>();
}

/// Tiles as large as the result that operands are spread to: Broadcaster and
/// createTwin.
static int64_t countSpreadTiles(Operation *op) {
  auto isColumn = [](Value tensor) {
    MatrixExtents extents = getMatrixExtents(tensor);
    return extents[1] == 1 && extents[0] != 1;
  };
  // A column is a row on chip, and so is what it is combined with.
  if (op->hasTrait<ColExpandShapes>())
    return isColumn(op->getOperand(0)) ? 2 : 0;
  // One element is spread to the one row: createTwin.
  if (op->hasTrait<RowExpandShapes>())
    return getMatrixExtents(op->getOperand(0))[0] == 1 ? 2 : 0;
  if (!op->hasTrait<BinaryShapes>())
    return 0;
  MatrixExtents whole = getMatrixExtents(op->getResult(0));
  bool isSpread = llvm::any_of(op->getOperands(), [&](Value operand) {
    return getMatrixExtents(operand) != whole;
  });
  if (!isSpread)
    return 0;
  return isColumn(op->getResult(0)) ? 3 : 2;
}

/// Tiles as large as the target where its elements are gathered with those that
/// are written: ElementMoves.cpp.
static int64_t countMovedTiles(TensorAssembleOp update) {
  GlobalTensorType target = update.getTarget().getType();
  MatrixExtents whole = getMatrixExtents(update.getTarget()),
                part = getMatrixExtents(update.getSource());
  bool isRows = target.getRank() == 2 && whole[1] == part[1];
  if (isRows)
    return 1;
  // The old and the new one, each in two halves; bytes as FP16, too.
  constexpr int64_t kByteBits = 8;
  return target.getElementType().getIntOrFloatBitWidth() > kByteBits ? 2 : 6;
}

int64_t TensorRegion::estimatePeak(const MatrixExtents &steps) const {
  if (!isStatic)
    return 0;
  llvm::DenseMap<Value, Operation *> lastUse;
  for (Operation *op : operations)
    for (Value operand : op->getOperands())
      lastUse[operand] = op;
  int64_t live = 0, peak = 0, carried = 0;
  // Other operations compute or use the whole of it.
  for (const auto *values : {&foreign, &escaping})
    for (Value value : *values)
      carried += getBytes(value, extents);
  llvm::DenseSet<Value> present;
  for (Operation *op : operations) {
    SmallVector<Value> dying;
    bool isUpdate = isa<TensorAssembleOp>(op);
    int64_t first = 0;
    for (OpOperand &operand : op->getOpOperands()) {
      Value value = operand.get();
      if (!isa<GlobalTensorType>(value.getType()) ||
          (isUpdate && operand.getOperandNumber() == 0))
        continue;
      if (operand.getOperandNumber() == 0)
        first = getBytes(value, steps);
      if (present.insert(value).second)
        live += getBytes(value, steps);
      if (lastUse.lookup(value) == op && !llvm::is_contained(dying, value))
        dying.push_back(value);
    }
    peak = std::max(peak, live);
    if (auto update = dyn_cast<TensorAssembleOp>(op);
        update && !isMemory(update.getTarget()))
      peak = std::max(peak, live + countMovedTiles(update) *
                                       getBytes(update.getTarget(), steps));
    if (!isUpdate) {
      Value result = op->getResult(0);
      int64_t bytes = getBytes(result, steps);
      int64_t extra = bytes;
      for (OpOperand &operand : op->getOpOperands())
        if (mayOverwrite(op, operand.getOperandNumber()) &&
            llvm::is_contained(dying, operand.get()) &&
            getBytes(operand.get(), steps) == bytes)
          extra = 0;
      // A column takes a block of each row: createTwin.
      if (isa<TensorConcatOp>(op))
        for (Value part : op->getOperands().take_front(2))
          if (MatrixExtents own = getMatrixExtents(part);
              own[1] == 1 && own[0] != 1)
            extra += getFootprint(shapes.getTileType(
                {std::min(own[0], steps[0]), 2},
                cast<GlobalTensorType>(part.getType()).getElementType()));
      // Scratch, and both tiles with whole blocks: LegalizeTransposes.cpp.
      if (auto transpose = dyn_cast<TensorTransposeOp>(op))
        extra +=
            (transpose.getResult().getType().getRank() > 2 ? 3 : 2) * bytes;
      // Positions of some elements, and what is there: ElementMoves.cpp.
      constexpr int64_t kMoveBytes = 3 * 2048 * 4;
      if (isa<TensorReshapeOp, TensorTransposeOp>(op))
        extra += kMoveBytes;
      if (auto twin = dyn_cast<TensorOpInterface>(op))
        extra += twin.getNumScratchTiles() * first;
      // A column is reduced as a row, with scratch: TwinBuilding.cpp.
      if (op->hasTrait<ColReductionShapes>() &&
          getMatrixExtents(op->getOperand(0))[1] == 1)
        extra += first;
      extra += countSpreadTiles(op) * bytes;
      // Words between the steps of a conversion: LegalizeCasts.cpp.
      if (auto cast = dyn_cast<TensorCastOp>(op)) {
        constexpr int64_t kWordBits = 32;
        int64_t bits =
            cast.getResult().getType().getElementType().getIntOrFloatBitWidth();
        auto between = static_cast<int64_t>(countConversions(cast)) - 1;
        extra += std::clamp<int64_t>(between, 0, 2) * bytes *
                 llvm::divideCeil(kWordBits, bits);
      }
      // Steps of what has no instruction of its own: LowerComposites.cpp.
      if (isa<TensorSinOp, TensorCosOp>(op))
        extra += 3 * bytes;
      // A mask, ones, zeros and what is selected: ConvertCompare.cpp.
      if (isa<TensorCmpOp, TensorCmpsOp>(op))
        extra += 3 * bytes;
      // Positions in the whole tile, scratch and what is filled with zeros; of
      // a scatter the new values, their marks and masks: ConvertIndexed.cpp.
      if (isa<TensorGatherOp, TensorScatterOp>(op)) {
        auto scatter = dyn_cast<TensorScatterOp>(op);
        Value index = scatter ? Value(scatter.getIndex())
                              : Value(cast<TensorGatherOp>(op).getIndex());
        constexpr int64_t kIndexTiles = 4, kScatterTiles = 4, kIndexBits = 32;
        extra +=
            kIndexTiles * getBytes(index, steps) *
            llvm::divideCeil(kIndexBits, cast<GlobalTensorType>(index.getType())
                                             .getElementType()
                                             .getIntOrFloatBitWidth());
        extra += scatter ? kScatterTiles * bytes : first;
      }
      // What is reduced so far beside the next part.
      if (getReducedAxis(op))
        carried += 2 * bytes;
      peak = std::max(peak, live + extra);
      if (!result.use_empty() && present.insert(result).second)
        live += bytes;
    }
    for (Value value : dying)
      live -= getBytes(value, steps);
  }
  return peak + carried;
}

} // namespace pypto
