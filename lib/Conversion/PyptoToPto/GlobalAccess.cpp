//===- GlobalAccess.cpp - loads, stores and single elements -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "PyptoToPto/KernelLowering.h"
#include "PyptoToPto/Types.h"
#include "pypto/Support/Diagnostics.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::pypto;

namespace pypto {

/// The window of `tensor` at `offsets` as large as the valid region of `tile`,
/// whose rows are its leading axes if it has `extents`.
FailureOr<Value> KernelLowering::createWindow(OpBuilder &builder, Operation *op,
                                              Value tensor, ValueRange offsets,
                                              Value tile,
                                              DenseI64ArrayAttr extents) {
  Location loc = op->getLoc();
  if (cast<GlobalTensorType>(tensor.getType()).getLayout() == TileLayout::NZ)
    return createBlockWindow(builder, op, tensor, offsets, tile);
  pto::TileBufType type = convertTile(cast<TileType>(tile.getType()));
  Type element = cast<GlobalTensorType>(tensor.getType()).getElementType();
  TileHandles::Valid stored = tiles.getStoredExtents(builder, loc, tile);
  SmallVector<int64_t> shape(type.getValidShape());
  SmallVector<Value> sizes(stored.begin(), stored.end());
  if (extents) {
    shape = llvm::to_vector(extents.asArrayRef());
    shape.back() = type.getValidShape().back();
    sizes.clear();
    int64_t known = 1;
    for (int64_t extent : ArrayRef(shape).drop_back())
      known *= ShapedType::isDynamic(extent) ? 1 : extent;
    for (int64_t extent : ArrayRef(shape).drop_back())
      sizes.push_back(ShapedType::isDynamic(extent)
                          ? builder.createOrFold<arith::DivUIOp>(
                                loc, stored[0], constants.getIndex(known))
                          : constants.getIndex(extent));
    sizes.push_back(stored[1]);
  }
  return views.createWindow(builder, loc, tensor, shape,
                            toStoredOffsets(builder, loc, element, offsets),
                            sizes);
}

/// The operands of a valid region, by axis; null where the type says it.
static TileHandles::Valid spread(TileType type, ValueRange operands) {
  TileHandles::Valid valid;
  for (auto [extent, known] : llvm::zip_equal(valid, type.getValid()))
    if (ShapedType::isDynamic(known)) {
      extent = operands.front();
      operands = operands.drop_front();
    }
  return valid;
}

/// No elements: a transfer of them is none at all.
static bool isEmpty(const TileHandles::Valid &extents) {
  return llvm::any_of(
      extents, [](Value extent) { return isConstantIntValue(extent, 0); });
}

LogicalResult KernelLowering::lowerLoad(TileLoadOp op, OpBuilder &builder) {
  GlobalTensorType source = op.getSource().getType();
  if (isScaleLayout(source.getLayout()))
    return lowerScaleLoad(op, builder);
  if (failed(checkWholeBytes(op, source.getElementType(), op.getOffsets(),
                             /*stored=*/Value())))
    return failure();
  tiles.bind(builder, op.getLoc(), op.getResult(),
             spread(op.getResult().getType(), lookup(op.getValid())));
  if (isEmpty(tiles.getExtents(op.getResult())))
    return success();
  FailureOr<Value> window =
      createWindow(builder, op, op.getSource(), op.getOffsets(), op.getResult(),
                   op.getWindowAttr());
  if (failed(window))
    return failure();
  pto::TLoadOp::create(builder, op.getLoc(), /*result=*/Type(), *window,
                       tiles.get(op.getResult()), /*pad_value=*/Value(),
                       /*left_padding_num=*/Value(),
                       /*right_padding_num=*/Value(),
                       /*init_condition=*/Value(), pto::PadModeAttr(),
                       /*init_out_buffer=*/BoolAttr());
  return success();
}

/// The 64-bit parameter of a scale: its bits, of which the hardware ignores the
/// 13 lowest, in the low word.
static int64_t encodeScale(const llvm::APFloat &scale) {
  return static_cast<int64_t>(scale.bitcastToAPInt().getZExtValue());
}

LogicalResult KernelLowering::lowerStore(TileStoreOp op, OpBuilder &builder) {
  if (isEmpty(tiles.getExtents(op.getSource())))
    return success();
  if (failed(checkWholeBytes(op, op.getTarget().getType().getElementType(),
                             op.getOffsets(), op.getSource())))
    return failure();
  FailureOr<Value> window =
      createWindow(builder, op, op.getTarget(), op.getOffsets(), op.getSource(),
                   op.getWindowAttr());
  if (failed(window))
    return failure();
  if (op.getScales())
    return lowerQuantisingStore(op, *window, builder);
  GlobalTensorType target = op.getTarget().getType();
  Value source = getStorable(builder, op.getLoc(), op.getSource());
  if (target.getLayout() == TileLayout::NZ)
    source = getWholeBlocks(builder, op.getLoc(), op.getSource(), source,
                            target.getElementType());
  OperationState state(op.getLoc(), pto::TStoreOp::getOperationName());
  state.addOperands({source, *window});
  if (std::optional<llvm::APFloat> scale = op.getQuantScale())
    state.addOperands(constants.getI64(encodeScale(*scale)));
  MLIRContext *context = builder.getContext();
  if (op.getRelu())
    state.addAttribute(
        "reluPreMode",
        pto::ReluPreModeAttr::get(context, pto::ReluPreMode::NormalRelu));
  if (op.getAtomic() == AtomicKind::add)
    state.addAttribute("atomicType", pto::AtomicTypeAttr::get(
                                         context, pto::AtomicType::AtomicAdd));
  builder.create(state);
  return success();
}

/// Elements between the start of a tensor and the element at `indices`.
static Value getOffset(OpBuilder &builder, Location loc,
                       const TensorViews::Tensor &tensor, ValueRange indices) {
  Value offset;
  for (auto [index, stride] : llvm::zip(indices, tensor.strides)) {
    Value term = builder.createOrFold<arith::MulIOp>(loc, index, stride);
    offset =
        offset ? builder.createOrFold<arith::AddIOp>(loc, offset, term) : term;
  }
  return offset ? offset : arith::ConstantIndexOp::create(builder, loc, 0);
}

LogicalResult KernelLowering::lowerRead(TensorReadOp op, OpBuilder &builder) {
  const TensorViews::Tensor &tensor = views.get(op.getSource());
  Value offset =
      getOffset(builder, op.getLoc(), tensor, lookup(op.getIndices()));
  scalars.map(op.getResult(),
              pto::LoadScalarOp::create(builder, op.getLoc(),
                                        withoutSign(op.getResult().getType()),
                                        tensor.pointer, offset)
                  .getValue());
  return success();
}

LogicalResult KernelLowering::lowerWrite(TensorWriteOp op, OpBuilder &builder) {
  const TensorViews::Tensor &tensor = views.get(op.getTarget());
  Value offset =
      getOffset(builder, op.getLoc(), tensor, lookup(op.getIndices()));
  pto::StoreScalarOp::create(builder, op.getLoc(), tensor.pointer, offset,
                             lookup(op.getValue()));
  return success();
}

LogicalResult KernelLowering::lowerDim(TensorDimOp op) {
  scalars.map(op.getResult(), views.get(op.getSource()).extents[op.getAxis()]);
  return success();
}

} // namespace pypto
