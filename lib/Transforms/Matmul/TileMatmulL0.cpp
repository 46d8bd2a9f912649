//===- TileMatmulL0.cpp - products deeper than Left and Right ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Matmul/Blocking.h"
#include "Matmul/EmptyProducts.h"
#include "Utils/Targets.h"
#include "pypto/Support/Diagnostics.h"
#include "pypto/Transforms/Matmul/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/MathExtras.h"

namespace pypto {
#define GEN_PASS_DEF_TILEMATMULL0
#include "pypto/Transforms/Matmul/Passes.h.inc"
} // namespace pypto

using namespace mlir;
using namespace mlir::pypto;

namespace {
/// A product, with its operands.
struct Product : ProductOperands {
  explicit Product(ProductOpInterface op)
      : ProductOperands(op.getProductOperands()), op(op) {}
  /// A handle: what is asked of it does not change the product.
  mutable ProductOpInterface op;
};

/// Writes one product as a chain of products of blocks.
class Splitter {
public:
  Splitter(const Product &product, int64_t depth, int64_t extent)
      : product(product), loc(product.op->getLoc()), depth(depth),
        extent(extent),
        type(cast<TileType>(product.op->getResult(0).getType())) {}

  Value run(OpBuilder &builder);

private:
  /// Blocks of both factors and their scales, to be multiplied.
  ProductOperands extract(OpBuilder &builder, Value start, int64_t length);
  void extractScales(OpBuilder &builder, Value start, ProductOperands &blocks);
  Value multiply(OpBuilder &builder, Value acc, ProductOperands blocks);
  Value multiplyAll(OpBuilder &builder, Value acc,
                    ArrayRef<std::pair<Value, int64_t>> blocks);
  Value constant(OpBuilder &builder, int64_t value) {
    return arith::ConstantIndexOp::create(builder, loc, value);
  }

  const Product &product;
  Location loc;
  /// Contracted extent of a block, and of all that is valid.
  int64_t depth, extent;
  TileType type;
};
} // namespace

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

static Value add(OpBuilder &builder, Location loc, Value a, Value b) {
  return builder.createOrFold<arith::AddIOp>(loc, a, b);
}

/// A rectangle of `tile`, of `shape` and `valid`, in `space`.
static Value extractFrom(OpBuilder &builder, Location loc, Value tile,
                         Value row, Value column, ArrayRef<int64_t> shape,
                         ArrayRef<int64_t> valid, MemorySpace space) {
  auto type = cast<TileType>(tile.getType());
  auto result = TileType::get(shape, type.getElementType(), MemorySpaceAttr(),
                              TileLayout::ND, valid, PadValue::null)
                    .withSpace(space);
  // Windows of tiles fold into where the extraction starts.
  while (auto slice = tile.getDefiningOp<TileSliceOp>()) {
    row = add(builder, loc, row, slice.getOffsets()[0]);
    column = add(builder, loc, column, slice.getOffsets()[1]);
    tile = slice.getSource();
  }
  return TileExtractOp::create(builder, tile.getLoc(), result, tile, row,
                               column, Value());
}

ProductOperands Splitter::extract(OpBuilder &builder, Value start,
                                  int64_t length) {
  auto lhs = cast<TileType>(product.lhs.getType());
  auto rhs = cast<TileType>(product.rhs.getType());
  // Physical extents stay multiples of boxes.
  int64_t physical = std::min(depth, lhs.getDimSize(1));
  if (length < depth)
    physical = std::min(physical, lhs.getDimSize(1) - (extent - length));
  Value zero = constant(builder, 0);
  ProductOperands blocks;
  blocks.lhs = extractFrom(builder, loc, product.lhs, zero, start,
                           {lhs.getDimSize(0), physical},
                           {lhs.getValid()[0], length}, MemorySpace::Left);
  blocks.rhs = extractFrom(builder, loc, product.rhs, start, zero,
                           {physical, rhs.getDimSize(1)},
                           {length, rhs.getValid()[1]}, MemorySpace::Right);
  if (product.op.isScaled())
    extractScales(builder, start, blocks);
  return blocks;
}

