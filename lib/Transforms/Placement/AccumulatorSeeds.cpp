//===- AccumulatorSeeds.cpp - accumulations that begin at zero --*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// No instruction fills an accumulator, but the matrix unit can ignore its old
// content: a product that is added to zero is a product.
//
//===----------------------------------------------------------------------===//

#include "Placement/Placement.h"
#include "Utils/Executions.h"
#include "pypto/Support/Diagnostics.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::pypto;

namespace pypto {

static bool isZero(Value tile) {
  auto full = tile.getDefiningOp<TileFullOp>();
  return full && (matchPattern(full.getValue(), m_Zero()) ||
                  matchPattern(full.getValue(), m_AnyZeroFloat()));
}

namespace {
/// How an accumulation begins.
struct Seed {
  /// The tile of zeros.
  Value zeros;
  /// The loops between it and the first sum, innermost first, and the operand
  /// of the outermost one that is the tile; null without loops.
  SmallVector<scf::ForOp> loops;
  OpOperand *init = nullptr;
};
} // namespace

/// The zeros with which the sum in `acc` begins. None if it begins otherwise,
/// or if the value is needed for anything else on the way.
static std::optional<Seed> findSeed(Value acc) {
  Seed seed;
  while (!isZero(acc)) {
    auto argument = dyn_cast<BlockArgument>(acc);
    auto loop = argument
                    ? dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp())
                    : scf::ForOp();
    if (!loop || !argument.hasOneUse())
      return std::nullopt;
    seed.init = loop.getTiedLoopInit(argument);
    if (!seed.init)
      return std::nullopt;
    seed.loops.push_back(loop);
    acc = seed.init->get();
  }
  seed.zeros = acc;
  return seed;
}

/// True in the first iteration of all `loops`.
static Value isFirst(OpBuilder &builder, Location loc,
                     ArrayRef<scf::ForOp> loops) {
  Value all;
  for (scf::ForOp loop : loops) {
    Value first =
        arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                              loop.getInductionVar(), loop.getLowerBound());
    all = all ? arith::AndIOp::create(builder, loc, all, first).getResult()
              : first;
  }
  return all;
}

/// The product that `op` adds to its accumulator.
static Value multiply(OpBuilder &builder, ProductOpInterface op) {
  ProductOperands operands = op.getProductOperands();
  operands.acc = Value();
  return op.createSimilar(builder, op->getLoc(), op->getResult(0).getType(),
                          operands);
}

static void rewrite(ProductOpInterface op, ArrayRef<scf::ForOp> loops) {
  OpBuilder builder(op);
  Location loc = op->getLoc();
  if (loops.empty()) {
    op->getResult(0).replaceAllUsesWith(multiply(builder, op));
    op->erase();
    return;
  }
  auto branch = scf::IfOp::create(
      builder, loc, isFirst(builder, loc, loops),
      [&](OpBuilder &inner, Location innerLoc) {
        scf::YieldOp::create(inner, innerLoc, multiply(inner, op));
      },
      [&](OpBuilder &inner, Location innerLoc) {
        Operation *kept = inner.clone(*op);
        scf::YieldOp::create(inner, innerLoc, kept->getResults());
      });
  op->getResult(0).replaceAllUsesWith(branch.getResult(0));
  op->erase();
}

/// Reports that `loop` may not run, so that its result may have to be zeros of
/// a type that the matrix core cannot fill.
static LogicalResult reportMayNotRun(scf::ForOp loop, Value zeros,
                                     const target::Target &target) {
  StringRef name = getUserName(zeros.getLoc());
  InFlightDiagnostic diag =
      emitError(loop.getLoc(), Diag::NoMoveRoute)
      << "this loop may not run at all, and then "
      << (name.empty() ? "its accumulator" : "'" + name.str() + "'")
      << " would have to be zeros of type "
      << cast<TileType>(zeros.getType()).getElementType()
      << ", with which no instruction of the " << target.name << " fills Acc";
  diag.attachNote(zeros.getLoc()) << "the zeros are made here";
  attachHelp(diag) << "compute the first product with pl.matmul before the "
                      "loop, or give the loop constant bounds";
  return diag;
}

/// Begins one accumulation, `op` being its first sum.
static LogicalResult seed(ProductOpInterface op, const target::Target &target) {
  std::optional<Seed> seed = findSeed(op.getAcc());
  if (!seed)
    return success();
  for (scf::ForOp loop : seed->loops)
    if (getTripCount(loop).value_or(0) == 0) {
      if (cast<TileType>(seed->zeros.getType()).getElementType().isF32())
        return success();
      return reportMayNotRun(loop, seed->zeros, target);
    }
  // The outermost loop begins with a tile without content, not with zeros.
  if (seed->init) {
    OpBuilder builder(seed->loops.back());
    seed->init->set(TileCreateOp::create(builder, seed->zeros.getLoc(),
                                         seed->zeros.getType(), ValueRange(),
                                         Value()));
  }
  rewrite(op, seed->loops);
  if (Operation *full = seed->zeros.getDefiningOp(); full->use_empty())
    full->erase();
  return success();
}

LogicalResult seedAccumulators(func::FuncOp kernel,
                               const target::Target &target) {
  SmallVector<ProductOpInterface> sums;
  kernel.walk([&](ProductOpInterface op) {
    if (op.getAcc())
      sums.push_back(op);
  });
  for (ProductOpInterface op : sums)
    if (failed(seed(op, target)))
      return failure();
  return success();
}

} // namespace pypto
