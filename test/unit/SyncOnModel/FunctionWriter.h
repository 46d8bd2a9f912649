//===- FunctionWriter.h - a planned kernel as a function of the core model ===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Turns a kernel as the planner sees it, with a plan, into a function that the
// core model executes. Every operand touches exactly the bytes that its access
// names. Trip counts and branches are drawn while the kernel runs, from its
// argument.
//
//===----------------------------------------------------------------------===//

#ifndef PYPTO_TEST_UNIT_SYNCONMODEL_FUNCTIONWRITER_H
#define PYPTO_TEST_UNIT_SYNCONMODEL_FUNCTIONWRITER_H

#include "pypto/CoreModel/Builder.h"
#include "pypto/Sync/Program.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>

namespace pypto::sync::test {

/// Elements of a global tensor of the random kernels.
inline constexpr int64_t kTensorSize = 1024;
/// Tensors that a core uses, memories 1 and 2; memory 0 is on chip.
inline constexpr unsigned kTensors = 2;
/// Of a FIFO between two cores.
inline constexpr int32_t kRingSlots = 4, kRingSlotBytes = 128;

/// An instruction that sends a tile to the other core, or receives one.
struct RingUse {
  int32_t ring;
  bool sends;
};

/// What one core of a group runs.
struct CorePart {
  const Program *program;
  std::vector<PlacedSync> plan;
  std::map<NodeId, RingUse> rings;
  coremodel::FunctionKind kind = coremodel::FunctionKind::Vector;
};

class FunctionWriter {
public:
  /// The function's parameters are the tensors of all \p cores, of which this
  /// one is number \p core, the memories of the rings, and the path.
  FunctionWriter(const CorePart &part, coremodel::ProgramBuilder &builder,
                 unsigned core, unsigned cores, unsigned numRings)
      : program(*part.program), rings(part.rings), builder(builder),
        firstTensor(static_cast<int32_t>(kTensors * core)),
        firstRing(static_cast<int32_t>(kTensors * cores)) {
    before.resize(program.nodes.size());
    after.resize(program.nodes.size());
    for (const PlacedSync &sync : part.plan)
      (sync.before ? before : after)[sync.anchor].push_back(sync.sync);
    std::vector<coremodel::Param> params(kTensors * cores + numRings + 1);
    params.back().kind = coremodel::Param::Integer;
    params.back().type = coremodel::DType::I64;
    state = static_cast<int32_t>(params.size() - 1);
    builder.beginFunction("kernel" + std::to_string(core), part.kind, params);
    value = builder.newReg();
    addBlock(Program::body());
    builder.barrierAll();
    builder.endFunction();
  }

private:
  using Operand = coremodel::Operand;

  /// With several ids, that of the current iteration.
  Operand eventId(const SyncInstruction &sync) {
    if (!sync.isRotating())
      return Operand::constant(sync.id);
    int32_t id = builder.newReg();
    builder.scalar("remui", id, counters[sync.loop],
                   builder.constant(sync.idCount));
    builder.scalar("addi", id, id, builder.constant(sync.id));
    return Operand::inReg(id);
  }

  void addSync(const SyncInstruction &sync) {
    switch (sync.kind) {
    case SyncKind::Set:
      return builder.setFlag(sync.from, sync.to, eventId(sync));
    case SyncKind::Wait:
      return builder.waitFlag(sync.from, sync.to, eventId(sync));
    case SyncKind::Barrier:
      return builder.barrier(sync.from);
    case SyncKind::BarrierAll:
      return builder.barrierAll();
    }
  }

  /// Puts a random number below \p bound into a register.
  int32_t draw(int64_t bound) {
    int32_t result = builder.newReg();
    builder.scalar("muli", state, state, builder.constant(1103515245));
    builder.scalar("addi", state, state, builder.constant(12345));
    builder.scalar("andi", state, state, builder.constant(0x7fffffff));
    builder.scalar("shrui", result, state, builder.constant(12));
    builder.scalar("remui", result, result, builder.constant(bound));
    return result;
  }

