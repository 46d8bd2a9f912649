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

/// The type of the bytes of a tile: valid everywhere, without padding.
static pto::TileBufType getWholeType(TileType type) {
  return convertTile(
      type.withShape(type.getShape()).withPad(mlir::pypto::PadValue::null));
}

Value TileHandles::create(OpBuilder &builder, Location loc, Value tile,
                          Valid valid) {
  auto type = cast<TileType>(tile.getType());
  ++numHandles;
  valid = toStored(builder, loc, type, valid);
  Value address = constants.getI64(*buffers.get(tile).getAddress());
  // Run-time extents belong to a tile with bytes of its own, not to a part.
  if (auto slot = buffers.getSlot(tile)) {
    int64_t bytes = slot.getResult().getType().getDimSize(0);
    Value offset = builder.createOrFold<arith::MulIOp>(
        loc, slots.lookup({slot, builder.getIndexType()}),
        constants.getIndex(bytes));
    offset = builder.createOrFold<arith::IndexCastOp>(loc, builder.getI64Type(),
                                                      offset);
    address = builder.createOrFold<arith::AddIOp>(loc, offset, address);
    parts.insert(tile);
  }
  return pto::AllocTileOp::create(builder, loc, convertTile(type), address,
                                  valid[0], valid[1]);
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

Value TileHandles::createSlot(OpBuilder &builder,
                              mlir::pypto::MemrefSlotOp slot, Value index,
                              TileType type) {
  pto::TileBufType whole = getWholeType(type);
  mlir::pypto::MemrefAllocOp buffer = slot.getAllocation();
  int64_t slotBytes = slot.getResult().getType().getDimSize(0);
  // Lines of the tile, or of its boxes, follow each other through all slots.
  bool axis = hasColumnLines(type);
  int64_t step = 1;
  if (whole.isBoxed())
    if (std::optional<std::pair<int64_t, int64_t>> box = whole.getBox())
      step = axis ? box->second : box->first;
  int64_t perSlot = slotBytes / getLineBytes(type) * step;
  SmallVector<int64_t> shape(whole.getShape());
  shape[axis] = perSlot * slot.getNumSlots();
  pto::TileBufType all = whole.withShape(shape, shape);
  Value &base = shared[{buffer, all}];
  if (!base) {
    ++numHandles;
    base = pto::AllocTileOp::create(head, buffer.getLoc(), all,
                                    constants.getI64(*buffer.getAddress()),
                                    Value(), Value());
  }
  Location loc = slot.getLoc();
  SmallVector<Value> offsets(2, constants.getIndex(0));
  offsets[axis] = builder.createOrFold<arith::MulIOp>(
      loc, index, constants.getIndex(perSlot));
  return pto::SubsetOp::create(builder, loc, base, offsets,
                               builder.getI64ArrayAttr(whole.getShape()));
}

void TileHandles::chooseSlot(OpBuilder &builder, mlir::pypto::MemrefSlotOp slot,
                             Value index) {
  slots[{slot, index.getType()}] = index;
  // Views of a tile there are made of its handle, where they are.
  for (Value tile : buffers.getTiles()) {
    auto op = tile.getDefiningOp<mlir::pypto::TileOpInterface>();
    if (buffers.getSlot(tile) != slot || !op || !op.getDestination())
      continue;
    auto type = cast<TileType>(tile.getType());
    Value &part = slots[{slot, getWholeType(type)}];
    if (!part)
      part = createSlot(builder, slot, index, type);
  }
  for (Value tile : buffers.getTiles()) {
    auto type = cast<TileType>(tile.getType());
    if (buffers.getSlot(tile) != slot || !type.hasStaticValid())
      continue;
    if (Value part = slots.lookup({slot, getWholeType(type)}))
      bindPart(builder, slot.getLoc(), tile, part, {});
  }
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
