//===- KernelLowering.cpp - one kernel becomes pto code ---------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "PyptoToPto/KernelLowering.h"
#include "pypto/Dialect/Pypto/ValidOps.h"
#include "pypto/Support/Diagnostics.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::pypto;

namespace pypto {

SmallVector<RuntimeExtent> getRuntimeExtents(func::FuncOp kernel) {
  SmallVector<RuntimeExtent> extents;
  for (auto [index, type] : llvm::enumerate(kernel.getArgumentTypes()))
    if (auto tensor = dyn_cast<GlobalTensorType>(type))
      for (auto [axis, size] : llvm::enumerate(tensor.getShape()))
        if (ShapedType::isDynamic(size))
          extents.push_back(
              {static_cast<unsigned>(index), static_cast<int64_t>(axis)});
  return extents;
}

bool isMessageBase(BlockArgument parameter) {
  return isa<GlobalTensorType>(parameter.getType()) && !parameter.use_empty() &&
         llvm::all_of(parameter.getUsers(), llvm::IsaPred<SetFftsOp>);
}

KernelLowering::KernelLowering(func::FuncOp kernel, func::FuncOp lowered,
                               const TileBuffers &buffers)
    : kernel(kernel), lowered(lowered), head(lowered.getContext()),
      constants(head), views(head, constants), tiles(head, constants, buffers) {
}

SmallVector<Value> KernelLowering::lookup(ValueRange values) {
  return llvm::map_to_vector(values,
                             [&](Value value) { return lookup(value); });
}

/// A scalar of another dialect, copied as it is.
static bool isCopied(Operation *op) {
  return isa<arith::ArithDialect>(op->getDialect()) && op->getNumRegions() == 0;
}

template <typename IdentityT>
static Value lowerIdentity(Operation *op, OpBuilder &builder) {
  Value value = IdentityT::create(builder, op->getLoc());
  return arith::IndexCastOp::create(builder, op->getLoc(),
                                    builder.getIndexType(), value);
}

LogicalResult KernelLowering::lower(Operation *op, OpBuilder &builder) {
  if (isCopied(op)) {
    builder.clone(*op, scalars);
    return success();
  }
  return TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](MemrefAllocOp) { return success(); })
      .Case([&](MemrefSlotOp slot) {
        tiles.chooseSlot(builder, slot, lookup(slot.getIndex()));
        return success();
      })
      .Case([&](TileLoadOp load) { return lowerLoad(load, builder); })
      .Case([&](TileStoreOp store) { return lowerStore(store, builder); })
      .Case([&](TileValidDimOp dim) {
        scalars.map(dim.getResult(),
                    tiles.getExtents(dim.getSource())[dim.getAxis()]);
        return success();
      })
      .Case([&](TileGatherRowOp copy) {
        return lowerWindowCopy({copy, copy.getTarget(), copy.getSource(),
                                copy.getResult(), copy.getTargetOffsets(),
                                copy.getSourceOffsets(), Value(),
                                copy.getShape(), /*transpose=*/false},
                               builder);
      })
      .Case([&](TileGatherWindowOp copy) {
        return lowerWindowCopy({copy, copy.getTarget(), copy.getSource(),
                                copy.getResult(), copy.getTargetOffsets(),
                                copy.getSourceOffsets(), copy.getRows(),
                                copy.getShape(), copy.getTranspose()},
                               builder);
      })
      .Case([&](TileMgatherOp op) { return lowerMgather(op, builder); })
      .Case([&](TileMscatterOp op) { return lowerMscatter(op, builder); })
      .Case([&](TileGatherCompareOp op) {
        return lowerGatherCompare(op, builder);
      })
      // The front end's unsigned constant: instructions take the bits.
      .Case([&](UnrealizedConversionCastOp cast) -> LogicalResult {
        if (cast.getInputs().size() != 1 || cast.getNumResults() != 1 ||
            !cast.getInputs()[0].getType().isIntOrIndex())
          return emitError(op, Diag::NoPtoForm)
                 << "'" << op->getName() << "' has no form in the pto dialect";
        scalars.map(cast.getResult(0), lookup(cast.getInputs()[0]));
        return success();
      })
      .Case(
          [&](TileOpInterface tile) { return lowerInstruction(tile, builder); })
      .Case([&](TensorReadOp read) { return lowerRead(read, builder); })
      .Case([&](TensorWriteOp write) { return lowerWrite(write, builder); })
      .Case([&](TensorDimOp dim) { return lowerDim(dim); })
      .Case([&](TensorAliasOpInterface view) { return views.addView(view); })
      .Case([&](scf::ForOp loop) { return lowerFor(loop, builder); })
      .Case([&](scf::IfOp branch) { return lowerIf(branch, builder); })
      .Case([&](scf::WhileOp loop) { return lowerWhile(loop, builder); })
      .Case([&](GetBlockIdxOp) {
        scalars.map(op->getResult(0),
                    lowerIdentity<pto::GetBlockIdxOp>(op, builder));
        return success();
      })
      .Case([&](GetBlockNumOp) {
        scalars.map(op->getResult(0),
                    lowerIdentity<pto::GetBlockNumOp>(op, builder));
        return success();
      })
      .Case([&](GetSubblockIdxOp) {
        scalars.map(op->getResult(0),
                    lowerIdentity<pto::GetSubBlockIdxOp>(op, builder));
        return success();
      })
      .Default([&](Operation *op) { return lowerSystem(op, builder); });
}

LogicalResult KernelLowering::lowerBlock(Block &from, OpBuilder &builder) {
  for (Operation &op : from.without_terminator())
    if (failed(lower(&op, builder)))
      return failure();
  return success();
}

LogicalResult KernelLowering::run() {
  Block *entry = lowered.addEntryBlock();
  // What belongs to the start is collected apart and put there in the end.
  Block *start = new Block();
  lowered.getBody().push_back(start);
  head.setInsertionPointToEnd(start);

  SmallVector<SmallVector<Value>> extents(kernel.getNumArguments());
  unsigned next = kernel.getNumArguments();
  for (RuntimeExtent extent : getRuntimeExtents(kernel))
    extents[extent.parameter].push_back(entry->getArgument(next++));
  LogicalResult result = success();
  for (BlockArgument parameter : kernel.getArguments()) {
    BlockArgument argument = entry->getArgument(parameter.getArgNumber());
    argument.setLoc(parameter.getLoc());
    if (isa<GlobalTensorType>(parameter.getType()) &&
        !isMessageBase(parameter)) {
      if (failed(views.addParameter(parameter, argument,
                                    extents[parameter.getArgNumber()])))
        result = failure();
    } else {
      scalars.map(parameter, argument);
    }
  }
  auto builder = OpBuilder::atBlockEnd(entry);
  if (succeeded(result))
    result = lowerBlock(kernel.getBody().front(), builder);
  func::ReturnOp::create(builder,
                         kernel.getBody().front().getTerminator()->getLoc());
  entry->getOperations().splice(entry->begin(), start->getOperations());
  start->erase();
  return result;
}

} // namespace pypto
