//===- AlignWindows.cpp - windows that begin inside a block -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Instructions on the vector memory take addresses of whole blocks of 32 bytes.
// A window of a tile that is not known to begin at one is copied, as is a
// column of a tile of rows, and what is written into one is written with the
// rest of its rows. Elements of 64 bits, which no chip gathers, are copied as
// two of 32. A gather counts in the storage of a buffer, so a window that has a
// part of its rows is copied too.
//
//===----------------------------------------------------------------------===//

#include "Placement/Placement.h"
#include "TensorToTile/ElementMoves.h"
#include "TensorToTile/TileBuilding.h"
#include "Utils/ForwardedTiles.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

#include <numeric>

using namespace mlir;
using namespace mlir::pypto;

/// A number of which `value` is known to be a multiple; 0 for zero itself.
static int64_t getFactor(Value value, unsigned depth = 0) {
  // Deeper than what indices are computed by.
  constexpr unsigned kMostSteps = 16;
  if (std::optional<int64_t> constant = getConstantIntValue(value))
    return std::abs(*constant);
  if (depth == kMostSteps)
    return 1;
  auto factor = [&](Value operand) { return getFactor(operand, depth + 1); };
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
    if (!loop || argument != loop.getInductionVar())
      return 1;
    return std::gcd(factor(loop.getLowerBound()), factor(loop.getStep()));
  }
  return llvm::TypeSwitch<Operation *, int64_t>(value.getDefiningOp())
      .Case([&](arith::MulIOp op) {
        int64_t product;
        if (llvm::MulOverflow(factor(op.getLhs()), factor(op.getRhs()),
                              product))
          return int64_t(1);
        return product;
      })
      .Case<arith::AddIOp, arith::SubIOp, arith::MinSIOp, arith::MaxSIOp>(
          [&](auto op) {
            return std::gcd(factor(op.getLhs()), factor(op.getRhs()));
          })
      .Case<arith::IndexCastOp, arith::ExtSIOp>(
          [&](auto op) { return factor(op.getIn()); })
      .Case([&](arith::SelectOp op) {
        return std::gcd(factor(op.getTrueValue()), factor(op.getFalseValue()));
      })
      .Default([](Operation *) { return int64_t(1); });
}

/// A tile of rows or columns, in no boxes, in the vector memory.
static bool isPlain(TileType type) {
  return type.getRank() == 2 && type.getMemorySpace() == MemorySpace::Vec &&
         (type.getLayout() == TileLayout::ND ||
          (type.getLayout() == TileLayout::DN && type.getDimSize(1) == 1));
}

namespace {
/// A window of a buffer of its own.
struct Place {
  Value root;
  SmallVector<Value, 2> offsets;
};

class WindowAligner {
public:
  explicit WindowAligner(func::FuncOp kernel)
      : kernel(kernel), constants(kernel.getBody().front()) {}

  /// How many windows were not aligned.
  unsigned run();

private:
  Place find(OpBuilder &builder, Location loc, Value tile, ValueRange offsets);
  bool beginsAtBlock(Value tile, TileType window, ValueRange offsets);
  Value take(OpBuilder &builder, Location loc, const Place &place,
             TileType copy);
  void align(TileSliceOp slice);
  void align(TileAssembleOp assemble);
  void copySource(TileGatherOp gather);
  void copyOverlap(TileAssembleOp assemble);

  func::FuncOp kernel;
  ::pypto::IndexConstants constants;
  unsigned count = 0;
};
} // namespace

/// Whether `tile` is a window, or a window seen as valid in another part.
static TileOpInterface getWindow(Value tile) {
  Operation *view = tile.getDefiningOp();
  return isa_and_nonnull<TileSliceOp, TileSetValidshapeOp>(view)
             ? cast<TileOpInterface>(view)
             : TileOpInterface();
}

