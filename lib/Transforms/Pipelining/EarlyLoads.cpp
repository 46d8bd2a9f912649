//===- EarlyLoads.cpp - loads move to the start of a block ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Pipelining/EarlyLoads.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::pypto;

/// A copy into a memory that only the cube reads.
static bool isOperandCopy(Operation *op) {
  if (!isa<TileMoveOp, TileExtractOp>(op))
    return false;
  std::optional<MemorySpace> space =
      cast<TileType>(op->getResult(0).getType()).getMemorySpace();
  return space == MemorySpace::Left || space == MemorySpace::Right ||
         space == MemorySpace::Bias;
}

/// Computes without touching memory: indices, and views of tiles.
static bool isFree(Operation *op) {
  if (op->getNumRegions() != 0)
    return false;
  if (auto tile = dyn_cast<TileOpInterface>(op))
    return tile.isView();
  return isMemoryEffectFree(op) && isSpeculatable(op);
}

namespace {
class EarlyLoads {
public:
  EarlyLoads(bool copies, func::FuncOp kernel,
             const ::pypto::ParameterPairs &aliased,
             ::pypto::TensorAliases &tensors)
      : copies(copies), kernel(kernel), aliased(aliased), tensors(tensors) {}

  unsigned run(Block &block);

private:
  using Operations = llvm::SmallSetVector<Operation *, 8>;

  bool mayMove(Operation *op);
  bool collect(Operation *op, Operations &needed);

  bool copies;
  func::FuncOp kernel;
  const ::pypto::ParameterPairs &aliased;
  ::pypto::TensorAliases &tensors;

  /// The first operation that stays; moved ones go before it.
  Operation *first = nullptr;
  /// Behind `first`: what stays, and what moves if something needs it.
  llvm::DenseSet<Operation *> staying, free;
  /// What is written by those that stay; not `known` behind a meeting of cores.
  ::pypto::TensorSet written;
  bool known = true;
};
} // namespace

bool EarlyLoads::mayMove(Operation *op) {
  if (copies && isOperandCopy(op))
    return true;
  auto load = dyn_cast<TileLoadOp>(op);
  if (!load || !known)
    return false;
  Value memory = tensors.getMemory(load.getSource());
  return llvm::none_of(written, [&](Value other) {
    return ::pypto::mayBeOneTensor(kernel, aliased, memory, other);
  });
}

/// Adds `op` and what it needs from behind `first`, operands before users.
/// False if that includes something that stays.
bool EarlyLoads::collect(Operation *op, Operations &needed) {
  // Chains may be as long as the block.
  SmallVector<std::pair<Operation *, unsigned>> open{{op, 0}};
  while (!open.empty()) {
    auto &[current, next] = open.back();
    if (next == current->getNumOperands()) {
      needed.insert(current);
      open.pop_back();
      continue;
    }
    Operation *def = current->getOperand(next++).getDefiningOp();
    if (!def || needed.contains(def))
      continue;
    if (staying.contains(def))
      return false;
    if (free.contains(def))
      open.push_back({def, 0});
  }
  return true;
}

unsigned EarlyLoads::run(Block &block) {
  unsigned moved = 0;
  for (Operation &op : llvm::make_early_inc_range(block.without_terminator())) {
    bool isCandidate = isa<TileLoadOp>(op) || (copies && isOperandCopy(&op));
    if (!first && (isCandidate || isFree(&op)))
      continue;
    if (isFree(&op)) {
      free.insert(&op);
      continue;
    }
    Operations needed;
    if (first && isCandidate && mayMove(&op) && collect(&op, needed)) {
      for (Operation *next : needed) {
        next->moveBefore(first);
        free.erase(next);
      }
      ++moved;
      continue;
    }
    if (!first)
      first = &op;
    staying.insert(&op);
    known = known && ::pypto::collectWrittenTensors(&op, tensors, written);
  }
  return moved;
}

namespace pypto {

unsigned moveLoadsUp(Block &block, bool copies, func::FuncOp kernel,
                     const ParameterPairs &aliased, TensorAliases &tensors) {
  return EarlyLoads(copies, kernel, aliased, tensors).run(block);
}

} // namespace pypto
