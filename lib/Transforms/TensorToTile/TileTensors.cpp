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
  if (fits(extents))
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

unsigned tileTensors(func::FuncOp kernel) {
  TileShapes shapes(kernel);
  auto capacity = static_cast<int64_t>(
      getTarget(kernel).space(target::Space::Vec).usableBytes.value);
  unsigned count = 0;
  SmallVector<Block *> blocks;
  kernel.walk([&](Block *block) { blocks.push_back(block); });
  auto aliases = std::make_unique<TensorAliases>(kernel);
  for (Block *block : blocks) {
    TensorRegion region(*block, kernel, shapes, *aliases);
    if (!region.collect())
      continue;
    std::optional<BlockPlan> plan = BlockChooser(region, capacity).choose();
    if (!plan)
      continue;
    BlockWriter(region, *plan).run();
    ++count;
    // Names follow the IR.
    aliases = std::make_unique<TensorAliases>(kernel);
  }
  return count;
}

} // namespace pypto
