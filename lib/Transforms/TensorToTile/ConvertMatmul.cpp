//===- ConvertMatmul.cpp - matrix products ----------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TensorToTile/KernelConverter.h"
#include "TensorToTile/TileBuilding.h"
#include "Utils/Targets.h"
#include "pypto/Support/Diagnostics.h"

using namespace mlir;
using namespace mlir::pypto;

namespace pypto {

static SmallVector<int64_t> flip(ArrayRef<int64_t> dims) {
  return {dims[1], dims[0]};
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

/// Boxes by columns with rows inside (nz) read as boxes by rows with columns
/// inside (zn): the same bytes are the transpose.
static Value readTransposed(OpBuilder &builder, Location loc, Value tile) {
  auto type = cast<TileType>(tile.getType());
  TileType flipped = type.withShape(flip(type.getShape()))
                         .withValid(flip(type.getValid()))
                         .withLayout(TileLayout::ZN);
  return TileReshapeOp::create(builder, loc, flipped, tile);
}

/// A transposed operand is loaded as it lies in memory.
FailureOr<Value> KernelConverter::loadMatmulBlock(
    OpBuilder &builder, Location loc, const MatmulOperand &operand,
    ValueRange batch, ArrayRef<Value> offsets, ArrayRef<int64_t> extents) {
  SmallVector<Value> start(offsets);
  SmallVector<int64_t> natural(extents);
  if (operand.transposed) {
    std::swap(start[0], start[1]);
    natural = flip(natural);
  }
  auto tensorType = cast<GlobalTensorType>(operand.tensor.getType());
  TileType type = shapes.getTileType(natural, tensorType.getElementType());
  if (operand.transposed)
    type = type.withSpace(MemorySpace::Mat).withLayout(TileLayout::NZ);
  // One matrix of the batch; an axis of one matrix serves all positions.
  ArrayRef<int64_t> leading = tensorType.getShape().drop_back(2);
  SmallVector<Value> position;
  for (auto [extent, index] :
       llvm::zip_equal(leading, batch.take_back(leading.size())))
    position.push_back(extent == 1 ? windows.getConstant(0) : index);
  llvm::append_range(position, start);
  SmallVector<int64_t> window(leading.size(), 1);
  llvm::append_range(window, natural);
  FailureOr<TensorWindow> at =
      windows.find(builder, loc, operand.tensor, position, window);
  if (failed(at))
    return failure();
  FailureOr<DenseI64ArrayAttr> transfer = getTransfer(loc, *at, type);
  if (failed(transfer))
    return failure();
  Value tile = createLoad(builder, operand.tensor.getLoc(), type, at->base,
                          at->offsets, ValueRange(), *transfer);
  ++numLoads;
  return operand.transposed ? readTransposed(builder, loc, tile) : tile;
}

FailureOr<Value>
KernelConverter::getMatmulOperand(OpBuilder &builder, Location loc,
                                  const MatmulOperand &operand) {
  if (!operand.transposed)
    return getTile(builder, loc, operand.tensor);
  if (!isMemory(operand.tensor))
    return getComputedOperand(builder, loc, operand);
  auto loadedTile = getLoadedTile(builder, loc, operand.tensor);
  if (failed(loadedTile))
    return failure();
  auto [type, valid] = *loadedTile;
  FailureOr<Value> tile =
      load(builder, loc, operand.tensor,
           type.withSpace(MemorySpace::Mat).withLayout(TileLayout::NZ), valid);
  if (failed(tile))
    return failure();
  Value transposed = readTransposed(builder, loc, *tile);
  if (!type.hasStaticValid())
    runtimeValid[transposed] = {valid[1], valid[0]};
  return transposed;
}

FailureOr<Value>
KernelConverter::getComputedOperand(OpBuilder &builder, Location loc,
                                    const MatmulOperand &operand) {
  FailureOr<Value> computed = getTile(builder, loc, operand.tensor);
  if (failed(computed))
    return failure();
  Value tile = *computed;
  auto type = cast<TileType>(tile.getType());
  if (type.getMemorySpace() != MemorySpace::Mat) {
    type = type.withSpace(MemorySpace::Mat).withLayout(TileLayout::NZ);
    // A move that only narrows goes to Mat at once.
    auto narrowing = tile.getDefiningOp<TileMoveOp>();
    Value source =
        narrowing && narrowing->use_empty() ? narrowing.getSource() : tile;
    tile = TileMoveOp::create(builder, loc, type, source, Value());
    if (auto valid = runtimeValid.find(*computed);
        valid != runtimeValid.end()) {
      ValidExtents extents = valid->second;
      runtimeValid[tile] = extents;
    }
    if (source != *computed) {
      runtimeValid.erase(*computed);
      narrowing.erase();
    }
  }
  if (!operand.transposed)
    return tile;
  if (!type.hasStaticValid())
    return emitError(loc, Diag::NotLowered)
           << "a transposed operand that is computed in the kernel must have "
              "extents that are known at compile time";
  return readTransposed(builder, loc, tile);
}

static bool exchangesMatrixAxes(TensorTransposeOp view) {
  int64_t last = view.getSource().getType().getRank() - 1;
  auto first = static_cast<int64_t>(view.getAxis0());
  auto second = static_cast<int64_t>(view.getAxis1());
  return std::min(first, second) == last - 1 && std::max(first, second) == last;
}

/// A transposition of memory is a property of the operand.
MatmulOperand KernelConverter::resolveOperand(Value tensor, bool transposed) {
  if (isMemory(tensor))
    if (auto view =
            aliases.getTensor(tensor).getDefiningOp<TensorTransposeOp>();
        view && exchangesMatrixAxes(view))
      return {view.getSource(), !transposed, Value()};
  return {tensor, transposed, Value()};
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

static TileType withAccumulator(TileType type, Type operandElement) {
  Builder builder(type.getContext());
  return type.withElementType(isa<FloatType>(operandElement)
                                  ? Type(builder.getF32Type())
                                  : Type(builder.getI32Type()));
}

LogicalResult KernelConverter::convertMatmul(Operation *op, Value acc,
                                             Value lhs, Value rhs,
                                             bool transposeLhs,
                                             bool transposeRhs) {
  OpBuilder builder(op);
  Location loc = op->getLoc();
  MatmulOperand left = resolveOperand(lhs, transposeLhs);
  MatmulOperand right = resolveOperand(rhs, transposeRhs);
  FailureOr<Deferral> deferral = deferProduct(op, acc, left, right);
  if (failed(deferral))
    return failure();
  if (*deferral == Deferral::Recorded) {
    replaced.push_back(op);
    return success();
  }
  if (cast<GlobalTensorType>(op->getResult(0).getType()).getRank() != 2) {
    InFlightDiagnostic diag =
        emitError(op, Diag::NotLowered)
        << "a product of a batch of matrices must have operands of known "
           "extents in global memory and be stored by the same block of "
           "code, which is all that is done with it";
    ::pypto::attachHelp(diag) << "loop over the batch";
    return diag;
  }
  if (acc && isMemory(acc)) {
    InFlightDiagnostic diag =
        emitError(op, Diag::NotLowered)
        << "an accumulator in global memory cannot be loaded";
    ::pypto::attachHelp(diag) << "start with pl.matmul, or store the sum to "
                                 "the accumulator's own tensor";
    return diag;
  }

  Type element = cast<GlobalTensorType>(lhs.getType()).getElementType();
  FailureOr<Value> leftTile = getMatmulOperand(builder, loc, left);
  FailureOr<Value> rightTile = getMatmulOperand(builder, loc, right);
  FailureOr<TileType> type = getTileType(loc, op->getResult(0));
  if (failed(leftTile) || failed(rightTile) || failed(type))
    return failure();
  TileType result = withAccumulator(*type, element);
  // Rows as the left operand's, columns as the right one's.
  ValidExtents valid = {getValid(builder, loc, *leftTile)[0],
                        getValid(builder, loc, *rightTile)[1]};
  result = result.withValid(splitValid(valid).first);
  if (failed(checkFits(loc, result, MemorySpace::Acc)))
    return failure();
  if (!acc) {
    Value product = TileMatmulOp::create(builder, loc, result, *leftTile,
                                         *rightTile, Value());
    if (!result.hasStaticValid())
      runtimeValid[product] = valid;
    replace(op, product);
    return success();
  }
  FailureOr<Value> sum = getTile(builder, loc, acc);
  if (failed(sum))
    return failure();
  // The accumulator covers the product; its valid region stays.
  result = result.withValid(cast<TileType>(sum->getType()).getValid());
  Value product = TileMatmulAccOp::create(builder, loc, result, *sum, *leftTile,
                                          *rightTile, Value());
  if (!result.hasStaticValid())
    runtimeValid[product] = getValid(builder, loc, *sum);
  replace(op, product);
  return success();
}

} // namespace pypto
