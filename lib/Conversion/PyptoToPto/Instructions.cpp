//===- Instructions.cpp - tile operations become instructions ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "PyptoToPto/CompleteInstruction.h"
#include "PyptoToPto/InstructionNames.h"
#include "PyptoToPto/KernelLowering.h"
#include "PyptoToPto/Types.h"
#include "Utils/ForwardedTiles.h"
#include "pypto/Dialect/Pypto/ColumnRules.h"
#include "pypto/Support/Diagnostics.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::pypto;

namespace pypto {

//===----------------------------------------------------------------------===//
// Valid regions known only at run time
//===----------------------------------------------------------------------===//

/// The operand whose valid extent along `axis` the result has.
static Value getValidSource(TileOpInterface op, unsigned axis) {
  if (auto product = dyn_cast<ProductOpInterface>(*op))
    return axis == 0 ? product.getLhs() : product.getRhs();
  // A gather has an element for each index.
  if (auto gather = dyn_cast<TileGatherOp>(*op))
    return gather.getIndices();
  // The first tile that is not known to have one element there: of a row
  // operation the matrix, not the vector.
  for (OpOperand *operand : op.getTileOperands())
    if (ShapedType::isDynamic(
            cast<TileType>(operand->get().getType()).getValid()[axis]))
      return operand->get();
  return {};
}

static TileHandles::Valid inheritValid(OpBuilder &builder, TileHandles &tiles,
                                       TileOpInterface op) {
  auto type = cast<TileType>(op.getResultTile().getType());
  bool isTransposed = isa<TileTransposeOp>(*op);
  TileHandles::Valid valid;
  for (unsigned axis = 0; axis < 2; ++axis) {
    if (!ShapedType::isDynamic(type.getValid()[axis]))
      continue;
    if (std::optional<ColumnRule> rule = getColumnRule(op); rule && axis == 1) {
      OpFoldResult columns =
          rule->derive(builder, op->getLoc(), [&](OpOperand &operand) {
            int64_t known =
                cast<TileType>(operand.get().getType()).getValid()[1];
            return ShapedType::isDynamic(known)
                       ? OpFoldResult(tiles.getRuntimeValid(operand.get())[1])
                       : OpFoldResult(builder.getIndexAttr(known));
          });
      valid[axis] =
          getValueOrCreateConstantIndexOp(builder, op->getLoc(), columns);
      continue;
    }
    unsigned sourceAxis = isTransposed ? 1 - axis : axis;
    if (Value source = getValidSource(op, sourceAxis))
      valid[axis] = tiles.getRuntimeValid(source)[sourceAxis];
  }
  return valid;
}

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

LogicalResult KernelLowering::lowerView(TileOpInterface op,
                                        OpBuilder &builder) {
  Value result = op.getResultTile();
  auto type = cast<TileType>(result.getType());
  Value source = op.getForwardedOperand()->get();
  Location loc = op->getLoc();
  return TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](TileReinterpretViewOp) -> LogicalResult {
        TileHandles::Valid valid = tiles.getRuntimeValid(source);
        if (ShapedType::isDynamic(type.getValid()[1]))
          return emitError(op, Diag::NoPtoForm)
                 << "a view as other elements of columns whose number is known "
                    "only at run time";
        if (tiles.isPart(source))
          tiles.bindPart(builder, loc, result, tiles.get(source), valid);
        else
          tiles.bind(builder, loc, result, valid);
        return success();
      })
      .Case<TileReshapeOp, TileTransposeViewOp>([&](auto) -> LogicalResult {
        // Run-time extents survive where the axes do.
        TileHandles::Valid valid, old = tiles.getRuntimeValid(source);
        auto from = cast<TileType>(source.getType());
        // Another order of the same bytes is the transpose.
        bool isFlipped = from.getLayout() != type.getLayout();
        for (auto [axis, known] : llvm::enumerate(type.getValid())) {
          if (!ShapedType::isDynamic(known))
            continue;
          for (unsigned other : {unsigned(isFlipped ? 1 - axis : axis),
                                 unsigned(isFlipped ? axis : 1 - axis)})
            if (!valid[axis] && old[other] &&
                from.getDimSize(other) == type.getDimSize(axis))
              valid[axis] = old[other];
          if (!valid[axis])
            return emitError(op, Diag::NoPtoForm)
                   << "a reshape to a valid region known only at run time";
        }
        // The whole buffer under another type is another handle; a window
        // keeps its place.
        if (tiles.isPart(source))
          tiles.bindPart(builder, loc, result, tiles.get(source), valid);
        else
          tiles.bind(builder, loc, result, valid);
        return success();
      })
      .Case([&](TileSetValidshapeOp set) {
        TileHandles::Valid valid;
        Value operands[] = {set.getRows(), set.getCols()};
        for (auto [extent, known, operand] :
             llvm::zip(valid, type.getValid(), operands))
          if (ShapedType::isDynamic(known))
            extent = lookup(operand);
        if (tiles.isPart(source))
          tiles.bindPart(builder, loc, result, tiles.get(source), valid);
        else
          tiles.bind(builder, loc, result, valid);
        return success();
      })
      .Case([&](TileSliceOp slice) -> LogicalResult {
        Type element = type.getElementType();
        if (failed(checkWholeBytes(slice, element, slice.getOffsets(),
                                   /*stored=*/Value())))
          return failure();
        if (type.getDimSize(1) % getPacking(element))
          return emitError(op, Diag::NoPtoForm)
                 << "a slice of " << type.getDimSize(1)
                 << " columns of 4-bit elements; two share a byte, so that the "
                    "number must be even";
        auto subset = pto::SubsetOp::create(
            builder, loc, tiles.get(source),
            toStoredOffsets(builder, loc, element, slice.getOffsets()),
            builder.getI64ArrayAttr(convertTile(type).getShape()));
        TileHandles::Valid valid;
        SmallVector<Value> operands = lookup(slice.getValid());
        ArrayRef<Value> next = operands;
        for (auto [extent, known] : llvm::zip_equal(valid, type.getValid()))
          if (ShapedType::isDynamic(known)) {
            extent = next.front();
            next = next.drop_front();
          }
        // The type of a whole window is what the subset infers.
        if (cast<TileType>(source.getType()).isFullyValid() &&
            type.isFullyValid())
          tiles.bindPart(result, subset);
        else
          tiles.bindPart(builder, loc, result, subset, valid);
        return success();
      })
      .Default([&](Operation *op) -> LogicalResult {
        return emitError(op, Diag::NoPtoForm)
               << "'" << op->getName() << "' has no form in the pto dialect";
      });
}

