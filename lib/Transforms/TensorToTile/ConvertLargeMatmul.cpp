//===- ConvertLargeMatmul.cpp - products computed block by block -*- C++
//-*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which products are computed block by block, where they are stored or where
// they stand; LargeProductWriter.cpp writes them.
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

bool KernelConverter::fitsInMat(const ProductShape &shape, Type element) {
  auto bytes = [&](int64_t rows, int64_t columns) {
    return getFootprint(shapes.getTileType({rows, columns}, element));
  };
  return bytes(shape.m, shape.k) + bytes(shape.k, shape.n) <=
         static_cast<int64_t>(
             getTarget(kernel).space(target::Space::Mat).usableBytes.value);
}

namespace {
/// The operands of a product of tensors.
struct ProductOp {
  Value acc, lhs, rhs;
  bool transposeLhs, transposeRhs;
};
/// What is done with a product, perhaps after further products were added to it
/// and unit axes were dropped, in one block of code.
struct Sink {
  /// The last of those operations.
  Operation *last;
  /// Updates by its result, and other uses.
  SmallVector<TensorAssembleOp> stores;
  SmallVector<Operation *> others;
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

static Sink findSink(Operation *op) {
  Block *block = op->getBlock();
  while (op->hasOneUse() && (*op->user_begin())->getBlock() == block) {
    Operation *user = *op->user_begin();
    Value result = op->getResult(0);
    std::optional<ProductOp> product = getProductOp(user);
    bool isAdded = product && product->acc == result &&
                   product->lhs != result && product->rhs != result;
    auto reshape = dyn_cast<TensorReshapeOp>(user);
    if (!isAdded && !(reshape && dropsUnitAxes(reshape)))
      break;
    op = user;
  }
  Sink sink = {op, {}, {}};
  for (OpOperand &use : op->getUses()) {
    auto assemble = dyn_cast<TensorAssembleOp>(use.getOwner());
    if (assemble && assemble->getBlock() == block &&
        use == assemble.getSourceMutable())
      sink.stores.push_back(assemble);
    else
      sink.others.push_back(use.getOwner());
  }
  return sink;
}

static ProductShape getShape(Operation *op, const ProductOp &product) {
  auto matrix = [](Value tensor) {
    return cast<GlobalTensorType>(tensor.getType()).getShape().take_back(2);
  };
  return {matrix(op->getResult(0))[0],
          matrix(product.lhs)[!product.transposeLhs],
          matrix(op->getResult(0))[1]};
}

/// True if one of the products that start at `op` and add up does not fit.
bool KernelConverter::mustDefer(Operation *op) {
  Sink sink = findSink(op);
  bool isStored = sink.others.empty();
  for (; isa<TensorMatmulOp, TensorMatmulAccOp>(op); op = *op->user_begin()) {
    ProductOp product = *getProductOp(op);
    auto result = cast<GlobalTensorType>(op->getResult(0).getType());
    if (result.getRank() != 2 || (product.acc && isMemory(product.acc)))
      return true;
    Type element =
        cast<GlobalTensorType>(product.lhs.getType()).getElementType();
    ProductShape shape = getShape(op, product);
    // What stays on chip is split for Left and Right later.
    TileType sum = shapes.getTileType({shape.m, shape.n},
                                      Float32Type::get(kernel.getContext()));
    bool fits =
        isStored ? fitsAtOnce(shape, element)
                 : fitsInMat(shape, element) &&
                       getFootprint(sum) <=
                           static_cast<int64_t>(getTarget(kernel)
                                                    .space(target::Space::Acc)
                                                    .usableBytes.value);
    if (!fits)
      return true;
    if (op == sink.last)
      break;
  }
  return false;
}

/// True if the operands of the products from `op` to `last` are in memory as a
/// whole or computed as a whole.
bool KernelConverter::mayDefer(Operation *op, Operation *last) {
  auto isWhole = [&](Value operand) {
    if (!cast<GlobalTensorType>(operand.getType()).hasStaticShape())
      return false;
    if (isMemory(operand))
      return aliases.isWhollyValid(operand);
    // A computed matrix has its valid region in its tile.
    Value tile = getComputedTile(operand);
    auto type = tile ? dyn_cast<TileType>(tile.getType()) : TileType();
    auto [rows, columns] =
        getRowsAndColumns(cast<GlobalTensorType>(operand.getType()).getShape());
    return cast<GlobalTensorType>(operand.getType()).getRank() == 2 && type &&
           type.getValid() == ArrayRef<int64_t>({rows, columns});
  };
  for (Operation *next = op;; next = *next->user_begin()) {
    std::optional<ProductOp> product = getProductOp(next);
    if (product && (!isWhole(product->lhs) || !isWhole(product->rhs)))
      return false;
    if (next == last)
      return true;
  }
}

LogicalResult KernelConverter::completeOperand(Operation *op,
                                               MatmulOperand &operand) {
  if (isMemory(operand.tensor))
    return success();
  OpBuilder builder(op);
  FailureOr<Value> tile = getComputedOperand(builder, op->getLoc(), operand);
  if (failed(tile))
    return failure();
  operand.tile = *tile;
  return success();
}

FailureOr<KernelConverter::Deferral>
KernelConverter::deferProduct(Operation *op, Value acc, MatmulOperand lhs,
                              MatmulOperand rhs) {
  auto result = cast<GlobalTensorType>(op->getResult(0).getType());
  auto sum = acc ? largeProducts.find(acc) : largeProducts.end();
  bool isAdded = sum != largeProducts.end();
  Sink sink = findSink(op);
  bool inMemory = acc && isMemory(acc);
  if (!isAdded) {
    bool isStored = sink.others.empty() && !sink.stores.empty();
    for (TensorAssembleOp store : sink.stores)
      isStored &= isMemory(store.getTarget());
    // What starts in memory ends there; a batch has no tile.
    bool mayStay = !inMemory && result.getRank() == 2 && !sink.others.empty();
    bool startsOnChip = acc && !inMemory;
    if (!(isStored && !startsOnChip) && !mayStay)
      return Deferral::None;
    if (!result.hasStaticShape() || !mustDefer(op) || !mayDefer(op, sink.last))
      return Deferral::None;
  }
  if (failed(completeOperand(op, lhs)) || failed(completeOperand(op, rhs)))
    return failure();
  auto lhsType = cast<GlobalTensorType>(lhs.tensor.getType());
  ProductTerm term = {
      lhs, rhs, lhsType.getShape().take_back(2)[!lhs.transposed],
      lhs.tile ? 0 : versions.lookup(aliases.getMemory(lhs.tensor)),
      rhs.tile ? 0 : versions.lookup(aliases.getMemory(rhs.tensor))};
  LargeProduct product;
  if (isAdded) {
    product = sum->second;
  } else {
    ArrayRef<int64_t> shape = result.getShape();
    product.batch.assign(shape.begin(), shape.end() - 2);
    product.m = shape.take_back(2)[0];
    product.n = shape.take_back(2)[1];
    product.element =
        cast<GlobalTensorType>(rhs.tensor.getType()).getElementType();
    product.addedTo = inMemory ? acc : Value();
    product.addedVersion =
        inMemory ? versions.lookup(aliases.getMemory(acc)) : 0;
    if (acc && !inMemory) {
      OpBuilder builder(op);
      FailureOr<Value> start = getTile(builder, op->getLoc(), acc);
      if (failed(start))
        return failure();
      product.start = *start;
    }
  }
  product.terms.push_back(term);
  largeProducts[op->getResult(0)] = product;
  if (sink.last == op && !sink.others.empty() &&
      (failed(checkVersions(op, product)) || failed(writeOnChip(op, product))))
    return failure();
  return Deferral::Recorded;
}

/// True if all that is done with `product`, or with a view of it, is to
/// multiply it.
static bool isOnlyMultiplied(Value product) {
  return llvm::all_of(product.getUses(), [&](OpOperand &use) {
    std::optional<ProductOp> user = getProductOp(use.getOwner());
    return isa<TensorAssembleOp>(use.getOwner()) ||
           (user && user->acc != use.get());
  });
}

/// The matrix core narrows what it moves from Acc to Mat to these.
static bool canNarrowIntoMat(Type element) {
  return element.isF16() || element.isBF16();
}

LogicalResult KernelConverter::writeOnChip(Operation *last,
                                           const LargeProduct &product) {
  OpBuilder builder(last);
  Value result = last->getResult(0);
  LargeProductWriter writer(*this, last->getLoc(), product);
  if (writer.chooseWhole()) {
    FailureOr<Value> sum = writer.sumUp(builder);
    if (failed(sum))
      return failure();
    tiles[result] = *sum;
    largeProducts.erase(result);
    return success();
  }
  // Its blocks go to Mat, from where it can only be multiplied.
  auto type = cast<GlobalTensorType>(result.getType());
  TileType sums = shapes.getTileType({product.m, product.n},
                                     Float32Type::get(kernel.getContext()));
  if (!isOnlyMultiplied(result) || product.start ||
      !canNarrowIntoMat(type.getElementType()))
    return checkFits(last->getLoc(), sums, MemorySpace::Acc);
  TileType whole =
      shapes.getTileType({product.m, product.n}, type.getElementType())
          .withSpace(MemorySpace::Mat);
  if (failed(checkFits(last->getLoc(), whole, MemorySpace::Mat)))
    return failure();
  FailureOr<Value> tile = writer.assemble(builder, whole);
  if (failed(tile))
    return failure();
  tiles[result] = *tile;
  return success();
}

LogicalResult KernelConverter::checkVersions(Operation *op,
                                             const LargeProduct &product) {
  for (const ProductTerm &term : product.terms) {
    auto isChanged = [&](const MatmulOperand &operand, unsigned version) {
      return !operand.tile &&
             versions.lookup(aliases.getMemory(operand.tensor)) != version;
    };
    if (isChanged(term.lhs, term.lhsVersion) ||
        isChanged(term.rhs, term.rhsVersion)) {
      InFlightDiagnostic diag =
          emitError(op, Diag::NotLowered)
          << "this product does not fit on chip and is computed where it is "
             "stored, but an operand is written in between";
      ::pypto::attachHelp(diag) << "store it first";
      return diag;
    }
  }
  return success();
}

LogicalResult KernelConverter::storeLargeProduct(TensorAssembleOp op,
                                                 const LargeProduct &product) {
  Value written = aliases.getMemory(op.getTarget());
  for (const ProductTerm &term : product.terms)
    for (const MatmulOperand *operand : {&term.lhs, &term.rhs})
      if (!operand->tile && written == aliases.getMemory(operand->tensor)) {
        InFlightDiagnostic diag =
            emitError(op, Diag::NotLowered)
            << "this product does not fit on chip and is computed block by "
               "block where it is stored, over an operand that later blocks "
               "read";
        ::pypto::attachHelp(diag) << "store it to another tensor";
        return diag;
      }
  if (failed(checkVersions(op, product)))
    return failure();
  if (product.addedTo) {
    bool isWhole = llvm::all_of(op.getOffsets(), [](Value offset) {
      return isConstantIntValue(offset, 0);
    });
    if (versions.lookup(aliases.getMemory(product.addedTo)) !=
        product.addedVersion) {
      InFlightDiagnostic diag =
          emitError(op, Diag::NotLowered)
          << "this sum starts from a tensor that is written before the sum "
             "is stored";
      ::pypto::attachHelp(diag) << "store the sum first";
      return diag;
    }
    if (!isWhole || op.getAtomic() != AtomicKind::none ||
        aliases.getTensor(op.getTarget()) !=
            aliases.getTensor(product.addedTo)) {
      InFlightDiagnostic diag =
          emitError(op, Diag::NotLowered)
          << "a sum that starts from a tensor in global memory can only be "
             "stored to that same tensor, by adding to it";
      ::pypto::attachHelp(diag) << "start with pl.matmul to store it elsewhere";
      return diag;
    }
  }
  OpBuilder builder(op);
  return LargeProductWriter(*this, op.getSource().getLoc(), product)
      .store(builder, op);
}

} // namespace pypto
