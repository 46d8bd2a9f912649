//===- FlowEdges.cpp - values that control flow passes on -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Utils/FlowEdges.h"

#include "mlir/Interfaces/ControlFlowInterfaces.h"

using namespace mlir;

static void visitPairs(OperandRange operands, ValueRange targets,
                       llvm::function_ref<void(OpOperand &, Value)> visit) {
  OpOperand *operand = operands.getBase();
  for (Value target : targets)
    visit(*operand++, target);
}

namespace pypto {

void forEachFlowEdge(Operation *op,
                     llvm::function_ref<void(OpOperand &, Value)> visit) {
  auto branch = dyn_cast<RegionBranchOpInterface>(op);
  if (!branch)
    return;
  SmallVector<RegionSuccessor> successors;
  branch.getSuccessorRegions(RegionBranchPoint::parent(), successors);
  for (RegionSuccessor &successor : successors)
    visitPairs(branch.getEntrySuccessorOperands(successor),
               successor.getSuccessorInputs(), visit);
  for (Region &region : op->getRegions())
    for (Block &block : region) {
      auto terminator =
          dyn_cast<RegionBranchTerminatorOpInterface>(block.getTerminator());
      if (!terminator)
        continue;
      successors.clear();
      branch.getSuccessorRegions(RegionBranchPoint(terminator), successors);
      for (RegionSuccessor &successor : successors)
        visitPairs(terminator.getSuccessorOperands(successor),
                   successor.getSuccessorInputs(), visit);
    }
}

bool isFlowOperand(OpOperand &operand) {
  return isa<RegionBranchOpInterface, RegionBranchTerminatorOpInterface>(
      operand.getOwner());
}

} // namespace pypto
