//===- ViewOps.cpp - pointers and views of global memory --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pypto/Dialect/Pto/ViewOps.h"
#include "Diagnose.h"
#include "TileVerifier.h"
#include "llvm/Support/CheckedArithmetic.h"

#define GET_OP_CLASSES
#include "pypto/Dialect/Pto/ViewOps.cpp.inc"

using namespace mlir;
using namespace mlir::pto;
using ::pypto::Diag;

void PtoDialect::registerViewOps() {
  addOperations<
#define GET_OP_LIST
#include "pypto/Dialect/Pto/ViewOps.cpp.inc"
      >();
}

LogicalResult AddPtrOp::verify() {
  if (getPtr().getType() != getResult().getType())
    return diagnose(*this, Diag::PtoOperandKind)
           << "expects the result to have the type of ptr, "
           << getPtr().getType() << ", got " << getResult().getType();
  return success();
}

/// Rules that load_scalar and store_scalar share.
static LogicalResult verifyScalarAccess(Operation *op, Type pointer,
                                        Type value) {
  if (getElementTypeOf(pointer) != value)
    return diagnose(op, Diag::PtoElementType)
           << "expects the value to have the element type of ptr, "
           << getElementTypeOf(pointer) << ", got " << value;
  std::optional<AddressSpace> space = getAddressSpace(pointer);
  if (!space || *space == AddressSpace::Gm || *space == AddressSpace::Zero)
    return success();
  return diagnose(op, Diag::PtoAddressSpace)
         << "expects ptr to be in gm, but it is in "
         << stringifyAddressSpace(*space)
         << "; use pto.tgetval and pto.tsetval for tiles";
}

LogicalResult LoadScalarOp::verify() {
  return verifyScalarAccess(*this, getPtr().getType(), getValue().getType());
}

LogicalResult StoreScalarOp::verify() {
  return verifyScalarAccess(*this, getPtr().getType(), getValue().getType());
}

//===----------------------------------------------------------------------===//
// make_tensor_view
//===----------------------------------------------------------------------===//

/// Reads `, name = [%a, %b]`.
static ParseResult
parseExtents(OpAsmParser &parser, StringRef name,
             SmallVectorImpl<OpAsmParser::UnresolvedOperand> &extents) {
  return failure(
      parser.parseComma() || parser.parseKeyword(name) || parser.parseEqual() ||
      parser.parseOperandList(extents, OpAsmParser::Delimiter::Square));
}

ParseResult MakeTensorViewOp::parse(OpAsmParser &parser,
                                    OperationState &result) {
  OpAsmParser::UnresolvedOperand ptr;
  SmallVector<OpAsmParser::UnresolvedOperand, 5> shape, strides;
  Type ptrType;
  TensorViewType viewType;
  if (parser.parseOperand(ptr) ||
      (succeeded(parser.parseOptionalColon()) && parser.parseType(ptrType)) ||
      parseExtents(parser, "shape", shape) ||
      parseExtents(parser, "strides", strides) ||
      parser.parseOptionalAttrDict(result.attributes) || parser.parseColon() ||
      parser.parseType(viewType))
    return failure();
  if (!ptrType)
    ptrType = PtrType::get(parser.getContext(), viewType.getElementType());
  Type index = parser.getBuilder().getIndexType();
  if (parser.resolveOperand(ptr, ptrType, result.operands) ||
      parser.resolveOperands(shape, index, result.operands) ||
      parser.resolveOperands(strides, index, result.operands))
    return failure();
  result.addTypes(viewType);
  llvm::copy(
      ArrayRef<int32_t>({1, static_cast<int32_t>(shape.size()),
                         static_cast<int32_t>(strides.size())}),
      result.getOrAddProperties<Properties>().operandSegmentSizes.begin());
  return success();
}

void MakeTensorViewOp::print(OpAsmPrinter &printer) {
  printer << " " << getPtr();
  Type elementType = getResult().getType().getElementType();
  if (getPtr().getType() != PtrType::get(getContext(), elementType))
    printer << " : " << getPtr().getType();
  printer << ", shape = [" << getShape() << "], strides = [" << getStrides()
          << "]";
  printer.printOptionalAttrDict((*this)->getAttrs(),
                                {getOperandSegmentSizesAttrName()});
  printer << " : " << getResult().getType();
}

/// Constants of `values`, right-aligned to five; nothing when one is unknown.
static std::optional<SmallVector<int64_t, 5>>
getFiveConstants(OperandRange values) {
  SmallVector<int64_t, 5> constants(5, 1);
  if (values.size() > 5)
    return std::nullopt;
  for (auto [i, value] : llvm::enumerate(values)) {
    std::optional<int64_t> constant = getConstantIndex(value);
    if (!constant)
      return std::nullopt;
    constants[5 - values.size() + i] = *constant;
  }
  return constants;
}