//===----------------------------------------------------------------------===//
// Elements and parts
//===----------------------------------------------------------------------===//

/// Elements of the storage in front of the one at `indices` of `tile`, from its
/// first one on; the rows of a window are as long as those around it.
static Value getElementOffset(OpBuilder &builder, Location loc, Value tile,
                              ValueRange indices) {
  auto type = cast<TileType>(::pypto::getRowsAround(tile).getType());
  bool isColumnOrder = type.getLayout() == TileLayout::DN;
  Value outer = indices[isColumnOrder], inner = indices[!isColumnOrder];
  Value pitch = arith::ConstantIndexOp::create(builder, loc,
                                               type.getDimSize(!isColumnOrder));
  Value start = builder.createOrFold<arith::MulIOp>(loc, outer, pitch);
  return builder.createOrFold<arith::AddIOp>(loc, start, inner);
}

LogicalResult KernelLowering::lowerElement(TileOpInterface op,
                                           OpBuilder &builder) {
  Location loc = op->getLoc();
  if (auto read = dyn_cast<TileReadOp>(*op)) {
    pto::TileBufType source = convertTile(read.getSource().getType());
    Value offset = getElementOffset(builder, loc, read.getSource(),
                                    lookup(read.getIndices()));
    Value element = pto::TGetValOp::create(
        builder, loc, withoutSign(read.getResult().getType()),
        tiles.getAs(builder, loc, read.getSource(), withoutSign(source)),
        offset);
    scalars.map(read.getResult(), element);
    return success();
  }
  auto write = cast<TileWriteOp>(*op);
  Value target = tiles.get(write.getTarget());
  Value offset = getElementOffset(builder, loc, write.getTarget(),
                                  lookup(write.getIndices()));
  pto::TSetValOp::create(builder, loc, target, offset,
                         lookup(write.getValue()));
  tiles.bindWritten(write.getResult(), write.getTarget());
  return success();
}

