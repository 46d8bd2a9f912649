//===- Host.cpp - the control function --------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Decoder.h"
#include "pypto/Dialect/Pypto/Blocks.h"
#include "pypto/Dialect/Pypto/ValidOps.h"

using namespace mlir;

namespace pypto::coremodel {

LogicalResult Decoder::decodeHost(Operation *op) {
  if (kind != FunctionKind::Control)
    return emitError(op, Diag::NotModelled)
           << "'" << op->getName()
           << "' inside a kernel; lower it to the pto dialect first";
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](mlir::pypto::TaskSubmitOp o) { return decodeSubmit(o); })
      .Case([&](mlir::pypto::TaskDummyOp o) { return decodeJoin(o); })
      .Case([&](mlir::pypto::TaskInvalidOp o) {
        DecodedValue task;
        task.parts.push_back(Operand::constant(-1));
        values[o.getTask()] = std::move(task);
        return success();
      })
      .Case([&](mlir::pypto::AvailableAivCountOp o) {
        return decodeCount(o, target::CoreKind::AIV);
      })
      .Case([&](mlir::pypto::AvailableClusterCountOp o) {
        return decodeCount(o, target::CoreKind::AIC);
      })
      .Case([&](mlir::pypto::RuntimeScopeOp o) { return decodeScope(o); })
      // A dump has no numbers or cycles.
      .Case([&](mlir::pypto::DumpTagOp) { return success(); })
      .Case([&](mlir::pypto::TensorCreateOp o) { return decodeCreate(o); })
      .Case([&](mlir::pypto::TensorSliceOp o) { return decodeSlice(o); })
      .Case([&](mlir::pypto::TensorTransposeOp o) {
        DecodedValue *tensor = find(o.getSource());
        if (!tensor)
          return notModelled(o);
        DecodedValue decoded = *tensor;
        auto rank = static_cast<size_t>(o.getSource().getType().getRank());
        for (size_t first : {size_t(1), 1 + rank})
          std::swap(decoded.parts[first + o.getAxis0()],
                    decoded.parts[first + o.getAxis1()]);
        values[o.getResult()] = std::move(decoded);
        return success();
      })
      // The same bytes; kernels know the valid region.
      .Case([&](mlir::pypto::TensorSetValidshapeOp o) {
        DecodedValue *tensor = find(o.getSource());
        if (!tensor)
          return notModelled(o);
        DecodedValue decoded = *tensor;
        values[o.getResult()] = std::move(decoded);
        return success();
      })
      .Case([&](mlir::pypto::TensorReadOp o) {
        return decodeElement(o, o.getSource(), o.getIndices(), Value());
      })
      .Case([&](mlir::pypto::TensorWriteOp o) {
        return decodeElement(o, o.getTarget(), o.getIndices(), o.getValue());
      })
      .Case([&](mlir::pypto::TensorDimOp o) {
        DecodedValue *tensor = find(o.getSource());
        if (!tensor)
          return notModelled(o);
        DecodedValue decoded;
        decoded.parts.push_back(tensor->parts[1 + o.getAxis()]);
        values[o.getResult()] = std::move(decoded);
        return success();
      })
      .Default([&](Operation *o) { return notModelled(o); });
}

/// The number of cores of a kind; a cluster has one cube core.
LogicalResult Decoder::decodeCount(Operation *op, target::CoreKind kind) {
  DecodedValue count;
  count.parts.push_back(Operand::constant(target.numCores(kind)));
  values[op->getResult(0)] = std::move(count);
  return success();
}

void Decoder::addParallelMark(HostInst::Kind mark) {
  HostInst host;
  host.kind = mark;
  builder.get().hostInsts.push_back(host);
  builder.add(InstKind::Host).imm =
      static_cast<int64_t>(builder.get().hostInsts.size() - 1);
}

/// Reads an element (null `value`) or writes it.
LogicalResult Decoder::decodeElement(Operation *op, Value tensor,
                                     ValueRange indices, Value value) {
  DecodedValue *decoded = find(tensor);
  auto type = cast<mlir::pypto::GlobalTensorType>(tensor.getType());
  FailureOr<DType> dtype = elementType(op, type.getElementType());
  if (!decoded || failed(dtype))
    return notModelled(op);
  if (packingOf(*dtype) != 1)
    return notModelled(op, " on an element of 4 bits");
  auto rank = static_cast<size_t>(type.getRank());
  SmallVector<Operand> parts(decoded->parts.begin(), decoded->parts.end());
  Operand offset = Operand::constant(0);
  for (size_t i = 0; i < rank; ++i)
    offset = add(offset, multiply(scalarOf(indices[i]), parts[1 + rank + i]));
  int32_t address = regOf(parts[0]), index = regOf(offset);
  int32_t source = value ? regOf(value) : -1;
  int32_t target = value ? -1 : builder.newReg();
  Inst &inst = builder.add(value ? InstKind::StoreGm : InstKind::LoadGm);
  inst.type = *dtype;
  inst.a = address;
  inst.b = index;
  inst.c = source;
  inst.dst = target;
  if (!value) {
    DecodedValue element;
    element.parts.push_back(Operand::inReg(target));
    values[op->getResult(0)] = std::move(element);
  }
  return success();
}

