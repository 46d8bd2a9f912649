//===- LowerComposites.cpp - operations of several instructions -*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operations on tiles for which the chip has no instruction, or one that does
// something else, become those that it has, with the same result.
//
//===----------------------------------------------------------------------===//

#include "TensorToTile/LowerComposites.h"
#include "TensorToTile/LegalizeCasts.h"
#include "TensorToTile/TileBuilding.h"
#include "pypto/Dialect/Pypto/ValidOps.h"
#include "pypto/Support/Diagnostics.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::pypto;

namespace {
/// The replacement of one operation, built in front of it.
class Lowering {
public:
  explicit Lowering(Operation *op)
      : op(op), builder(op), loc(op->getLoc()), arch(getArch(op)) {}

  /// The value that replaces the result, or null if the operation stays or was
  /// refused.
  Value lower();
  /// An error was reported.
  bool hasFailed = false;

private:
  Value constant(Type type, double value) {
    return ::pypto::createScalar(builder, loc, type, value);
  }
  template <typename OpT> Value binary(Value a, Value b) {
    return OpT::create(builder, loc, a.getType(), a, b, Value());
  }
  template <typename OpT> Value scaled(Value a, double s) {
    Type element = cast<TileType>(a.getType()).getElementType();
    return OpT::create(builder, loc, a.getType(), a, constant(element, s),
                       Value());
  }
  Value convert(Value tile, Type element, RoundMode mode) {
    auto type = cast<TileType>(tile.getType()).withElementType(element);
    return TileCastOp::create(builder, loc, type, tile, mode, Value());
  }

  Value lowerSine(Value x, bool isCosine);
  Value lowerCompare(TileCmpOp cmp);
  Value lowerCompare(TileCmpsOp cmp);
  Value invert(Value mask);
  Value asWhole(Value tile);
  Value asValidAs(Value tile, TileType type, Value like);
  Value widenMask(Operation *cmp, Value source);
  Value as16Bits(Value tile);
  Value asResult(Value bits, Value like);
  Value backTo32Bits(Value bits, TileType type);
  template <typename OpT> Value lowerBits(Value lhs, Value rhs);
  Value lowerXor(Value lhs, Value rhs);
  /// A tile like `type` full of `scalar`.
  Value fill(TileType type, Value scalar) {
    if (!type.hasStaticValid())
      type = type.withValid(type.getShape());
    return TileFullOp::create(builder, loc, type, scalar, Value());
  }
  Value lowerScatterUpdate(TileScatterUpdateOp update);
  Value lowerFull(TileFullOp full);
  void enlargeScratch(OpOperand &scratch, int64_t elements, int64_t rows);
  void enlargeScratch();

  Operation *op;
  OpBuilder builder;
  Location loc;
  Arch arch;
};
} // namespace

//===----------------------------------------------------------------------===//
// Sine and cosine
//===----------------------------------------------------------------------===//

/// pi in parts, each with so few bits that multiples up to 2^16 are exact, from
/// the large to the small (Cody and Waite).
static constexpr double kPi[] = {3.140625, 9.670257568359375e-4,
                                 6.2771141529083251953125e-7,
                                 1.21644916362129151821136474609375e-10,
                                 -1.0291767438275201129727065563e-13};
static constexpr double kInversePi = 0.31830988618379067;
/// (sin x - x) / x^3 in powers of x^2 on [-pi/2, pi/2], of least error.
static constexpr double kSine[] = {-1.666665792e-1, 8.333049340e-3,
                                   -1.980894471e-4, 2.604926501e-6};

