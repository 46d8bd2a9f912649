//===- CheckPadding.cpp - reductions that consume padding -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "PadState.h"
#include "pypto/Support/Diagnostics.h"
#include "pypto/Transforms/Padding/Passes.h"

#include "mlir/Analysis/DataFlow/ConstantPropagationAnalysis.h"
#include "mlir/Analysis/DataFlow/DeadCodeAnalysis.h"
#include "mlir/Analysis/DataFlow/SparseAnalysis.h"
#include "llvm/Support/Format.h"

namespace pypto {
#define GEN_PASS_DEF_CHECKPADDING
#include "pypto/Transforms/Padding/Passes.h.inc"
} // namespace pypto

using namespace mlir;
using namespace mlir::pypto;
using ::pypto::AxisPadding;
using ::pypto::PadState;

namespace {
using PadLattice = dataflow::Lattice<PadState>;

class PaddingAnalysis
    : public dataflow::SparseForwardDataFlowAnalysis<PadLattice> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(PaddingAnalysis)
  using SparseForwardDataFlowAnalysis::SparseForwardDataFlowAnalysis;

  LogicalResult visitOperation(Operation *op,
                               ArrayRef<const PadLattice *> operands,
                               ArrayRef<PadLattice *> results) override {
    SmallVector<PadState> states;
    for (auto [operand, lattice] : llvm::zip_equal(op->getOperands(), operands))
      states.push_back(isa<TileType>(operand.getType()) ? lattice->getValue()
                                                        : PadState::none());
    for (auto [result, lattice] : llvm::zip_equal(op->getResults(), results)) {
      PadState state = isa<TileType>(result.getType())
                           ? ::pypto::transfer(op, states)
                           : PadState::none();
      propagateIfChanged(lattice, lattice->join(state));
    }
    return success();
  }

  void setToEntryState(PadLattice *lattice) override {
    propagateIfChanged(lattice, lattice->join(PadState::none()));
  }
};

struct CheckPadding : ::pypto::impl::CheckPaddingBase<CheckPadding> {
  void runOnOperation() override;
  void check(Operation *reduction, const AxisPadding &padding,
             ::pypto::Reduction kind, unsigned axis);
};
} // namespace

static StringRef getWord(::pypto::Reduction kind) {
  switch (kind) {
  case ::pypto::Reduction::Sum:
    return "sum";
  case ::pypto::Reduction::Max:
    return "max";
  case ::pypto::Reduction::Min:
    return "min";
  case ::pypto::Reduction::Prod:
    return "prod";
  }
  llvm_unreachable("not a reduction");
}

static StringRef getAdvice(::pypto::Reduction kind) {
  switch (kind) {
  case ::pypto::Reduction::Sum:
    return "fill with pl.PadValue.zero";
  case ::pypto::Reduction::Max:
    return "fill with pl.PadValue.min";
  case ::pypto::Reduction::Min:
    return "fill with pl.PadValue.max";
  case ::pypto::Reduction::Prod:
    return "no pad value is 1: reduce the valid region only, without "
           "pl.fillpad";
  }
  llvm_unreachable("not a reduction");
}

/// True if no element of `tile` is below zero, by the operations that made it:
/// the maximum of such data is right beside padding of zeros.
static bool isNonNegative(Value tile, unsigned depth = 0) {
  // Long chains say no more than short ones.
  constexpr unsigned kMostSteps = 8;
  Operation *op = tile.getDefiningOp();
  if (!op || depth == kMostSteps)
    return false;
  if (isa<TileAbsOp, TileExpOp, TileReluOp, TileSqrtOp>(op))
    return true;
  auto isSo = [&](unsigned operand) {
    return isNonNegative(op->getOperand(operand), depth + 1);
  };
  if (isa<TileMulOp>(op))
    return op->getOperand(0) == op->getOperand(1) || (isSo(0) && isSo(1));
  if (isa<TileAddOp>(op))
    return isSo(0) && isSo(1);
  if (isa<TileMaximumOp>(op))
    return isSo(0) || isSo(1);
  if (isa<TileMoveOp, TileCastOp, TileFillpadOp>(op))
    return isSo(0);
  auto tileOp = dyn_cast<TileOpInterface>(op);
  return tileOp && tileOp.isView() &&
         isNonNegative(tileOp.getForwardedOperand()->get(), depth + 1);
}

void CheckPadding::check(Operation *reduction, const AxisPadding &padding,
                         ::pypto::Reduction kind, unsigned axis) {
  auto type = cast<TileType>(reduction->getOperand(0).getType());
  if (!padding.isPadding() ||
      (padding.kind == AxisPadding::Known &&
       ::pypto::isIdentity(kind, padding.value, type.getElementType())))
    return;
  if (kind == ::pypto::Reduction::Max && padding.kind == AxisPadding::Known &&
      padding.value <= 0 && isNonNegative(reduction->getOperand(0)))
    return;
  ++numWarnings;
  StringRef name = getUserName(reduction->getOperand(0).getLoc());
  InFlightDiagnostic diag = ::pypto::emitWarning(
      reduction->getLoc(), ::pypto::Diag::ReductionOverPadding);
  diag << "pl." << (axis == 1 ? "row_" : "col_") << getWord(kind)
       << " reads the padding behind the " << (axis == 1 ? "columns" : "rows")
       << (name.empty() ? "" : " of '" + name.str() + "'");
  switch (padding.kind) {
  case AxisPadding::Known: {
    std::string value;
    llvm::raw_string_ostream(value) << llvm::format("%g", padding.value);
    diag << ", which holds " << value << ": not the identity of "
         << getWord(kind);
    break;
  }
  case AxisPadding::Varied:
    diag << ", which holds values computed from the fill and from data: not "
            "the identity of "
         << getWord(kind);
    break;
  default:
    diag << ", which nothing was written to";
    break;
  }
  diag << "; the result is wrong wherever the valid region is short. "
       << (padding.kind == AxisPadding::Varied
               ? "Fill again right before the reduction: "
               : "Fix: ")
       << getAdvice(kind) << " (pl.set_validshape, then pl.fillpad)";
  if (padding.origin)
    diag.attachNote(padding.origin->getLoc())
        << (padding.kind == AxisPadding::Unfilled
                ? "the valid region is widened here"
                : "the padding is filled here");
}

void CheckPadding::runOnOperation() {
  func::FuncOp kernel = getOperation();
  if (!isKernel(kernel) || kernel.isExternal())
    return;
  bool reduces = false;
  kernel.walk(
      [&](Operation *op) { reduces |= ::pypto::getReduction(op).has_value(); });
  if (!reduces)
    return;
  DataFlowSolver solver;
  solver.load<dataflow::DeadCodeAnalysis>();
  solver.load<dataflow::SparseConstantPropagation>();
  solver.load<PaddingAnalysis>();
  if (failed(solver.initializeAndRun(kernel)))
    return signalPassFailure();
  kernel.walk([&](Operation *op) {
    auto reduction = ::pypto::getReduction(op);
    if (!reduction)
      return;
    auto [kind, axis] = *reduction;
    const auto *lattice = solver.lookupState<PadLattice>(op->getOperand(0));
    if (lattice)
      check(op, lattice->getValue().axes[axis], kind, axis);
  });
}