static bool isInWindow(Value tile) {
  while (TileOpInterface view = getWindow(tile)) {
    if (isa<TileSliceOp>(*view))
      return true;
    tile = view->getOperand(0);
  }
  return false;
}

/// The buffer of `tile` and `offsets` in it.
Place WindowAligner::find(OpBuilder &builder, Location loc, Value tile,
                          ValueRange offsets) {
  Place place = {tile, SmallVector<Value, 2>(offsets)};
  while (isInWindow(place.root)) {
    TileOpInterface view = getWindow(place.root);
    if (auto slice = dyn_cast<TileSliceOp>(*view))
      for (auto [offset, outer] :
           llvm::zip_equal(place.offsets, slice.getOffsets()))
        offset = builder.createOrFold<arith::AddIOp>(loc, outer, offset);
    place.root = view->getOperand(0);
  }
  return place;
}

/// True if the window of `tile` at `offsets` begins at a block if `tile` does.
bool WindowAligner::beginsAtBlock(Value tile, TileType window,
                                  ValueRange offsets) {
  // All of it begins where it does. A window of fewer elements that is padded
  // to the shape of the tile need not.
  if (window.isFullyValid() &&
      cast<TileType>(tile.getType()).getShape() == window.getShape())
    return true;
  tile = ::pypto::getRowsAround(tile);
  auto type = cast<TileType>(tile.getType());
  int64_t lanes = ::pypto::countLanes(type.getElementType());
  bool isByColumns = type.getLayout() == TileLayout::DN;
  int64_t pitch = isByColumns ? type.getDimSize(0) : type.getDimSize(1);
  int64_t line = getFactor(offsets[isByColumns]);
  int64_t place = getFactor(offsets[!isByColumns]);
  return (line * pitch) % lanes == 0 && place % lanes == 0;
}

/// Elements of 64 bits as two of 32.
static bool isPair(Type element) {
  return element.isInteger(64) || element.isF64();
}

/// Tiles by rows of `type` seen as pairs.
static TileType getPairs(TileType type) {
  auto twice = [](ArrayRef<int64_t> dims) {
    return SmallVector<int64_t>{
        dims[0], ShapedType::isDynamic(dims[1]) ? dims[1] : 2 * dims[1]};
  };
  return type.withElementType(IntegerType::get(type.getContext(), 32))
      .withShape(twice(type.getShape()))
      .withValid(twice(type.getValid()));
}

/// The window of the buffer at `place` in a tile of type `copy`.
Value WindowAligner::take(OpBuilder &builder, Location loc, const Place &place,
                          TileType copy) {
  Value root = place.root, row = place.offsets[0], column = place.offsets[1];
  // A window that was written into.
  if (::pypto::cutsRows(root))
    root = TileMoveOp::create(builder, loc, root.getType(), root, Value());
  if (::pypto::isColumn(copy) &&
      !::pypto::isColumn(cast<TileType>(root.getType())))
    return ::pypto::takeColumn(builder, loc, constants, root, row, column,
                               copy.withValid(copy.getShape()));
  if (!isPair(copy.getElementType()))
    return ::pypto::takeWindow(builder, loc, constants, root, row, column,
                               copy);
  root = TileReinterpretViewOp::create(
      builder, loc, getPairs(cast<TileType>(root.getType())), root);
  column = builder.createOrFold<arith::MulIOp>(loc, column, constants.get(2));
  Value taken = ::pypto::takeWindow(builder, loc, constants, root, row, column,
                                    getPairs(copy));
  return TileReinterpretViewOp::create(builder, loc, copy, taken);
}

