//===- TensorWrites.cpp - which tensors are written -------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Utils/TensorWrites.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::pypto;

namespace pypto {

bool collectWrittenTensors(Operation *root, TensorAliases &tensors,
                           TensorSet &written) {
  WalkResult walk = root->walk([&](Operation *op) {
    if (op->hasTrait<OpTrait::HasRecursiveMemoryEffects>() ||
        op->hasTrait<OpTrait::IsTerminator>())
      return WalkResult::advance();
    auto effects = dyn_cast<MemoryEffectOpInterface>(op);
    if (!effects)
      return WalkResult::interrupt();
    SmallVector<MemoryEffects::EffectInstance> instances;
    effects.getEffects(instances);
    for (const MemoryEffects::EffectInstance &instance : instances) {
      if (isa<MemoryEffects::Read>(instance.getEffect()))
        continue;
      Value value = instance.getValue();
      if (!value)
        return WalkResult::interrupt();
      if (isa<GlobalTensorType>(value.getType()))
        written.insert(tensors.getMemory(value));
    }
    return WalkResult::advance();
  });
  return !walk.wasInterrupted();
}

llvm::DenseMap<StringAttr, ParameterPairs>
findAliasedParameters(ModuleOp module) {
  llvm::DenseMap<StringAttr, ParameterPairs> aliased;
  for (func::FuncOp func : module.getOps<func::FuncOp>()) {
    if (isKernel(func) || func.isExternal())
      continue;
    TensorAliases tensors(func);
    func.walk([&](TaskSubmitOp task) {
      llvm::DenseMap<Value, SmallVector<unsigned, 1>> positions;
      for (auto [i, argument] : llvm::enumerate(task.getArgs())) {
        if (!isa<GlobalTensorType>(argument.getType()))
          continue;
        SmallVector<unsigned, 1> &same = positions[tensors.getMemory(argument)];
        for (unsigned other : same)
          aliased[task.getCallee().getRootReference()].insert({other, i});
        same.push_back(i);
      }
    });
  }
  return aliased;
}

bool mayBeOneTensor(func::FuncOp kernel, const ParameterPairs &aliased,
                    Value first, Value second) {
  if (first == second)
    return true;
  auto a = dyn_cast<BlockArgument>(first), b = dyn_cast<BlockArgument>(second);
  // Only parameters are tensors of their own; of anything else less is known.
  if (!a || !b || a.getOwner() != &kernel.getBody().front() ||
      b.getOwner() != a.getOwner())
    return true;
  return aliased.contains(std::minmax(a.getArgNumber(), b.getArgNumber()));
}

} // namespace pypto
