//===- PulledWindows.cpp - windows of what is computed ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TensorToTile/PulledWindows.h"
#include "TensorToTile/TileShapes.h"
#include "Utils/Targets.h"
#include "Utils/TensorAliases.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::pypto;

namespace {
/// Where a window begins and how large it is, for each axis.
struct Window {
  SmallVector<Value> offsets;
  SmallVector<int64_t> extents;
};

class WindowPuller {
public:
  explicit WindowPuller(func::FuncOp kernel)
      : kernel(kernel), aliases(kernel), shapes(kernel),
        capacity(static_cast<int64_t>(::pypto::getTarget(kernel)
                                          .space(::pypto::target::Space::Vec)
                                          .usableBytes.value)) {}

  unsigned run();

private:
  void collectWrites();
  bool isLarge(Value tensor) const;
  bool canPull(Value tensor);
  bool canPull(TensorSliceOp slice);
  bool canCut(Value tensor, TensorSliceOp slice, unsigned &steps);
  Window getOperandWindow(Operation *op, Value operand, const Window &window,
                          OpBuilder &builder);
  Value cut(OpBuilder &builder, Value tensor, const Window &window);

  func::FuncOp kernel;
  ::pypto::TensorAliases aliases;
  ::pypto::TileShapes shapes;
  int64_t capacity;
  llvm::DenseSet<Value> written;
};
} // namespace

void WindowPuller::collectWrites() {
  kernel.walk([&](MemoryEffectOpInterface op) {
    for (Value operand : op->getOperands())
      if (isa<GlobalTensorType>(operand.getType()) &&
          op.getEffectOnValue<MemoryEffects::Write>(operand))
        written.insert(aliases.getMemory(operand));
  });
}

bool WindowPuller::isLarge(Value tensor) const {
  auto type = cast<GlobalTensorType>(tensor.getType());
  return type.hasStaticShape() && type.getRank() != 0 &&
         ::pypto::getFootprint(shapes.getTileType(
             type.getShape(), type.getElementType())) > capacity;
}

/// Each element of the result comes from the same place of the operands, or
/// from the one place that they have along an axis.
static bool isElementWise(Operation *op) {
  return op->hasTrait<BinaryShapes>() || op->hasTrait<UnaryShapes>() ||
         op->hasTrait<CastShapes>() || op->hasTrait<TernaryShapes>() ||
         op->hasTrait<RowExpandShapes>() || op->hasTrait<ColExpandShapes>() ||
         isa<TensorFullOp>(op);
}

/// True for what makes a tensor of its own.
static bool isComputed(Operation *op) {
  return op && op->hasTrait<TensorCompute>() &&
         !isa<TensorAliasOpInterface>(op);
}

static bool isInLoop(Operation *inner, Operation *outer) {
  for (Operation *op = inner->getParentOp(); op; op = op->getParentOp()) {
    if (op->isProperAncestor(outer))
      return false;
    if (isa<LoopLikeOpInterface>(op))
      return true;
  }
  return false;
}

/// Whether a part of `tensor` can be computed where `slice` stands.
bool WindowPuller::canCut(Value tensor, TensorSliceOp slice, unsigned &steps) {
  // Bytes are the least that windows begin at.
  constexpr unsigned kByteBits = 8;
  // More would be computed again for what is loaded once.
  constexpr unsigned kMostSteps = 8;
  auto type = cast<GlobalTensorType>(tensor.getType());
  if (!type.hasStaticShape() ||
      type.getRank() != slice.getSource().getType().getRank() ||
      type.getElementType().getIntOrFloatBitWidth() < kByteBits)
    return false;
  if (aliases.isParameter(tensor))
    return type.getLayout() == TileLayout::ND &&
           aliases.isWhollyValid(tensor) &&
           !written.contains(aliases.getMemory(tensor));
  Operation *op = tensor.getDefiningOp();
  if (!op || ++steps > kMostSteps)
    return false;
  bool isReduction = op->hasTrait<RowReductionShapes>();
  if (!isElementWise(op) && !(isReduction && !isInLoop(slice, op)))
    return false;
  return llvm::all_of(op->getOperands(), [&](Value operand) {
    auto own = dyn_cast<GlobalTensorType>(operand.getType());
    if (!own)
      return true;
    if (own.getRank() != type.getRank())
      return false;
    for (auto [from, to] :
         llvm::zip_equal(own.getShape().drop_back(isReduction),
                         type.getShape().drop_back(isReduction)))
      if (from != to && from != 1)
        return false;
    return canCut(operand, slice, steps);
  });
}

