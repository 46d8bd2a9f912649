//===- TileTensors.cpp - tensors that no memory on chip holds ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TensorToTile/BatchedProducts.h"
#include "TensorToTile/EmptyTensors.h"
#include "TensorToTile/LargeRearrangements.h"
#include "TensorToTile/PulledWindows.h"
#include "TensorToTile/RegionTiler.h"
#include "TensorToTile/ReshapedRuns.h"
#include "TensorToTile/TensorVersions.h"
#include "TensorToTile/UnitAxes.h"
#include "pypto/Transforms/Passes.h"

#include "mlir/IR/Iterators.h"
#include "mlir/IR/Threading.h"

namespace pypto {
#define GEN_PASS_DEF_TILETENSORS
#include "pypto/Transforms/Passes.h.inc"
} // namespace pypto

using namespace mlir;
using namespace mlir::pypto;

namespace {
/// One kernel and what was done to it.
struct Kernel {
  func::FuncOp func;
  ::pypto::Workspaces workspaces;
  unsigned numEmpty = 0, numTiled = 0;

  /// Views that nothing uses would be computed all the same.
  void eraseDeadViews() {
    func.walk<WalkOrder::PostOrder, ReverseIterator>([](Operation *op) {
      auto view = dyn_cast<TensorAliasOpInterface>(op);
      if (view && view.isTensorView() && op->use_empty())
        op->erase();
    });
  }

  void run() {
    eraseDeadViews();
    numEmpty = ::pypto::resolveEmptyTensors(func);
    ::pypto::updateWrittenElements(func);
    ::pypto::exchangeUnitAxes(func);
    ::pypto::reshapeRuns(func);
    ::pypto::pullWindows(func);
    ::pypto::splitBatchedProducts(func);
    ::pypto::rearrangeLargeTensors(func);
    numTiled = ::pypto::tileTensors(func, workspaces);
  }
};

struct TileTensors : ::pypto::impl::TileTensorsBase<TileTensors> {
  void runOnOperation() override {
    SymbolTableCollection tables;
    SymbolUserMap users(tables, getOperation());
    SmallVector<Kernel> kernels;
    for (auto func : getOperation().getOps<func::FuncOp>())
      if (isKernel(func) && !func.isExternal())
        kernels.push_back({func, ::pypto::Workspaces(func, users)});
    parallelForEach(&getContext(), kernels,
                    [](Kernel &kernel) { kernel.run(); });
    // Tasks are in functions that kernels share.
    for (Kernel &kernel : kernels) {
      kernel.workspaces.provide();
      numEmpty += kernel.numEmpty;
      numRowLoops += kernel.numTiled;
      numSpilled += kernel.workspaces.size();
    }
  }
};
} // namespace