/// The scales of factors of which `blocks` are the part that begins at `start`.
void Splitter::extractScales(OpBuilder &builder, Value start,
                             ProductOperands &blocks) {
  auto lhs = cast<TileType>(blocks.lhs.getType());
  auto rhs = cast<TileType>(blocks.rhs.getType());
  Value zero = constant(builder, 0);
  Value group = builder.createOrFold<arith::DivUIOp>(
      loc, start, constant(builder, kScaleGroup));
  int64_t groups = lhs.getDimSize(1) / kScaleGroup;
  SmallVector<int64_t> left = {lhs.getDimSize(0), groups};
  SmallVector<int64_t> right = {groups, rhs.getDimSize(1)};
  blocks.lhsScale = extractFrom(builder, loc, product.lhsScale, zero, group,
                                left, left, MemorySpace::LeftScale);
  blocks.rhsScale = extractFrom(builder, loc, product.rhsScale, group, zero,
                                right, right, MemorySpace::RightScale);
}

Value Splitter::multiply(OpBuilder &builder, Value acc,
                         ProductOperands blocks) {
  blocks.acc = acc;
  blocks.bias = product.bias;
  return product.op.createSimilar(builder, loc, type, blocks);
}

/// Multiplies `blocks`, starts and lengths, each extracted before its
/// predecessor is multiplied: the tiles of neighbours are in use together, so
/// they get different buffers and one is filled while the other is read.
Value Splitter::multiplyAll(OpBuilder &builder, Value acc,
                            ArrayRef<std::pair<Value, int64_t>> blocks) {
  ProductOperands next =
      extract(builder, blocks.front().first, blocks.front().second);
  for (size_t i = 0; i < blocks.size(); ++i) {
    ProductOperands current = next;
    if (i + 1 < blocks.size())
      next = extract(builder, blocks[i + 1].first, blocks[i + 1].second);
    acc = multiply(builder, acc, current);
  }
  return acc;
}

Value Splitter::run(OpBuilder &builder) {
  // More blocks than these go in pairs into a loop.
  constexpr int64_t kMostUnrolled = 4;
  int64_t whole = extent / depth;
  SmallVector<std::pair<Value, int64_t>> blocks;
  auto addBlock = [&](int64_t index) {
    int64_t start = index * depth;
    blocks.emplace_back(constant(builder, start),
                        std::min(depth, extent - start));
  };
  int64_t count = llvm::divideCeil(extent, depth);
  if (count <= kMostUnrolled) {
    for (int64_t index = 0; index < count; ++index)
      addBlock(index);
    return multiplyAll(builder, product.acc, blocks);
  }
  // The first pair starts the sum; a given accumulator is as good.
  int64_t first = product.acc ? 0 : 2;
  Value acc = product.acc;
  if (first) {
    addBlock(0);
    addBlock(1);
    acc = multiplyAll(builder, acc, blocks);
  }
  int64_t last = first + (whole - first) / 2 * 2;
  auto loop = scf::ForOp::create(builder, loc, constant(builder, first * depth),
                                 constant(builder, last * depth),
                                 constant(builder, 2 * depth), ValueRange{acc});
  auto inside = OpBuilder::atBlockEnd(loop.getBody());
  Value start = loop.getInductionVar();
  Value second = add(inside, loc, start, constant(inside, depth));
  Value sum = multiplyAll(inside, loop.getRegionIterArgs()[0],
                          {{start, depth}, {second, depth}});
  scf::YieldOp::create(inside, loc, ValueRange{sum});
  acc = loop.getResult(0);
  blocks.clear();
  for (int64_t index = last; index < count; ++index)
    addBlock(index);
  return blocks.empty() ? acc : multiplyAll(builder, acc, blocks);
}

//===----------------------------------------------------------------------===//
// Which products
//===----------------------------------------------------------------------===//

/// Operands that the author placed next to the matrix unit stay there; extents
/// must be known.
static bool isSplittable(const Product &product) {
  for (Value operand :
       {product.lhs, product.rhs, product.lhsScale, product.rhsScale}) {
    if (!operand)
      continue;
    auto type = cast<TileType>(operand.getType());
    std::optional<MemorySpace> space = type.getMemorySpace();
    if (type.getRank() != 2 || !type.hasStaticValid() ||
        (space && *space != MemorySpace::Mat && *space != MemorySpace::Vec))
      return false;
  }
  return true;
}

namespace {
struct TileMatmulL0 : ::pypto::impl::TileMatmulL0Base<TileMatmulL0> {
  void runOnOperation() override;
};
} // namespace

/// True if Left and Right hold `copies` of the operands.
static bool fits(const Product &product, const ::pypto::target::Target &target,
                 int64_t copies) {
  using ::pypto::target::Space;
  auto fitsIn = [&](Value operand, Space space) {
    return copies * ::pypto::getFootprint(cast<TileType>(operand.getType())) <=
           static_cast<int64_t>(target.space(space).usableBytes.value);
  };
  return fitsIn(product.lhs, Space::Left) && fitsIn(product.rhs, Space::Right);
}

