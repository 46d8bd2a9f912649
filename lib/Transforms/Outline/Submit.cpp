//===- Submit.cpp - a launch becomes a task ---------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Outline/Outline.h"

using namespace mlir;
using namespace mlir::pypto;

/// The positions of the arguments that name a tensor of `tensors`.
static DenseI64ArrayAttr findPositions(OpBuilder &builder, ValueRange arguments,
                                       ValueRange tensors,
                                       ::pypto::TensorAliases &aliases) {
  if (tensors.empty())
    return {};
  SmallVector<Value> named = llvm::map_to_vector(
      tensors, [&](Value tensor) { return aliases.getMemory(tensor); });
  SmallVector<int64_t> positions;
  for (auto [index, argument] : llvm::enumerate(arguments))
    if (isa<GlobalTensorType>(argument.getType()) &&
        llvm::is_contained(named, aliases.getMemory(argument)))
      positions.push_back(static_cast<int64_t>(index));
  return builder.getDenseI64ArrayAttr(positions);
}

namespace pypto {

TaskSubmitOp createSubmit(OpBuilder &builder, Location loc, func::FuncOp kernel,
                          ValueRange arguments, LaunchOpInterface launch,
                          TensorAliases &aliases) {
  auto spmd = dyn_cast_or_null<SpmdOp>(launch.getOperation());
  auto submit = TaskSubmitOp::create(
      builder, loc, TaskIdType::get(builder.getContext()),
      SymbolRefAttr::get(kernel), arguments, spmd ? spmd.getCoreNum() : Value(),
      launch ? ValueRange(launch.getDeps()) : ValueRange(),
      /*directions=*/ArrayAttr(), spmd && spmd.getSyncStart(),
      launch && launch.getAllowEarlyResolve(), DenseI64ArrayAttr(),
      DenseI64ArrayAttr(), spmd ? spmd.getPredicate() : Value(),
      spmd ? ValueRange(spmd.getPredicateIndices()) : ValueRange(),
      spmd ? spmd.getPredicateCmpAttr() : CmpModeAttr(),
      spmd ? spmd.getPredicateValueAttr() : IntegerAttr());
  if (!launch)
    return submit;
  submit.setNoDepAttr(
      findPositions(builder, arguments, launch.getNoDep(), aliases));
  submit.setDumpAttr(
      findPositions(builder, arguments, launch.getDumps(), aliases));
  return submit;
}

} // namespace pypto
