//===- ConvertAccess.cpp - views, updates and elements ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TensorToTile/ElementMoves.h"
#include "TensorToTile/KernelConverter.h"
#include "TensorToTile/TileBuilding.h"
#include "TensorToTile/TwinBuilding.h"
#include "pypto/Support/Diagnostics.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::pypto;

namespace pypto {

FailureOr<SmallVector<Value>>
KernelConverter::getTileOffsets(OpBuilder &builder, Location loc,
                                ArrayRef<int64_t> shape, ValueRange offsets) {
  bool isStart = true;
  for (size_t axis = 0; axis + 1 < shape.size(); ++axis) {
    if (!isStart && ShapedType::isDynamic(shape[axis]))
      return failure();
    isStart &= isConstantIntValue(offsets[axis], 0);
  }
  return getRowAndColumn(builder, loc, windows.getConstants(), shape, offsets);
}

static bool isRun(ArrayRef<int64_t> window, ArrayRef<int64_t> shape,
                  ValueRange offsets) {
  return isRunOfRows(window.drop_back(), shape.drop_back(),
                     offsets.drop_back());
}

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

/// A column of a matrix is no part of its bytes that a tile could be. Its
/// elements are gathered where they can be; else it is a row of the transpose.
Value KernelConverter::takeColumn(OpBuilder &builder, Location loc, Value tile,
                                  Value row, Value column, int64_t rows) {
  auto type = cast<TileType>(tile.getType());
  Type element = type.getElementType();
  if (canMoveElements(type))
    return ::pypto::takeColumn(builder, loc, windows.getConstants(), tile, row,
                               column, shapes.getTileType({rows, 1}, element));
  Value zero = windows.getConstant(0);
  bool isKnown = !ShapedType::isDynamic(type.getValid()[1]);
  SmallVector<int64_t> valid = {rows, isKnown ? type.getValid()[1]
                                              : type.getDimSize(1)};
  TileType whole = shapes.getTileType(valid, element);
  whole = type.withShape({std::min(whole.getDimSize(0), type.getDimSize(0)),
                          type.getDimSize(1)})
              .withValid(valid);
  if (whole != type)
    tile = TileSliceOp::create(builder, loc, whole, tile, ValueRange{row, zero},
                               ValueRange());
  Value transposed = transpose(builder, loc, tile);
  auto flipped = cast<TileType>(transposed.getType());
  TileType one =
      flipped.withShape({1, flipped.getDimSize(1)}).withValid({1, rows});
  return asRow(builder, loc,
               TileSliceOp::create(builder, loc, one, transposed,
                                   ValueRange{column, zero}, ValueRange()));
}

bool isLonger(Value offset, int64_t window, int64_t extent) {
  std::optional<int64_t> start = getConstantIntValue(offset);
  return start && *start + window > extent;
}

bool KernelConverter::canMoveElements(TileType type) {
  return !shapes.hasMatmul() &&
         canGather(type.getElementType(), getArch(kernel));
}

Value KernelConverter::takeTile(OpBuilder &builder, Location loc, Value source,
                                Value row, Value column, TileType type) {
  return restrictValid(builder, loc,
                       takeWindow(builder, loc, windows.getConstants(), source,
                                  row, column, type.withValid(type.getShape())),
                       type.getValid()[0], type.getValid()[1]);
}

FailureOr<Value> KernelConverter::sliceTile(TensorSliceOp op, Value source,
                                            ValueRange offsets, TileType type,
                                            ValueRange valid) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  auto whole = cast<TileType>(source.getType());
  bool isColumnOfMatrix = isColumn(type) && !isColumn(whole);
  if (isColumnOfMatrix && valid.empty())
    return takeColumn(builder, loc, source, offsets[0], offsets[1],
                      type.getValid()[0]);
  bool passesRows =
      isLonger(offsets[0], type.getDimSize(0), whole.getDimSize(0));
  bool passesColumns =
      isLonger(offsets[1], type.getDimSize(1), whole.getDimSize(1));
  if (!passesRows && !passesColumns)
    return TileSliceOp::create(builder, loc, type, source, offsets, valid)
        .getResult();
  if (valid.empty() && !passesColumns && !isColumn(type))
    return asTile(builder, loc,
                  getRows(builder, loc, source, offsets[0], type.getValid()[0],
                          offsets[1], type.getValid()[1]));
  if (valid.empty() && canMoveElements(type))
    return takeTile(builder, loc, source, offsets[0], offsets[1], type);
  if (canMoveElements(type) && !isColumnOfMatrix) {
    // All of it, and then what is valid.
    if (!whole.hasStaticValid())
      source = restrictValid(builder, loc, source, whole.getDimSize(0),
                             whole.getDimSize(1));
    Value all =
        takeWindow(builder, loc, windows.getConstants(), source, offsets[0],
                   offsets[1], type.withValid(type.getShape()));
    SmallVector<Value> extents;
    for (int64_t extent : type.getValid()) {
      bool isKnown = !ShapedType::isDynamic(extent);
      extents.push_back(isKnown ? windows.getConstant(extent) : valid.front());
      valid = valid.drop_front(!isKnown);
    }
    return TileSetValidshapeOp::create(builder, loc, type, all, extents[0],
                                       extents[1])
        .getResult();
  }
  InFlightDiagnostic diag =
      emitError(op, Diag::OpRejected)
      << "a window of a computed tensor whose tile, of " << type.getDimSize(0)
      << " x " << type.getDimSize(1)
      << " elements in whole blocks of 32 bytes, passes the end of the "
         "tensor's, of "
      << whole.getDimSize(0) << " x " << whole.getDimSize(1);
  ::pypto::attachHelp(diag) << "slice the tensor before computing on it";
  return diag;
}

