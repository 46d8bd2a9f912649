//===- Values.cpp - SSA values as constants and registers -------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Decoder.h"

using namespace mlir;

namespace pypto::coremodel {

DecodedValue *Decoder::find(Value value) {
  auto it = values.find(value);
  return it == values.end() ? nullptr : &it->second;
}

/// The single operand of a scalar or pointer; every such value is decoded
/// before its uses.
Operand Decoder::scalarOf(Value value) {
  DecodedValue *decoded = find(value);
  assert(decoded && !decoded->parts.empty() && "use before definition");
  return decoded->parts[0];
}

int32_t Decoder::regOf(Operand operand) {
  return operand.isConst() ? builder.constant(operand.imm) : operand.reg;
}

Operand Decoder::fresh(Operand value) {
  int32_t reg = builder.newReg();
  builder.copy(reg, regOf(value));
  return Operand::inReg(reg);
}

Operand Decoder::multiply(Operand a, Operand b) {
  if (a.isConst() && b.isConst())
    return Operand::constant(a.imm * b.imm);
  if (a.isConst())
    std::swap(a, b);
  if (b.isConst() && b.imm == 1)
    return a;
  if (b.isConst() && b.imm == 0)
    return Operand::constant(0);
  int32_t reg = builder.newReg();
  builder.scalar("muli", reg, a.reg, regOf(b));
  return Operand::inReg(reg);
}

Operand Decoder::add(Operand a, Operand b) {
  if (a.isConst() && b.isConst())
    return Operand::constant(a.imm + b.imm);
  if (a.isConst())
    std::swap(a, b);
  if (b.isConst() && b.imm == 0)
    return a;
  int32_t reg = builder.newReg();
  builder.scalar("addi", reg, a.reg, regOf(b));
  return Operand::inReg(reg);
}

/// Operands that a value of the type becomes; 0: cannot be held.
unsigned Decoder::partsOf(Type type) {
  if (isa<IndexType, IntegerType, FloatType, pto::PtrType,
          mlir::pypto::TaskIdType, pto::AsyncEventType>(type))
    return 1;
  if (auto memref = dyn_cast<MemRefType>(type))
    return memref.getRank() == 2 ? 3 : 1;
  if (isa<pto::TileBufType>(type))
    return 3;
  if (auto view = dyn_cast<pto::TensorViewType>(type))
    return static_cast<unsigned>(1 + 2 * view.getRank());
  if (auto view = dyn_cast<pto::PartitionTensorViewType>(type))
    return static_cast<unsigned>(1 + 2 * view.getRank());
  if (auto tensor = dyn_cast<mlir::pypto::GlobalTensorType>(type))
    return static_cast<unsigned>(1 + 2 * tensor.getRank());
  return 0;
}

std::optional<DType> Decoder::dtypeOf(Type type) {
  if (isa<IndexType>(type))
    return DType::I64;
  if (auto integer = dyn_cast<IntegerType>(type)) {
    bool isUnsigned = integer.isUnsigned();
    switch (integer.getWidth()) {
    case 1:
      return DType::Bool;
    case 8:
      return isUnsigned ? DType::U8 : DType::I8;
    case 16:
      return isUnsigned ? DType::U16 : DType::I16;
    case 32:
      return isUnsigned ? DType::U32 : DType::I32;
    case 64:
      return isUnsigned ? DType::U64 : DType::I64;
    default:
      return std::nullopt;
    }
  }
  if (type.isF16())
    return DType::F16;
  if (type.isBF16())
    return DType::BF16;
  if (type.isF32())
    return DType::F32;
  if (type.isF64())
    return DType::F64;
  if (isa<Float8E4M3FNType, Float8E4M3Type>(type))
    return DType::F8E4M3;
  if (isa<Float8E5M2Type>(type))
    return DType::F8E5M2;
  // Tensors of the control plane count single elements of 4 bits.
  if (isa<pto::F4E2M1x2Type, Float4E2M1FNType>(type))
    return DType::F4E2M1x2;
  if (isa<pto::HiF8Type, mlir::pypto::HF8Type>(type))
    return DType::HiF8;
  // Exponents, read by micro-scaled products only.
  if (isa<Float8E8M0FNUType>(type))
    return DType::U8;
  return std::nullopt;
}

FailureOr<DType> Decoder::elementType(Operation *op, Type type) {
  if (std::optional<DType> dtype = dtypeOf(type))
    return *dtype;
  return emitError(op, Diag::NotModelled)
         << "the core model has no element type " << type;
}

static std::optional<Space> spaceOf(pto::AddressSpace space) {
  switch (space) {
  case pto::AddressSpace::Vec:
    return Space::Vec;
  case pto::AddressSpace::Mat:
    return Space::Mat;
  case pto::AddressSpace::Left:
    return Space::Left;
  case pto::AddressSpace::Right:
    return Space::Right;
  case pto::AddressSpace::Acc:
    return Space::Acc;
  case pto::AddressSpace::Bias:
    return Space::Bias;
  case pto::AddressSpace::Scaling:
    return Space::Scaling;
  default:
    return std::nullopt;
  }
}

FailureOr<TileDesc> Decoder::tileDesc(Operation *op, pto::TileBufType type) {
  TileDesc desc;
  std::optional<Space> space = spaceOf(type.getLoc());
  if (!space)
    return emitError(op, Diag::NotModelled)
           << "a tile in '" << pto::stringifyAddressSpace(type.getLoc()) << "'";
  desc.space = *space;
  FailureOr<DType> dtype = elementType(op, type.getElementType());
  if (failed(dtype))
    return failure();
  desc.type = *dtype;
  desc.pad = static_cast<Pad>(type.getPad());
  desc.rows = static_cast<int32_t>(type.getRows());
  desc.cols = static_cast<int32_t>(type.getCols());
  pto::TargetArch arch = target.arch == target::Arch::A5 ? pto::TargetArch::A5
                                                         : pto::TargetArch::A3;
  bool columns = type.getBlayout(arch) == pto::BLayout::ColMajor;
  // Boxes of 32 bytes are those of scales: in rows of a left factor, in columns
  // of a right one.
  if (desc.space == Space::Scaling &&
      type.getFractal() == pto::TileBufType::kScaleFractal)
    desc.space = columns ? Space::RightScale : Space::LeftScale;
  switch (type.getSlayout()) {
  case pto::SLayout::NoneBox:
    desc.layout = columns ? Layout::DN : Layout::ND;
    break;
  case pto::SLayout::RowMajor:
    desc.layout = columns ? Layout::NZ : Layout::ZZ;
    break;
  case pto::SLayout::ColMajor:
    desc.layout = columns ? Layout::NN : Layout::ZN;
    break;
  }
  return desc;
}

FailureOr<int32_t> Decoder::tileOf(Operation *op, Value value) {
  DecodedValue *decoded = find(value);
  auto type = dyn_cast<pto::TileBufType>(value.getType());
  if (!decoded || (!type && !decoded->memref))
    return emitError(op, Diag::NotModelled)
           << "an operand of type " << value.getType()
           << "; the core model executes tiles and views";
  if (decoded->tileIndex >= 0)
    return decoded->tileIndex;
  FailureOr<TileDesc> desc = decoded->memref
                                 ? FailureOr<TileDesc>(*decoded->memref)
                                 : tileDesc(op, type);
  if (failed(desc))
    return failure();
  if (!decoded->memref)
    desc->ld = decoded->ld;
  desc->addr = decoded->parts[0];
  desc->validRows = decoded->parts[1];
  desc->validCols = decoded->parts[2];
  if (decoded->space)
    desc->space = *decoded->space;
  for (unsigned i = 0; i < decoded->offsets.size(); ++i) {
    Operand start = decoded->offsets[i], valid = decoded->parts[1 + i];
    int64_t extent = decoded->extents[i].imm;
    desc->isPart = true;
    desc->bounded |= !start.isConst() || !valid.isConst() || start.imm < 0 ||
                     start.imm + valid.imm > extent;
    desc->offset[i] = start;
    desc->extent[i] = static_cast<int32_t>(extent);
  }
  int32_t index = builder.tile(
      *desc, decoded->memref ? decoded->fractal
                             : static_cast<unsigned>(type.getFractal()));
  decoded->tileIndex = index;
  return index;
}

uint32_t Decoder::locOf(Location loc) {
  std::string name;
  for (;;) {
    if (auto named = dyn_cast<NameLoc>(loc)) {
      if (name.empty())
        name = named.getName().str();
      loc = named.getChildLoc();
    } else if (auto call = dyn_cast<CallSiteLoc>(loc)) {
      loc = call.getCallee();
    } else if (auto fused = dyn_cast<FusedLoc>(loc)) {
      if (fused.getLocations().empty())
        break;
      loc = fused.getLocations().front();
    } else {
      break;
    }
  }
  if (auto file = dyn_cast<FileLineColLoc>(loc))
    return builder.loc(file.getFilename().str(), file.getLine(),
                       file.getColumn(), std::move(name));
  return name.empty() ? 0 : builder.loc("", 0, 0, std::move(name));
}

} // namespace pypto::coremodel
