//===- Blocking.cpp - block sizes of matrix products ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Matmul/Blocking.h"

#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <optional>
#include <tuple>

namespace pypto {

/// Rows of a box of an operand or accumulator (pto-isa).
static constexpr int64_t kBoxRows = 16;
/// Bytes of an element of an accumulator.
static constexpr int64_t kSumBytes = 4;
/// Blocks of one load that are extracted one by one: more would fill the queues
/// of the pipes before the next load is issued.
static constexpr int64_t kMostExtracts = 4;

static int64_t bytesOf(const target::Target &target, target::Space space) {
  return static_cast<int64_t>(target.space(space).usableBytes.value);
}

int64_t getBlockMultiple(const target::Target &target, int64_t elementBytes) {
  return std::max<int64_t>(kBoxRows, target.blockBytes.value / elementBytes);
}

int64_t chooseDepth(const target::Target &target, const ProductShape &shape,
                    int64_t elementBytes) {
  int64_t multiple = getBlockMultiple(target, elementBytes);
  int64_t total = llvm::alignTo(shape.k, multiple);
  int64_t rows = llvm::alignTo(shape.m, kBoxRows);
  int64_t columns = llvm::alignTo(shape.n, kBoxRows);
  for (int64_t buffers : {2, 1}) {
    int64_t limit =
        std::min(bytesOf(target, target::Space::Left) / (buffers * rows),
                 bytesOf(target, target::Space::Right) / (buffers * columns)) /
        elementBytes / multiple * multiple;
    if (limit >= total)
      return total;
    // A block that divides the extent leaves no rest.
    for (int64_t block = limit; block > limit / 2; block -= multiple)
      if (total % block == 0)
        return block;
    if (limit > 0)
      return limit;
  }
  return 0;
}

namespace {
/// Estimates the time of one product under any blocking.
class Estimate {
public:
  Estimate(const target::Target &target, const ProductShape &shape,
           int64_t elementBytes, int64_t multiple, const MatUse &inMat)
      : target(target), shape(shape), bytes(elementBytes), multiple(multiple),
        inMat(inMat) {}

  /// The rest of a blocking of `m` x `n` sums, or nothing if it does not fit.
  std::optional<Blocking> complete(int64_t m, int64_t n, Resident resident,
                                   bool twoSums) const;
  double getCycles(const Blocking &blocking) const;

private:
  int64_t align(int64_t extent) const {
    return llvm::alignTo(extent, multiple);
  }

