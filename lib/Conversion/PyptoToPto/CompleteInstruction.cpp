//===- CompleteInstruction.cpp - attributes of instructions -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "PyptoToPto/CompleteInstruction.h"
#include "PyptoToPto/Types.h"

#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::pypto;

namespace pypto {

static pto::CmpModeAttr convertMode(CmpMode mode, MLIRContext *context) {
  auto get = [&](pto::CmpMode value) {
    return pto::CmpModeAttr::get(context, value);
  };
  switch (mode) {
  case CmpMode::eq:
    return get(pto::CmpMode::EQ);
  case CmpMode::ne:
    return get(pto::CmpMode::NE);
  case CmpMode::lt:
    return get(pto::CmpMode::LT);
  case CmpMode::le:
    return get(pto::CmpMode::LE);
  case CmpMode::gt:
    return get(pto::CmpMode::GT);
  case CmpMode::ge:
    return get(pto::CmpMode::GE);
  }
  llvm_unreachable("not a comparison");
}

/// Sizes of the operand groups of an instruction.
static void addSegments(OperationState &state, Builder &builder,
                        ArrayRef<int32_t> sizes) {
  state.addAttribute("operandSegmentSizes",
                     builder.getDenseI32ArrayAttr(sizes));
}

/// src, dst, no counts, indices, tmp, no value.
static void completeGather(OperationState &state, Builder &builder,
                           bool hasIndices) {
  Value destination = state.operands.pop_back_val();
  state.operands.insert(state.operands.begin() + 1, destination);
  addSegments(state, builder, {1, 1, 0, hasIndices, hasIndices, 0});
}

/// srcs, length, dsts, tmp, counts.
static void completeMerge(TileMrgsortListsOp op, OpBuilder &builder,
                          OperationState &state) {
  Value destination = state.operands.pop_back_val();
  Value scratch = state.operands.pop_back_val();
  auto counts = VectorType::get({4}, builder.getI16Type());
  Value none = arith::ConstantOp::create(
      builder, op.getLoc(),
      DenseElementsAttr::get(counts, ArrayRef<int16_t>({0, 0, 0, 0})));
  state.addOperands({destination, scratch, none});
  addSegments(state, builder,
              {static_cast<int32_t>(op.getSources().size()), 0, 1, 1, 1});
  state.addAttribute("exhausted", builder.getBoolAttr(op.getExhausted()));
}

/// Asks for the precise variant of a function where the chip has one.
template <typename PrecisionAttr>
static void addPrecision(Operation *op, bool isHigh, OperationState &state) {
  if (isHigh && getArch(op) == Arch::a5)
    state.addAttribute(
        "precisionType",
        PrecisionAttr::get(op->getContext(), pto::Precision::HighPrecision));
}

TypedAttr getFillBits(Operation *op) {
  auto fill = dyn_cast<TileFullOp>(op);
  FloatAttr value;
  if (!fill || getArch(op) != Arch::a5 ||
      !matchPattern(fill.getValue(), m_Constant(&value)) ||
      !value.getType().isBF16())
    return {};
  return IntegerAttr::get(IntegerType::get(op->getContext(), 16),
                          value.getValue().bitcastToAPInt());
}

void completeInstruction(Operation *op, OpBuilder &builder,
                         OperationState &state) {
  MLIRContext *context = builder.getContext();
  TypeSwitch<Operation *>(op)
      .Case([&](TileCastOp cast) {
        state.addAttribute(
            "rmode",
            pto::RoundModeAttr::get(context, convertRounding(cast.getMode())));
      })
      .Case<TileCmpOp, TileCmpsOp>([&](auto cmp) {
        state.addAttribute("cmpMode", convertMode(cmp.getMode(), context));
      })
      .Case([&](TileFullOp) {
        if (TypedAttr bits = getFillBits(op))
          state.operands[0] =
              arith::ConstantOp::create(builder, op->getLoc(), bits);
      })
      .Case([&](TileLogOp log) {
        addPrecision<pto::LogPrecisionAttr>(op, log.getHighPrecision(), state);
      })
      .Case([&](TileRecipOp recip) {
        addPrecision<pto::RecipPrecisionAttr>(op, recip.getHighPrecision(),
                                              state);
      })
      .Case([&](TileDivOp div) {
        addPrecision<pto::DivPrecisionAttr>(op, div.getHighPrecision(), state);
      })
      // src, dst, tmp.
      .Case([&](TileRsqrtPreciseOp) {
        std::swap(state.operands[1], state.operands[2]);
      })
      .Case([&](TileColSumTreeOp) {
        state.addAttribute("isBinary", builder.getBoolAttr(true));
      })
      .Case([&](TileLreluOp) {
        // The slope is f32 whatever the elements are.
        Value &slope = state.operands[1];
        if (slope.getType() != builder.getF32Type())
          slope = arith::ExtFOp::create(builder, op->getLoc(),
                                        builder.getF32Type(), slope);
      })
      .Case([&](TileCiOp ci) {
        state.addAttribute("descending",
                           builder.getBoolAttr(ci.getDescending()));
      })
      .Case([&](TileTriOp tri) {
        state.addAttribute("upperOrLower",
                           builder.getI32IntegerAttr(tri.getUpper()));
      })
      .Case([&](TileRandomOp random) {
        state.addAttribute("rounds",
                           builder.getI32IntegerAttr(random.getRounds()));
      })
      .Case([&](TileGatherOp) { completeGather(state, builder, true); })
      .Case([&](TileGatherMaskOp gather) {
        completeGather(state, builder, false);
        state.addAttribute(
            "maskPattern",
            pto::MaskPatternAttr::get(
                context, static_cast<pto::MaskPattern>(gather.getPattern())));
      })
      .Case([&](TileMrgsortOp sort) {
        Value length = arith::ConstantOp::create(
            builder, op->getLoc(),
            builder.getI32IntegerAttr(sort.getBlockLen()));
        state.operands.insert(state.operands.begin() + 1, length);
        addSegments(state, builder, {1, 1, 1, 0, 0});
      })
      .Case([&](TileMrgsortListsOp lists) {
        completeMerge(lists, builder, state);
      })
      .Default([](Operation *) {});
}

} // namespace pypto
