//===- ManualPlacement.cpp - rules of pl.split_aiv --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Device work with a region on the vector lanes says itself which core does
// what. Its rules are checked here, with the wording that the manual promises.
//
//===----------------------------------------------------------------------===//

#include "Outline/Outline.h"
#include "Utils/FlowEdges.h"
#include "pypto/Support/Diagnostics.h"

#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace mlir::pypto;

namespace {
enum class Lane { Neither, Cube, Vector, Crossing };

class PlacementChecker {
public:
  explicit PlacementChecker(Operation *root) : root(root) {}
  LogicalResult run();

private:
  void addOrigins();
  LogicalResult checkCompute(Operation *op, Lane lane);
  LogicalResult checkReads(Operation *op, Lane lane);
  LogicalResult checkShard(Operation *op);
  LogicalResult checkMode(Operation *op, SplitMode mode);

  Operation *root;
  /// The computation that a value comes from, through views, branches, loops
  /// and scopes.
  llvm::DenseMap<Value, Operation *> origins;
  /// The first crossing of the device work and its mode.
  Operation *firstCrossing = nullptr;
  SplitMode firstMode = SplitMode::NONE;
};
} // namespace

static bool isShard(Operation *op) {
  return isa<TensorAivShardOp, TileAivShardOp>(op);
}

static std::optional<SplitMode> getCrossingMode(Operation *op) {
  if (auto shard = dyn_cast<TensorAivShardOp>(op))
    return shard.getMode();
  if (auto shard = dyn_cast<TileAivShardOp>(op))
    return shard.getMode();
  if (auto gather = dyn_cast<TensorAicGatherOp>(op))
    return gather.getMode();
  if (auto gather = dyn_cast<TileAicGatherOp>(op))
    return gather.getMode();
  return std::nullopt;
}

/// The lane that computes `op`. Loads, stores, moves and views belong to the
/// lane around them.
static Lane getLane(Operation *op) {
  if (getCrossingMode(op))
    return Lane::Crossing;
  if (isa<TensorMatmulOp, TensorMatmulAccOp>(op))
    return Lane::Cube;
  if (op->hasTrait<TensorCompute>())
    return Lane::Vector;
  auto tile = dyn_cast<TileOpInterface>(op);
  if (!tile || isa<TileLoadOp, TileStoreOp, TileMoveOp, TileCreateOp>(op) ||
      tile.isView())
    return Lane::Neither;
  std::optional<MemorySpace> space = tile.getFixedResultSpace();
  if (OpOperand *forwarded = tile.getForwardedOperand(); forwarded && !space) {
    // An update of a tile is at home wherever that tile is.
    SmallVector<MemorySpace> spaces = tile.getOperandSpaces(*forwarded);
    if (!spaces.empty())
      space = spaces.front();
    else
      space = cast<TileType>(forwarded->get().getType()).getMemorySpace();
  }
  if (space == MemorySpace::Acc)
    return Lane::Cube;
  return space == MemorySpace::Vec ? Lane::Vector : Lane::Neither;
}

/// The lane whose memory holds what `op` makes.
static Lane getResultLane(Operation *op) {
  if (!getCrossingMode(op))
    return getLane(op);
  return isShard(op) ? Lane::Vector : Lane::Cube;
}

static std::string getName(Operation *op) {
  return op->getName().stripDialect().str();
}

/// The author's name of a value, or of what `origin` made it from.
static std::string getName(Value value, Operation *origin = nullptr) {
  StringRef name = getUserName(value.getLoc());
  if (name.empty() && origin)
    name = getUserName(origin->getLoc());
  return name.empty() ? "a value" : ("'" + name + "'").str();
}

