//===- ConvertPages.cpp - tensors of three and more axes --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A tile of a tensor of more than two axes has its leading axes merged into
// rows, its matrices one below the other. What is done to each matrix by itself
// is done in a loop over them.
//
//===----------------------------------------------------------------------===//

#include "TensorToTile/KernelConverter.h"
#include "TensorToTile/TileBuilding.h"
#include "TensorToTile/TwinBuilding.h"
#include "pypto/Support/Diagnostics.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::pypto;

namespace pypto {

/// Rows and columns of each matrix of a tensor.
static SmallVector<int64_t> getMatrixShape(ArrayRef<int64_t> shape) {
  if (shape.size() >= 2)
    return SmallVector<int64_t>(shape.take_back(2));
  return {1, shape.empty() ? 1 : shape.back()};
}

static ArrayRef<int64_t> getShape(Value tensor) {
  return cast<GlobalTensorType>(tensor.getType()).getShape();
}

static bool isOne(int64_t extent) { return extent == 1; }

//===----------------------------------------------------------------------===//
// Parts of tiles
//===----------------------------------------------------------------------===//

Value KernelConverter::getRows(OpBuilder &builder, Location loc, Value tile,
                               Value row, int64_t rows, Value column,
                               int64_t columns) {
  auto type = cast<TileType>(tile.getType());
  SmallVector<int64_t> valid = {rows, columns};
  SmallVector<int64_t> physical = {
      rows, shapes.getTileType(valid, type.getElementType()).getDimSize(1)};
  if (isConstantIntValue(column, 0) && columns == type.getValid()[1])
    physical[1] = type.getDimSize(1);
  if (isColumn(type) && rows != 1)
    physical[0] = std::min<int64_t>(
        llvm::alignTo(rows, countLanes(type.getElementType())),
        type.getDimSize(0));
  TileType part = type.withShape(physical).withValid(valid);
  if (part == type)
    return tile;
  if ((isLonger(row, physical[0], type.getDimSize(0)) ||
       isLonger(column, physical[1], type.getDimSize(1))) &&
      canMoveElements(type))
    return takeTile(builder, loc, tile, row, column, part);
  return TileSliceOp::create(builder, loc, part, tile, ValueRange{row, column},
                             ValueRange());
}

Value KernelConverter::asTile(OpBuilder &builder, Location loc, Value part) {
  auto type = cast<TileType>(part.getType());
  TileType own = shapes.getTileType(type.getValid(), type.getElementType());
  if (own.getShape() == type.getShape())
    return part;
  Value zero = windows.getConstant(0);
  return TileAssembleOp::create(builder, loc, own,
                                createUnwritten(builder, loc, own), part,
                                ValueRange{zero, zero});
}

Value KernelConverter::putPage(OpBuilder &builder, Location loc, Value target,
                               Value page, Value row) {
  auto type = cast<TileType>(page.getType());
  Value zero = windows.getConstant(0);
  Value part = getRows(builder, loc, page, zero, type.getValid()[0], zero,
                       type.getValid()[1]);
  return writeTile(builder, loc, target, part, ValueRange{row, zero});
}

FailureOr<Value> KernelConverter::getWholeTile(OpBuilder &builder,
                                               Operation *op, Value tensor) {
  FailureOr<Value> tile = getTile(builder, op->getLoc(), tensor);
  if (failed(tile))
    return failure();
  auto type = cast<TileType>(tile->getType());
  auto [rows, columns] = getRowsAndColumns(getShape(tensor));
  if (type.getValid() == ArrayRef<int64_t>({rows, columns}) &&
      !ShapedType::isDynamic(rows) && !ShapedType::isDynamic(columns))
    return tile;
  InFlightDiagnostic diag =
      emitError(op, Diag::NotLowered)
      << "'" << op->getName() << "' on a tensor of " << getShape(tensor).size()
      << " axes takes one that is valid everywhere and whose extents are "
         "known at compile time";
  ::pypto::attachHelp(diag) << "loop over the leading axes";
  return diag;
}

FailureOr<KernelConverter::PageSource>
KernelConverter::getPageSource(OpBuilder &builder, Operation *op,
                               Value tensor) {
  auto type = cast<GlobalTensorType>(tensor.getType());
  bool isOnePage = llvm::all_of(getLeading(type.getShape()), isOne);
  if (isMemory(tensor) && !isOnePage && type.hasStaticShape() &&
      aliases.isWhollyValid(tensor))
    return PageSource{tensor, Value()};
  FailureOr<Value> tile = getWholeTile(builder, op, tensor);
  if (failed(tile))
    return failure();
  return PageSource{tensor, *tile};
}

FailureOr<Value> KernelConverter::getPage(OpBuilder &builder, Location loc,
                                          PageSource source,
                                          ArrayRef<Value> position) {
  ArrayRef<int64_t> shape = getShape(source.tensor);
  ArrayRef<int64_t> leading = getLeading(shape);
  SmallVector<int64_t> matrix = getMatrixShape(shape);
  Value zero = windows.getConstant(0);
  if (source.tile) {
    if (llvm::all_of(leading, isOne))
      return source.tile;
    Value part = getRows(builder, loc, source.tile,
                         getFirstRow(builder, loc, windows.getConstants(),
                                     leading, position, matrix[0]),
                         matrix[0], zero, matrix[1]);
    return asTile(builder, loc, part);
  }
  SmallVector<Value> start;
  SmallVector<int64_t> window(leading.size(), 1);
  for (auto [extent, index] :
       llvm::zip_equal(leading, position.take_back(leading.size())))
    start.push_back(extent == 1 ? zero : index);
  start.append(2, zero);
  llvm::append_range(window, matrix);
  FailureOr<TensorWindow> at =
      windows.find(builder, loc, source.tensor, start, window);
  if (failed(at))
    return failure();
  TileType type = shapes.getTileType(
      matrix, cast<GlobalTensorType>(source.tensor.getType()).getElementType());
  FailureOr<DenseI64ArrayAttr> transfer = getTransfer(loc, *at, type);
  if (failed(transfer))
    return failure();
  ++numLoads;
  return createLoad(builder, loc, type, at->base, at->offsets, ValueRange(),
                    *transfer)
      .getResult();
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

/// True if `operand` covers `result` once leading axes are merged into rows.
static bool isCovering(ArrayRef<int64_t> operand, ArrayRef<int64_t> result) {
  auto [rows, columns] = getRowsAndColumns(operand);
  auto [allRows, allColumns] = getRowsAndColumns(result);
  return (rows == allRows || rows == 1) &&
         (columns == allColumns || columns == 1);
}

bool KernelConverter::isByPages(Operation *op) {
  auto isDeep = [](Value value) {
    auto type = dyn_cast<GlobalTensorType>(value.getType());
    return type && !llvm::all_of(getLeading(type.getShape()), isOne);
  };
  if (op->hasTrait<ColReductionShapes>() ||
      op->hasTrait<ColArgReductionShapes>() || op->hasTrait<ColExpandShapes>())
    return llvm::any_of(op->getOperands(), isDeep);
  return op->hasTrait<BinaryShapes>() && isDeep(op->getResult(0)) &&
         !llvm::all_of(op->getOperands(), [&](Value operand) {
           return isCovering(getShape(operand), getShape(op->getResult(0)));
         });
}

LogicalResult KernelConverter::convertByPages(TensorOpInterface op) {
  OpBuilder builder(op);
  Location loc = op->getLoc();
  SmallVector<PageSource> sources;
  for (Value operand : op->getOperands()) {
    if (!isa<GlobalTensorType>(operand.getType())) {
      sources.push_back({operand, operand});
      continue;
    }
    FailureOr<PageSource> source = getPageSource(builder, op, operand);
    if (failed(source))
      return failure();
    sources.push_back(*source);
  }
  Value result = op->getResult(0);
  FailureOr<TileType> type = getTileType(loc, result);
  if (failed(type))
    return failure();
  ArrayRef<int64_t> shape = getShape(result);
  SmallVector<int64_t> matrix = getMatrixShape(shape);
  TileType pageType = shapes.getTileType(matrix, type->getElementType());
  auto convertPage = [&](OpBuilder &at, ArrayRef<Value> position,
                         Value carried) -> FailureOr<Value> {
    SmallVector<Value> operands;
    for (const PageSource &source : sources) {
      if (!isa<GlobalTensorType>(source.tensor.getType())) {
        operands.push_back(source.tensor);
        continue;
      }
      FailureOr<Value> page = getPage(at, loc, source, position);
      if (failed(page))
        return failure();
      operands.push_back(*page);
    }
    Value page;
    if (op->hasTrait<BinaryShapes>()) {
      page = broadcast(at, op, pageType, matrix, {operands[0], operands[1]},
                       {getMatrixShape(getShape(op->getOperand(0))),
                        getMatrixShape(getShape(op->getOperand(1)))});
    } else {
      for (unsigned i = 0; i < op.getNumScratchTiles(); ++i)
        operands.push_back(createUnwritten(
            at, loc, cast<TileType>(operands.front().getType())));
      page = createTwin(at, loc, op.getTileOpName(), pageType, operands,
                        op->getAttrs());
    }
    Value row = getFirstRow(at, loc, windows.getConstants(), getLeading(shape),
                            position, matrix[0]);
    return putPage(at, loc, carried, page, row);
  };
  FailureOr<Value> tile =
      forEachPosition(builder, loc, windows.getConstants(), getLeading(shape),
                      createUnwritten(builder, loc, *type), convertPage);
  if (failed(tile))
    return failure();
  replace(op, *tile);
  return success();
}

//===----------------------------------------------------------------------===//
// Exchanged axes
//===----------------------------------------------------------------------===//

FailureOr<Value> KernelConverter::exchange(OpBuilder &builder, Location loc,
                                           Value tile,
                                           SmallVectorImpl<int64_t> &shape,
                                           int64_t first, int64_t second) {
  int64_t last = static_cast<int64_t>(shape.size()) - 1;
  // By way of the last row axis.
  if (second == last && first + 1 != last) {
    FailureOr<Value> near =
        exchange(builder, loc, tile, shape, first, last - 1);
    if (succeeded(near))
      near = exchange(builder, loc, *near, shape, last - 1, last);
    if (succeeded(near))
      near = exchange(builder, loc, *near, shape, first, last - 1);
    return near;
  }
  AxisExchange plan(shape, first, second);
  Value zero = windows.getConstant(0);
  auto element = cast<TileType>(tile.getType()).getElementType();
  FailureOr<Value> result = forEachPosition(
      builder, loc, windows.getConstants(), plan.from,
      createUnwritten(builder, loc, shapes.getTileType(plan.shape, element)),
      [&](OpBuilder &at, ArrayRef<Value> position,
          Value carried) -> FailureOr<Value> {
        Value part = getRows(at, loc, tile,
                             getFirstRow(at, loc, windows.getConstants(),
                                         plan.from, position, plan.rows),
                             plan.rows, zero, shape.back());
        SmallVector<Value> place(position);
        if (plan.isMatrix)
          part = transpose(at, loc, asTile(at, loc, part));
        else
          std::swap(place[first], place[second]);
        return putPage(at, loc, carried, part,
                       getFirstRow(at, loc, windows.getConstants(), plan.to,
                                   place, plan.newRows));
      });
  shape.assign(plan.shape.begin(), plan.shape.end());
  return result;
}

LogicalResult KernelConverter::convertTransposeByPages(TensorTransposeOp op) {
  OpBuilder builder(op);
  FailureOr<Value> source = getWholeTile(builder, op, op.getSource());
  if (failed(source))
    return failure();
  SmallVector<int64_t> shape(getShape(op.getSource()));
  auto first = static_cast<int64_t>(op.getAxis0());
  auto second = static_cast<int64_t>(op.getAxis1());
  FailureOr<Value> tile =
      exchange(builder, op.getLoc(), *source, shape, std::min(first, second),
               std::max(first, second));
  if (failed(tile))
    return failure();
  replace(op, *tile);
  return success();
}

//===----------------------------------------------------------------------===//
// Windows
//===----------------------------------------------------------------------===//

FailureOr<Value> KernelConverter::sliceByPages(TensorSliceOp op, Value source,
                                               ArrayRef<int64_t> window,
                                               ArrayRef<OpFoldResult> sizes) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  FailureOr<Value> whole = getWholeTile(builder, op, op.getSource());
  if (failed(whole))
    return failure();
  if (llvm::any_of(sizes, [](OpFoldResult size) {
        return !getConstantIntValue(size);
      })) {
    InFlightDiagnostic diag =
        emitError(op, Diag::NotLowered)
        << "a window of a computed tensor of " << window.size()
        << " axes must have extents that are known at compile time";
    ::pypto::attachHelp(diag) << "slice the tensor before computing on it";
    return diag;
  }
  ArrayRef<int64_t> shape = getShape(op.getSource());
  ValueRange offsets = op.getOffsets();
  size_t loops = countOuterAxes(window, shape, offsets);
  int64_t rows = countRows(window, loops);
  ArrayRef<int64_t> outer = window.take_front(loops);
  Type element = op.getResult().getType().getElementType();
  bool takesColumn = window.back() == 1 && rows != 1 &&
                     cast<TileType>(whole->getType()).getDimSize(1) != 1;
  return forEachPosition(
      builder, loc, windows.getConstants(), outer,
      createUnwritten(builder, loc, shapes.getTileType(window, element)),
      [&](OpBuilder &at, ArrayRef<Value> position,
          Value carried) -> FailureOr<Value> {
        SmallVector<Value> place =
            *getTileOffsets(at, loc, shape, moveBy(at, loc, offsets, position));
        if (takesColumn)
          return putPage(at, loc, carried,
                         takeColumn(at, loc, *whole, place[0], place[1], rows),
                         getFirstRow(at, loc, windows.getConstants(), outer,
                                     position, rows));
        Value part =
            getRows(at, loc, *whole, place[0], rows, place[1], window.back());
        return putPage(at, loc, carried, part,
                       getFirstRow(at, loc, windows.getConstants(), outer,
                                   position, rows));
      });
}

FailureOr<Value> KernelConverter::assembleByPages(TensorAssembleOp op,
                                                  Value target, Value source) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  ArrayRef<int64_t> shape = getShape(op.getTarget());
  ArrayRef<int64_t> window = getShape(op.getSource());
  ValueRange offsets = op.getOffsets();
  auto type = cast<TileType>(source.getType());
  auto [allRows, columns] = getRowsAndColumns(window);
  if (type.getValid() != ArrayRef<int64_t>({allRows, columns})) {
    InFlightDiagnostic diag =
        emitError(op, Diag::NotLowered)
        << "an update of a computed tensor of " << shape.size()
        << " axes takes a source that is valid everywhere";
    ::pypto::attachHelp(diag) << "loop over the leading axes";
    return diag;
  }
  size_t loops = countOuterAxes(window, shape, offsets);
  int64_t rows = countRows(window, loops);
  ArrayRef<int64_t> outer = window.take_front(loops);
  Value zero = windows.getConstant(0);
  return forEachPosition(
      builder, loc, windows.getConstants(), outer, target,
      [&](OpBuilder &at, ArrayRef<Value> position,
          Value carried) -> FailureOr<Value> {
        Value part = getRows(
            at, loc, source,
            getFirstRow(at, loc, windows.getConstants(), outer, position, rows),
            rows, zero, window.back());
        SmallVector<Value> place =
            *getTileOffsets(at, loc, shape, moveBy(at, loc, offsets, position));
        return writeTile(at, loc, carried, part, place);
      });
}

} // namespace pypto
