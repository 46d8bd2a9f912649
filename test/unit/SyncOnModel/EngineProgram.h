//===- EngineProgram.h - random kernels for the core model ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Turns a kernel as the planner sees it, with a plan, into one that the core
// model executes. Every operand touches exactly the bytes that its access
// names. Trip counts and branches are drawn while the kernel runs, from its
// argument.
//
//===----------------------------------------------------------------------===//

#ifndef PYPTO_TEST_UNIT_SYNCONMODEL_ENGINEPROGRAM_H
#define PYPTO_TEST_UNIT_SYNCONMODEL_ENGINEPROGRAM_H

#include "pypto/CoreModel/Builder.h"
#include "pypto/CoreModel/Engine.h"
#include "pypto/Sync/InsertSync.h"
#include "pypto/Sync/Rules.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace pypto::sync::test {

/// Elements of a global tensor of the random kernels.
inline constexpr int64_t kTensorSize = 1024;
/// Tensors that they use, memories 1 and 2; memory 0 is on chip.
inline constexpr unsigned kTensors = 2;

/// Makes accesses such that instructions can have them: the operands of one
/// instruction have one size, the scalar unit touches single elements, a whole
/// tensor is a window at its start.
inline void makeExecutable(Program &program, Arch arch) {
  auto slotSize = [&](const Access &access) {
    return access.rotation == kNone ? access.end - access.begin
                                    : program.rotations[access.rotation].size;
  };
  for (Node &node : program.nodes) {
    node.isShortAccumulation =
        node.pipe == Pipe::M && isShortAccumulation(arch, 1, 16);
    int64_t size = 0;
    for (Access &access : node.accesses)
      if (access.memory == 0 && !size)
        size = node.pipe == Pipe::S ? 4 : slotSize(access);
    for (Access &access : node.accesses) {
      if (access.memory == 0) {
        // The borders of a rotating buffer contain all its slots.
        access.end += size - slotSize(access);
        if (access.rotation != kNone)
          program.rotations[access.rotation].size = size;
        continue;
      }
      if (access.window == kNone) {
        access.window = static_cast<uint32_t>(program.windows.size());
        program.windows.push_back({access.memory, {WindowDim()}});
      }
      program.windows[access.window].dims[0].size = size / 4;
    }
  }
}

class EngineProgram {
public:
  EngineProgram(const Program &program, Arch arch,
                const std::vector<PlacedSync> &plan)
      : program(program), builder(target::Target::get(arch)) {
    before.resize(program.nodes.size());
    after.resize(program.nodes.size());
    for (const PlacedSync &sync : plan)
      (sync.before ? before : after)[sync.anchor].push_back(sync.sync);
    std::vector<coremodel::Param> params(kTensors + 1);
    params[kTensors].kind = coremodel::Param::Integer;
    params[kTensors].type = coremodel::DType::I64;
    builder.beginFunction("kernel", coremodel::FunctionKind::Vector, params);
    state = kTensors;
    value = builder.newReg();
    addBlock(Program::body());
    builder.barrierAll();
    builder.endFunction();
    decoded = builder.finish();
    engine = std::make_unique<coremodel::Engine>(*decoded);
  }

  /// Runs the path that \p path stands for under \p seed; the contents of the
  /// tensors afterwards are in \p tensors.
  coremodel::RunResult run(int64_t path, uint64_t seed, bool checkRaces,
                           std::vector<std::vector<float>> &tensors) const {
    std::vector<coremodel::HostArg> args;
    tensors.assign(kTensors, std::vector<float>(kTensorSize));
    for (unsigned t = 0; t < kTensors; ++t) {
      for (int64_t i = 0; i < kTensorSize; ++i)
        tensors[t][static_cast<size_t>(i)] =
            static_cast<float>(i * 7 % 61) + 100 * static_cast<float>(t);
      args.push_back(coremodel::HostArg::buffer(
          tensors[t].data(), coremodel::DType::F32, {kTensorSize}));
    }
    args.push_back(coremodel::HostArg::scalar(path));
    coremodel::RunOptions options;
    options.seed = seed;
    options.checkRaces = checkRaces;
    return engine->run(args, options);
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
    desc.base = Operand::inReg(static_cast<int32_t>(access.memory) - 1);
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
  coremodel::ProgramBuilder builder;
  std::vector<std::vector<SyncInstruction>> before, after;
  std::map<NodeId, int32_t> counters;
  int32_t state = 0, value = 0;
  std::unique_ptr<coremodel::Program> decoded;
  std::unique_ptr<coremodel::Engine> engine;
};

} // namespace pypto::sync::test

#endif // PYPTO_TEST_UNIT_SYNCONMODEL_ENGINEPROGRAM_H