LogicalResult KernelLowering::lowerAssemble(TileAssembleOp op,
                                            OpBuilder &builder) {
  Location loc = op.getLoc();
  TileType source = op.getSource().getType();
  Value target = tiles.get(op.getTarget());
  if (source.getMemorySpace() == MemorySpace::Vec) {
    // Run-time extents belong to the handle of the whole target: placement
    // copies other windows first.
    Value part = target;
    if (source.hasStaticValid())
      part =
          pto::SubsetOp::create(builder, loc, target, lookup(op.getOffsets()),
                                builder.getI64ArrayAttr(source.getShape()));
    // Only what is valid is written.
    if (!source.isFullyValid())
      part = tiles.seePart(builder, loc, part,
                           op.getTarget()
                               .getType()
                               .withShape(source.getShape())
                               .withValid(source.getValid()),
                           tiles.getRuntimeValid(op.getSource()));
    pto::TMovOp::create(builder, loc, /*result=*/Type(),
                        tiles.get(op.getSource()), part, /*fp=*/Value(),
                        /*preQuantScalar=*/Value(), pto::AccToVecModeAttr(),
                        pto::ReluPreMode::NoRelu);
  } else {
    OperationState state(loc, pto::TInsertOp::getOperationName());
    state.addOperands(tiles.get(op.getSource()));
    state.addOperands(lookup(op.getOffsets()));
    state.addOperands(target);
    builder.create(state);
  }
  tiles.bindWritten(op.getResult(), op.getTarget());
  return success();
}

