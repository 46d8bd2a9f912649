//===- PipeOps.cpp - FIFOs as the core sees them ----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pypto/Dialect/Pto/PipeOps.h"
#include "Diagnose.h"
#include "PipeRules.h"
#include "PipeText.h"
#include "pypto/Dialect/Pto/ControlOps.h"

#define GET_OP_CLASSES
#include "pypto/Dialect/Pto/PipeOps.cpp.inc"

using namespace mlir;
using namespace mlir::pto;
using ::pypto::Diag;

void PtoDialect::registerPipeOps() {
  addOperations<
#define GET_OP_LIST
#include "pypto/Dialect/Pto/PipeOps.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

static constexpr PipeKey kRingKeys[] = {
    {"dir_mask", "dir_mask", 8},    {"slot_size", "slot_size", 32},
    {"slot_num", "slot_num", 32},   {"local_slot_num", "local_slot_num", 32},
    {"flag_base", "flag_base", 32}, {"nosplit", "nosplit"},
};
static constexpr PipeKey kSlotKeys[] = {{"split", "split", 8}};

static ParseResult parseRing(OpAsmParser &parser, OperationState &result) {
  Type type;
  auto parseAddress = [&] {
    return parseTypedOperand(parser, result.operands);
  };
  if (parsePipeKeys(parser, result.attributes, kRingKeys) ||
      parser.parseCommaSeparatedList(OpAsmParser::Delimiter::Paren,
                                     parseAddress) ||
      parser.parseArrow() || parser.parseType(type))
    return failure();
  result.addTypes(type);
  return success();
}

static void printRing(OpAsmPrinter &printer, Operation *op) {
  printPipeKeys(printer, op, kRingKeys);
  printer << " (";
  llvm::interleaveComma(op->getOperands(), printer, [&](Value address) {
    printer << address << " : " << address.getType();
  });
  printer << ") -> " << op->getResult(0).getType();
}

static ParseResult parseSlot(OpAsmParser &parser, OperationState &result) {
  return failure(parser.parseLParen() ||
                 parseTypedOperands(parser, result.operands) ||
                 parser.parseRParen() ||
                 parsePipeKeys(parser, result.attributes, kSlotKeys));
}

static void printSlot(OpAsmPrinter &printer, Operation *op) {
  printer << "(" << op->getOperands() << " : " << op->getOperandTypes() << ")";
  printPipeKeys(printer, op, kSlotKeys);
}

ParseResult InitializeL2LPipeOp::parse(OpAsmParser &parser,
                                       OperationState &result) {
  return parseRing(parser, result);
}
void InitializeL2LPipeOp::print(OpAsmPrinter &printer) {
  printRing(printer, *this);
}

ParseResult InitializeL2G2LPipeOp::parse(OpAsmParser &parser,
                                         OperationState &result) {
  return parseRing(parser, result);
}
void InitializeL2G2LPipeOp::print(OpAsmPrinter &printer) {
  printRing(printer, *this);
}

ParseResult TPushOp::parse(OpAsmParser &parser, OperationState &result) {
  return parseSlot(parser, result);
}
void TPushOp::print(OpAsmPrinter &printer) { printSlot(printer, *this); }

ParseResult TPopOp::parse(OpAsmParser &parser, OperationState &result) {
  return parseSlot(parser, result);
}
void TPopOp::print(OpAsmPrinter &printer) { printSlot(printer, *this); }

ParseResult TFreeOp::parse(OpAsmParser &parser, OperationState &result) {
  return parseSlot(parser, result);
}
void TFreeOp::print(OpAsmPrinter &printer) { printSlot(printer, *this); }

//===----------------------------------------------------------------------===//
// Pipes
//===----------------------------------------------------------------------===//

Pipe TPushOp::getPipe() { return getPushPipe(getTile().getType()); }

Pipe TPopOp::getPipe() {
  return getTargetArchByAttribute(*this) == TargetArch::A5 ? Pipe::S
                                                           : Pipe::MTE2;
}

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

template <typename OpT> static LogicalResult verifyInitialize(OpT op) {
  if (failed(verifyRing(op, op.getDirMask(), op.getSlotSize())))
    return failure();
  if (op.getSlotNum() != 4 && op.getSlotNum() != 8)
    return diagnose(op, Diag::PtoAttribute)
           << "expects slot_num to be 4 or 8, got "
           << static_cast<int32_t>(op.getSlotNum());
  if (op.getFlagBase() && static_cast<int32_t>(*op.getFlagBase()) < 0)
    return diagnose(op, Diag::PtoAttribute)
           << "expects flag_base to be 0 or more, got "
           << static_cast<int32_t>(*op.getFlagBase());
  if ((op.getDirMask() == 3) != static_cast<bool>(op.getPeerLocalAddr()))
    return diagnose(op, Diag::PtoOperandKind)
           << "expects peer_local_addr exactly when dir_mask is 3";
  return success();
}

LogicalResult InitializeL2LPipeOp::verify() { return verifyInitialize(*this); }

LogicalResult InitializeL2G2LPipeOp::verify() {
  if (failed(verifyInitialize(*this)))
    return failure();
  std::optional<int32_t> local = getLocalSlotNum();
  if (local && (*local <= 0 || *local > static_cast<int32_t>(getSlotNum())))
    return diagnose(*this, Diag::PtoAttribute)
           << "expects local_slot_num to be in [1, "
           << static_cast<int32_t>(getSlotNum()) << "], got " << *local;
  return success();
}

/// Place, handle and split code of an operation on a slot.
static LogicalResult verifySlot(Operation *op, Value handle, int8_t split) {
  if (!getKernelKind(op) && !op->getParentOfType<SectionCubeOp>() &&
      !op->getParentOfType<SectionVectorOp>())
    return diagnose(op, Diag::PtoPlacement)
           << "expects to be in a pto.section or in a function with "
              "pto.kernel_kind";
  if (!isa_and_nonnull<InitializeL2LPipeOp, InitializeL2G2LPipeOp>(
          handle.getDefiningOp()))
    return diagnose(op, Diag::PtoPlacement)
           << "expects a pipe handle straight from an initialize operation";
  if (split < 0 || split > 2)
    return diagnose(op, Diag::PtoAttribute)
           << "expects split to be 0, 1 or 2, got " << static_cast<int>(split);
  return success();
}

LogicalResult TPushOp::verify() {
  if (failed(verifySlot(*this, getPipeHandle(), getSplit())))
    return failure();
  if (getPipe() == Pipe::Unassigned)
    return diagnose(*this, Diag::PtoAddressSpace)
           << "expects a tile in acc or vec, got " << getTile().getType();
  return success();
}

LogicalResult TPopOp::verify() {
  if (failed(verifySlot(*this, getPipeHandle(), getSplit())))
    return failure();
  std::optional<AddressSpace> space = getAddressSpace(getTile().getType());
  if (space != AddressSpace::Vec && space != AddressSpace::Mat)
    return diagnose(*this, Diag::PtoAddressSpace)
           << "expects a tile in vec or mat, got " << getTile().getType();
  return success();
}

LogicalResult TFreeOp::verify() {
  return verifySlot(*this, getPipeHandle(), getSplit());
}