/// x = n pi + r with |r| <= pi / 2, so sin x is sin r, negated for odd n. The
/// cosine is the sine of x + pi / 2: n is counted from there.
Value Lowering::lowerSine(Value x, bool isCosine) {
  Type real = builder.getF32Type(), whole = builder.getI32Type();
  Value scaledX = scaled<TileMulsOp>(x, kInversePi);
  if (isCosine)
    scaledX = scaled<TileAddsOp>(scaledX, 0.5);
  Value turns =
      convert(convert(scaledX, whole, RoundMode::rint), real, RoundMode::rint);
  Value multiple = isCosine ? scaled<TileAddsOp>(turns, -0.5) : turns;
  Value r = x;
  for (double part : kPi)
    r = binary<TileSubOp>(r, scaled<TileMulsOp>(multiple, part));

  Value square = binary<TileMulOp>(r, r);
  Value sum = scaled<TileMulsOp>(square, kSine[3]);
  for (double coefficient : {kSine[2], kSine[1], kSine[0]})
    sum = binary<TileMulOp>(scaled<TileAddsOp>(sum, coefficient), square);
  // r + r * sum: the small part is added last.
  Value sine = binary<TileAddOp>(binary<TileMulOp>(sum, r), r);

  // 1 for even, -1 for odd: 1 - 2 (n - 2 floor(n / 2)).
  Value half =
      convert(convert(scaled<TileMulsOp>(turns, 0.5), whole, RoundMode::floor),
              real, RoundMode::rint);
  Value odd = binary<TileSubOp>(turns, scaled<TileMulsOp>(half, 2));
  Value sign = scaled<TileAddsOp>(scaled<TileMulsOp>(odd, -2), 1);
  return binary<TileMulOp>(sine, sign);
}

//===----------------------------------------------------------------------===//
// Comparison
//===----------------------------------------------------------------------===//

/// The bits of `mask` the other way round.
Value Lowering::invert(Value mask) {
  auto type = cast<TileType>(mask.getType());
  int64_t words = type.getShape().back() / 2;
  TileType wide = TileType::get({type.getDimSize(0), words},
                                builder.getI16Type(), type.getSpace());
  if (type.hasStaticValid())
    wide = wide.withValid({type.getValid()[0], words});
  Value view = TileReinterpretViewOp::create(builder, loc, wide, mask);
  Value inverted = TileNotOp::create(builder, loc, wide, view, Value());
  return TileReinterpretViewOp::create(builder, loc, type, inverted);
}

/// The a2a3 compares i32 for equality whatever the mode is (spec of the core,
/// hazard 49). a <= b is min(a, b) == a, and so on.
static bool needsEquality(TileType type, CmpMode mode, Arch arch) {
  return arch == Arch::a2a3 && type.getElementType().isInteger(32) &&
         mode != CmpMode::eq;
}
static bool isInverted(CmpMode mode) {
  return mode == CmpMode::ne || mode == CmpMode::lt || mode == CmpMode::gt;
}

/// The mask of a comparison for equality that stands for one by `mode` with a
/// mask of type `type`.
static TileType getEqualityMask(TileType type, CmpMode mode) {
  return isInverted(mode) && !type.hasStaticValid()
             ? type.withValid(type.getShape())
             : type;
}

/// `tile` valid everywhere, so that what is done word by word or upside down
/// need not know how much is valid. What is behind the valid region is as good
/// as any bits there.
Value Lowering::asWhole(Value tile) {
  auto type = cast<TileType>(tile.getType());
  if (type.hasStaticValid())
    return tile;
  auto extent = [&](unsigned axis) {
    return arith::ConstantIndexOp::create(builder, loc, type.getDimSize(axis));
  };
  return TileSetValidshapeOp::create(builder, loc,
                                     type.withValid(type.getShape()), tile,
                                     extent(0), extent(1));
}

/// `tile` under the type `type`; what that leaves to run time is as in `like`.
Value Lowering::asValidAs(Value tile, TileType type, Value like) {
  if (tile.getType() == type)
    return tile;
  auto extent = [&](unsigned axis) -> Value {
    if (ShapedType::isDynamic(type.getValid()[axis]))
      return TileValidDimOp::create(builder, loc, like, axis);
    return arith::ConstantIndexOp::create(builder, loc, type.getValid()[axis]);
  };
  return TileSetValidshapeOp::create(builder, loc, type, tile, extent(0),
                                     extent(1));
}