LogicalResult Decoder::decodeSubmit(mlir::pypto::TaskSubmitOp op) {
  auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
      op, op.getCalleeAttr());
  if (!callee || callee.isDeclaration())
    return emitError(op, Diag::BadEntry)
           << "kernel " << op.getCallee() << " has no body";
  HostInst host;
  host.kind = HostInst::Submit;
  // Kernels are decoded after the control function, in order of first use.
  auto [it, isNew] =
      functions.try_emplace(callee, static_cast<int32_t>(1 + kernels.size()));
  if (isNew)
    kernels.push_back(callee);
  host.function = it->second;
  for (Value arg : op.getArgs())
    host.args.push_back(regOf(arg));
  if (auto directions = op.getDirections())
    for (auto direction : directions->getAsRange<mlir::pypto::DirectionAttr>())
      host.writes.push_back(direction.getValue() != mlir::pypto::Direction::In);
  if (auto noDep = op.getNoDep()) {
    host.noDep.resize(op.getArgs().size());
    for (int64_t position : *noDep)
      host.noDep[static_cast<size_t>(position)] = true;
  }
  host.manual = manualScopes != 0;
  host.together = op.getSyncStart();
  if (op.getPredicate() && failed(decodePredicate(op, host.predicate)))
    return failure();
  if (op.getBlocks())
    host.blocks = scalarOf(op.getBlocks());
  addTask(std::move(host), op.getDeps(), op.getTask());
  return success();
}

void Decoder::addTask(HostInst host, ValueRange deps, Value task) {
  for (Value dep : deps)
    host.deps.push_back(regOf(dep));
  host.dst = builder.newReg();
  DecodedValue decoded;
  decoded.parts.push_back(Operand::inReg(host.dst));
  values[task] = std::move(decoded);
  builder.get().hostInsts.push_back(std::move(host));
  builder.add(InstKind::Host).imm =
      static_cast<int64_t>(builder.get().hostInsts.size() - 1);
}

LogicalResult Decoder::decodeJoin(mlir::pypto::TaskDummyOp op) {
  HostInst host;
  host.kind = HostInst::Join;
  addTask(std::move(host), op.getDeps(), op.getTask());
  return success();
}

LogicalResult Decoder::decodePredicate(mlir::pypto::TaskSubmitOp op,
                                       Predicate &predicate) {
  DecodedValue *tensor = find(op.getPredicate());
  auto type = cast<mlir::pypto::GlobalTensorType>(op.getPredicate().getType());
  FailureOr<DType> dtype = elementType(op, type.getElementType());
  if (!tensor || failed(dtype))
    return failure();
  SmallVector<Operand> strides(tensor->parts.begin() + 1 + type.getRank(),
                               tensor->parts.end());
  Operand address = tensor->parts[0], offset = Operand::constant(0);
  for (auto [index, stride] :
       llvm::zip_equal(op.getPredicateIndices(), strides))
    offset = add(offset, multiply(scalarOf(index), stride));
  predicate.present = true;
  predicate.type = *dtype;
  predicate.address =
      add(address, multiply(offset, Operand::constant(sizeOf(*dtype))));
  predicate.value = static_cast<int64_t>(*op.getPredicateValue());
  switch (*op.getPredicateCmp()) {
  case mlir::pypto::CmpMode::eq:
    predicate.relation = CmpMode::EQ;
    break;
  case mlir::pypto::CmpMode::ne:
    predicate.relation = CmpMode::NE;
    break;
  case mlir::pypto::CmpMode::lt:
    predicate.relation = CmpMode::LT;
    break;
  case mlir::pypto::CmpMode::le:
    predicate.relation = CmpMode::LE;
    break;
  case mlir::pypto::CmpMode::gt:
    predicate.relation = CmpMode::GT;
    break;
  case mlir::pypto::CmpMode::ge:
    predicate.relation = CmpMode::GE;
    break;
  }
  return success();
}