  void addBlock(BlockId block) {
    for (NodeId id : program.blocks[block].nodes) {
      for (const SyncInstruction &sync : before[id])
        addSync(sync);
      const Node &node = program.nodes[id];
      builder.setLoc(builder.loc("kernel", id + 1));
      switch (node.kind) {
      case NodeKind::Instruction:
        if (auto use = rings.find(id); use != rings.end())
          addRingUse(node, use->second);
        else
          addInstruction(node);
        break;
      case NodeKind::Sync:
        addSync(node.sync);
        break;
      case NodeKind::Loop:
        addLoop(id);
        break;
      case NodeKind::Branch:
        addBranch(node);
        break;
      }
      for (const SyncInstruction &sync : after[id])
        addSync(sync);
    }
  }

  void addLoop(NodeId id) {
    const Node &node = program.nodes[id];
    int64_t least = node.mayRunZeroTimes ? 0 : 1;
    // Buffers of two, three and four slots meet in the same way every twelve
    // iterations.
    bool rotates = std::any_of(
        program.rotations.begin(), program.rotations.end(),
        [&](const Rotation &rotation) { return rotation.loop == id; });
    int32_t trips = draw((rotates ? 15 : 5) - least), i = builder.newReg();
    builder.scalar("addi", trips, trips, builder.constant(least));
    builder.copy(i, builder.constant(0));
    counters[id] = i;
    int32_t top = builder.newLabel(), end = builder.newLabel();
    int32_t more = builder.newReg();
    builder.place(top);
    builder.scalar("cmpi.slt", more, i, trips);
    builder.branchZero(more, end);
    addBlock(node.blocks[0]);
    builder.scalar("addi", i, i, builder.constant(1));
    builder.jump(top);
    builder.place(end);
  }

  void addBranch(const Node &node) {
    int32_t arm = draw(static_cast<int64_t>(node.blocks.size()));
    int32_t end = builder.newLabel();
    for (size_t n = 0; n < node.blocks.size(); ++n) {
      int32_t next = builder.newLabel(), equal = builder.newReg();
      builder.scalar("cmpi.eq", equal, arm,
                     builder.constant(static_cast<int64_t>(n)));
      builder.branchZero(equal, next);
      addBlock(node.blocks[n]);
      builder.jump(end);
      builder.place(next);
    }
    builder.place(end);
  }

  /// The slot of the current iteration of a rotating buffer.
  Operand slotOf(const Rotation &rotation) {
    int32_t address = builder.newReg(), turn = builder.newReg();
    builder.scalar("remui", turn, counters[rotation.loop],
                   builder.constant(int64_t(rotation.begins.size())));
    builder.copy(address, builder.constant(0));
    for (size_t n = 0; n < rotation.begins.size(); ++n) {
      int32_t isTurn = builder.newReg();
      builder.scalar("cmpi.eq", isTurn, turn, builder.constant(int64_t(n)));
      builder.scalar("muli", isTurn, isTurn,
                     builder.constant(rotation.begins[n]));
      builder.scalar("addi", address, address, isTurn);
    }
    return Operand::inReg(address);
  }

  int64_t sizeOf(const Access &access) const {
    return access.rotation == kNone ? access.end - access.begin
                                    : program.rotations[access.rotation].size;
  }

  int32_t tileOf(const Access &access) {
    coremodel::TileDesc desc;
    desc.rows = 1;
    desc.cols = static_cast<int32_t>(sizeOf(access)) / 4;
    desc.addr = access.rotation == kNone
                    ? Operand::constant(access.begin)
                    : slotOf(program.rotations[access.rotation]);
    desc.validRows = Operand::constant(1);
    desc.validCols = Operand::constant(desc.cols);
    return builder.tile(desc);
  }