FailureOr<Value> KernelConverter::sliceClamped(TensorSliceOp op, Value source,
                                               TileType window) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  ArrayRef<int64_t> shape = op.getSource().getType().getShape();
  auto whole = cast<TileType>(source.getType());
  SmallVector<int64_t> inside;
  bool isKnown = shape.size() == 2 && whole.getValid() == shape;
  for (auto [offset, extents] :
       llvm::zip(op.getOffsets(), llvm::zip(shape, window.getValid()))) {
    std::optional<int64_t> start = getConstantIntValue(offset);
    auto [bound, extent] = extents;
    isKnown &= start.has_value();
    inside.push_back(std::clamp<int64_t>(bound - start.value_or(0), 0, extent));
  }
  if (!isKnown) {
    InFlightDiagnostic diag =
        emitError(op, Diag::NotLowered)
        << "a window past the edge of a computed tensor must have two axes "
           "and a constant start";
    ::pypto::attachHelp(diag) << "slice the tensor before computing on it";
    return diag;
  }
  Value result = createUnwritten(builder, loc, window);
  if (!llvm::is_contained(inside, 0)) {
    Value part = getRows(builder, loc, source, op.getOffsets()[0], inside[0],
                         op.getOffsets()[1], inside[1]);
    Value zero = windows.getConstant(0);
    result = TileAssembleOp::create(builder, loc, window, result, part,
                                    ValueRange{zero, zero});
  }
  return setValid(builder, loc, result,
                  {OpFoldResult(builder.getIndexAttr(inside[0])),
                   OpFoldResult(builder.getIndexAttr(inside[1]))});
}

bool KernelConverter::isWrittenHere(Value tensor) {
  auto written = writes.find(kernel);
  return written != writes.end() &&
         llvm::is_contained(written->second, aliases.getMemory(tensor));
}

