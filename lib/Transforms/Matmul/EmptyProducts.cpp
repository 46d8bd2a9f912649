//===- EmptyProducts.cpp - products that contract nothing -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Matmul/EmptyProducts.h"
#include "Matmul/Blocking.h"
#include "TensorToTile/TileBuilding.h"
#include "Utils/Targets.h"
#include "pypto/Dialect/Pypto/ValidOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::pypto;

namespace pypto {

/// The element type of zeros that give the same sums as those of `element`, and
/// that the matrix core can fill Mat with.
static Type getZeroType(Type element) {
  Builder builder(element.getContext());
  if (!isa<FloatType>(element))
    return element;
  return element.isF32() ? element : Type(builder.getF16Type());
}

/// A tile of `type`, in Mat, of zeros. Bytes are filled in pairs, which both
/// chips can.
static Value fillZeros(OpBuilder &builder, Location loc, TileType type) {
  Type element = type.getElementType();
  TileType filled = type;
  if (element.getIntOrFloatBitWidth() == 8) {
    SmallVector<int64_t> shape(type.getShape());
    shape[1] /= 2;
    filled =
        TileType::get(shape, builder.getI16Type()).withSpace(MemorySpace::Mat);
  }
  Value zero = createScalar(builder, loc, filled.getElementType(), 0);
  Value zeros = TileFullOp::create(builder, loc, filled, zero, Value());
  if (filled == type)
    return zeros;
  TileType all = type.withValid(type.getShape());
  Value bytes = TileReinterpretViewOp::create(builder, loc, all, zeros);
  return restrictValid(builder, loc, bytes, type.getValid()[0],
                       type.getValid()[1]);
}

/// Zeros instead of `operand`, of contracted extent 1 along `axis`.
static Value createZeros(OpBuilder &builder, Location loc, Value operand,
                         unsigned axis, int64_t multiple) {
  auto type = cast<TileType>(operand.getType());
  Type element = getZeroType(type.getElementType());
  SmallVector<int64_t> shape(type.getShape()), valid(type.getValid());
  shape[axis] = multiple;
  valid[axis] = 1;
  unsigned other = 1 - axis;
  bool isStatic = !ShapedType::isDynamic(valid[other]);
  TileType zeros = TileType::get(shape, element)
                       .withSpace(MemorySpace::Mat)
                       .withValid({axis ? shape[0] : 1, axis ? 1 : shape[1]});
  if (isStatic)
    zeros = zeros.withValid(valid);
  Value filled = fillZeros(builder, loc, zeros);
  if (isStatic)
    return filled;
  Value extents[2];
  extents[axis] = arith::ConstantIndexOp::create(builder, loc, 1);
  extents[other] = TileValidDimOp::create(builder, loc, operand, other);
  return TileSetValidshapeOp::create(builder, loc, zeros.withValid(valid),
                                     filled, extents[0], extents[1]);
}

/// `op` over zeros, with one step of the contraction.
static Value multiplyZeros(OpBuilder &builder, ProductOpInterface op) {
  Location loc = op->getLoc();
  ProductOperands operands = op.getProductOperands();
  Type element =
      getZeroType(cast<TileType>(operands.lhs.getType()).getElementType());
  int64_t multiple =
      getBlockMultiple(getTarget(op), getSizeInBytes(element, 1));
  operands.lhs = createZeros(builder, loc, operands.lhs, 1, multiple);
  operands.rhs = createZeros(builder, loc, operands.rhs, 0, multiple);
  return op.createSimilar(builder, loc, op->getResult(0).getType(), operands);
}

/// What `op` gives where nothing is contracted; null if it is left alone.
static Value resolve(ProductOpInterface op) {
  // Of a scaled product at least one pair of groups is contracted.
  if (op.isScaled())
    return {};
  auto lhs = cast<TileType>(op.getLhs().getType());
  auto rhs = cast<TileType>(op.getRhs().getType());
  auto result = cast<TileType>(op->getResult(0).getType());
  int64_t m = lhs.getValid()[0], k = lhs.getValid()[1], n = rhs.getValid()[1];
  OpBuilder builder(op);
  if (m == 0 || n == 0 || k == 0) {
    if (Value acc = op.getAcc())
      return acc;
    if (k == 0 && m != 0 && n != 0)
      return multiplyZeros(builder, op);
    return result.hasStaticValid()
               ? createUnwritten(builder, op->getLoc(), result)
               : Value();
  }
  // Nothing is done, and nothing is to be added.
  if (!ShapedType::isDynamic(k) || op.getAcc())
    return {};
  Location loc = op->getLoc();
  Value extent = TileValidDimOp::create(builder, loc, op.getLhs(), 1);
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value some = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::sgt,
                                     extent, zero);
  auto branch = scf::IfOp::create(
      builder, loc, some,
      [&](OpBuilder &inside, Location at) {
        scf::YieldOp::create(inside, at, inside.clone(*op)->getResults());
      },
      [&](OpBuilder &inside, Location at) {
        scf::YieldOp::create(inside, at, multiplyZeros(inside, op));
      });
  return branch.getResult(0);
}

/// Erases \p op and what only it used.
static void eraseWithOperands(Operation *op) {
  llvm::SmallSetVector<Operation *, 8> work;
  auto erase = [&](Operation *dead) {
    for (Value operand : dead->getOperands())
      if (Operation *made = operand.getDefiningOp())
        work.insert(made);
    dead->erase();
  };
  erase(op);
  while (!work.empty()) {
    Operation *made = work.pop_back_val();
    if (isOpTriviallyDead(made))
      erase(made);
  }
}

unsigned resolveEmptyProducts(func::FuncOp kernel) {
  SmallVector<ProductOpInterface> work;
  kernel.walk([&](ProductOpInterface op) { work.push_back(op); });
  unsigned count = 0;
  for (ProductOpInterface op : work) {
    Value result = resolve(op);
    if (!result)
      continue;
    op->getResult(0).replaceAllUsesWith(result);
    eraseWithOperands(op);
    ++count;
  }
  return count;
}

} // namespace pypto
