//===- FamilyRules.cpp - rules of single instruction families ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TileVerifier.h"

using namespace mlir;
using namespace mlir::pto;
using ::pypto::Diag;

//===----------------------------------------------------------------------===//
// Element types
//===----------------------------------------------------------------------===//

TileVerifier &TileVerifier::eachElement(bool (*holds)(Type), StringRef what) {
  for (unsigned i = 0; i < selected.size() && !isDone(); ++i)
    require(holds(tile(i).getElementType()), Diag::PtoElementType,
            "expects the element type of ", selected[i].name, " to be ", what,
            ", got ", tile(i).getElementType());
  return *this;
}

TileVerifier &TileVerifier::unsignedBytes() {
  return eachElement([](Type type) { return type.isUnsignedInteger(8); },
                     "ui8");
}

TileVerifier &TileVerifier::integers() {
  return eachElement([](Type type) { return isa<IntegerType>(type); },
                     "an integer");
}

TileVerifier &TileVerifier::signedShortInts() {
  return eachElement(
      [](Type type) {
        return (type.isInteger(8) || type.isInteger(16)) &&
               !type.isUnsignedInteger();
      },
      "i8 or i16");
}

TileVerifier &TileVerifier::indices() {
  return eachElement(
      [](Type type) {
        return type.isSignlessInteger(32) || type.isUnsignedInteger(32);
      },
      "i32 or ui32");
}

TileVerifier &TileVerifier::unsignedWords() {
  return eachElement([](Type type) { return type.isUnsignedInteger(32); },
                     "ui32");
}

TileVerifier &TileVerifier::sameElementOrWider() {
  if (isDone())
    return *this;
  Type first = tile(0).getElementType(), second = tile(1).getElementType();
  return require(first == second || (first.isF16() && second.isF32()),
                 Diag::PtoElementType, "expects ", selected[1].name,
                 " to have the element type of ", selected[0].name,
                 ", or f32 for f16, got ", second, " for ", first);
}

TileVerifier &TileVerifier::notNegative(StringRef name, Value scalar) {
  std::optional<int64_t> constant = getConstantIndex(scalar);
  return require(!constant || *constant >= 0, Diag::PtoBounds, "expects ", name,
                 " to be 0 or more, got ", constant.value_or(0));
}

TileVerifier &TileVerifier::onlyOneTile(Value first, Value second) {
  return require(isa<TileBufType>(first.getType()) !=
                     isa<TileBufType>(second.getType()),
                 Diag::PtoOperandKind,
                 "expects a tile_buf and a scalar in either order, got ",
                 first.getType(), " and ", second.getType());
}

//===----------------------------------------------------------------------===//
// Extents
//===----------------------------------------------------------------------===//

TileVerifier &TileVerifier::atLeastBytes(int64_t bytes) {
  for (unsigned i = 0; i < selected.size() && !isDone(); ++i) {
    std::optional<int64_t> size = tile(i).getSizeInBytes();
    require(size && *size >= bytes, Diag::PtoShape, "expects ",
            selected[i].name, " to have at least ", bytes, " bytes, got ",
            tile(i));
  }
  return *this;
}

TileVerifier &TileVerifier::columns(int64_t least, int64_t most) {
  for (unsigned i = 0; i < selected.size() && !isDone(); ++i) {
    int64_t cols = tile(i).getCols(), valid = tile(i).getValidCols();
    bool isFine =
        cols >= least && cols <= most &&
        (valid == ShapedType::kDynamic || (valid >= least && valid <= most));
    require(isFine, Diag::PtoShape, "expects ", selected[i].name, " to have ",
            least == most ? "exactly " : "at least ", least,
            " (valid) column(s), got ", tile(i));
  }
  return *this;
}

TileVerifier &TileVerifier::sameRows() {
  for (unsigned i = 1; i < selected.size() && !isDone(); ++i)
    require(tile(0).getRows() == tile(i).getRows(), Diag::PtoShape, "expects ",
            selected[0].name, " and ", selected[i].name,
            " to have the same number of rows, got ", tile(0).getRows(),
            " and ", tile(i).getRows());
  return *this;
}

TileVerifier &TileVerifier::oneColumnIfColMajor() {
  for (unsigned i = 0; i < selected.size() && !isDone(); ++i)
    require(tile(i).getBlayout(arch) == BLayout::RowMajor ||
                tile(i).getCols() == 1,
            Diag::PtoLayout, "expects ", selected[i].name,
            " with col_major blayout to have exactly one column, got ",
            tile(i).getCols());
  return *this;
}

/// The valid columns of a tile that holds a value per row: a row-major one
/// repeats the value through a block of 32 bytes.
static int64_t getPerRowColumns(TileBufType tile, TargetArch arch) {
  if (tile.getBlayout(arch) != BLayout::RowMajor)
    return 1;
  constexpr int64_t kBlockBits = 32 * 8;
  unsigned bits = tile.getElementBits();
  return bits == 0 ? 1 : kBlockBits / bits;
}

TileVerifier &TileVerifier::perRow() {
  for (unsigned i = 0; i < selected.size() && !isDone(); ++i) {
    int64_t wanted = getPerRowColumns(tile(i), arch);
    require(!differ(tile(i).getValidCols(), wanted), Diag::PtoShape, "expects ",
            selected[i].name, " to have ", wanted,
            " valid column(s), a value per row (32 bytes if row_major, else "
            "one column), got ",
            tile(i).getValidCols());
  }
  return *this;
}

