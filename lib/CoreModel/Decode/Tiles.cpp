//===- Tiles.cpp - tiles, views and instructions on them --------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "../Engine/ExecInst.h"
#include "Decoder.h"
#include <cstring>
#include <mutex>

using namespace mlir;

namespace pypto::coremodel {

LogicalResult Decoder::decodeAlloc(pto::AllocTileOp op) {
  auto type = op.getResult().getType();
  FailureOr<TileDesc> desc = tileDesc(op, type);
  if (failed(desc))
    return failure();
  DecodedValue decoded;
  if (op.getAddr()) {
    decoded.parts.push_back(scalarOf(op.getAddr()));
  } else {
    // A file without planned addresses: one tile after the other.
    desc->finalize(static_cast<unsigned>(type.getFractal()));
    auto s = static_cast<unsigned>(desc->space);
    const target::SpaceInfo &space = target.space(desc->space);
    uint64_t &next = nextAddress[s];
    uint64_t align = space.alignment.value;
    decoded.parts.push_back(Operand::constant(static_cast<int64_t>(next)));
    next += (static_cast<uint64_t>(desc->bytes) + align - 1) / align * align;
    if (next > space.usableBytes.value)
      return emitError(op, Diag::BufferExhaustion)
             << "on-chip buffer exhaustion: tiles without addresses need "
             << next << " bytes of " << target::toString(desc->space).data()
             << ", which has " << space.usableBytes.value
             << "; plan addresses first (pto.alloc_tile addr = ...)";
  }
  auto extent = [&](Value dynamic, int64_t fixed) {
    // pto.set_validshape may change a run-time extent later.
    return dynamic ? fresh(scalarOf(dynamic)) : Operand::constant(fixed);
  };
  decoded.parts.push_back(extent(op.getValidRow(), type.getValidRows()));
  decoded.parts.push_back(extent(op.getValidCol(), type.getValidCols()));
  values[op.getResult()] = std::move(decoded);
  return success();
}

/// The scales of a tile in Left or Right lie at its address divided by 16: 64
/// KiB of data have 4 KiB of scales.
LogicalResult Decoder::decodeScaleAddress(pto::TGetScaleAddrOp op) {
  constexpr int64_t kShift = 4;
  DecodedValue *source = find(op.getSrc()), *scales = find(op.getDst());
  auto type = dyn_cast<pto::TileBufType>(op.getSrc().getType());
  if (!source || !scales || !type)
    return notModelled(op, " on this type");
  Operand address = source->parts[0];
  if (address.isConst()) {
    address.imm >>= kShift;
  } else {
    int32_t reg = builder.newReg();
    builder.scalar("shrui", reg, address.reg, builder.constant(kShift));
    address = Operand::inReg(reg);
  }
  scales->parts[0] = address;
  scales->space = type.getLoc() == pto::AddressSpace::Right ? Space::RightScale
                                                            : Space::LeftScale;
  scales->tileIndex = -1;
  return success();
}

/// Another view of the same bytes: bitcast, treshape, tassign.
LogicalResult Decoder::decodeAlias(Operation *op, Value source) {
  DecodedValue *from = find(source);
  auto type = dyn_cast<pto::TileBufType>(op->getResult(0).getType());
  if (!from || !type || !isa<pto::TileBufType>(source.getType()))
    return notModelled(op, " on this type");
  DecodedValue decoded = *from;
  decoded.tileIndex = -1;
  auto forgetPart = [&] {
    decoded.offsets.clear();
    decoded.extents.clear();
  };
  if (auto assign = dyn_cast<pto::TAssignOp>(op)) {
    decoded.parts[0] = scalarOf(assign.getAddr());
    forgetPart();
  }
  if (isa<pto::TReshapeOp>(op)) {
    // A part keeps its pitch; under another shape it must have no gaps.
    auto sourceType = cast<pto::TileBufType>(source.getType());
    if (from->ld && sourceType.getShape() != type.getShape()) {
      FailureOr<TileDesc> desc = tileDesc(op, sourceType);
      if (failed(desc))
        return failure();
      bool columns = desc->layout == Layout::DN;
      bool dense = sourceType.getShape()[columns] == 1 ||
                   sourceType.getShape()[!columns] == from->ld;
      if (sourceType.isBoxed() || !dense)
        return notModelled(op, " on a part of a tile");
      decoded.ld = 0;
    }
    if (sourceType.getShape() != type.getShape())
      forgetPart();
    // The extents belong to the handle: changing them leaves the source's.
    for (unsigned i : {0u, 1u}) {
      int64_t extent = type.getValidShape()[i];
      decoded.parts[1 + i] = ShapedType::isDynamic(extent)
                                 ? fresh(decoded.parts[1 + i])
                                 : Operand::constant(extent);
    }
  }
  values[op->getResult(0)] = std::move(decoded);
  return success();
}

LogicalResult Decoder::decodeSubset(pto::SubsetOp op) {
  DecodedValue *from = find(op.getSource());
  if (!from)
    return notModelled(op);
  auto parentType = op.getSource().getType();
  auto type = op.getResult().getType();
  FailureOr<TileDesc> parent = tileDesc(op, parentType);
  if (failed(parent))
    return failure();
  parent->ld = from->ld;
  parent->finalize(static_cast<unsigned>(parentType.getFractal()));
  Operand row = scalarOf(op.getOffsets()[0]);
  Operand col = scalarOf(op.getOffsets()[1]);
  int64_t size = sizeOf(parent->type);
  int64_t box = int64_t(parent->boxRows) * parent->boxCols;
  // Bytes per row and per column step; boxed windows start at whole boxes, so
  // a step of one box divided by its extent is exact for legal offsets.
  int64_t perRow = 0, perCol = 0;
  switch (parent->layout) {
  case Layout::ND:
    perRow = parent->ld * size;
    perCol = size;
    break;
  case Layout::DN:
    perRow = size;
    perCol = parent->ld * size;
    break;
  case Layout::NZ:
  case Layout::NN:
    perRow = box * size / parent->boxRows;
    perCol = (parent->ld / parent->boxRows) * box * size / parent->boxCols;
    break;
  case Layout::ZN:
  case Layout::ZZ:
    perRow = (parent->ld / parent->boxCols) * box * size / parent->boxRows;
    perCol = box * size / parent->boxCols;
    break;
  }
  DecodedValue decoded;
  decoded.ld = parent->ld;
  decoded.parts.push_back(
      add(from->parts[0], add(multiply(row, Operand::constant(perRow)),
                              multiply(col, Operand::constant(perCol)))));
  Operand offsets[] = {row, col};
  bool isPart = !from->offsets.empty();
  for (unsigned i : {0u, 1u}) {
    decoded.offsets.push_back(isPart ? add(from->offsets[i], offsets[i])
                                     : offsets[i]);
    decoded.extents.push_back(
        isPart ? from->extents[i]
               : Operand::constant(parentType.getShape()[i]));
    int64_t valid = type.getValidShape()[i];
    if (!ShapedType::isDynamic(valid)) {
      decoded.parts.push_back(Operand::constant(valid));
      continue;
    }
    // min(size, p - offset mod p), p the parent's valid extent.
    int32_t p = regOf(values[op.getSource()].parts[1 + i]);
    int32_t reg = builder.newReg();
    builder.scalar("remui", reg, regOf(offsets[i]), p);
    builder.scalar("subi", reg, p, reg);
    builder.scalar("minsi", reg, reg, builder.constant(type.getShape()[i]));
    decoded.parts.push_back(Operand::inReg(reg));
  }
  values[op.getResult()] = std::move(decoded);
  return success();
}

LogicalResult Decoder::decodeSetValidShape(pto::SetValidShapeOp op) {
  DecodedValue *tile = find(op.getSource());
  if (!tile || tile->parts.size() != 3 || tile->parts[1].isConst() ||
      tile->parts[2].isConst())
    return notModelled(op, " on a tile with static valid extents");
  builder.copy(tile->parts[1].reg, regOf(op.getValidRow()));
  builder.copy(tile->parts[2].reg, regOf(op.getValidCol()));
  return success();
}

LogicalResult Decoder::decodeTensorView(pto::MakeTensorViewOp op) {
  if (!isa<pto::PtrType>(op.getPtr().getType()))
    return notModelled(op, " on a memref");
  DecodedValue decoded;
  decoded.parts.push_back(scalarOf(op.getPtr()));
  for (Value extent : op.getShape())
    decoded.parts.push_back(scalarOf(extent));
  for (Value stride : op.getStrides())
    decoded.parts.push_back(scalarOf(stride));
  if (op.getLayout())
    decoded.layout = static_cast<Layout>(*op.getLayout());
  values[op.getResult()] = std::move(decoded);
  return success();
}

LogicalResult Decoder::decodePartition(pto::PartitionViewOp op) {
  DecodedValue *from = find(op.getSource());
  if (!from)
    return notModelled(op);
  FailureOr<DType> dtype =
      elementType(op, op.getSource().getType().getElementType());
  if (failed(dtype))
    return failure();
  size_t rank = op.getOffsets().size();
  if (rank > 5)
    return notModelled(op, " of rank above 5");
  Operand offset = Operand::constant(0);
  SmallVector<Operand> strides(from->parts.begin() + 1 + rank,
                               from->parts.end());
  Operand base = from->parts[0];
  Layout layout = from->layout;
  for (size_t i = 0; i < rank; ++i)
    offset = add(offset, multiply(scalarOf(op.getOffsets()[i]), strides[i]));
  DecodedValue decoded;
  decoded.layout = layout;
  decoded.parts.push_back(
      add(base, multiply(offset, Operand::constant(sizeOf(*dtype)))));
  for (Value size : op.getSizes())
    decoded.parts.push_back(scalarOf(size));
  decoded.parts.append(strides.begin(), strides.end());
  bool inside = true;
  for (size_t i = 0; i < rank; ++i) {
    Operand start = scalarOf(op.getOffsets()[i]);
    Operand size = decoded.parts[1 + i], extent = from->parts[1 + i];
    inside &= start.isConst() && size.isConst() && extent.isConst() &&
              start.imm >= 0 && start.imm + size.imm <= extent.imm;
    decoded.offsets.push_back(start);
    decoded.extents.push_back(extent);
  }
  if (inside) {
    decoded.offsets.clear();
    decoded.extents.clear();
  }
  values[op.getResult()] = std::move(decoded);
  return success();
}

FailureOr<int32_t> Decoder::gmWindow(Operation *op, Value view) {
  DecodedValue *decoded = find(view);
  auto type = dyn_cast<pto::PartitionTensorViewType>(view.getType());
  if (!decoded || !type)
    return emitError(op, Diag::NotModelled)
           << "an operand of type " << view.getType()
           << "; the core model transfers partition views";
  FailureOr<DType> dtype = elementType(op, type.getElementType());
  if (failed(dtype))
    return failure();
  GmDesc desc;
  desc.type = *dtype;
  desc.layout = decoded->layout;
  desc.rank = static_cast<uint8_t>((decoded->parts.size() - 1) / 2);
  desc.base = decoded->parts[0];
  for (unsigned i = 0; i < desc.rank; ++i) {
    desc.size[i] = decoded->parts[1 + i];
    desc.stride[i] = decoded->parts[1 + desc.rank + i];
  }
  desc.bounded = !decoded->offsets.empty();
  llvm::copy(decoded->offsets, desc.offset);
  llvm::copy(decoded->extents, desc.extent);
  return builder.gm(desc);
}

static bool isScalar(Type type) {
  return isa<IndexType, IntegerType, FloatType>(type);
}

/// What the operation does with each operand, by its declared effects.
static SmallVector<uint8_t> operandAccess(Operation *op) {
  SmallVector<uint8_t> access(op->getNumOperands(), 0);
  auto effectOp = dyn_cast<MemoryEffectOpInterface>(op);
  if (!effectOp)
    return access;
  SmallVector<MemoryEffects::EffectInstance> effects;
  effectOp.getEffects(effects);
  for (const MemoryEffects::EffectInstance &effect : effects) {
    auto *operand = effect.getEffectValue<OpOperand *>();
    if (!operand)
      continue;
    uint8_t &use = access[operand->getOperandNumber()];
    if (isa<pto::ScratchResource>(effect.getResource()))
      use |= AccessWrite | AccessScratch;
    else if (!isa<SideEffects::DefaultResource>(effect.getResource()))
      continue;
    else if (isa<MemoryEffects::Read>(effect.getEffect()))
      use |= AccessRead;
    else if (isa<MemoryEffects::Write>(effect.getEffect()))
      use |= AccessWrite;
  }
  return access;
}

/// Destinations first, then sources in the order of the text, then scratch.
LogicalResult Decoder::decodeTileOp(pto::PipeOpInterface op) {
  StringRef name = op->getName().stripDialect();
  if (!findOp(name))
    return notModelled(op,
                       target.arch == target::Arch::A5 ? " (950)" : " (910B)");
  if (runsOnOtherCore(op))
    return success();
  FailureOr<Pipe> pipe = pipeOf(op, op.getPipe());
  if (failed(pipe))
    return failure();
  TileInst inst;
  inst.pipe = *pipe;
  inst.attrs = attributesOf(op);
  if (auto divide = dyn_cast<pto::TDivSOp>(op.getOperation()))
    inst.attrs.reversed = divide.isScalarFirst();
  auto addTile = [&](Value value, uint8_t access) -> LogicalResult {
    if (inst.numTiles == kMaxTiles)
      return notModelled(op, " with so many tiles");
    FailureOr<int32_t> tile = tileOf(op, value);
    if (failed(tile))
      return failure();
    inst.tile[inst.numTiles] = *tile;
    inst.access[inst.numTiles++] = access;
    return success();
  };
  auto addWindow = [&](Value value, bool write) -> LogicalResult {
    if (inst.gm >= 0)
      return notModelled(op, " with two windows");
    FailureOr<int32_t> window = gmWindow(op, value);
    if (failed(window))
      return failure();
    inst.gm = *window;
    inst.gmWrite = write;
    return success();
  };
  SmallVector<uint8_t> access = operandAccess(op);
  auto addOperands = [&](bool wanted(uint8_t)) -> LogicalResult {
    for (OpOperand &operand : op->getOpOperands()) {
      Value value = operand.get();
      uint8_t use = access[operand.getOperandNumber()];
      if (!wanted(use) || isScalar(value.getType()))
        continue;
      if (isa<pto::PartitionTensorViewType>(value.getType())
              ? failed(addWindow(value, use & AccessWrite))
              : failed(addTile(value, use)))
        return failure();
    }
    return success();
  };
  auto isDst = [](uint8_t use) {
    return (use & AccessWrite) && !(use & AccessScratch);
  };
  auto isSrc = [](uint8_t use) { return use == AccessRead; };
  auto isScratch = [](uint8_t use) { return (use & AccessScratch) != 0; };
  if (failed(addOperands(isDst)) || failed(addOperands(isSrc)) ||
      failed(addOperands(isScratch)))
    return failure();
  for (Value value : op->getOperands()) {
    if (!isScalar(value.getType()))
      continue;
    if (inst.numScalars == kMaxScalars)
      return notModelled(op, " with so many scalars");
    ScalarOperand &scalar = inst.scalar[inst.numScalars++];
    scalar.value = scalarOf(value);
    scalar.isFloat = isa<FloatType>(value.getType());
    if (scalar.isFloat && scalar.value.isConst()) {
      static_assert(sizeof(scalar.imm) == sizeof(scalar.value.imm));
      std::memcpy(&scalar.imm, &scalar.value.imm, sizeof(scalar.imm));
    }
  }
  if (!builder.emit(name, inst))
    return emitError(op, Diag::NotModelled) << builder.error();
  return success();
}

/// A row of the operation table for an instruction that the table lacks. There
/// are as many as mnemonics, and they stay.
static const OpInfo *observedOp(StringRef name) {
  static std::mutex mutex;
  static std::map<std::string, OpInfo, std::less<>> rows;
  std::lock_guard lock(mutex);
  auto [row, isNew] = rows.try_emplace(name.str());
  if (isNew)
    row->second.name = row->first.c_str();
  return &row->second;
}

LogicalResult Decoder::observe(Operation *op) {
  if (runsOnOtherCore(op))
    return success();
  SmallVector<uint8_t> access = operandAccess(op);
  for (OpOperand &operand : op->getOpOperands()) {
    uint8_t use = access[operand.getOperandNumber()];
    Type type = operand.get().getType();
    bool isWindow = isa<pto::PartitionTensorViewType>(type);
    if (!use || !(isWindow || isa<pto::TileBufType>(type)))
      continue;
    TileInst inst;
    inst.info = observedOp(op->getName().stripDialect());
    inst.pipe = Pipe::S;
    if (auto instruction = dyn_cast<pto::PipeOpInterface>(op)) {
      FailureOr<Pipe> pipe = pipeOf(op, instruction.getPipe());
      if (failed(pipe))
        return failure();
      inst.pipe = *pipe;
    }
    FailureOr<int32_t> index =
        isWindow ? gmWindow(op, operand.get()) : tileOf(op, operand.get());
    if (failed(index))
      return failure();
    if (isWindow) {
      inst.gm = *index;
      inst.gmWrite = use & AccessWrite;
    } else {
      inst.numTiles = 1;
      inst.tile[0] = *index;
      inst.access[0] = use;
    }
    auto &all = builder.get().tileInsts;
    Inst &made = builder.add(InstKind::Observe);
    made.imm = static_cast<int64_t>(all.size());
    inst.loc = made.loc;
    all.push_back(inst);
  }
  return success();
}

LogicalResult Decoder::decodeScalarAccess(Operation *op) {
  auto result = [&](int32_t reg) {
    DecodedValue decoded;
    decoded.parts.push_back(Operand::inReg(reg));
    values[op->getResult(0)] = std::move(decoded);
    return success();
  };
  if (auto o = dyn_cast<pto::AddPtrOp>(op)) {
    FailureOr<DType> dtype =
        elementType(op, o.getPtr().getType().getElementType());
    if (failed(dtype))
      return failure();
    DecodedValue decoded;
    decoded.parts.push_back(
        add(scalarOf(o.getPtr()), multiply(scalarOf(o.getOffset()),
                                           Operand::constant(sizeOf(*dtype)))));
    values[o.getResult()] = std::move(decoded);
    return success();
  }
  if (auto o = dyn_cast<pto::GetTensorViewDimOp>(op)) {
    DecodedValue *view = find(o.getTensorView());
    Operand dim = scalarOf(o.getDimIndex());
    if (!view || !dim.isConst())
      return notModelled(op, " with a run-time dimension");
    size_t rank = (view->parts.size() - 1) / 2;
    if (dim.imm < 0 || static_cast<size_t>(dim.imm) >= rank)
      return emitError(op, Diag::BadExtent)
             << "dimension " << dim.imm << " of a view of rank " << rank;
    DecodedValue decoded;
    decoded.parts.push_back(view->parts[1 + dim.imm]);
    values[o.getResult()] = std::move(decoded);
    return success();
  }
  if (auto o = dyn_cast<pto::PrintOp>(op)) {
    builder.get().strings.push_back(o.getFormat().str());
    auto index = static_cast<int64_t>(builder.get().strings.size() - 1);
    int32_t reg = regOf(o.getScalar());
    Inst &inst = builder.add(InstKind::Print);
    inst.imm = index;
    inst.a = reg;
    inst.type = dtypeOf(o.getScalar().getType()).value_or(DType::I64);
    return success();
  }
  if (isa<pto::TrapOp>(op)) {
    builder.add(InstKind::Trap);
    return success();
  }
  if (isa<pto::GetBlockIdxOp>(op))
    return result(builder.blockIdx());
  if (isa<pto::GetBlockNumOp>(op))
    return result(builder.blockNum());
  if (isa<pto::GetSubBlockIdxOp>(op))
    return result(builder.subBlockIdx());
  if (isa<pto::GetSubBlockNumOp>(op))
    return result(builder.subBlockNum());

  // Single elements of global memory and of tiles.
  bool load = isa<pto::LoadScalarOp, pto::TGetValOp>(op);
  bool global = isa<pto::LoadScalarOp, pto::StoreScalarOp>(op);
  Value memory, offset, value;
  if (auto o = dyn_cast<pto::LoadScalarOp>(op)) {
    memory = o.getPtr();
    offset = o.getOffset();
    value = o.getValue();
  } else if (auto o = dyn_cast<pto::StoreScalarOp>(op)) {
    memory = o.getPtr();
    offset = o.getOffset();
    value = o.getValue();
  } else if (auto o = dyn_cast<pto::TGetValOp>(op)) {
    memory = o.getSrc();
    offset = o.getOffset();
    value = op->getResult(0);
  } else if (auto o = dyn_cast<pto::TSetValOp>(op)) {
    memory = o.getDst();
    offset = o.getOffset();
    value = o.getVal();
  }
  FailureOr<DType> dtype = elementType(op, value.getType());
  if (failed(dtype))
    return failure();
  int64_t tileIndex = 0;
  int32_t address = -1;
  if (global) {
    if (!isa<pto::PtrType>(memory.getType()))
      return notModelled(op, " on a memref");
    address = regOf(memory);
  } else {
    FailureOr<int32_t> tile = tileOf(op, memory);
    if (failed(tile))
      return failure();
    tileIndex = *tile;
  }
  int32_t index = regOf(offset);
  int32_t source = load ? -1 : regOf(value);
  int32_t target = load ? builder.newReg() : -1;
  Inst &inst =
      builder.add(load ? (global ? InstKind::LoadGm : InstKind::GetVal)
                       : (global ? InstKind::StoreGm : InstKind::SetVal));
  inst.type = *dtype;
  inst.a = address;
  inst.b = index;
  inst.c = source;
  inst.dst = target;
  inst.imm = tileIndex;
  return load ? result(target) : success();
}

} // namespace pypto::coremodel
