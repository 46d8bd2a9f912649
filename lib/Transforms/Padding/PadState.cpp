//===- PadState.cpp - what lies behind the data of a tile -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "PadState.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

#include <cmath>
#include <limits>

using namespace mlir;
using namespace mlir::pypto;

namespace pypto {

static AxisPadding make(AxisPadding::Kind kind, const AxisPadding &like) {
  AxisPadding result = like;
  result.kind = kind;
  result.value = 0;
  return result;
}

static AxisPadding known(double value, const AxisPadding &like) {
  // Not a number is no identity of anything and unequal to itself.
  if (std::isnan(value))
    return make(AxisPadding::Varied, like);
  AxisPadding result = make(AxisPadding::Known, like);
  result.value = value + 0.0; // no negative zero
  return result;
}

static AxisPadding joinAxis(const AxisPadding &a, const AxisPadding &b) {
  if (a.kind == AxisPadding::Unreached || a == b)
    return b;
  if (b.kind == AxisPadding::Unreached)
    return a;
  // Padded on one path only: still padded on that path.
  if (a.kind == AxisPadding::None)
    return b;
  if (b.kind == AxisPadding::None)
    return a;
  if (a.kind == AxisPadding::Known && b.kind == AxisPadding::Known &&
      a.value == b.value) {
    AxisPadding result = a;
    if (a.data != b.data)
      result.data = {};
    return result;
  }
  return make(AxisPadding::Unknown, AxisPadding());
}

PadState PadState::join(const PadState &a, const PadState &b) {
  PadState result;
  for (unsigned axis : {0u, 1u})
    result.axes[axis] = joinAxis(a.axes[axis], b.axes[axis]);
  return result;
}

void PadState::print(raw_ostream &os) const {
  static const char *const names[] = {"unreached", "none",     "known",
                                      "varied",    "unfilled", "unknown"};
  for (const AxisPadding &axis : axes)
    os << names[axis.kind] << ' ';
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

std::optional<std::pair<Reduction, unsigned>> getReduction(Operation *op) {
  using Found = std::optional<std::pair<Reduction, unsigned>>;
  return llvm::TypeSwitch<Operation *, Found>(op)
      .Case([](TileRowSumOp) {
        return Found({Reduction::Sum, 1});
      })
      .Case([](TileRowMaxOp) {
        return Found({Reduction::Max, 1});
      })
      .Case([](TileRowMinOp) {
        return Found({Reduction::Min, 1});
      })
      .Case([](TileRowProdOp) {
        return Found({Reduction::Prod, 1});
      })
      .Case<TileColSumOp, TileColSumTreeOp>([](auto) {
        return Found({Reduction::Sum, 0});
      })
      .Case([](TileColMaxOp) {
        return Found({Reduction::Max, 0});
      })
      .Case([](TileColMinOp) {
        return Found({Reduction::Min, 0});
      })
      .Case([](TileColProdOp) {
        return Found({Reduction::Prod, 0});
      })
      .Default([](Operation *) { return Found(); });
}

double getPadNumber(PadValue pad, Type elementType) {
  if (pad == PadValue::zero || pad == PadValue::null)
    return 0;
  bool max = pad == PadValue::max;
  auto integer = dyn_cast<IntegerType>(elementType);
  if (!integer)
    return max ? std::numeric_limits<double>::infinity()
               : -std::numeric_limits<double>::infinity();
  unsigned bits = integer.getWidth();
  if (integer.isUnsigned())
    return max ? std::ldexp(1.0, bits) - 1 : 0;
  return max ? std::ldexp(1.0, bits - 1) - 1 : -std::ldexp(1.0, bits - 1);
}

bool isIdentity(Reduction kind, double value, Type elementType) {
  switch (kind) {
  case Reduction::Sum:
    return value == 0;
  case Reduction::Prod:
    return value == 1;
  case Reduction::Max:
    return value == getPadNumber(PadValue::min, elementType);
  case Reduction::Min:
    return value == getPadNumber(PadValue::max, elementType);
  }
  llvm_unreachable("not a reduction");
}

//===----------------------------------------------------------------------===//
// Valid regions
//===----------------------------------------------------------------------===//

/// The valid extent of a tile as the IR names it; null if it does not.
static OpFoldResult getExtent(Value tile, unsigned axis) {
  auto type = cast<TileType>(tile.getType());
  Builder builder(tile.getContext());
  if (!ShapedType::isDynamic(type.getValid()[axis]))
    return builder.getIndexAttr(type.getValid()[axis]);
  if (auto set = tile.getDefiningOp<TileSetValidshapeOp>())
    return getAsOpFoldResult(axis == 0 ? set.getRows() : set.getCols());
  ValueRange operands;
  if (auto load = tile.getDefiningOp<TileLoadOp>())
    operands = load.getValid();
  else if (auto slice = tile.getDefiningOp<TileSliceOp>())
    operands = slice.getValid();
  else if (auto move = tile.getDefiningOp<TileMoveOp>())
    return getExtent(move.getSource(), axis);
  else
    return {};
  unsigned index = axis == 1 && ShapedType::isDynamic(type.getValid()[0]);
  return getAsOpFoldResult(operands[index]);
}

static PadState fill(TileFillpadOp op) {
  PadState state = PadState::none();
  TileType source = op.getSource().getType(), result = op.getResult().getType();
  if (result.getRank() != 2)
    return state;
  for (auto [axis, padding] : llvm::enumerate(state.axes)) {
    if (source.getValid()[axis] == result.getDimSize(axis))
      continue;
    padding.kind = AxisPadding::Known;
    padding.value = getPadNumber(result.getPad(), result.getElementType());
    padding.origin = op;
    padding.data = getExtent(op.getSource(), axis);
  }
  return state;
}

/// Narrowing to the data leaves the padding outside; widening takes in what
/// was never written.
static PadState setValid(TileSetValidshapeOp op, PadState state) {
  TileType source = op.getSource().getType();
  Value operands[] = {op.getRows(), op.getCols()};
  for (auto [axis, padding] : llvm::enumerate(state.axes)) {
    OpFoldResult extent = getAsOpFoldResult(operands[axis]);
    std::optional<int64_t> wanted = getConstantIntValue(extent);
    if (padding.isPadding()) {
      std::optional<int64_t> data;
      if (padding.data)
        data = getConstantIntValue(padding.data);
      if (extent == padding.data || (wanted && data && *wanted <= *data))
        padding = AxisPadding();
      continue;
    }
    int64_t old = source.getValid()[axis];
    bool widens = wanted && (ShapedType::isDynamic(old)
                                 ? *wanted == source.getDimSize(axis)
                                 : *wanted > old);
    if (!widens)
      continue;
    padding.kind = AxisPadding::Unfilled;
    padding.origin = op;
    padding.data = getExtent(op.getSource(), axis);
  }
  return state;
}

static PadState slice(TileSliceOp op, PadState state) {
  Builder builder(op.getContext());
  TileType result = op.getResult().getType();
  if (result.getRank() != 2)
    return PadState::none();
  for (auto [axis, padding] : llvm::enumerate(state.axes)) {
    if (!padding.isPadding())
      continue;
    std::optional<int64_t> data;
    if (padding.data)
      data = getConstantIntValue(padding.data);
    std::optional<int64_t> start = getConstantIntValue(op.getOffsets()[axis]);
    padding.data = {};
    if (!data || !start)
      continue;
    if (*start + result.getDimSize(axis) <= *data)
      padding = AxisPadding();
    else
      padding.data = builder.getIndexAttr(std::max<int64_t>(*data - *start, 0));
  }
  return state;
}

/// Axes survive where the shape does; a vector may change its direction.
static PadState reshape(TileReshapeOp op, PadState state) {
  ArrayRef<int64_t> from = op.getSource().getType().getShape();
  ArrayRef<int64_t> to = op.getResult().getType().getShape();
  if (from.size() != 2 || to.size() != 2 || from == to)
    return state;
  if (from[0] == to[1] && from[1] == to[0] && (from[0] == 1 || from[1] == 1)) {
    std::swap(state.axes[0], state.axes[1]);
    return state;
  }
  bool padded = state.axes[0].kind != AxisPadding::None ||
                state.axes[1].kind != AxisPadding::None;
  PadState result = PadState::none();
  if (padded)
    for (AxisPadding &axis : result.axes)
      axis.kind = AxisPadding::Unknown;
  return result;
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

/// Operations of two numbers, of tiles, of tiles and scalars, of rows and
/// columns.
enum class Arith { Add, Sub, Mul, Div, Max, Min, ExpDif, Other };

static Arith getArith(Operation *op) {
  return llvm::TypeSwitch<Operation *, Arith>(op)
      .Case<TileAddOp, TileAddsOp, TileRowExpandAddOp, TileColExpandAddOp>(
          [](auto) { return Arith::Add; })
      .Case<TileSubOp, TileSubsOp, TileRowExpandSubOp, TileColExpandSubOp>(
          [](auto) { return Arith::Sub; })
      .Case<TileMulOp, TileMulsOp, TileRowExpandMulOp, TileColExpandMulOp>(
          [](auto) { return Arith::Mul; })
      .Case<TileDivOp, TileDivsOp, TileRowExpandDivOp, TileColExpandDivOp>(
          [](auto) { return Arith::Div; })
      .Case<TileMaximumOp, TileMaximumsOp, TileRowExpandMaxOp,
            TileColExpandMaxOp>([](auto) { return Arith::Max; })
      .Case<TileMinimumOp, TileMinimumsOp, TileRowExpandMinOp,
            TileColExpandMinOp>([](auto) { return Arith::Min; })
      .Case<TileRowExpandExpdifOp, TileColExpandExpdifOp>(
          [](auto) { return Arith::ExpDif; })
      .Default([](Operation *) { return Arith::Other; });
}

static double compute(Arith op, double a, double b) {
  switch (op) {
  case Arith::Add:
    return a + b;
  case Arith::Sub:
    return a - b;
  case Arith::Mul:
    return a * b;
  case Arith::Div:
    return a / b;
  case Arith::Max:
    return std::max(a, b);
  case Arith::Min:
    return std::min(a, b);
  case Arith::ExpDif:
    return std::exp(a - b);
  case Arith::Other:
    break;
  }
  return std::numeric_limits<double>::quiet_NaN();
}

/// `pad op data` or, `flipped`, `data op pad`, where data is any finite number:
/// known only where it does not matter which.
static AxisPadding withData(Arith op, const AxisPadding &pad, bool flipped) {
  if (pad.kind != AxisPadding::Known)
    return pad;
  double v = pad.value;
  bool isInfinite = std::isinf(v);
  switch (op) {
  case Arith::Add:
    if (isInfinite)
      return pad;
    break;
  case Arith::Sub:
  case Arith::ExpDif: {
    if (!isInfinite)
      break;
    double difference = flipped ? -v : v;
    return known(op == Arith::Sub ? difference : std::exp(difference), pad);
  }
  case Arith::Mul:
    if (v == 0)
      return pad;
    break;
  case Arith::Div:
    if (!flipped && v == 0)
      return pad;
    if (flipped && isInfinite)
      return known(0, pad);
    break;
  case Arith::Max:
    if (isInfinite && v > 0)
      return pad;
    break;
  case Arith::Min:
    if (isInfinite && v < 0)
      return pad;
    break;
  case Arith::Other:
    return make(AxisPadding::Unknown, pad);
  }
  return make(AxisPadding::Varied, pad);
}

static AxisPadding combine(Arith op, const AxisPadding &a,
                           const AxisPadding &b) {
  if (a.kind == AxisPadding::Unreached || b.kind == AxisPadding::Unreached)
    return make(AxisPadding::Unreached, a);
  if (a.kind == AxisPadding::Unknown || b.kind == AxisPadding::Unknown)
    return make(AxisPadding::Unknown, AxisPadding());
  if (!a.isPadding())
    return b.isPadding() ? withData(op, b, /*flipped=*/true) : a;
  if (!b.isPadding())
    return withData(op, a, /*flipped=*/false);
  if (op == Arith::Other)
    return make(AxisPadding::Unknown, a);
  if (a.kind == AxisPadding::Known && b.kind == AxisPadding::Known)
    return known(compute(op, a.value, b.value), a);
  // What absorbs data absorbs what was computed from data.
  if (a.kind == AxisPadding::Known)
    return withData(op, a, /*flipped=*/false);
  if (b.kind == AxisPadding::Known)
    return withData(op, b, /*flipped=*/true);
  return a;
}

static std::optional<double> getConstant(Value scalar) {
  Attribute attr;
  if (!matchPattern(scalar, m_Constant(&attr)))
    return std::nullopt;
  if (auto real = dyn_cast<FloatAttr>(attr))
    return real.getValueAsDouble();
  if (auto integer = dyn_cast<IntegerAttr>(attr))
    return integer.getValue().signedRoundToDouble();
  return std::nullopt;
}

static AxisPadding withScalar(Arith op, const AxisPadding &pad, Value scalar) {
  if (pad.kind != AxisPadding::Known)
    return pad;
  if (op == Arith::Other)
    return make(AxisPadding::Unknown, pad);
  if (std::optional<double> value = getConstant(scalar))
    return known(compute(op, pad.value, *value), pad);
  return withData(op, pad, /*flipped=*/false);
}

/// A function of one element; nothing where the result is not worth knowing.
static std::optional<double> computeUnary(Operation *op, double v) {
  using Number = std::optional<double>;
  return llvm::TypeSwitch<Operation *, Number>(op)
      .Case([&](TileExpOp) { return Number(std::exp(v)); })
      .Case([&](TileLogOp) { return Number(std::log(v)); })
      .Case([&](TileSqrtOp) { return Number(std::sqrt(v)); })
      .Case([&](TileRsqrtOp) { return Number(1 / std::sqrt(v)); })
      .Case([&](TileRecipOp) { return Number(1 / v); })
      .Case([&](TileNegOp) { return Number(-v); })
      .Case([&](TileAbsOp) { return Number(std::fabs(v)); })
      .Case([&](TileReluOp) { return Number(std::max(v, 0.0)); })
      .Case([&](TileMoveOp) { return Number(v); })
      .Case([&](TileCastOp cast) {
        // Infinity has no integer of its own.
        bool lost =
            std::isinf(v) &&
            isa<IntegerType>(cast.getResult().getType().getElementType());
        return lost ? Number() : Number(v);
      })
      .Default([](Operation *) { return Number(); });
}

static AxisPadding applyUnary(Operation *op, const AxisPadding &pad) {
  if (pad.kind != AxisPadding::Known)
    return pad;
  if (std::optional<double> value = computeUnary(op, pad.value))
    return known(*value, pad);
  return make(AxisPadding::Unknown, pad);
}

/// A reduction of rows that are all padding, or of padding alone.
static AxisPadding reduceAlong(Reduction kind, const AxisPadding &pad) {
  if (pad.kind != AxisPadding::Known)
    return pad;
  switch (kind) {
  case Reduction::Max:
  case Reduction::Min:
    return pad;
  case Reduction::Sum:
    return pad.value == 0 || std::isinf(pad.value)
               ? pad
               : make(AxisPadding::Varied, pad);
  case Reduction::Prod:
    return pad.value == 0 || pad.value == 1 ? pad
                                            : make(AxisPadding::Varied, pad);
  }
  llvm_unreachable("not a reduction");
}

PadState transfer(Operation *op, ArrayRef<PadState> operands) {
  PadState result = PadState::none();
  auto map = [&](auto f) {
    for (unsigned axis : {0u, 1u})
      result.axes[axis] = f(axis);
    return result;
  };
  auto none = [&](unsigned operand, unsigned axis) {
    return operands[operand].axes[axis];
  };
  if (auto reduction = getReduction(op))
    return map([&](unsigned axis) {
      return axis == reduction->second
                 ? AxisPadding()
                 : reduceAlong(reduction->first, none(0, axis));
    });
  if (auto fillpad = dyn_cast<TileFillpadOp>(op))
    return fill(fillpad);
  if (isa<TileLoadOp, TileCreateOp, TileFullOp>(op))
    return result;
  if (auto set = dyn_cast<TileSetValidshapeOp>(op))
    return setValid(set, operands[0]);
  if (auto window = dyn_cast<TileSliceOp>(op))
    return slice(window, operands[0]);
  if (auto view = dyn_cast<TileReshapeOp>(op))
    return reshape(view, operands[0]);
  if (isa<TileTransposeOp>(op)) {
    result = operands[0];
    std::swap(result.axes[0], result.axes[1]);
    return result;
  }
  if (isa<TileRowExpandOp, TileColExpandOp>(op)) {
    // The matrix is not read.
    unsigned spread = isa<TileRowExpandOp>(op) ? 1 : 0;
    return map([&](unsigned axis) {
      return axis == spread ? AxisPadding() : none(1, axis);
    });
  }
  if (op->hasTrait<BinaryShapes>() || op->hasTrait<RowExpandShapes>() ||
      op->hasTrait<ColExpandShapes>())
    return map([&](unsigned axis) {
      return combine(getArith(op), none(0, axis), none(1, axis));
    });
  if (op->hasTrait<UnaryShapes>() && op->getNumOperands() > 1 &&
      op->getOperand(1).getType().isIntOrIndexOrFloat())
    return map([&](unsigned axis) {
      return withScalar(getArith(op), none(0, axis), op->getOperand(1));
    });
  if (op->hasTrait<UnaryShapes>() || isa<TileMoveOp, TileCastOp>(op))
    return map([&](unsigned axis) { return applyUnary(op, none(0, axis)); });
  if (isa<TileBindOp>(op))
    return operands[0];
  if (isa<TileWriteOp>(op))
    return operands[1];
  // Anything else may put padding anywhere or take it away.
  bool padded = llvm::any_of(operands, [](const PadState &state) {
    return !(state == PadState::none());
  });
  return map([&](unsigned) {
    AxisPadding axis;
    axis.kind = padded ? AxisPadding::Unknown : AxisPadding::None;
    return axis;
  });
}

} // namespace pypto