  const target::Target &target;
  const ProductShape &shape;
  int64_t bytes;
  int64_t multiple;
  const MatUse &inMat;
};
} // namespace

std::optional<Blocking> Estimate::complete(int64_t m, int64_t n,
                                           Resident resident,
                                           bool twoSums) const {
  // Something passes by only if there are several blocks of it; what was
  // computed stays anyway.
  if ((resident == Resident::Left && (n >= shape.n || inMat.hasLeft)) ||
      (resident == Resident::Right && (m >= shape.m || inMat.hasRight)))
    return std::nullopt;
  int64_t sums = align(m) * align(n) * kSumBytes * (twoSums ? 2 : 1);
  if (sums > bytesOf(target, target::Space::Acc))
    return std::nullopt;
  int64_t depth = chooseDepth(target, {m, shape.k, n}, bytes);
  if (depth == 0)
    return std::nullopt;
  int64_t kept = resident == Resident::Left    ? align(m)
                 : resident == Resident::Right ? align(n)
                                               : 0;
  int64_t room = bytesOf(target, target::Space::Mat) - inMat.bytes -
                 kept * align(shape.k) * bytes;
  int64_t loaded =
      (inMat.hasLeft ? 0 : align(m)) + (inMat.hasRight ? 0 : align(n)) - kept;
  int64_t most =
      loaded == 0 ? kMostExtracts : room / (2 * loaded * bytes) / depth;
  if (most < 1 || room < 0)
    return std::nullopt;
  int64_t total = llvm::divideCeil(align(shape.k), depth);
  int64_t count = std::min({most, kMostExtracts, total});
  // Equal loads where that costs no more of them.
  while (count > 1 && total % count != 0 &&
         llvm::divideCeil(total, count) == llvm::divideCeil(total, count - 1))
    --count;
  return Blocking{m, n, std::min(count * depth, shape.k), resident, twoSums};
}

/// The sum over blocks of `total`, each at most `block`, of their boxes.
static int64_t countBoxes(int64_t total, int64_t block, int64_t box) {
  return total / block * llvm::divideCeil(block, box) +
         llvm::divideCeil(total % block, box);
}

double Estimate::getCycles(const Blocking &blocking) const {
  auto [m, n, k, resident, twoSums] = blocking;
  double rowBlocks = llvm::divideCeil(shape.m, m);
  double columnBlocks = llvm::divideCeil(shape.n, n);
  double tiles = rowBlocks * columnBlocks;
  auto left = static_cast<double>(shape.m * shape.k * bytes);
  auto right = static_cast<double>(shape.k * shape.n * bytes);
  double depths =
      llvm::divideCeil(shape.k, chooseDepth(target, {m, shape.k, n}, bytes));

  const target::CubeCost &cube = target.cube;
  double multiplying =
      static_cast<double>(countBoxes(shape.m, m, cube.boxM.value) *
                          countBoxes(shape.n, n, cube.boxN.value)) *
          static_cast<double>(
              llvm::divideCeil(shape.k * bytes, cube.kBytes.value)) *
          (bytes == 4 ? cube.cyclesPerBox32.value : cube.cyclesPerBox16.value) +
      tiles * depths * cube.chained.value;
  const target::OnChipRates &rates = target.onChip;
  double extracting = left * columnBlocks / rates.matToLeft.value +
                      right * rowBlocks / rates.matToRight.value +
                      tiles * depths * rates.matPairFixed.value;

  // Rows of global memory: those of the left operand are cut at each load, the
  // right operand's are as long as a block is wide.
  const target::GmCost &gm = target.gm;
  double loads = tiles * llvm::divideCeil(shape.k, k);
  double leftTimes = columnBlocks, rightTimes = rowBlocks, alone = 0;
  double leftLoads = loads, rightLoads = loads;
  if (resident == Resident::Left)
    leftTimes = 1, leftLoads = rowBlocks, alone = left;
  if (resident == Resident::Right)
    rightTimes = 1, rightLoads = columnBlocks, alone = right;
  if (inMat.hasLeft)
    leftTimes = 0, leftLoads = 0;
  if (inMat.hasRight)
    rightTimes = 0, rightLoads = 0;
  double rows = leftLoads * static_cast<double>(std::min(m, shape.m)) +
                rightTimes * columnBlocks * static_cast<double>(shape.k);
  double loading =
      std::max((left * leftTimes + right * rightTimes) / gm.coreRateAic.value +
                   gm.issueAic.value * (leftLoads + rightLoads),
               rows * gm.perRowAic.value);
  double storing =
      tiles * rates.accFixed.value +
      static_cast<double>(shape.m * shape.n * kSumBytes) / rates.accToGm.value;
  double busy = std::max({multiplying, extracting, loading});
  // What stays is loaded while nothing else runs, and so is the first block.
  double waiting =
      (alone + static_cast<double>((m + n) * k * bytes)) / gm.coreRateAic.value;
  if (!twoSums)
    return waiting + busy + storing;
  return waiting + std::max(busy, storing) + std::min(busy, storing) / tiles;
}

std::optional<Blocking> chooseBlocking(const target::Target &target,
                                       const ProductShape &shape,
                                       int64_t elementBytes, int64_t multiple,
                                       const MatUse &inMat) {
  Estimate estimate(target, shape, elementBytes, multiple, inMat);
  int64_t words = bytesOf(target, target::Space::Acc) / kSumBytes;
  auto limit = [&](int64_t extent) {
    return std::min<int64_t>(llvm::alignTo(extent, multiple), words / multiple);
  };
  std::optional<Blocking> best;
  std::tuple<double, int64_t, int64_t> bestKey;
  auto consider = [&](int64_t m, int64_t n, Resident resident, bool twoSums) {
    std::optional<Blocking> blocking =
        estimate.complete(m, n, resident, twoSums);
    if (!blocking)
      return;
    std::tuple<double, int64_t, int64_t> key = {estimate.getCycles(*blocking),
                                                -m * n, -blocking->k};
    if (best && bestKey <= key)
      return;
    best = blocking;
    bestKey = key;
  };
  for (int64_t m = multiple; m <= limit(shape.m); m += multiple)
    for (int64_t n = multiple; n <= limit(shape.n) && m * n <= words;
         n += multiple)
      for (Resident resident :
           {Resident::None, Resident::Left, Resident::Right})
        for (bool twoSums : {false, true})
          consider(std::min(m, shape.m), std::min(n, shape.n), resident,
                   twoSums);
  return best;
}

std::optional<Blocking> chooseWholeBlocking(const target::Target &target,
                                            const ProductShape &shape,
                                            int64_t elementBytes,
                                            int64_t multiple,
                                            const MatUse &inMat) {
  return Estimate(target, shape, elementBytes, multiple, inMat)
      .complete(shape.m, shape.n, Resident::None, /*twoSums=*/false);
}

} // namespace pypto
