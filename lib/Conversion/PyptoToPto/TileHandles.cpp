//===- TileHandles.cpp - pto tiles of one kernel ----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "PyptoToPto/TileHandles.h"
#include "PyptoToPto/Types.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using mlir::pypto::TileType;

namespace pypto {

TileHandles::Valid TileHandles::toStored(OpBuilder &builder, Location loc,
                                         TileType type, Valid valid) {
  int64_t packing = getPacking(type.getElementType());
  if (packing != 1 && valid[1])
    valid[1] = builder.createOrFold<arith::CeilDivUIOp>(
        loc, valid[1], constants.getIndex(packing));
  return valid;
}

TileHandles::Valid TileHandles::getStoredExtents(OpBuilder &builder,
                                                 Location loc, Value tile) {
  auto type = cast<TileType>(tile.getType());
  Valid extents = getRuntimeValid(tile);
  for (auto [axis, known] : llvm::enumerate(type.getValid()))
    if (!extents[axis]) {
      int64_t packing = axis == 1 ? getPacking(type.getElementType()) : 1;
      extents[axis] = constants.getIndex(llvm::divideCeil(known, packing));
    } else if (axis == 1) {
      extents = toStored(builder, loc, type, extents);
    }
  return extents;
}

Value TileHandles::create(OpBuilder &builder, Location loc, Value tile,
                          Valid valid) {
  ++numHandles;
  valid = toStored(builder, loc, cast<TileType>(tile.getType()), valid);
  Value address = constants.getI64(*buffers.get(tile).getAddress());
  return pto::AllocTileOp::create(builder, loc,
                                  convertTile(cast<TileType>(tile.getType())),
                                  address, valid[0], valid[1]);
}

Value TileHandles::get(Value tile) {
  if (Value handle = bound.lookup(tile))
    return handle;
  auto type = cast<TileType>(tile.getType());
  if (!type.hasStaticValid())
    return {};
  mlir::pypto::MemrefAllocOp buffer = buffers.get(tile);
  Value &handle = shared[{buffer, convertTile(type)}];
  if (!handle)
    handle = create(head, buffer.getLoc(), tile, {});
  return handle;
}

Value TileHandles::getAs(OpBuilder &builder, Location loc, Value tile,
                         pto::TileBufType type) {
  Value own = get(tile);
  if (!own || own.getType() == type)
    return own;
  auto ownType = cast<pto::TileBufType>(own.getType());
  bool isSameElement = ownType.getElementType() == type.getElementType();
  bool isStatic = llvm::none_of(type.getValidShape(), ShapedType::isDynamic);
  // A whole buffer has any number of handles; a window is seen through its own.
  bool isWhole = !bound.contains(tile) || own.getDefiningOp<pto::AllocTileOp>();
  if (!bound.contains(tile) || (isSameElement && isStatic && isWhole)) {
    mlir::pypto::MemrefAllocOp buffer = buffers.get(tile);
    Value &handle = shared[{buffer, type}];
    if (!handle) {
      ++numHandles;
      handle = pto::AllocTileOp::create(head, buffer.getLoc(), type,
                                        constants.getI64(*buffer.getAddress()),
                                        Value(), Value());
    }
    return handle;
  }
  if (isSameElement && isStatic)
    return pto::TReshapeOp::create(builder, loc, type, own);
  if (isSameElement || ownType.getValidShape() != type.getValidShape())
    return own;
  return pto::BitcastOp::create(builder, loc, type, own);
}

void TileHandles::bind(OpBuilder &builder, Location loc, Value tile,
                       Valid valid) {
  if (cast<TileType>(tile.getType()).hasStaticValid())
    return;
  bound[tile] = create(builder, loc, tile, valid);
  runtimeValid[tile] = valid;
}

void TileHandles::bindTo(Value tile, Value handle, Valid valid) {
  bound[tile] = handle;
  runtimeValid[tile] = valid;
}

Value TileHandles::seePart(OpBuilder &builder, Location loc, Value part,
                           TileType type, Valid valid) {
  if (type.hasStaticValid()) {
    pto::TileBufType wanted = convertTile(type);
    if (part.getType() == wanted)
      return part;
    return pto::TReshapeOp::create(builder, loc, wanted, part);
  }
  valid = toStored(builder, loc, type, valid);
  SmallVector<int64_t> open(2, ShapedType::kDynamic);
  Value handle = pto::TReshapeOp::create(
      builder, loc, convertTile(type.withValid(open)), part);
  for (auto [extent, known] :
       llvm::zip(valid, convertTile(type).getValidShape()))
    if (!extent)
      extent = constants.getIndex(known);
  pto::SetValidShapeOp::create(builder, loc, handle, valid[0], valid[1]);
  return handle;
}

void TileHandles::bindPart(OpBuilder &builder, Location loc, Value tile,
                           Value part, Valid valid) {
  auto type = cast<TileType>(tile.getType());
  parts.insert(tile);
  bindTo(tile, seePart(builder, loc, part, type, valid),
         type.hasStaticValid() ? Valid() : valid);
}

TileHandles::Valid TileHandles::getExtents(Value tile) {
  Valid extents = getRuntimeValid(tile);
  ArrayRef<int64_t> valid = cast<TileType>(tile.getType()).getValid();
  for (auto [extent, known] : llvm::zip_equal(extents, valid))
    if (!extent)
      extent = constants.getIndex(known);
  return extents;
}

} // namespace pypto
