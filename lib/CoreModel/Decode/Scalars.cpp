//===- Scalars.cpp - arith operations ---------------------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The names of the scalar unit's instructions are arith's, with the predicate
// behind a dot. Operations on constants are computed here.
//
//===----------------------------------------------------------------------===//

#include "Decoder.h"
#include <cstring>

using namespace mlir;

namespace pypto::coremodel {

static int64_t bitsOf(double value) {
  int64_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  return bits;
}

LogicalResult Decoder::decodeConstant(arith::ConstantOp op) {
  DecodedValue decoded;
  if (auto integer = dyn_cast<IntegerAttr>(op.getValue())) {
    const APInt &value = integer.getValue();
    decoded.parts.push_back(Operand::constant(value.getBitWidth() == 1
                                                  ? value.getZExtValue()
                                                  : value.getSExtValue()));
  } else if (auto real = dyn_cast<FloatAttr>(op.getValue())) {
    decoded.parts.push_back(Operand::constant(bitsOf(real.getValueAsDouble())));
  } else {
    // Dense vectors: only instructions that nobody executes use them.
    return success();
  }
  values[op.getResult()] = std::move(decoded);
  return success();
}

/// Name of the instruction, and the source's width for zero extension.
static std::string instructionName(Operation *op, int64_t &imm) {
  std::string name = op->getName().stripDialect().str();
  if (auto cmp = dyn_cast<arith::CmpIOp>(op))
    return "cmpi." + arith::stringifyCmpIPredicate(cmp.getPredicate()).str();
  if (auto cmp = dyn_cast<arith::CmpFOp>(op))
    return "cmpf." + arith::stringifyCmpFPredicate(cmp.getPredicate()).str();
  if (isa<arith::ExtUIOp, arith::UIToFPOp, arith::IndexCastUIOp>(op)) {
    Type type = op->getOperand(0).getType();
    imm = type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
  }
  if (isa<arith::ExtSIOp, arith::IndexCastOp>(op) &&
      op->getOperand(0).getType().isInteger(1))
    return "extsi.bool";
  if (isa<UnrealizedConversionCastOp>(op))
    return "trunci";
  return name;
}

LogicalResult Decoder::decodeArith(Operation *op) {
  if (auto constant = dyn_cast<arith::ConstantOp>(op))
    return decodeConstant(constant);
  if (isa<arith::SelectOp>(op) &&
      !isa<IndexType, IntegerType, FloatType>(op->getResult(0).getType())) {
    // Tiles, views and task ids: component by component.
    DecodedValue *yes = find(op->getOperand(1)), *no = find(op->getOperand(2));
    if (!yes || !no || yes->ld != no->ld || yes->layout != no->layout)
      return notModelled(op, " on these operands");
    int32_t condition = regOf(op->getOperand(0));
    DecodedValue decoded = *yes;
    decoded.tileIndex = -1;
    for (auto [part, a, b] :
         llvm::zip_equal(decoded.parts, yes->parts, no->parts)) {
      int32_t reg = builder.newReg();
      builder.scalar("select", reg, condition, regOf(a), regOf(b));
      part = Operand::inReg(reg);
    }
    values[op->getResult(0)] = std::move(decoded);
    return success();
  }
  int64_t imm = 0;
  std::string name = instructionName(op, imm);
  ScalarFn fn = findScalarOp(name);
  if (!fn || op->getNumResults() != 1 || op->getNumOperands() > 3)
    return notModelled(op);
  SmallVector<Operand, 3> operands;
  for (Value operand : op->getOperands()) {
    DecodedValue *decoded = find(operand);
    if (!decoded || decoded->parts.size() != 1)
      return notModelled(op, " on these operands");
    operands.push_back(decoded->parts[0]);
  }
  Type result = op->getResult(0).getType();
  // Comparisons work at the width of what they compare.
  bool compares = isa<arith::CmpIOp, arith::CmpFOp>(op);
  std::optional<DType> type =
      dtypeOf(compares ? op->getOperand(0).getType() : result);
  if (!type && !isa<pto::PtrType>(result))
    return notModelled(op, " on this type");
  DecodedValue decoded;
  if (llvm::all_of(operands, [](Operand o) { return o.isConst(); })) {
    Reg regs[4] = {};
    Inst inst;
    inst.type = type.value_or(DType::I64);
    inst.dst = 3;
    inst.imm = imm;
    for (size_t i = 0; i < operands.size(); ++i) {
      regs[i].i = operands[i].imm;
      (i == 0 ? inst.a : i == 1 ? inst.b : inst.c) = static_cast<int32_t>(i);
    }
    fn(regs, inst);
    decoded.parts.push_back(Operand::constant(regs[3].i));
  } else {
    int32_t reg = builder.newReg();
    auto operand = [&](size_t i) {
      return i < operands.size() ? regOf(operands[i]) : -1;
    };
    builder.scalar(name, reg, operand(0), operand(1), operand(2),
                   type.value_or(DType::I64), imm);
    decoded.parts.push_back(Operand::inReg(reg));
  }
  values[op->getResult(0)] = std::move(decoded);
  return success();
}

} // namespace pypto::coremodel
