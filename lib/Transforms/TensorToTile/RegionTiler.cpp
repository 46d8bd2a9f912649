//===- RegionTiler.cpp - whole tensors block by block -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TensorToTile/RegionTiler.h"
#include "TensorToTile/BlockWriter.h"
#include "TensorToTile/LargeRearrangements.h"
#include "TensorToTile/MatrixLoop.h"
#include "TensorToTile/ReshapedRuns.h"
#include "TensorToTile/TensorSpiller.h"
#include "Utils/Targets.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::pypto;

namespace pypto {

/// Columns of a block are multiples of a vector repeat of the narrowest
/// element, so that the rows of blocks are whole repeats and DMA lines.
static constexpr int64_t kColumnMultiple = 256;
static constexpr int64_t kNarrowMultiple = 16;
/// Rows of a block are multiples of this where so many fit: column vectors are
/// stored in whole 32-byte blocks of up to 32 elements.
static constexpr int64_t kRowMultiples[] = {32, 16, 8, 1};

namespace {
/// Chooses the blocks of one region.
class BlockChooser {
public:
  BlockChooser(const TensorRegion &region, int64_t capacity)
      : region(region), capacity(capacity), extents(region.getExtents()) {}

  /// Nothing where all fits, or where no blocks do.
  std::optional<BlockPlan> choose() const;
  bool fitsAtOnce() const { return fits(extents); }

private:
  bool fits(MatrixExtents steps) const {
    return region.estimatePeak(steps) <= capacity;
  }
  /// The most of `axis`, a multiple of `multiple` or all, that fits beside
  /// `steps` of the other axis; 0 if nothing does.
  int64_t findMost(MatrixExtents steps, unsigned axis, int64_t multiple) const;
  std::optional<MatrixExtents> findRows(int64_t columns) const;
  std::optional<MatrixExtents> findBlocks() const;

  const TensorRegion &region;
  int64_t capacity;
  MatrixExtents extents;
};
} // namespace

int64_t BlockChooser::findMost(MatrixExtents steps, unsigned axis,
                               int64_t multiple) const {
  steps[axis] = extents[axis];
  if (fits(steps))
    return extents[axis];
  int64_t low = 0, high = llvm::divideCeil(extents[axis], multiple);
  while (low + 1 < high) {
    int64_t middle = (low + high) / 2;
    steps[axis] = middle * multiple;
    (fits(steps) ? low : high) = middle;
  }
  int64_t most = low * multiple;
  // Equal blocks where that costs at most one more round.
  for (int64_t even = most; even > most / 2; even -= multiple)
    if (extents[axis] % even == 0)
      return even;
  return most;
}

/// Blocks of rows, each with `columns` columns.
std::optional<MatrixExtents> BlockChooser::findRows(int64_t columns) const {
  for (int64_t multiple : kRowMultiples)
    if (int64_t rows = findMost({0, columns}, 0, multiple))
      return MatrixExtents{rows, columns};
  return std::nullopt;
}

/// Blocks of rows and columns: long rows first.
std::optional<MatrixExtents> BlockChooser::findBlocks() const {
  for (int64_t rows : {32, 8, 1})
    if (int64_t columns =
            findMost({std::min(rows, extents[0]), 0}, 1, kColumnMultiple))
      return findRows(columns);
  return std::nullopt;
}

std::optional<BlockPlan> BlockChooser::choose() const {
  if (fitsAtOnce())
    return std::nullopt;
  auto plan = [&](std::optional<MatrixExtents> steps,
                  std::optional<unsigned> reduced) -> std::optional<BlockPlan> {
    // A reduction is computed in several rounds; what a round reads must be
    // what the first one read. A reduction of an empty block gives no number.
    if (!steps ||
        (reduced && (region.updatesInput() || region.isPartlyValid())) ||
        (!reduced && !region.writesSpan(*steps)))
      return std::nullopt;
    return BlockPlan{*steps, reduced};
  };
  bool reducesRows = region.hasReduction(0);
  bool reducesColumns = region.hasReduction(1);
  bool wholeRows = region.needsWhole(1), wholeColumns = region.needsWhole(0);
  if (!reducesRows && !wholeColumns)
    if (auto found = plan(findRows(extents[1]), std::nullopt))
      return found;
  if (!reducesColumns && !wholeRows && (reducesRows || wholeColumns)) {
    // Narrow ones where long columns that are needed whole leave little room.
    int64_t columns = findMost({extents[0], 0}, 1, kColumnMultiple);
    if (!columns && wholeColumns)
      columns = findMost({extents[0], 0}, 1, kNarrowMultiple);
    if (columns)
      if (auto found = plan(MatrixExtents{extents[0], columns}, std::nullopt))
        return found;
  }
  if (reducesRows && !wholeColumns)
    if (auto found = plan(findRows(extents[1]), 0))
      return found;
  if (wholeRows || wholeColumns || (reducesRows && reducesColumns))
    return std::nullopt;
  std::optional<unsigned> reduced;
  if (reducesRows || reducesColumns)
    reduced = reducesRows ? 0 : 1;
  return plan(findBlocks(), reduced);
}

namespace {
/// Writes the regions of one kernel in blocks where they are too large.
class Tiler {
public:
  using Operations = TensorRegion::Operations;

