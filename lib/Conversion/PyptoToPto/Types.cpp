//===- Types.cpp - tile types in the pto dialect ----------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "PyptoToPto/Types.h"

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

pto::TileBufType convertTile(mlir::pypto::TileType type) {
  auto [blocks, inner] = convertLayout(type.getLayout());
  pto::AddressSpace space = convertSpace(*type.getMemorySpace());
  int32_t fractal = space == pto::AddressSpace::Acc
                        ? pto::TileBufType::kAccFractal
                        : pto::TileBufType::kDefaultFractal;
  return pto::TileBufType::get(type.getContext(), space, type.getElementType(),
                               type.getShape(), type.getValid(), blocks, inner,
                               fractal, convertPad(type.getPad()));
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

} // namespace pypto
