//===- HoistLoads.cpp - loads and moves leave loops -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Memory/TileFit.h"
#include "Utils/Executions.h"
#include "Utils/Targets.h"
#include "Utils/TensorWrites.h"
#include "pypto/Transforms/Passes.h"

#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/LoopInvariantCodeMotionUtils.h"
#include "llvm/ADT/SetVector.h"

namespace pypto {
#define GEN_PASS_DEF_HOISTLOADS
#include "pypto/Transforms/Passes.h.inc"
} // namespace pypto

using namespace mlir;
using namespace mlir::pypto;

namespace {
/// Moves what does not change out of the loops of one kernel.
class Hoister {
public:
  Hoister(func::FuncOp kernel, const ::pypto::ParameterPairs &aliased)
      : kernel(kernel), target(::pypto::getTarget(kernel)), tensors(kernel),
        aliased(aliased) {
    kernel.walk([&](Operation *) { ++numOps; });
    budget = std::max(budget, numOps);
  }

  void visit(LoopLikeOpInterface loop);

  unsigned numLoads = 0, numMoves = 0, numNotFitting = 0;

private:
  bool isRead(TileLoadOp load, LoopLikeOpInterface loop);
  bool mayMove(Operation &op, LoopLikeOpInterface loop);
  /// True if all memories that `moved` put tiles into still hold their tiles.
  bool fit(ArrayRef<Operation *> moved);
  void count(Operation *op);

  func::FuncOp kernel;
  const ::pypto::target::Target &target;
  ::pypto::TensorAliases tensors;
  const ::pypto::ParameterPairs &aliased;
  /// Operations of the kernel, and how many may still be looked at to see if
  /// tiles fit: each time costs the whole kernel, so that large kernels with
  /// many loops get few attempts and the pass stays linear.
  uint64_t numOps = 0, budget = 100'000;
  /// Tensors that the loop at hand writes.
  ::pypto::TensorSet written;
};

struct HoistLoads : ::pypto::impl::HoistLoadsBase<HoistLoads> {
  void runOnOperation() override;
};
} // namespace

//===----------------------------------------------------------------------===//
// What may move
//===----------------------------------------------------------------------===//

/// True if the load reads inside its tensor whatever happens, so that doing it
/// although the loop does not run is harmless.
static bool isInside(TileLoadOp load) {
  GlobalTensorType source = load.getSource().getType();
  ArrayRef<int64_t> extents = load.getWindowExtents();
  for (auto [axis, offset] : llvm::enumerate(load.getOffsets())) {
    std::optional<int64_t> start = getConstantIntValue(offset);
    if (!start || ShapedType::isDynamic(source.getDimSize(axis)) ||
        ShapedType::isDynamic(extents[axis]) || *start < 0 ||
        *start + extents[axis] > source.getDimSize(axis))
      return false;
  }
  return true;
}

bool Hoister::isRead(TileLoadOp load, LoopLikeOpInterface loop) {
  Value memory = tensors.getMemory(load.getSource());
  if (llvm::any_of(written, [&](Value other) {
        return ::pypto::mayBeOneTensor(kernel, aliased, memory, other);
      }))
    return false;
  return isInside(load) || ::pypto::getTripCount(loop).value_or(0) > 0;
}

/// Loads, copies between memories and views of tiles that do not change, and
/// what their operands are computed from. `op` is directly in the loop's body,
/// so it runs in every iteration.
bool Hoister::mayMove(Operation &op, LoopLikeOpInterface loop) {
  // What the author puts into a buffer is there from that place on: other tiles
  // take turns in it.
  if (llvm::any_of(op.getUsers(), llvm::IsaPred<TileBindOp>))
    return false;
  if (auto load = dyn_cast<TileLoadOp>(op))
    return isRead(load, loop);
  if (auto tileOp = dyn_cast<TileOpInterface>(op))
    return isa<TileMoveOp, TileExtractOp>(op) || tileOp.isView();
  return isMemoryEffectFree(&op) && isSpeculatable(&op) &&
         op.getNumRegions() == 0;
}

