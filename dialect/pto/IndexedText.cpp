//===- IndexedText.cpp - text of tgather and tmrgsort -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Both have forms that differ in operands and in the place of the attributes,
// which the declarative format cannot express.
//
//===----------------------------------------------------------------------===//

#include "Diagnose.h"
#include "pypto/Dialect/Pto/IndexedOps.h"

using namespace mlir;
using namespace mlir::pto;

namespace {
/// `ins(%a, %b {attrs} : A, B)` or `outs(...)` while it is read.
struct Group {
  SmallVector<OpAsmParser::UnresolvedOperand, 4> operands;
  SmallVector<Type, 4> types;
  SMLoc loc;
};
} // namespace

/// Reads `keyword(%a, %b {attrs} : A, B)`; a comma may stand before `{`.
static ParseResult parseGroup(OpAsmParser &parser, StringRef keyword,
                              Group &group, NamedAttrList &attributes) {
  if (parser.parseKeyword(keyword) || parser.parseLParen())
    return failure();
  group.loc = parser.getCurrentLocation();
  do {
    OpAsmParser::UnresolvedOperand operand;
    OptionalParseResult parsed = parser.parseOptionalOperand(operand);
    if (!parsed.has_value())
      break;
    if (failed(*parsed))
      return failure();
    group.operands.push_back(operand);
  } while (succeeded(parser.parseOptionalComma()));
  if (group.operands.empty())
    return parser.emitError(group.loc, "expected an operand");
  if (parser.parseOptionalAttrDict(attributes) || parser.parseColon() ||
      parser.parseTypeList(group.types) || parser.parseRParen())
    return failure();
  if (group.operands.size() != group.types.size())
    return parser.emitError(group.loc) << "expected " << group.operands.size()
                                       << " types, got " << group.types.size();
  return success();
}

/// Resolves entries [first, last) of `group`.
static ParseResult resolve(OpAsmParser &parser, const Group &group,
                           unsigned first, unsigned last,
                           OperationState &result) {
  for (unsigned i = first; i < last; ++i)
    if (parser.resolveOperand(group.operands[i], group.types[i],
                              result.operands))
      return failure();
  return success();
}

static void printGroup(OpAsmPrinter &printer, StringRef keyword,
                       ArrayRef<Value> values) {
  printer << " " << keyword << "(";
  printer << ValueRange(values) << " : " << TypeRange(ValueRange(values))
          << ")";
}

static bool isScalar(Type type) { return isa<IntegerType, FloatType>(type); }

//===----------------------------------------------------------------------===//
// tgather
//===----------------------------------------------------------------------===//

ParseResult TGatherOp::parse(OpAsmParser &parser, OperationState &result) {
  Group ins, outs;
  if (parseGroup(parser, "ins", ins, result.attributes) ||
      parseGroup(parser, "outs", outs, result.attributes))
    return failure();
  if (succeeded(parser.parseOptionalKeyword("maskPattern"))) {
    MaskPatternAttr pattern;
    if (parser.parseEqual() ||
        parser.parseCustomAttributeWithFallback(pattern, Type(), "maskPattern",
                                                result.attributes))
      return failure();
  }
  if (parser.parseOptionalAttrDict(result.attributes))
    return failure();

  unsigned inputs = ins.operands.size();
  bool isCompare = inputs > 1 && isScalar(ins.types[1]);
  if (inputs > 3)
    return parser.emitError(ins.loc, "expected at most three inputs");
  if (outs.operands.size() > 2)
    return parser.emitError(outs.loc, "expected at most two outputs");
  // src, dst, cdst, indices, tmp, kValue
  if (resolve(parser, ins, 0, 1, result) ||
      resolve(parser, outs, 0, outs.operands.size(), result) ||
      (inputs > 1 && !isCompare && resolve(parser, ins, 1, 2, result)) ||
      (inputs > 2 && resolve(parser, ins, 2, 3, result)) ||
      (isCompare && resolve(parser, ins, 1, 2, result)))
    return failure();
  int32_t sizes[] = {1,
                     1,
                     static_cast<int32_t>(outs.operands.size()) - 1,
                     inputs > 1 && !isCompare,
                     inputs > 2,
                     isCompare};
  llvm::copy(
      sizes,
      result.getOrAddProperties<Properties>().operandSegmentSizes.begin());
  return success();
}

