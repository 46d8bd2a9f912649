//===- TensorViews.cpp - global tensors of one kernel -----------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "PyptoToPto/TensorViews.h"
#include "PyptoToPto/Types.h"
#include "pypto/Support/Diagnostics.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using mlir::pypto::GlobalTensorType;
using mlir::pypto::TensorAliasOpInterface;
using mlir::pypto::TensorReshapeOp;
using mlir::pypto::TensorTransposeOp;

namespace pypto {

Value ConstantPool::get(TypedAttr value) {
  Value &constant = constants[value];
  if (!constant)
    constant = arith::ConstantOp::create(head, head.getUnknownLoc(), value);
  return constant;
}

Value divideIndex(OpBuilder &builder, ConstantPool &constants, Location loc,
                  Value value, int64_t by, int64_t times) {
  if (std::optional<int64_t> known = getConstantIntValue(value))
    return constants.getIndex(*known / by * times);
  Value parts =
      builder.createOrFold<arith::DivUIOp>(loc, value, constants.getIndex(by));
  if (times == 1)
    return parts;
  return builder.createOrFold<arith::MulIOp>(loc, parts,
                                             constants.getIndex(times));
}

/// Strides of rows that follow each other without gaps; a column-order tensor
/// has its last two axes the other way round.
TensorViews::Tensor TensorViews::makeRowMajor(GlobalTensorType type,
                                              Value pointer,
                                              SmallVector<Value> extents) {
  Tensor tensor;
  tensor.pointer = pointer;
  tensor.extents = extents;
  tensor.strides.resize(extents.size());
  bool isColumnOrder = type.getLayout() == mlir::pypto::TileLayout::DN;
  SmallVector<unsigned> inwards =
      llvm::to_vector(llvm::reverse(llvm::seq<unsigned>(0, extents.size())));
  if (isColumnOrder && extents.size() >= 2)
    std::swap(inwards[0], inwards[1]);
  // Constant as long as the extents further in are.
  std::optional<int64_t> known = 1;
  Value stride = constants.getIndex(1);
  for (auto [position, axis] : llvm::enumerate(inwards)) {
    tensor.strides[axis] = stride;
    if (position + 1 == inwards.size())
      break;
    int64_t size = type.getDimSize(axis);
    if (known && !ShapedType::isDynamic(size)) {
      known = *known * size;
      stride = constants.getIndex(*known);
      continue;
    }
    known = std::nullopt;
    stride = head.createOrFold<arith::MulIOp>(head.getUnknownLoc(), stride,
                                              extents[axis]);
  }
  // One column is stored without gaps only as a column.
  bool isColumn =
      extents.size() == 2 && type.getDimSize(1) == 1 && type.getDimSize(0) != 1;
  tensor.layout = isColumnOrder || isColumn ? pto::Layout::DN : pto::Layout::ND;
  if (isColumn)
    tensor.strides[1] = extents[0];
  return tensor;
}

LogicalResult TensorViews::addParameter(Value parameter, Value pointer,
                                        ValueRange runtimeExtents) {
  auto type = cast<GlobalTensorType>(parameter.getType());
  SmallVector<Value> extents;
  for (int64_t size : type.getShape()) {
    if (!ShapedType::isDynamic(size)) {
      extents.push_back(constants.getIndex(size));
      continue;
    }
    extents.push_back(runtimeExtents.front());
    runtimeExtents = runtimeExtents.drop_front();
  }
  tensors[parameter] = makeRowMajor(type, pointer, std::move(extents));
  return success();
}

LogicalResult TensorViews::addView(TensorAliasOpInterface op) {
  Value source = op.getAliasedTensor().get();
  Value result = op->getResult(0);
  if (!tensors.contains(source))
    return emitError(op, Diag::NoPtoForm)
           << "a view of a tensor that is not a whole parameter";
  if (cast<GlobalTensorType>(source.getType()).getLayout() ==
      mlir::pypto::TileLayout::NZ)
    return emitError(op, Diag::NoPtoForm)
           << "a view of a tensor in blocks (pl.NZ)";
  Tensor base = tensors[source];
  auto type = cast<GlobalTensorType>(result.getType());
  if (getPacking(type.getElementType()) != 1 && isa<TensorTransposeOp>(*op)) {
    InFlightDiagnostic diag =
        emitError(op, Diag::NoPtoForm)
        << "a transposed view of elements of 4 bits: two of one row share a "
           "byte";
    ::pypto::attachHelp(diag) << "cast them to pl.BF16 and transpose those";
    return diag;
  }
  if (auto transpose = dyn_cast<TensorTransposeOp>(*op)) {
    base.view = Value();
    base.hasUnitAxis = false;
    std::swap(base.extents[transpose.getAxis0()],
              base.extents[transpose.getAxis1()]);
    std::swap(base.strides[transpose.getAxis0()],
              base.strides[transpose.getAxis1()]);
    // Of more axes the inner two say in which order elements lie.
    bool isRowMajor = base.layout == pto::Layout::DN;
    if (type.getRank() > 2)
      isRowMajor = isConstantIntValue(base.strides.back(), 1) ||
                   !isConstantIntValue(base.strides[type.getRank() - 2], 1);
    base.layout = isRowMajor ? pto::Layout::ND : pto::Layout::DN;
    tensors[result] = base;
    return success();
  }
  // The elements of one column follow each other like those of a row.
  auto sourceType = cast<GlobalTensorType>(source.getType());
  bool isColumn = sourceType.getRank() == 2 && sourceType.getDimSize(1) == 1 &&
                  isConstantIntValue(base.strides[0], 1);
  if (!isa<TensorReshapeOp>(*op) ||
      (base.layout == pto::Layout::DN && !isColumn))
    return emitError(op, Diag::NoPtoForm)
           << "this view of a tensor in global memory cannot be lowered yet";
  // At most one extent is unknown: the elements divided by the known ones.
  SmallVector<Value> extents;
  int64_t known = 1;
  for (int64_t size : type.getShape())
    known *= ShapedType::isDynamic(size) ? 1 : size;
  for (int64_t size : type.getShape()) {
    if (!ShapedType::isDynamic(size)) {
      extents.push_back(constants.getIndex(size));
      continue;
    }
    Value count = constants.getIndex(1);
    for (Value extent : base.extents)
      count = head.createOrFold<arith::MulIOp>(op.getLoc(), count, extent);
    extents.push_back(divideIndex(head, constants, op.getLoc(), count, known));
  }
  tensors[result] = makeRowMajor(type, base.pointer, std::move(extents));
  return success();
}

/// What a view has elements of: those that the pointer points to.
static Type getPointee(Value pointer) {
  return cast<pto::PtrType>(pointer.getType()).getElementType();
}

Value TensorViews::getView(Value value) {
  Tensor &tensor = tensors[value];
  if (tensor.view)
    return tensor.view;
  auto type = cast<GlobalTensorType>(value.getType());
  if (mlir::pypto::isScaleLayout(type.getLayout()))
    return tensor.view = createScaleView(value, tensor);
  if (type.getLayout() == mlir::pypto::TileLayout::NZ)
    return tensor.view = createBlockView(value, tensor);
  Tensor stored = toStored(type, tensor);
  tensor.view = createRowView(value, stored);
  // Rows that follow each other as those of a box do are taken for boxes,
  // whatever their layout is called; one at a time they are rows.
  if (tensor.view.getDefiningOp<pto::MakeTensorViewOp>().inferLayout() ==
      pto::Layout::NZ) {
    tensor.view.getDefiningOp()->erase();
    stored.hasUnitAxis = tensor.hasUnitAxis = true;
    stored.extents.insert(std::prev(stored.extents.end()),
                          constants.getIndex(1));
    stored.strides.insert(std::prev(stored.strides.end()),
                          *std::prev(stored.strides.end(), 2));
    tensor.view = createRowView(value, stored);
  }
  return tensor.view;
}

/// The view of a tensor whose elements lie row by row, or column by column.
Value TensorViews::createRowView(Value value, Tensor stored) {
  auto type = cast<GlobalTensorType>(value.getType());
  SmallVector<int64_t> shape(type.getShape());
  if (!ShapedType::isDynamic(shape.back()))
    shape.back() /= getPacking(type.getElementType());
  if (stored.hasUnitAxis)
    shape.insert(std::prev(shape.end()), 1);
  auto viewType = pto::TensorViewType::get(head.getContext(), shape,
                                           getPointee(stored.pointer));
  auto view = pto::MakeTensorViewOp::create(
      head, value.getLoc(), viewType, stored.pointer, stored.extents,
      stored.strides, pto::LayoutAttr::get(head.getContext(), stored.layout));
  // Columns with gaps between them are none to the assembler.
  if (stored.layout == pto::Layout::DN && view.inferLayout() == pto::Layout::ND)
    view.setLayout(pto::Layout::ND);
  return view;
}

Value TensorViews::createWindow(OpBuilder &builder, Location loc, Value tensor,
                                ArrayRef<int64_t> shape, ValueRange offsets,
                                ValueRange sizes) {
  Value view = getView(tensor);
  SmallVector<int64_t> known(shape);
  SmallVector<Value> start(offsets), extents(sizes);
  if (tensors[tensor].hasUnitAxis) {
    known.insert(std::prev(known.end()), 1);
    start.insert(std::prev(start.end()), constants.getIndex(0));
    extents.insert(std::prev(extents.end()), constants.getIndex(1));
  }
  auto type = pto::PartitionTensorViewType::get(builder.getContext(), known,
                                                getViewElement(view));
  return pto::PartitionViewOp::create(builder, loc, type, view, start, extents);
}

/// Extents and strides in stored elements: columns are contiguous and even in
/// number, so that every other stride is even.
TensorViews::Tensor TensorViews::toStored(GlobalTensorType type,
                                          Tensor tensor) {
  int64_t packing = getPacking(type.getElementType());
  if (packing == 1)
    return tensor;
  auto divide = [&](Value value) {
    return divideIndex(head, constants, head.getUnknownLoc(), value, packing);
  };
  tensor.extents.back() = divide(tensor.extents.back());
  for (Value &stride : MutableArrayRef(tensor.strides).drop_back())
    stride = divide(stride);
  return tensor;
}

/// Scales as bytes: rows (columns) of boxes one behind the other.
Value TensorViews::createScaleView(Value value, const Tensor &tensor) {
  auto type = cast<GlobalTensorType>(value.getType());
  bool isLeft = type.getLayout() == mlir::pypto::TileLayout::ZZ;
  Location loc = value.getLoc();
  Value lines = divideIndex(head, constants, loc, tensor.extents[!isLeft],
                            ScaleBytes::kLines);
  Value bytes = divideIndex(head, constants, loc, tensor.extents[isLeft],
                            ScaleBytes::kGroups, ScaleBytes::kBox);
  Value one = constants.getIndex(1);
  SmallVector<Value> extents = {lines, bytes}, strides = {bytes, one};
  SmallVector<int64_t> shape(type.getShape());
  if (type.hasStaticShape())
    shape = ScaleBytes::getShape(shape, type.getLayout());
  else
    shape.assign(2, ShapedType::kDynamic);
  if (!isLeft) {
    std::swap(extents[0], extents[1]);
    std::swap(strides[0], strides[1]);
  }
  auto viewType = pto::TensorViewType::get(head.getContext(), shape,
                                           getPointee(tensor.pointer));
  return pto::MakeTensorViewOp::create(
      head, loc, viewType, tensor.pointer, extents, strides,
      pto::LayoutAttr::get(head.getContext(),
                           isLeft ? pto::Layout::ND : pto::Layout::DN));
}

Value TensorViews::getTransposedView(Value value) {
  Value &view = transposed[value];
  if (view)
    return view;
  const Tensor &tensor = tensors[value];
  auto type = cast<GlobalTensorType>(value.getType());
  SmallVector<int64_t> shape = {type.getDimSize(1), type.getDimSize(0)};
  SmallVector<Value> extents = {tensor.extents[1], tensor.extents[0]};
  SmallVector<Value> strides = {tensor.strides[1], tensor.strides[0]};
  auto viewType = pto::TensorViewType::get(head.getContext(), shape,
                                           getPointee(tensor.pointer));
  pto::Layout layout =
      tensor.layout == pto::Layout::ND ? pto::Layout::DN : pto::Layout::ND;
  view = pto::MakeTensorViewOp::create(
      head, value.getLoc(), viewType, tensor.pointer, extents, strides,
      pto::LayoutAttr::get(head.getContext(), layout));
  return view;
}

} // namespace pypto
