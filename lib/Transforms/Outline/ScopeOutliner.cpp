//===- ScopeOutliner.cpp - one scope becomes one kernel ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Outline/Outline.h"
#include "pypto/Support/Diagnostics.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::pypto;

namespace {
/// The state of outlining one scope.
class ScopeOutliner {
public:
  ScopeOutliner(LaunchOpInterface scope, StringRef name, SymbolTable &symbols,
                ::pypto::TensorAliases &aliases)
      : scope(scope), region(scope->getRegion(0)), name(name), symbols(symbols),
        aliases(aliases) {}

  LogicalResult run();

private:
  LogicalResult replaceResult(OpResult result, Value yielded);
  void replace(OpResult result, Value with) {
    result.replaceAllUsesWith(with);
    aliases.replace(result, with);
  }
  LogicalResult collectParameters();
  LogicalResult collect(Value captured);
  func::FuncOp createKernel();
  void bindParameters(func::FuncOp kernel);
  void createSubmit(func::FuncOp kernel);
  /// What stands for `captured` inside the kernel; `head` is before its body.
  Value materialize(OpBuilder &head, Value captured);

  bool isInside(Value value) {
    return region.isAncestor(value.getParentRegion());
  }

  LaunchOpInterface scope;
  Region &region;
  StringRef name;
  SymbolTable &symbols;
  ::pypto::TensorAliases &aliases;
  llvm::SetVector<Value> captures;
  /// What becomes a parameter; the tensors come first.
  llvm::SetVector<Value> tensors, scalars;
  llvm::DenseSet<Value> collected;
  /// From captured values to values of the kernel.
  IRMapping map;
};
} // namespace

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

LogicalResult ScopeOutliner::replaceResult(OpResult result, Value yielded) {
  OpBuilder outside(scope);
  Location loc = yielded.getLoc();
  if (!isInside(yielded)) {
    replace(result, yielded);
    return success();
  }
  auto type = dyn_cast<GlobalTensorType>(result.getType());
  if (!type) {
    Operation *op = yielded.getDefiningOp();
    if (op && op->hasTrait<OpTrait::ConstantLike>()) {
      replace(result, outside.clone(*op)->getResult(0));
      return success();
    }
    InFlightDiagnostic diag =
        ::pypto::emitError(loc, ::pypto::Diag::ScopeLeak)
        << "a value of type " << result.getType()
        << " that is computed in device work cannot be used after it";
    ::pypto::attachExpected(diag) << "tensors: nothing else leaves a scope";
    ::pypto::attachHelp(diag)
        << "write it to a tensor with pl.write and read it back";
    return diag;
  }
  Value root = aliases.getTensor(yielded);
  if (!isInside(root)) {
    replace(result, root);
    return success();
  }
  if (aliases.getMemory(root) != root) {
    InFlightDiagnostic diag =
        ::pypto::emitError(loc, ::pypto::Diag::ScopeLeak)
        << "a window of a tensor that is taken in device work cannot be "
           "used "
           "after it";
    ::pypto::attachHelp(diag) << "take the slice where it is used";
    return diag;
  }
  FailureOr<Value> fresh = ::pypto::createResultTensor(outside, loc, type);
  if (failed(fresh))
    return failure();
  OpBuilder inside(region.front().getTerminator());
  ::pypto::writeWhole(inside, loc, yielded, *fresh);
  replace(result, *fresh);
  return success();
}

//===----------------------------------------------------------------------===//
// Captures
//===----------------------------------------------------------------------===//

/// True for operations that are recomputed in the kernel in place of a
/// parameter: constants, also those seen as unsigned, views and extents of
/// tensors.
static bool isRecomputed(Operation *op) {
  if (!op)
    return false;
  if (auto cast = dyn_cast<UnrealizedConversionCastOp>(op)) {
    Operation *input = cast.getInputs().size() == 1
                           ? cast.getInputs()[0].getDefiningOp()
                           : nullptr;
    return input && input->hasTrait<OpTrait::ConstantLike>();
  }
  if (auto alias = dyn_cast<TensorAliasOpInterface>(op))
    return alias.isTensorView();
  return op->hasTrait<OpTrait::ConstantLike>() || isa<TensorDimOp>(op);
}