/// The A5 wants a mask of the shape of the source. Masks that are carried by
/// control flow keep their type.
Value Lowering::widenMask(Operation *cmp, Value source) {
  Value mask = cmp->getResult(0);
  TileType wanted =
      ::pypto::getMaskType(cast<TileType>(source.getType()), arch);
  bool isSelected = llvm::all_of(mask.getUsers(), [](Operation *user) {
    return isa<TileSelOp, TileSelsOp>(user);
  });
  auto type = cast<TileType>(mask.getType());
  if (!isSelected || type.getShape() == wanted.getShape())
    return {};
  Operation *wide = builder.clone(*cmp);
  wide->getResult(0).setType(wanted.withSpace(type.getMemorySpace()));
  return wide->getResult(0);
}

Value Lowering::lowerCompare(TileCmpOp cmp) {
  if (arch == Arch::a5)
    return widenMask(cmp, cmp.getLhs());
  CmpMode mode = cmp.getMode();
  if (!needsEquality(cmp.getLhs().getType(), mode, arch))
    return {};
  TileType type = cmp.getResult().getType();
  Value lhs = cmp.getLhs(), rhs = cmp.getRhs();
  if (isInverted(mode)) {
    lhs = asWhole(lhs);
    rhs = asWhole(rhs);
  }
  if (mode == CmpMode::le || mode == CmpMode::gt)
    rhs = binary<TileMinimumOp>(lhs, rhs);
  else if (mode == CmpMode::ge || mode == CmpMode::lt)
    rhs = binary<TileMaximumOp>(lhs, rhs);
  Value mask = TileCmpOp::create(builder, loc, getEqualityMask(type, mode),
                                 CmpMode::eq, lhs, rhs, Value());
  if (!isInverted(mode))
    return mask;
  return asValidAs(invert(mask), type, cmp.getLhs());
}

Value Lowering::lowerCompare(TileCmpsOp cmp) {
  if (arch == Arch::a5)
    return widenMask(cmp, cmp.getSource());
  CmpMode mode = cmp.getMode();
  if (!needsEquality(cmp.getSource().getType(), mode, arch))
    return {};
  TileType type = cmp.getResult().getType();
  TileType maskType = getEqualityMask(type, mode);
  Value source =
      isInverted(mode) ? asWhole(cmp.getSource()) : Value(cmp.getSource());
  Value mask;
  if (mode == CmpMode::ne) {
    mask = TileCmpsOp::create(builder, loc, maskType, CmpMode::eq, source,
                              cmp.getScalar(), Value());
  } else {
    bool least = mode == CmpMode::le || mode == CmpMode::gt;
    Value bound =
        least ? Value(TileMinimumsOp::create(builder, loc, source.getType(),
                                             source, cmp.getScalar(), Value()))
              : Value(TileMaximumsOp::create(builder, loc, source.getType(),
                                             source, cmp.getScalar(), Value()));
    mask = TileCmpOp::create(builder, loc, maskType, CmpMode::eq, source, bound,
                             Value());
  }
  if (!isInverted(mode))
    return mask;
  return asValidAs(invert(mask), type, cmp.getSource());
}

//===----------------------------------------------------------------------===//
// Bits of 32-bit integers
//===----------------------------------------------------------------------===//

/// The a2a3 has bitwise operations on 8 and 16 bits (rules of the public
/// assembler).
static bool needs16Bits(Value tile, Arch arch) {
  auto type = cast<TileType>(tile.getType());
  return arch == Arch::a2a3 && type.getElementType().isInteger(32) &&
         type.getRank() == 2;
}

