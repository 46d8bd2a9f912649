//===- OutlineScopes.cpp - device scopes become kernels ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Outline/Outline.h"
#include "pypto/Support/CallTree.h"
#include "pypto/Support/Diagnostics.h"
#include "pypto/Transforms/Passes.h"

#include "llvm/ADT/DenseMap.h"

namespace pypto {
#define GEN_PASS_DEF_OUTLINESCOPES
#include "pypto/Transforms/Passes.h.inc"
} // namespace pypto

using namespace mlir;
using namespace mlir::pypto;

namespace {
struct OutlineScopes : ::pypto::impl::OutlineScopesBase<OutlineScopes> {
  void runOnOperation() override;

private:
  LogicalResult prepareKernels();
  LogicalResult checkScopes(func::FuncOp func);
  LogicalResult outline(func::FuncOp func);
  LogicalResult outline(func::FuncOp func, LaunchOpInterface scope,
                        ::pypto::TensorAliases &aliases);
  LogicalResult dispatch(SpmdOp spmd, ::pypto::TensorAliases &aliases);
  LogicalResult removeClusters(func::FuncOp func);
  LogicalResult submitCall(func::CallOp call, SpmdOp spmd,
                           ::pypto::TensorAliases &aliases);
  LogicalResult checkControlPlane(func::FuncOp func);
  std::string chooseName(func::FuncOp func, StringRef hint);
  bool isKernelCall(Operation *op);
  bool isDispatch(SpmdOp spmd);

  SymbolTable *symbols = nullptr;
  llvm::DenseMap<Operation *, ::pypto::KernelResults> kernelResults;
  /// Scopes without a name hint in the current function.
  unsigned numUnnamed = 0;
};
} // namespace

/// Functions that hand out work. Host and inlined functions have other passes.
static bool isControlPlane(func::FuncOp func) {
  FuncKind kind = getFuncKind(func);
  return !func.isExternal() &&
         (kind == FuncKind::Opaque || kind == FuncKind::Orchestration ||
          kind == FuncKind::Graph);
}

bool OutlineScopes::isKernelCall(Operation *op) {
  auto call = dyn_cast<func::CallOp>(op);
  if (!call)
    return false;
  auto callee = symbols->lookup<func::FuncOp>(call.getCallee());
  return callee && isKernel(callee);
}

/// An spmd scope that only calls kernels, the same on every block.
bool OutlineScopes::isDispatch(SpmdOp spmd) {
  Block &body = spmd.getBody().front();
  if (!body.getArgument(0).use_empty())
    return false;
  bool calls = false;
  for (Operation &op : body.without_terminator()) {
    calls |= isKernelCall(&op);
    if (!isKernelCall(&op) && !isMemoryEffectFree(&op))
      return false;
  }
  return calls;
}

//===----------------------------------------------------------------------===//
// Kernels that exist already
//===----------------------------------------------------------------------===//

LogicalResult OutlineScopes::prepareKernels() {
  SmallVector<func::FuncOp> kernels;
  for (auto func : getOperation().getOps<func::FuncOp>())
    if (isKernel(func))
      kernels.push_back(func);
  ::pypto::CallTree calls(getOperation());
  for (func::FuncOp kernel : kernels)
    if (std::string fault = calls.getFault(kernel); !fault.empty())
      return ::pypto::emitError(kernel, ::pypto::Diag::UnsupportedCall)
             << "kernel '" << kernel.getName() << "' " << fault;
  for (func::FuncOp kernel : kernels)
    if (failed(::pypto::inlineKernelCalls(kernel, *symbols)))
      return failure();
  for (func::FuncOp kernel : kernels) {
    FailureOr<::pypto::KernelResults> results =
        ::pypto::removeKernelResults(kernel);
    if (failed(results) || failed(::pypto::computeDirections(kernel, *symbols)))
      return failure();
    kernelResults[kernel] = std::move(*results);
  }
  return success();
}

