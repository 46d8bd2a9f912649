//===- TileOps.cpp - tiles: storage, aliases, metadata ----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pypto/Dialect/Pto/TileOps.h"
#include "Diagnose.h"
#include "TileVerifier.h"

#define GET_OP_CLASSES
#include "pypto/Dialect/Pto/TileOps.cpp.inc"

using namespace mlir;
using namespace mlir::pto;
using ::pypto::Diag;

void PtoDialect::registerTileOps() {
  addOperations<
#define GET_OP_LIST
#include "pypto/Dialect/Pto/TileOps.cpp.inc"
      >();
}

LogicalResult AllocTileOp::verify() {
  TileBufType tile = getResult().getType();
  const std::pair<StringRef, Value> extents[] = {{"valid_row", getValidRow()},
                                                 {"valid_col", getValidCol()}};
  for (auto [dim, extent] : llvm::enumerate(extents)) {
    bool isDynamic = tile.getValidShape()[dim] == ShapedType::kDynamic;
    if (isDynamic && !extent.second)
      return diagnose(*this, Diag::PtoShape)
             << "expects operand '" << extent.first
             << "' because the type has '?' in that valid position";
    if (!isDynamic && extent.second)
      return diagnose(*this, Diag::PtoShape)
             << "has operand '" << extent.first
             << "', but that valid extent is static in the type; write '?' "
                "there or drop the operand";
  }
  return success();
}

/// Both run-time extents or none.
static LogicalResult verifyBothExtents(Operation *op, Value row, Value col) {
  if (!row == !col)
    return success();
  return diagnose(op, Diag::PtoShape)
         << "expects valid_row and valid_col together, got only "
         << (row ? "valid_row" : "valid_col");
}

LogicalResult BindTileOp::verify() {
  return verifyBothExtents(*this, getValidRow(), getValidCol());
}

LogicalResult PointerCastOp::verify() {
  if (getAddrs().empty())
    return diagnose(*this, Diag::PtoOperandKind)
           << "expects at least one address";
  return verifyBothExtents(*this, getValidRow(), getValidCol());
}

LogicalResult BitcastOp::verify() {
  TileBufType src = getSrc().getType();
  TileBufType result = getResult().getType();
  if (src.getLoc() != result.getLoc())
    return diagnose(*this, Diag::PtoAddressSpace)
           << "expects src and result in the same loc, got "
           << stringifyAddressSpace(src.getLoc()) << " and "
           << stringifyAddressSpace(result.getLoc());
  if (src.getShape() != result.getShape() ||
      src.getValidShape() != result.getValidShape())
    return diagnose(*this, Diag::PtoShape)
           << "expects src and result to have the same shape and valid_shape, "
              "got "
           << src << " and " << result << "; use pto.treshape to change them";
  if (src.withElementType(result.getElementType()) != result)
    return diagnose(*this, Diag::PtoLayout)
           << "expects src and result to have the same layout, fractal, pad "
              "and compact, got "
           << src << " and " << result;
  if (src.getElementType() == result.getElementType())
    return diagnose(*this, Diag::PtoElementType)
           << "expects src and result to have different element types, got "
           << src.getElementType() << " for both";
  if (result.getElementBits() > src.getElementBits())
    return diagnose(*this, Diag::PtoElementType)
           << "expects the result to have at most as many bytes as src, got "
           << result.getElementType() << " for " << src.getElementType();
  return success();
}

LogicalResult TReshapeOp::verify() {
  auto src = dyn_cast<TileBufType>(getSrc().getType());
  auto result = dyn_cast<TileBufType>(getResult().getType());
  if (hasLoweredOperand(*this))
    return success();
  if (!src || !result)
    return diagnose(*this, Diag::PtoOperandKind)
           << "expects src and result to be tile_bufs, got "
           << getSrc().getType() << " and " << getResult().getType();
  if (src.getLoc() != result.getLoc())
    return diagnose(*this, Diag::PtoAddressSpace)
           << "expects src and result in the same loc, got "
           << stringifyAddressSpace(src.getLoc()) << " and "
           << stringifyAddressSpace(result.getLoc());
  if (src.getSizeInBytes() != result.getSizeInBytes())
    return diagnose(*this, Diag::PtoShape)
           << "expects src and result to have the same number of bytes, got "
           << src << " and " << result;
  if (src.isBoxed() != result.isBoxed())
    return diagnose(*this, Diag::PtoLayout)
           << "cannot reshape between a boxed and an unboxed tile; use "
              "pto.tmov";
  return success();
}

