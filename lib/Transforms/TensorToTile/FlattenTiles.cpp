//===- FlattenTiles.cpp - tiles of rows and columns -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A tile has rows and columns. One of more axes has its leading ones merged
// into rows: what is done to each row by itself stays as it is, what is done to
// each matrix becomes a loop over them, and a product of batches one product
// for each matrix where its result is used.
//
//===----------------------------------------------------------------------===//

#include "TensorToTile/FlattenTiles.h"
#include "TensorToTile/ElementMoves.h"
#include "TensorToTile/TileFlattener.h"
#include "TensorToTile/TileShapes.h"
#include "pypto/Support/Diagnostics.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::pypto;

namespace pypto {

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

FailureOr<TileType> TileFlattener::flatten(Location loc, TileType type) {
  ArrayRef<int64_t> shape = type.getShape(), valid = type.getValid();
  int64_t rows = 1, validRows = 1;
  bool isInside = false;
  for (auto [extent, known] : llvm::zip(shape.drop_back(), valid.drop_back())) {
    if (isInside && known != extent) {
      InFlightDiagnostic diag =
          ::pypto::emitError(loc, ::pypto::Diag::NotLowered)
          << "a tile of " << shape.size()
          << " axes is valid only in part along an inner axis, inside of "
             "other rows";
      ::pypto::attachHelp(diag)
          << "loop over the outer axes and load tiles of two axes";
      return diag;
    }
    isInside |= known != 1;
    rows *= extent;
    validRows = ShapedType::isDynamic(validRows) || ShapedType::isDynamic(known)
                    ? ShapedType::kDynamic
                    : validRows * known;
  }
  return type.withShape({rows, shape.back()})
      .withValid({validRows, valid.back()});
}

LogicalResult TileFlattener::collect(Value value) {
  auto type = dyn_cast<TileType>(value.getType());
  if (!type || type.getRank() == 2)
    return success();
  FailureOr<TileType> flat = flatten(value.getLoc(), type);
  if (failed(flat))
    return failure();
  original[value] = type;
  value.setType(*flat);
  return success();
}

LogicalResult TileFlattener::flattenValid(Operation *op, TileType type,
                                          MutableOperandRange valid) {
  ArrayRef<int64_t> leading = type.getValid().drop_back();
  if (llvm::none_of(leading, ShapedType::isDynamic))
    return success();
  // Only the outermost axis that has more than one row may be cut.
  int64_t inner = 1;
  for (int64_t extent : leading)
    inner *= ShapedType::isDynamic(extent) ? 1 : extent;
  OpBuilder builder(op);
  SmallVector<Value> operands;
  for (OpOperand &operand : valid)
    operands.push_back(operand.get());
  operands[0] = builder.createOrFold<arith::MulIOp>(op->getLoc(), operands[0],
                                                    constants.get(inner));
  valid.assign(operands);
  return success();
}

LogicalResult TileFlattener::checkWhole(Operation *op, Value tile) {
  TileType type = getType(tile);
  if (type.isFullyValid())
    return success();
  InFlightDiagnostic diag =
      ::pypto::emitError(op, ::pypto::Diag::NotLowered)
      << "'" << op->getName() << "' of a tile of " << type.getRank()
      << " axes takes one that is valid everywhere, got " << type;
  ::pypto::attachHelp(diag) << "loop over the leading axes";
  return diag;
}

//===----------------------------------------------------------------------===//
// Rows and columns
//===----------------------------------------------------------------------===//

Value TileFlattener::getRows(OpBuilder &builder, Location loc, Value tile,
                             Value row, int64_t rows) {
  auto type = cast<TileType>(tile.getType());
  SmallVector<int64_t> shape = {rows, type.getDimSize(1)};
  if (shape == type.getShape())
    return tile;
  return TileSliceOp::create(builder, loc,
                             type.withShape(shape).withValid(shape), tile,
                             ValueRange{row, constants.get(0)}, ValueRange());
}

LogicalResult TileFlattener::convertSlice(TileSliceOp op) {
  TileType from = getType(op.getSource()), to = getType(op.getResult());
  ArrayRef<int64_t> shape = from.getShape(), window = to.getShape();
  OpBuilder builder(op);
  Location loc = op.getLoc();
  ValueRange offsets = op.getOffsets();
  if (isBatch(op.getSource())) {
    beginUse(op);
    // One matrix of a batch.
    SmallVector<Value> position(offsets.drop_back(2));
    bool isPage = llvm::all_of(getLeading(window),
                               [](int64_t extent) { return extent == 1; }) &&
                  window.take_back(2) == shape.take_back(2);
    if (!isPage)
      return ::pypto::emitError(op, ::pypto::Diag::NotLowered)
             << "a slice of a batch of products must be one whole matrix, of "
                "extents [1, ..., "
             << shape.take_back(2)[0] << ", " << shape.back() << "]";
    FailureOr<Value> page = getPage(builder, op.getSource(), position);
    if (failed(page))
      return failure();
    replace(op, *page);
    return success();
  }
  if (::pypto::isRunOfRows(window.drop_back(), shape.drop_back(),
                           offsets.drop_back())) {
    op.getOffsetsMutable().assign(merge(builder, loc, shape, offsets));
    return flattenValid(op, to, op.getValidMutable());
  }
  if (failed(checkWhole(op, op.getSource())) ||
      failed(checkWhole(op, op.getResult())))
    return failure();
  size_t outer = ::pypto::countOuterAxes(window, shape, offsets);
  int64_t rows = countRows(window, outer);
  TileType type = op.getResult().getType();
  SmallVector<int64_t> part = {rows, window.back()};
  FailureOr<Value> result = forEachPosition(
      builder, loc, constants, window.take_front(outer),
      ::pypto::createUnwritten(builder, loc, type),
      [&](OpBuilder &at, Positions position,
          Value carried) -> FailureOr<Value> {
        Value piece = TileSliceOp::create(
            at, loc, type.withShape(part).withValid(part), op.getSource(),
            merge(at, loc, shape, ::pypto::moveBy(at, loc, offsets, position)),
            ValueRange());
        Value row = getFirstRow(at, loc, constants, window.take_front(outer),
                                position, rows);
        return TileAssembleOp::create(at, loc, type, carried, piece,
                                      ValueRange{row, constants.get(0)})
            .getResult();
      });
  replace(op, *result);
  return success();
}

LogicalResult TileFlattener::convertAssemble(TileAssembleOp op) {
  ArrayRef<int64_t> shape = getType(op.getTarget()).getShape();
  ArrayRef<int64_t> window = getType(op.getSource()).getShape();
  OpBuilder builder(op);
  Location loc = op.getLoc();
  ValueRange offsets = op.getOffsets();
  if (::pypto::isRunOfRows(window.drop_back(), shape.drop_back(),
                           offsets.drop_back())) {
    op.getOffsetsMutable().assign(merge(builder, loc, shape, offsets));
    return success();
  }
  if (failed(checkWhole(op, op.getSource())))
    return failure();
  size_t outer = ::pypto::countOuterAxes(window, shape, offsets);
  int64_t rows = countRows(window, outer);
  FailureOr<Value> result = forEachPosition(
      builder, loc, constants, window.take_front(outer), op.getTarget(),
      [&](OpBuilder &at, Positions position,
          Value carried) -> FailureOr<Value> {
        Value row = getFirstRow(at, loc, constants, window.take_front(outer),
                                position, rows);
        Value piece = getRows(at, loc, op.getSource(), row, rows);
        return TileAssembleOp::create(
                   at, loc, carried.getType(), carried, piece,
                   merge(at, loc, shape,
                         ::pypto::moveBy(at, loc, offsets, position)))
            .getResult();
      });
  replace(op, *result);
  return success();
}

LogicalResult TileFlattener::convertReshape(TileReshapeOp op) {
  // The users still know by the result what was written.
  if (op.getSource().getType() == op.getResult().getType())
    identities.push_back(op);
  return success();
}

template <typename OpT>
LogicalResult TileFlattener::convertElement(OpT op, Value tile) {
  OpBuilder builder(op);
  op.getIndicesMutable().assign(
      merge(builder, op.getLoc(), getType(tile).getShape(), op.getIndices()));
  return success();
}

//===----------------------------------------------------------------------===//
// Matrices
//===----------------------------------------------------------------------===//

/// Exchanges of two axes that follow each other, or of two that are not the
/// last. \p isWhole: as many elements are whole blocks.
static SmallVector<std::pair<int64_t, int64_t>>
getSteps(ArrayRef<int64_t> shape, int64_t first, int64_t second,
         llvm::function_ref<bool(int64_t)> isWhole) {
  int64_t last = static_cast<int64_t>(shape.size()) - 1;
  if (second != last || first + 1 == last)
    return {{first, second}};
  // By way of the last row axis. Rows are moved one by one where matrices are
  // not turned; those of the order of steps that has whole blocks.
  if (isWhole(shape[last - 1]) &&
      !(isWhole(shape[first]) && isWhole(shape[last])))
    return {{last - 1, last}, {first, last - 1}, {last - 1, last}};
  return {{first, last - 1}, {last - 1, last}, {first, last - 1}};
}

/// Whether each part that \p steps move begins with a block.
static bool moveWholeBlocks(ArrayRef<int64_t> shape,
                            ArrayRef<std::pair<int64_t, int64_t>> steps,
                            llvm::function_ref<bool(int64_t)> isWhole) {
  SmallVector<int64_t> at(shape);
  for (auto [first, second] : steps) {
    AxisExchange plan(at, first, second);
    auto [rows, columns] = ::pypto::getRowsAndColumns(plan.shape);
    if (rows != plan.newRows && !isWhole(plan.newRows * columns))
      return false;
    at.assign(plan.shape.begin(), plan.shape.end());
  }
  return true;
}

Value TileFlattener::exchange(OpBuilder &builder, Location loc, Value tile,
                              SmallVectorImpl<int64_t> &shape, int64_t first,
                              int64_t second) {
  AxisExchange plan(shape, first, second);
  auto [mergedRows, columns] = ::pypto::getRowsAndColumns(plan.shape);
  SmallVector<int64_t> merged = {mergedRows, columns};
  TileType type =
      cast<TileType>(tile.getType()).withShape(merged).withValid(merged);
  FailureOr<Value> result = forEachPosition(
      builder, loc, constants, plan.from,
      ::pypto::createUnwritten(builder, loc, type),
      [&](OpBuilder &at, Positions position,
          Value carried) -> FailureOr<Value> {
        Value part = getRows(
            at, loc, tile,
            getFirstRow(at, loc, constants, plan.from, position, plan.rows),
            plan.rows);
        SmallVector<Value> place(position);
        if (plan.isMatrix) {
          auto partType = cast<TileType>(part.getType());
          SmallVector<int64_t> flipped = {plan.newRows, columns};
          Value scratch = ::pypto::createUnwritten(at, loc, partType);
          part = TileTransposeOp::create(
              at, loc, partType.withShape(flipped).withValid(flipped), part,
              scratch, Value(), /*axes=*/DenseI64ArrayAttr());
        } else {
          std::swap(place[first], place[second]);
        }
        Value row =
            getFirstRow(at, loc, constants, plan.to, place, plan.newRows);
        return TileAssembleOp::create(at, loc, type, carried, part,
                                      ValueRange{row, constants.get(0)})
            .getResult();
      });
  shape.assign(plan.shape.begin(), plan.shape.end());
  return *result;
}

LogicalResult TileFlattener::convertTranspose(TileTransposeOp op) {
  if (failed(checkWhole(op, op.getSource())))
    return failure();
  SmallVector<int64_t> shape(getType(op.getSource()).getShape());
  // The source has two axes by now.
  auto rank = static_cast<int64_t>(shape.size());
  auto [first, second] =
      op.getAxes() ? op.getExchangedAxes() : std::pair(rank - 2, rank - 1);
  OpBuilder builder(op);
  // Each matrix has scratch of its own.
  if (Operation *create = op.getScratch().getDefiningOp();
      isa_and_nonnull<TileCreateOp>(create) && create->hasOneUse())
    dead.push_back(create);
  if (first > second)
    std::swap(first, second);
  Type element = op.getResult().getType().getElementType();
  auto isWhole = [&](int64_t elements) {
    return elements % ::pypto::countLanes(element) == 0;
  };
  Value exchanged = op.getSource();
  auto steps = getSteps(shape, first, second, isWhole);
  if (moveWholeBlocks(shape, steps, isWhole)) {
    for (auto [from, to] : steps)
      exchanged = exchange(builder, op.getLoc(), exchanged, shape, from, to);
  } else if (::pypto::canGather(element, getArch(op))) {
    exchanged =
        ::pypto::exchangeAxes(builder, op.getLoc(), constants, exchanged, shape,
                              first, second, op.getResult().getType());
  } else {
    InFlightDiagnostic diag =
        ::pypto::emitError(op, ::pypto::Diag::NotLowered)
        << "a transpose of a tile of more than two axes moves parts that begin "
           "inside a block of 32 bytes, and elements of "
        << element << " are not gathered";
    attachExpected(diag) << "rows and columns of whole blocks of 32 bytes";
    attachHelp(diag) << "transpose the tensor and load that, or the "
                        "matrices one by one in a loop";
    return diag;
  }
  replace(op, exchanged);
  return success();
}

/// An operation by columns: matrix by matrix.
LogicalResult TileFlattener::convertColumns(Operation *op) {
  OpBuilder builder(op);
  Location loc = op->getLoc();
  for (Value operand : op->getOperands())
    if (isa<TileType>(operand.getType()) && failed(checkWhole(op, operand)))
      return failure();
  TileType whole = getType(op->getResult(0));
  ArrayRef<int64_t> leading = getLeading(whole.getShape());
  auto type = cast<TileType>(op->getResult(0).getType());
  FailureOr<Value> result = forEachPosition(
      builder, loc, constants, leading,
      ::pypto::createUnwritten(builder, loc, type),
      [&](OpBuilder &at, Positions position,
          Value carried) -> FailureOr<Value> {
        SmallVector<Value> operands;
        for (Value operand : op->getOperands()) {
          if (!isa<TileType>(operand.getType())) {
            operands.push_back(operand);
            continue;
          }
          ArrayRef<int64_t> shape = getType(operand).getShape();
          int64_t rows = shape.take_back(2)[0];
          Value row = getFirstRow(at, loc, constants, getLeading(shape),
                                  position, rows);
          operands.push_back(getRows(at, loc, operand, row, rows));
        }
        OperationState state(loc, op->getName());
        state.addOperands(operands);
        state.addAttributes(op->getAttrs());
        SmallVector<int64_t> page(whole.getShape().take_back(2));
        state.addTypes(type.withShape(page).withValid(page));
        Value part = at.create(state)->getResult(0);
        Value row = getFirstRow(at, loc, constants, leading, position, page[0]);
        return TileAssembleOp::create(at, loc, type, carried, part,
                                      ValueRange{row, constants.get(0)})
            .getResult();
      });
  replace(op, *result);
  return success();
}

//===----------------------------------------------------------------------===//
// Driver
//===----------------------------------------------------------------------===//

/// Each row of the result comes from the same rows of the operands.
static bool isByRows(Operation *op) {
  return op->hasTrait<BinaryShapes>() || op->hasTrait<UnaryShapes>() ||
         op->hasTrait<CastShapes>() || op->hasTrait<TernaryShapes>() ||
         op->hasTrait<RowReductionShapes>() ||
         op->hasTrait<RowArgReductionShapes>() ||
         op->hasTrait<RowExpandShapes>() || op->hasTrait<ByRows>() ||
         isa<scf::ForOp, scf::IfOp, scf::WhileOp, scf::YieldOp,
             scf::ConditionOp>(op);
}

static bool isByColumns(Operation *op) {
  return op->hasTrait<ColReductionShapes>() ||
         op->hasTrait<ColArgReductionShapes>() ||
         op->hasTrait<ColExpandShapes>();
}

LogicalResult TileFlattener::convert(Operation *op) {
  if (isInBatchLoop(op))
    return success();
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](TileLoadOp load) {
        TileType type = getType(load.getResult());
        load.setWindow(type.getValid());
        return flattenValid(op, type, load.getValidMutable());
      })
      .Case([&](TileCreateOp create) {
        return flattenValid(op, getType(create.getResult()),
                            create.getValidMutable());
      })
      .Case([&](TileStoreOp store) { return convertStore(store); })
      .Case([&](TileSliceOp slice) { return convertSlice(slice); })
      .Case([&](TileAssembleOp assemble) { return convertAssemble(assemble); })
      .Case([&](TileReshapeOp reshape) { return convertReshape(reshape); })
      .Case([&](TileTransposeOp exchanged) {
        return convertTranspose(exchanged);
      })
      .Case([&](TileReadOp read) {
        return convertElement(read, read.getSource());
      })
      .Case([&](TileWriteOp write) {
        return convertElement(write, write.getTarget());
      })
      .Case([&](scf::ForOp loop) -> LogicalResult {
        if (!carriesBatch(loop))
          return success();
        batchLoops.insert(loop);
        dead.push_back(loop);
        return checkLoop(loop);
      })
      // Made where its result is used.
      .Case<TileMatmulOp, TileMatmulAccOp>([&](auto) {
        dead.push_back(op);
        return success();
      })
      .Default([&](Operation *) -> LogicalResult {
        if (isByColumns(op))
          return convertColumns(op);
        bool takesBatch = llvm::any_of(
            op->getOperands(), [&](Value value) { return isBatch(value); });
        if (takesBatch && isa<TileMoveOp>(op)) {
          dead.push_back(op);
          return success();
        }
        if (isByRows(op) && !takesBatch)
          return success();
        InFlightDiagnostic diag =
            ::pypto::emitError(op, ::pypto::Diag::NotLowered);
        diag << "'" << op->getName() << "' on ";
        diag << (takesBatch ? "a batch of products"
                            : "a tile of more than two axes");
        if (takesBatch)
          ::pypto::attachExpected(diag)
              << "what stores, slices by matrices, adds to or multiplies it";
        ::pypto::attachHelp(diag)
            << (takesBatch ? "loop over the batch"
                           : "loop over the leading axes and use tiles of two");
        return diag;
      });
}

