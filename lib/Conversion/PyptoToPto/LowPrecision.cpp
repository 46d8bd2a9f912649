//===- LowPrecision.cpp - packed elements, scales, quantisation -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "PyptoToPto/KernelLowering.h"
#include "PyptoToPto/Types.h"
#include "Utils/Targets.h"
#include "pypto/Support/Diagnostics.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/bit.h"

using namespace mlir;
using namespace mlir::pypto;

namespace pypto {

//===----------------------------------------------------------------------===//
// Two elements in a byte
//===----------------------------------------------------------------------===//

/// True if `value` is a multiple of `factor` whatever happens at run time.
static bool isMultipleOf(Value value, int64_t factor) {
  if (std::optional<int64_t> known = getConstantIntValue(value))
    return *known % factor == 0;
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
    return loop && argument == loop.getInductionVar() &&
           isMultipleOf(loop.getLowerBound(), factor) &&
           isMultipleOf(loop.getStep(), factor);
  }
  Operation *op = value.getDefiningOp();
  if (isa<arith::IndexCastOp, arith::IndexCastUIOp>(op))
    return isMultipleOf(op->getOperand(0), factor);
  if (isa<arith::MulIOp>(op))
    return isMultipleOf(op->getOperand(0), factor) ||
           isMultipleOf(op->getOperand(1), factor);
  if (isa<arith::AddIOp, arith::SubIOp, arith::MinSIOp, arith::MaxSIOp,
          arith::MinUIOp, arith::MaxUIOp>(op))
    return isMultipleOf(op->getOperand(0), factor) &&
           isMultipleOf(op->getOperand(1), factor);
  // A multiple of factor * d, divided by d.
  if (isa<arith::DivUIOp, arith::DivSIOp>(op))
    if (std::optional<int64_t> by = getConstantIntValue(op->getOperand(1));
        by && *by > 0)
      return isMultipleOf(op->getOperand(0), factor * *by);
  if (isa<arith::SelectOp>(op))
    return isMultipleOf(op->getOperand(1), factor) &&
           isMultipleOf(op->getOperand(2), factor);
  return false;
}

LogicalResult KernelLowering::checkWholeBytes(Operation *op, Type element,
                                              ValueRange offsets,
                                              Value stored) {
  int64_t packing = getPacking(element);
  if (packing == 1)
    return success();
  auto fail = [&](const Twine &what, Value value) -> LogicalResult {
    InFlightDiagnostic diag = emitError(op, Diag::OutOfBounds);
    diag << what << " is ";
    if (std::optional<int64_t> known = getConstantIntValue(value))
      diag << *known;
    else
      diag << "not known to be even";
    diag << "; two elements of 4 bits share a byte, so that it must be even";
    diag.attachNote() << "count in pairs: 2 * i, or a loop whose start and "
                         "step are even";
    return diag;
  };
  if (!offsets.empty() && !isMultipleOf(offsets.back(), packing))
    return fail("the column offset", offsets.back());
  if (!stored)
    return success();
  // The neighbour in the last byte of a row belongs to somebody else.
  Value columns = tiles.getExtents(stored)[1];
  if (!isMultipleOf(columns, packing))
    return fail("the number of stored columns", columns);
  return success();
}

/// `offsets` in stored elements.
SmallVector<Value> KernelLowering::toStoredOffsets(OpBuilder &builder,
                                                   Location loc, Type element,
                                                   ValueRange offsets) {
  SmallVector<Value> stored = lookup(offsets);
  int64_t packing = getPacking(element);
  if (packing == 1 || stored.empty())
    return stored;
  if (std::optional<int64_t> known = getConstantIntValue(stored.back()))
    stored.back() = constants.getIndex(*known / packing);
  else
    stored.back() = builder.createOrFold<arith::DivUIOp>(
        loc, stored.back(), constants.getIndex(packing));
  return stored;
}

Value KernelLowering::getStorable(OpBuilder &builder, Location loc,
                                  Value tile) {
  // A store knows bytes, not the floats of 8 bits in them.
  pto::TileBufType type = convertTile(cast<TileType>(tile.getType()));
  if (type.getElementBits() != 8 || type.getElementType().isInteger(8))
    return tiles.get(tile);
  return tiles.getAs(builder, loc, tile,
                     type.withElementType(builder.getIntegerType(8)));
}

//===----------------------------------------------------------------------===//
// Scales of micro-scaled products
//===----------------------------------------------------------------------===//

/// `value`, a row or column of scales, divided by the extent of a box and
/// counted in bytes.
static Value toBytes(OpBuilder &builder, ConstantPool &constants, Location loc,
                     Value value, int64_t by, int64_t times) {
  if (std::optional<int64_t> known = getConstantIntValue(value))
    return constants.getIndex(*known / by * times);
  Value parts =
      builder.createOrFold<arith::DivUIOp>(loc, value, constants.getIndex(by));
  if (times == 1)
    return parts;
  return builder.createOrFold<arith::MulIOp>(loc, parts,
                                             constants.getIndex(times));
}

FailureOr<SmallVector<Value>>
KernelLowering::getScaleOffsets(OpBuilder &builder, Operation *op,
                                TileLayout layout, ValueRange offsets) {
  bool isLeft = layout == TileLayout::ZZ;
  SmallVector<Value> bytes(2);
  for (unsigned axis : {0u, 1u}) {
    bool isGroup = axis == static_cast<unsigned>(isLeft);
    int64_t box = isGroup ? ScaleBytes::kGroups : ScaleBytes::kLines;
    if (!isMultipleOf(offsets[axis], box))
      return emitError(op, Diag::OutOfBounds)
             << "offset " << axis
             << " of a window of scales must be a multiple "
             << "of " << box << " whatever happens at run time: scales lie in "
             << "boxes of " << (isLeft ? "16 x 2" : "2 x 16");
    bytes[axis] =
        toBytes(builder, constants, op->getLoc(), lookup(offsets[axis]), box,
                isGroup ? ScaleBytes::kBox : 1);
  }
  return bytes;
}