//===----------------------------------------------------------------------===//
// Moving
//===----------------------------------------------------------------------===//

static std::optional<MemorySpace> getResultSpace(Operation *op) {
  auto tileOp = dyn_cast<TileOpInterface>(op);
  if (!tileOp || tileOp.isView() || !tileOp.getResultTile())
    return std::nullopt;
  return cast<TileType>(tileOp.getResultTile().getType()).getMemorySpace();
}

bool Hoister::fit(ArrayRef<Operation *> moved) {
  budget -= numOps;
  SmallVector<MemorySpace> spaces;
  for (Operation *op : moved)
    if (std::optional<MemorySpace> space = getResultSpace(op);
        space && !llvm::is_contained(spaces, *space))
      spaces.push_back(*space);
  return llvm::all_of(spaces, [&](MemorySpace space) {
    return ::pypto::tilesFit(kernel, space, target);
  });
}

void Hoister::count(Operation *op) {
  numLoads += isa<TileLoadOp>(op);
  numMoves += isa<TileMoveOp, TileExtractOp>(op);
}

void Hoister::visit(LoopLikeOpInterface loop) {
  if (budget < numOps)
    return;
  // A condition region of a while runs when its body may not.
  written.clear();
  if (loop.getLoopRegions().size() != 1 ||
      !::pypto::collectWrittenTensors(loop, tensors, written))
    return;
  Block &body = loop.getLoopRegions().front()->front();
  llvm::SmallSetVector<Operation *, 8> invariant;
  auto isOutside = [&](Value value) {
    return loop.isDefinedOutsideOfLoop(value) ||
           invariant.contains(value.getDefiningOp());
  };
  for (Operation &op : body.without_terminator())
    if (llvm::all_of(op.getOperands(), isOutside) && mayMove(op, loop))
      invariant.insert(&op);
  if (!llvm::any_of(invariant, getResultSpace))
    return;
  // All together first; if that is too much, one after the other.
  SmallVector<std::pair<Operation *, Operation *>> origins;
  for (Operation *op : invariant)
    origins.emplace_back(op, op->getNextNode());
  for (Operation *op : invariant)
    op->moveBefore(loop);
  if (fit(invariant.getArrayRef())) {
    llvm::for_each(invariant, [&](Operation *op) { count(op); });
    return;
  }
  for (auto [op, next] : llvm::reverse(origins))
    op->moveBefore(next);
  // More attempts are not worth the time.
  constexpr unsigned kMostAttempts = 64;
  unsigned attempts = 0;
  for (auto [op, next] : origins) {
    if (!llvm::all_of(op->getOperands(), [&](Value value) {
          return loop.isDefinedOutsideOfLoop(value);
        }))
      continue;
    bool needsRoom = getResultSpace(op).has_value();
    if (needsRoom && (++attempts > kMostAttempts || budget < numOps))
      return;
    op->moveBefore(loop);
    if (!needsRoom)
      continue;
    if (fit(op)) {
      count(op);
      continue;
    }
    ++numNotFitting;
    op->moveBefore(next);
  }
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

void HoistLoads::runOnOperation() {
  llvm::DenseMap<StringAttr, ::pypto::ParameterPairs> aliased =
      ::pypto::findAliasedParameters(getOperation());
  for (func::FuncOp kernel : getOperation().getOps<func::FuncOp>()) {
    if (!isKernel(kernel) || kernel.isExternal())
      continue;
    Hoister hoister(kernel, aliased[kernel.getSymNameAttr()]);
    // Inner loops first, so that what leaves one may leave the next.
    kernel.walk([&](LoopLikeOpInterface loop) { hoister.visit(loop); });
    numLoads += hoister.numLoads;
    numMoves += hoister.numMoves;
    numNotFitting += hoister.numNotFitting;
  }
}