LogicalResult TileFlattener::run() {
  SmallVector<Operation *> work;
  WalkResult walked = kernel.walk<WalkOrder::PreOrder>([&](Operation *op) {
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (BlockArgument argument : block.getArguments())
          if (failed(collect(argument)))
            return WalkResult::interrupt();
    for (Value result : op->getResults())
      if (failed(collect(result)))
        return WalkResult::interrupt();
    auto isDeepValue = [&](Value value) { return isDeep(value); };
    if (op != kernel && (llvm::any_of(op->getOperands(), isDeepValue) ||
                         llvm::any_of(op->getResults(), isDeepValue)))
      work.push_back(op);
    return WalkResult::advance();
  });
  if (walked.wasInterrupted())
    return failure();
  for (Operation *op : work)
    if (failed(convert(op)))
      return failure();
  for (TileReshapeOp reshape : identities) {
    reshape.getResult().replaceAllUsesWith(reshape.getSource());
    dead.push_back(reshape);
  }
  // Operands of batches that were loaded again, too.
  llvm::SmallPtrSet<Operation *, 16> gone;
  for (Operation *op : llvm::reverse(dead)) {
    op->walk([&](Operation *inner) { gone.insert(inner); });
    if (op->use_empty())
      op->erase();
  }
  for (Operation *op : llvm::reverse(work)) {
    if (gone.contains(op))
      continue;
    if (isa<TileLoadOp, TileMoveOp>(op) && op->use_empty())
      op->erase();
  }
  return success();
}

LogicalResult flattenTiles(func::FuncOp kernel) {
  return TileFlattener(kernel).run();
}

} // namespace pypto
