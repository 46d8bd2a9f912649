//===- LargeProductWriter.cpp - loops of a blocked product ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two blocks of each kind are in use together wherever blocks follow each
// other, so that they have different buffers and one is loaded, or stored,
// while the other is multiplied.
//
//===----------------------------------------------------------------------===//

#include "TensorToTile/LargeProductWriter.h"
#include "TensorToTile/TileBuilding.h"
#include "Utils/Targets.h"
#include "pypto/Support/Diagnostics.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::pypto;

namespace pypto {

using Writer = KernelConverter::LargeProductWriter;

Writer::LargeProductWriter(KernelConverter &converter, Location loc,
                           const LargeProduct &product)
    : converter(converter), product(product), loc(loc),
      shape({product.m, 0, product.n}), kept(product.terms.size()) {
  // The contracted extents of all terms together: what is loaded for a block.
  inMat.hasLeft = inMat.hasRight = true;
  SmallVector<Value> tiles;
  for (const ProductTerm &term : product.terms) {
    shape.k += term.k;
    inMat.hasLeft &= bool(term.lhs.tile);
    inMat.hasRight &= bool(term.rhs.tile);
    for (Value tile : {term.lhs.tile, term.rhs.tile})
      if (tile && !llvm::is_contained(tiles, tile)) {
        tiles.push_back(tile);
        inMat.bytes += getFootprint(cast<TileType>(tile.getType()));
      }
  }
}

LogicalResult Writer::choose() {
  const target::Target &target = ::pypto::getTarget(converter.kernel);
  int64_t bytes = getSizeInBytes(product.element, 1);
  std::optional<Blocking> chosen = chooseBlocking(
      target, shape, bytes, converter.shapes.getMatmulMultiple(), inMat);
  if (chosen) {
    blocking = *chosen;
    return success();
  }
  auto capacity =
      static_cast<int64_t>(target.space(target::Space::Mat).usableBytes.value);
  InFlightDiagnostic diag =
      emitError(loc, Diag::TileTooLarge)
      << "what this product uses on chip takes " << inMat.bytes << " of the "
      << capacity << " bytes of Mat of the " << target.name
      << ", which leaves no room for blocks of its operands";
  ::pypto::attachHelp(diag) << "loop over blocks of rows, or store the "
                               "intermediate product and load it";
  return diag;
}

bool Writer::chooseWhole() {
  std::optional<Blocking> chosen =
      chooseWholeBlocking(::pypto::getTarget(converter.kernel), shape,
                          getSizeInBytes(product.element, 1),
                          converter.shapes.getMatmulMultiple(), inMat);
  if (chosen)
    blocking = *chosen;
  return chosen.has_value();
}

Value Writer::add(OpBuilder &builder, Value a, Value b) {
  return builder.createOrFold<arith::AddIOp>(loc, a, b);
}

LogicalResult
Writer::writeLoop(OpBuilder &builder, int64_t last, int64_t step,
                  llvm::function_ref<LogicalResult(OpBuilder &, Value)> body) {
  SmallVector<Value> carried;
  if (assembled)
    carried.push_back(assembled);
  auto loop = scf::ForOp::create(builder, loc, constant(0), constant(last),
                                 constant(step), carried);
  auto inside = assembled ? OpBuilder::atBlockEnd(loop.getBody())
                          : OpBuilder::atBlockTerminator(loop.getBody());
  if (assembled)
    assembled = loop.getRegionIterArgs()[0];
  if (failed(body(inside, loop.getInductionVar())))
    return failure();
  if (assembled) {
    scf::YieldOp::create(inside, loc, ValueRange{assembled});
    assembled = loop.getResult(0);
  }
  return success();
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
    auto inLoop = [&](OpBuilder &inside, Value start) {
      return group(inside, start, size);
    };
    if (failed(writeLoop(builder, whole, stride, inLoop)))
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

Value Writer::slice(OpBuilder &builder, Value whole, Run rows, Run columns) {
  auto type = cast<TileType>(whole.getType());
  int64_t extents[] = {rows.extent, columns.extent};
  if (type.getValid() == ArrayRef<int64_t>(extents))
    return whole;
  ArrayRef<int64_t> physical =
      converter.shapes.getTileType(extents, type.getElementType()).getShape();
  return TileSliceOp::create(
      builder, whole.getLoc(), type.withShape(physical).withValid(extents),
      whole, ValueRange{rows.start, columns.start}, ValueRange());
}

FailureOr<Value> Writer::loadOperand(OpBuilder &builder,
                                     const MatmulOperand &operand, Value kept,
                                     bool isLeft, Run rows, Run columns) {
  if (operand.tile)
    return slice(builder, operand.tile, rows, columns);
  if (kept) {
    // What is kept has the rows (columns) of the block and all of the rest.
    (isLeft ? rows : columns).start = constant(0);
    return slice(builder, kept, rows, columns);
  }
  return converter.loadMatmulBlock(builder, loc, operand, position,
                                   {rows.start, columns.start},
                                   {rows.extent, columns.extent});
}

FailureOr<Writer::Pair> Writer::load(OpBuilder &builder, const Block &block,
                                     size_t index, Run run) {
  const ProductTerm &term = product.terms[index];
  bool keepsLeft = blocking.resident == Resident::Left;
  bool keepsRight = blocking.resident == Resident::Right;
  FailureOr<Value> lhs =
      loadOperand(builder, term.lhs, keepsLeft ? kept[index] : Value(),
                  /*isLeft=*/true, block.rows, run);
  FailureOr<Value> rhs =
      loadOperand(builder, term.rhs, keepsRight ? kept[index] : Value(),
                  /*isLeft=*/false, run, block.columns);
  if (failed(lhs) || failed(rhs))
    return failure();
  return Pair{*lhs, *rhs};
}

LogicalResult Writer::keep(OpBuilder &builder, Run run) {
  bool isLeft = blocking.resident == Resident::Left;
  if (blocking.resident == Resident::None)
    return success();
  for (auto [tile, term] : llvm::zip_equal(kept, product.terms)) {
    const MatmulOperand &operand = isLeft ? term.lhs : term.rhs;
    // What was computed is on chip already.
    if (operand.tile)
      continue;
    Run whole = {constant(0), term.k};
    FailureOr<Value> block =
        isLeft ? loadOperand(builder, operand, Value(), isLeft, run, whole)
               : loadOperand(builder, operand, Value(), isLeft, whole, run);
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
  FailureOr<Value> sum = product.start;
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

LogicalResult Writer::write(OpBuilder &builder, Value sum, const Block &block) {
  if (assembled) {
    assembled = TileAssembleOp::create(
        builder, loc, assembled.getType(), assembled, sum,
        ValueRange{block.rows.start, block.columns.start});
    return success();
  }
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
      return previous ? write(builder, previous, blocks[i - 1]) : success();
    };
    FailureOr<Value> sum = accumulate(builder, block, storePrevious);
    if (failed(sum))
      return failure();
    previous = *sum;
  }
  return write(builder, previous, blocks.back());
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
    result = writeLoop(builder, extent, 1, [&](OpBuilder &inside, Value index) {
      position.back() = index;
      return writeBatch(inside);
    });
  }
  position.pop_back();
  return result;
}

LogicalResult Writer::store(OpBuilder &builder, TensorAssembleOp assemble) {
  op = assemble;
  if (failed(choose()))
    return failure();
  return writeBatch(builder);
}

FailureOr<Value> Writer::sumUp(OpBuilder &builder) {
  Block whole = {{constant(0), product.m}, {constant(0), product.n}};
  return accumulate(builder, whole, [] { return success(); });
}

FailureOr<Value> Writer::assemble(OpBuilder &builder, TileType type) {
  inMat.bytes += getFootprint(type);
  if (failed(choose()))
    return failure();
  assembled = createUnwritten(builder, loc, type);
  if (failed(writeMatrix(builder)))
    return failure();
  return assembled;
}

} // namespace pypto
