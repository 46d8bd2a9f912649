//===- PipelineLoops.cpp - iterations of a loop overlap ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Memory/TileFit.h"
#include "Pipelining/EarlyLoads.h"
#include "Utils/Executions.h"
#include "Utils/Targets.h"
#include "pypto/Transforms/Pipelining/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IRMapping.h"

namespace pypto {
#define GEN_PASS_DEF_PIPELINELOOPS
#include "pypto/Transforms/Pipelining/Passes.h.inc"
} // namespace pypto

using namespace mlir;
using namespace mlir::pypto;

namespace {
/// Operations of a repeated body; code must fit the instruction cache in part.
/// A guess.
constexpr uint64_t kMostOperations = 4096;

struct PipelineLoops : ::pypto::impl::PipelineLoopsBase<PipelineLoops> {
  void runOnOperation() override;

private:
  enum class Fit { Fits, DoesNotFit, NotTried };
  /// So many iterations of a loop together; with `copies`, copies for the cube
  /// move up as well.
  struct Rounds {
    int64_t stages = 1;
    bool copies = false;
  };
  struct Kernel {
    func::FuncOp func;
    const ::pypto::ParameterPairs &aliased;
    /// Operations of the kernel as it is now.
    uint64_t numOps;
  };

  void visit(func::FuncOp kernel, const ::pypto::ParameterPairs &aliased);
  void pipeline(scf::ForOp loop, Kernel &kernel);
  Fit tryRounds(scf::ForOp loop, uint64_t size, Rounds &rounds,
                const Kernel &kernel);
  Fit findRounds(scf::ForOp loop, uint64_t size, Rounds &rounds,
                 const Kernel &kernel);

  /// Operations that may still be looked at to see if tiles fit: each time
  /// costs the whole kernel and what is added to it, so that the pass stays
  /// linear.
  uint64_t budget = 0;
};
} // namespace

static Value createIndex(OpBuilder &builder, Location loc, int64_t value) {
  return arith::ConstantIndexOp::create(builder, loc, value);
}

/// Where the iterations end that `stages` at a time make up, counted from the
/// loop's lower bound.
static Value getMainBound(OpBuilder &builder, scf::ForOp loop, int64_t step,
                          int64_t stages) {
  Location loc = loop.getLoc();
  if (std::optional<int64_t> trips = ::pypto::getTripCount(loop))
    if (std::optional<int64_t> lower =
            getConstantIntValue(loop.getLowerBound()))
      return createIndex(builder, loc,
                         *lower + *trips / stages * stages * step);
  Value extent = arith::SubIOp::create(builder, loc, loop.getUpperBound(),
                                       loop.getLowerBound());
  Value zero = createIndex(builder, loc, 0);
  extent = arith::MaxSIOp::create(builder, loc, extent, zero);
  Value round = createIndex(builder, loc, step - 1);
  Value trips = arith::DivSIOp::create(
      builder, loc, arith::AddIOp::create(builder, loc, extent, round),
      createIndex(builder, loc, step));
  Value rounds = arith::DivSIOp::create(builder, loc, trips,
                                        createIndex(builder, loc, stages));
  Value covered = arith::MulIOp::create(
      builder, loc, rounds, createIndex(builder, loc, stages * step));
  return arith::AddIOp::create(builder, loc, loop.getLowerBound(), covered);
}

/// A loop before `loop` of the iterations up to `bound`, `stages` in each.
static scf::ForOp createMainLoop(OpBuilder &builder, scf::ForOp loop,
                                 Value bound, int64_t step, int64_t stages) {
  Location loc = loop.getLoc();
  Value wide = createIndex(builder, loc, step * stages);
  return scf::ForOp::create(
      builder, loc, loop.getLowerBound(), bound, wide, loop.getInitArgs(),
      [&](OpBuilder &inner, Location, Value position, ValueRange carried) {
        SmallVector<Value> values(carried);
        for (int64_t stage = 0; stage < stages; ++stage) {
          IRMapping map;
          Value index = position;
          if (stage > 0)
            index = arith::AddIOp::create(
                inner, loop.getInductionVar().getLoc(), position,
                createIndex(inner, loc, stage * step));
          map.map(loop.getInductionVar(), index);
          map.map(loop.getRegionIterArgs(), values);
          for (Operation &op : loop.getBody()->without_terminator())
            inner.clone(op, map);
          values.clear();
          for (Value yielded : loop.getBody()->getTerminator()->getOperands())
            values.push_back(map.lookupOrDefault(yielded));
        }
        scf::YieldOp::create(inner, loc, values);
      });
}

/// The memories into which the operations of `block` put tiles.
static SmallVector<MemorySpace> getSpaces(Block &block) {
  SmallVector<MemorySpace> spaces;
  block.walk([&](TileOpInterface op) {
    if (op.isView() || !op.getResultTile())
      return;
    std::optional<MemorySpace> space =
        cast<TileType>(op.getResultTile().getType()).getMemorySpace();
    if (space && !llvm::is_contained(spaces, *space))
      spaces.push_back(*space);
  });
  return spaces;
}

namespace {
/// A loop before another one that does its iterations up to `bound`.
struct MainLoop {
  scf::ForOp loop;
  Value bound;
  unsigned moved;
};
} // namespace

static MainLoop build(scf::ForOp loop, int64_t stages, bool copies,
                      func::FuncOp kernel,
                      const ::pypto::ParameterPairs &aliased) {
  int64_t step = *getConstantIntValue(loop.getStep());
  OpBuilder builder(loop);
  Value bound = getMainBound(builder, loop, step, stages);
  scf::ForOp main = createMainLoop(builder, loop, bound, step, stages);
  ::pypto::TensorAliases tensors(kernel);
  unsigned moved =
      ::pypto::moveLoadsUp(*main.getBody(), copies, kernel, aliased, tensors);
  return {main, bound, moved};
}