/// Follows values from the computations that make them.
void PlacementChecker::addOrigins() {
  llvm::MapVector<Value, SmallVector<Value>> uses;
  SmallVector<Value> work;
  root->walk([&](Operation *op) {
    if (getLane(op) != Lane::Neither || isa<TileLoadOp>(op))
      for (Value result : op->getResults()) {
        origins[result] = op;
        work.push_back(result);
      }
    auto flow = [&](Value source, Value target) {
      uses[source].push_back(target);
    };
    if (auto scope = dyn_cast<ScopeOpInterface>(op))
      for (auto [result, yielded] :
           llvm::zip_equal(scope.getScopeResults(), scope.getYielded()))
        flow(yielded, result);
    else if (auto alias = dyn_cast<TensorAliasOpInterface>(op)) {
      if (alias.isTensorView())
        flow(alias.getAliasedTensor().get(), op->getResult(0));
    } else if (auto tile = dyn_cast<TileOpInterface>(op)) {
      if (OpOperand *forwarded = tile.getForwardedOperand())
        flow(forwarded->get(), tile.getResultTile());
    } else {
      ::pypto::forEachFlowEdge(op, [&](OpOperand &source, Value target) {
        flow(source.get(), target);
      });
    }
  });
  while (!work.empty()) {
    Value value = work.pop_back_val();
    for (Value target : uses.lookup(value))
      if (origins.try_emplace(target, origins[value]).second)
        work.push_back(target);
  }
}

LogicalResult PlacementChecker::checkCompute(Operation *op, Lane lane) {
  bool inside = static_cast<bool>(op->getParentOfType<SplitAivOp>());
  if (lane == Lane::Vector && !inside) {
    InFlightDiagnostic diag =
        ::pypto::emitError(op, ::pypto::Diag::ManualPlacement)
        << "vector op '" << getName(op)
        << "' sits outside every pl.split_aiv region";
    ::pypto::attachHelp(diag)
        << "the function opens a region, so the regions own "
           "vector placement; wrap it in 'for _ in "
           "pl.split_aiv(2, mode=pl.SplitMode.NONE):'";
    return diag;
  }
  if (lane == Lane::Cube && inside) {
    InFlightDiagnostic diag =
        ::pypto::emitError(op, ::pypto::Diag::ManualPlacement)
        << "cube op '" << getName(op) << "' inside a pl.split_aiv region";
    ::pypto::attachHelp(diag)
        << "a region is work of the vector lanes; move the "
           "product out of it";
    return diag;
  }
  return success();
}

LogicalResult PlacementChecker::checkReads(Operation *op, Lane lane) {
  bool inside = static_cast<bool>(op->getParentOfType<SplitAivOp>());
  for (Value operand : op->getOperands()) {
    Operation *origin = origins.lookup(operand);
    if (!origin)
      continue;
    Lane from = getResultLane(origin);
    // A gathered value is read by the matrix core, wherever it is.
    if (inside && from == Lane::Cube && lane != Lane::Cube) {
      InFlightDiagnostic diag =
          ::pypto::emitError(op, ::pypto::Diag::ManualPlacement)
          << getName(operand, origin) << " is produced on the CUBE lane by '"
          << getName(origin) << "' outside every pl.split_aiv region but '"
          << getName(op) << "' reads it on the VECTOR lane inside one";
      diag.attachNote(origin->getLoc()) << "it is produced here";
      ::pypto::attachHelp(diag)
          << "read it as pl.aiv_shard(...) at the top of the "
             "region";
      return diag;
    }
    if (!inside && lane == Lane::Cube && from == Lane::Vector) {
      InFlightDiagnostic diag =
          ::pypto::emitError(op, ::pypto::Diag::ManualPlacement)
          << getName(operand, origin)
          << " is defined inside a pl.split_aiv region but '" << getName(op)
          << "' reads it on the CUBE lane outside";
      diag.attachNote(origin->getLoc()) << "it is computed here";
      ::pypto::attachHelp(diag)
          << "gather it inside the region: x = pl.aic_gather(x)";
      return diag;
    }
  }
  return success();
}

