//===- ConvertTensorToTile.cpp - tensor to tile kernels ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TensorToTile/FlattenTiles.h"
#include "TensorToTile/KernelConverter.h"
#include "TensorToTile/LegalizeColumns.h"
#include "TensorToTile/LegalizeTransposes.h"
#include "TensorToTile/LowerComposites.h"
#include "pypto/Support/Diagnostics.h"
#include "pypto/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/ValueBoundsOpInterfaceImpl.h"

namespace pypto {
#define GEN_PASS_DEF_CONVERTTENSORTOTILE
#include "pypto/Transforms/Passes.h.inc"
} // namespace pypto

using namespace mlir;
using namespace mlir::pypto;

/// Views of views beyond this are refused: each is followed to the memory.
static constexpr unsigned kMostViews = 256;

static LogicalResult checkViews(func::FuncOp kernel) {
  llvm::DenseMap<Value, unsigned> depths;
  WalkResult result = kernel.walk([&](TensorAliasOpInterface op) {
    unsigned depth =
        depths.lookup(op.getAliasedTensor().get()) + op.isTensorView();
    depths[op->getResult(0)] = depth;
    if (depth <= kMostViews)
      return WalkResult::advance();
    InFlightDiagnostic diag = ::pypto::emitError(op, ::pypto::Diag::NotLowered)
                              << "a view of a view of a view, more than "
                              << kMostViews << " times";
    ::pypto::attachHelp(diag) << "take the view of the tensor itself";
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

namespace {
struct ConvertTensorToTile
    : ::pypto::impl::ConvertTensorToTileBase<ConvertTensorToTile> {
  void getDependentDialects(DialectRegistry &registry) const override {
    ConvertTensorToTileBase::getDependentDialects(registry);
    arith::registerValueBoundsOpInterfaceExternalModels(registry);
  }

  void runOnOperation() override {
    func::FuncOp kernel = getOperation();
    if (!isKernel(kernel) || kernel.isExternal())
      return;
    if (failed(checkViews(kernel)) || failed(::pypto::flattenTiles(kernel)))
      return signalPassFailure();
    ::pypto::KernelConverter converter(kernel);
    if (failed(converter.run()))
      return signalPassFailure();
    ::pypto::legalizeTransposes(kernel);
    ::pypto::legalizeColumns(kernel);
    if (failed(::pypto::lowerComposites(kernel)))
      return signalPassFailure();
    numLoads += converter.getNumLoads();
    numReusedLoads += converter.getNumReusedLoads();
  }
};
} // namespace
