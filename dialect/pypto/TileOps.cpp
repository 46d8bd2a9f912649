//===- TileOps.cpp - operations of TileOps.td ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Shapes.h"
#include "pypto/Dialect/Pypto/Pypto.h"

#include "llvm/Support/MathExtras.h"

#include <limits>

using namespace mlir;
using namespace mlir::pypto;

#define GET_OP_CLASSES
#include "dialect/pypto/TileOps.cpp.inc"

//===----------------------------------------------------------------------===//
// Rules shared below
//===----------------------------------------------------------------------===//

/// One operand for each `?` of the result's valid region.
static LogicalResult verifyValid(Operation *op, TileType type, size_t count) {
  size_t dynamic = llvm::count_if(type.getValid(), ShapedType::isDynamic);
  if (dynamic == count)
    return success();
  return op->emitOpError() << "has " << count
                           << " valid extents for a type with " << dynamic
                           << " '?'";
}

static LogicalResult verifySameElement(Operation *op, Type source,
                                       Type result) {
  if (source == result)
    return success();
  return op->emitOpError()
         << "source and result must have one element type, got " << source
         << " and " << result;
}

/// A constant offset plus extent must stay inside a known extent.
static LogicalResult verifyInside(Operation *op, StringRef what,
                                  ArrayRef<int64_t> bounds, ValueRange offsets,
                                  ArrayRef<int64_t> extents) {
  for (auto [axis, offset] : llvm::enumerate(offsets)) {
    std::optional<int64_t> start = getConstantIntValue(offset);
    if (!start)
      continue;
    if (*start < 0)
      return op->emitOpError()
             << "offset " << *start << " of axis " << axis << " is negative";
    // Of no elements none is outside.
    if (ShapedType::isDynamic(bounds[axis]) ||
        ShapedType::isDynamic(extents[axis]) || extents[axis] == 0)
      continue;
    if (*start + extents[axis] > bounds[axis])
      return op->emitOpError()
             << "offset " << *start << " + extent " << extents[axis]
             << " of axis " << axis << " passes the extent " << bounds[axis]
             << " of the " << what;
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Load and store
//===----------------------------------------------------------------------===//

/// The valid extents of `tile` are `window` with its leading axes merged into
/// rows, as far as both are known.
static LogicalResult verifyWindow(Operation *op, TileType tile,
                                  ArrayRef<int64_t> window) {
  for (int64_t extent : window)
    if (extent < 0 && !ShapedType::isDynamic(extent))
      return op->emitOpError()
             << "extents of a window must be 0 or more, got " << str(window);
  int64_t rows = 1, columns = window.empty() ? 1 : window.back();
  for (int64_t extent : window.drop_back(window.empty() ? 0 : 1))
    if (ShapedType::isDynamic(rows) || ShapedType::isDynamic(extent))
      rows = ShapedType::kDynamic;
    else if (llvm::MulOverflow(rows, extent, rows))
      rows = std::numeric_limits<int64_t>::max();
  auto differ = [](int64_t a, int64_t b) {
    return !ShapedType::isDynamic(a) && !ShapedType::isDynamic(b) && a != b;
  };
  if (tile.getRank() != 2 || differ(rows, tile.getValid()[0]) ||
      differ(columns, tile.getValid()[1]))
    return op->emitOpError()
           << "a window of " << str(window) << " is not the valid region of "
           << tile << " with its leading axes as rows";
  return success();
}

LogicalResult TileLoadOp::verify() {
  GlobalTensorType source = getSource().getType();
  TileType result = getResult().getType();
  if (failed(verifySameElement(*this, source.getElementType(),
                               result.getElementType())) ||
      failed(verifyValid(*this, result, getValid().size())))
    return failure();
  ArrayRef<int64_t> extents = getWindowExtents();
  if (getWindow() && failed(verifyWindow(*this, result, extents)))
    return failure();
  if (static_cast<int64_t>(getOffsets().size()) != source.getRank() ||
      static_cast<int64_t>(extents.size()) != source.getRank())
    return emitOpError() << "tensor, offsets and tile must have one number of "
                            "axes, got "
                         << source.getRank() << ", " << getOffsets().size()
                         << " and " << extents.size();
  if (std::optional<MemorySpace> space = result.getMemorySpace();
      space && *space != MemorySpace::Vec && *space != MemorySpace::Mat)
    return emitOpError() << "a load reaches only Vec or Mat, not "
                         << stringifyMemorySpace(*space)
                         << "; load to Mat, then move to "
                         << stringifyMemorySpace(*space);
  return verifyInside(*this, "tensor", source.getShape(), getOffsets(),
                      extents);
}
std::optional<MemorySpace> TileLoadOp::getFixedResultSpace() {
  return std::nullopt;
}
SmallVector<MemorySpace> TileLoadOp::getResultSpaceChoices() {
  return {MemorySpace::Vec, MemorySpace::Mat};
}

/// Elements to which an accumulator of `from` is quantised on the way out.
static bool canQuantise(Type from, Type to, Arch arch) {
  if (to.isInteger(8) || (to.isF16() && from.isInteger(32)))
    return true;
  return arch == Arch::a5 && (to.isBF16() || to.isF16());
}

/// One scale for each column, or one for all; never a special number.
static LogicalResult verifyScales(TileStoreOp op) {
  if (op.getScales() && op.getQuantScale())
    return op.emitOpError() << "has one scale or one for each column, not both";
  if (std::optional<llvm::APFloat> scale = op.getQuantScale();
      scale && (!scale->isNormal() || scale->isNegative()))
    return op.emitOpError() << "quant_scale must be a positive normal number";
  if (!op.getScales())
    return success();
  TileType scales = op.getScales().getType();
  int64_t columns = op.getSource().getType().getShape().back();
  if (op.getRelu())
    return op.emitOpError()
           << "relu goes with one scale; no store has it with scales for each "
              "column";
  if (scales.getShape() == ArrayRef<int64_t>({1, columns}) &&
      scales.getElementType().isInteger(64))
    return success();
  return op.emitOpError() << "scales must be one row [1, " << columns
                          << "] of 64-bit parameters, got " << scales;
}

/// Only the way out of an accumulator converts.
static LogicalResult verifyConversion(TileStoreOp op) {
  TileType source = op.getSource().getType();
  Type from = source.getElementType();
  Type to = op.getTarget().getType().getElementType();
  bool mayBeAcc =
      !source.isPlaced() || source.getMemorySpace() == MemorySpace::Acc;
  bool isAccumulator = mayBeAcc && (from.isF32() || from.isInteger(32));
  if ((op.isQuantising() || op.getRelu()) && !isAccumulator)
    return op.emitOpError() << "only an accumulator is quantised or rectified "
                               "on its way out, got "
                            << source;
  if (op.isQuantising()) {
    if (failed(verifyScales(op)))
      return failure();
    if (canQuantise(from, to, getArch(op)))
      return success();
    return op.emitOpError()
           << "an accumulator of " << from << " is not quantised to " << to
           << " on the " << stringifyArch(getArch(op));
  }
  bool narrows = isAccumulator && from.isF32() && (to.isF16() || to.isBF16());
  if (from == to || narrows)
    return success();
  return op.emitOpError() << "tile of " << from
                          << " cannot be stored to a tensor "
                          << "of " << to
                          << "; only an accumulator of f32 narrows (to f16 or "
                             "bf16): cast first";
}

LogicalResult TileStoreOp::verify() {
  GlobalTensorType target = getTarget().getType();
  TileType source = getSource().getType();
  if (getResult().getType() != target)
    return emitOpError() << "the result is an alias of the target " << target
                         << ", got " << getResult().getType();
  ArrayRef<int64_t> extents = getWindowExtents();
  if (getWindow() && failed(verifyWindow(*this, source, extents)))
    return failure();
  if (static_cast<int64_t>(getOffsets().size()) != target.getRank() ||
      static_cast<int64_t>(extents.size()) != target.getRank())
    return emitOpError() << "tile, offsets and tensor must have one number of "
                            "axes, got "
                         << extents.size() << ", " << getOffsets().size()
                         << " and " << target.getRank();
  if (failed(verifyConversion(*this)))
    return failure();
  return verifyInside(*this, "tensor", target.getShape(), getOffsets(),
                      extents);
}
OpOperand &TileStoreOp::getAliasedTensor() { return getTargetMutable(); }
bool TileStoreOp::isTensorView() { return false; }
SmallVector<MemorySpace> TileStoreOp::getOperandSpaces(OpOperand &operand) {
  if (&operand != &getSourceMutable())
    return {MemorySpace::Mat};
  if (isQuantising() || getRelu())
    return {MemorySpace::Acc};
  return {MemorySpace::Vec, MemorySpace::Acc};
}
std::optional<MemorySpace> TileStoreOp::getFixedResultSpace() {
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Creation
//===----------------------------------------------------------------------===//

LogicalResult TileCreateOp::verify() {
  return verifyValid(*this, getResult().getType(), getValid().size());
}
std::optional<MemorySpace> TileCreateOp::getFixedResultSpace() {
  return std::nullopt;
}
SmallVector<MemorySpace> TileCreateOp::getResultSpaceChoices() {
  return {MemorySpace::Vec, MemorySpace::Mat, MemorySpace::Acc};
}

std::optional<MemorySpace> TileFullOp::getFixedResultSpace() {
  return std::nullopt;
}
SmallVector<MemorySpace> TileFullOp::getResultSpaceChoices() {
  Type type = getResult().getType().getElementType();
  // What the matrix core writes to Mat with one value: TEXPANDS.
  bool fillsMat = type.isInteger(16) || type.isInteger(32) || type.isF16() ||
                  type.isF32() ||
                  (type.isInteger(8) && getArch(*this) == Arch::a5);
  SmallVector<MemorySpace> choices = {MemorySpace::Vec};
  if (fillsMat)
    choices.push_back(MemorySpace::Mat);
  if (type.isF32())
    choices.push_back(MemorySpace::Acc);
  return choices;
}
LogicalResult TileFullOp::verify() {
  if (getValue().getType() == getResult().getType().getElementType())
    return success();
  return emitOpError() << "value must have the element type "
                       << getResult().getType().getElementType() << ", got "
                       << getValue().getType();
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

LogicalResult TileMoveOp::verify() {
  TileType source = getSource().getType(), result = getResult().getType();
  if (source.getShape() != result.getShape())
    return emitOpError() << "a move keeps the shape, got "
                         << str(result.getShape()) << " of "
                         << str(source.getShape());
  if (source.getElementType() != result.getElementType() && source.isPlaced() &&
      source.getMemorySpace() != MemorySpace::Acc)
    return emitOpError() << "only a move out of Acc converts elements, got "
                         << source.getElementType() << " to "
                         << result.getElementType();
  return success();
}
SmallVector<MemorySpace> TileMoveOp::getOperandSpaces(OpOperand &) {
  return {};
}
std::optional<MemorySpace> TileMoveOp::getFixedResultSpace() {
  return getResult().getType().getMemorySpace();
}
SmallVector<MemorySpace> TileMoveOp::getResultSpaceChoices() {
  return {MemorySpace::Vec,       MemorySpace::Mat,  MemorySpace::Left,
          MemorySpace::Right,     MemorySpace::Bias, MemorySpace::LeftScale,
          MemorySpace::RightScale};
}
bool TileMoveOp::canShareBufferWith(OpOperand &) { return false; }

LogicalResult TileExtractOp::verify() {
  TileType source = getSource().getType(), result = getResult().getType();
  if (source.getRank() != 2 || result.getRank() != 2)
    return emitOpError() << "source and result must have 2 axes";
  if (failed(verifySameElement(*this, source.getElementType(),
                               result.getElementType())))
    return failure();
  return verifyInside(*this, "tile", source.getShape(), {getRow(), getCol()},
                      result.getShape());
}
SmallVector<MemorySpace> TileExtractOp::getOperandSpaces(OpOperand &) {
  return {MemorySpace::Mat, MemorySpace::Acc};
}
std::optional<MemorySpace> TileExtractOp::getFixedResultSpace() {
  return getResult().getType().getMemorySpace();
}
SmallVector<MemorySpace> TileExtractOp::getResultSpaceChoices() {
  return {MemorySpace::Left, MemorySpace::Right, MemorySpace::Mat};
}
bool TileExtractOp::canShareBufferWith(OpOperand &) { return false; }

std::pair<int64_t, int64_t> TileTransposeOp::getExchangedAxes() {
  if (getAxes() && getAxes()->size() == 2)
    return {getAxes()->front(), getAxes()->back()};
  int64_t rank = getSource().getType().getRank();
  return {rank - 2, rank - 1};
}
LogicalResult TileTransposeOp::verify() {
  TileType source = getSource().getType(), result = getResult().getType();
  if (failed(verifySameElement(*this, source.getElementType(),
                               result.getElementType())))
    return failure();
  SmallVector<int64_t> expected(source.getShape());
  auto rank = static_cast<int64_t>(expected.size());
  if (rank < 2)
    return emitOpError() << "source must have at least 2 axes";
  auto [first, second] = getExchangedAxes();
  auto isAxis = [&](int64_t axis) { return axis >= 0 && axis < rank; };
  if ((getAxes() && getAxes()->size() != 2) || !isAxis(first) ||
      !isAxis(second) || first == second)
    return emitOpError() << "axes must be two different ones of " << rank;
  std::swap(expected[first], expected[second]);
  // Rows and columns may be padded further, to whole blocks.
  bool isLarge = result.getRank() == source.getRank();
  for (auto [got, wanted] : llvm::zip(result.getShape(), expected))
    isLarge &= got >= wanted;
  if (!isLarge)
    return emitOpError() << "result must have shape " << str(expected)
                         << ", got " << str(result.getShape());
  return success();
}
bool TileTransposeOp::canShareBufferWith(OpOperand &) { return false; }
bool TileTransposeOp::isScratch(OpOperand &operand) {
  return &operand == &getScratchMutable();
}

LogicalResult TileFillpadOp::verify() {
  TileType source = getSource().getType(), result = getResult().getType();
  if (failed(verifySameElement(*this, source.getElementType(),
                               result.getElementType())))
    return failure();
  if (result.getPad() == PadValue::null)
    return emitOpError()
           << "the result's type must name a pad value (zero, max "
              "or min)";
  if (!result.isFullyValid())
    return emitOpError() << "the result is valid everywhere, got " << result;
  bool large = source.getRank() == result.getRank() &&
               llvm::all_of(llvm::zip(source.getShape(), result.getShape()),
                            [](auto pair) {
                              return std::get<1>(pair) >= std::get<0>(pair);
                            });
  if (!large)
    return emitOpError() << "result must be at least as large as the source "
                         << str(source.getShape()) << ", got "
                         << str(result.getShape());
  return success();
}
bool TileFillpadOp::canShareBufferWith(OpOperand &) {
  return getSource().getType().getShape() == getResult().getType().getShape();
}

//===----------------------------------------------------------------------===//
// Views and updates in place
//===----------------------------------------------------------------------===//

#define PYPTO_FORWARDS(OP, OPERAND, IS_VIEW)                                   \
  SmallVector<MemorySpace> OP::getOperandSpaces(OpOperand &) { return {}; }    \
  std::optional<MemorySpace> OP::getFixedResultSpace() {                       \
    return std::nullopt;                                                       \
  }                                                                            \
  OpOperand *OP::getForwardedOperand() { return &get##OPERAND##Mutable(); }    \
  bool OP::isView() { return IS_VIEW; }                                        \
  bool OP::takesDestination() { return false; }
PYPTO_FORWARDS(TileReshapeOp, Source, true)
PYPTO_FORWARDS(TileSliceOp, Source, true)
PYPTO_FORWARDS(TileSetValidshapeOp, Source, true)
PYPTO_FORWARDS(TileBindOp, Source, true)
PYPTO_FORWARDS(TileAssembleOp, Target, false)
#undef PYPTO_FORWARDS

SmallVector<MemorySpace> TileWriteOp::getOperandSpaces(OpOperand &) {
  return {MemorySpace::Vec};
}
std::optional<MemorySpace> TileWriteOp::getFixedResultSpace() {
  return MemorySpace::Vec;
}
OpOperand *TileWriteOp::getForwardedOperand() { return &getTargetMutable(); }
bool TileWriteOp::isView() { return false; }
bool TileWriteOp::takesDestination() { return false; }

LogicalResult TileReshapeOp::verify() {
  TileType source = getSource().getType(), result = getResult().getType();
  if (failed(verifySameElement(*this, source.getElementType(),
                               result.getElementType())))
    return failure();
  if (source.getNumElements() != result.getNumElements())
    return emitOpError() << "cannot give " << source.getNumElements()
                         << " elements the shape " << str(result.getShape())
                         << " of " << result.getNumElements();
  return success();
}

LogicalResult TileSliceOp::verify() {
  TileType source = getSource().getType(), result = getResult().getType();
  if (failed(verifySameElement(*this, source.getElementType(),
                               result.getElementType())) ||
      failed(verifyValid(*this, result, getValid().size())))
    return failure();
  if (static_cast<int64_t>(getOffsets().size()) != source.getRank() ||
      result.getRank() != source.getRank())
    return emitOpError()
           << "source, offsets and result must have one number of "
              "axes";
  return verifyInside(*this, "tile", source.getShape(), getOffsets(),
                      result.getShape());
}

LogicalResult TileSetValidshapeOp::verify() {
  TileType source = getSource().getType(), result = getResult().getType();
  if (source.getRank() != 2)
    return emitOpError() << "source must have 2 axes, got " << source.getRank();
  if (source.getShape() != result.getShape() ||
      source.getElementType() != result.getElementType())
    return emitOpError() << "only the valid region may change, got " << source
                         << " and " << result;
  for (auto [axis, extent] :
       llvm::enumerate(ValueRange{getRows(), getCols()})) {
    std::optional<int64_t> value = getConstantIntValue(extent);
    if (value && (*value < 0 || *value > source.getDimSize(axis)))
      return emitOpError() << "valid extent " << *value << " of axis " << axis
                           << " must be in 0.." << source.getDimSize(axis);
    int64_t stated = result.getValid()[axis];
    if (value && !ShapedType::isDynamic(stated) && *value != stated)
      return emitOpError() << "valid extent " << *value << " of axis " << axis
                           << " contradicts the result's type " << result;
  }
  return success();
}

LogicalResult TileBindOp::verify() {
  TileType source = getSource().getType(), result = getResult().getType();
  if (source.getShape() != result.getShape() ||
      source.getElementType() != result.getElementType())
    return emitOpError() << "a binding changes nothing, got " << source
                         << " and " << result;
  return success();
}

LogicalResult TileAssembleOp::verify() {
  TileType source = getSource().getType(), target = getTarget().getType();
  TileType result = getResult().getType();
  if (result.getShape() != target.getShape() ||
      result.getElementType() != target.getElementType())
    return emitOpError() << "result and target must have one shape and element "
                            "type, got "
                         << result << " and " << target;
  if (static_cast<int64_t>(getOffsets().size()) != target.getRank() ||
      source.getRank() != target.getRank())
    return emitOpError()
           << "source, offsets and target must have one number of "
              "axes";
  return verifyInside(*this, "target", target.getShape(), getOffsets(),
                      source.getShape());
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

static LogicalResult verifyElement(Operation *op, TileType tile, Type scalar,
                                   size_t indices) {
  if (scalar != tile.getElementType())
    return op->emitOpError() << "scalar must have the element type "
                             << tile.getElementType() << ", got " << scalar;
  if (static_cast<int64_t>(indices) != tile.getRank())
    return op->emitOpError() << "has " << indices << " indices for a tile of "
                             << tile.getRank() << " axes";
  return success();
}

LogicalResult TileReadOp::verify() {
  return verifyElement(*this, getSource().getType(), getResult().getType(),
                       getIndices().size());
}

LogicalResult TileWriteOp::verify() {
  if (getTarget().getType().getShape() != getResult().getType().getShape())
    return emitOpError() << "result and target must have one shape";
  return verifyElement(*this, getTarget().getType(), getValue().getType(),
                       getIndices().size());
}