LogicalResult KernelConverter::convertSlice(TensorSliceOp op) {
  replaced.push_back(op);
  // A window of memory is found again where it is used.
  if (isMemory(op.getSource()))
    return success();
  OpBuilder builder(op);
  ArrayRef<int64_t> shape = op.getSource().getType().getShape();
  FailureOr<Value> source = getTile(builder, op.getLoc(), op.getSource());
  if (failed(source))
    return failure();
  FailureOr<SmallVector<Value>> offsets =
      getTileOffsets(builder, op.getLoc(), shape, op.getOffsets());
  if (failed(offsets)) {
    InFlightDiagnostic diag =
        emitError(op, Diag::NotLowered)
        << "a slice of a computed tensor of " << shape.size()
        << " axes whose inner extents are known only at run time";
    ::pypto::attachHelp(diag) << "slice the tensor before computing on it";
    return diag;
  }
  // The window before its unit axes are dropped.
  SmallVector<int64_t> window;
  SmallVector<OpFoldResult> sizes;
  FailureOr<MemoryRegion> region =
      getRegion(builder, op.getLoc(), op.getResult());
  if (failed(region))
    return failure();
  size_t next = 0;
  for (size_t axis = 0; axis < shape.size(); ++axis) {
    bool dropped = llvm::is_contained(op.getDrop(), axis);
    window.push_back(dropped ? 1 : region->bounds[next]);
    sizes.push_back(dropped ? OpFoldResult(builder.getIndexAttr(1))
                            : region->extents[next]);
    next += !dropped;
  }
  if (llvm::any_of(window, ShapedType::isDynamic)) {
    InFlightDiagnostic diag =
        emitError(op, Diag::NotLowered)
        << "a window of a computed tensor whose extent has no known bound";
    ::pypto::attachHelp(diag) << "take pl.min(TILE, ...) of it";
    return diag;
  }
  auto elementType = op.getResult().getType().getElementType();
  TileType windowType = shapes.getTileType(window, elementType);
  auto dropAxes = [&](Value slice) -> LogicalResult {
    if (op.getResult().getType().getRank() <
        static_cast<int64_t>(shape.size())) {
      FailureOr<TileType> type = getTileType(op.getLoc(), op.getResult());
      if (failed(type))
        return failure();
      if (slice.getType() != *type)
        slice = TileReshapeOp::create(builder, op.getLoc(), *type, slice);
    }
    tiles[op.getResult()] = slice;
    return success();
  };
  if (op.getClamp()) {
    FailureOr<Value> part = sliceClamped(op, *source, windowType);
    return failed(part) ? failure() : dropAxes(*part);
  }
  if (shape.size() == 1)
    sizes.insert(sizes.begin(), OpFoldResult(builder.getIndexAttr(1)));
  if (shape.size() > 2) {
    int64_t rows = getRowsAndColumns(window).first;
    if (!isRun(window, shape, op.getOffsets()) ||
        windowType.getDimSize(0) != rows) {
      FailureOr<Value> part = sliceByPages(op, *source, window, sizes);
      return failed(part) ? failure() : dropAxes(*part);
    }
    sizes = {OpFoldResult(builder.getIndexAttr(rows)), sizes.back()};
  }
  // As much of the source's valid region as lies in the window.
  ValidExtents valid = getValid(builder, op.getLoc(), *source);
  auto [rows, columns] = getRowsAndColumns(shape);
  const int64_t extents[] = {rows, columns};
  for (auto [axis, extent] : llvm::enumerate(extents)) {
    bool isWhole = getConstantIntValue(valid[axis]) == extent;
    valid[axis] = isWhole ? sizes[axis]
                          : cut(builder, op.getLoc(), valid[axis],
                                OpFoldResult((*offsets)[axis]), sizes[axis]);
  }
  auto [known, operands] = splitValid(valid);
  windowType = windowType.withValid(known);
  FailureOr<Value> slice =
      sliceTile(op, *source, *offsets, windowType, operands);
  if (failed(slice))
    return failure();
  if (!operands.empty())
    runtimeValid[*slice] = valid;
  return dropAxes(*slice);
}

/// True if all of the tensor is meaningful.
static bool isWholeRegion(TensorSetValidshapeOp narrowed) {
  return llvm::all_of_zip(narrowed.getValid(),
                          narrowed.getSource().getType().getShape(),
                          [](Value extent, int64_t size) {
                            return getConstantIntValue(extent) == size;
                          });
}

/// True if all of a reshaped tensor goes to all of a tensor of memory, which
/// has the same bytes under the shape that it had.
bool KernelConverter::isStoredWhole(TensorReshapeOp op) {
  GlobalTensorType type = op.getResult().getType();
  return !op->use_empty() && llvm::all_of(op->getUsers(), [&](Operation *user) {
    auto assemble = dyn_cast<TensorAssembleOp>(user);
    return assemble && assemble.getSource() == op.getResult() &&
           isMemory(assemble.getTarget()) &&
           !windows.isWindow(assemble.getTarget()) &&
           !isa_and_nonnull<TensorTransposeOp>(
               aliases.getTensor(assemble.getTarget()).getDefiningOp()) &&
           type.hasStaticShape() &&
           assemble.getTarget().getType().getShape() == type.getShape() &&
           llvm::all_of(assemble.getOffsets(), [](Value offset) {
             return isConstantIntValue(offset, 0);
           });
  });
}