void TGatherOp::print(OpAsmPrinter &printer) {
  SmallVector<Value, 3> ins = {getSrc()};
  if (getIndices())
    ins.push_back(getIndices());
  if (getKValue())
    ins.push_back(getKValue());
  if (getTmp())
    ins.push_back(getTmp());
  SmallVector<StringRef, 2> elided = {getOperandSegmentSizesAttrName()};
  // The mask form writes its pattern inside ins.
  if (ins.size() == 1 && getMaskPattern()) {
    printer << " ins(" << getSrc()
            << ", {maskPattern = " << getMaskPatternAttr()
            << "} : " << getSrc().getType() << ")";
    elided.push_back(getMaskPatternAttrName());
  } else {
    printGroup(printer, "ins", ins);
  }
  SmallVector<Value, 2> outs = {getDst()};
  if (getCdst())
    outs.push_back(getCdst());
  printGroup(printer, "outs", outs);
  printer.printOptionalAttrDict((*this)->getAttrs(), elided);
}

//===----------------------------------------------------------------------===//
// tmrgsort
//===----------------------------------------------------------------------===//

ParseResult TMrgSortOp::parse(OpAsmParser &parser, OperationState &result) {
  Group ins, outs;
  if (parseGroup(parser, "ins", ins, result.attributes) ||
      parseGroup(parser, "outs", outs, result.attributes) ||
      parser.parseOptionalAttrDict(result.attributes))
    return failure();
  unsigned inputs = ins.operands.size(), outputs = outs.operands.size();
  bool isFormat1 = inputs == 2 && isScalar(ins.types[1]);
  int32_t sizes[5]; // srcs, blockLen, dsts, tmp, excuted
  if (isFormat1) {
    llvm::copy(ArrayRef<int32_t>({1, 1, static_cast<int32_t>(outputs), 0, 0}),
               sizes);
    if (resolve(parser, ins, 0, 2, result) ||
        resolve(parser, outs, 0, outputs, result))
      return failure();
  } else {
    if (inputs < 3 || outputs < 2)
      return parser.emitError(ins.loc)
             << "expected a tile and a block length, or two to four tiles and "
                "a scratch tile with two outputs";
    llvm::copy(ArrayRef<int32_t>({static_cast<int32_t>(inputs) - 1, 0,
                                  static_cast<int32_t>(outputs) - 1, 1, 1}),
               sizes);
    if (resolve(parser, ins, 0, inputs - 1, result) ||
        resolve(parser, outs, 0, outputs - 1, result) ||
        resolve(parser, ins, inputs - 1, inputs, result) ||
        resolve(parser, outs, outputs - 1, outputs, result))
      return failure();
  }
  llvm::copy(
      sizes,
      result.getOrAddProperties<Properties>().operandSegmentSizes.begin());
  return success();
}

void TMrgSortOp::print(OpAsmPrinter &printer) {
  SmallVector<Value, 5> ins(getSrcs());
  if (getBlockLen())
    ins.push_back(getBlockLen());
  if (getTmp())
    ins.push_back(getTmp());
  printer << " ins(" << ValueRange(ins);
  printer.printOptionalAttrDict(
      (*this)->getAttrs(),
      getExhausted() ? ArrayRef<StringRef>({getOperandSegmentSizesAttrName()})
                     : ArrayRef<StringRef>({getOperandSegmentSizesAttrName(),
                                            getExhaustedAttrName()}));
  printer << " : " << TypeRange(ValueRange(ins)) << ")";
  SmallVector<Value, 2> outs(getDsts());
  if (getExcuted())
    outs.push_back(getExcuted());
  printGroup(printer, "outs", outs);
}
