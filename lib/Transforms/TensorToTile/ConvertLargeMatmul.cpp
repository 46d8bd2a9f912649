//===- ConvertLargeMatmul.cpp - products computed block by block -*- C++
//-*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which products are computed where they are stored; LargeProductWriter.cpp
// writes them.
//
//===----------------------------------------------------------------------===//

#include "TensorToTile/LargeProductWriter.h"
#include "Utils/Targets.h"
#include "pypto/Support/Diagnostics.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::pypto;

namespace pypto {

bool KernelConverter::fitsAtOnce(const ProductShape &shape, Type element) {
  const target::Target &target = getTarget(kernel);
  auto fits = [&](int64_t rows, int64_t columns, Type type,
                  target::Space space) {
    return getFootprint(shapes.getTileType({rows, columns}, type)) <=
           static_cast<int64_t>(target.space(space).usableBytes.value);
  };
  Type word = Float32Type::get(kernel.getContext());
  return fits(shape.m, shape.k, element, target::Space::Left) &&
         fits(shape.k, shape.n, element, target::Space::Right) &&
         fits(shape.m, shape.n, word, target::Space::Acc);
}

namespace {
/// The operands of a product of tensors.
struct ProductOp {
  Value acc, lhs, rhs;
  bool transposeLhs, transposeRhs;
};
} // namespace

static std::optional<ProductOp> getProductOp(Operation *op) {
  if (auto matmul = dyn_cast<TensorMatmulOp>(op))
    return ProductOp{Value(), matmul.getLhs(), matmul.getRhs(),
                     matmul.getTransposeLhs(), matmul.getTransposeRhs()};
  if (auto matmul = dyn_cast<TensorMatmulAccOp>(op))
    return ProductOp{matmul.getAcc(), matmul.getLhs(), matmul.getRhs(),
                     matmul.getTransposeLhs(), matmul.getTransposeRhs()};
  return std::nullopt;
}

/// True if only axes of one element come or go.
static bool dropsUnitAxes(TensorReshapeOp reshape) {
  auto isLong = [](int64_t extent) { return extent != 1; };
  return llvm::equal(
      llvm::make_filter_range(reshape.getSource().getType().getShape(), isLong),
      llvm::make_filter_range(reshape.getResult().getType().getShape(),
                              isLong));
}

/// The update that is all that is done with the product `op`, perhaps after
/// further products were added to it and unit axes were dropped, in one block
/// of code; null if something else is.
static TensorAssembleOp findStore(Operation *op) {
  Block *block = op->getBlock();
  while (op->hasOneUse()) {
    Operation *user = *op->user_begin();
    if (user->getBlock() != block)
      return nullptr;
    Value result = op->getResult(0);
    if (auto assemble = dyn_cast<TensorAssembleOp>(user))
      return assemble.getSource() == result ? assemble : nullptr;
    std::optional<ProductOp> product = getProductOp(user);
    bool isAdded = product && product->acc == result;
    auto reshape = dyn_cast<TensorReshapeOp>(user);
    if (!isAdded && !(reshape && dropsUnitAxes(reshape)))
      return nullptr;
    op = user;
  }
  return nullptr;
}

/// True if one of the products that start at `op` and add up does not fit.
bool KernelConverter::mustDefer(Operation *op) {
  for (; isa<TensorMatmulOp, TensorMatmulAccOp>(op); op = *op->user_begin()) {
    ProductOp product = *getProductOp(op);
    auto result = cast<GlobalTensorType>(op->getResult(0).getType());
    auto lhs = cast<GlobalTensorType>(product.lhs.getType());
    if (result.getRank() != 2 || (product.acc && isMemory(product.acc)))
      return true;
    ProductShape shape = {result.getDimSize(0),
                          lhs.getDimSize(!product.transposeLhs),
                          result.getDimSize(1)};
    if (!fitsAtOnce(shape, lhs.getElementType()))
      return true;
  }
  return false;
}

bool KernelConverter::deferProduct(Operation *op, Value acc,
                                   const MatmulOperand &lhs,
                                   const MatmulOperand &rhs) {
  auto lhsType = cast<GlobalTensorType>(lhs.tensor.getType());
  auto rhsType = cast<GlobalTensorType>(rhs.tensor.getType());
  auto result = cast<GlobalTensorType>(op->getResult(0).getType());
  auto sum = acc ? largeProducts.find(acc) : largeProducts.end();
  bool isAdded = sum != largeProducts.end();
  if (!isAdded) {
    TensorAssembleOp store = findStore(op);
    if (!store || !isMemory(store.getTarget()) || (acc && !isMemory(acc)))
      return false;
    // All products of the sum are in memory, or none is deferred.
    for (Operation *next = op; next != store; next = *next->user_begin()) {
      std::optional<ProductOp> product = getProductOp(next);
      if (!product)
        continue;
      for (Value operand : {product->lhs, product->rhs})
        if (!isMemory(operand) || !aliases.isWhollyValid(operand) ||
            !cast<GlobalTensorType>(operand.getType()).hasStaticShape())
          return false;
    }
    if (!result.hasStaticShape() || !mustDefer(op))
      return false;
  }
  ProductTerm term = {lhs, rhs,
                      lhsType.getShape().take_back(2)[!lhs.transposed],
                      versions.lookup(aliases.getMemory(lhs.tensor)),
                      versions.lookup(aliases.getMemory(rhs.tensor))};
  if (isAdded) {
    LargeProduct product = sum->second;
    product.terms.push_back(term);
    largeProducts[op->getResult(0)] = std::move(product);
    return true;
  }
  ArrayRef<int64_t> shape = result.getShape();
  largeProducts[op->getResult(0)] = {
      {term},
      SmallVector<int64_t>(shape.drop_back(2)),
      shape.take_back(2)[0],
      shape.take_back(2)[1],
      rhsType.getElementType(),
      acc,
      acc ? versions.lookup(aliases.getMemory(acc)) : 0};
  return true;
}

LogicalResult KernelConverter::storeLargeProduct(TensorAssembleOp op,
                                                 const LargeProduct &product) {
  Value written = aliases.getMemory(op.getTarget());
  for (const ProductTerm &term : product.terms) {
    if (written == aliases.getMemory(term.lhs.tensor) ||
        written == aliases.getMemory(term.rhs.tensor))
      return emitError(op, Diag::NotLowered)
             << "this product does not fit on chip and is computed block by "
                "block where it is stored, over an operand that later blocks "
                "read; store it to another tensor";
    if (versions.lookup(aliases.getMemory(term.lhs.tensor)) !=
            term.lhsVersion ||
        versions.lookup(aliases.getMemory(term.rhs.tensor)) != term.rhsVersion)
      return emitError(op, Diag::NotLowered)
             << "this product does not fit on chip and is computed where it is "
                "stored, but an operand is written in between; store it first";
  }
  if (product.addedTo) {
    bool isWhole = llvm::all_of(op.getOffsets(), [](Value offset) {
      return isConstantIntValue(offset, 0);
    });
    if (versions.lookup(aliases.getMemory(product.addedTo)) !=
        product.addedVersion)
      return emitError(op, Diag::NotLowered)
             << "this sum starts from a tensor that is written before the sum "
                "is stored; store the sum first";
    if (!isWhole || op.getAtomic() != AtomicKind::none ||
        aliases.getTensor(op.getTarget()) != aliases.getTensor(product.addedTo))
      return emitError(op, Diag::NotLowered)
             << "a sum that starts from a tensor in global memory can only be "
                "stored to that same tensor, by adding to it; start with "
                "pl.matmul to store it elsewhere";
  }
  return LargeProductWriter(*this, op, product).run();
}

} // namespace pypto
