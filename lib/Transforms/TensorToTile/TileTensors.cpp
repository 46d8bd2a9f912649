//===- TileTensors.cpp - whole tensors block by block -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TensorToTile/TileTensors.h"
#include "TensorToTile/BlockWriter.h"
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
  explicit Tiler(func::FuncOp kernel)
      : kernel(kernel), shapes(kernel),
        capacity(static_cast<int64_t>(
            getTarget(kernel).space(target::Space::Vec).usableBytes.value)) {}

  unsigned run();

private:
  /// False if the operations are too large and have no blocks; some of them are
  /// looked at alone.
  bool tile(Block &block, ArrayRef<Operation *> some);
  bool tileGroups(Block &block, ArrayRef<Operation *> some, bool sameExtents);
  void eraseUnused(Block &block);
  TensorAliases &getAliases();

  func::FuncOp kernel;
  TileShapes shapes;
  int64_t capacity;
  /// Null where the IR has changed.
  std::unique_ptr<TensorAliases> aliases;
  unsigned count = 0;
};
} // namespace

TensorAliases &Tiler::getAliases() {
  if (!aliases)
    aliases = std::make_unique<TensorAliases>(kernel);
  return *aliases;
}

bool Tiler::tile(Block &block, ArrayRef<Operation *> some) {
  TensorRegion region(block, kernel, shapes, getAliases());
  region.restrictTo(some);
  if (!region.collect())
    return false;
  BlockChooser chooser(region, capacity);
  std::optional<BlockPlan> plan = chooser.choose();
  if (!plan)
    return chooser.fitsAtOnce();
  BlockWriter(region, *plan).run();
  ++count;
  // Names follow the IR.
  aliases = nullptr;
  return true;
}

/// Tiles groups of operations that cannot be tiled together; false if there is
/// only one.
bool Tiler::tileGroups(Block &block, ArrayRef<Operation *> some,
                       bool sameExtents) {
  TensorRegion region(block, kernel, shapes, getAliases());
  region.restrictTo(some);
  SmallVector<TensorRegion::Operations> groups = region.split(sameExtents);
  if (some.size() && groups.size() < 2)
    return false;
  for (const TensorRegion::Operations &group : groups)
    if (!tile(block, group) && !sameExtents)
      tileGroups(block, group, /*sameExtents=*/true);
  return true;
}

/// What nothing uses need not fit.
void Tiler::eraseUnused(Block &block) {
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block)))
    if (op.use_empty() && !isa<TensorAssembleOp>(op) &&
        isMemoryEffectFree(&op) &&
        (op.hasTrait<TensorCompute>() || isa<TensorAliasOpInterface>(op))) {
      op.erase();
      aliases = nullptr;
    }
}

unsigned Tiler::run() {
  SmallVector<Block *> blocks;
  kernel.walk([&](Block *block) { blocks.push_back(block); });
  for (Block *block : blocks) {
    if (tile(*block, {}) || shapes.hasMatmul())
      continue;
    eraseUnused(*block);
    tileGroups(*block, {}, /*sameExtents=*/false);
  }
  return count;
}

unsigned tileTensors(func::FuncOp kernel) { return Tiler(kernel).run(); }

} // namespace pypto
