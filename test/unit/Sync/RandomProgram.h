//===- RandomProgram.h - random structured kernels --------------*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PYPTO_TEST_UNIT_SYNC_RANDOMPROGRAM_H
#define PYPTO_TEST_UNIT_SYNC_RANDOMPROGRAM_H

#include "pypto/Sync/Program.h"

#include <random>
#include <sstream>

namespace pypto::sync::test {

struct RandomProgramOptions {
  unsigned nodes = 12;
  unsigned buffers = 5;
  unsigned maxDepth = 3;
  bool loops = true, branches = true;
  bool cube = false;
  /// One loop around everything.
  bool outerLoop = false;
  /// Global tensors whose offsets follow the innermost loop.
  bool windows = true;
  /// Buffers of which each iteration of a loop uses another slot.
  bool rotate = false;
};

/// Grows a program node by node at random places.
class RandomProgram {
public:
  RandomProgram(unsigned seed, RandomProgramOptions options)
      : random(seed), options(options) {
    BlockId block = Program::body();
    if (options.outerLoop) {
      NodeId loop = program.addLoop(block);
      block = program.nodes[loop].blocks[0];
      program.symbols.push_back({loop, 16, 0, {}});
      symbols.push_back(0);
    }
    fill(block, options.nodes, options.outerLoop);
  }
  Program program;

private:
  unsigned pick(unsigned n) { return random() % n; }

  void fill(BlockId block, unsigned count, unsigned depth) {
    for (unsigned i = 0; i < count; ++i) {
      unsigned kind = pick(10);
      if (kind == 0 && options.loops && depth < options.maxDepth) {
        NodeId loop = program.addLoop(block, pick(3) != 0);
        loops.push_back(loop);
        program.symbols.push_back({loop, 16, 0, {}});
        symbols.push_back(static_cast<uint32_t>(program.symbols.size() - 1));
        fill(program.nodes[loop].blocks[0], 1 + pick(5), depth + 1);
        symbols.pop_back();
      } else if (kind == 1 && options.branches && depth < options.maxDepth) {
        NodeId branch = program.addBranch(block, 2);
        fill(program.nodes[branch].blocks[0], 1 + pick(3), depth + 1);
        fill(program.nodes[branch].blocks[1], pick(3), depth + 1);
      } else {
        addInstruction(block);
      }
    }
  }

  Access buffer(bool isWrite) {
    if (options.rotate && !symbols.empty() && pick(3)) {
      // Slots in turns, in any order, from one of two places.
      NodeId loop =
          program.symbols[symbols[pick(unsigned(symbols.size()))]].loop;
      Rotation rotation{loop, {}, 64};
      int64_t first = 64 * int64_t(pick(2) * 4), slots = 2 + pick(3);
      unsigned phase = pick(4) ? 0 : 1;
      for (unsigned n = 0; n < slots; ++n)
        rotation.begins.push_back(first + 64 * ((n + phase) % slots));
      Access access{0, first, first + 64 * slots, isWrite, kNone};
      access.rotation = static_cast<uint32_t>(program.rotations.size());
      program.rotations.push_back(rotation);
      return access;
    }
    // Buffers may overlap in part.
    int64_t begin = 64 * int64_t(pick(options.buffers));
    return {0, begin, begin + (pick(4) ? 64 : 96), isWrite, kNone};
  }

  Access tensor(bool isWrite) {
    uint32_t memory = 1 + pick(2);
    if (!options.windows || symbols.empty())
      return {memory, 0, kUnbounded, isWrite, kNone};
    Window window;
    WindowDim dim;
    dim.constant = 16 * int64_t(pick(2));
    dim.size = 16;
    if (pick(3))
      dim.terms.push_back({symbols[pick(unsigned(symbols.size()))], 1});
    window.geometry = memory;
    window.dims.push_back(dim);
    program.windows.push_back(window);
    return {memory, 0, kUnbounded, isWrite,
            uint32_t(program.windows.size() - 1)};
  }

  void addInstruction(BlockId block) {
    static const Pipe vector[] = {Pipe::V, Pipe::V, Pipe::MTE2, Pipe::MTE3,
                                  Pipe::S};
    static const Pipe cube[] = {Pipe::M, Pipe::MTE1, Pipe::MTE2, Pipe::FIX,
                                Pipe::M};
    Pipe pipe = options.cube ? cube[pick(5)] : vector[pick(5)];
    std::vector<Access> accesses;
    if (pipe == Pipe::MTE2) {
      accesses = {tensor(false), buffer(true)};
    } else if (pipe == Pipe::MTE3 || pipe == Pipe::FIX) {
      accesses = {buffer(false), tensor(true)};
    } else {
      accesses = {buffer(false), buffer(true)};
      if (pick(2))
        accesses.push_back(buffer(false));
    }
    NodeId id = program.addInstruction(block, pipe, accesses);
    program.nodes[id].isShortAccumulation = pipe == Pipe::M && pick(2);
  }

  std::mt19937 random;
  RandomProgramOptions options;
  std::vector<NodeId> loops;
  std::vector<uint32_t> symbols;
};

/// The program with its synchronisation, as indented text.
inline void print(std::ostream &out, const Program &program,
                  const std::vector<PlacedSync> &added,
                  BlockId block = Program::body(), unsigned indent = 0) {
  std::string pad(indent, ' ');
  for (NodeId id : program.blocks[block].nodes) {
    const Node &node = program.nodes[id];
    for (const PlacedSync &sync : added)
      if (sync.anchor == id && sync.before)
        out << pad << "  " << toString(sync.sync) << " g" << sync.group << "\n";
    if (node.kind == NodeKind::Instruction) {
      out << pad << id << ": " << target::toString(node.pipe);
      for (const Access &access : node.accesses) {
        out << (access.isWrite ? " write " : " read ") << access.memory << "["
            << access.begin << "," << access.end << ")";
        if (access.rotation != kNone) {
          out << "@" << program.rotations[access.rotation].loop;
          for (int64_t begin : program.rotations[access.rotation].begins)
            out << ":" << begin;
        }
        if (access.window != kNone)
          for (const WindowDim &dim : program.windows[access.window].dims) {
            out << "{" << dim.constant;
            for (const Term &term : dim.terms)
              out << "+i" << program.symbols[term.symbol].loop;
            out << "}";
          }
      }
      out << (node.isShortAccumulation ? " short\n" : "\n");
    } else if (node.kind == NodeKind::Sync) {
      out << pad << id << ": author " << toString(node.sync) << "\n";
    } else {
      for (BlockId inner : node.blocks) {
        out << pad << id
            << (node.kind == NodeKind::Branch ? ": arm {\n"
                : node.mayRunZeroTimes        ? ": loop 0+ {\n"
                                              : ": loop 1+ {\n");
        print(out, program, added, inner, indent + 4);
        out << pad << "}\n";
      }
    }
    for (const PlacedSync &sync : added)
      if (sync.anchor == id && !sync.before)
        out << pad << "  " << toString(sync.sync) << " g" << sync.group << "\n";
  }
}

inline std::string text(const Program &program,
                        const std::vector<PlacedSync> &added) {
  std::ostringstream out;
  print(out, program, added);
  return out.str();
}

} // namespace pypto::sync::test

#endif // PYPTO_TEST_UNIT_SYNC_RANDOMPROGRAM_H