FailureOr<TensorWindow> KernelConverter::findTarget(OpBuilder &builder,
                                                    TensorAssembleOp op) {
  if (!storedAs.contains(op.getSource()))
    return windows.find(builder, op.getLoc(), op.getTarget(), op.getOffsets(),
                        op.getSource().getType().getShape());
  auto reshape = op.getSource().getDefiningOp<TensorReshapeOp>();
  ArrayRef<int64_t> shape = reshape.getSource().getType().getShape();
  Value target = aliases.getTensor(op.getTarget());
  Type element = op.getTarget().getType().getElementType();
  Value seen = TensorReshapeOp::create(
      builder, op.getLoc(), GlobalTensorType::get(shape, element), target);
  return windows.find(builder, op.getLoc(), seen, ValueRange(), shape);
}

LogicalResult KernelConverter::convertReshape(TensorReshapeOp op) {
  if (isMemory(op.getSource())) {
    Value root = aliases.getTensor(op.getSource());
    // What is narrowed to its own extents is whole.
    while (auto narrowed = root.getDefiningOp<TensorSetValidshapeOp>()) {
      if (!isWholeRegion(narrowed)) {
        InFlightDiagnostic diag =
            emitError(op, Diag::NotLowered)
            << "a view of a tensor that is valid only in part";
        ::pypto::attachHelp(diag) << "take the view first, then narrow it";
        return diag;
      }
      root = aliases.getTensor(narrowed.getSource());
    }
    if (!windows.isWindow(root) && !root.getDefiningOp<TensorTransposeOp>()) {
      op.getSourceMutable().assign(root);
      return success();
    }
    // The rows of a window, or with axes exchanged, do not follow each other in
    // memory, but on chip they do: what is there is what the memory holds here.
    if (isWrittenHere(root)) {
      InFlightDiagnostic diag =
          emitError(op, Diag::NotLowered)
          << "a window of a tensor that this kernel writes cannot be "
             "reshaped, as its rows do not follow each other in memory";
      ::pypto::attachHelp(diag)
          << "reshape the whole tensor, then take the window";
      return diag;
    }
    if (meetings.contains(kernel)) {
      InFlightDiagnostic diag =
          emitError(op, Diag::NotLowered)
          << "a window of a tensor cannot be reshaped in a kernel that "
             "waits for other cores, which may write it, as its rows do not "
             "follow each other in memory";
      ::pypto::attachHelp(diag)
          << "reshape the whole tensor, then take the window";
      return diag;
    }
    aliases.detach(op.getResult());
  }
  // A product that is computed where it is stored keeps its own axes.
  if (auto large = largeProducts.find(op.getSource());
      large != largeProducts.end()) {
    LargeProduct product = large->second;
    largeProducts[op.getResult()] = std::move(product);
    replaced.push_back(op);
    return success();
  }
  OpBuilder builder(op);
  FailureOr<Value> source = getTile(builder, op.getLoc(), op.getSource());
  if (failed(source))
    return failure();
  // The same rows and columns: nothing changes, not even the valid region.
  if (getRowsAndColumns(op.getSource().getType().getShape()) ==
      getRowsAndColumns(op.getResult().getType().getShape())) {
    replace(op, *source);
    return success();
  }
  FailureOr<TileType> type = getTileType(op.getLoc(), op.getResult());
  if (failed(type))
    return failure();
  TileType sourceType = cast<TileType>(source->getType());
  if (sourceType == *type) {
    replace(op, *source);
    return success();
  }
  // A column lies as a row does, with what pads it behind its elements.
  auto flip = [](ArrayRef<int64_t> dims) {
    return SmallVector<int64_t>{dims[1], dims[0]};
  };
  bool isLine = isColumn(sourceType) || isColumn(*type);
  if (isLine && sourceType.hasStaticValid() &&
      flip(sourceType.getShape()) == type->getShape() &&
      flip(sourceType.getValid()) == type->getValid()) {
    replace(op, asRow(builder, op.getLoc(), *source));
    return success();
  }
  if (sourceType.isFullyValid() && type->isFullyValid()) {
    replace(op, TileReshapeOp::create(builder, op.getLoc(), *type, *source));
    return success();
  }
  auto [rows, columns] = getRowsAndColumns(op.getSource().getType().getShape());
  if (sourceType.getValid() != ArrayRef<int64_t>({rows, columns})) {
    InFlightDiagnostic diag =
        emitError(op, Diag::NotLowered)
        << "a reshape of a computed tensor that is valid only in part";
    ::pypto::attachHelp(diag) << "reshape it first, then narrow it";
    return diag;
  }
  if (isStoredWhole(op)) {
    storedAs.insert(op.getResult());
    Value computed = getComputedTile(op.getSource());
    replace(op, computed ? computed : *source);
    return success();
  }
  if (shapes.hasMatmul())
    return reportVectorWork(op);
  Type element = sourceType.getElementType();
  if (!canGather(element, getArch(op))) {
    InFlightDiagnostic diag = emitError(op, Diag::NotLowered)
                              << "a reshape of a computed tensor of " << element
                              << " whose rows are padded on chip ("
                              << sourceType << " to " << *type
                              << "), which moves elements one by one";
    ::pypto::attachHelp(diag) << "cast it first, or "
                              << "use extents that are whole 32-byte blocks";
    return diag;
  }
  replace(op,
          repack(builder, op.getLoc(), windows.getConstants(), *source, *type));
  return success();
}

