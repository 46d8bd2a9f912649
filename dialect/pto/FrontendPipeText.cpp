//===- FrontendPipeText.cpp - text of the author's FIFOs --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Diagnose.h"
#include "PipeText.h"
#include "pypto/Dialect/Pto/FrontendPipeOps.h"

using namespace mlir;
using namespace mlir::pto;

//===----------------------------------------------------------------------===//
// {dir_mask = 1, ...} (c2v_consumer_buf = %a : i32, ...)
//===----------------------------------------------------------------------===//

static constexpr PipeKey kEndKeys[] = {
    {"id", "id", 32},
    {"dir_mask", "dir_mask", 8},
    {"slot_size", "slot_size", 32},
    {"slot_num", "slot_num", 32},
    {"local_slot_num", "local_slot_num", 32},
    {"nosplit", "nosplit"},
};

static ParseResult parseEnd(OpAsmParser &parser, OperationState &result) {
  if (parsePipeKeys(parser, result.attributes, kEndKeys) ||
      parser.parseLParen())
    return failure();
  if (succeeded(parser.parseOptionalKeyword("gm_slot_buffer")) &&
      (parser.parseEqual() || parseTypedOperand(parser, result.operands) ||
       parser.parseComma()))
    return failure();
  return failure(
      parser.parseKeyword("c2v_consumer_buf") || parser.parseEqual() ||
      parseTypedOperand(parser, result.operands) || parser.parseComma() ||
      parser.parseKeyword("v2c_consumer_buf") || parser.parseEqual() ||
      parseTypedOperand(parser, result.operands) || parser.parseRParen());
}

template <typename OpT> static void printEnd(OpAsmPrinter &printer, OpT op) {
  printPipeKeys(printer, op, kEndKeys);
  printer << " (";
  if (Value buffer = op.getGmSlotBuffer())
    printer << "gm_slot_buffer = " << buffer << " : " << buffer.getType()
            << ", ";
  printer << "c2v_consumer_buf = " << op.getC2vConsumerBuf()
          << " : i32, v2c_consumer_buf = " << op.getV2cConsumerBuf()
          << " : i32)";
}

//===----------------------------------------------------------------------===//
// (%t : T) {split = 0}; {split = 0}; (%r, %c) {split = 0} -> T
//===----------------------------------------------------------------------===//

static constexpr PipeKey kSlotKeys[] = {
    {"id", "id", 32},
    {"split", "split", 8},
    {"lane_stride", "lane_stride", 32},
};

static ParseResult parsePush(OpAsmParser &parser, OperationState &result) {
  return failure(parser.parseLParen() ||
                 parseTypedOperand(parser, result.operands) ||
                 parser.parseRParen() ||
                 parsePipeKeys(parser, result.attributes, kSlotKeys));
}

template <typename OpT> static void printPush(OpAsmPrinter &printer, OpT op) {
  printer << "(" << op.getTile() << " : " << op.getTile().getType() << ")";
  printPipeKeys(printer, op, kSlotKeys);
}

template <typename OpT>
static ParseResult parsePop(OpAsmParser &parser, OperationState &result) {
  int32_t extents = 0;
  if (succeeded(parser.parseOptionalLParen())) {
    SmallVector<OpAsmParser::UnresolvedOperand, 2> operands;
    extents = 1;
    if (parser.parseOperandList(operands, /*requiredOperandCount=*/2) ||
        parser.parseRParen() ||
        parser.resolveOperands(operands, parser.getBuilder().getIndexType(),
                               result.operands))
      return failure();
  }
  Type tile;
  if (parsePipeKeys(parser, result.attributes, kSlotKeys) ||
      parser.parseArrow() || parser.parseType(tile))
    return failure();
  result.addTypes(tile);
  auto &properties = result.getOrAddProperties<typename OpT::Properties>();
  properties.operandSegmentSizes = {extents, extents};
  return success();
}

