//===- KernelResults.cpp - results of kernels become outputs ----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Outline/Outline.h"
#include "Utils/TensorAliases.h"
#include "pypto/Support/Diagnostics.h"

using namespace mlir;
using namespace mlir::pypto;

namespace pypto {

void writeWhole(OpBuilder &builder, Location loc, Value source, Value target) {
  auto type = cast<GlobalTensorType>(target.getType());
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  SmallVector<Value> offsets(type.getRank(), zero);
  TensorAssembleOp::create(builder, loc, type, target, source, offsets,
                           AtomicKind::none);
}

FailureOr<Value> createResultTensor(OpBuilder &builder, Location loc,
                                    GlobalTensorType type) {
  if (!type.hasStaticShape()) {
    InFlightDiagnostic diag =
        emitError(loc, Diag::ScopeLeak)
        << "a fresh tensor of type " << type
        << " leaves device work, but its extents are known only at run "
           "time";
    ::pypto::attachHelp(diag)
        << "write it into a tensor that is created outside (pl.create_tensor) "
           "or into a pl.Out parameter";
    return diag;
  }
  return TensorCreateOp::create(builder, loc, type, ValueRange(), TypedAttr())
      .getResult();
}

FailureOr<KernelResults> removeKernelResults(func::FuncOp kernel) {
  KernelResults results;
  if (kernel.getNumResults() == 0)
    return results;
  if (kernel.isExternal())
    return emitError(kernel, Diag::UnsupportedCall)
           << "external kernel '" << kernel.getName()
           << "' must not have results: take pl.Out parameters";

  Operation *terminator = kernel.getBody().back().getTerminator();
  OpBuilder builder(terminator);
  TensorAliases aliases(kernel);
  for (Value returned : terminator->getOperands()) {
    Location loc = returned.getLoc();
    auto type = dyn_cast<GlobalTensorType>(returned.getType());
    if (!type)
      return emitError(loc, Diag::ScopeLeak)
             << "kernel '" << kernel.getName() << "' returns a value of type "
             << returned.getType()
             << "; only tensors leave a kernel: write it to a tensor";
    Value root = aliases.getTensor(returned);
    if (auto argument = dyn_cast<BlockArgument>(root);
        argument && argument.getOwner() == &kernel.getBody().front()) {
      results.argumentOfResult.push_back(argument.getArgNumber());
      continue;
    }
    if (aliases.getMemory(root) != root) {
      InFlightDiagnostic diag = emitError(loc, Diag::ScopeLeak)
                                << "kernel '" << kernel.getName()
                                << "' returns a window of a tensor";
      ::pypto::attachHelp(diag) << "return the tensor itself";
      return diag;
    }
    unsigned index = kernel.getNumArguments();
    auto out = DictionaryAttr::get(
        builder.getContext(),
        builder.getNamedAttr(
            kDirAttrName,
            DirectionAttr::get(builder.getContext(), Direction::Out)));
    if (failed(kernel.insertArgument(index, type, out, loc)))
      return failure();
    writeWhole(builder, loc, returned, kernel.getArgument(index));
    results.argumentOfResult.push_back(index);
    results.added.push_back(type);
    results.addedLocs.push_back(loc);
  }
  terminator->eraseOperands(0, terminator->getNumOperands());
  kernel.setFunctionType(
      builder.getFunctionType(kernel.getArgumentTypes(), {}));
  kernel.removeResAttrsAttr();
  return results;
}

} // namespace pypto