bool WindowPuller::canPull(TensorSliceOp slice) {
  unsigned steps = 0;
  return slice.getDrop().empty() && slice.getSizes().empty() &&
         slice.getResult().getType().hasStaticShape() &&
         canCut(slice.getSource(), slice, steps);
}

/// True if all that is done with `tensor` is to take windows of it, which
/// together are less than the tensor, or one in each turn of a loop.
bool WindowPuller::canPull(Value tensor) {
  if (!isLarge(tensor))
    return false;
  int64_t elements = 0;
  for (Operation *user : tensor.getUsers()) {
    auto slice = dyn_cast<TensorSliceOp>(user);
    if (!slice || !canPull(slice))
      return false;
    elements += slice.getResult().getType().getNumElements();
  }
  return elements != 0 &&
         elements <= cast<GlobalTensorType>(tensor.getType()).getNumElements();
}

/// The part of `operand` from which `op` computes `window`.
Window WindowPuller::getOperandWindow(Operation *op, Value operand,
                                      const Window &window,
                                      OpBuilder &builder) {
  ArrayRef<int64_t> own = cast<GlobalTensorType>(operand.getType()).getShape();
  ArrayRef<int64_t> whole =
      cast<GlobalTensorType>(op->getResult(0).getType()).getShape();
  Window part = window;
  for (auto [axis, extent] : llvm::enumerate(own)) {
    bool isReduced =
        op->hasTrait<RowReductionShapes>() && axis + 1 == own.size();
    if (!isReduced && extent == whole[axis])
      continue;
    part.offsets[axis] =
        arith::ConstantIndexOp::create(builder, op->getLoc(), 0);
    part.extents[axis] = extent;
  }
  return part;
}

Value WindowPuller::cut(OpBuilder &builder, Value tensor,
                        const Window &window) {
  auto type = cast<GlobalTensorType>(tensor.getType());
  auto partType = GlobalTensorType::get(window.extents, type.getElementType());
  if (aliases.isParameter(tensor))
    return TensorSliceOp::create(builder, tensor.getLoc(), partType, tensor,
                                 window.offsets, ValueRange(),
                                 ArrayRef<int64_t>());
  Operation *op = tensor.getDefiningOp();
  IRMapping map;
  for (Value operand : op->getOperands())
    if (isa<GlobalTensorType>(operand.getType()) && !map.contains(operand))
      map.map(operand, cut(builder, operand,
                           getOperandWindow(op, operand, window, builder)));
  Operation *copy = builder.clone(*op, map);
  copy->getResult(0).setType(partType);
  return copy->getResult(0);
}

/// True if other cores may write memory while the kernel runs, so that it
/// matters when it is read.
static bool meetsOthers(func::FuncOp kernel) {
  return kernel
      .walk([](Operation *op) {
        return isa<CacheInvalidOp, SyncAllOp, FenceOp, SyncWaitOp>(op)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

unsigned WindowPuller::run() {
  llvm::SetVector<Value> sources;
  // No windows of windows: those are erased on the way.
  kernel.walk([&](TensorSliceOp op) {
    if (isComputed(op.getSource().getDefiningOp()))
      sources.insert(op.getSource());
  });
  if (sources.empty() || meetsOthers(kernel))
    return 0;
  collectWrites();
  unsigned count = 0;
  for (Value source : sources) {
    if (!canPull(source))
      continue;
    for (Operation *user : llvm::make_early_inc_range(source.getUsers())) {
      auto slice = cast<TensorSliceOp>(user);
      OpBuilder builder(slice);
      Window window = {slice.getOffsets(),
                       llvm::to_vector(slice.getResult().getType().getShape())};
      slice.getResult().replaceAllUsesWith(cut(builder, source, window));
      slice.erase();
      ++count;
    }
  }
  return count;
}

namespace pypto {

unsigned pullWindows(func::FuncOp kernel) { return WindowPuller(kernel).run(); }

} // namespace pypto