/// The contracted extent of blocks of `product`, or nothing if it stays whole.
/// Blocks overlap, but an operand of several products is moved only once: such
/// products stay whole where all of the kernel may.
static FailureOr<std::optional<int64_t>>
getDepth(const Product &product, const ::pypto::target::Target &target,
         bool mayStay) {
  using ::pypto::target::Space;
  auto lhs = cast<TileType>(product.lhs.getType());
  auto rhs = cast<TileType>(product.rhs.getType());
  int64_t bytes = getSizeInBytes(lhs.getElementType(), 1);
  auto capacity = [&](Space space) {
    return static_cast<int64_t>(target.space(space).usableBytes.value);
  };
  bool isShared = !product.lhs.hasOneUse() || !product.rhs.hasOneUse();
  if (fits(product, target, 2) ||
      (mayStay && isShared && fits(product, target, 1)) || bytes == 0)
    return std::optional<int64_t>();
  ::pypto::ProductShape shape = {lhs.getDimSize(0), lhs.getDimSize(1),
                                 rhs.getDimSize(1)};
  int64_t depth = ::pypto::chooseDepth(target, shape, bytes);
  // Blocks have whole pairs of groups of scales.
  constexpr int64_t kScaled = 2 * kScaleGroup;
  if (product.op.isScaled() && depth > 0)
    depth = std::max(depth / kScaled * kScaled, kScaled);
  // One block may be all that is valid of operands that are deeper: the block
  // is what is moved then.
  if (depth > 0)
    return depth < lhs.getValid()[1] || !fits(product, target, 1)
               ? std::optional<int64_t>(depth)
               : std::nullopt;
  int64_t multiple = ::pypto::getBlockMultiple(target, bytes);
  bool isLeft = shape.m * multiple * bytes > capacity(Space::Left);
  Space space = isLeft ? Space::Left : Space::Right;
  ::pypto::emitError(product.op, ::pypto::Diag::TileTooLarge)
      << "an operand with " << (isLeft ? shape.m : shape.n)
      << (isLeft ? " rows" : " columns") << " does not fit "
      << stringifyMemorySpace(::pypto::fromTarget(space)) << " of the "
      << target.name << " even in blocks of " << multiple
      << " of the contracted extent; at most "
      << capacity(space) / (multiple * bytes) << " fit";
  return failure();
}

/// Blocks come out of Mat: an operand that is made elsewhere goes there first.
static void bringToMat(OpBuilder &builder, Value &operand) {
  auto op = operand.getDefiningOp<TileOpInterface>();
  std::optional<MemorySpace> space =
      op ? op.getFixedResultSpace()
         : cast<TileType>(operand.getType()).getMemorySpace();
  if (!space || *space == MemorySpace::Mat)
    return;
  TileType type = cast<TileType>(operand.getType());
  operand = TileMoveOp::create(
      builder, operand.getLoc(),
      type.withSpace(MemorySpace::Mat).withLayout(TileLayout::ND), operand,
      Value());
}

void TileMatmulL0::runOnOperation() {
  func::FuncOp kernel = getOperation();
  if (!isKernel(kernel) || kernel.isExternal())
    return;
  numEmpty += ::pypto::resolveEmptyProducts(kernel);
  const ::pypto::target::Target &target = ::pypto::getTarget(kernel);
  SmallVector<ProductOpInterface> products;
  bool allFit = true;
  kernel.walk([&](ProductOpInterface op) {
    products.push_back(op);
    allFit &= fits(Product(op), target, 1);
  });
  for (ProductOpInterface op : products) {
    // Read now: an earlier sum may have been replaced.
    Product product(op);
    if (!isSplittable(product))
      continue;
    FailureOr<std::optional<int64_t>> depth = getDepth(product, target, allFit);
    if (failed(depth))
      return signalPassFailure();
    if (!*depth)
      continue;
    OpBuilder builder(op);
    for (Value *operand :
         {&product.lhs, &product.rhs, &product.lhsScale, &product.rhsScale})
      if (*operand)
        bringToMat(builder, *operand);
    int64_t extent = cast<TileType>(product.lhs.getType()).getValid()[1];
    Value sum = Splitter(product, **depth, extent).run(builder);
    op->getResult(0).replaceAllUsesWith(sum);
    op->erase();
    ++numSplit;
  }
}
