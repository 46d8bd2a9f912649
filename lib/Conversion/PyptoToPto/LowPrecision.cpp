//===- LowPrecision.cpp - packed elements, scales, quantisation -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "PyptoToPto/KernelLowering.h"
#include "PyptoToPto/Types.h"
#include "Utils/Targets.h"
#include "pypto/Support/Diagnostics.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::pypto;

namespace pypto {

//===----------------------------------------------------------------------===//
// Two elements in a byte
//===----------------------------------------------------------------------===//

namespace {
/// What is a multiple of what, whatever happens at run time. An answer for each
/// value and factor, so that the visits are not more than those.
class Multiples {
public:
  bool holds(Value value, int64_t factor);

private:
  bool compute(Value value, int64_t factor);

  /// Visits are nested at most this deep; what takes more is not known.
  static constexpr unsigned kMostVisits = 1024;
  llvm::SmallDenseMap<std::pair<Value, int64_t>, bool> known;
};
} // namespace

bool Multiples::holds(Value value, int64_t factor) {
  if (known.size() >= kMostVisits)
    return known.lookup({value, factor});
  auto [entry, isNew] = known.insert({{value, factor}, false});
  if (!isNew)
    return entry->second;
  bool result = compute(value, factor);
  known[{value, factor}] = result;
  return result;
}

bool Multiples::compute(Value value, int64_t factor) {
  if (std::optional<int64_t> constant = getConstantIntValue(value))
    return *constant % factor == 0;
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
    return loop && argument == loop.getInductionVar() &&
           holds(loop.getLowerBound(), factor) && holds(loop.getStep(), factor);
  }
  Operation *op = value.getDefiningOp();
  if (isa<arith::IndexCastOp, arith::IndexCastUIOp>(op))
    return holds(op->getOperand(0), factor);
  if (isa<arith::MulIOp>(op))
    return holds(op->getOperand(0), factor) || holds(op->getOperand(1), factor);
  if (isa<arith::AddIOp, arith::SubIOp, arith::MinSIOp, arith::MaxSIOp,
          arith::MinUIOp, arith::MaxUIOp>(op))
    return holds(op->getOperand(0), factor) && holds(op->getOperand(1), factor);
  // A multiple of factor * d, divided by d.
  if (isa<arith::DivUIOp, arith::DivSIOp>(op)) {
    std::optional<int64_t> by = getConstantIntValue(op->getOperand(1));
    int64_t product;
    return by && *by > 0 && !llvm::MulOverflow(factor, *by, product) &&
           holds(op->getOperand(0), product);
  }
  if (isa<arith::SelectOp>(op))
    return holds(op->getOperand(1), factor) && holds(op->getOperand(2), factor);
  return false;
}

/// True if `value` is a multiple of `factor` whatever happens at run time.
bool isMultipleOf(Value value, int64_t factor) {
  return Multiples().holds(value, factor);
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
    attachHelp(diag) << "count in pairs: 2 * i, or a loop whose start and "
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
  stored.back() = divideIndex(builder, constants, loc, stored.back(), packing);
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
    // Counted in bytes.
    bytes[axis] =
        divideIndex(builder, constants, op->getLoc(), lookup(offsets[axis]),
                    box, isGroup ? ScaleBytes::kBox : 1);
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
  Value view = views.getView(op.getSource());
  auto windowType = pto::PartitionTensorViewType::get(
      builder.getContext(), bytes.getShape(), getViewElement(view));
  Value window = pto::PartitionViewOp::create(builder, op.getLoc(), windowType,
                                              view, *offsets, extents);
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
// Stores with a scale for each column
//===----------------------------------------------------------------------===//

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

LogicalResult KernelLowering::lowerQuantisingStore(TileStoreOp op, Value window,
                                                   OpBuilder &builder) {
  if (op.getAtomic() != AtomicKind::none)
    return emitError(op, Diag::NoPtoForm)
           << "an atomic store with a scale for each column; the instruction "
              "has atomic only with one scale";
  FailureOr<Value> parameters = lowerColumnScales(op, builder);
  if (failed(parameters))
    return failure();
  pto::TStoreFpOp::create(builder, op.getLoc(), tiles.get(op.getSource()),
                          *parameters, window);
  return success();
}

} // namespace pypto