LogicalResult TAssignOp::verify() {
  if (getTile().getType() != getResult().getType())
    return diagnose(*this, Diag::PtoOperandKind)
           << "expects the result to have the type of the tile, "
           << getTile().getType() << ", got " << getResult().getType();
  return success();
}

//===----------------------------------------------------------------------===//
// set_validshape
//===----------------------------------------------------------------------===//

/// Whether the handle `tile` was made in this function.
static bool isLocallyBound(Value tile) {
  while (Operation *definition = tile.getDefiningOp()) {
    if (isa<AllocTileOp, DeclareTileOp, DeclareTileMemRefOp, BindTileOp,
            PointerCastOp>(definition))
      return true;
    if (!isa<TReshapeOp, BitcastOp>(definition))
      return false;
    tile = definition->getOperand(0);
  }
  return false;
}

LogicalResult SetValidShapeOp::verify() {
  std::optional<ArrayRef<int64_t>> shape = getShapeOf(getSource().getType());
  if (!shape || shape->size() != 2)
    return diagnose(*this, Diag::PtoShape)
           << "expects a rank-2 tile, got " << getSource().getType();
  auto tile = dyn_cast<TileBufType>(getSource().getType());
  if (tile && (tile.getValidRows() != ShapedType::kDynamic ||
               tile.getValidCols() != ShapedType::kDynamic))
    return diagnose(*this, Diag::PtoShape)
           << "expects a tile whose valid extents are both dynamic "
              "(valid=?x?), got "
           << tile;
  const std::pair<StringRef, Value> extents[] = {{"valid_row", getValidRow()},
                                                 {"valid_col", getValidCol()}};
  for (auto [dim, extent] : llvm::enumerate(extents)) {
    std::optional<int64_t> constant = getConstantIndex(extent.second);
    if (!constant)
      continue;
    int64_t limit = (*shape)[dim];
    if (*constant < 0 || (limit != ShapedType::kDynamic && *constant > limit))
      return diagnose(*this, Diag::PtoBounds)
             << "expects " << extent.first << " to be in [0, " << limit
             << "], got " << *constant;
  }
  if (!isLocallyBound(getSource()))
    return diagnose(*this, Diag::PtoPlacement)
           << "expects a tile that this function makes (alloc_tile, "
              "declare_tile, or a treshape or bitcast of one): valid extents "
              "belong to the handle";
  return success();
}

//===----------------------------------------------------------------------===//
// subset
//===----------------------------------------------------------------------===//

/// The valid extent of a window of `size` at `offset` in a parent dimension of
/// `extent` of which `valid` are valid.
static int64_t getWindowValid(int64_t size, std::optional<int64_t> offset,
                              int64_t extent, int64_t valid) {
  if (size == extent && (!offset || *offset == 0))
    return valid;
  if (!offset || *offset < 0 || valid == ShapedType::kDynamic)
    return ShapedType::kDynamic;
  if (valid == 0)
    return 0;
  return std::min(size, valid - *offset % valid);
}

LogicalResult SubsetOp::inferReturnTypes(
    MLIRContext *context, std::optional<Location> location, ValueRange operands,
    DictionaryAttr attributes, OpaqueProperties properties, RegionRange regions,
    SmallVectorImpl<Type> &inferred) {
  SubsetOpAdaptor adaptor(operands, attributes, properties, regions);
  // Operands and attributes are not verified yet.
  if (operands.empty())
    return failure();
  auto source = dyn_cast<TileBufType>(operands.front().getType());
  ArrayAttr sizes = adaptor.getSizesAttr();
  auto fail = [&](const Twine &message) {
    return emitOptionalError(location, "[",
                             ::pypto::getDiagInfo(Diag::PtoShape).code,
                             "] 'pto.subset' op ", message);
  };
  if (!source || !sizes)
    return failure();
  if (sizes.size() != 2 || adaptor.getOffsets().size() != 2)
    return fail("expects exactly two sizes and two offsets, got " +
                Twine(sizes.size()) + " and " +
                Twine(adaptor.getOffsets().size()));
  SmallVector<int64_t, 2> shape, validShape;
  for (auto [dim, size] : llvm::enumerate(sizes)) {
    auto integer = dyn_cast<IntegerAttr>(size);
    if (!integer)
      return fail("expects integer sizes");
    int64_t extent = integer.getInt();
    if (extent < 0)
      return fail("expects sizes of 0 or more, got " + Twine(extent));
    shape.push_back(extent);
    validShape.push_back(
        getWindowValid(extent, getConstantIndex(adaptor.getOffsets()[dim]),
                       source.getShape()[dim], source.getValidShape()[dim]));
  }
  inferred.push_back(source.withShape(shape, validShape));
  return success();
}

