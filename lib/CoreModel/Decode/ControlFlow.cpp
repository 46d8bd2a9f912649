//===- ControlFlow.cpp - loops, branches, calls -----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Decoder.h"
#include "pypto/Dialect/Pypto/Blocks.h"

using namespace mlir;

namespace pypto::coremodel {

LogicalResult Decoder::declare(Value value) {
  unsigned parts = partsOf(value.getType());
  if (parts == 0)
    return emitError(value.getLoc(), Diag::NotModelled)
           << "a value of type " << value.getType()
           << " cannot be carried through control flow in the core model";
  DecodedValue decoded;
  for (unsigned i = 0; i < parts; ++i)
    decoded.parts.push_back(Operand::inReg(builder.newReg()));
  values[value] = std::move(decoded);
  return success();
}

LogicalResult Decoder::assign(ValueRange targets, ValueRange sources) {
  SmallVector<std::pair<int32_t, Operand>> moves;
  for (auto [target, source] : llvm::zip_equal(targets, sources)) {
    DecodedValue *from = find(source);
    if (!from)
      return emitError(source.getLoc(), Diag::NotModelled)
             << "a value of type " << source.getType()
             << " cannot be passed on in the core model";
    DecodedValue &to = values[target];
    to.ld = from->ld;
    to.layout = from->layout;
    to.space = from->space;
    to.memref = from->memref;
    to.fractal = from->fractal;
    for (auto [t, f] : llvm::zip_equal(to.parts, from->parts))
      if (t.reg != f.reg)
        moves.push_back({t.reg, f});
  }
  // A source that an earlier move overwrites is saved first.
  for (size_t i = 0; i < moves.size(); ++i)
    for (size_t j = i + 1; j < moves.size(); ++j)
      if (moves[j].second.reg == moves[i].first) {
        int32_t saved = builder.newReg();
        builder.copy(saved, moves[j].second.reg);
        moves[j].second = Operand::inReg(saved);
      }
  for (auto [to, from] : moves) {
    if (from.isConst())
      builder.copy(to, builder.constant(from.imm));
    else
      builder.copy(to, from.reg);
  }
  return success();
}

LogicalResult Decoder::decodeBlock(Block &block) {
  for (Operation &op : block)
    if (!isa<scf::YieldOp, scf::ConditionOp, mlir::pypto::YieldOp>(op))
      if (failed(decodeOp(&op)))
        return failure();
  return success();
}

LogicalResult Decoder::decodeRegion(Region &region) {
  if (region.hasOneBlock())
    return decodeBlock(region.front());
  for (Block &block : region) {
    blockLabels[&block] = builder.newLabel();
    if (&block == &region.front())
      continue;
    for (BlockArgument arg : block.getArguments())
      if (failed(declare(arg)))
        return failure();
  }
  for (Block &block : region) {
    builder.place(blockLabels[&block]);
    if (failed(decodeBlock(block)))
      return failure();
  }
  return success();
}

LogicalResult Decoder::decodeBranch(Block *target, ValueRange operands) {
  if (failed(assign(target->getArguments(), operands)))
    return failure();
  builder.jump(blockLabels[target]);
  return success();
}

LogicalResult Decoder::decodeFor(scf::ForOp op) {
  for (Value arg : op.getRegionIterArgs())
    if (failed(declare(arg)))
      return failure();
  if (failed(declare(op.getInductionVar())) ||
      failed(assign(op.getRegionIterArgs(), op.getInitArgs())) ||
      failed(assign(op.getInductionVar(), op.getLowerBound())))
    return failure();
  int32_t iv = values[op.getInductionVar()].parts[0].reg;
  int32_t upper = regOf(op.getUpperBound());
  int32_t step = regOf(op.getStep());
  int32_t top = builder.newLabel(), end = builder.newLabel();
  int32_t more = builder.newReg();
  auto loopKind =
      op->getAttrOfType<mlir::pypto::LoopKindAttr>(mlir::pypto::kLoopAttrName);
  bool parallel = kind == FunctionKind::Control && loopKind &&
                  loopKind.getValue() == mlir::pypto::LoopKind::Parallel;
  if (parallel)
    addParallelMark(HostInst::ParallelBegin);
  builder.place(top);
  builder.scalar("cmpi.slt", more, iv, upper);
  builder.branchZero(more, end);
  if (parallel)
    addParallelMark(HostInst::ParallelIteration);
  if (failed(decodeBlock(*op.getBody())))
    return failure();
  auto yield = cast<scf::YieldOp>(op.getBody()->getTerminator());
  if (failed(assign(op.getRegionIterArgs(), yield.getOperands())))
    return failure();
  builder.scalar("addi", iv, iv, step);
  builder.jump(top);
  builder.place(end);
  if (parallel)
    addParallelMark(HostInst::ParallelEnd);
  // After the loop the carried registers hold the results.
  for (auto [result, arg] :
       llvm::zip_equal(op.getResults(), op.getRegionIterArgs())) {
    DecodedValue carried = values[arg];
    values[result] = std::move(carried);
  }
  return success();
}

LogicalResult Decoder::decodeIf(scf::IfOp op) {
  for (Value result : op.getResults())
    if (failed(declare(result)))
      return failure();
  int32_t otherwise = builder.newLabel(), end = builder.newLabel();
  builder.branchZero(regOf(op.getCondition()), otherwise);
  if (failed(decodeBlock(*op.thenBlock())) ||
      failed(assign(op.getResults(), op.thenYield().getOperands())))
    return failure();
  if (op.elseBlock())
    builder.jump(end);
  builder.place(otherwise);
  if (op.elseBlock() &&
      (failed(decodeBlock(*op.elseBlock())) ||
       failed(assign(op.getResults(), op.elseYield().getOperands()))))
    return failure();
  builder.place(end);
  return success();
}

LogicalResult Decoder::decodeWhile(scf::WhileOp op) {
  for (Value arg : op.getBeforeArguments())
    if (failed(declare(arg)))
      return failure();
  for (Value arg : op.getAfterArguments())
    if (failed(declare(arg)))
      return failure();
  if (failed(assign(op.getBeforeArguments(), op.getInits())))
    return failure();
  int32_t top = builder.newLabel(), end = builder.newLabel();
  builder.place(top);
  if (failed(decodeBlock(*op.getBeforeBody())))
    return failure();
  auto condition = op.getConditionOp();
  if (failed(assign(op.getAfterArguments(), condition.getArgs())))
    return failure();
  builder.branchZero(regOf(condition.getCondition()), end);
  if (failed(decodeBlock(*op.getAfterBody())) ||
      failed(assign(op.getBeforeArguments(), op.getYieldOp().getOperands())))
    return failure();
  builder.jump(top);
  builder.place(end);
  for (auto [result, arg] :
       llvm::zip_equal(op.getResults(), op.getAfterArguments())) {
    DecodedValue carried = values[arg];
    values[result] = std::move(carried);
  }
  return success();
}

LogicalResult Decoder::decodeIndexSwitch(scf::IndexSwitchOp op) {
  for (Value result : op.getResults())
    if (failed(declare(result)))
      return failure();
  int32_t arg = regOf(op.getArg()), end = builder.newLabel();
  auto emitCase = [&](Block &block) {
    auto yield = cast<scf::YieldOp>(block.getTerminator());
    if (failed(decodeBlock(block)) ||
        failed(assign(op.getResults(), yield.getOperands())))
      return failure();
    builder.jump(end);
    return success();
  };
  for (auto [i, value] : llvm::enumerate(op.getCases())) {
    int32_t next = builder.newLabel(), equal = builder.newReg();
    builder.scalar("cmpi.eq", equal, arg, builder.constant(value));
    builder.branchZero(equal, next);
    if (failed(emitCase(op.getCaseBlock(static_cast<unsigned>(i)))))
      return failure();
    builder.place(next);
  }
  if (failed(emitCase(op.getDefaultBlock())))
    return failure();
  builder.place(end);
  return success();
}

LogicalResult Decoder::decodeExecuteRegion(scf::ExecuteRegionOp op) {
  if (!op.getRegion().hasOneBlock())
    return notModelled(op, " with several blocks");
  Block &block = op.getRegion().front();
  if (failed(decodeBlock(block)))
    return failure();
  auto yield = cast<scf::YieldOp>(block.getTerminator());
  for (auto [result, value] :
       llvm::zip_equal(op.getResults(), yield.getOperands())) {
    DecodedValue *from = find(value);
    if (!from)
      return notModelled(op);
    DecodedValue copy = *from;
    values[result] = std::move(copy);
  }
  return success();
}

/// Device functions are inlined: the model has no call stack.
LogicalResult Decoder::decodeCall(func::CallOp op) {
  func::FuncOp callee = calls.getCallee(op);
  if (!callee || callee.isDeclaration())
    return emitError(op, Diag::BadEntry)
           << "'" << op.getCallee() << "' has no body";
  if (skipsCall(callee)) {
    if (op.getNumResults())
      return emitError(op, Diag::BadEntry)
             << "'" << op.getCallee()
             << "' belongs to one kind of core and returns a value";
    return success();
  }
  if (calls.leadsBack(op))
    return emitError(op, Diag::BadEntry)
           << "'" << op.getCallee() << "' calls itself";
  for (Value result : op.getResults())
    if (failed(declare(result)))
      return failure();
  for (auto [arg, value] :
       llvm::zip_equal(callee.getArguments(), op.getOperands())) {
    DecodedValue *from = find(value);
    if (!from)
      return notModelled(op, " with an argument of this type");
    DecodedValue copy = *from;
    values[arg] = std::move(copy);
  }
  inlined.push_back({op, builder.newLabel()});
  if (failed(decodeRegion(callee.getBody())))
    return failure();
  builder.place(inlined.back().endLabel);
  inlined.pop_back();
  return success();
}

LogicalResult Decoder::decodeReturn(func::ReturnOp op) {
  if (!inlined.empty()) {
    Inlined &frame = inlined.back();
    if (failed(assign(frame.call.getResults(), op.getOperands())))
      return failure();
    builder.jump(frame.endLabel);
    return success();
  }
  if (kind == FunctionKind::Control) {
    for (Value operand : op.getOperands()) {
      auto type = dyn_cast<mlir::pypto::GlobalTensorType>(operand.getType());
      DecodedValue *value = find(operand);
      if (!type)
        continue; // scalars stay on the control plane
      FailureOr<DType> dtype = elementType(op, type.getElementType());
      if (!value || failed(dtype))
        return failure();
      TensorResult result;
      result.base = value->parts[0];
      result.type = *dtype;
      for (int64_t i = 0; i < type.getRank(); ++i)
        result.shape.push_back(value->parts[1 + i]);
      // The caller's array has whole blocks.
      if (type.getLayout() == mlir::pypto::TileLayout::NZ) {
        SmallVector<int64_t> blocks = mlir::pypto::getBlockShape(type);
        result.shape = {Operand::constant(blocks[1] * blocks[2]),
                        Operand::constant(blocks[0] * blocks[3])};
      }
      builder.function().results.push_back(std::move(result));
    }
  } else if (op.getNumOperands()) {
    return emitError(op, Diag::BadEntry)
           << "a kernel returns nothing; write results through a pointer";
  }
  builder.add(InstKind::End);
  return success();
}

} // namespace pypto::coremodel