/// Each element as two of 16 bits.
Value Lowering::as16Bits(Value tile) {
  tile = asWhole(tile);
  if (::pypto::isColumn(cast<TileType>(tile.getType())))
    tile = ::pypto::asRow(builder, loc, tile);
  auto type = cast<TileType>(tile.getType());
  auto twice = [](ArrayRef<int64_t> dims) {
    return SmallVector<int64_t>{dims[0], 2 * dims[1]};
  };
  TileType narrow =
      TileType::get(twice(type.getShape()), builder.getI16Type(),
                    type.getSpace(), type.getLayout(), twice(type.getValid()));
  return TileReinterpretViewOp::create(builder, loc, narrow, tile);
}

Value Lowering::backTo32Bits(Value bits, TileType type) {
  if (!::pypto::isColumn(type))
    return TileReinterpretViewOp::create(builder, loc, type, bits);
  auto flip = [](ArrayRef<int64_t> dims) {
    return SmallVector<int64_t>{dims[1], dims[0]};
  };
  TileType row =
      type.withShape(flip(type.getShape())).withValid(flip(type.getValid()));
  Value view = TileReinterpretViewOp::create(builder, loc, row, bits);
  return TileReshapeOp::create(builder, loc, type, view);
}

/// The result of the operation from its `bits`, as valid as `like`.
Value Lowering::asResult(Value bits, Value like) {
  auto type = cast<TileType>(op->getResult(0).getType());
  TileType whole =
      type.hasStaticValid() ? type : type.withValid(type.getShape());
  return asValidAs(backTo32Bits(bits, whole), type, like);
}

template <typename OpT> Value Lowering::lowerBits(Value lhs, Value rhs) {
  Value bits = binary<OpT>(as16Bits(lhs), as16Bits(rhs));
  return asResult(bits, lhs);
}

Value Lowering::lowerXor(Value lhs, Value rhs) {
  Value a = as16Bits(lhs), b = as16Bits(rhs);
  Value scratch =
      ::pypto::createUnwritten(builder, loc, cast<TileType>(a.getType()));
  Value bits =
      TileXorOp::create(builder, loc, a.getType(), a, b, scratch, Value());
  return asResult(bits, lhs);
}

//===----------------------------------------------------------------------===//
// Rows by index
//===----------------------------------------------------------------------===//

Value Lowering::lowerScatterUpdate(TileScatterUpdateOp update) {
  auto index = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(builder, loc, value);
  };
  ArrayRef<int64_t> indices = update.getIndex().getType().getValid();
  TileType sourceType = update.getSource().getType();
  TileType row = TileType::get(
      {1, sourceType.getDimSize(1)}, sourceType.getElementType(),
      sourceType.getSpace(), TileLayout::ND, {1, sourceType.getValid()[1]});
  Value zero = index(0), columns = index(indices[1]);
  auto loop =
      scf::ForOp::create(builder, loc, zero, index(indices[0] * indices[1]),
                         index(1), ValueRange{update.getTarget()});
  auto inside = OpBuilder::atBlockEnd(loop.getBody());
  Value number = loop.getInductionVar();
  Value at = TileReadOp::create(
      inside, loc, update.getIndex().getType().getElementType(),
      update.getIndex(),
      ValueRange{inside.createOrFold<arith::DivUIOp>(loc, number, columns),
                 inside.createOrFold<arith::RemUIOp>(loc, number, columns)});
  at = arith::IndexCastOp::create(inside, loc, inside.getIndexType(), at);
  Value source = TileSliceOp::create(inside, loc, row, update.getSource(),
                                     ValueRange{number, zero}, ValueRange());
  Value next = TileAssembleOp::create(inside, loc, loop.getResult(0).getType(),
                                      loop.getRegionIterArgs()[0], source,
                                      ValueRange{at, zero});
  scf::YieldOp::create(inside, loc, ValueRange{next});
  return loop.getResult(0);
}

//===----------------------------------------------------------------------===//
// Driver
//===----------------------------------------------------------------------===//

//===----------------------------------------------------------------------===//
// Fills
//===----------------------------------------------------------------------===//

