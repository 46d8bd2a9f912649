//===- ConvertLargeMatmul.cpp - products beyond L0 --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Blocks of rows and columns of the result are computed one after the other,
// each by accumulating blocks of the contracted extent in ascending order.
//
//===----------------------------------------------------------------------===//

#include "TensorToTile/KernelConverter.h"
#include "Utils/Targets.h"
#include "pypto/Support/Diagnostics.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::pypto;

namespace pypto {

/// Side of the boxes of an accumulator, and the least useful block (pto-isa).
static constexpr int64_t kBox = 16;

bool KernelConverter::fitsAtOnce(const ProductShape &shape, Type element) {
  const target::Target &target = getTarget(kernel);
  auto fits = [&](int64_t rows, int64_t columns, Type type,
                  target::Space space) {
    return getFootprint(shapes.getTileType({rows, columns}, type)) <=
           static_cast<int64_t>(target.space(space).usableBytes.value);
  };
  Type word = Float32Type::get(kernel.getContext());
  return fits(shape.m, shape.k, element, target::Space::Left) &&
         fits(shape.k, shape.n, element, target::Space::Right) &&
         fits(shape.m, shape.n, word, target::Space::Acc);
}

/// True if the only use of the product is to be written into memory by the same
/// block of code.
bool KernelConverter::isStoredOnly(Operation *op) {
  if (!op->hasOneUse())
    return false;
  auto assemble = dyn_cast<TensorAssembleOp>(*op->user_begin());
  return assemble && assemble->getBlock() == op->getBlock() &&
         assemble.getSource() == op->getResult(0) &&
         isMemory(assemble.getTarget());
}

/// A block of at most `limit` of `total`, in boxes; one that divides `total` if
/// it is not much smaller.
static int64_t chooseBlock(int64_t total, int64_t limit, int64_t multiple) {
  limit = std::max(limit / multiple * multiple, multiple);
  if (total <= limit)
    return total;
  for (int64_t block = limit; block > limit / 2; block -= multiple)
    if (total % block == 0)
      return block;
  return limit;
}

/// Blocks that fill the accumulator with a result that is nearly square, and as
/// much of the contracted extent as fits beside it.
ProductShape KernelConverter::chooseBlocks(const ProductShape &shape,
                                           Type element) {
  const target::Target &target = getTarget(kernel);
  auto bytes = [&](target::Space space) {
    return static_cast<int64_t>(target.space(space).usableBytes.value);
  };
  int64_t elementBytes = getSizeInBytes(element, 1);
  int64_t multiple =
      std::max<int64_t>(kBox, target.blockBytes.value / elementBytes);
  // Accumulators hold four bytes an element.
  int64_t words = bytes(target::Space::Acc) / 4;
  int64_t side = int64_t(1) << (llvm::Log2_64(words) / 2);
  ProductShape block;
  block.m = chooseBlock(shape.m, side, multiple);
  block.n =
      chooseBlock(shape.n, words / llvm::alignTo(block.m, multiple), multiple);
  block.m =
      chooseBlock(shape.m, words / llvm::alignTo(block.n, multiple), multiple);
  int64_t wide = std::max(llvm::alignTo(block.m, multiple),
                          llvm::alignTo(block.n, multiple));
  int64_t l0 =
      std::min(bytes(target::Space::Left), bytes(target::Space::Right));
  block.k = chooseBlock(shape.k, l0 / (wide * elementBytes), multiple);
  return block;
}

/// Calls `body` for blocks of `step` of `total` in a loop, then for the rest.
static LogicalResult
forEachBlock(OpBuilder &builder, Location loc, TensorWindows &windows,
             int64_t total, int64_t step,
             function_ref<LogicalResult(OpBuilder &, Value, int64_t)> body) {
  auto constant = [&](int64_t value) { return windows.getConstant(value); };
  int64_t whole = total / step * step;
  if (whole == step) {
    if (failed(body(builder, constant(0), step)))
      return failure();
  } else if (whole > 0) {
    auto loop = scf::ForOp::create(builder, loc, constant(0), constant(whole),
                                   constant(step));
    auto inside = OpBuilder::atBlockTerminator(loop.getBody());
    if (failed(body(inside, loop.getInductionVar(), step)))
      return failure();
  }
  if (whole < total)
    return body(builder, constant(whole), total - whole);
  return success();
}

/// One block of the result: the products of all blocks of the contracted
/// extent, in ascending order.
FailureOr<Value> KernelConverter::accumulate(OpBuilder &builder, Location loc,
                                             const LargeProduct &product,
                                             ArrayRef<Value> start,
                                             const ProductShape &block) {
  Type element =
      cast<GlobalTensorType>(product.lhs.tensor.getType()).getElementType();
  Type word = isa<FloatType>(element) ? Type(builder.getF32Type())
                                      : Type(builder.getI32Type());
  TileType type = shapes.getTileType({block.m, block.n}, word);
  auto multiply = [&](OpBuilder &at, Value acc, Value k,
                      int64_t extent) -> FailureOr<Value> {
    FailureOr<Value> lhs =
        loadMatmulBlock(at, loc, product.lhs, {start[0], k}, {block.m, extent});
    FailureOr<Value> rhs =
        loadMatmulBlock(at, loc, product.rhs, {k, start[1]}, {extent, block.n});
    if (failed(lhs) || failed(rhs))
      return failure();
    if (!acc)
      return TileMatmulOp::create(at, loc, type, *lhs, *rhs, Value())
          .getResult();
    return TileMatmulAccOp::create(at, loc, type, acc, *lhs, *rhs, Value())
        .getResult();
  };
  FailureOr<Value> sum =
      multiply(builder, Value(), windows.getConstant(0), block.k);
  if (failed(sum))
    return failure();
  int64_t whole = product.shape.k / block.k * block.k;
  if (whole > block.k) {
    auto loop = scf::ForOp::create(
        builder, loc, windows.getConstant(block.k), windows.getConstant(whole),
        windows.getConstant(block.k), ValueRange{*sum});
    auto inside = OpBuilder::atBlockEnd(loop.getBody());
    FailureOr<Value> next = multiply(inside, loop.getRegionIterArgs()[0],
                                     loop.getInductionVar(), block.k);
    if (failed(next))
      return failure();
    scf::YieldOp::create(inside, loc, ValueRange{*next});
    sum = loop.getResult(0);
  }
  if (whole < product.shape.k)
    sum = multiply(builder, *sum, windows.getConstant(whole),
                   product.shape.k - whole);
  return sum;
}

LogicalResult KernelConverter::storeLargeProduct(TensorAssembleOp op,
                                                 const LargeProduct &product) {
  Location loc = op.getSource().getLoc();
  if (versions.lookup(aliases.getMemory(product.lhs.tensor)) !=
          product.lhsVersion ||
      versions.lookup(aliases.getMemory(product.rhs.tensor)) !=
          product.rhsVersion)
    return emitError(op, Diag::NotLowered)
           << "this product does not fit on chip and is computed where it is "
              "stored, but an operand is written in between; store it first";
  Type element =
      cast<GlobalTensorType>(product.lhs.tensor.getType()).getElementType();
  ProductShape step = chooseBlocks(product.shape, element);
  OpBuilder builder(op);
  auto storeBlock = [&](OpBuilder &at, Value row, Value column,
                        const ProductShape &block) -> LogicalResult {
    FailureOr<Value> sum = accumulate(at, loc, product, {row, column}, block);
    if (failed(sum))
      return failure();
    SmallVector<Value> offsets;
    for (auto [offset, start] :
         llvm::zip_equal(op.getOffsets(), ValueRange{row, column}))
      offsets.push_back(
          at.createOrFold<arith::AddIOp>(op.getLoc(), offset, start));
    FailureOr<TensorWindow> window = windows.get(
        at, op.getLoc(), op.getTarget(), offsets, {block.m, block.n});
    if (failed(window))
      return failure();
    TileStoreOp::create(at, op.getLoc(), window->base.getType(), *sum,
                        window->base, window->offsets, op.getAtomic());
    return success();
  };
  return forEachBlock(
      builder, loc, windows, product.shape.m, step.m,
      [&](OpBuilder &rows, Value row, int64_t m) {
        return forEachBlock(
            rows, loc, windows, product.shape.n, step.n,
            [&](OpBuilder &columns, Value column, int64_t n) {
              return storeBlock(columns, row, column, {m, step.k, n});
            });
      });
}

} // namespace pypto