template <typename OpT> static void printPop(OpAsmPrinter &printer, OpT op) {
  if (op.getValidRow() && op.getValidCol())
    printer << "(" << op.getValidRow() << ", " << op.getValidCol() << ")";
  printPipeKeys(printer, op, kSlotKeys);
  printer << " -> " << op.getTile().getType();
}

static ParseResult parseFree(OpAsmParser &parser, OperationState &result) {
  return parsePipeKeys(parser, result.attributes, kSlotKeys);
}

//===----------------------------------------------------------------------===//
// The operations
//===----------------------------------------------------------------------===//

ParseResult AicInitializePipeOp::parse(OpAsmParser &parser,
                                       OperationState &result) {
  return parseEnd(parser, result);
}
void AicInitializePipeOp::print(OpAsmPrinter &printer) {
  printEnd(printer, *this);
}

ParseResult AivInitializePipeOp::parse(OpAsmParser &parser,
                                       OperationState &result) {
  return parseEnd(parser, result);
}
void AivInitializePipeOp::print(OpAsmPrinter &printer) {
  printEnd(printer, *this);
}

ParseResult TPushToAivOp::parse(OpAsmParser &parser, OperationState &result) {
  return parsePush(parser, result);
}
void TPushToAivOp::print(OpAsmPrinter &printer) { printPush(printer, *this); }

ParseResult TPushToAicOp::parse(OpAsmParser &parser, OperationState &result) {
  return parsePush(parser, result);
}
void TPushToAicOp::print(OpAsmPrinter &printer) { printPush(printer, *this); }

ParseResult TPopFromAicOp::parse(OpAsmParser &parser, OperationState &result) {
  return parsePop<TPopFromAicOp>(parser, result);
}
void TPopFromAicOp::print(OpAsmPrinter &printer) { printPop(printer, *this); }

ParseResult TPopFromAivOp::parse(OpAsmParser &parser, OperationState &result) {
  return parsePop<TPopFromAivOp>(parser, result);
}
void TPopFromAivOp::print(OpAsmPrinter &printer) { printPop(printer, *this); }

ParseResult TFreeFromAicOp::parse(OpAsmParser &parser, OperationState &result) {
  return parseFree(parser, result);
}
void TFreeFromAicOp::print(OpAsmPrinter &printer) {
  printPipeKeys(printer, *this, kSlotKeys);
}

ParseResult TFreeFromAivOp::parse(OpAsmParser &parser, OperationState &result) {
  return parseFree(parser, result);
}
void TFreeFromAivOp::print(OpAsmPrinter &printer) {
  printPipeKeys(printer, *this, kSlotKeys);
}

//===----------------------------------------------------------------------===//
// {name = "ring", ...} -> i32
//===----------------------------------------------------------------------===//

static constexpr PipeKey kReserveKeys[] = {
    {"name", "name"},      {"size", "size", 32}, {"location", "location"},
    {"auto", "autoAlloc"}, {"base", "base", 32},
};
static constexpr PipeKey kImportKeys[] = {
    {"name", "name"},
    {"peer_func", "peer_func"},
};

static ParseResult parseAddress(OpAsmParser &parser, OperationState &result,
                                ArrayRef<PipeKey> keys) {
  Type type;
  if (parsePipeKeys(parser, result.attributes, keys) || parser.parseArrow() ||
      parser.parseType(type))
    return failure();
  result.addTypes(type);
  return success();
}

ParseResult ReserveBufferOp::parse(OpAsmParser &parser,
                                   OperationState &result) {
  return parseAddress(parser, result, kReserveKeys);
}
void ReserveBufferOp::print(OpAsmPrinter &printer) {
  printPipeKeys(printer, *this, kReserveKeys);
  printer << " -> " << getAddress().getType();
}

ParseResult ImportReservedBufferOp::parse(OpAsmParser &parser,
                                          OperationState &result) {
  return parseAddress(parser, result, kImportKeys);
}
void ImportReservedBufferOp::print(OpAsmPrinter &printer) {
  printPipeKeys(printer, *this, kImportKeys);
  printer << " -> " << getAddress().getType();
}
