//===- InferTileMemorySpace.cpp - memories, layouts and moves ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Placement/Placement.h"
#include "Utils/MixedKernels.h"
#include "Utils/Targets.h"
#include "pypto/Support/Diagnostics.h"
#include "pypto/Transforms/Passes.h"

namespace pypto {
#define GEN_PASS_DEF_INFERTILEMEMORYSPACE
#include "pypto/Transforms/Passes.h.inc"
} // namespace pypto

using namespace mlir;
using namespace mlir::pypto;

namespace {
struct InferTileMemorySpace
    : ::pypto::impl::InferTileMemorySpaceBase<InferTileMemorySpace> {
  void runOnOperation() override {
    func::FuncOp kernel = getOperation();
    if (!isKernel(kernel) || kernel.isExternal())
      return;
    const ::pypto::target::Target &target = ::pypto::getTarget(kernel);
    if (failed(::pypto::seedAccumulators(kernel, target)))
      return signalPassFailure();
    ::pypto::Homes homes(kernel, target);
    if (failed(homes.run()))
      return signalPassFailure();
    FailureOr<unsigned> moves = ::pypto::insertMoves(kernel, homes, target);
    if (failed(moves))
      return signalPassFailure();
    numMoves += *moves;
    ::pypto::multiplyAccumulatorFills(kernel, target);
    ::pypto::foldSlicesIntoMoves(kernel);
    ::pypto::copyRuntimeWindows(kernel);
    ::pypto::useRowsForColumnVectors(kernel);
    numAligned += ::pypto::alignWindows(kernel);
    ::pypto::copyReshapedParts(kernel);
    if (failed(::pypto::setCoreKind(kernel, target)))
      signalPassFailure();
  }
};
} // namespace

namespace pypto {

/// The core that `op` runs on, by the memories of its tiles.
static std::optional<target::CoreKind> getCore(Operation *op,
                                               const target::Target &target) {
  if (auto bound = dyn_cast<CoreOpInterface>(op)) {
    std::optional<KernelType> core = bound.getCore();
    if (!core || *core == KernelType::MIX)
      return std::nullopt;
    return *core == KernelType::AIC ? target::CoreKind::AIC
                                    : target::CoreKind::AIV;
  }
  if (!isa<TileOpInterface>(op))
    return std::nullopt;
  SmallVector<Type> types(op->getResultTypes());
  llvm::append_range(types, op->getOperandTypes());
  for (Type type : types) {
    auto tile = dyn_cast<TileType>(type);
    if (!tile || !tile.isPlaced())
      continue;
    if (auto owner = target.space(toTarget(*tile.getMemorySpace())).owner)
      return owner;
  }
  return std::nullopt;
}

/// True for work on tiles that all belong to one core, which shows better where
/// the author asked for that core than a load or a move between cores.
static bool isWork(Operation *op, target::CoreKind core,
                   const target::Target &target) {
  if (isa<TileMoveOp, TileExtractOp>(op))
    return false;
  bool takesTile = false;
  for (Value operand : op->getOperands())
    if (auto tile = dyn_cast<TileType>(operand.getType())) {
      takesTile = true;
      if (!tile.isPlaced() ||
          target.space(toTarget(*tile.getMemorySpace())).owner != core)
        return false;
    }
  return takesTile;
}

LogicalResult setCoreKind(func::FuncOp kernel, const target::Target &target) {
  Operation *cube = nullptr, *vector = nullptr;
  kernel.walk([&](Operation *op) {
    std::optional<target::CoreKind> core = getCore(op, target);
    if (!core)
      return;
    Operation *&first = *core == target::CoreKind::AIC ? cube : vector;
    if (!first || (!isWork(first, *core, target) && isWork(op, *core, target)))
      first = op;
  });
  if (cube && vector)
    return reportMixedKernel(kernel, cube, vector,
                             isWork(vector, target::CoreKind::AIV, target));
  FuncKind kind = cube ? FuncKind::AIC : FuncKind::AIV;
  FuncKind declared = getFuncKind(kernel);
  Operation *evidence = cube ? cube : vector;
  if (declared != FuncKind::InCore && declared != kind && evidence)
    return emitError(evidence, Diag::MisplacedOperation)
           << "kernel '" << kernel.getName() << "' is declared "
           << stringifyFuncKind(declared) << " but this runs on the "
           << stringifyFuncKind(kind) << " core";
  if (declared == FuncKind::InCore)
    kernel->setAttr(kKindAttrName,
                    FuncKindAttr::get(kernel.getContext(), kind));
  return success();
}

} // namespace pypto
