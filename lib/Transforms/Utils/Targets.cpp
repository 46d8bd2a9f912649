//===- Targets.cpp - the chip of a module -----------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Utils/Targets.h"

namespace pypto {

using mlir::pypto::Arch;
using mlir::pypto::MemorySpace;
using mlir::pypto::TileLayout;

static_assert(static_cast<int>(MemorySpace::ScalarLocal) ==
              static_cast<int>(target::Space::ScalarLocal));
static_assert(static_cast<int>(TileLayout::NN) ==
              static_cast<int>(target::Layout::NN));

const target::Target &getTarget(mlir::Operation *op) {
  return target::Target::get(mlir::pypto::getArch(op) == Arch::a5
                                 ? target::Arch::A5
                                 : target::Arch::A2A3);
}

/// The memory of a tile, or global memory of a tensor; none for anything else
/// and for tiles that are not placed.
static std::optional<MemorySpace> getMemory(mlir::Type type) {
  if (mlir::isa<mlir::pypto::GlobalTensorType>(type))
    return MemorySpace::DDR;
  if (auto tile = mlir::dyn_cast<mlir::pypto::TileType>(type))
    return tile.getMemorySpace();
  return std::nullopt;
}

target::Pipe getPipe(mlir::pypto::TileOpInterface op,
                     const target::Target &target) {
  // What neither has a tile nor updates a tensor only reads elements, as the
  // scalar unit does; an element is written by it as well.
  if (op->getNumResults() == 0 || op.isView() ||
      mlir::isa<mlir::pypto::TileWriteOp>(op))
    return target::Pipe::S;
  std::optional<MemorySpace> to = getMemory(op->getResult(0).getType());
  if (!to)
    return target::Pipe::S;
  // From the first operand that has a memory; a store names its target too, and
  // an update in place what it updates.
  std::optional<MemorySpace> from;
  mlir::OpOperand *forwarded = op.getForwardedOperand();
  for (mlir::OpOperand &operand : op->getOpOperands()) {
    std::optional<MemorySpace> memory = getMemory(operand.get().getType());
    if (!memory || (memory == MemorySpace::DDR && to == MemorySpace::DDR) ||
        (&operand == forwarded && op.getTileOperands().size() > 1))
      continue;
    from = memory;
    break;
  }
  return target.pipeOf(toTarget(from.value_or(*to)), toTarget(*to))
      .value_or(target::Pipe::S);
}

} // namespace pypto
