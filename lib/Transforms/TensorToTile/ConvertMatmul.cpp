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

/// Loads the block of an operand that starts at `offsets` of the product's
/// operand and has `extents` there. A transposed operand is loaded as it lies
/// in memory, in boxes by columns (nz); the same bytes read as boxes by rows
/// with columns inside (zn) are its transpose.
FailureOr<Value> KernelConverter::loadMatmulBlock(OpBuilder &builder,
                                                  Location loc,
                                                  const MatmulOperand &operand,
                                                  ArrayRef<Value> offsets,
                                                  ArrayRef<int64_t> extents) {
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
  FailureOr<TensorWindow> window =
      windows.get(builder, loc, operand.tensor, start, natural);
  if (failed(window))
    return failure();
  Value tile =
      TileLoadOp::create(builder, operand.tensor.getLoc(), type, window->base,
                         window->offsets, ValueRange(), Value());
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
  return loadMatmulBlock(builder, loc, operand, {zero, zero},
                         flip(type.getShape()));
}

/// A transposition of memory is a property of the operand.
MatmulOperand KernelConverter::resolveOperand(Value tensor, bool transposed) {
  if (isMemory(tensor))
    if (auto view =
            aliases.getTensor(tensor).getDefiningOp<TensorTransposeOp>())
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

/// Rows, contracted extent and columns; nothing where one is dynamic.
static std::optional<ProductShape> getShape(const MatmulOperand &lhs,
                                            GlobalTensorType result) {
  auto type = cast<GlobalTensorType>(lhs.tensor.getType());
  if (!type.hasStaticShape() || !result.hasStaticShape())
    return std::nullopt;
  return ProductShape{result.getDimSize(0), type.getDimSize(!lhs.transposed),
                      result.getDimSize(1)};
}

LogicalResult KernelConverter::convertMatmul(Operation *op, Value acc,
                                             Value lhs, Value rhs,
                                             bool transposeLhs,
                                             bool transposeRhs) {
  OpBuilder builder(op);
  Location loc = op->getLoc();
  MatmulOperand left = resolveOperand(lhs, transposeLhs);
  MatmulOperand right = resolveOperand(rhs, transposeRhs);
  auto resultType = cast<GlobalTensorType>(op->getResult(0).getType());
  std::optional<ProductShape> shape = getShape(left, resultType);
  Type element = cast<GlobalTensorType>(lhs.getType()).getElementType();
  if (shape && !acc && isMemory(left.tensor) && isMemory(right.tensor) &&
      !fitsAtOnce(*shape, element) && isStoredOnly(op)) {
    // Computed block by block where it is stored.
    largeProducts[op->getResult(0)] = {
        left, right, *shape, versions.lookup(aliases.getMemory(left.tensor)),
        versions.lookup(aliases.getMemory(right.tensor))};
    replaced.push_back(op);
    return success();
  }

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
  if (failed(checkFits(lhs.getLoc(), cast<TileType>(leftTile->getType()),
                       MemorySpace::Left)) ||
      failed(checkFits(rhs.getLoc(), cast<TileType>(rightTile->getType()),
                       MemorySpace::Right)) ||
      failed(checkFits(loc, result, MemorySpace::Acc)))
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