LogicalResult KernelLowering::lowerScatter(TileScatterOp op,
                                           OpBuilder &builder) {
  Value target = tiles.get(op.getTarget());
  pto::TScatterOp::create(builder, op.getLoc(), tiles.get(op.getSource()),
                          tiles.get(op.getIndices()), target);
  tiles.bindWritten(op.getResult(), op.getTarget());
  return success();
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

/// One value in a row of its own is also a column of one value.
static pto::BLayout getOrder(pto::TileBufType type, bool isPerRow) {
  if (isPerRow &&
      llvm::all_of(type.getShape(), [](int64_t n) { return n == 1; }))
    return pto::BLayout::ColMajor;
  return type.getWrittenBlayout();
}

/// Rules of the public assembler that say more than the operation's meaning: a
/// mask and the integers of a sequence, a fill and a selection have no sign, a
/// gather takes whole rows, the scratch of a rectifier of the A3 is bytes, and
/// values per row are a column, or a block of 32 bytes for each.
Value KernelLowering::getOperand(OpBuilder &builder, TileOpInterface op,
                                 Value tile, bool isPerRow) {
  pto::TileBufType type = convertTile(cast<TileType>(tile.getType()));
  Type element = type.getElementType();
  if (isa<TileCmpOp, TileCmpsOp, TileCiOp, TileFullOp, TileSelsOp>(*op) &&
      element.isUnsignedInteger())
    element = builder.getIntegerType(element.getIntOrFloatBitWidth());
  if (getFillBits(op))
    element = builder.getIntegerType(element.getIntOrFloatBitWidth());
  if (auto prelu = dyn_cast<TilePreluOp>(*op);
      prelu && tile == prelu.getScratch() && getArch(op) == Arch::a2a3)
    element = builder.getIntegerType(8, /*isSigned=*/false);
  ArrayRef<int64_t> valid = type.getValidShape();
  bool isResult = tile.getDefiningOp() == op.getOperation();
  // What lies behind the valid part is gathered too and is not valid either.
  auto gather = dyn_cast<TileGatherOp>(*op);
  if ((gather && tile != gather.getSource()) ||
      (isResult && isa<TileGatherMaskOp>(*op)))
    valid = type.getShape();
  // Scratch like a source is as valid as that, and a mask has its rows.
  SmallVector<int64_t> adapted(valid);
  for (OpOperand *operand : op.getTileOperands()) {
    auto source = cast<TileType>(operand->get().getType());
    if (op.isScratch(*operand) || !source.hasStaticValid() || gather)
      continue;
    if (isResult && isa<TileCmpOp, TileCmpsOp>(*op))
      adapted[0] = source.getValid()[0];
    bool isScratch = llvm::any_of(op.getTileOperands(), [&](OpOperand *other) {
      return other->get() == tile && op.isScratch(*other);
    });
    if (isScratch && !isa<TileGatherOp>(*op) &&
        source.getShape() == type.getShape())
      llvm::copy(source.getValid(), adapted.begin());
    break;
  }
  valid = adapted;
  return tiles.getAs(builder, op->getLoc(), tile,
                     pto::TileBufType::get(
                         type.getContext(), type.getLoc(), element,
                         type.getShape(), valid, getOrder(type, isPerRow),
                         type.getSlayout(), type.getFractal(), type.getPad()));
}

/// Operands that the pto form does not take: the unread matrix of a plain
/// expansion, and the destination buffer.
static bool isDropped(TileOpInterface op, OpOperand &operand) {
  if (isa<MemRefType>(operand.get().getType()))
    return true;
  return isa<TileRowExpandOp, TileColExpandOp>(*op) &&
         operand.getOperandNumber() == 0;
}

LogicalResult KernelLowering::lowerInstruction(TileOpInterface op,
                                               OpBuilder &builder) {
  if (op.isView())
    return lowerView(op, builder);
  if (isa<TileReadOp, TileWriteOp>(*op))
    return lowerElement(op, builder);
  if (auto assemble = dyn_cast<TileAssembleOp>(*op))
    return lowerAssemble(assemble, builder);
  if (auto scatter = dyn_cast<TileScatterOp>(*op))
    return lowerScatter(scatter, builder);
  if (auto scale = dyn_cast<TileMoveScaleOp>(*op))
    return lowerMoveScale(scale, builder);

  Location loc = op->getLoc();
  Value result = op.getResultTile();
  auto type = cast<TileType>(result.getType());
  if (!type.hasStaticValid()) {
    TileHandles::Valid valid = inheritValid(builder, tiles, op);
    if (auto create = dyn_cast<TileCreateOp>(*op)) {
      SmallVector<Value> operands = lookup(create.getValid());
      ArrayRef<Value> next = operands;
      for (auto [extent, known] : llvm::zip_equal(valid, type.getValid()))
        if (ShapedType::isDynamic(known)) {
          extent = next.front();
          next = next.drop_front();
        }
    }
    for (auto [extent, known] : llvm::zip_equal(valid, type.getValid()))
      if (ShapedType::isDynamic(known) && !extent)
        return emitError(op, Diag::NoPtoForm)
               << "no operand of '" << op->getName()
               << "' says what the valid region of its result is";
    tiles.bind(builder, loc, result, valid);
  }
  // A created tile is its handle.
  if (isa<TileCreateOp>(*op))
    return success();

  if (auto move = dyn_cast<TileMoveOp>(*op)) {
    pto::TMovOp::create(builder, loc, /*result=*/Type(),
                        tiles.get(move.getSource()), tiles.get(result),
                        /*fp=*/Value(), /*preQuantScalar=*/Value(),
                        pto::AccToVecModeAttr(), pto::ReluPreMode::NoRelu);
    return success();
  }
  StringRef name = getInstructionName(op);
  if (name.empty())
    return emitError(op, Diag::NoPtoForm)
           << "'" << op->getName() << "' has no form in the pto dialect";
  OperationState state(loc, name);
  for (OpOperand &operand : op->getOpOperands()) {
    if (isDropped(op, operand))
      continue;
    Value value = operand.get();
    bool isPerRow =
        op->hasTrait<RowExpandShapes>() && operand.getOperandNumber() == 1;
    state.addOperands(isa<TileType>(value.getType())
                          ? getOperand(builder, op, value, isPerRow)
                          : lookup(value));
  }
  state.addOperands(getOperand(builder, op, result));
  completeInstruction(op, builder, state);
  builder.create(state);
  return success();
}

} // namespace pypto
