//===- ConvertMatmul.cpp - matrix products ----------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TensorToTile/KernelConverter.h"
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

/// A transposed operand is loaded as it lies in memory, in boxes by columns
/// (nz); the same bytes read as boxes by rows with columns inside (zn) are its
/// transpose.
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
      windows.get(builder, loc, operand.tensor, position, window);
  if (failed(at))
    return failure();
  Value tile = TileLoadOp::create(builder, operand.tensor.getLoc(), type,
                                  at->base, at->offsets, ValueRange(), Value());
  ++numLoads;
  if (!operand.transposed)
    return tile;
  TileType flipped = type.withShape(flip(type.getShape()))
                         .withValid(flip(type.getValid()))
                         .withLayout(TileLayout::ZN);
  return TileReshapeOp::create(builder, loc, flipped, tile).getResult();
}

FailureOr<Value>
KernelConverter::getMatmulOperand(OpBuilder &builder, Location loc,
                                  const MatmulOperand &operand) {
  if (!operand.transposed)
    return getTile(builder, loc, operand.tensor);
  if (!isMemory(operand.tensor))
    return emitError(loc, Diag::NotLowered)
           << "a transposed operand of a matrix product must be a tensor in "
              "global memory, not one that is computed in the kernel";
  if (failed(getTileType(loc, operand.tensor)))
    return failure();
  auto type = cast<GlobalTensorType>(operand.tensor.getType());
  Value zero = windows.getConstant(0);
  return loadMatmulBlock(builder, loc, operand, ValueRange(), {zero, zero},
                         flip(type.getShape()));
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
      return {view.getSource(), !transposed};
  return {tensor, transposed};
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
  if (deferProduct(op, acc, left, right)) {
    replaced.push_back(op);
    return success();
  }
  if (cast<GlobalTensorType>(op->getResult(0).getType()).getRank() != 2)
    return emitError(op, Diag::NotLowered)
           << "a product of a batch of matrices must have operands of known "
              "extents in global memory and be stored by the same block of "
              "code, which is all that is done with it; loop over the batch";
  if (acc && isMemory(acc))
    return emitError(op, Diag::NotLowered)
           << "an accumulator in global memory cannot be loaded; start with "
              "pl.matmul, or store the sum to the accumulator's own tensor";

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