bool SubsetOp::isCompatibleReturnTypes(TypeRange inferred, TypeRange actual) {
  auto expected = dyn_cast<TileBufType>(inferred.front());
  auto got = dyn_cast<TileBufType>(actual.front());
  if (!expected || !got)
    return false;
  // An offset may have become constant, or stopped to be one.
  if (differ(expected.getValidRows(), got.getValidRows()) ||
      differ(expected.getValidCols(), got.getValidCols()))
    return false;
  return expected.withValidShape(got.getValidShape()) == got;
}

ParseResult SubsetOp::parse(OpAsmParser &parser, OperationState &result) {
  OpAsmParser::UnresolvedOperand source;
  SmallVector<OpAsmParser::UnresolvedOperand, 2> offsets;
  ArrayAttr sizes;
  TileBufType type;
  if (parser.parseOperand(source) ||
      parser.parseOperandList(offsets, OpAsmParser::Delimiter::Square) ||
      parser.parseKeyword("sizes") || parser.parseAttribute(sizes) ||
      parser.parseOptionalAttrDict(result.attributes) ||
      parser.parseColonType(type) ||
      parser.resolveOperand(source, type, result.operands) ||
      parser.resolveOperands(offsets, parser.getBuilder().getIndexType(),
                             result.operands))
    return failure();
  result.getOrAddProperties<Properties>().sizes = sizes;
  if (succeeded(parser.parseOptionalArrow())) {
    Type resultType;
    if (parser.parseType(resultType))
      return failure();
    result.addTypes(resultType);
    return success();
  }
  return inferReturnTypes(
      parser.getContext(), parser.getEncodedSourceLoc(parser.getNameLoc()),
      result.operands, result.attributes.getDictionary(parser.getContext()),
      result.getRawProperties(), {}, result.types);
}

void SubsetOp::print(OpAsmPrinter &printer) {
  printer << " " << getSource() << "[" << getOffsets() << "] sizes "
          << getSizes();
  printer.printOptionalAttrDict((*this)->getAttrs(), {getSizesAttrName()});
  printer << " : " << getSource().getType();
  SmallVector<Type, 1> inferred;
  if (failed(inferReturnTypes(getContext(), std::nullopt,
                              (*this)->getOperands(),
                              (*this)->getAttrDictionary(),
                              (*this)->getPropertiesStorage(), {}, inferred)) ||
      inferred.front() != getResult().getType())
    printer << " -> " << getResult().getType();
}

LogicalResult SubsetOp::verify() {
  TileBufType source = getSource().getType();
  if (!source.isBoxed())
    return success(); // the public assembler checks nothing here
  std::optional<std::pair<int64_t, int64_t>> box = source.getBox();
  if (!box)
    return diagnose(*this, Diag::PtoLayout)
           << "expects a boxed tile with fractal 32, 512 or 1024, got "
           << source;
  // Boxes of scales are 16 x 2 to the public assembler, whatever their order.
  if (source.getFractal() == TileBufType::kScaleFractal)
    box = {16, 2};
  const int64_t boxShape[] = {box->first, box->second};
  for (unsigned dim : {0u, 1u}) {
    int64_t size = cast<IntegerAttr>(getSizes()[dim]).getInt();
    std::optional<int64_t> offset = getConstantIndex(getOffsets()[dim]);
    if (size <= 0)
      return diagnose(*this, Diag::PtoShape)
             << "expects sizes[" << dim << "] to be positive, got " << size;
    if (offset && *offset < 0)
      return diagnose(*this, Diag::PtoBounds)
             << "expects offsets[" << dim << "] to be 0 or more, got "
             << *offset;
    if (size % boxShape[dim] != 0 || (offset && *offset % boxShape[dim] != 0))
      return diagnose(*this, Diag::PtoLayout)
             << "expects sizes[" << dim << "] and offsets[" << dim
             << "] to be multiples of the inner box, " << boxShape[dim];
  }
  // Boxes in row-major order: only whole rows of them are contiguous.
  bool isRowMajor =
      source.getBlayout(getTargetArch(*this)) == BLayout::RowMajor;
  unsigned whole = isRowMajor ? 1 : 0;
  int64_t size = cast<IntegerAttr>(getSizes()[whole]).getInt();
  std::optional<int64_t> offset = getConstantIndex(getOffsets()[whole]);
  if (size != source.getShape()[whole] || !offset || *offset != 0)
    return diagnose(*this, Diag::PtoLayout)
           << "expects a window of a boxed "
           << (isRowMajor ? "row_major tile to keep all columns"
                          : "col_major tile to keep all rows")
           << " with offset 0";
  return success();
}
