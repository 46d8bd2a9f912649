//===- SyncOps.cpp - flags, barriers, events --------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pypto/Dialect/Pto/SyncOps.h"
#include "TileVerifier.h"

using namespace mlir;
using namespace mlir::pto;
using ::pypto::Diag;

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

/// Reads `<TLOAD>` or the attribute in full; writes it in full, which is what
/// the public assembler writes.
static ParseResult parseEventKind(OpAsmParser &parser,
                                  PipeEventTypeAttr &kind) {
  return parser.parseCustomAttributeWithFallback(kind);
}

static void printEventKind(OpAsmPrinter &printer, Operation *,
                           PipeEventTypeAttr kind) {
  printer << kind;
}

/// Reads a literal event number or a value.
static ParseResult
parseEventNumber(OpAsmParser &parser,
                 std::optional<OpAsmParser::UnresolvedOperand> &value,
                 IntegerAttr &number) {
  int32_t literal = 0;
  OptionalParseResult parsed = parser.parseOptionalInteger(literal);
  if (parsed.has_value()) {
    number = parser.getBuilder().getI32IntegerAttr(literal);
    return *parsed;
  }
  value.emplace();
  return parser.parseOperand(*value);
}

static void printEventNumber(OpAsmPrinter &printer, Operation *, Value value,
                             IntegerAttr number) {
  if (value)
    printer << value;
  else if (number)
    printer << number.getInt();
}

#define GET_OP_CLASSES
#include "pypto/Dialect/Pto/SyncOps.cpp.inc"

void PtoDialect::registerSyncOps() {
  addOperations<
#define GET_OP_LIST
#include "pypto/Dialect/Pto/SyncOps.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

/// Buffer tokens are numbered 0 to 31.
static constexpr int64_t kMaxBufferToken = 31;

static LogicalResult verifyBufferToken(Operation *op, int32_t id,
                                       int32_t mode) {
  if (id < 0 || id > kMaxBufferToken)
    return diagnose(op, Diag::PtoAttribute)
           << "expects buf_id to be in [0, " << kMaxBufferToken << "], got "
           << id;
  if (mode < 0)
    return diagnose(op, Diag::PtoAttribute)
           << "expects mode to be 0 or more, got " << mode;
  return success();
}

LogicalResult GetBufOp::verify() {
  return verifyBufferToken(*this, getBufId(), getMode());
}

LogicalResult RlsBufOp::verify() {
  return verifyBufferToken(*this, getBufId(), getMode());
}

LogicalResult SetFftsOp::verify() {
  Type element = cast<BaseMemRefType>(getFfts().getType()).getElementType();
  if (!element.isInteger(64) && !element.isInteger(8))
    return diagnose(*this, Diag::PtoElementType)
           << "expects a memref of i64 or i8, got " << element;
  return success();
}

/// Rules that sync.set and sync.wait share.
static LogicalResult verifyCrossCore(Operation *op, Pipe pipe, Value value,
                                     std::optional<int32_t> number,
                                     ArrayRef<Pipe> pipesOnA5) {
  if (static_cast<bool>(value) == number.has_value())
    return diagnose(op, Diag::PtoAttribute)
           << "expects either a literal event id or an index value, got "
           << (value ? "both" : "neither");
  if (getTargetArch(op) != TargetArch::A5 ||
      llvm::is_contained(pipesOnA5, pipe))
    return success();
  InFlightDiagnostic inFlight = diagnose(op, Diag::PtoArch);
  inFlight << "expects on A5 one of the pipes ";
  llvm::interleaveComma(pipesOnA5, inFlight,
                        [&](Pipe p) { inFlight << stringifyPipe(p); });
  return inFlight << ", got " << stringifyPipe(pipe);
}

LogicalResult SyncSetOp::verify() {
  if (std::optional<int32_t> mode = getFftsMode();
      mode && (*mode < 0 || *mode > 2))
    return diagnose(*this, Diag::PtoAttribute)
           << "expects ffts_mode to be 0, 1 or 2, got " << *mode;
  return verifyCrossCore(*this, getPipe(), getEventIdDyn(), getEventId(),
                         {Pipe::FIX, Pipe::MTE3});
}

LogicalResult SyncWaitOp::verify() {
  return verifyCrossCore(
      *this, getPipe(), getEventIdDyn(), getEventId(),
      {Pipe::FIX, Pipe::MTE1, Pipe::MTE2, Pipe::MTE3, Pipe::V});
}
