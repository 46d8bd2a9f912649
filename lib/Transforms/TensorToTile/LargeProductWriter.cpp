//===- LargeProductWriter.cpp - loops of a blocked product ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two blocks of each kind are in use together wherever blocks follow each
// other, so that they have different buffers and one is loaded, or stored,
// while the other is multiplied.
//
//===----------------------------------------------------------------------===//

#include "TensorToTile/LargeProductWriter.h"
#include "Utils/Targets.h"
#include "pypto/Support/Diagnostics.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::pypto;

namespace pypto {

using Writer = KernelConverter::LargeProductWriter;

/// The contracted extent of all terms together: what is loaded for a block.
static Blocking chooseBlocks(const target::Target &target, int64_t m, int64_t k,
                             int64_t n, Type element, int64_t multiple) {
  return chooseBlocking(target, {m, k, n}, getSizeInBytes(element, 1),
                        multiple);
}

Writer::LargeProductWriter(KernelConverter &converter, TensorAssembleOp op,
                           const LargeProduct &product)
    : converter(converter), op(op), product(product),
      loc(op.getSource().getLoc()), kept(product.terms.size()) {
  int64_t k = 0;
  for (const ProductTerm &term : product.terms)
    k += term.k;
  blocking = chooseBlocks(::pypto::getTarget(converter.kernel), product.m, k,
                          product.n, product.element,
                          converter.shapes.getMatmulMultiple());
}

Value Writer::add(OpBuilder &builder, Value a, Value b) {
  return builder.createOrFold<arith::AddIOp>(loc, a, b);
}

LogicalResult Writer::forEachGroup(OpBuilder &builder, int64_t total,
                                   int64_t step, int64_t size, GroupBody body) {
  auto group = [&](OpBuilder &at, Value start, int64_t count) {
    SmallVector<Run> runs;
    for (int64_t i = 0; i < count; ++i)
      runs.push_back({add(at, start, constant(i * step)), step});
    return body(at, runs);
  };
  int64_t stride = size * step;
  int64_t whole = total / stride * stride;
  if (whole == stride) {
    if (failed(group(builder, constant(0), size)))
      return failure();
  } else if (whole > 0) {
    auto loop = scf::ForOp::create(builder, loc, constant(0), constant(whole),
                                   constant(stride));
    auto inside = OpBuilder::atBlockTerminator(loop.getBody());
    if (failed(group(inside, loop.getInductionVar(), size)))
      return failure();
  }
  SmallVector<Run> rest;
  for (int64_t start = whole; start < total; start += step)
    rest.push_back({constant(start), std::min(step, total - start)});
  return rest.empty() ? success() : body(builder, rest);
}

//===----------------------------------------------------------------------===//
// Blocks of the operands
//===----------------------------------------------------------------------===//

Value Writer::slice(OpBuilder &builder, Value whole, int64_t axis, Run run) {
  auto type = cast<TileType>(whole.getType());
  if (type.getValid()[axis] == run.extent)
    return whole;
  SmallVector<int64_t> valid(type.getValid());
  valid[axis] = run.extent;
  ArrayRef<int64_t> shape =
      converter.shapes.getTileType(valid, type.getElementType()).getShape();
  SmallVector<Value> offsets(2, constant(0));
  offsets[axis] = run.start;
  return TileSliceOp::create(builder, whole.getLoc(),
                             type.withShape(shape).withValid(valid), whole,
                             offsets, ValueRange());
}

FailureOr<Writer::Pair> Writer::load(OpBuilder &builder, const Block &block,
                                     size_t index, Run run) {
  const ProductTerm &term = product.terms[index];
  FailureOr<Value> lhs, rhs;
  if (blocking.resident == Resident::Left)
    lhs = slice(builder, kept[index], 1, run);
  else
    lhs = converter.loadMatmulBlock(builder, loc, term.lhs, position,
                                    {block.rows.start, run.start},
                                    {block.rows.extent, run.extent});
  if (blocking.resident == Resident::Right)
    rhs = slice(builder, kept[index], 0, run);
  else
    rhs = converter.loadMatmulBlock(builder, loc, term.rhs, position,
                                    {run.start, block.columns.start},
                                    {run.extent, block.columns.extent});
  if (failed(lhs) || failed(rhs))
    return failure();
  return Pair{*lhs, *rhs};
}

LogicalResult Writer::keep(OpBuilder &builder, Run run) {
  bool isLeft = blocking.resident == Resident::Left;
  if (blocking.resident == Resident::None)
    return success();
  for (auto [tile, term] : llvm::zip_equal(kept, product.terms)) {
    FailureOr<Value> block =
        isLeft ? converter.loadMatmulBlock(builder, loc, term.lhs, position,
                                           {run.start, constant(0)},
                                           {run.extent, term.k})
               : converter.loadMatmulBlock(builder, loc, term.rhs, position,
                                           {constant(0), run.start},
                                           {term.k, run.extent});
    if (failed(block))
      return failure();
    tile = *block;
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

FailureOr<Value> Writer::multiply(OpBuilder &builder, const Block &block,
                                  size_t term, Value sum, ArrayRef<Run> runs,
                                  function_ref<LogicalResult()> afterFirst) {
  Type word = isa<FloatType>(product.element) ? Type(builder.getF32Type())
                                              : Type(builder.getI32Type());
  TileType type = converter.shapes.getTileType(
      {block.rows.extent, block.columns.extent}, word);
  SmallVector<Pair> pairs;
  for (Run run : runs) {
    FailureOr<Pair> pair = load(builder, block, term, run);
    if (failed(pair))
      return failure();
    pairs.push_back(*pair);
  }
  for (const Pair &pair : pairs) {
    sum = sum ? TileMatmulAccOp::create(builder, loc, type, sum, pair.lhs,
                                        pair.rhs, Value())
                    .getResult()
              : TileMatmulOp::create(builder, loc, type, pair.lhs, pair.rhs,
                                     Value())
                    .getResult();
    if (&pair == pairs.begin() && failed(afterFirst()))
      return failure();
  }
  return sum;
}

FailureOr<Value>
Writer::accumulateTerm(OpBuilder &builder, const Block &block, size_t term,
                       Value sum, function_ref<LogicalResult()> afterFirst) {
  int64_t total = product.terms[term].k;
  int64_t step = std::min(blocking.k, total);
  int64_t whole = total / step;
  auto getRuns = [&](int64_t first, int64_t last) {
    SmallVector<Run> runs;
    for (int64_t i = first; i < last; ++i)
      runs.push_back({constant(i * step), std::min(step, total - i * step)});
    return runs;
  };
  int64_t count = llvm::divideCeil(total, step);
  int64_t done = std::min<int64_t>(2, count);
  FailureOr<Value> next =
      multiply(builder, block, term, sum, getRuns(0, done), afterFirst);
  if (failed(next))
    return failure();
  auto nothing = [] { return success(); };
  if (whole - done >= 4) {
    int64_t last = done + (whole - done) / 2 * 2;
    auto loop = scf::ForOp::create(builder, loc, constant(done * step),
                                   constant(last * step), constant(2 * step),
                                   ValueRange{*next});
    auto inside = OpBuilder::atBlockEnd(loop.getBody());
    Value start = loop.getInductionVar();
    Run runs[] = {{start, step}, {add(inside, start, constant(step)), step}};
    FailureOr<Value> inner = multiply(
        inside, block, term, loop.getRegionIterArgs()[0], runs, nothing);
    if (failed(inner))
      return failure();
    scf::YieldOp::create(inside, loc, ValueRange{*inner});
    next = loop.getResult(0);
    done = last;
  }
  for (; done < count && succeeded(next); done += 2)
    next = multiply(builder, block, term, *next,
                    getRuns(done, std::min(done + 2, count)), nothing);
  return next;
}

FailureOr<Value> Writer::accumulate(OpBuilder &builder, const Block &block,
                                    function_ref<LogicalResult()> afterFirst) {
  auto nothing = [] { return success(); };
  FailureOr<Value> sum = Value();
  for (size_t term = 0; term < product.terms.size() && succeeded(sum); ++term)
    sum = accumulateTerm(builder, block, term, *sum,
                         term == 0 ? afterFirst
                                   : function_ref<LogicalResult()>(nothing));
  return sum;
}

//===----------------------------------------------------------------------===//
// The result
//===----------------------------------------------------------------------===//

/// For each axis of `stored` the axis of `shape` that it runs along, or -1 for
/// an axis of one: a reshape in between only drops or adds those.
static SmallVector<int> matchAxes(ArrayRef<int64_t> stored,
                                  ArrayRef<int64_t> shape) {
  if (stored == shape)
    return llvm::to_vector(llvm::seq<int>(0, shape.size()));
  SmallVector<int> axes;
  int next = 0;
  for (int64_t extent : stored) {
    if (extent == 1) {
      axes.push_back(-1);
      continue;
    }
    while (shape[next] == 1)
      ++next;
    axes.push_back(next++);
  }
  return axes;
}

FailureOr<TensorWindow> Writer::getTarget(OpBuilder &builder,
                                          const Block &block) {
  SmallVector<Run> runs;
  for (Value index : position)
    runs.push_back({index, 1});
  llvm::append_values(runs, block.rows, block.columns);
  SmallVector<int64_t> shape(product.batch);
  llvm::append_values(shape, product.m, product.n);
  ArrayRef<int64_t> stored = op.getSource().getType().getShape();
  SmallVector<Value> offsets;
  SmallVector<int64_t> extents;
  SmallVector<int> axes = matchAxes(stored, shape);
  for (auto [offset, axis] : llvm::zip_equal(op.getOffsets(), axes)) {
    offsets.push_back(axis < 0 ? offset
                               : add(builder, offset, runs[axis].start));
    extents.push_back(axis < 0 ? 1 : runs[axis].extent);
  }
  FailureOr<TensorWindow> window = converter.windows.get(
      builder, op.getLoc(), op.getTarget(), offsets, extents);
  bool isColumn =
      axes.empty() || axes.back() + 1 != static_cast<int>(shape.size());
  if (failed(window) || !isColumn || product.m == 1)
    return window;
  // A column of the result that lies as a row in memory: one column in all.
  auto type = cast<GlobalTensorType>(window->base.getType());
  if (ShapedType::isDynamic(type.getDimSize(1)))
    return emitError(op, Diag::NotLowered)
           << "a column of a product in a row of a tensor whose extent is "
              "known only at run time";
  int64_t rows = ShapedType::isDynamic(type.getDimSize(0))
                     ? ShapedType::kDynamic
                     : type.getDimSize(0) * type.getDimSize(1);
  Value row = builder.createOrFold<arith::MulIOp>(loc, window->offsets[0],
                                                  constant(type.getDimSize(1)));
  row = add(builder, row, window->offsets[1]);
  OpBuilder after(builder);
  after.setInsertionPointAfterValue(window->base);
  Value column = TensorReshapeOp::create(
      after, loc, GlobalTensorType::get({rows, 1}, type.getElementType()),
      window->base);
  return TensorWindow{column, {row, constant(0)}};
}

LogicalResult Writer::store(OpBuilder &builder, Value sum, const Block &block) {
  FailureOr<TensorWindow> window = getTarget(builder, block);
  if (failed(window))
    return failure();
  TileStoreOp::create(builder, op.getLoc(), window->base.getType(), sum,
                      window->base, window->offsets,
                      product.addedTo ? AtomicKind::add : op.getAtomic());
  return success();
}

/// The sums of a group, each stored after the first products of its successor.
LogicalResult Writer::writeGroup(OpBuilder &builder, ArrayRef<Block> blocks) {
  Value previous;
  for (auto [i, block] : llvm::enumerate(blocks)) {
    auto storePrevious = [&, i = i] {
      return previous ? store(builder, previous, blocks[i - 1]) : success();
    };
    FailureOr<Value> sum = accumulate(builder, block, storePrevious);
    if (failed(sum))
      return failure();
    previous = *sum;
  }
  return store(builder, previous, blocks.back());
}

LogicalResult Writer::writeMatrix(OpBuilder &builder) {
  // What stays on chip is the operand of the outer axis. Groups are along the
  // inner one.
  bool columnsOutside =
      blocking.resident == Resident::Right ||
      (blocking.resident == Resident::None && blocking.n >= product.n);
  int64_t outer = columnsOutside ? product.n : product.m;
  int64_t outerStep = columnsOutside ? blocking.n : blocking.m;
  int64_t inner = columnsOutside ? product.m : product.n;
  int64_t innerStep = columnsOutside ? blocking.m : blocking.n;
  int64_t size = blocking.twoSums ? 2 : 1;
  return forEachGroup(
      builder, outer, outerStep, 1,
      [&](OpBuilder &outside, ArrayRef<Run> outerRuns) -> LogicalResult {
        for (Run run : outerRuns) {
          if (failed(keep(outside, run)))
            return failure();
          auto body = [&](OpBuilder &at, ArrayRef<Run> runs) {
            SmallVector<Block> blocks;
            for (Run other : runs)
              blocks.push_back(columnsOutside ? Block{other, run}
                                              : Block{run, other});
            return writeGroup(at, blocks);
          };
          if (failed(forEachGroup(outside, inner, innerStep, size, body)))
            return failure();
        }
        return success();
      });
}

LogicalResult Writer::writeBatch(OpBuilder &builder) {
  size_t axis = position.size();
  if (axis == product.batch.size())
    return writeMatrix(builder);
  int64_t extent = product.batch[axis];
  position.push_back(constant(0));
  LogicalResult result = success();
  if (extent == 1) {
    result = writeBatch(builder);
  } else {
    auto loop = scf::ForOp::create(builder, loc, constant(0), constant(extent),
                                   constant(1));
    auto inside = OpBuilder::atBlockTerminator(loop.getBody());
    position.back() = loop.getInductionVar();
    result = writeBatch(inside);
  }
  position.pop_back();
  return result;
}

LogicalResult Writer::run() {
  OpBuilder builder(op);
  return writeBatch(builder);
}

} // namespace pypto
