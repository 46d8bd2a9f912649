//===- InsertMxScaleAddr.cpp - scales beside their factors ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pypto/Support/Diagnostics.h"
#include "pypto/Transforms/Matmul/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Dominance.h"
#include "llvm/ADT/MapVector.h"

namespace pypto {
#define GEN_PASS_DEF_INSERTMXSCALEADDR
#include "pypto/Transforms/Matmul/Passes.h.inc"
} // namespace pypto

using namespace mlir;
using namespace mlir::pypto;

namespace {
struct InsertMxScaleAddr
    : ::pypto::impl::InsertMxScaleAddrBase<InsertMxScaleAddr> {
  void runOnOperation() override;

private:
  LogicalResult bind(Value factor, ArrayRef<OpOperand *> scales);
};

/// Where scales come from: a rectangle of a tile in Mat.
struct Origin {
  Value source, row, col;
};
} // namespace

static FailureOr<Origin> getOrigin(OpOperand &scale) {
  if (auto move = scale.get().getDefiningOp<TileMoveOp>())
    if (move.getSource().getType().getMemorySpace() == MemorySpace::Mat)
      return Origin{move.getSource(), Value(), Value()};
  if (auto extract = scale.get().getDefiningOp<TileExtractOp>())
    if (extract.getSource().getType().getMemorySpace() == MemorySpace::Mat)
      return Origin{extract.getSource(), extract.getRow(), extract.getCol()};
  InFlightDiagnostic diag =
      ::pypto::emitError(scale.getOwner(), ::pypto::Diag::NoMoveRoute)
      << "the scales of a factor must be moved out of Mat in the iteration "
         "that multiplies it: they lie beside the factor, at its address "
         "divided by 16";
  diag.attachNote(scale.get().getLoc()) << "the scales are made here";
  ::pypto::attachHelp(diag)
      << "pass the tile in Mat, or pl.move it immediately before the product";
  return diag;
}

/// The operation of `block` behind which `factor` and all of `origin` are
/// there; null if there is none.
static Operation *findAnchor(Value factor, const Origin &origin,
                             DominanceInfo &dominance) {
  Operation *anchor = factor.getDefiningOp();
  if (!anchor)
    return nullptr;
  for (Value value : {origin.source, origin.row, origin.col}) {
    if (!value || dominance.properlyDominates(value, anchor))
      continue;
    Operation *definition = value.getDefiningOp();
    if (!definition || definition->getBlock() != anchor->getBlock())
      return nullptr;
    if (anchor->isBeforeInBlock(definition))
      anchor = definition;
  }
  return anchor;
}

static Value createMove(OpBuilder &builder, OpOperand &scale, Value factor,
                        const Origin &origin) {
  Location loc = scale.get().getLoc();
  Value zero;
  if (!origin.row)
    zero = arith::ConstantIndexOp::create(builder, loc, 0);
  return TileMoveScaleOp::create(builder, loc, scale.get().getType(),
                                 origin.source, origin.row ? origin.row : zero,
                                 origin.col ? origin.col : zero, factor,
                                 Value());
}

/// Moves the scales of `factor`, which the operands `scales` read, beside it.
LogicalResult InsertMxScaleAddr::bind(Value factor,
                                      ArrayRef<OpOperand *> scales) {
  bool isOne = llvm::all_of(scales, [&](OpOperand *scale) {
    return scale->get() == scales.front()->get();
  });
  FailureOr<Origin> first = getOrigin(*scales.front());
  if (failed(first))
    return failure();
  auto &dominance = getAnalysis<DominanceInfo>();
  if (Operation *anchor =
          isOne ? findAnchor(factor, *first, dominance) : nullptr) {
    OpBuilder builder(getOperation());
    builder.setInsertionPointAfter(anchor);
    Value moved = createMove(builder, *scales.front(), factor, *first);
    ++numMoves;
    for (OpOperand *scale : scales)
      scale->set(moved);
    return success();
  }
  for (OpOperand *scale : scales) {
    FailureOr<Origin> origin = getOrigin(*scale);
    if (failed(origin))
      return failure();
    OpBuilder builder(scale->getOwner());
    scale->set(createMove(builder, *scale, factor, *origin));
    ++numMoves;
  }
  return success();
}

void InsertMxScaleAddr::runOnOperation() {
  func::FuncOp kernel = getOperation();
  if (!isKernel(kernel) || kernel.isExternal())
    return;
  // The operands that hold the scales of each factor.
  llvm::MapVector<Value, SmallVector<OpOperand *>> scalesOf;
  SmallVector<Operation *> old;
  kernel.walk([&](ProductOpInterface op) {
    if (!op.isScaled())
      return;
    for (auto [factor, scales] : {std::pair(op.getLhs(), op.getLhsScale()),
                                  std::pair(op.getRhs(), op.getRhsScale())}) {
      for (OpOperand &operand : op->getOpOperands())
        if (operand.get() == scales)
          scalesOf[factor].push_back(&operand);
      if (Operation *definition = scales.getDefiningOp())
        old.push_back(definition);
    }
  });
  for (auto &[factor, scales] : scalesOf)
    if (failed(bind(factor, scales)))
      return signalPassFailure();
  // One operation may have brought the scales of several products.
  llvm::SmallPtrSet<Operation *, 8> erased;
  for (Operation *op : old)
    if (!erased.contains(op) && op->use_empty() &&
        isa<TileMoveOp, TileExtractOp>(op)) {
      erased.insert(op);
      op->erase();
    }
}
