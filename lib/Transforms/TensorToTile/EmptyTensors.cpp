//===- EmptyTensors.cpp - computations without elements ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An extent of 0 that is known at compile time leaves nothing to load, compute
// or store, and instructions do not take it. (One that is known at run time is
// an ordinary valid extent.)
//
//===----------------------------------------------------------------------===//

#include "TensorToTile/EmptyTensors.h"
#include "TensorToTile/TileBuilding.h"

#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::pypto;

namespace pypto {

static bool isEmpty(Value tensor) {
  auto type = dyn_cast<GlobalTensorType>(tensor.getType());
  return type && llvm::is_contained(type.getShape(), 0);
}

/// Fresh tensors of zeros.
static bool isZero(Value tensor) {
  auto full = tensor.getDefiningOp<TensorFullOp>();
  return full && (matchPattern(full.getValue(), m_Zero()) ||
                  matchPattern(full.getValue(), m_AnyZeroFloat()));
}

static Value createZeros(Operation *op) {
  OpBuilder builder(op);
  auto type = cast<GlobalTensorType>(op->getResult(0).getType());
  Value zero = createScalar(builder, op->getLoc(), type.getElementType(), 0);
  return TensorFullOp::create(builder, op->getLoc(), type, zero);
}

/// A sum that starts from zeros is a product: the matrix unit can ignore what
/// is in the accumulator, and large products are not sums of tiles.
static Value multiply(TensorMatmulAccOp sum) {
  OpBuilder builder(sum);
  return TensorMatmulOp::create(
      builder, sum.getLoc(), sum.getResult().getType(), sum.getLhs(),
      sum.getRhs(), sum.getTransposeLhs(), sum.getTransposeRhs());
}

/// What the result of `op` is without computing it; null if it is computed.
static Value simplify(Operation *op) {
  return llvm::TypeSwitch<Operation *, Value>(op)
      .Case([](TensorMatmulOp product) -> Value {
        if (!isEmpty(product.getLhs()) || isEmpty(product.getResult()))
          return {};
        return createZeros(product);
      })
      .Case([](TensorMatmulAccOp sum) -> Value {
        if (isEmpty(sum.getResult()))
          return {};
        if (isEmpty(sum.getLhs()))
          return sum.getAcc();
        return isZero(sum.getAcc()) ? multiply(sum) : Value();
      })
      .Case<TensorAssembleOp, TensorScatterOp, TensorScatterMaskOp,
            TensorScatterUpdateOp>([](auto update) -> Value {
        return isEmpty(update.getSource()) ? update.getTarget() : Value();
      })
      .Case([](TensorConcatOp both) -> Value {
        if (isEmpty(both.getResult()))
          return {};
        return isEmpty(both.getLhs())   ? both.getRhs()
               : isEmpty(both.getRhs()) ? both.getLhs()
                                        : Value();
      })
      .Default([](Operation *) { return Value(); });
}

unsigned resolveEmptyTensors(func::FuncOp kernel) {
  SmallVector<Operation *> work;
  kernel.walk([&](Operation *op) {
    if (op->hasTrait<TensorCompute>() && op->getNumResults() > 0)
      work.push_back(op);
  });
  unsigned count = 0;
  for (Operation *op : work) {
    Value simple = simplify(op);
    if (!simple)
      continue;
    count += llvm::any_of(op->getOperands(), isEmpty);
    op->getResult(0).replaceAllUsesWith(simple);
    op->erase();
  }
  // What was computed for them, users first.
  work.clear();
  kernel.walk([&](Operation *op) {
    bool isNothing =
        isa<TensorFullOp>(op) || llvm::all_of(op->getResults(), isEmpty);
    auto alias = dyn_cast<TensorAliasOpInterface>(op);
    bool isTensor =
        op->hasTrait<TensorCompute>() || (alias && alias.isTensorView());
    if (isTensor && op->getNumResults() > 0 && isNothing)
      work.push_back(op);
  });
  for (Operation *op : llvm::reverse(work)) {
    if (!op->use_empty())
      continue;
    // Fresh tensors that have elements are only left over.
    count += llvm::all_of(op->getResults(), isEmpty);
    op->erase();
  }
  return count;
}

} // namespace pypto