LogicalResult KernelLowering::lowerScaleLoad(TileLoadOp op,
                                             OpBuilder &builder) {
  TileType type = op.getResult().getType();
  if (!type.isFullyValid() || type.getMemorySpace() != MemorySpace::Mat)
    return emitError(op, Diag::OperandSpace)
           << "scales of a micro-scaled product are loaded whole, to Mat";
  FailureOr<SmallVector<Value>> offsets = getScaleOffsets(
      builder, op, op.getSource().getType().getLayout(), op.getOffsets());
  if (failed(offsets))
    return failure();
  pto::TileBufType bytes = ScaleBytes::getTile(type);
  SmallVector<Value> extents;
  for (int64_t extent : bytes.getShape())
    extents.push_back(constants.getIndex(extent));
  auto windowType = pto::PartitionTensorViewType::get(
      builder.getContext(), bytes.getShape(), bytes.getElementType());
  Value window = pto::PartitionViewOp::create(builder, op.getLoc(), windowType,
                                              views.getView(op.getSource()),
                                              *offsets, extents);
  pto::TLoadOp::create(builder, op.getLoc(), /*result=*/Type(), window,
                       tiles.getAs(builder, op.getLoc(), op.getResult(), bytes),
                       /*pad_value=*/Value(), /*left_padding_num=*/Value(),
                       /*right_padding_num=*/Value(),
                       /*init_condition=*/Value(), pto::PadModeAttr(),
                       /*init_out_buffer=*/BoolAttr());
  return success();
}

/// The address beside the factor is the buffer's; bytes move as they are.
LogicalResult KernelLowering::lowerMoveScale(TileMoveScaleOp op,
                                             OpBuilder &builder) {
  Location loc = op.getLoc();
  TileType from = op.getSource().getType(), to = op.getResult().getType();
  FailureOr<SmallVector<Value>> offsets = getScaleOffsets(
      builder, op, from.getLayout(), {op.getRow(), op.getCol()});
  if (failed(offsets))
    return failure();
  pto::TileBufType bytes = ScaleBytes::getTile(to);
  Value source =
      tiles.getAs(builder, loc, op.getSource(), ScaleBytes::getTile(from));
  if (from.getShape() != to.getShape())
    source = pto::SubsetOp::create(builder, loc, source, *offsets,
                                   builder.getI64ArrayAttr(bytes.getShape()));
  pto::TMovOp::create(builder, loc, /*result=*/Type(), source,
                      tiles.getAs(builder, loc, op.getResult(), bytes),
                      /*fp=*/Value(), /*preQuantScalar=*/Value(),
                      pto::AccToVecModeAttr(), pto::ReluPreMode::NoRelu);
  return success();
}

//===----------------------------------------------------------------------===//
// Quantising stores
//===----------------------------------------------------------------------===//

/// The 64-bit parameter of a scale: its bits, of which the hardware ignores the
/// 13 lowest, in the low word.
static int64_t encodeScale(const llvm::APFloat &scale) {
  return static_cast<int64_t>(scale.bitcastToAPInt().getZExtValue());
}

FailureOr<Value> KernelLowering::lowerColumnScales(TileStoreOp op,
                                                   OpBuilder &builder) {
  Location loc = op.getLoc();
  auto scales = cast<TileType>(op.getScales().getType());
  const target::Target &target = getTarget(kernel);
  int64_t bytes = getSizeInBytes(scales.getElementType(), scales.getDimSize(1));
  auto room = static_cast<int64_t>(
      target.space(target::Space::Scaling).usableBytes.value);
  if (bytes > room)
    return emitError(op, Diag::TileTooLarge)
           << "scales of " << scales.getDimSize(1) << " columns need " << bytes
           << " bytes of the parameter buffer; the " << target.name << " has "
           << room << ", enough for " << room / 8
           << " columns: store in parts of that many";
  auto type = pto::TileBufType::get(
      builder.getContext(), pto::AddressSpace::Scaling,
      builder.getIntegerType(64), scales.getShape(), scales.getShape());
  pto::TileBufType inMat =
      convertTile(scales).withElementType(builder.getIntegerType(64));
  // Nothing else is in this memory, and one store's scales are gone when the
  // next one's come.
  Value parameters = pto::AllocTileOp::create(
      builder, loc, type, constants.getI64(0), Value(), Value());
  pto::TMovOp::create(builder, loc, /*result=*/Type(),
                      tiles.getAs(builder, loc, op.getScales(), inMat),
                      parameters, /*fp=*/Value(), /*preQuantScalar=*/Value(),
                      pto::AccToVecModeAttr(), pto::ReluPreMode::NoRelu);
  return parameters;
}

LogicalResult KernelLowering::lowerAccumulatorStore(TileStoreOp op,
                                                    Value window,
                                                    OpBuilder &builder) {
  Location loc = op.getLoc();
  if (op.getScales()) {
    if (op.getAtomic() != AtomicKind::none)
      return emitError(op, Diag::NoPtoForm)
             << "an atomic store with a scale for each column; the instruction "
                "has atomic only with one scale";
    FailureOr<Value> parameters = lowerColumnScales(op, builder);
    if (failed(parameters))
      return failure();
    pto::TStoreFpOp::create(builder, loc, tiles.get(op.getSource()),
                            *parameters, window);
    return success();
  }
  OperationState state(loc, pto::TStoreOp::getOperationName());
  state.addOperands({tiles.get(op.getSource()), window});
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

} // namespace pypto