/// Replaces a call of a kernel by a submit, on the blocks of `spmd` if given.
LogicalResult OutlineScopes::submitCall(func::CallOp call, SpmdOp spmd,
                                        ::pypto::TensorAliases &aliases) {
  auto callee = symbols->lookup<func::FuncOp>(call.getCallee());
  const ::pypto::KernelResults &results = kernelResults[callee];
  OpBuilder builder(call);
  SmallVector<Value> arguments(call.getOperands());
  for (Value argument : arguments)
    if (isa<GlobalTensorType>(argument.getType()) &&
        !::pypto::isContiguous(argument)) {
      InFlightDiagnostic diag =
          ::pypto::emitError(call, ::pypto::Diag::NotLowered)
          << "kernel '" << callee.getName()
          << "' is called on a window whose elements do not follow each "
             "other in memory";
      ::pypto::attachHelp(diag) << "pass the whole tensor and the offsets, or "
                                   "call the kernel inside pl.at";
      return diag;
    }
  for (auto [type, loc] : llvm::zip(results.added, results.addedLocs)) {
    FailureOr<Value> fresh = ::pypto::createResultTensor(builder, loc, type);
    if (failed(fresh))
      return failure();
    arguments.push_back(*fresh);
  }
  LaunchOpInterface launch;
  if (spmd)
    launch = spmd;
  TaskSubmitOp submit = ::pypto::createSubmit(builder, call.getLoc(), callee,
                                              arguments, launch, aliases);
  if (spmd && spmd.getTask())
    spmd.getTask().replaceAllUsesWith(submit.getTask());
  for (auto [result, index] :
       llvm::zip(call.getResults(), results.argumentOfResult)) {
    aliases.replace(result, arguments[index]);
    result.replaceAllUsesWith(arguments[index]);
  }
  call.erase();
  ++numTasks;
  return success();
}

//===----------------------------------------------------------------------===//
// Scopes
//===----------------------------------------------------------------------===//

LogicalResult OutlineScopes::checkScopes(func::FuncOp func) {
  WalkResult walk = func.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (!isa<LaunchOpInterface>(op))
      return WalkResult::advance();
    if (auto at = dyn_cast<AtOp>(op);
        at && at.getLevel() != Level::CORE_GROUP) {
      ::pypto::emitError(op, ::pypto::Diag::BadAtScope)
          << "a scope at level " << stringifyLevel(at.getLevel())
          << " cannot be compiled yet; device work is "
             "pl.at(level=pl.Level.CORE_GROUP)";
      return WalkResult::interrupt();
    }
    Operation *outer = op->getParentOfType<LaunchOpInterface>();
    if (!outer)
      return WalkResult::advance();
    InFlightDiagnostic diag =
        ::pypto::emitError(op, ::pypto::Diag::NestedCoreScope)
        << "a core scope inside a core scope; the outer one is device work "
           "already";
    diag.attachNote(outer->getLoc()) << "the outer scope is here";
    return WalkResult::interrupt();
  });
  return failure(walk.wasInterrupted());
}

std::string OutlineScopes::chooseName(func::FuncOp func, StringRef hint) {
  std::string name = hint.str();
  if (hint.empty())
    name = (func.getName() + "_incore_" + Twine(numUnnamed++)).str();
  if (!symbols->lookup(name))
    return name;
  name = (func.getName() + "_" + (hint.empty() ? "incore" : hint)).str();
  std::string unique = name;
  for (unsigned i = 0; symbols->lookup(unique); ++i)
    unique = name + "_" + std::to_string(i);
  return unique;
}

