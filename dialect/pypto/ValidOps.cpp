//===- ValidOps.cpp - operations of ValidOps.td ---*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pypto/Dialect/Pypto/ValidOps.h"
#include "Shapes.h"

using namespace mlir;
using namespace mlir::pypto;

#define GET_OP_CLASSES
#include "dialect/pypto/ValidOps.cpp.inc"

LogicalResult TensorSetValidshapeOp::verify() {
  GlobalTensorType type = getSource().getType();
  if (static_cast<int64_t>(getValid().size()) != type.getRank())
    return emitOpError() << "has " << getValid().size()
                         << " valid extents for a tensor of " << type.getRank()
                         << " axes";
  for (auto [axis, extent] : llvm::enumerate(getValid())) {
    std::optional<int64_t> value = getConstantIntValue(extent);
    int64_t size = type.getDimSize(axis);
    if (value &&
        (*value < 0 || (!ShapedType::isDynamic(size) && *value > size)))
      return emitOpError() << "valid extent " << *value << " of axis " << axis
                           << " must be in 0.." << size;
  }
  return success();
}

LogicalResult TensorFillpadOp::verify() {
  GlobalTensorType source = getSource().getType(),
                   result = getResult().getType();
  if (getPad() == PadValue::null)
    return emitOpError() << "the pad value must be zero, max or min";
  if (source.getElementType() != result.getElementType())
    return emitOpError() << "filling keeps the element type, got "
                         << result.getElementType() << " of "
                         << source.getElementType();
  bool large = source.getRank() == result.getRank() &&
               llvm::all_of(llvm::zip(source.getShape(), result.getShape()),
                            [](auto pair) {
                              auto [from, to] = pair;
                              return ShapedType::isDynamic(from) ||
                                     ShapedType::isDynamic(to) || to >= from;
                            });
  if (!large)
    return emitOpError() << "result must be at least as large as the source "
                         << str(source.getShape()) << ", got "
                         << str(result.getShape());
  return success();
}

LogicalResult TileValidDimOp::verify() {
  int64_t rank = getSource().getType().getRank();
  if (static_cast<int64_t>(getAxis()) < 0 ||
      static_cast<int64_t>(getAxis()) >= rank)
    return emitOpError() << "axis " << static_cast<int64_t>(getAxis())
                         << " of a tile of " << rank << " axes";
  return success();
}
OpFoldResult TileValidDimOp::fold(FoldAdaptor) {
  int64_t extent = getSource().getType().getValid()[getAxis()];
  if (ShapedType::isDynamic(extent))
    return {};
  return IntegerAttr::get(IndexType::get(getContext()), extent);
}
SmallVector<MemorySpace> TileValidDimOp::getOperandSpaces(OpOperand &) {
  return {};
}
std::optional<MemorySpace> TileValidDimOp::getFixedResultSpace() {
  return std::nullopt;
}
bool TileValidDimOp::takesDestination() { return false; }