  Tiler(func::FuncOp kernel, Workspaces &workspaces)
      : kernel(kernel), shapes(kernel),
        capacity(static_cast<int64_t>(
            getTarget(kernel).space(target::Space::Vec).usableBytes.value)),
        workspaces(workspaces), spiller(kernel, shapes, capacity, workspaces) {}

  unsigned run();

private:
  /// Computes the operations in blocks if they are too large; false if there
  /// are no such blocks. Some of them are looked at alone.
  bool tile(Block &block, ArrayRef<Operation *> some);
  bool tileMatrices(Block &block, ArrayRef<Operation *> some);
  void run(Block &block);
  /// Tiles groups of operations that cannot be tiled together.
  void tileGroups(Block &block);
  /// The same; false if the groups are others now.
  bool tileSomeGroups(Block &block);
  bool canTile(Block &block, ArrayRef<Operation *> some);
  bool isTooLarge(Block &block, ArrayRef<Operation *> some);
  SmallVector<Operations> split(Block &block, ArrayRef<Operation *> some,
                                bool sameExtents);
  /// The groups that are too large and cannot be tiled.
  SmallVector<Operations> findRefused(Block &block);
  void spill(Block &block);
  void noteSpilled(Block &block);
  void eraseUnused(Block &block);
  TensorAliases &getAliases();

