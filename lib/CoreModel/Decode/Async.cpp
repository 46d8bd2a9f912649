//===- Async.cpp - asynchronous transfers -----------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Decoder.h"
#include "pypto/Dialect/Pto/PrefetchOps.h"

using namespace mlir;

namespace pypto::coremodel {

LogicalResult Decoder::decodeAsync(Operation *op) {
  // The session only names the engine's queues.
  if (isa<pto::BuildAsyncSessionOp>(op))
    return success();
  bool prefetch = isa<pto::TPrefetchAsyncOp>(op);
  if (prefetch || isa<pto::TPutAsyncOp, pto::TGetAsyncOp>(op)) {
    FailureOr<int32_t> from = gmWindow(op, op->getOperand(prefetch ? 0 : 1));
    FailureOr<int32_t> to = from;
    if (!prefetch)
      to = gmWindow(op, op->getOperand(0));
    if (failed(to) || failed(from))
      return failure();
    int32_t event = builder.newReg();
    Inst &inst = builder.add(InstKind::AsyncCopy);
    inst.a = *to;
    inst.b = *from;
    inst.dst = event;
    values[op->getResult(0)].parts.assign(1, Operand::inReg(event));
    return success();
  }
  DecodedValue *event = find(op->getOperand(0));
  if (!event)
    return notModelled(op, " on an event from elsewhere");
  int32_t reg = regOf(event->parts[0]), result = builder.newReg();
  Inst &inst = builder.add(InstKind::AsyncTest);
  inst.a = reg;
  inst.b = isa<pto::WaitAsyncEventOp, pto::WaitPrefetchOp>(op);
  inst.dst = result;
  values[op->getResult(0)].parts.assign(1, Operand::inReg(result));
  return success();
}

} // namespace pypto::coremodel
