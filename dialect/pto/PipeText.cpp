//===- PipeText.cpp - text that the FIFO operations share -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "PipeText.h"
#include "Diagnose.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace mlir::pto;

ParseResult pto::parsePipeKeys(OpAsmParser &parser, NamedAttrList &attributes,
                               ArrayRef<PipeKey> keys) {
  SMLoc loc = parser.getCurrentLocation();
  NamedAttrList parsed;
  if (parser.parseOptionalAttrDict(parsed))
    return failure();
  for (NamedAttribute attribute : parsed) {
    const auto *key = llvm::find_if(keys, [&](const PipeKey &candidate) {
      return candidate.text == attribute.getName();
    });
    if (key == keys.end()) {
      attributes.append(attribute);
      continue;
    }
    Attribute value = attribute.getValue();
    if (key->width != 0) {
      auto number = dyn_cast<IntegerAttr>(value);
      if (!number || !number.getType().isSignlessInteger())
        return diagnoseSyntax(parser, loc)
               << "expected a number for '" << key->text << "', got " << value;
      if (!number.getValue().isSignedIntN(key->width))
        return diagnoseSyntax(parser, loc)
               << "expected '" << key->text << "' to fit " << key->width
               << " bits, got " << value;
      value = IntegerAttr::get(parser.getBuilder().getIntegerType(key->width),
                               number.getValue().sextOrTrunc(key->width));
    }
    attributes.append(key->name, value);
  }
  return success();
}

void pto::printPipeKeys(OpAsmPrinter &printer, Operation *op,
                        ArrayRef<PipeKey> keys, ArrayRef<StringRef> hidden) {
  printer << " {";
  StringRef separator = "";
  for (const PipeKey &key : keys) {
    Attribute value = op->getAttr(key.name);
    if (!value)
      continue;
    printer << separator << key.text << " = ";
    separator = ", ";
    if (auto number = dyn_cast<IntegerAttr>(value); number && key.width != 0)
      printer << number.getInt();
    else
      printer << value;
  }
  for (NamedAttribute attribute : op->getDiscardableAttrs()) {
    if (llvm::is_contained(hidden, attribute.getName()))
      continue;
    printer << separator;
    printer.printNamedAttribute(attribute);
    separator = ", ";
  }
  printer << "}";
}

ParseResult pto::parseTypedOperand(OpAsmParser &parser,
                                   SmallVectorImpl<Value> &operands) {
  OpAsmParser::UnresolvedOperand operand;
  Type type;
  return failure(parser.parseOperand(operand) || parser.parseColonType(type) ||
                 parser.resolveOperand(operand, type, operands));
}

ParseResult pto::parseTypedOperands(OpAsmParser &parser,
                                    SmallVectorImpl<Value> &operands) {
  SmallVector<OpAsmParser::UnresolvedOperand, 3> unresolved;
  SmallVector<Type, 3> types;
  SMLoc loc = parser.getCurrentLocation();
  return failure(parser.parseOperandList(unresolved) || parser.parseColon() ||
                 parser.parseTypeList(types) ||
                 parser.resolveOperands(unresolved, types, loc, operands));
}