/// The kernel that `spmd` calls becomes its task.
LogicalResult OutlineScopes::dispatch(SpmdOp spmd,
                                      ::pypto::TensorAliases &aliases) {
  Block &body = spmd.getBody().front();
  for (auto [result, yielded] : llvm::zip_equal(
           spmd.getResults(), body.getTerminator()->getOperands())) {
    aliases.replace(result, yielded);
    result.replaceAllUsesWith(yielded);
  }
  SmallVector<func::CallOp> calls;
  for (Operation &op : llvm::make_early_inc_range(body.without_terminator())) {
    op.moveBefore(spmd);
    if (isKernelCall(&op))
      calls.push_back(cast<func::CallOp>(op));
  }
  if (calls.size() > 1 && spmd.getTask())
    return ::pypto::emitError(calls[1].getLoc(), ::pypto::Diag::BadSpmd)
           << "the scope launches " << calls.size()
           << " kernels, but its task id names one";
  for (func::CallOp call : calls)
    if (failed(submitCall(call, spmd, aliases)))
      return failure();
  spmd.erase();
  return success();
}

LogicalResult OutlineScopes::outline(func::FuncOp func, LaunchOpInterface scope,
                                     ::pypto::TensorAliases &aliases) {
  auto spmd = dyn_cast<SpmdOp>(scope.getOperation());
  if (spmd && isDispatch(spmd))
    return dispatch(spmd, aliases);
  std::string name = chooseName(func, scope.getNameHint().value_or(""));
  if (failed(::pypto::outlineScope(scope, name, *symbols, aliases)))
    return failure();
  ++numKernels;
  ++numTasks;
  return ::pypto::computeDirections(symbols->lookup<func::FuncOp>(name),
                                    *symbols);
}

/// A cluster of one kernel is that kernel. Several must run at the same time.
LogicalResult OutlineScopes::removeClusters(func::FuncOp func) {
  SmallVector<ClusterOp> clusters;
  func.walk([&](ClusterOp cluster) { clusters.push_back(cluster); });
  for (ClusterOp cluster : clusters) {
    SmallVector<TaskSubmitOp> submits;
    cluster.walk([&](TaskSubmitOp submit) { submits.push_back(submit); });
    if (submits.size() > 1) {
      InFlightDiagnostic diag =
          ::pypto::emitError(submits[1].getLoc(), ::pypto::Diag::MixedKernel)
          << "a cluster of " << submits.size()
          << " kernels; execution of kernels that share a cluster comes with "
             "mixed kernels";
      diag.attachNote(cluster.getLoc()) << "the cluster is here";
      return diag;
    }
    Block &body = cluster.getBody().front();
    for (auto [result, yielded] : llvm::zip_equal(
             cluster.getResults(), body.getTerminator()->getOperands()))
      result.replaceAllUsesWith(yielded);
    for (Operation &op : llvm::make_early_inc_range(body.without_terminator()))
      op.moveBefore(cluster);
    cluster.erase();
  }
  return success();
}

LogicalResult OutlineScopes::outline(func::FuncOp func) {
  if (failed(checkScopes(func)))
    return failure();
  ::pypto::placeAssembledTensors(func, [&](Value value) -> Value {
    auto call = value.getDefiningOp<func::CallOp>();
    if (!call || !isKernelCall(call))
      return {};
    const ::pypto::KernelResults &results =
        kernelResults[symbols->lookup(call.getCallee())];
    unsigned number = cast<OpResult>(value).getResultNumber();
    unsigned argument = results.argumentOfResult[number];
    // A later one is added for a fresh tensor.
    return argument < call.getNumOperands() ? call.getOperand(argument)
                                            : Value();
  });
  // In program order, so that a scope sees what earlier ones returned.
  SmallVector<Operation *> work;
  func.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<LaunchOpInterface>(op)) {
      work.push_back(op);
      return WalkResult::skip();
    }
    if (isKernelCall(op))
      work.push_back(op);
    return WalkResult::advance();
  });
  for (Operation *op : work) {
    auto spmd = dyn_cast<SpmdOp>(op);
    if (!isa<func::CallOp>(op) && !(spmd && isDispatch(spmd)) &&
        failed(::pypto::inlineKernelCalls(op, *symbols)))
      return failure();
  }
  for (Operation *op : work)
    if (!isa<func::CallOp>(op) && failed(::pypto::checkManualPlacement(op)))
      return failure();
  numUnnamed = 0;
  // Before results are replaced, so that the work is linear in the function.
  ::pypto::TensorAliases aliases(func);
  for (Operation *op : work) {
    if (auto call = dyn_cast<func::CallOp>(op)) {
      if (failed(submitCall(call, SpmdOp(), aliases)))
        return failure();
    } else if (failed(outline(func, cast<LaunchOpInterface>(op), aliases))) {
      return failure();
    }
  }
  if (failed(removeClusters(func)))
    return failure();
  if (!work.empty() && getFuncKind(func) == FuncKind::Opaque)
    func->setAttr(kKindAttrName,
                  FuncKindAttr::get(&getContext(), FuncKind::Orchestration));
  return success();
}

