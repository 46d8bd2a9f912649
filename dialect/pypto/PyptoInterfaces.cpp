//===- PyptoInterfaces.cpp - op interfaces and tile effects ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pypto/Dialect/Pypto/Pypto.h"

using namespace mlir;
using namespace mlir::pypto;

#include "dialect/pypto/PyptoInterfaces.cpp.inc"

SmallVector<OpOperand *> mlir::pypto::detail::getTileOperands(Operation *op) {
  SmallVector<OpOperand *> operands;
  for (OpOperand &operand : op->getOpOperands())
    if (isa<TileType>(operand.get().getType()))
      operands.push_back(&operand);
  return operands;
}

Value mlir::pypto::detail::getResultTile(Operation *op) {
  for (Value result : op->getResults())
    if (isa<TileType>(result.getType()))
      return result;
  return {};
}

void mlir::pypto::detail::getTileOpEffects(
    Operation *op,
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  auto tileOp = cast<TileOpInterface>(op);
  for (OpOperand &dst : tileOp.getDstMutable())
    effects.emplace_back(MemoryEffects::Write::get(), &dst);
  // A tensor operand that a result aliases is written; any other is read.
  bool writesTensor = llvm::any_of(op->getResultTypes(), [](Type type) {
    return isa<GlobalTensorType>(type);
  });
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isa<GlobalTensorType>(operand.get().getType()))
      continue;
    if (writesTensor)
      effects.emplace_back(MemoryEffects::Write::get(), &operand);
    // An atomic update combines with what is there.
    auto store = dyn_cast<TileStoreOp>(op);
    bool combines = store && store.getAtomic() != AtomicKind::none;
    if (!writesTensor || combines)
      effects.emplace_back(MemoryEffects::Read::get(), &operand);
  }
}