/// Whether the tiles of `rounds.stages` iterations fit, with copies or without.
/// The kernel is as it was afterwards. `size` is that of the loop's body.
PipelineLoops::Fit PipelineLoops::tryRounds(scf::ForOp loop, uint64_t size,
                                            Rounds &rounds,
                                            const Kernel &kernel) {
  const ::pypto::target::Target &target = ::pypto::getTarget(kernel.func);
  uint64_t cost = kernel.numOps + size * static_cast<uint64_t>(rounds.stages);
  for (bool copies : {true, false}) {
    if (budget < cost)
      return Fit::NotTried;
    budget -= cost;
    Operation *before = loop->getPrevNode();
    MainLoop main =
        build(loop, rounds.stages, copies, kernel.func, kernel.aliased);
    bool fits =
        llvm::all_of(getSpaces(*main.loop.getBody()), [&](MemorySpace space) {
          return ::pypto::tilesFit(kernel.func, space, target);
        });
    while (loop->getPrevNode() != before)
      loop->getPrevNode()->erase();
    if (fits) {
      rounds.copies = copies;
      return Fit::Fits;
    }
  }
  return Fit::DoesNotFit;
}

/// Reduces `rounds.stages` to the most iterations that fit together; the fewer
/// they are, the less they need. One iteration is known to. NotTried if there
/// may be more than what is found.
PipelineLoops::Fit PipelineLoops::findRounds(scf::ForOp loop, uint64_t size,
                                             Rounds &rounds,
                                             const Kernel &kernel) {
  Fit all = tryRounds(loop, size, rounds, kernel);
  if (all == Fit::Fits)
    return all;
  int64_t tooMany = rounds.stages;
  rounds = Rounds();
  while (all != Fit::NotTried && rounds.stages + 1 < tooMany) {
    Rounds middle;
    middle.stages = rounds.stages + (tooMany - rounds.stages) / 2;
    Fit fit = tryRounds(loop, size, middle, kernel);
    if (fit == Fit::NotTried)
      all = fit;
    else if (fit == Fit::Fits)
      rounds = middle;
    else
      tooMany = middle.stages;
  }
  return all;
}

void PipelineLoops::pipeline(scf::ForOp loop, Kernel &kernel) {
  int64_t stages = loop->getAttrOfType<IntegerAttr>(kStagesAttrName).getInt();
  loop->removeAttr(kStagesAttrName);
  loop->setAttr(kLoopAttrName,
                LoopKindAttr::get(loop.getContext(), LoopKind::Sequential));
  std::optional<int64_t> step = getConstantIntValue(loop.getStep());
  if (!step || *step <= 0)
    return;
  if (std::optional<int64_t> trips = ::pypto::getTripCount(loop))
    stages = std::min(stages, *trips);
  uint64_t size = 0;
  loop.getBody()->walk([&](Operation *) { ++size; });
  stages =
      std::min<int64_t>(stages, kMostOperations / std::max<uint64_t>(size, 1));
  if (stages < 2)
    return;
  Rounds rounds;
  rounds.stages = stages;
  Fit fit = findRounds(loop, size, rounds, kernel);
  if (rounds.stages < 2) {
    if (fit == Fit::NotTried) {
      loop.emitRemark("this kernel is too large to see whether iterations of "
                      "this pipeline fit on chip together; they run one after "
                      "the other");
      return;
    }
    ++numNotFitting;
    loop.emitRemark("the tiles of no two iterations of this pipeline fit on "
                    "chip together; its iterations run one after the other");
    return;
  }
  if (fit != Fit::Fits)
    emitRemark(loop.getLoc())
        << rounds.stages << " iterations of this pipeline are taken "
        << "together in place of " << stages
        << ", whose tiles do not fit on chip";
  MainLoop main =
      build(loop, rounds.stages, rounds.copies, kernel.func, kernel.aliased);
  kernel.numOps += size * static_cast<uint64_t>(rounds.stages);
  ++numLoops;
  numEarly += main.moved;
  // The loop itself does what is left.
  loop.setLowerBound(main.bound);
  loop.getInitArgsMutable().assign(main.loop.getResults());
  if (::pypto::getTripCount(loop) == 0) {
    loop.replaceAllUsesWith(main.loop.getResults());
    loop.erase();
  }
}

void PipelineLoops::visit(func::FuncOp func,
                          const ::pypto::ParameterPairs &aliased) {
  Kernel kernel = {func, aliased, 0};
  SmallVector<scf::ForOp> loops;
  // Inner loops first, so that the outer body repeats what they became.
  func.walk([&](Operation *op) {
    ++kernel.numOps;
    auto loop = dyn_cast<scf::ForOp>(op);
    if (loop && loop->hasAttr(kStagesAttrName))
      loops.push_back(loop);
  });
  budget = std::max<uint64_t>(100'000, kernel.numOps);
  for (scf::ForOp loop : loops)
    pipeline(loop, kernel);
}

void PipelineLoops::runOnOperation() {
  llvm::DenseMap<StringAttr, ::pypto::ParameterPairs> aliased =
      ::pypto::findAliasedParameters(getOperation());
  for (func::FuncOp kernel : getOperation().getOps<func::FuncOp>())
    if (isKernel(kernel) && !kernel.isExternal())
      visit(kernel, aliased[kernel.getSymNameAttr()]);
}
