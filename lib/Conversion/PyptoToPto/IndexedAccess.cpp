//===- IndexedAccess.cpp - gathers and scatters with memory -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "PyptoToPto/KernelLowering.h"
#include "PyptoToPto/Types.h"
#include "pypto/Support/Diagnostics.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::pypto;

namespace pypto {

//===----------------------------------------------------------------------===//
// Rows into a window of a tile
//===----------------------------------------------------------------------===//

/// A line of a box, in bytes, and the lines of a box (guide, arch 2201).
static constexpr int64_t kLineBytes = 32;
static constexpr int64_t kBoxLines = 16;

/// Of tiles in Mat, those that lie in boxes: not 64-bit elements, nor a tile
/// whose author wants rows.
static bool isInBoxes(TileType type) {
  return type.getMemorySpace() == MemorySpace::Mat &&
         type.getLayout() != TileLayout::ND;
}

/// A window of a tile as a tile like the whole one that starts where the window
/// does. A subset is not enough for tiles in boxes, of which the public
/// assembler wants whole boxes, and for run-time extents, which belong to the
/// handle of a tile. Boxes by columns with rows inside (nz) have row r in line
/// r of their column of boxes; for zn the same holds with rows and columns
/// exchanged.
FailureOr<Value> KernelLowering::createWindowHandle(const WindowCopy &copy,
                                                    TileHandles::Valid extents,
                                                    OpBuilder &builder) {
  Location loc = copy.op->getLoc();
  auto type = cast<TileType>(copy.target.getType());
  bool isBoxed = isInBoxes(type);
  bool byRows = !isBoxed || type.getLayout() == TileLayout::NZ;
  if (isBoxed && byRows == copy.transpose)
    return emitError(copy.op, Diag::NoPtoForm)
           << "rows of memory are rows of boxes in pl.create_l1(...) and "
              "columns in pl.create_l1(..., transpose=True); this tile is "
           << stringifyTileLayout(type.getLayout());
  int64_t bits = type.getElementType().getIntOrFloatBitWidth();
  int64_t lanes = kLineBytes * 8 / bits;
  SmallVector<Value> offsets = lookup(copy.targetOffsets);
  Value line = offsets[!byRows];
  std::optional<int64_t> other = getConstantIntValue(offsets[byRows]);
  if (!other || *other % lanes != 0)
    return emitError(copy.op, Diag::NoPtoForm)
           << "a window of a tile must start at a "
           << (byRows ? "column" : "row")
           << " that is known when compiling and a multiple of " << lanes
           << ", 32 bytes of " << type.getElementType();
  // Bytes from line to line, and from one 32 bytes of a line to the next.
  int64_t perLine = isBoxed ? kLineBytes : type.getDimSize(1) * bits / 8;
  int64_t perBlock = kLineBytes;
  if (isBoxed)
    perBlock *= llvm::alignTo(type.getDimSize(!byRows), kBoxLines);
  int64_t start = *tiles.getAddress(copy.target) + *other / lanes * perBlock;
  Value address = builder.createOrFold<arith::MulIOp>(
      loc, line, constants.getIndex(perLine));
  address = builder.createOrFold<arith::AddIOp>(loc, address,
                                                constants.getIndex(start));
  address = builder.createOrFold<arith::IndexCastOp>(loc, builder.getI64Type(),
                                                     address);
  SmallVector<int64_t> valid(copy.shape);
  if (copy.transpose)
    std::swap(valid[0], valid[1]);
  for (auto [known, extent] : llvm::zip_equal(valid, extents))
    if (extent)
      known = ShapedType::kDynamic;
  return pto::AllocTileOp::create(builder, loc,
                                  convertTile(type.withValid(valid)), address,
                                  extents[0], extents[1])
      .getResult();
}

LogicalResult KernelLowering::lowerWindowCopy(const WindowCopy &copy,
                                              OpBuilder &builder) {
  Location loc = copy.op->getLoc();
  Value target = tiles.get(copy.target);
  auto type = cast<TileType>(copy.target.getType());
  bool isBoxed = isInBoxes(type);
  if (copy.transpose && !isBoxed) {
    InFlightDiagnostic diag = emitError(copy.op, Diag::NoPtoForm)
                              << "memory is read transposed into Mat only";
    ::pypto::attachHelp(diag) << "transpose the tile with pl.transpose";
    return diag;
  }
  TileHandles::Valid extents;
  if (Value rows = copy.rows)
    extents[0] = lookup(rows);

  FailureOr<Value> part = Value();
  if (isBoxed || extents[0]) {
    part = createWindowHandle(copy, extents, builder);
    if (failed(part))
      return failure();
  } else {
    part =
        pto::SubsetOp::create(builder, loc, target, lookup(copy.targetOffsets),
                              builder.getI64ArrayAttr(copy.shape))
            .getResult();
  }

  SmallVector<int64_t> shape(copy.shape);
  SmallVector<Value> start = lookup(copy.sourceOffsets);
  SmallVector<Value> sizes;
  for (int64_t extent : shape)
    sizes.push_back(constants.getIndex(extent));
  if (extents[0]) {
    shape[0] = ShapedType::kDynamic;
    sizes[0] = extents[0];
  }
  if (copy.transpose) {
    std::swap(shape[0], shape[1]);
    std::swap(start[0], start[1]);
    std::swap(sizes[0], sizes[1]);
  }
  Value view = copy.transpose ? views.getTransposedView(copy.source)
                              : views.getView(copy.source);
  auto windowType = pto::PartitionTensorViewType::get(
      builder.getContext(), shape, getViewElement(view));
  Value window = pto::PartitionViewOp::create(builder, loc, windowType, view,
                                              start, sizes);
  pto::TLoadOp::create(builder, loc, /*result=*/Type(), window, *part,
                       /*pad_value=*/Value(), /*left_padding_num=*/Value(),
                       /*right_padding_num=*/Value(),
                       /*init_condition=*/Value(), pto::PadModeAttr(),
                       /*init_out_buffer=*/BoolAttr());
  tiles.bindWritten(copy.result, copy.target);
  return success();
}

//===----------------------------------------------------------------------===//
// Elements of a whole tensor
//===----------------------------------------------------------------------===//

Value KernelLowering::createWholeWindow(OpBuilder &builder, Location loc,
                                        Value tensor) {
  auto type = cast<GlobalTensorType>(tensor.getType());
  SmallVector<Value> zeros(type.getRank(), constants.getIndex(0));
  return views.createWindow(builder, loc, tensor, type.getShape(), zeros,
                            views.get(tensor).extents);
}

static pto::GatherOob convertOutOfRange(OutOfRange policy) {
  switch (policy) {
  case OutOfRange::undefined:
    return pto::GatherOob::Undefined;
  case OutOfRange::clamp:
    return pto::GatherOob::Clamp;
  case OutOfRange::wrap:
    return pto::GatherOob::Wrap;
  case OutOfRange::zero:
    return pto::GatherOob::Zero;
  }
  llvm_unreachable("not a rule");
}

LogicalResult KernelLowering::lowerMgather(TileMgatherOp op,
                                           OpBuilder &builder) {
  OperationState state(op.getLoc(), pto::MGatherOp::getOperationName());
  state.addOperands({createWholeWindow(builder, op.getLoc(), op.getSource()),
                     tiles.get(op.getIndices()), tiles.get(op.getResult())});
  state.addAttribute("gatherOob", pto::GatherOobAttr::get(
                                      builder.getContext(),
                                      convertOutOfRange(op.getOutOfRange())));
  builder.create(state);
  return success();
}

LogicalResult KernelLowering::lowerMscatter(TileMscatterOp op,
                                            OpBuilder &builder) {
  OperationState state(op.getLoc(), pto::MScatterOp::getOperationName());
  state.addOperands({tiles.get(op.getSource()), tiles.get(op.getIndices()),
                     createWholeWindow(builder, op.getLoc(), op.getTarget())});
  builder.create(state);
  return success();
}

//===----------------------------------------------------------------------===//
// Positions by comparison
//===----------------------------------------------------------------------===//

LogicalResult KernelLowering::lowerGatherCompare(TileGatherCompareOp op,
                                                 OpBuilder &builder) {
  Location loc = op.getLoc();
  Value result = tiles.get(op.getResult());
  int64_t rows = op.getSource().getType().getDimSize(0);
  auto part = [&](int64_t row, ArrayRef<int64_t> shape) -> Value {
    Value offsets[] = {constants.getIndex(row), constants.getIndex(0)};
    return pto::SubsetOp::create(builder, loc, result, offsets,
                                 builder.getI64ArrayAttr(shape));
  };
  OperationState state(loc, pto::TGatherOp::getOperationName());
  state.addOperands({tiles.get(op.getSource()),
                     part(0, {rows, int64_t(op.getWidth())}),
                     part(rows, {1, rows}), tiles.get(op.getScratch()),
                     lookup(op.getValue())});
  state.addAttribute("operandSegmentSizes",
                     builder.getDenseI32ArrayAttr({1, 1, 1, 0, 1, 1}));
  state.addAttribute(
      "cmpMode",
      pto::CmpModeAttr::get(builder.getContext(), op.getMode() == CmpMode::eq
                                                      ? pto::CmpMode::EQ
                                                      : pto::CmpMode::GT));
  state.addAttribute("offset", builder.getI32IntegerAttr(op.getOffset()));
  builder.create(state);
  return success();
}

} // namespace pypto
