//===- PtoInterfaces.cpp - what a pto op says of itself ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pypto/Dialect/Pto/PtoInterfaces.h"

#include "pypto/Dialect/Pto/PtoInterfaces.cpp.inc"

using namespace mlir;
using namespace mlir::pto;

/// Values on whose contents (the default resource) or, as `Resource`, on
/// whatever else `op` has an `Effect`.
template <typename Effect, typename Resource>
static SmallVector<Value> getValuesWithEffect(Operation *op) {
  SmallVector<Value> values;
  auto interface = dyn_cast<MemoryEffectOpInterface>(op);
  if (!interface)
    return values;
  SmallVector<MemoryEffects::EffectInstance> effects;
  interface.getEffects(effects);
  // An operand that may be a tile or a scalar declares the effect for both.
  for (const MemoryEffects::EffectInstance &effect : effects)
    if (isa<Effect>(effect.getEffect()) && effect.getValue() &&
        !effect.getValue().getType().isIntOrIndexOrFloat() &&
        isa<Resource>(effect.getResource()))
      values.push_back(effect.getValue());
  return values;
}

SmallVector<Value> pto::detail::getReadValues(Operation *op) {
  return getValuesWithEffect<MemoryEffects::Read, SideEffects::DefaultResource>(
      op);
}

SmallVector<Value> pto::detail::getWrittenValues(Operation *op) {
  return getValuesWithEffect<MemoryEffects::Write,
                             SideEffects::DefaultResource>(op);
}

SmallVector<Value> pto::detail::getScratchValues(Operation *op) {
  return getValuesWithEffect<MemoryEffects::Write, ScratchResource>(op);
}
