//===- Sync.cpp - flags and barriers ----------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Decoder.h"

using namespace mlir;

namespace pypto::coremodel {

FailureOr<Pipe> Decoder::pipeOf(Operation *op, pto::Pipe pipe) {
  switch (pipe) {
  case pto::Pipe::S:
    return Pipe::S;
  case pto::Pipe::V:
    return Pipe::V;
  case pto::Pipe::M:
    return Pipe::M;
  case pto::Pipe::MTE1:
    return Pipe::MTE1;
  case pto::Pipe::MTE2:
    return Pipe::MTE2;
  case pto::Pipe::MTE3:
    return Pipe::MTE3;
  case pto::Pipe::FIX:
    return Pipe::FIX;
  default:
    return emitError(op, Diag::NotModelled)
           << "'" << op->getName() << "' runs on " << pto::stringifyPipe(pipe)
           << ", which the core model lacks";
  }
}

LogicalResult Decoder::flag(Operation *op, bool set, pto::Pipe src,
                            pto::Pipe dst, Operand id) {
  FailureOr<Pipe> from = pipeOf(op, src), to = pipeOf(op, dst);
  if (failed(from) || failed(to))
    return failure();
  if (set)
    builder.setFlag(*from, *to, id);
  else
    builder.waitFlag(*from, *to, id);
  return success();
}

LogicalResult Decoder::decodeCacheInvalid(pto::CmoCacheInvalidOp op) {
  int32_t address = -1;
  if (Value view = op.getView()) {
    DecodedValue *decoded = find(view);
    if (!decoded)
      return notModelled(op);
    // The first part of a view or a pointer is its address in bytes.
    address = regOf(decoded->parts[0]);
  }
  builder.add(InstKind::CacheInvalid).a = address;
  return success();
}

LogicalResult Decoder::decodeSync(Operation *op) {
  auto fixed = [](pto::EventId id) {
    return Operand::constant(static_cast<int64_t>(id));
  };
  if (auto o = dyn_cast<pto::SetFlagOp>(op))
    return flag(op, true, o.getSrcPipe(), o.getDstPipe(),
                fixed(o.getEventId()));
  if (auto o = dyn_cast<pto::WaitFlagOp>(op))
    return flag(op, false, o.getSrcPipe(), o.getDstPipe(),
                fixed(o.getEventId()));
  if (auto o = dyn_cast<pto::SetFlagDynOp>(op))
    return flag(op, true, o.getSrcPipe(), o.getDstPipe(),
                scalarOf(o.getEventId()));
  if (auto o = dyn_cast<pto::WaitFlagDynOp>(op))
    return flag(op, false, o.getSrcPipe(), o.getDstPipe(),
                scalarOf(o.getEventId()));
  if (auto o = dyn_cast<pto::RecordEventOp>(op))
    return flag(op, true, o.getSrcPipe(), o.getDstPipe(),
                fixed(o.getEventId()));
  if (auto o = dyn_cast<pto::WaitEventOp>(op))
    return flag(op, false, o.getSrcPipe(), o.getDstPipe(),
                fixed(o.getEventId()));
  pto::Pipe pipe = cast<pto::PipeOpInterface>(op).getPipe();
  if (pipe == pto::Pipe::All) {
    builder.barrierAll();
    return success();
  }
  FailureOr<Pipe> one = pipeOf(op, pipe);
  if (failed(one))
    return failure();
  // The 950 orders its vector pipe itself; the assembler drops this barrier.
  if (*one == Pipe::V && target.arch == target::Arch::A5)
    return success();
  builder.barrier(*one);
  return success();
}

} // namespace pypto::coremodel
