//===- Types.cpp - tile types in the pto dialect ----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "PyptoToPto/Types.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace pypto {

static pto::AddressSpace convertSpace(mlir::pypto::MemorySpace space) {
  switch (space) {
  case mlir::pypto::MemorySpace::Mat:
    return pto::AddressSpace::Mat;
  case mlir::pypto::MemorySpace::Left:
    return pto::AddressSpace::Left;
  case mlir::pypto::MemorySpace::Right:
    return pto::AddressSpace::Right;
  case mlir::pypto::MemorySpace::Acc:
    return pto::AddressSpace::Acc;
  case mlir::pypto::MemorySpace::Bias:
    return pto::AddressSpace::Bias;
  case mlir::pypto::MemorySpace::LeftScale:
  case mlir::pypto::MemorySpace::RightScale:
    return pto::AddressSpace::Scaling;
  case mlir::pypto::MemorySpace::Vec:
  case mlir::pypto::MemorySpace::DDR:
  case mlir::pypto::MemorySpace::ScalarLocal:
    return pto::AddressSpace::Vec;
  }
  llvm_unreachable("not a memory space");
}

/// Order of the boxes and order inside one.
static std::pair<pto::BLayout, pto::SLayout>
convertLayout(mlir::pypto::TileLayout layout) {
  switch (layout) {
  case mlir::pypto::TileLayout::ND:
    return {pto::BLayout::RowMajor, pto::SLayout::NoneBox};
  case mlir::pypto::TileLayout::DN:
    return {pto::BLayout::ColMajor, pto::SLayout::NoneBox};
  case mlir::pypto::TileLayout::NZ:
    return {pto::BLayout::ColMajor, pto::SLayout::RowMajor};
  case mlir::pypto::TileLayout::ZN:
    return {pto::BLayout::RowMajor, pto::SLayout::ColMajor};
  case mlir::pypto::TileLayout::ZZ:
    return {pto::BLayout::RowMajor, pto::SLayout::RowMajor};
  case mlir::pypto::TileLayout::NN:
    return {pto::BLayout::ColMajor, pto::SLayout::ColMajor};
  }
  llvm_unreachable("not a layout");
}

static pto::PadValue convertPad(mlir::pypto::PadValue pad) {
  switch (pad) {
  case mlir::pypto::PadValue::null:
    return pto::PadValue::Null;
  case mlir::pypto::PadValue::zero:
    return pto::PadValue::Zero;
  case mlir::pypto::PadValue::max:
    return pto::PadValue::Max;
  case mlir::pypto::PadValue::min:
    return pto::PadValue::Min;
  }
  llvm_unreachable("not a pad value");
}

Type convertElement(Type type) {
  if (isa<Float4E2M1FNType>(type))
    return pto::F4E2M1x2Type::get(type.getContext());
  if (isa<mlir::pypto::HF8Type>(type))
    return pto::HiF8Type::get(type.getContext());
  return type;
}

int64_t getPacking(Type type) { return isa<Float4E2M1FNType>(type) ? 2 : 1; }

SmallVector<int64_t> ScaleBytes::getShape(ArrayRef<int64_t> shape,
                                          mlir::pypto::TileLayout layout) {
  bool isLeft = layout == mlir::pypto::TileLayout::ZZ;
  int64_t lines = shape[!isLeft] / kLines;
  int64_t bytes = shape[isLeft] / kGroups * kBox;
  return isLeft ? SmallVector<int64_t>{lines, bytes}
                : SmallVector<int64_t>{bytes, lines};
}

pto::TileBufType ScaleBytes::getTile(mlir::pypto::TileType type) {
  bool isLeft = type.getLayout() == mlir::pypto::TileLayout::ZZ;
  SmallVector<int64_t> shape = getShape(type.getShape(), type.getLayout());
  pto::AddressSpace space = convertSpace(*type.getMemorySpace());
  // The fractal says that it is a scale memory, the order which one.
  return pto::TileBufType::get(
      type.getContext(), space, type.getElementType(), shape, shape,
      isLeft ? pto::BLayout::RowMajor : pto::BLayout::ColMajor,
      pto::SLayout::NoneBox,
      space == pto::AddressSpace::Scaling ? pto::TileBufType::kScaleFractal
                                          : pto::TileBufType::kDefaultFractal);
}

pto::TileBufType convertTile(mlir::pypto::TileType type) {
  auto [blocks, inner] = convertLayout(type.getLayout());
  pto::AddressSpace space = convertSpace(*type.getMemorySpace());
  int32_t fractal = pto::TileBufType::kDefaultFractal;
  if (space == pto::AddressSpace::Acc)
    fractal = pto::TileBufType::kAccFractal;
  else if (mlir::pypto::isScaleLayout(type.getLayout()) &&
           mlir::pypto::isScaleElement(type.getElementType()))
    fractal = pto::TileBufType::kScaleFractal;
  SmallVector<int64_t> shape(type.getShape()), valid(type.getValid());
  int64_t packing = getPacking(type.getElementType());
  shape.back() = llvm::divideCeil(shape.back(), packing);
  if (!ShapedType::isDynamic(valid.back()))
    valid.back() = llvm::divideCeil(valid.back(), packing);
  return pto::TileBufType::get(
      type.getContext(), space, convertElement(type.getElementType()), shape,
      valid, blocks, inner, fractal, convertPad(type.getPad()));
}

pto::RoundMode convertRounding(mlir::pypto::RoundMode mode) {
  switch (mode) {
  case mlir::pypto::RoundMode::none:
    return pto::RoundMode::None;
  case mlir::pypto::RoundMode::rint:
    return pto::RoundMode::Rint;
  case mlir::pypto::RoundMode::round:
    return pto::RoundMode::Round;
  case mlir::pypto::RoundMode::floor:
    return pto::RoundMode::Floor;
  case mlir::pypto::RoundMode::ceil:
    return pto::RoundMode::Ceil;
  case mlir::pypto::RoundMode::trunc:
    return pto::RoundMode::Trunc;
  case mlir::pypto::RoundMode::odd:
    return pto::RoundMode::Odd;
  }
  llvm_unreachable("not a rounding mode");
}

Type withoutSign(Type type) {
  if (!type.isUnsignedInteger())
    return type;
  return IntegerType::get(type.getContext(), type.getIntOrFloatBitWidth());
}

pto::TileBufType withoutSign(pto::TileBufType type) {
  return type.withElementType(withoutSign(type.getElementType()));
}

Type getViewElement(Value view) {
  return cast<pto::TensorViewType>(view.getType()).getElementType();
}

} // namespace pypto
