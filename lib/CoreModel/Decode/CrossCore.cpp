//===- CrossCore.cpp - signals between cores, buffer tokens -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Decoder.h"

using namespace mlir;

namespace pypto::coremodel {

/// `sync.set` without a mode signals the group.
static constexpr int32_t kGroupMode = 2;

LogicalResult Decoder::decodeEventArray(Operation *op) {
  if (auto o = dyn_cast<pto::DeclareEventIdArrayOp>(op)) {
    // Consecutive registers; the first one stands for the array.
    int64_t size = o.getResult().getType().getSize();
    int32_t first = builder.newReg();
    for (int64_t i = 1; i < size; ++i)
      builder.newReg();
    DecodedValue decoded;
    decoded.parts.push_back(Operand::constant(first));
    decoded.parts.push_back(Operand::constant(size));
    values[o.getResult()] = std::move(decoded);
    return success();
  }
  auto get = dyn_cast<pto::EventIdArrayGetOp>(op);
  auto set = dyn_cast<pto::EventIdArraySetOp>(op);
  DecodedValue *array = find(get ? get.getArray() : set.getArray());
  if (!array)
    return notModelled(op, " on an array from elsewhere");
  Operand first = array->parts[0], size = array->parts[1];
  int32_t index = regOf(get ? get.getIndex() : set.getIndex());
  int32_t value = set ? regOf(set.getValue()) : -1;
  int32_t result = get ? builder.newReg() : -1;
  Inst &inst = builder.add(get ? InstKind::ArrayGet : InstKind::ArraySet);
  inst.a = index;
  inst.b = static_cast<int32_t>(size.imm);
  inst.c = value;
  inst.dst = result;
  inst.imm = first.imm;
  if (get) {
    DecodedValue decoded;
    decoded.parts.push_back(Operand::inReg(result));
    values[get.getResult()] = std::move(decoded);
  }
  return success();
}

LogicalResult Decoder::decodeCrossCore(Operation *op) {
  auto pipe = pipeOf(op, cast<pto::PipeOpInterface>(op).getPipe());
  if (failed(pipe))
    return failure();
  auto emit = [&](InstKind kind, Operand id, int32_t mode) {
    Inst &inst = builder.add(kind);
    inst.dst = static_cast<int32_t>(*pipe);
    inst.a = mode;
    inst.id = id;
    return success();
  };
  auto idOf = [&](Value dynamic, std::optional<uint32_t> fixed) {
    return dynamic ? scalarOf(dynamic)
                   : Operand::constant(static_cast<int64_t>(*fixed));
  };
  if (auto o = dyn_cast<pto::SyncSetOp>(op))
    return emit(InstKind::CrossSet, idOf(o.getEventIdDyn(), o.getEventId()),
                static_cast<int32_t>(o.getFftsMode().value_or(kGroupMode)));
  if (auto o = dyn_cast<pto::SyncWaitOp>(op))
    return emit(InstKind::CrossWait, idOf(o.getEventIdDyn(), o.getEventId()),
                0);
  if (auto o = dyn_cast<pto::SyncAllOp>(op)) {
    // Bit 0: cube cores, bit 1: vector cores.
    int32_t kinds = o.getCores() == pto::SyncAllCores::AicOnly   ? 1
                    : o.getCores() == pto::SyncAllCores::AivOnly ? 2
                                                                 : 3;
    // Soft: so many cores, if that is not 0. Hard: all of them.
    Operand awaited =
        o.getUsedCores() ? scalarOf(o.getUsedCores()) : Operand::constant(0);
    Inst &inst = builder.add(InstKind::SyncAll);
    inst.a = kinds;
    inst.id = awaited;
    return success();
  }
  bool get = isa<pto::GetBufOp>(op);
  int64_t buffer = get ? cast<pto::GetBufOp>(op).getBufId()
                       : cast<pto::RlsBufOp>(op).getBufId();
  Inst &inst = builder.add(get ? InstKind::GetBuf : InstKind::RlsBuf);
  inst.dst = static_cast<int32_t>(*pipe);
  inst.imm = buffer;
  return success();
}

} // namespace pypto::coremodel