Value KernelConverter::transpose(OpBuilder &builder, Location loc, Value tile) {
  auto type = cast<TileType>(tile.getType());
  auto flip = [](ArrayRef<int64_t> dims) {
    return SmallVector<int64_t>{dims[1], dims[0]};
  };
  SmallVector<int64_t> flipped = flip(type.getShape());
  // Rows of whole blocks, also where the source's columns are not.
  TileType result =
      type.withShape(
              shapes.getTileType(flipped, type.getElementType()).getShape())
          .withValid(flip(type.getValid()));
  // The elements of a column are those of a row.
  if (type.hasStaticValid() && (isColumn(type) || flipped[1] == 1))
    return asRow(builder, loc, tile);
  Value scratch = TileCreateOp::create(
      builder, loc, type.withValid(type.getShape()), ValueRange(), Value());
  Value transposed =
      TileTransposeOp::create(builder, loc, result, tile, scratch, Value(),
                              /*axes=*/DenseI64ArrayAttr());
  if (auto valid = runtimeValid.find(tile); valid != runtimeValid.end()) {
    ValidExtents extents = {valid->second[1], valid->second[0]};
    runtimeValid[transposed] = extents;
  }
  return transposed;
}

/// True if a transfer of the exchanged tensor would have no axis whose elements
/// lie side by side, and the tensor as a whole is what computations take.
static bool isExchangedOnChip(TensorTransposeOp op) {
  GlobalTensorType type = op.getResult().getType();
  int64_t last = type.getRank() - 1;
  auto first = static_cast<int64_t>(op.getAxis0());
  auto second = static_cast<int64_t>(op.getAxis1());
  return std::max(first, second) == last &&
         std::min(first, second) + 1 < last && type.getShape().back() != 1 &&
         type.hasStaticShape() &&
         llvm::all_of(op->getUsers(), [](Operation *user) {
           return user->hasTrait<TensorCompute>();
         });
}

LogicalResult KernelConverter::convertTranspose(TensorTransposeOp op) {
  if (isMemory(op.getSource()) && isExchangedOnChip(op) &&
      aliases.isWhollyValid(op.getSource()) && !isWrittenHere(op.getSource()) &&
      !meetings.contains(kernel)) {
    aliases.detach(op.getResult());
    return convertTransposeByPages(op);
  }
  if (isMemory(op.getSource())) {
    // A window of memory is found again where it is used.
    if (windows.isTransposedWindow(op.getResult()))
      replaced.push_back(op);
    else
      op.getSourceMutable().assign(aliases.getTensor(op.getSource()));
    return success();
  }
  if (op.getSource().getType().getRank() > 2)
    return convertTransposeByPages(op);
  OpBuilder builder(op);
  FailureOr<Value> source = getTile(builder, op.getLoc(), op.getSource());
  if (failed(source))
    return failure();
  Value transposed = transpose(builder, op.getLoc(), *source);
  auto type = cast<TileType>(transposed.getType());
  FailureOr<TileType> own = getTileType(op.getLoc(), op.getResult());
  if (failed(own))
    return failure();
  // As many rows as other tiles of this shape have.
  if (type.hasStaticValid() && own->getDimSize(0) < type.getDimSize(0) &&
      own->getDimSize(1) == type.getDimSize(1)) {
    Value zero = windows.getConstant(0);
    transposed = TileSliceOp::create(
        builder, op.getLoc(), own->withValid(type.getValid()), transposed,
        ValueRange{zero, zero}, ValueRange());
  }
  replace(op, transposed);
  return success();
}