/// The a2a3 fills with 16 and 32 bits that are no bf16: other elements are
/// filled as integers of 16 bits, bytes two at a time.
Value Lowering::lowerFull(TileFullOp full) {
  TileType type = full.getResult().getType();
  Type element = type.getElementType();
  bool isByte = element.getIntOrFloatBitWidth() == 8;
  if (arch != Arch::a2a3 || (!isByte && !element.isBF16()))
    return {};
  Type i16 = builder.getI16Type(), bits = full.getValue().getType();
  Value value = full.getValue();
  if (bits.isUnsignedInteger()) {
    bits = builder.getIntegerType(bits.getIntOrFloatBitWidth());
    auto cast = value.getDefiningOp<UnrealizedConversionCastOp>();
    value = cast && cast.getInputs().size() == 1 &&
                    cast.getInputs()[0].getType() == bits
                ? cast.getInputs()[0]
                : UnrealizedConversionCastOp::create(builder, loc, bits, value)
                      .getResult(0);
  }
  if (!isByte) {
    value = builder.createOrFold<arith::BitcastOp>(loc, i16, value);
  } else {
    if (!bits.isInteger())
      value = builder.createOrFold<arith::BitcastOp>(loc, builder.getI8Type(),
                                                     value);
    Value low = builder.createOrFold<arith::ExtUIOp>(loc, i16, value);
    Value high =
        builder.createOrFold<arith::ShLIOp>(loc, low, constant(i16, 8));
    value = builder.createOrFold<arith::OrIOp>(loc, low, high);
  }
  // A column is filled as the row that it is in memory.
  bool isColumn = ::pypto::isColumn(type);
  SmallVector<int64_t> shape(type.getShape()), valid(type.getValid());
  if (isColumn) {
    std::swap(shape[0], shape[1]);
    std::swap(valid[0], valid[1]);
  }
  TileType wide = TileType::get({shape[0], shape[1] / (isByte ? 2 : 1)}, i16,
                                type.getSpace());
  Value filled = TileReinterpretViewOp::create(
      builder, loc, type.withShape(shape), fill(wide, value));
  if (valid != shape)
    filled = ::pypto::restrictValid(builder, loc, filled, valid[0], valid[1]);
  return isColumn ? ::pypto::asRow(builder, loc, filled) : filled;
}

/// Gives the operation scratch of `rows` rows if it has less than `elements`.
void Lowering::enlargeScratch(OpOperand &scratch, int64_t elements,
                              int64_t rows) {
  Value small = scratch.get();
  auto type = cast<TileType>(small.getType());
  if (type.getNumElements() >= elements)
    return;
  SmallVector<int64_t> shape = {rows, type.getDimSize(1)};
  scratch.set(::pypto::createUnwritten(builder, loc,
                                       type.withShape(shape).withValid(shape)));
  if (auto create = small.getDefiningOp<TileCreateOp>();
      create && create->use_empty())
    create->erase();
}

/// The a2a3 writes more scratch than operands of a few rows have (pto-isa): a
/// transposition whole steps of 16 rows, of bytes 32; a remainder a row and two
/// elements for each 64 of it.
void Lowering::enlargeScratch() {
  if (arch != Arch::a2a3 ||
      cast<TileType>(op->getResult(0).getType()).getRank() != 2)
    return;
  TypeSwitch<Operation *>(op)
      .Case([&](TileTransposeOp transpose) {
        TileType source = transpose.getSource().getType();
        unsigned bits = source.getElementType().getIntOrFloatBitWidth();
        int64_t rows = llvm::alignTo(source.getDimSize(0), bits == 8 ? 32 : 16);
        enlargeScratch(transpose.getScratchMutable(),
                       rows * source.getDimSize(1), rows);
      })
      .Case<TileRemOp, TileRemsOp>([&](auto remainder) {
        int64_t columns = remainder.getResult().getType().getDimSize(1);
        enlargeScratch(remainder.getScratchMutable(),
                       columns + 2 * llvm::divideCeil(columns, 64), 2);
      });
}