void WindowAligner::align(TileSliceOp slice) {
  // A column of a tile of rows has the other elements of the rows in between.
  bool isColumnOfRows = ::pypto::isColumn(slice.getResult().getType()) &&
                        !::pypto::isColumn(slice.getSource().getType());
  if (!isColumnOfRows &&
      (beginsAtBlock(slice.getSource(), slice.getResult().getType(),
                     slice.getOffsets()) ||
       llvm::all_of(slice->getUsers(), llvm::IsaPred<TileReadOp>)))
    return;
  ++count;
  OpBuilder builder(slice);
  Location loc = slice.getLoc();
  Place place = find(builder, loc, slice.getSource(), slice.getOffsets());
  TileType type = slice.getResult().getType();
  SmallVector<int64_t> shape(type.getShape());
  int64_t lanes = ::pypto::countLanes(type.getElementType());
  // A line of the copy is whole blocks.
  int64_t &line = shape[type.getLayout() != TileLayout::DN];
  line = llvm::alignTo(line, lanes);
  Value copy = take(builder, loc, place, type.withShape(shape));
  Value zero = constants.get(0);
  slice.getSourceMutable().assign(copy);
  slice.getOffsetsMutable().assign({zero, zero});
}

void WindowAligner::align(TileAssembleOp assemble) {
  if (beginsAtBlock(assemble.getTarget(), assemble.getSource().getType(),
                    assemble.getOffsets()))
    return;
  ++count;
  OpBuilder builder(assemble);
  Location loc = assemble.getLoc();
  Value target = assemble.getTarget();
  Value written =
      ::pypto::putWindow(builder, loc, constants, target, assemble.getSource(),
                         assemble.getOffsets()[0], assemble.getOffsets()[1]);
  assemble.getResult().replaceAllUsesWith(written);
  assemble.erase();
}

void WindowAligner::copySource(TileGatherOp gather) {
  Value source = gather.getSource();
  if (!::pypto::cutsRows(source))
    return;
  OpBuilder builder(gather);
  gather.getSourceMutable().assign(TileMoveOp::create(
      builder, gather.getLoc(), source.getType(), source, Value()));
}

/// What is moved inside of one buffer, where it may overlap, is copied first.
void WindowAligner::copyOverlap(TileAssembleOp assemble) {
  Value source = assemble.getSource();
  if (::pypto::getOwner(source) != ::pypto::getOwner(assemble.getTarget()))
    return;
  OpBuilder builder(assemble);
  assemble.getSourceMutable().assign(TileMoveOp::create(
      builder, assemble.getLoc(), source.getType(), source, Value()));
}

unsigned WindowAligner::run() {
  SmallVector<Operation *> work;
  kernel.walk([&](Operation *op) {
    bool isMeant = llvm::TypeSwitch<Operation *, bool>(op)
                       .Case([](TileGatherOp gather) {
                         return isPlain(gather.getSource().getType());
                       })
                       .Case([](TileSliceOp slice) {
                         return isPlain(slice.getResult().getType());
                       })
                       .Case([](TileAssembleOp assemble) {
                         return isPlain(assemble.getTarget().getType()) &&
                                isPlain(assemble.getSource().getType()) &&
                                assemble.getSource().getType().hasStaticValid();
                       })
                       .Default([](Operation *) { return false; });
    if (isMeant)
      work.push_back(op);
  });
  // What is written here is aligned. What cannot be gathered stays, for the
  // hardware to refuse.
  for (Operation *op : work) {
    if (auto assemble = dyn_cast<TileAssembleOp>(op))
      copyOverlap(assemble);
    auto type = cast<TileType>(op->getResult(0).getType());
    bool isSliceOfPairs =
        isa<TileSliceOp>(op) && isPair(type.getElementType()) &&
        type.getLayout() == TileLayout::ND && type.hasStaticValid();
    if (!isSliceOfPairs &&
        !::pypto::canGather(type.getElementType(), getArch(op)))
      continue;
    llvm::TypeSwitch<Operation *>(op)
        .Case([&](TileGatherOp gather) { copySource(gather); })
        .Case<TileSliceOp, TileAssembleOp>([&](auto window) { align(window); });
  }
  return count;
}

namespace pypto {

unsigned alignWindows(func::FuncOp kernel) {
  return WindowAligner(kernel).run();
}

} // namespace pypto