  func::FuncOp kernel;
  TileShapes shapes;
  int64_t capacity;
  Workspaces &workspaces;
  TensorSpiller spiller;
  /// Null where the IR has changed.
  std::unique_ptr<TensorAliases> aliases;
  unsigned count = 0, numChanges = 0;
};
} // namespace

TensorAliases &Tiler::getAliases() {
  if (!aliases)
    aliases = std::make_unique<TensorAliases>(kernel);
  return *aliases;
}

bool Tiler::tile(Block &block, ArrayRef<Operation *> some) {
  TensorRegion region(block, shapes, getAliases());
  region.restrictTo(some);
  bool isCollected = region.collect();
  BlockChooser chooser(region, capacity);
  if (isCollected && chooser.fitsAtOnce())
    return true;
  std::optional<BlockPlan> plan;
  if (isCollected) {
    // A quarter at least, whatever else is there: small blocks of all take
    // less.
    int64_t across = std::min(region.estimateAcross(), capacity / 4 * 3);
    plan = BlockChooser(region, capacity - across).choose();
    if (!plan)
      plan = chooser.choose();
  }
  if (!plan)
    return !chooser.fitsAtOnce() && tileMatrices(block, some);
  BlockWriter(region, *plan).run();
  ++count;
  // Names follow the IR.
  aliases = nullptr;
  return true;
}

/// Computes the operations matrix by matrix, each in blocks where it is too
/// large.
bool Tiler::tileMatrices(Block &block, ArrayRef<Operation *> some) {
  TensorRegion region(block, shapes, getAliases());
  region.restrictTo(some);
  if (!region.collectMatrices())
    return false;
  Block *inner = writeMatrixLoop(region);
  ++count;
  aliases = nullptr;
  // Where there was only one matrix, its operations join the others.
  if (inner == &block)
    ++numChanges;
  run(*inner);
  return true;
}

bool Tiler::canTile(Block &block, ArrayRef<Operation *> some) {
  TensorRegion region(block, shapes, getAliases());
  region.restrictTo(some);
  bool isCollected = region.collect();
  BlockChooser chooser(region, capacity);
  if (isCollected && (chooser.fitsAtOnce() || chooser.choose()))
    return true;
  TensorRegion matrices(block, shapes, getAliases());
  matrices.restrictTo(some);
  return !chooser.fitsAtOnce() && matrices.collectMatrices();
}

bool Tiler::isTooLarge(Block &block, ArrayRef<Operation *> some) {
  TensorRegion region(block, shapes, getAliases());
  region.restrictTo(some);
  // Even what has no blocks has a size.
  (void)region.collect();
  return !BlockChooser(region, capacity).fitsAtOnce();
}

SmallVector<TensorRegion::Operations>
Tiler::split(Block &block, ArrayRef<Operation *> some, bool sameExtents) {
  TensorRegion region(block, shapes, getAliases());
  region.restrictTo(some);
  return region.split(sameExtents);
}

void Tiler::tileGroups(Block &block) {
  while (!tileSomeGroups(block)) {
  }
}

bool Tiler::tileSomeGroups(Block &block) {
  unsigned before = numChanges;
  for (const Operations &group : split(block, {}, /*sameExtents=*/false)) {
    if (!tile(block, group)) {
      SmallVector<Operations> parts = split(block, group, /*sameExtents=*/true);
      for (const Operations &part : parts) {
        if (parts.size() > 1)
          tile(block, part);
        if (numChanges != before)
          return false;
      }
    }
    if (numChanges != before)
      return false;
  }
  return true;
}

SmallVector<TensorRegion::Operations> Tiler::findRefused(Block &block) {
  SmallVector<Operations> refused;
  for (const Operations &group : split(block, {}, /*sameExtents=*/false))
    if (!canTile(block, group))
      for (Operations &part : split(block, group, /*sameExtents=*/true))
        if (!canTile(block, part) && isTooLarge(block, part))
          refused.push_back(std::move(part));
  return refused;
}

/// What nothing uses need not fit.
void Tiler::eraseUnused(Block &block) {
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block)))
    if (op.use_empty() && !isa<TensorAssembleOp>(op) &&
        wouldOpBeTriviallyDead(&op) &&
        (op.hasTrait<TensorCompute>() || isa<TensorAliasOpInterface>(op))) {
      op.erase();
      aliases = nullptr;
    }
}

/// Looks at the block again after some of its tensors went to memory.
void Tiler::noteSpilled(Block &block) {
  ++numChanges;
  rearrangeLargeTensors(kernel);
  reshapeRuns(kernel);
  // The copies are runs, too.
  spiller.copyReshaped();
  reshapeRuns(kernel);
  aliases = nullptr;
  eraseUnused(block);
}

/// Lets as little pass through memory as the block needs to be tiled.
void Tiler::spill(Block &block) {
  if (!workspaces.isAvailable() ||
      (findRefused(block).empty() &&
       TensorRegion::estimateBlock(block, shapes, getAliases()) <= capacity))
    return;
  unsigned before = workspaces.size();
  spiller.spillBetweenGroups(block, getAliases());
  if (workspaces.size() != before)
    noteSpilled(block);
  before = workspaces.size();
  for (const Operations &group : findRefused(block))
    spiller.spillResults(block, group, getAliases());
  if (workspaces.size() != before)
    noteSpilled(block);
}

void Tiler::run(Block &block) {
  if (TensorRegion::estimateBlock(block, shapes, getAliases()) > capacity)
    eraseUnused(block);
  if (tile(block, {}) || shapes.hasMatmul())
    return;
  spill(block);
  tileGroups(block);
}

unsigned Tiler::run() {
  if (workspaces.isAvailable() && shapes.hasMatmul()) {
    spiller.spillProducts(static_cast<int64_t>(
        getTarget(kernel).space(target::Space::Mat).usableBytes.value));
  } else if (workspaces.isAvailable()) {
    spiller.spillLarge();
    spiller.copyReshaped();
    reshapeRuns(kernel);
  }
  SmallVector<Block *> blocks;
  // From the outside in: what an outer block stores inner ones read.
  kernel.walk<WalkOrder::PreOrder>(
      [&](Block *block) { blocks.push_back(block); });
  for (Block *block : blocks)
    run(*block);
  return count;
}

unsigned tileTensors(func::FuncOp kernel, Workspaces &workspaces) {
  return Tiler(kernel, workspaces).run();
}

} // namespace pypto