Value Lowering::lower() {
  auto bits = [&](Value tile) { return needs16Bits(tile, arch); };
  return TypeSwitch<Operation *, Value>(op)
      .Case([&](TileSinOp sine) { return lowerSine(sine.getSource(), false); })
      .Case([&](TileCosOp sine) { return lowerSine(sine.getSource(), true); })
      .Case([&](TileAddcOp add) {
        return binary<TileAddOp>(binary<TileAddOp>(add.getA(), add.getB()),
                                 add.getC());
      })
      .Case([&](TileSubcOp sub) {
        return binary<TileSubOp>(binary<TileSubOp>(sub.getA(), sub.getB()),
                                 sub.getC());
      })
      .Case([&](TileAddscOp add) {
        return binary<TileAddOp>(binary<TileAddsOp>(add.getA(), add.getS()),
                                 add.getC());
      })
      .Case([&](TileSubscOp sub) {
        return binary<TileSubOp>(binary<TileSubsOp>(sub.getA(), sub.getS()),
                                 sub.getC());
      })
      .Case<TileCmpOp, TileCmpsOp>([&](auto cmp) { return lowerCompare(cmp); })
      .Case([&](TileAndOp op) {
        return bits(op.getLhs())
                   ? lowerBits<TileAndOp>(op.getLhs(), op.getRhs())
                   : Value();
      })
      .Case([&](TileOrOp op) {
        return bits(op.getLhs()) ? lowerBits<TileOrOp>(op.getLhs(), op.getRhs())
                                 : Value();
      })
      .Case([&](TileXorOp op) {
        return bits(op.getLhs()) ? lowerXor(op.getLhs(), op.getRhs()) : Value();
      })
      .Case([&](TileAndsOp op) {
        return bits(op.getSource())
                   ? lowerBits<TileAndOp>(
                         op.getSource(),
                         fill(op.getSource().getType(), op.getScalar()))
                   : Value();
      })
      .Case([&](TileOrsOp op) {
        return bits(op.getSource())
                   ? lowerBits<TileOrOp>(
                         op.getSource(),
                         fill(op.getSource().getType(), op.getScalar()))
                   : Value();
      })
      .Case([&](TileXorsOp op) {
        return bits(op.getSource())
                   ? lowerXor(op.getSource(),
                              fill(op.getSource().getType(), op.getScalar()))
                   : Value();
      })
      .Case([&](TileFullOp op) { return lowerFull(op); })
      .Case<TileTransposeOp, TileRemOp, TileRemsOp>([&](auto) {
        enlargeScratch();
        return Value();
      })
      .Case([&](TileCastOp op) -> Value {
        FailureOr<Value> chain = ::pypto::legalizeCast(op);
        hasFailed |= failed(chain);
        return succeeded(chain) ? *chain : Value();
      })
      .Case([&](TileScatterMaskOp op) -> Value {
        TileType target = op.getTarget().getType();
        if (failed(::pypto::checkScatter(op, target))) {
          hasFailed = true;
          return {};
        }
        Value indices = ::pypto::createPatternIndices(
            builder, loc, op.getSource().getType(),
            ::pypto::getScatterIndexType(target.getElementType()),
            op.getPattern(), target.getDimSize(1));
        return TileScatterOp::create(builder, loc, target, op.getTarget(),
                                     op.getSource(), indices);
      })
      .Case([&](TileScatterUpdateOp op) { return lowerScatterUpdate(op); })
      .Default([](Operation *) { return Value(); });
}

namespace pypto {

LogicalResult lowerComposites(func::FuncOp kernel) {
  SmallVector<Operation *> work;
  kernel.walk([&](TileOpInterface op) { work.push_back(op); });
  for (Operation *op : work) {
    Lowering lowering(op);
    Value result = lowering.lower();
    if (lowering.hasFailed)
      return failure();
    if (!result)
      continue;
    op->getResult(0).replaceAllUsesWith(result);
    op->erase();
  }
  return success();
}

} // namespace pypto