std::optional<Layout> MakeTensorViewOp::inferLayout() {
  std::optional<SmallVector<int64_t, 5>> shape = getFiveConstants(getShape());
  std::optional<SmallVector<int64_t, 5>> strides =
      getFiveConstants(getStrides());
  unsigned bits = getElementBits(getResult().getType().getElementType());
  if (!shape || !strides || getShape().empty() || bits == 0)
    return std::nullopt;
  // A box is 16 rows of 32 bytes, 512 bytes together. The assembler looks for
  // it in dims 3 and 4; the layout itself has it in dims 4 and 5, which is
  // taken for NZ too.
  constexpr int64_t kBoxRows = 16, kBoxBits = 512 * 8;
  auto isBox = [&](int64_t rows, int64_t cols) {
    return rows == kBoxRows &&
           llvm::checkedMul(cols, kBoxRows * static_cast<int64_t>(bits)) ==
               kBoxBits;
  };
  if (getShape().size() >= 3 && (*strides)[4] == 1 &&
      (*strides)[3] == (*shape)[4] &&
      (isBox((*shape)[2], (*shape)[3]) || isBox((*shape)[3], (*shape)[4])))
    return Layout::NZ;
  int64_t rows = (*shape)[3], cols = (*shape)[4];
  int64_t rowStride = getStrides().size() < 2 ? cols : (*strides)[3];
  int64_t colStride = (*strides)[4];
  bool isNd = (cols == 1 || colStride == 1) && (rows == 1 || rowStride == cols);
  bool isDn = (rows == 1 || rowStride == 1) && (cols == 1 || colStride == rows);
  if (isNd && isDn)
    return std::nullopt;
  return isDn ? Layout::DN : Layout::ND;
}

LogicalResult MakeTensorViewOp::verify() {
  TensorViewType view = getResult().getType();
  if (static_cast<int64_t>(getShape().size()) != view.getRank() ||
      static_cast<int64_t>(getStrides().size()) != view.getRank())
    return diagnose(*this, Diag::PtoShape)
           << "expects one shape and one stride operand for each of the "
           << view.getRank() << " dims of the result, got " << getShape().size()
           << " and " << getStrides().size();
  Type pointee = getElementTypeOf(getPtr().getType());
  if (pointee != view.getElementType())
    return diagnose(*this, Diag::PtoElementType)
           << "expects ptr to point to the element type of the result, "
           << view.getElementType() << ", got " << pointee;
  if (auto memref = dyn_cast<MemRefType>(getPtr().getType()))
    if (memref.getRank() < 1)
      return diagnose(*this, Diag::PtoShape)
             << "expects a memref operand to have at least one dim";
  std::optional<Layout> inferred = inferLayout();
  if (getLayout() && inferred && *getLayout() != *inferred)
    return diagnose(*this, Diag::PtoLayout)
           << "layout mismatch: user-specified layout="
           << stringifyLayout(*getLayout()) << ", but shape and strides imply "
           << stringifyLayout(*inferred)
           << "; correct one of them or leave the layout out";
  return success();
}

//===----------------------------------------------------------------------===//
// partition_view, get_tensor_view_dim
//===----------------------------------------------------------------------===//

LogicalResult PartitionViewOp::verify() {
  TensorViewType source = getSource().getType();
  PartitionTensorViewType window = getResult().getType();
  int64_t rank = source.getRank();
  if (static_cast<int64_t>(getOffsets().size()) != rank ||
      static_cast<int64_t>(getSizes().size()) != rank)
    return diagnose(*this, Diag::PtoShape)
           << "expects one offset and one size for each of the " << rank
           << " dims of the source, got " << getOffsets().size() << " and "
           << getSizes().size();
  if (source.getElementType() != window.getElementType())
    return diagnose(*this, Diag::PtoElementType)
           << "expects the result to have the element type of the source, "
           << source.getElementType() << ", got " << window.getElementType();

  for (int64_t dim = 0; dim < rank; ++dim) {
    std::optional<int64_t> offset = getConstantIndex(getOffsets()[dim]);
    std::optional<int64_t> size = getConstantIndex(getSizes()[dim]);
    int64_t extent = source.getShape()[dim];
    if (size && *size <= 0)
      return diagnose(*this, Diag::PtoBounds)
             << "expects sizes[" << dim << "] to be positive, got " << *size;
    if (offset && *offset < 0)
      return diagnose(*this, Diag::PtoBounds)
             << "expects offsets[" << dim << "] to be 0 or more, got "
             << *offset;
    if (extent != ShapedType::kDynamic) {
      int64_t first = offset.value_or(0);
      int64_t count = size.value_or(offset ? 1 : 0);
      if (first > extent || count > extent - first)
        return diagnose(*this, Diag::PtoBounds)
               << "expects the window to be inside the source, but in dim "
               << dim << " it covers [" << first << ", " << first << " + "
               << count << ") of " << extent;
    }
    if (size && dim < window.getRank() && differ(window.getShape()[dim], *size))
      return diagnose(*this, Diag::PtoShape)
             << "expects sizes[" << dim << "] to be the static extent "
             << window.getShape()[dim] << " of the result, got " << *size;
  }
  return success();
}

LogicalResult GetTensorViewDimOp::verify() {
  std::optional<ArrayRef<int64_t>> shape =
      getShapeOf(getTensorView().getType());
  std::optional<int64_t> dim = getConstantIndex(getDimIndex());
  if (!shape || !dim)
    return success();
  if (*dim < 0 || *dim >= static_cast<int64_t>(shape->size()))
    return diagnose(*this, Diag::PtoBounds)
           << "expects dim_index to name one of the " << shape->size()
           << " dims, got " << *dim;
  return success();
}