  int32_t windowOf(const Access &access, int64_t cols) {
    coremodel::GmDesc desc;
    desc.rank = 2;
    desc.base =
        Operand::inReg(firstTensor + static_cast<int32_t>(access.memory) - 1);
    desc.size[0] = Operand::constant(1);
    desc.size[1] = Operand::constant(cols);
    desc.stride[0] = Operand::constant(cols);
    desc.stride[1] = Operand::constant(1);
    if (access.window != kNone) {
      const WindowDim &dim = program.windows[access.window].dims[0];
      int32_t base = builder.newReg();
      builder.scalar("addi", base, desc.base.reg,
                     builder.constant(4 * dim.constant));
      for (const Term &term : dim.terms) {
        const Symbol &symbol = program.symbols[term.symbol];
        int32_t part = builder.newReg();
        builder.scalar("muli", part, counters[symbol.loop],
                       builder.constant(4 * term.factor * symbol.step));
        builder.scalar("addi", base, base, part);
      }
      desc.base = Operand::inReg(base);
    }
    return builder.gm(desc);
  }

  void addInstruction(const Node &node) {
    const Access *global = nullptr;
    std::vector<const Access *> reads, writes;
    for (const Access &access : node.accesses) {
      if (access.memory != 0)
        global = &access;
      else
        (access.isWrite ? writes : reads).push_back(&access);
    }
    if (node.pipe == Pipe::S)
      return addScalar(reads, writes);
    if (global) {
      const Access &local = *(global->isWrite ? reads : writes).front();
      int32_t window = windowOf(*global, sizeOf(local) / 4);
      EXPECT_TRUE(builder.emit(global->isWrite ? "tstore" : "tload", node.pipe,
                               {tileOf(local)}, {}, {}, window,
                               global->isWrite))
          << builder.error();
      return;
    }
    // Any instruction will do on any pipe: what counts is what it touches.
    EXPECT_TRUE(builder.emit("tadd", node.pipe,
                             {tileOf(*writes.front()), tileOf(*reads.front()),
                              tileOf(*reads.back())}))
        << builder.error();
  }

  /// Next slot of a ring, transfer, and word to the other core, on one pipe.
  void addRingUse(const Node &node, const RingUse &use) {
    auto ring = [&](coremodel::InstKind kind, int32_t offset) {
      coremodel::Inst &inst = builder.add(kind);
      inst.imm = use.ring;
      inst.b = static_cast<int32_t>(node.pipe);
      inst.c = use.sends ? 0 : 1;
      inst.dst = offset;
      inst.a = -1;
    };
    int32_t offset = builder.newReg(), base = builder.newReg();
    ring(coremodel::InstKind::RingNext, offset);
    builder.scalar("addi", base, firstRing + use.ring, offset);
    const Access &local = node.accesses.front();
    coremodel::GmDesc slot;
    slot.rank = 2;
    slot.base = Operand::inReg(base);
    slot.size[0] = Operand::constant(1);
    slot.size[1] = slot.stride[0] = Operand::constant(sizeOf(local) / 4);
    slot.stride[1] = Operand::constant(1);
    EXPECT_TRUE(builder.emit(use.sends ? "tstore" : "tload", node.pipe,
                             {tileOf(local)}, {}, {}, builder.gm(slot),
                             use.sends))
        << builder.error();
    ring(coremodel::InstKind::RingDone, -1);
  }

  void addScalar(const std::vector<const Access *> &reads,
                 const std::vector<const Access *> &writes) {
    auto access = [&](coremodel::InstKind kind, const Access &element) {
      int32_t tile = tileOf(element);
      coremodel::Inst &inst = builder.add(kind);
      inst.type = coremodel::DType::F32;
      inst.imm = tile;
      inst.b = builder.constant(0);
      (kind == coremodel::InstKind::GetVal ? inst.dst : inst.c) = value;
    };
    for (const Access *element : reads)
      access(coremodel::InstKind::GetVal, *element);
    for (const Access *element : writes)
      access(coremodel::InstKind::SetVal, *element);
  }

  const Program &program;
  const std::map<NodeId, RingUse> &rings;
  coremodel::ProgramBuilder &builder;
  std::vector<std::vector<SyncInstruction>> before, after;
  std::map<NodeId, int32_t> counters;
  int32_t firstTensor, firstRing, state = 0, value = 0;
};

} // namespace pypto::sync::test

#endif // PYPTO_TEST_UNIT_SYNCONMODEL_FUNCTIONWRITER_H
