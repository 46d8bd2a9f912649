//===- InlineKernelCalls.cpp - kernels called from kernels ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Outline/Outline.h"
#include "pypto/Support/Diagnostics.h"

#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::pypto;

namespace {
/// Inlines below one operation; `active` holds the kernels being inlined.
class Inliner {
public:
  explicit Inliner(SymbolTable &symbols) : symbols(symbols) {}

  LogicalResult inlineBelow(Operation *root);

private:
  LogicalResult inlineCall(func::CallOp call, func::FuncOp callee);

  SymbolTable &symbols;
  llvm::SetVector<Operation *> active;
};
} // namespace

LogicalResult Inliner::inlineCall(func::CallOp call, func::FuncOp callee) {
  if (!active.insert(callee))
    return ::pypto::emitError(call.getLoc(), ::pypto::Diag::RecursiveCall)
           << "kernel '" << callee.getName() << "' calls itself";
  // The callee first, so that what is copied holds no calls.
  if (failed(inlineBelow(callee)))
    return failure();
  active.pop_back();

  IRMapping map;
  map.map(callee.getArguments(), call.getOperands());
  OpBuilder builder(call);
  Block &body = callee.getBody().front();
  for (Operation &op : body.without_terminator()) {
    Operation *copy = builder.clone(op, map);
    copy->walk([&](Operation *nested) {
      nested->setLoc(CallSiteLoc::get(nested->getLoc(), call.getLoc()));
    });
  }
  for (auto [result, returned] :
       llvm::zip(call.getResults(), body.getTerminator()->getOperands()))
    result.replaceAllUsesWith(map.lookupOrDefault(returned));
  call.erase();
  return success();
}

LogicalResult Inliner::inlineBelow(Operation *root) {
  SmallVector<func::CallOp> calls;
  root->walk([&](func::CallOp call) { calls.push_back(call); });
  for (func::CallOp call : calls) {
    auto callee = symbols.lookup<func::FuncOp>(call.getCallee());
    if (!callee || !isKernel(callee) || callee.isExternal())
      continue;
    if (!llvm::hasSingleElement(callee.getBody()))
      return ::pypto::emitError(callee, ::pypto::Diag::UnsupportedCall)
             << "kernel '" << callee.getName()
             << "' has unstructured control flow and cannot be inlined";
    if (failed(inlineCall(call, callee)))
      return failure();
  }
  return success();
}

namespace pypto {

LogicalResult inlineKernelCalls(Operation *root, SymbolTable &symbols) {
  return Inliner(symbols).inlineBelow(root);
}

} // namespace pypto