/// The scope lasts while its body runs, calls included.
LogicalResult Decoder::decodeScope(mlir::pypto::RuntimeScopeOp op) {
  bool manual = op.getMode() == mlir::pypto::ScopeMode::MANUAL;
  manualScopes += manual;
  LogicalResult decoded = decodeBlock(op.getBody().front());
  manualScopes -= manual;
  if (failed(decoded))
    return failure();
  auto yield = cast<mlir::pypto::YieldOp>(op.getBody().front().getTerminator());
  for (auto [result, value] :
       llvm::zip_equal(op.getResults(), yield.getValues())) {
    DecodedValue *from = find(value);
    if (!from)
      return notModelled(op);
    DecodedValue copy = *from;
    values[result] = std::move(copy);
  }
  return success();
}

LogicalResult Decoder::decodeSlice(mlir::pypto::TensorSliceOp op) {
  DecodedValue *from = find(op.getSource());
  auto source = cast<mlir::pypto::GlobalTensorType>(op.getSource().getType());
  auto type = cast<mlir::pypto::GlobalTensorType>(op.getResult().getType());
  FailureOr<DType> dtype = elementType(op, type.getElementType());
  if (!from || failed(dtype))
    return failure();
  auto rank = static_cast<size_t>(source.getRank());
  SmallVector<Operand> strides(from->parts.begin() + 1 + rank,
                               from->parts.end());
  Operand base = from->parts[0], offset = Operand::constant(0);
  for (size_t i = 0; i < rank; ++i)
    offset = add(offset, multiply(scalarOf(op.getOffsets()[i]), strides[i]));
  DecodedValue decoded;
  // Rows are of whole bytes; where one begins is checked with the kernel.
  if (packingOf(*dtype) != 1) {
    if (offset.isConst()) {
      offset.imm /= packingOf(*dtype);
    } else {
      int32_t reg = builder.newReg();
      builder.scalar("shrui", reg, offset.reg, builder.constant(1));
      offset = Operand::inReg(reg);
    }
  }
  decoded.parts.push_back(
      add(base, multiply(offset, Operand::constant(sizeOf(*dtype)))));
  auto sizes = op.getSizes().begin();
  for (int64_t extent : type.getShape())
    decoded.parts.push_back(ShapedType::isDynamic(extent)
                                ? scalarOf(*sizes++)
                                : Operand::constant(extent));
  for (size_t i = 0; i < rank; ++i)
    if (!llvm::is_contained(op.getDrop(), static_cast<int64_t>(i)))
      decoded.parts.push_back(strides[i]);
  values[op.getResult()] = std::move(decoded);
  return success();
}

LogicalResult Decoder::decodeCreate(mlir::pypto::TensorCreateOp op) {
  auto type = cast<mlir::pypto::GlobalTensorType>(op.getResult().getType());
  FailureOr<DType> dtype = elementType(op, type.getElementType());
  if (failed(dtype))
    return failure();
  HostInst host;
  host.kind = HostInst::TensorCreate;
  host.type = *dtype;
  auto dims = op.getDims().begin();
  for (int64_t extent : type.getShape())
    host.shape.push_back(ShapedType::isDynamic(extent)
                             ? scalarOf(*dims++)
                             : Operand::constant(extent));
  std::vector<Operand> extents(host.shape.begin(), host.shape.end());
  // Blocks are whole.
  if (type.getLayout() == mlir::pypto::TileLayout::NZ) {
    host.shape.clear();
    for (int64_t extent : mlir::pypto::getBlockShape(type))
      host.shape.push_back(Operand::constant(extent));
  }
  if (auto init = op.getInitAttr()) {
    host.fill = true;
    if (auto real = dyn_cast<FloatAttr>(init))
      host.init = real.getValueAsDouble();
    else if (auto integer = dyn_cast<IntegerAttr>(init))
      host.init = static_cast<double>(integer.getInt());
  }
  host.dst = builder.newReg();
  DecodedValue decoded;
  decoded.parts.push_back(Operand::inReg(host.dst));
  decoded.parts.append(extents.begin(), extents.end());
  SmallVector<Operand> strides(extents.size(), Operand::constant(1));
  for (size_t i = extents.size(); i-- > 1;)
    strides[i - 1] = multiply(strides[i], extents[i]);
  decoded.parts.append(strides.begin(), strides.end());
  values[op.getResult()] = std::move(decoded);
  builder.get().hostInsts.push_back(std::move(host));
  builder.add(InstKind::Host).imm =
      static_cast<int64_t>(builder.get().hostInsts.size() - 1);
  return success();
}

} // namespace pypto::coremodel
