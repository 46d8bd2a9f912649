//===- Fifo.cpp - FIFOs between the cores of a group ------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Staged through global memory (910B), a push is a store into the slot and a
// pop a load from it into the consumer's buffer, after which the slot is free
// again; releasing the tile does nothing. Between local memories (950), a push
// writes into the consumer's buffer, a pop only waits and points the tile at
// the slot, and the release frees it.
//
// A slot in global memory holds the cube core's whole tile by rows; a vector
// core transfers its part of it.
//
//===----------------------------------------------------------------------===//

#include "../Engine/ExecInst.h"
#include "Decoder.h"

using namespace mlir;

namespace pypto::coremodel {

static constexpr int64_t kReserveAlign = 256;
/// Codes of `split`.
enum Split : int64_t { Whole, UpDown, LeftRight, UpDownOdd, LeftRightOdd };
static bool byRows(int64_t split) {
  return split == UpDown || split == UpDownOdd;
}
static bool byColumns(int64_t split) {
  return split == LeftRight || split == LeftRightOdd;
}

//===----------------------------------------------------------------------===//
// Reserved buffers
//===----------------------------------------------------------------------===//

/// Buffers that the planner would place lie at the start of their memory, one
/// after the other.
int64_t Decoder::reservedBase(pto::ReserveBufferOp op) {
  if (!op.getAutoAlloc())
    return op.getBase().value_or(0);
  int64_t base = 0;
  op->getParentOfType<func::FuncOp>().walk([&](pto::ReserveBufferOp other) {
    if (other == op)
      return WalkResult::interrupt();
    if (other.getAutoAlloc() && other.getLocation() == op.getLocation())
      base += llvm::alignTo(other.getSize(), kReserveAlign);
    return WalkResult::advance();
  });
  return base;
}

/// Tiles without addresses come behind them.
void Decoder::reserveBuffers() {
  module.walk([&](pto::ReserveBufferOp op) {
    if (!op.getAutoAlloc())
      return;
    Space space =
        op.getLocation() == pto::AddressSpace::Mat ? Space::Mat : Space::Vec;
    auto end = static_cast<uint64_t>(
        llvm::alignTo(reservedBase(op) + op.getSize(), kReserveAlign));
    uint64_t &next = nextAddress[static_cast<unsigned>(space)];
    next = std::max(next, end);
  });
}

//===----------------------------------------------------------------------===//
// Ends and rings
//===----------------------------------------------------------------------===//

static std::pair<int64_t, int64_t> frontEndKey(Operation *op) {
  auto id = op->getAttrOfType<IntegerAttr>("id");
  return {0, id ? id.getInt() : 0};
}

template <typename Op>
static FifoEnd describeEnd(Op op, int64_t dirMask, int64_t slots,
                           int64_t localSlots) {
  FifoEnd end;
  end.op = op;
  end.dirMask = static_cast<int32_t>(dirMask);
  end.slots = static_cast<int32_t>(slots);
  end.localSlots = static_cast<int32_t>(localSlots);
  end.slotBytes = static_cast<int32_t>(op.getSlotSize());
  return end;
}

/// Slots are counted modulo their number.
static LogicalResult checkSlots(const FifoEnd &end) {
  if (end.slots >= 1 && end.localSlots >= 1 && end.slotBytes >= 1)
    return success();
  return emitError(end.op, Diag::PtoAttribute)
         << "a FIFO needs at least one slot of at least one byte, here and in "
            "local memory; got "
         << end.slots << " of " << end.slotBytes << " bytes, " << end.localSlots
         << " local";
}

LogicalResult Decoder::decodeFifoEnd(Operation *op) {
  auto frontEnd = [&](auto o) -> LogicalResult {
    int64_t slots = o.getSlotNum().value_or(o.getDirMask() == 3 ? 4 : 8);
    FifoEnd end = describeEnd(o, o.getDirMask(), slots,
                              o.getLocalSlotNum().value_or(slots));
    if (failed(checkSlots(end)))
      return failure();
    end.global = target.arch == target::Arch::A2A3;
    if (end.global && !o.getGmSlotBuffer())
      return emitError(op, Diag::PtoOperandKind)
             << "a FIFO of the 910B goes through global memory and needs "
                "gm_slot_buffer";
    if (end.global)
      end.gm = scalarOf(o.getGmSlotBuffer());
    end.buffer[0] = scalarOf(o.getC2vConsumerBuf());
    end.buffer[1] = scalarOf(o.getV2cConsumerBuf());
    auto key = frontEndKey(op);
    end.key = key.second;
    fifos[key] = end;
    return success();
  };
  auto internal = [&](auto o, FifoEnd end) -> LogicalResult {
    if (failed(checkSlots(end)))
      return failure();
    bool toVector = o.getDirMask() & 1;
    end.buffer[toVector ? 0 : 1] = scalarOf(o.getLocalAddr());
    if (o.getPeerLocalAddr())
      end.buffer[1] = scalarOf(o.getPeerLocalAddr());
    end.key = o.getFlagBase().value_or(0);
    std::pair<int64_t, int64_t> key{1, end.key};
    fifos[key] = end;
    fifoHandles[o.getPipe()] = key;
    return success();
  };
  if (auto o = dyn_cast<pto::AicInitializePipeOp>(op))
    return frontEnd(o);
  if (auto o = dyn_cast<pto::AivInitializePipeOp>(op))
    return frontEnd(o);
  if (auto o = dyn_cast<pto::InitializeL2LPipeOp>(op))
    return internal(
        o, describeEnd(o, o.getDirMask(), o.getSlotNum(), o.getSlotNum()));
  auto o = cast<pto::InitializeL2G2LPipeOp>(op);
  if (!isa<pto::PtrType>(o.getGmAddr().getType()))
    return notModelled(op, " with slots outside a pointer");
  FifoEnd end = describeEnd(o, o.getDirMask(), o.getSlotNum(),
                            o.getLocalSlotNum().value_or(o.getSlotNum()));
  end.global = true;
  end.gm = scalarOf(o.getGmAddr());
  return internal(o, end);
}

FifoEnd *Decoder::fifoOf(Operation *op) {
  std::pair<int64_t, int64_t> key = frontEndKey(op);
  for (Value operand : op->getOperands())
    if (isa<pto::PipeType>(operand.getType()))
      key = fifoHandles.lookup(operand);
  auto it = fifos.find(key);
  return it == fifos.end() ? nullptr : &it->second;
}

FailureOr<FifoRing *> Decoder::ringOf(Operation *op, FifoEnd &end,
                                      bool toVector, int64_t split) {
  if (!(end.dirMask & (toVector ? 1 : 2)))
    return emitError(op, Diag::PtoAttribute)
           << "the FIFO has dir_mask = " << end.dirMask
           << " and no direction from "
           << (toVector ? "cube to vector (1 or 3)"
                        : "vector to cube (2 or 3)");
  bool front =
      !isa<pto::InitializeL2LPipeOp, pto::InitializeL2G2LPipeOp>(end.op);
  auto [it, isNew] = rings.try_emplace(
      std::make_tuple(groupIndex, front ? 0 : 1, end.key, toVector));
  FifoRing &ring = it->second;
  auto &all = builder.get().rings;
  if (isNew) {
    ring.ring = static_cast<int32_t>(all.size());
    ring.op = end.op;
    Ring made;
    made.name = "FIFO " + std::to_string(end.key) +
                (toVector ? " from the cube to the vector core"
                          : " from the vector to the cube core");
    made.slots = end.slots;
    made.localSlots = end.global ? end.localSlots : end.slots;
    made.slotBytes = end.slotBytes;
    all.push_back(made);
  }
  Ring &shared = all[static_cast<size_t>(ring.ring)];
  if (shared.slots != end.slots || shared.slotBytes != end.slotBytes) {
    InFlightDiagnostic error = emitError(end.op, Diag::PtoAttribute)
                               << "this end has " << end.slots << " slots of "
                               << end.slotBytes << " bytes, the other "
                               << shared.slots << " of " << shared.slotBytes;
    error.attachNote(ring.op->getLoc()) << "the other end";
    return error;
  }
  if (ring.split >= 0 && ring.split != split) {
    InFlightDiagnostic error =
        emitError(op, Diag::PtoAttribute)
        << "split = " << split << " here, " << ring.split
        << " elsewhere; all uses of one direction of a FIFO divide the tile "
           "the same way";
    error.attachNote(ring.use->getLoc()) << "the other use";
    return error;
  }
  if (ring.split < 0) {
    ring.split = split;
    ring.use = op;
    // Undivided tiles concern the first vector core of the 950 only.
    shared.lanes = target.arch == target::Arch::A5 && split == Whole ? 1 : 2;
  }
  return &ring;
}

//===----------------------------------------------------------------------===//
// Push, pop, release
//===----------------------------------------------------------------------===//

void Decoder::ringInst(InstKind instKind, int32_t ring, bool producer,
                       Pipe pipe, int32_t dst, int32_t local) {
  Inst &inst = builder.add(instKind);
  inst.imm = ring;
  inst.b = static_cast<int32_t>(pipe);
  inst.c = producer ? 0 : 1;
  inst.dst = dst;
  inst.a = local;
}

LogicalResult Decoder::emitTile(Operation *op, StringRef name, Pipe pipe,
                                ArrayRef<std::pair<int32_t, uint8_t>> tiles,
                                ArrayRef<Operand> scalars, int32_t gm,
                                bool gmWrite) {
  TileInst inst;
  inst.pipe = pipe;
  for (auto [tile, access] : tiles) {
    inst.tile[inst.numTiles] = tile;
    inst.access[inst.numTiles++] = access;
  }
  for (Operand scalar : scalars)
    inst.scalar[inst.numScalars++].value = scalar;
  inst.gm = gm;
  inst.gmWrite = gmWrite;
  if (!builder.emit(name, inst))
    return emitError(op, Diag::NotModelled) << builder.error();
  return success();
}

/// Rows or columns that the second vector core's part starts at.
static int64_t partStart(const TileDesc &part, int64_t split,
                         std::optional<int64_t> laneStride) {
  if (laneStride)
    return *laneStride;
  return byRows(split) ? part.rows : byColumns(split) ? part.cols : 0;
}

/// The tile's window of the slot in global memory.
FailureOr<GmDesc> Decoder::slotWindow(Operation *op, FifoEnd &end,
                                      FifoRing &ring, bool toVector,
                                      const TileDesc &tile, int64_t split,
                                      std::optional<int64_t> laneStride,
                                      int32_t offset) {
  bool cube = kind == FunctionKind::Cube;
  int64_t size = sizeOf(tile.type), rows = tile.rows, pitch = tile.cols;
  if (cube) {
    ring.wholeColumns = tile.cols;
  } else if (byColumns(split)) {
    pitch = ring.wholeColumns ? ring.wholeColumns : 2 * tile.cols;
  }
  if (!cube && byRows(split))
    rows = partStart(tile, split, laneStride) + tile.rows;
  if (rows * pitch * size > end.slotBytes && !laneStride)
    return emitError(op, Diag::PtoShape)
           << "a tile of " << rows << "x" << pitch << " elements of " << size
           << " bytes does not fit a slot of " << end.slotBytes
           << " bytes; slot_size must be at least " << rows * pitch * size;
  GmDesc window;
  window.type = tile.type;
  window.rank = 2;
  Operand start = add(end.gm, Operand::inReg(offset));
  if (!toVector && end.dirMask == 3)
    start = add(start, Operand::constant(int64_t(end.slots) * end.slotBytes));
  if (!cube && split != Whole) {
    int64_t second = partStart(tile, split, laneStride);
    int64_t bytes = (byRows(split) ? second * pitch : second) * size;
    start = add(start, multiply(Operand::inReg(builder.subBlockIdx()),
                                Operand::constant(bytes)));
  }
  window.base = start;
  // Parts of uneven size differ in their valid extents only.
  window.size[0] = tile.validRows;
  window.size[1] = tile.validCols;
  window.stride[0] = Operand::constant(pitch);
  window.stride[1] = Operand::constant(1);
  return window;
}

LogicalResult Decoder::decodePush(Operation *op, Value tile, int64_t split,
                                  std::optional<int64_t> laneStride) {
  FifoEnd *end = fifoOf(op);
  if (!end)
    return emitError(op, Diag::PtoPlacement)
           << "no FIFO is declared in front of this use";
  bool cube = kind == FunctionKind::Cube;
  FailureOr<FifoRing *> ring = ringOf(op, *end, cube, split);
  FailureOr<Pipe> pipe = pipeOf(op, cast<pto::PipeOpInterface>(op).getPipe());
  FailureOr<int32_t> source = tileOf(op, tile);
  if (failed(ring) || failed(pipe) || failed(source))
    return failure();
  TileDesc desc = builder.get().tiles[static_cast<size_t>(*source)];
  int32_t index = (*ring)->ring, offset = builder.newReg();
  ringInst(InstKind::RingNext, index, true, *pipe, offset);
  if (end->global) {
    FailureOr<GmDesc> window =
        slotWindow(op, *end, **ring, cube, desc, split, laneStride, offset);
    if (failed(window) ||
        failed(emitTile(op, "tstore", *pipe, {{*source, AccessRead}}, {},
                        builder.gm(*window), true)))
      return failure();
    ringInst(InstKind::RingDone, index, true, *pipe);
    return success();
  }
  if (split > LeftRight)
    return notModelled(op, " with odd parts between local memories");
  // Straight into the consumer's buffer.
  TileDesc slot = desc;
  slot.ld = 0;
  slot.pad = Pad::Null;
  slot.addr = add(end->buffer[cube ? 0 : 1], Operand::inReg(offset));
  bool rows = byRows(split), columns = byColumns(split);
  if (cube) {
    slot.space = Space::Vec;
    slot.layout = Layout::ND;
    slot.rows /= rows ? 2 : 1;
    slot.cols /= columns ? 2 : 1;
    for (unsigned lane = 0; lane < (split == Whole ? 1u : 2u); ++lane) {
      slot.owner = lane ? Owner::Lane1 : Owner::Lane0;
      if (split != Whole) {
        slot.validRows = Operand::constant(slot.rows);
        slot.validCols = Operand::constant(slot.cols);
      }
      Operand at[] = {Operand::constant(rows ? lane * slot.rows : 0),
                      Operand::constant(columns ? lane * slot.cols : 0)};
      if (failed(emitTile(
              op, "textract", *pipe,
              {{builder.tile(slot), AccessWrite}, {*source, AccessRead}}, at)))
        return failure();
    }
  } else {
    slot.space = Space::Mat;
    slot.layout = Layout::NZ;
    slot.rows *= rows ? 2 : 1;
    slot.cols *= columns ? 2 : 1;
    slot.validRows = Operand::constant(slot.rows);
    slot.validCols = Operand::constant(slot.cols);
    slot.owner = Owner::Cube;
    Operand lane = Operand::inReg(builder.subBlockIdx());
    Operand at[] = {multiply(lane, Operand::constant(rows ? desc.rows : 0)),
                    multiply(lane, Operand::constant(columns ? desc.cols : 0))};
    if (failed(emitTile(
            op, "tinsert", *pipe,
            {{builder.tile(slot), AccessWrite}, {*source, AccessRead}}, at)))
      return failure();
  }
  if (builder.get().tiles.back().bytes > end->slotBytes)
    return emitError(op, Diag::PtoShape)
           << "the tile takes " << builder.get().tiles.back().bytes
           << " bytes, a slot has " << end->slotBytes;
  ringInst(InstKind::RingDone, index, true, *pipe);
  return success();
}

LogicalResult Decoder::decodePop(Operation *op, Value tile, int64_t split,
                                 std::optional<int64_t> laneStride) {
  FifoEnd *end = fifoOf(op);
  if (!end)
    return emitError(op, Diag::PtoPlacement)
           << "no FIFO is declared in front of this use";
  bool toVector = kind == FunctionKind::Vector;
  FailureOr<FifoRing *> ring = ringOf(op, *end, toVector, split);
  if (failed(ring))
    return failure();
  DecodedValue *decoded = find(tile);
  if (!decoded)
    return notModelled(op, " into a tile from elsewhere");
  if (decoded->parts[0].isConst())
    return notModelled(op, " into a tile that has an address already");
  // The slots on chip are those of the end that pops.
  builder.get().rings[static_cast<size_t>((*ring)->ring)].localSlots =
      end->global ? end->localSlots : end->slots;
  int32_t index = (*ring)->ring, offset = builder.newReg(),
          local = builder.newReg();
  Pipe pipe = end->global ? Pipe::MTE2 : Pipe::S;
  ringInst(InstKind::RingNext, index, false, pipe, offset, local);
  Operand address = add(end->buffer[toVector ? 0 : 1], Operand::inReg(local));
  builder.copy(decoded->parts[0].reg, regOf(address));
  if (!end->global)
    return success();
  FailureOr<int32_t> destination = tileOf(op, tile);
  if (failed(destination))
    return failure();
  TileDesc desc = builder.get().tiles[static_cast<size_t>(*destination)];
  FailureOr<GmDesc> window =
      slotWindow(op, *end, **ring, toVector, desc, split, laneStride, offset);
  if (failed(window) ||
      failed(emitTile(op, "tload", pipe, {{*destination, AccessWrite}}, {},
                      builder.gm(*window))))
    return failure();
  ringInst(InstKind::RingDone, index, false, pipe);
  return success();
}

LogicalResult Decoder::decodeFree(Operation *op, int64_t split) {
  FifoEnd *end = fifoOf(op);
  if (!end)
    return emitError(op, Diag::PtoPlacement)
           << "no FIFO is declared in front of this use";
  FailureOr<FifoRing *> ring =
      ringOf(op, *end, kind == FunctionKind::Vector, split);
  if (failed(ring))
    return failure();
  if (!end->global)
    ringInst(InstKind::RingDone, (*ring)->ring, false, Pipe::S);
  return success();
}

/// A tile whose address a pop sets; run-time extents may be set later.
LogicalResult Decoder::decodeDeclareTile(Operation *op, Value tile) {
  auto type = dyn_cast<pto::TileBufType>(tile.getType());
  if (!type)
    return notModelled(op, " of this type");
  DecodedValue decoded;
  decoded.parts.push_back(Operand::inReg(builder.newReg()));
  for (unsigned i : {0u, 1u}) {
    int64_t extent = type.getValidShape()[i];
    decoded.parts.push_back(ShapedType::isDynamic(extent)
                                ? fresh(Operand::constant(type.getShape()[i]))
                                : Operand::constant(extent));
  }
  values[tile] = std::move(decoded);
  return success();
}

LogicalResult Decoder::decodeFifo(Operation *op) {
  auto stride = [](std::optional<uint32_t> value) {
    return value ? std::optional<int64_t>(*value) : std::nullopt;
  };
  auto pop = [&](auto o) -> LogicalResult {
    if (failed(decodeDeclareTile(op, o.getTile())))
      return failure();
    if (o.getValidRow()) {
      DecodedValue &tile = values[o.getTile()];
      builder.copy(tile.parts[1].reg, regOf(o.getValidRow()));
      builder.copy(tile.parts[2].reg, regOf(o.getValidCol()));
    }
    return decodePop(op, o.getTile(), o.getSplit(), stride(o.getLaneStride()));
  };
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case<pto::TPushToAivOp, pto::TPushToAicOp>([&](auto o) {
        return decodePush(op, o.getTile(), o.getSplit(),
                          stride(o.getLaneStride()));
      })
      .Case<pto::TPopFromAicOp, pto::TPopFromAivOp>(pop)
      .Case<pto::TFreeFromAicOp, pto::TFreeFromAivOp>(
          [&](auto o) { return decodeFree(op, o.getSplit()); })
      .Case([&](pto::TPushOp o) {
        return decodePush(op, o.getTile(), o.getSplit(), std::nullopt);
      })
      .Case([&](pto::TPopOp o) {
        return decodePop(op, o.getTile(), o.getSplit(), std::nullopt);
      })
      .Case([&](pto::TFreeOp o) { return decodeFree(op, o.getSplit()); })
      .Case([&](pto::DeclareTileOp o) {
        return decodeDeclareTile(op, o->getResult(0));
      })
      .Case([&](pto::ReserveBufferOp o) {
        values[o.getAddress()].parts.assign(1,
                                            Operand::constant(reservedBase(o)));
        return success();
      })
      .Case([&](pto::ImportReservedBufferOp o) -> LogicalResult {
        auto peer = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
            op, o.getPeerFuncAttr());
        pto::ReserveBufferOp reserved;
        if (peer)
          peer.walk([&](pto::ReserveBufferOp candidate) {
            if (candidate.getName() == o.getName())
              reserved = candidate;
          });
        if (!reserved)
          return emitError(op, Diag::PtoOperandKind)
                 << "function '" << o.getPeerFunc()
                 << "' reserves no buffer named '" << o.getName() << "'";
        values[o.getAddress()].parts.assign(
            1, Operand::constant(reservedBase(reserved)));
        return success();
      })
      .Default([&](Operation *) { return decodeFifoEnd(op); });
}

} // namespace pypto::coremodel
