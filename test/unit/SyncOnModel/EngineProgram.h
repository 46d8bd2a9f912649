//===- EngineProgram.h - random kernels for the core model ------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels of one core, or of a cube and a vector core that exchange tiles.
//
//===----------------------------------------------------------------------===//

#ifndef PYPTO_TEST_UNIT_SYNCONMODEL_ENGINEPROGRAM_H
#define PYPTO_TEST_UNIT_SYNCONMODEL_ENGINEPROGRAM_H

#include "FunctionWriter.h"

#include "pypto/CoreModel/Engine.h"
#include "pypto/Sync/InsertSync.h"
#include "pypto/Sync/Rules.h"

namespace pypto::sync::test {

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
      : EngineProgram({CorePart{&program, plan, {}}}, arch, 0) {}

  /// \p parts: of a cube and a vector core with \p rings between them, or of
  /// one core.
  EngineProgram(const std::vector<CorePart> &parts, Arch arch, unsigned rings)
      : cores(static_cast<unsigned>(parts.size())), rings(rings) {
    coremodel::ProgramBuilder builder(target::Target::get(arch));
    for (unsigned core = 0; core < cores; ++core) {
      FunctionWriter(parts[core], builder, core, cores, rings);
      if (cores == 2)
        builder.function().partner = 1 - static_cast<int32_t>(core);
      builder.function().firstLaneOnly = cores == 2;
    }
    for (unsigned n = 0; n < rings; ++n) {
      coremodel::Ring ring;
      ring.name = "ring " + std::to_string(n);
      ring.slots = ring.localSlots = kRingSlots;
      ring.slotBytes = kRingSlotBytes;
      ring.lanes = 1;
      builder.get().rings.push_back(ring);
    }
    decoded = builder.finish();
    engine = std::make_unique<coremodel::Engine>(*decoded);
  }

  /// Runs the path that \p path stands for under \p seed; the contents of the
  /// tensors afterwards are in \p tensors.
  coremodel::RunResult run(int64_t path, uint64_t seed, bool checkRaces,
                           std::vector<std::vector<float>> &tensors) const {
    std::vector<coremodel::HostArg> args;
    tensors.assign(kTensors * cores, std::vector<float>(kTensorSize));
    for (unsigned t = 0; t < tensors.size(); ++t) {
      for (int64_t i = 0; i < kTensorSize; ++i)
        tensors[t][static_cast<size_t>(i)] =
            static_cast<float>(i * 7 % 61) + 100 * static_cast<float>(t);
      args.push_back(coremodel::HostArg::buffer(
          tensors[t].data(), coremodel::DType::F32, {kTensorSize}));
    }
    constexpr int64_t kRingSize = kRingSlots * kRingSlotBytes / 4;
    std::vector<std::vector<float>> slots(rings, std::vector<float>(kRingSize));
    for (std::vector<float> &ring : slots)
      args.push_back(coremodel::HostArg::buffer(
          ring.data(), coremodel::DType::F32, {kRingSize}));
    args.push_back(coremodel::HostArg::scalar(path));
    coremodel::RunOptions options;
    options.seed = seed;
    options.checkRaces = checkRaces;
    // What a random instruction touches is drawn byte by byte.
    options.checkOverlap = false;
    return engine->run(args, options);
  }

private:
  unsigned cores, rings;
  std::unique_ptr<coremodel::Program> decoded;
  std::unique_ptr<coremodel::Engine> engine;
};

} // namespace pypto::sync::test

#endif // PYPTO_TEST_UNIT_SYNCONMODEL_ENGINEPROGRAM_H