//===----------------------------------------------------------------------===//
// Updates
//===----------------------------------------------------------------------===//

/// What a kernel creates for itself stays on chip.
LogicalResult KernelConverter::convertCreate(TensorCreateOp op) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  FailureOr<TileType> type = getTileType(loc, op.getResult());
  if (failed(type))
    return failure();
  if (!op.getInitAttr()) {
    replace(op, createUnwritten(builder, loc, *type));
    return success();
  }
  Type element = type->getElementType();
  auto real = dyn_cast<FloatAttr>(op.getInitAttr());
  double init = real ? real.getValueAsDouble()
                     : cast<IntegerAttr>(op.getInitAttr())
                           .getValue()
                           .roundToDouble(!element.isUnsignedInteger());
  Value value = createScalar(builder, loc, element, init);
  replace(op, TileFullOp::create(builder, loc, *type, value, Value()));
  return success();
}

Value KernelConverter::writeTile(OpBuilder &builder, Location loc, Value target,
                                 Value source, ValueRange offsets) {
  auto whole = cast<TileType>(target.getType());
  if (!isColumn(whole))
    source = spreadColumn(builder, loc, source);
  auto type = cast<TileType>(source.getType());
  bool passesRows =
      isLonger(offsets[0], type.getDimSize(0), whole.getDimSize(0));
  bool passesColumns =
      isLonger(offsets[1], type.getDimSize(1), whole.getDimSize(1));
  if (type.hasStaticValid() && (passesRows || passesColumns) &&
      canMoveElements(type))
    return putWindow(builder, loc, windows.getConstants(), target, source,
                     offsets[0], offsets[1]);
  return TileAssembleOp::create(builder, loc, whole, target, source, offsets);
}

LogicalResult KernelConverter::checkIsOneTensor(Operation *op, Value target) {
  if (!mergedMemory.contains(target))
    return success();
  InFlightDiagnostic diag =
      emitError(op, Diag::NotLowered)
      << "which tensor is written is known only at run time";
  ::pypto::attachHelp(diag) << "write it in each branch";
  return diag;
}

LogicalResult KernelConverter::convertAssemble(TensorAssembleOp op) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  replaced.push_back(op);
  if (auto large = largeProducts.find(op.getSource());
      large != largeProducts.end()) {
    LogicalResult result = storeLargeProduct(op, large->second);
    markWritten(op.getTarget());
    return result;
  }
  // A product is stored from its accumulator, which narrows on the way.
  Value source = getComputedTile(op.getSource());
  if (!source) {
    FailureOr<Value> loadedSource = getTile(builder, loc, op.getSource());
    if (failed(loadedSource))
      return failure();
    source = *loadedSource;
  }
  if (isMemory(op.getTarget())) {
    FailureOr<TensorWindow> window = findTarget(builder, op);
    if (failed(window))
      return failure();
    FailureOr<DenseI64ArrayAttr> transfer =
        getTransfer(loc, *window, cast<TileType>(source.getType()));
    if (failed(transfer))
      return failure();
    TileStoreOp::create(builder, loc, window->base.getType(), source,
                        window->base, window->offsets, op.getAtomic(),
                        *transfer);
    markWritten(op.getTarget());
    return success();
  }
  if (failed(checkIsOneTensor(op, op.getTarget())))
    return failure();
  if (op.getAtomic() != AtomicKind::none)
    return emitError(op, Diag::BadOpAttribute)
           << "an atomic update needs a target in global memory; this one is "
              "computed in the kernel";
  FailureOr<Value> target = getTile(builder, loc, op.getTarget());
  ArrayRef<int64_t> shape = op.getTarget().getType().getShape();
  FailureOr<SmallVector<Value>> offsets =
      getTileOffsets(builder, loc, shape, op.getOffsets());
  if (failed(target))
    return failure();
  if (failed(offsets))
    return emitError(op, Diag::NotLowered)
           << "an update of a computed tensor of " << shape.size()
           << " axes whose inner extents are known only at run time";
  ArrayRef<int64_t> window = op.getSource().getType().getShape();
  if (shape.size() > 2 && !isRun(window, shape, op.getOffsets())) {
    FailureOr<Value> updated = assembleByPages(op, *target, source);
    if (failed(updated))
      return failure();
    tiles[op.getResult()] = *updated;
    return success();
  }
  tiles[op.getResult()] = writeTile(builder, loc, *target, source, *offsets);
  return success();
}

