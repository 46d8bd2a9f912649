//===- ConvertPyptoToPto.cpp - kernels become pto modules -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "PyptoToPto/KernelLowering.h"
#include "PyptoToPto/Types.h"
#include "pypto/Conversion/Passes.h"
#include "pypto/Support/Diagnostics.h"

namespace pypto {
#define GEN_PASS_DEF_CONVERTPYPTOTOPTO
#include "pypto/Conversion/Passes.h.inc"
} // namespace pypto

using namespace mlir;
using namespace mlir::pypto;

namespace {
struct ConvertPyptoToPto
    : ::pypto::impl::ConvertPyptoToPtoBase<ConvertPyptoToPto> {
  void runOnOperation() override;

private:
  LogicalResult lower(func::FuncOp kernel);
  void updateSubmit(TaskSubmitOp submit, func::FuncOp kernel);
};
} // namespace

/// True if the kernel reads or writes single elements without a sign.
static bool accessesUnsignedElements(func::FuncOp kernel) {
  return kernel
      .walk([](Operation *op) {
        Value tensor;
        if (auto read = dyn_cast<TensorReadOp>(op))
          tensor = read.getSource();
        else if (auto write = dyn_cast<TensorWriteOp>(op))
          tensor = write.getTarget();
        return tensor && cast<GlobalTensorType>(tensor.getType())
                             .getElementType()
                             .isUnsignedInteger()
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

static Type getLoweredType(BlockArgument parameter, bool losesSigns) {
  Type type = parameter.getType();
  auto tensor = dyn_cast<GlobalTensorType>(type);
  if (!tensor)
    return ::pypto::withoutSign(type);
  Type element = ::pypto::convertElement(tensor.getElementType());
  if (::pypto::isMessageBase(parameter))
    return MemRefType::get(tensor.getShape(), element);
  return pto::PtrType::get(parameter.getContext(),
                           losesSigns ? ::pypto::withoutSign(element)
                                      : element);
}

/// Parameters of the lowered function: pointers for tensors, a memref for the
/// base of messages, scalars (integers without a sign, as instructions want
/// them), then the extents known only at run time. A scalar has the type that
/// its pointer says: where single elements are accessed, tensors lose their
/// sign as well; tiles keep it.
static FunctionType getLoweredType(func::FuncOp kernel) {
  SmallVector<Type> types;
  bool losesSigns = accessesUnsignedElements(kernel);
  for (BlockArgument parameter : kernel.getArguments())
    types.push_back(getLoweredType(parameter, losesSigns));
  types.append(::pypto::getRuntimeExtents(kernel).size(),
               IndexType::get(kernel.getContext()));
  return FunctionType::get(kernel.getContext(), types, {});
}

LogicalResult ConvertPyptoToPto::lower(func::FuncOp kernel) {
  FuncKind kind = getFuncKind(kernel);
  if (kind != FuncKind::AIC && kind != FuncKind::AIV)
    return ::pypto::emitError(kernel, ::pypto::Diag::StageContract)
           << "kernel '" << kernel.getName()
           << "' has no core kind; run pypto-infer-tile-memory-space first";
  FailureOr<::pypto::TileBuffers> buffers =
      ::pypto::TileBuffers::compute(kernel);
  if (failed(buffers))
    return failure();
  WalkResult addressed = kernel.walk([](MemrefAllocOp alloc) {
    if (alloc.getAddress())
      return WalkResult::advance();
    ::pypto::emitError(alloc, ::pypto::Diag::StageContract)
        << "a buffer without an address; run pypto-allocate-addresses first";
    return WalkResult::interrupt();
  });
  if (addressed.wasInterrupted())
    return failure();

  OpBuilder builder(kernel);
  auto module = ModuleOp::create(builder, kernel.getLoc(), kernel.getName());
  module->setAttr(pto::PtoDialect::kTargetArchAttrName,
                  builder.getStringAttr(stringifyArch(getArch(kernel))));
  builder.setInsertionPointToStart(module.getBody());
  auto lowered = func::FuncOp::create(builder, kernel.getLoc(),
                                      kernel.getName(), getLoweredType(kernel));
  lowered->setAttr(pto::PtoDialect::kEntryAttrName, builder.getUnitAttr());
  lowered->setAttr(
      pto::PtoDialect::kKernelKindAttrName,
      pto::KernelKindAttr::get(&getContext(), kind == FuncKind::AIC
                                                  ? pto::KernelKind::Cube
                                                  : pto::KernelKind::Vector));
  ::pypto::KernelLowering lowering(kernel, lowered, *buffers);
  if (failed(lowering.run()))
    return failure();
  ++numKernels;
  numTiles += lowering.getNumTiles();
  return success();
}

void ConvertPyptoToPto::updateSubmit(TaskSubmitOp submit, func::FuncOp kernel) {
  OpBuilder builder(submit);
  SmallVector<Value> arguments(submit.getArgs());
  for (::pypto::RuntimeExtent extent : ::pypto::getRuntimeExtents(kernel))
    arguments.push_back(TensorDimOp::create(builder, submit.getLoc(),
                                            submit.getArgs()[extent.parameter],
                                            extent.axis));
  // Directions travel with the task: pointers have none.
  SmallVector<Attribute> directions;
  if (auto known = submit.getDirectionsAttr())
    llvm::append_range(directions, known);
  for (size_t index = directions.size(); index < arguments.size(); ++index)
    directions.push_back(
        DirectionAttr::get(&getContext(), index < kernel.getNumArguments()
                                              ? getDirection(kernel, index)
                                              : Direction::In));
  submit.getArgsMutable().assign(arguments);
  submit.setDirectionsAttr(builder.getArrayAttr(directions));
  StringAttr name = kernel.getNameAttr();
  submit.setCalleeAttr(
      SymbolRefAttr::get(name, {FlatSymbolRefAttr::get(name)}));
}

void ConvertPyptoToPto::runOnOperation() {
  llvm::DenseMap<StringAttr, func::FuncOp> kernels;
  SmallVector<func::FuncOp> order;
  for (auto func : getOperation().getOps<func::FuncOp>())
    if (isKernel(func) && !func.isExternal()) {
      kernels[func.getNameAttr()] = func;
      order.push_back(func);
    }
  bool failed = false;
  for (func::FuncOp kernel : order)
    failed |= mlir::failed(lower(kernel));
  if (failed)
    return signalPassFailure();
  getOperation().walk([&](TaskSubmitOp submit) {
    auto callee = dyn_cast<FlatSymbolRefAttr>(submit.getCalleeAttr());
    if (!callee)
      return;
    if (func::FuncOp kernel = kernels.lookup(callee.getAttr()))
      updateSubmit(submit, kernel);
  });
  for (func::FuncOp kernel : order)
    kernel.erase();
  // Constants seen as unsigned that only kernels used.
  getOperation().walk([](UnrealizedConversionCastOp cast) {
    if (cast->use_empty())
      cast.erase();
  });
}