LogicalResult ScopeOutliner::collect(Value captured) {
  if (!collected.insert(captured).second)
    return success();
  bool isTensor = isa<GlobalTensorType>(captured.getType());
  if (isTensor)
    if (Value root = aliases.getTensor(captured); root != captured)
      return collect(root);
  if (Operation *op = captured.getDefiningOp(); isRecomputed(op)) {
    for (Value operand : op->getOperands())
      if (failed(collect(operand)))
        return failure();
    return success();
  }
  if (isTensor) {
    tensors.insert(captured);
    return success();
  }
  if (captured.getType().isIntOrIndexOrFloat()) {
    scalars.insert(captured);
    return success();
  }
  return ::pypto::emitError(captured.getLoc(), ::pypto::Diag::ScopeLeak)
         << "a value of type " << captured.getType()
         << " cannot be used inside device work; only tensors and scalars can";
}

LogicalResult ScopeOutliner::collectParameters() {
  getUsedValuesDefinedAbove(region, captures);
  for (Value captured : captures)
    if (failed(collect(captured)))
      return failure();
  return success();
}

Value ScopeOutliner::materialize(OpBuilder &head, Value captured) {
  if (Value known = map.lookupOrNull(captured))
    return known;
  Value inside;
  Value root = isa<GlobalTensorType>(captured.getType())
                   ? aliases.getTensor(captured)
                   : captured;
  if (root != captured) {
    inside = materialize(head, root);
  } else {
    Operation *op = captured.getDefiningOp();
    for (Value operand : op->getOperands())
      materialize(head, operand);
    unsigned index = cast<OpResult>(captured).getResultNumber();
    inside = head.clone(*op, map)->getResult(index);
  }
  map.map(captured, inside);
  return inside;
}

//===----------------------------------------------------------------------===//
// Kernel and submit
//===----------------------------------------------------------------------===//

func::FuncOp ScopeOutliner::createKernel() {
  auto parent = scope->getParentOfType<func::FuncOp>();
  OpBuilder builder(parent);
  auto kernel = func::FuncOp::create(builder, scope->getLoc(), name,
                                     builder.getFunctionType({}, {}));
  kernel.setPrivate();
  kernel->setAttr(kKindAttrName,
                  FuncKindAttr::get(builder.getContext(), FuncKind::InCore));
  if (auto split = scope.getSplitAttr())
    kernel->setAttr(kSplitAttrName, split);
  if (auto slots = scope.getSlotNumAttr())
    kernel->setAttr(kSlotNumAttrName, slots);
  symbols.insert(kernel);
  return kernel;
}

void ScopeOutliner::bindParameters(func::FuncOp kernel) {
  kernel.getBody().takeBody(region);
  Block &entry = kernel.getBody().front();
  OpBuilder head(&entry, entry.begin());
  if (isa<SpmdOp>(scope.getOperation())) {
    auto index = GetBlockIdxOp::create(head, entry.getArgument(0).getLoc());
    entry.getArgument(0).replaceAllUsesWith(index);
    entry.eraseArgument(0);
  }
  for (Value captured : llvm::concat<const Value>(tensors, scalars))
    map.map(captured, entry.addArgument(captured.getType(), captured.getLoc()));
  for (Value captured : captures) {
    Value inside = materialize(head, captured);
    captured.replaceUsesWithIf(inside, [&](OpOperand &use) {
      return kernel->isProperAncestor(use.getOwner());
    });
  }
  Operation *yield = entry.getTerminator();
  OpBuilder end(yield);
  func::ReturnOp::create(end, yield->getLoc());
  yield->erase();
  kernel.setFunctionType(
      FunctionType::get(kernel.getContext(), entry.getArgumentTypes(), {}));
}

void ScopeOutliner::createSubmit(func::FuncOp kernel) {
  OpBuilder builder(scope);
  SmallVector<Value> arguments =
      llvm::to_vector(llvm::concat<const Value>(tensors, scalars));
  TaskSubmitOp submit = ::pypto::createSubmit(builder, scope.getLoc(), kernel,
                                              arguments, scope, aliases);
  if (Value task = scope.getTask())
    task.replaceAllUsesWith(submit.getTask());
  scope->erase();
}

LogicalResult ScopeOutliner::run() {
  auto values = cast<ScopeOpInterface>(scope.getOperation());
  for (auto [result, yielded] :
       llvm::zip_equal(values.getScopeResults(), values.getYielded()))
    if (!result.use_empty() && failed(replaceResult(result, yielded)))
      return failure();
  if (failed(collectParameters()))
    return failure();
  func::FuncOp kernel = createKernel();
  bindParameters(kernel);
  createSubmit(kernel);
  return success();
}

namespace pypto {

LogicalResult outlineScope(LaunchOpInterface scope, StringRef name,
                           SymbolTable &symbols, TensorAliases &aliases) {
  return ScopeOutliner(scope, name, symbols, aliases).run();
}

} // namespace pypto
