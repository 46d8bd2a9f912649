//===- BlockWindows.cpp - windows of tensors in fractal blocks --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "PyptoToPto/KernelLowering.h"
#include "PyptoToPto/Types.h"
#include "pypto/Dialect/Pypto/Blocks.h"
#include "pypto/Support/Diagnostics.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::pypto;

namespace pypto {

/// Rows and columns of the blocks that a transfer to or from `tile` moves.
static std::array<int64_t, 2> getMovedBlock(TileType tile, Type element) {
  int64_t columns = getBlockColumns(element);
  // An accumulator leaves in blocks of its own.
  if (tile.getMemorySpace() == MemorySpace::Acc)
    columns = std::max(columns, kBlockRows);
  return {kBlockRows, columns};
}

FailureOr<Value> KernelLowering::createBlockWindow(OpBuilder &builder,
                                                   Operation *op, Value tensor,
                                                   ValueRange offsets,
                                                   Value tile) {
  Location loc = op->getLoc();
  auto type = cast<TileType>(tile.getType());
  Type element = cast<GlobalTensorType>(tensor.getType()).getElementType();
  if (type.getMemorySpace() != MemorySpace::Acc &&
      (type.getMemorySpace() != MemorySpace::Mat ||
       type.getLayout() != TileLayout::NZ))
    return emitError(op, Diag::NoPtoForm)
           << "a tensor in blocks (pl.NZ) is loaded into Mat and stored from "
              "Acc, got a tile in "
           << stringifyMemorySpace(*type.getMemorySpace());
  std::array<int64_t, 2> block = {kBlockRows, getBlockColumns(element)};
  std::array<int64_t, 2> moved = getMovedBlock(type, element);
  SmallVector<Value> starts, counts;
  SmallVector<int64_t> shape;
  TileHandles::Valid extents = tiles.getStoredExtents(builder, loc, tile);
  for (unsigned axis : {1u, 0u}) {
    if (!isMultipleOf(offsets[axis], moved[axis]))
      return emitError(op, Diag::OutOfBounds)
             << "offset " << axis
             << " of a window of a tensor in blocks (pl.NZ) must be a multiple "
                "of "
             << moved[axis] << ", where its blocks begin";
    starts.push_back(divideIndex(builder, constants, loc, lookup(offsets[axis]),
                                 block[axis]));
    int64_t perMoved = moved[axis] / block[axis];
    int64_t known = type.getValid()[axis];
    if (!ShapedType::isDynamic(known)) {
      shape.push_back(llvm::divideCeil(known, moved[axis]) * perMoved);
      counts.push_back(constants.getIndex(shape.back()));
      continue;
    }
    shape.push_back(ShapedType::kDynamic);
    Value count = builder.createOrFold<arith::CeilDivUIOp>(
        loc, extents[axis], constants.getIndex(moved[axis]));
    counts.push_back(builder.createOrFold<arith::MulIOp>(
        loc, count, constants.getIndex(perMoved)));
  }
  for (int64_t extent : block) {
    shape.push_back(extent);
    starts.push_back(constants.getIndex(0));
    counts.push_back(constants.getIndex(extent));
  }
  Value view = views.getView(tensor);
  auto windowType = pto::PartitionTensorViewType::get(
      builder.getContext(), shape, getViewElement(view));
  return pto::PartitionViewOp::create(builder, loc, windowType, view, starts,
                                      counts)
      .getResult();
}

Value KernelLowering::getWholeBlocks(OpBuilder &builder, Location loc,
                                     Value tile, Value handle, Type element) {
  auto type = cast<TileType>(tile.getType());
  auto stored = cast<pto::TileBufType>(handle.getType());
  if (!type.hasStaticValid())
    return handle;
  std::array<int64_t, 2> moved = getMovedBlock(type, element);
  SmallVector<int64_t> valid(type.getValid());
  for (auto [extent, block] : llvm::zip_equal(valid, moved))
    extent = llvm::alignTo(extent, block);
  if (stored.getValidShape() == ArrayRef<int64_t>(valid))
    return handle;
  return pto::TReshapeOp::create(builder, loc, stored.withValidShape(valid),
                                 handle);
}

Value TensorViews::createBlockView(Value value, const Tensor &tensor) {
  auto type = cast<GlobalTensorType>(value.getType());
  SmallVector<int64_t> shape = getBlockShape(type);
  SmallVector<Value> extents, strides;
  int64_t stride = 1;
  for (int64_t extent : llvm::reverse(shape)) {
    extents.insert(extents.begin(), constants.getIndex(extent));
    strides.insert(strides.begin(), constants.getIndex(stride));
    stride *= extent;
  }
  Type element = cast<pto::PtrType>(tensor.pointer.getType()).getElementType();
  return pto::MakeTensorViewOp::create(
      head, value.getLoc(),
      pto::TensorViewType::get(head.getContext(), shape, element),
      tensor.pointer, extents, strides,
      pto::LayoutAttr::get(head.getContext(), pto::Layout::NZ));
}

} // namespace pypto