/// A crossing transfers what the other core made.
LogicalResult PlacementChecker::checkShard(Operation *op) {
  if (!op->getParentOfType<SplitAivOp>())
    return ::pypto::emitError(op, ::pypto::Diag::ManualPlacement)
           << "'" << getName(op)
           << "' must be used inside a 'for ... in pl.split_aiv(...)' body";
  Value operand = op->getOperand(0);
  Operation *origin = origins.lookup(operand);
  Lane wanted = isShard(op) ? Lane::Cube : Lane::Vector;
  bool isLoad = origin && isa<TileLoadOp>(origin);
  if (origin && !isLoad && getResultLane(origin) == wanted)
    return success();
  InFlightDiagnostic diag =
      ::pypto::emitError(op, ::pypto::Diag::ManualPlacement);
  diag << "'" << getName(op) << "' operand ";
  if (!isShard(op)) {
    diag << getName(operand) << " is not computed on the VECTOR lane";
    ::pypto::attachHelp(diag)
        << "pl.aic_gather transfers a value that the region "
           "computes";
    return diag;
  }
  auto tile = dyn_cast<TileType>(operand.getType());
  if (tile && tile.isPlaced() && *tile.getMemorySpace() == MemorySpace::Vec)
    diag << "is in Vec, but it transfers a cube-produced value";
  else if (origin)
    diag << getName(operand) << " is produced on the VECTOR lane by '"
         << getName(origin) << "'";
  else
    diag << getName(operand)
         << " lives in global memory, but it transfers a cube-produced value";
  ::pypto::attachHelp(diag)
      << "drop the pl.aiv_shard: write the value at the extent "
         "of one lane inside the region, or load the lane's part "
         "with the region's index";
  return diag;
}

LogicalResult PlacementChecker::checkMode(Operation *op, SplitMode mode) {
  if (!firstCrossing) {
    firstCrossing = op;
    firstMode = mode;
    return success();
  }
  if ((mode == SplitMode::NONE) == (firstMode == SplitMode::NONE))
    return success();
  auto spelled = [](Operation *crossing) {
    return isShard(crossing) ? "'pl.aiv_shard'" : "'pl.aic_gather'";
  };
  InFlightDiagnostic diag =
      ::pypto::emitError(op, ::pypto::Diag::MixedCrossings)
      << spelled(op)
      << " crosses the AIC/AIV boundary under mode=" << stringifySplitMode(mode)
      << " but " << spelled(firstCrossing)
      << " earlier in this function crosses it under mode="
      << stringifySplitMode(firstMode);
  diag.attachNote(firstCrossing->getLoc()) << "the earlier crossing is here";
  ::pypto::attachHelp(diag)
      << "all crossings of a function share one pipe: make them "
         "agree on split or no split, drop one, or use separate "
         "pl.at(level=pl.Level.CORE_GROUP) scopes";
  return diag;
}

LogicalResult PlacementChecker::run() {
  addOrigins();
  WalkResult walk = root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    Lane lane = getLane(op);
    LogicalResult result = success();
    if (std::optional<SplitMode> mode = getCrossingMode(op)) {
      result = checkShard(op);
      if (succeeded(result))
        result = checkMode(op, *mode);
    } else {
      result = checkCompute(op, lane);
      // A yield hands on and reads nothing.
      bool reads =
          isa<TileStoreOp, TensorAssembleOp>(op) || lane != Lane::Neither;
      if (succeeded(result) && reads)
        result = checkReads(op, lane);
    }
    return failed(result) ? WalkResult::interrupt() : WalkResult::advance();
  });
  return failure(walk.wasInterrupted());
}

namespace pypto {

LogicalResult checkManualPlacement(Operation *root) {
  bool manual = root->walk([](Operation *op) {
                      return isa<SplitAivOp>(op) || getCrossingMode(op)
                                 ? WalkResult::interrupt()
                                 : WalkResult::advance();
                    })
                    .wasInterrupted();
  return manual ? PlacementChecker(root).run() : success();
}

} // namespace pypto