LogicalResult KernelConverter::convertStore(TileStoreOp op) {
  if (!isMemory(op.getTarget()))
    return emitError(op, Diag::NotLowered)
           << "a store needs a target in global memory; this one is computed "
              "in "
              "the kernel or known only at run time";
  OpBuilder builder(op);
  TileType source = op.getSource().getType();
  FailureOr<TensorWindow> window =
      windows.find(builder, op.getLoc(), op.getTarget(), op.getOffsets(),
                   op.getWindow().value_or(source.getShape()));
  if (failed(window))
    return failure();
  FailureOr<DenseI64ArrayAttr> transfer =
      getTransfer(op.getLoc(), *window, source);
  if (failed(transfer))
    return failure();
  TileStoreOp::create(builder, op.getLoc(), window->base.getType(),
                      op.getSource(), window->base, window->offsets,
                      op.getScales(), *transfer, op.getQuantScaleAttr(),
                      op.getRelu(), op.getAtomic());
  markWritten(op.getTarget());
  replaced.push_back(op);
  return success();
}

LogicalResult KernelConverter::convertLoad(TileLoadOp op) {
  if (!isMemory(op.getSource()))
    return emitError(op, Diag::NotLowered)
           << "a load needs a source in global memory; this one is computed in "
              "the kernel or known only at run time";
  TileType type = op.getResult().getType();
  OpBuilder builder(op);
  FailureOr<TensorWindow> window =
      windows.find(builder, op.getLoc(), op.getSource(), op.getOffsets(),
                   op.getWindow().value_or(type.getShape()));
  if (failed(window))
    return failure();
  FailureOr<DenseI64ArrayAttr> transfer =
      getTransfer(op.getLoc(), *window, type);
  if (failed(transfer))
    return failure();
  op.getSourceMutable().assign(window->base);
  op.getOffsetsMutable().assign(window->offsets);
  op.setWindowAttr(*transfer);
  return success();
}

//===----------------------------------------------------------------------===//
// Elements and extents
//===----------------------------------------------------------------------===//

LogicalResult KernelConverter::convertRead(TensorReadOp op) {
  OpBuilder builder(op);
  SmallVector<Value> indices;
  if (isMemory(op.getSource())) {
    Value base = windows.getElement(builder, op.getLoc(), op.getSource(),
                                    op.getIndices(), indices);
    op.getSourceMutable().assign(base);
    op.getIndicesMutable().assign(indices);
    return success();
  }
  FailureOr<Value> tile = getTile(builder, op.getLoc(), op.getSource());
  FailureOr<SmallVector<Value>> offsets =
      getTileOffsets(builder, op.getLoc(), op.getSource().getType().getShape(),
                     op.getIndices());
  if (failed(tile))
    return failure();
  if (failed(offsets))
    return emitError(op, Diag::NotLowered)
           << "an element of a computed tensor of "
           << op.getSource().getType().getRank()
           << " axes whose inner extents are known only at run time";
  Value element = TileReadOp::create(builder, op.getLoc(),
                                     op.getResult().getType(), *tile, *offsets);
  op.getResult().replaceAllUsesWith(element);
  replaced.push_back(op);
  return success();
}

LogicalResult KernelConverter::convertCacheInvalid(CacheInvalidOp op) {
  if (!op.getTensor())
    return success();
  if (!isMemory(op.getTensor()))
    return emitError(op, Diag::NotLowered)
           << "the cache line of a computed tensor; only tensors in global "
              "memory have lines";
  OpBuilder builder(op);
  SmallVector<Value> indices;
  Value base = windows.getElement(builder, op.getLoc(), op.getTensor(),
                                  op.getOffsets(), indices);
  op.getTensorMutable().assign(base);
  op.getOffsetsMutable().assign(indices);
  return success();
}