TileVerifier &TileVerifier::oneFullOnePerRow(Value tmp) {
  if (isDone())
    return *this;
  TileBufType sources[] = {tile(0), tile(1)};
  TileBufType dst = tile(2);
  NamedValue dstName = selected[2];
  auto isFull = [&](TileBufType type) {
    return type.getBlayout(arch) == BLayout::RowMajor &&
           !differ(type.getValidRows(), dst.getValidRows()) &&
           !differ(type.getValidCols(), dst.getValidCols());
  };
  auto isPerRow = [&](TileBufType type) {
    return !differ(type.getValidRows(), dst.getValidRows()) &&
           !differ(type.getValidCols(), getPerRowColumns(type, arch));
  };
  bool isSecondPerRow = isFull(sources[0]) && isPerRow(sources[1]);
  bool isFirstPerRow = isFull(sources[1]) && isPerRow(sources[0]);
  require(isSecondPerRow || isFirstPerRow, Diag::PtoShape,
          "expects one source to be row_major with the valid extents of dst "
          "and the other to hold a value per row (32 bytes of valid columns "
          "if row_major, else one), got ",
          sources[0], " and ", sources[1], " for ", dst);
  if (tmp) {
    TileBufType perRow = sources[isSecondPerRow ? 1 : 0];
    require(!isA5(), Diag::PtoArch, "takes no tmp on A5");
    require(perRow.getBlayout(arch) != BLayout::RowMajor, Diag::PtoLayout,
            "expects values per row that are not row_major when tmp is given");
  }
  tiles({{"tmp", tmp}});
  return tiles({dstName}).rowMajor().validNonZero();
}

TileVerifier &TileVerifier::roomInSecond() {
  if (isDone())
    return *this;
  int64_t rows = tile(1).getValidRows(), cols = tile(1).getValidCols();
  int64_t wanted = tile(0).getValidCols();
  bool isWide = cols == ShapedType::kDynamic ||
                wanted == ShapedType::kDynamic || cols >= wanted;
  return require(rows != 0 && isWide, Diag::PtoShape, "expects ",
                 selected[1].name, " to have at least one valid row and ",
                 wanted, " valid columns, got ", rows, " and ", cols);
}

TileVerifier &TileVerifier::partsCover() {
  if (isDone())
    return *this;
  TileBufType whole = tile(selected.size() - 1);
  bool isCovered = false;
  for (unsigned i = 0; i + 1 < selected.size() && !isDone(); ++i) {
    bool isEqual = true;
    for (unsigned dim : {0u, 1u}) {
      int64_t part = tile(i).getValidShape()[dim];
      int64_t all = whole.getValidShape()[dim];
      isEqual &= !differ(part, all);
      require(!differ(part, all) || part < all, Diag::PtoShape, "expects ",
              selected[i].name, " to have at most the valid extents of ",
              selected.back().name, ", got ", part, " > ", all);
      if (isDone())
        return *this;
    }
    isCovered |= isEqual;
  }
  return require(isCovered, Diag::PtoShape,
                 "expects at least one source to have the valid extents of ",
                 selected.back().name);
}

TileVerifier &TileVerifier::columnsFit() {
  if (isDone())
    return *this;
  int64_t room = tile(selected.size() - 1).getCols();
  int64_t used = 0;
  for (unsigned i = 0; i + 1 < selected.size(); ++i) {
    int64_t cols = tile(i).getValidCols();
    if (cols == ShapedType::kDynamic)
      return *this;
    // A sum of extents that each fit the room cannot overflow.
    if (cols <= room)
      used += cols;
    else
      used = room + 1;
    require(used <= room, Diag::PtoShape,
            "expects the valid columns of the sources to fit into ",
            selected.back().name, ", which has ", room);
    if (isDone())
      return *this;
  }
  return *this;
}

TileVerifier &TileVerifier::notOneColumn() {
  for (unsigned i = 0; i < selected.size() && !isDone(); ++i)
    require(tile(i).getCols() != 1, Diag::PtoShape, "expects ",
            selected[i].name, " to have more than one column");
  return *this;
}

TileVerifier &TileVerifier::sameElementBytes() {
  for (unsigned i = 1; i < selected.size() && !isDone(); ++i)
    require(tile(0).getElementBits() == tile(i).getElementBits(),
            Diag::PtoElementType, "expects ", selected[0].name, " and ",
            selected[i].name, " to have elements of the same size, got ",
            tile(0).getElementType(), " and ", tile(i).getElementType());
  return *this;
}

TileVerifier &TileVerifier::growsTo() {
  if (isDone())
    return *this;
  return require(tile(1).getRows() >= tile(0).getRows() &&
                     tile(1).getCols() >= tile(0).getCols(),
                 Diag::PtoShape, "expects ", selected[1].name,
                 " to have at least the rows and columns of ", selected[0].name,
                 ", got ", tile(1), " for ", tile(0));
}

TileVerifier &TileVerifier::hasPad() {
  for (unsigned i = 0; i < selected.size() && !isDone(); ++i)
    require(tile(i).getPad() != PadValue::Null, Diag::PtoAttribute, "expects ",
            selected[i].name,
            " to have a pad value, got pad=0 (null); write pad=1 (zero), 2 "
            "(max) or 3 (min) in its type");
  return *this;
}

TileVerifier &TileVerifier::words(OperandRange scalars) {
  for (Value scalar : scalars)
    require(scalar.getType().isInteger(32), Diag::PtoElementType,
            "expects keys and counters of 32 bits, got ", scalar.getType());
  return *this;
}
