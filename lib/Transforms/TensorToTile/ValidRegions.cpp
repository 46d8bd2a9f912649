//===- ValidRegions.cpp - valid regions of tiles ----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A tensor says through `tensor.set_validshape` what of it is meaningful; a
// tile has its valid region in its type, with run-time extents as operands of
// the operations that narrow it.
//
//===----------------------------------------------------------------------===//

#include "TensorToTile/KernelConverter.h"
#include "pypto/Support/Diagnostics.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"

using namespace mlir;
using namespace mlir::pypto;

namespace pypto {

std::pair<SmallVector<int64_t>, SmallVector<Value>>
splitValid(const ValidExtents &valid) {
  SmallVector<int64_t> known;
  SmallVector<Value> operands;
  for (OpFoldResult extent : valid) {
    std::optional<int64_t> constant = getConstantIntValue(extent);
    known.push_back(constant.value_or(ShapedType::kDynamic));
    if (!constant)
      operands.push_back(cast<Value>(extent));
  }
  return {known, operands};
}

//===----------------------------------------------------------------------===//
// Arithmetic on extents
//===----------------------------------------------------------------------===//

Value KernelConverter::materialise(OpBuilder &builder, Location loc,
                                   OpFoldResult extent) {
  if (std::optional<int64_t> constant = getConstantIntValue(extent))
    return windows.getConstant(*constant);
  return cast<Value>(extent);
}

OpFoldResult KernelConverter::minimum(OpBuilder &builder, Location loc,
                                      OpFoldResult a, OpFoldResult b) {
  if (isEqualConstantIntOrValue(a, b))
    return a;
  std::optional<int64_t> x = getConstantIntValue(a), y = getConstantIntValue(b);
  if (x && y)
    return builder.getIndexAttr(std::min(*x, *y));
  return arith::MinSIOp::create(builder, loc, materialise(builder, loc, a),
                                materialise(builder, loc, b))
      .getResult();
}

OpFoldResult KernelConverter::cut(OpBuilder &builder, Location loc,
                                  OpFoldResult extent, OpFoldResult offset,
                                  OpFoldResult size) {
  std::optional<int64_t> start = getConstantIntValue(offset);
  if (start == 0)
    return minimum(builder, loc, extent, size);
  std::optional<int64_t> known = getConstantIntValue(extent);
  OpFoldResult rest;
  if (start && known) {
    rest = builder.getIndexAttr(std::max<int64_t>(*known - *start, 0));
  } else {
    Value difference =
        arith::SubIOp::create(builder, loc, materialise(builder, loc, extent),
                              materialise(builder, loc, offset));
    rest =
        arith::MaxSIOp::create(builder, loc, difference, windows.getConstant(0))
            .getResult();
  }
  return minimum(builder, loc, rest, size);
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

static Value peelCasts(Value value) {
  while (auto cast = value.getDefiningOp<arith::IndexCastOp>())
    value = cast.getIn();
  return value;
}

/// The largest value that `extent` can have; dynamic if nothing says. Value
/// bounds see index arithmetic only, the front end also computes in i64.
static int64_t getBound(Value extent) {
  extent = peelCasts(extent);
  if (std::optional<int64_t> constant = getConstantIntValue(extent))
    return *constant;
  if (auto smaller = extent.getDefiningOp<arith::MinSIOp>()) {
    int64_t a = getBound(smaller.getLhs()), b = getBound(smaller.getRhs());
    if (ShapedType::isDynamic(a) || ShapedType::isDynamic(b))
      return ShapedType::isDynamic(a) ? b : a;
    return std::min(a, b);
  }
  // (start + extent) - start, as a subscript computes it.
  if (auto rest = extent.getDefiningOp<arith::SubIOp>())
    if (auto end = peelCasts(rest.getLhs()).getDefiningOp<arith::AddIOp>()) {
      Value start = peelCasts(rest.getRhs());
      if (peelCasts(end.getLhs()) == start)
        return getBound(end.getRhs());
      if (peelCasts(end.getRhs()) == start)
        return getBound(end.getLhs());
    }
  if (!extent.getType().isIndex())
    return ShapedType::kDynamic;
  FailureOr<int64_t> bound = ValueBoundsConstraintSet::computeConstantBound(
      presburger::BoundType::UB, extent, /*stopCondition=*/nullptr,
      /*closedUB=*/true);
  return failed(bound) || *bound < 0 ? ShapedType::kDynamic : *bound;
}

FailureOr<MemoryRegion> KernelConverter::getRegion(OpBuilder &builder,
                                                   Location loc, Value tensor) {
  tensor = aliases.getTensor(tensor);
  auto type = cast<GlobalTensorType>(tensor.getType());
  MemoryRegion region;
  region.bounds.assign(type.getShape().begin(), type.getShape().end());
  region.valid.resize(type.getRank());
  for (int64_t size : type.getShape())
    region.extents.push_back(ShapedType::isDynamic(size)
                                 ? OpFoldResult()
                                 : OpFoldResult(builder.getIndexAttr(size)));

  if (auto narrowed = tensor.getDefiningOp<TensorSetValidshapeOp>()) {
    FailureOr<MemoryRegion> source =
        getRegion(builder, loc, narrowed.getSource());
    if (failed(source))
      return failure();
    for (auto [axis, extent] : llvm::enumerate(narrowed.getValid()))
      if (getConstantIntValue(extent) != source->bounds[axis] ||
          source->valid[axis])
        source->valid[axis] = getAsOpFoldResult(extent);
    if (narrowed.getPad() != PadValue::null)
      source->pad = narrowed.getPad();
    return source;
  }
  if (auto slice = tensor.getDefiningOp<TensorSliceOp>()) {
    auto size = slice.getSizes().begin();
    for (auto [bound, extent] : llvm::zip(region.bounds, region.extents))
      if (ShapedType::isDynamic(bound)) {
        extent = getAsOpFoldResult(*size);
        bound = getBound(*size++);
      }
    // A computed source has its valid region in its tile.
    if (!isMemory(slice.getSource()))
      return region;
    FailureOr<MemoryRegion> source = getRegion(builder, loc, slice.getSource());
    if (failed(source))
      return failure();
    region.pad = source->pad;
    size_t next = 0;
    for (auto [axis, valid] : llvm::enumerate(source->valid)) {
      bool dropped = llvm::is_contained(slice.getDrop(), axis);
      if (valid && dropped) {
        InFlightDiagnostic diag = emitError(slice, Diag::NotLowered)
                                  << "axis " << axis
                                  << " is dropped but valid only in part";
        ::pypto::attachHelp(diag) << "take the window first, then narrow it";
        return diag;
      }
      if (valid)
        region.valid[next] = cut(builder, loc, valid,
                                 getAsOpFoldResult(slice.getOffsets()[axis]),
                                 region.extents[next]);
      next += !dropped;
    }
    return region;
  }
  if (auto transpose = tensor.getDefiningOp<TensorTransposeOp>()) {
    FailureOr<MemoryRegion> source =
        getRegion(builder, loc, transpose.getSource());
    if (failed(source))
      return failure();
    uint64_t first = transpose.getAxis0(), second = transpose.getAxis1();
    std::swap(source->bounds[first], source->bounds[second]);
    std::swap(source->extents[first], source->extents[second]);
    std::swap(source->valid[first], source->valid[second]);
    return source;
  }
  if (auto view = tensor.getDefiningOp<TensorAliasOpInterface>();
      view && view.isTensorView()) {
    FailureOr<MemoryRegion> source =
        getRegion(builder, loc, view.getAliasedTensor().get());
    if (failed(source))
      return failure();
    if (llvm::any_of(source->valid, [](OpFoldResult v) { return bool(v); })) {
      InFlightDiagnostic diag =
          emitError(view, Diag::NotLowered)
          << "a view of a tensor that is valid only in part";
      ::pypto::attachHelp(diag) << "take the view first, then narrow it";
      return diag;
    }
  }
  return region;
}

FailureOr<std::pair<TileType, ValidExtents>>
KernelConverter::getLoadedTile(OpBuilder &builder, Location loc, Value tensor) {
  auto type = cast<GlobalTensorType>(tensor.getType());
  FailureOr<MemoryRegion> region = getRegion(builder, loc, tensor);
  if (failed(region))
    return failure();
  if (llvm::any_of(region->bounds, ShapedType::isDynamic)) {
    InFlightDiagnostic diag = emitError(loc, Diag::NotLowered)
                              << "a computation on " << type
                              << " needs a tile of known size";
    ::pypto::attachHelp(diag) << "take a window of at most a fixed size, as "
                                 "x[i : i + pl.min(TILE, n - i), :]";
    return diag;
  }
  TileType tile = shapes.getTileType(region->bounds, type.getElementType());
  if (failed(checkFits(
          loc, tile, shapes.hasMatmul() ? MemorySpace::Mat : MemorySpace::Vec)))
    return failure();
  // What is not valid of the merged rows must lie behind what is.
  ValidExtents valid = {builder.getIndexAttr(tile.getValid()[0]),
                        builder.getIndexAttr(tile.getValid()[1])};
  int64_t rank = type.getRank();
  auto isPartial = [&](int64_t axis) {
    return bool(region->valid[axis]) ||
           !getConstantIntValue(region->extents[axis]);
  };
  auto validOf = [&](int64_t axis) {
    return region->valid[axis] ? region->valid[axis] : region->extents[axis];
  };
  if (rank > 0 && isPartial(rank - 1))
    valid[1] = validOf(rank - 1);
  for (int64_t axis = 0; axis + 1 < rank; ++axis) {
    if (!isPartial(axis))
      continue;
    bool innermost = axis + 2 == rank;
    bool outermost =
        llvm::all_of(ArrayRef<int64_t>(region->bounds).take_front(axis),
                     [](int64_t bound) { return bound == 1; });
    if (!outermost) {
      InFlightDiagnostic diag =
          emitError(loc, Diag::NotLowered)
          << "axis " << axis << " of " << type
          << " is valid only in part and lies inside other rows";
      ::pypto::attachHelp(diag) << "loop over the outer axes";
      return diag;
    }
    if (innermost) {
      valid[0] = validOf(axis);
      continue;
    }
    int64_t inner = 1;
    for (int64_t next = axis + 1; next + 1 < rank; ++next)
      inner *= region->bounds[next];
    valid[0] = arith::MulIOp::create(builder, loc,
                                     materialise(builder, loc, validOf(axis)),
                                     windows.getConstant(inner))
                   .getResult();
  }
  auto [known, operands] = splitValid(valid);
  return std::pair(tile.withValid(known).withPad(region->pad), valid);
}

//===----------------------------------------------------------------------===//
// Tiles
//===----------------------------------------------------------------------===//

ValidExtents KernelConverter::getValid(OpBuilder &builder, Location loc,
                                       Value tile) {
  auto type = cast<TileType>(tile.getType());
  ValidExtents extents;
  auto known = runtimeValid.find(tile);
  for (auto [axis, extent] : llvm::enumerate(type.getValid())) {
    if (!ShapedType::isDynamic(extent))
      extents[axis] = builder.getIndexAttr(extent);
    else if (known != runtimeValid.end())
      extents[axis] = known->second[axis];
    else
      extents[axis] =
          TileValidDimOp::create(builder, loc, tile, axis).getResult();
  }
  return extents;
}

Value KernelConverter::setValid(OpBuilder &builder, Location loc, Value tile,
                                const ValidExtents &valid) {
  auto type = cast<TileType>(tile.getType());
  TileType result = type.withValid(splitValid(valid).first);
  if (result == type && type.hasStaticValid())
    return tile;
  Value narrowed = TileSetValidshapeOp::create(
      builder, loc, result, tile, materialise(builder, loc, valid[0]),
      materialise(builder, loc, valid[1]));
  if (!result.hasStaticValid())
    runtimeValid[narrowed] = valid;
  return narrowed;
}

FailureOr<std::pair<TileType, ValidExtents>>
KernelConverter::inferTile(OpBuilder &builder, Location loc, Value result,
                           ValueRange tensors, MutableArrayRef<Value> tiles) {
  auto type = cast<GlobalTensorType>(result.getType());
  auto [rows, columns] = getRowsAndColumns(type.getShape());
  const int64_t whole[] = {rows, columns};
  SmallVector<int64_t> bounds = {rows, columns};
  ValidExtents valid;
  // Which operands run along which axis of the result.
  SmallVector<std::array<bool, 2>> along(tiles.size());
  SmallVector<int64_t> physical = {ShapedType::kDynamic, ShapedType::kDynamic};
  for (auto [index, tensor] : llvm::enumerate(tensors)) {
    auto source = dyn_cast<GlobalTensorType>(tensor.getType());
    if (!source)
      continue;
    auto [sourceRows, sourceColumns] = getRowsAndColumns(source.getShape());
    int64_t lengths[] = {sourceRows, sourceColumns};
    ValidExtents extents = getValid(builder, loc, tiles[index]);
    auto tile = cast<TileType>(tiles[index].getType());
    for (auto [axis, length] : llvm::enumerate(lengths)) {
      if (length != whole[axis])
        continue;
      along[index][axis] = true;
      valid[axis] = valid[axis]
                        ? minimum(builder, loc, valid[axis], extents[axis])
                        : extents[axis];
      if (ShapedType::isDynamic(length)) {
        int64_t size = tile.getDimSize(axis);
        if (!ShapedType::isDynamic(physical[axis]) && physical[axis] != size) {
          InFlightDiagnostic diag =
              emitError(loc, Diag::NotLowered)
              << "operands of run-time extents with different bounds ("
              << physical[axis] << " and " << size << ")";
          ::pypto::attachHelp(diag)
              << "bound both with the same pl.min(TILE, ...)";
          return diag;
        }
        physical[axis] = size;
        bounds[axis] = size;
      }
    }
  }
  if (llvm::any_of(bounds, ShapedType::isDynamic)) {
    (void)getTileType(loc, result); // explains
    return failure();
  }
  TileType tile = shapes.getTileType(bounds, type.getElementType());
  if (failed(checkFits(
          loc, tile, shapes.hasMatmul() ? MemorySpace::Mat : MemorySpace::Vec)))
    return failure();
  for (unsigned axis : {0u, 1u})
    if (!valid[axis])
      valid[axis] = builder.getIndexAttr(tile.getValid()[axis]);
  // Operands agree with the result where they run along it.
  for (auto [index, tensor] : llvm::enumerate(tensors)) {
    if (!isa<GlobalTensorType>(tensor.getType()))
      continue;
    ValidExtents extents = getValid(builder, loc, tiles[index]);
    bool differs = false;
    for (unsigned axis : {0u, 1u}) {
      if (!along[index][axis] ||
          isEqualConstantIntOrValue(extents[axis], valid[axis]))
        continue;
      extents[axis] = valid[axis];
      differs = true;
    }
    if (differs)
      tiles[index] = setValid(builder, loc, tiles[index], extents);
  }
  return std::pair(tile.withValid(splitValid(valid).first), valid);
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

LogicalResult KernelConverter::convertSetValidshape(TensorSetValidshapeOp op) {
  replaced.push_back(op);
  // Memory is narrowed where it is loaded.
  if (isMemory(op.getSource()))
    return success();
  OpBuilder builder(op);
  FailureOr<Value> source = getTile(builder, op.getLoc(), op.getSource());
  if (failed(source))
    return failure();
  int64_t rank = op.getSource().getType().getRank();
  if (rank > 2) {
    InFlightDiagnostic diag = emitError(op, Diag::NotLowered)
                              << "the valid region of a computed tensor of "
                              << rank << " axes";
    ::pypto::attachHelp(diag) << "narrow the tensor before computing on it";
    return diag;
  }
  ValidExtents valid = getValid(builder, op.getLoc(), *source);
  for (auto [axis, extent] : llvm::enumerate(op.getValid()))
    valid[axis + (rank == 1)] = getAsOpFoldResult(extent);
  tiles[op.getResult()] = setValid(builder, op.getLoc(), *source, valid);
  return success();
}

LogicalResult KernelConverter::convertFillpad(TensorFillpadOp op) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  FailureOr<Value> source = getTile(builder, loc, op.getSource());
  if (failed(source))
    return failure();
  auto type = op.getResult().getType();
  auto sourceTile = cast<TileType>(source->getType());
  auto [rows, columns] = getRowsAndColumns(type.getShape());
  SmallVector<int64_t> bounds = {rows, columns};
  for (auto [bound, size] : llvm::zip_equal(bounds, sourceTile.getShape()))
    if (ShapedType::isDynamic(bound))
      bound = size;
  TileType result = shapes.getTileType(bounds, type.getElementType());
  if (failed(checkFits(loc, result, MemorySpace::Vec)))
    return failure();
  SmallVector<int64_t> valid(result.getValid());
  result = result.withValid(result.getShape()).withPad(op.getPad());
  Value filled = TileFillpadOp::create(builder, loc, result, *source, Value());
  ValidExtents extents = {builder.getIndexAttr(valid[0]),
                          builder.getIndexAttr(valid[1])};
  replace(op, setValid(builder, loc, filled, extents));
  return success();
}

} // namespace pypto