LogicalResult KernelConverter::convertPrefetch(PrefetchAsyncOp op) {
  if (!isMemory(op.getSource()))
    return emitError(op, Diag::NotLowered)
           << "a prefetch of a computed tensor; only tensors in global memory "
              "pass through L2";
  OpBuilder builder(op);
  FailureOr<TensorWindow> window = windows.get(
      builder, op.getLoc(), op.getSource(), op.getOffsets(), op.getShape());
  if (failed(window))
    return failure();
  op.getSourceMutable().assign(window->base);
  op.getOffsetsMutable().assign(window->offsets);
  op.setShape({1, op.getShape().back()});
  return success();
}

LogicalResult KernelConverter::convertWhole(Operation *op, OpOperand &tensor) {
  Value parameter = aliases.getTensor(tensor.get());
  if (auto argument = dyn_cast<BlockArgument>(parameter);
      !argument || argument.getOwner() != entry)
    return emitError(op, Diag::NotLowered)
           << "the workspace of '" << op->getName()
           << "' must be a whole tensor that the kernel is given";
  tensor.set(parameter);
  return success();
}

LogicalResult KernelConverter::convertWrite(TensorWriteOp op) {
  if (!isMemory(op.getTarget())) {
    bool isInside = op.getTarget().getParentBlock() != op->getBlock();
    InFlightDiagnostic diag = emitError(op, Diag::NotLowered) << "pl.write ";
    if (isInside)
      diag << "in a loop or branch to a tensor that is computed outside of it";
    else
      diag << "of " << op.getValue().getType()
           << " to a tensor that is computed in the kernel";
    ::pypto::attachExpected(diag)
        << "a tensor in global memory, or one of elements of 16 or 32 bits "
           "that is computed in the same block of code";
    ::pypto::attachHelp(diag)
        << "make the element a tensor and assign it: t[i:i+1, j:j+1] = "
           "pl.full([1, 1], dtype=..., value=...)";
    return diag;
  }
  OpBuilder builder(op);
  SmallVector<Value> indices;
  Value base = windows.getElement(builder, op.getLoc(), op.getTarget(),
                                  op.getIndices(), indices);
  markWritten(op.getTarget());
  op.getTargetMutable().assign(base);
  op.getIndicesMutable().assign(indices);
  return success();
}

Value KernelConverter::getExtent(OpBuilder &builder, Location loc, Value tensor,
                                 int64_t axis) {
  int64_t size = cast<GlobalTensorType>(tensor.getType()).getDimSize(axis);
  if (!ShapedType::isDynamic(size))
    return windows.getConstant(size);
  // Nothing refers to a tensor after this conversion but through parameters.
  Value root = aliases.getTensor(tensor);
  Operation *view = root.getDefiningOp();
  if (auto narrowed = dyn_cast_or_null<TensorSetValidshapeOp>(view))
    return getExtent(builder, loc, narrowed.getSource(), axis);
  if (auto transpose = dyn_cast_or_null<TensorTransposeOp>(view)) {
    auto first = static_cast<int64_t>(transpose.getAxis0());
    auto second = static_cast<int64_t>(transpose.getAxis1());
    int64_t from = axis == first ? second : axis == second ? first : axis;
    return getExtent(builder, loc, transpose.getSource(), from);
  }
  if (auto slice = dyn_cast_or_null<TensorSliceOp>(view)) {
    ArrayRef<int64_t> shape = slice.getResult().getType().getShape();
    return slice.getSizes()[llvm::count_if(shape.take_front(axis),
                                           ShapedType::isDynamic)];
  }
  return TensorDimOp::create(builder, loc, root, axis);
}

LogicalResult KernelConverter::convertDim(TensorDimOp op) {
  OpBuilder builder(op);
  op.getResult().replaceAllUsesWith(
      getExtent(builder, op.getLoc(), op.getSource(),
                static_cast<int64_t>(op.getAxis())));
  replaced.push_back(op);
  return success();
}

} // namespace pypto
