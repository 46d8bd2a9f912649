//===- EmptyProducts.cpp - products that contract nothing -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Matmul/EmptyProducts.h"
#include "Matmul/Blocking.h"
#include "TensorToTile/TileBuilding.h"
#include "Utils/Targets.h"
#include "pypto/Dialect/Pypto/ValidOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::pypto;

namespace pypto {

namespace {
/// A product; `acc` is null where it does not start from a sum.
struct Product {
  OpOperand *lhs, *rhs;
  Value acc;
};
} // namespace

static std::optional<Product> getProduct(Operation *op) {
  using Result = std::optional<Product>;
  return llvm::TypeSwitch<Operation *, Result>(op)
      .Case<TileMatmulOp, TileGemvOp, TileMatmulBiasOp, TileGemvBiasOp>(
          [](auto product) -> Result {
            return Product{&product.getLhsMutable(), &product.getRhsMutable(),
                           Value()};
          })
      .Case<TileMatmulAccOp, TileGemvAccOp>([](auto product) -> Result {
        return Product{&product.getLhsMutable(), &product.getRhsMutable(),
                       product.getAcc()};
      })
      .Default([](Operation *) { return Result(); });
}

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
static Value multiplyZeros(OpBuilder &builder, Operation *op,
                           const Product &product) {
  Location loc = op->getLoc();
  Type element = getZeroType(
      cast<TileType>(product.lhs->get().getType()).getElementType());
  int64_t multiple =
      getBlockMultiple(getTarget(op), getSizeInBytes(element, 1));
  Value lhs = createZeros(builder, loc, product.lhs->get(), 1, multiple);
  Value rhs = createZeros(builder, loc, product.rhs->get(), 0, multiple);
  Operation *copy = builder.clone(*op);
  copy->setOperand(product.lhs->getOperandNumber(), lhs);
  copy->setOperand(product.rhs->getOperandNumber(), rhs);
  return copy->getResult(0);
}

/// What `op` gives where nothing is contracted; null if it is left alone.
static Value resolve(Operation *op, const Product &product) {
  auto lhs = cast<TileType>(product.lhs->get().getType());
  auto rhs = cast<TileType>(product.rhs->get().getType());
  auto result = cast<TileType>(op->getResult(0).getType());
  int64_t m = lhs.getValid()[0], k = lhs.getValid()[1], n = rhs.getValid()[1];
  OpBuilder builder(op);
  if (m == 0 || n == 0 || k == 0) {
    if (product.acc)
      return product.acc;
    if (k == 0 && m != 0 && n != 0)
      return multiplyZeros(builder, op, product);
    return result.hasStaticValid()
               ? createUnwritten(builder, op->getLoc(), result)
               : Value();
  }
  // Nothing is done, and nothing is to be added.
  if (!ShapedType::isDynamic(k) || product.acc)
    return {};
  Location loc = op->getLoc();
  Value extent = TileValidDimOp::create(builder, loc, product.lhs->get(), 1);
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value some = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::sgt,
                                     extent, zero);
  auto branch = scf::IfOp::create(
      builder, loc, some,
      [&](OpBuilder &inside, Location at) {
        scf::YieldOp::create(inside, at, inside.clone(*op)->getResults());
      },
      [&](OpBuilder &inside, Location at) {
        scf::YieldOp::create(inside, at, multiplyZeros(inside, op, product));
      });
  return branch.getResult(0);
}

/// Erases what only made `value`.
static void eraseUnused(Value value) {
  Operation *op = value.getDefiningOp();
  if (!op || !isOpTriviallyDead(op))
    return;
  SmallVector<Value> operands(op->getOperands());
  op->erase();
  llvm::for_each(operands, eraseUnused);
}

unsigned resolveEmptyProducts(func::FuncOp kernel) {
  SmallVector<Operation *> work;
  kernel.walk([&](Operation *op) {
    if (getProduct(op))
      work.push_back(op);
  });
  unsigned count = 0;
  for (Operation *op : work) {
    Value result = resolve(op, *getProduct(op));
    if (!result)
      continue;
    op->getResult(0).replaceAllUsesWith(result);
    SmallVector<Value> operands(op->getOperands());
    op->erase();
    llvm::for_each(operands, eraseUnused);
    ++count;
  }
  return count;
}

} // namespace pypto