//===----------------------------------------------------------------------===//
// Checks of the result
//===----------------------------------------------------------------------===//

LogicalResult OutlineScopes::checkControlPlane(func::FuncOp func) {
  LogicalResult result = success();
  func.walk([&](Operation *op) {
    if (!op->hasTrait<TensorCompute>() && !isa<TileOpInterface>(op))
      return;
    // The manual promises this wording.
    StringRef name = op->getName().getStringRef();
    name.consume_front("pypto.");
    InFlightDiagnostic diag =
        ::pypto::emitError(op, ::pypto::Diag::MisplacedTensorOp)
        << "Misplaced tensor op '" << name
        << "' in Orchestration function (should be inside InCore block)";
    ::pypto::attachHelp(diag)
        << "wrap it in 'with pl.at(level=pl.Level.CORE_GROUP):' or move it "
           "into a @pl.jit.incore kernel";
    result = failure();
  });
  return result;
}

/// Work for both cores of a cluster is checked, but not divided yet.
static LogicalResult checkSingleCore(func::FuncOp kernel) {
  WalkResult walk = kernel.walk<WalkOrder::PreOrder>([&](Operation *op) {
    bool isRegion = isa<SplitAivOp>(op);
    bool isRing =
        isa<TPushToAivOp, TPushToAicOp, TPopFromAicOp, TPopFromAivOp,
            TFreeToAicOp, TFreeToAivOp, AicInitializePipeOp,
            AivInitializePipeOp, ReserveBufferOp, ImportPeerBufferOp>(op);
    if (!isRegion && !isRing)
      return WalkResult::advance();
    InFlightDiagnostic diag =
        ::pypto::emitError(op, ::pypto::Diag::MixedKernel)
        << "kernel '" << kernel.getName() << "' has "
        << (isRegion ? "a region on the vector lanes (pl.split_aiv)"
                     : "a ring between the cores of a cluster");
    ::pypto::attachHelp(diag)
        << "it is checked, but execution of such kernels comes with mixed "
           "kernels; until then use one pl.at scope "
           "for each core, with a tensor between them";
    return WalkResult::interrupt();
  });
  return failure(walk.wasInterrupted());
}

static LogicalResult checkKernel(func::FuncOp kernel) {
  // Scopes were checked before; a kernel of the author's own was not.
  if (failed(::pypto::checkManualPlacement(kernel)))
    return failure();
  return checkSingleCore(kernel);
}

void OutlineScopes::runOnOperation() {
  SymbolTable table(getOperation());
  symbols = &table;
  if (failed(prepareKernels()))
    return signalPassFailure();

  bool failed = false;
  SmallVector<func::FuncOp> functions(getOperation().getOps<func::FuncOp>());
  for (func::FuncOp func : functions)
    if (isControlPlane(func))
      failed |= mlir::failed(outline(func)) ||
                mlir::failed(checkControlPlane(func)) ||
                mlir::failed(::pypto::computeDirections(func, table));
  for (auto func : getOperation().getOps<func::FuncOp>())
    if (isKernel(func))
      failed |= mlir::failed(checkKernel(func));
  kernelResults.clear();
  if (failed)
    signalPassFailure();
}
