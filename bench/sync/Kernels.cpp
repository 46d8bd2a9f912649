//===- Kernels.cpp - kernels that schedules are compared on -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Kernel.h"

using namespace pypto;
using namespace pypto::sync;
using namespace pypto::sync::bench;
using coremodel::DType;
using target::Layout;
using target::Space;

static constexpr Pipe S = Pipe::S, V = Pipe::V, M = Pipe::M, MTE1 = Pipe::MTE1,
                      MTE2 = Pipe::MTE2, MTE3 = Pipe::MTE3, FIX = Pipe::FIX;

namespace {
struct Builder {
  BenchKernel kernel;
  BlockId block = Program::body();
  bool byHand;
  int64_t next[target::kNumSpaces] = {};

  Builder(const char *name, bool byHand) : byHand(byHand) {
    kernel.name = name;
  }

  /// A tile behind the last one of its memory.
  size_t tile(Space space, DType type, int32_t rows, int32_t cols,
              Layout layout = Layout::ND) {
    BenchTile tile;
    tile.desc.space = space;
    tile.desc.type = type;
    tile.desc.rows = rows;
    tile.desc.cols = cols;
    tile.desc.layout = layout;
    int64_t &at = next[static_cast<unsigned>(space)];
    tile.desc.addr = coremodel::Operand::constant(at);
    tile.desc.validRows = coremodel::Operand::constant(rows);
    tile.desc.validCols = coremodel::Operand::constant(cols);
    if (space == Space::Acc)
      tile.fractal = 1024;
    tile.memory = static_cast<uint32_t>(kernel.tiles.size());
    at += int64_t(rows) * cols * coremodel::sizeOf(type);
    at = (at + 511) / 512 * 512;
    kernel.tiles.push_back(tile);
    return kernel.tiles.size() - 1;
  }
  size_t vec(int32_t rows = 32, int32_t cols = 128) {
    return tile(Space::Vec, DType::F32, rows, cols);
  }

  void op(Pipe pipe, const char *name, std::vector<size_t> tiles,
          std::vector<size_t> scratch = {}, bool hasScalar = false) {
    add(pipe, name, std::move(tiles), std::move(scratch), hasScalar, -1, true);
  }
  void load(size_t tile, int tensor) {
    add(MTE2, "tload", {tile}, {}, false, tensor, true);
  }
  void store(Pipe pipe, size_t tile, int tensor) {
    add(pipe, "tstore", {tile}, {}, false, tensor, false);
  }
  void readElement(size_t tile) {
    add(S, nullptr, {tile}, {}, false, -1, false);
  }

  void set(Pipe from, Pipe to, uint8_t id) {
    sync({SyncKind::Set, from, to, id});
  }
  void wait(Pipe from, Pipe to, uint8_t id) {
    sync({SyncKind::Wait, from, to, id});
  }
  void flag(Pipe from, Pipe to, uint8_t id) {
    set(from, to, id);
    wait(from, to, id);
  }
  void barrier(Pipe pipe) { sync({SyncKind::Barrier, pipe, pipe, 0}); }
  template <typename Fn> void loop(int64_t trips, Fn body) {
    NodeId node = kernel.program.addLoop(block);
    kernel.instructions.resize(node + 1);
    kernel.trips[node] = trips;
    BlockId outer = block;
    block = kernel.program.nodes[node].blocks[0];
    body();
    block = outer;
  }

private:
  void add(Pipe pipe, const char *name, std::vector<size_t> tiles,
           std::vector<size_t> scratch, bool hasScalar, int tensor,
           bool writesFirst) {
    // Windows of different iterations do not meet: only tiles count.
    std::vector<Access> accesses;
    auto touch = [&](size_t tile, bool isWrite) {
      accesses.push_back(
          {kernel.tiles[tile].memory, 0, kUnbounded, isWrite, kNone});
    };
    for (size_t i = 0; i < tiles.size(); ++i)
      touch(tiles[i], i == 0 && writesFirst);
    for (size_t tile : scratch)
      touch(tile, true);
    NodeId node = kernel.program.addInstruction(block, pipe, accesses);
    tiles.insert(tiles.end(), scratch.begin(), scratch.end());
    kernel.instructions.resize(node + 1);
    kernel.instructions[node] = {name, std::move(tiles), hasScalar, tensor};
  }
  void sync(SyncInstruction instruction) {
    if (!byHand)
      return;
    NodeId node = kernel.program.addSync(block, instruction);
    kernel.instructions.resize(node + 1);
  }
};
} // namespace

/// y = (x + z) + 1 in place in three slots.
static BenchKernel rotating(bool byHand) {
  Builder b("three rotating slots", byHand);
  size_t x[3], z[3];
  for (int slot = 0; slot < 3; ++slot)
    x[slot] = b.vec(), z[slot] = b.vec();
  for (uint8_t slot = 0; slot < 3; ++slot)
    b.set(MTE3, MTE2, slot), b.set(V, MTE2, slot);
  b.loop(100, [&] {
    for (uint8_t slot = 0; slot < 3; ++slot) {
      b.wait(MTE3, MTE2, slot);
      b.load(x[slot], 0);
      b.wait(V, MTE2, slot);
      b.load(z[slot], 1);
      b.flag(MTE2, V, slot);
      b.op(V, "tadd", {x[slot], x[slot], z[slot]});
      b.set(V, MTE2, slot);
      b.barrier(V);
      b.op(V, "tadds", {x[slot], x[slot]}, {}, true);
      b.flag(V, MTE3, slot);
      b.store(MTE3, x[slot], 2);
      b.set(MTE3, MTE2, slot);
    }
  });
  for (uint8_t slot = 0; slot < 3; ++slot)
    b.wait(MTE3, MTE2, slot), b.wait(V, MTE2, slot);
  return std::move(b.kernel);
}

/// C = A * B: L1 and L0 double buffered, the accumulator written out per tile.
static BenchKernel matmul(bool byHand) {
  Builder b("double-buffered matmul", byHand);
  b.kernel.kind = coremodel::FunctionKind::Cube;
  size_t l1a[2], l1b[2], l0a[2], l0b[2];
  for (int slot = 0; slot < 2; ++slot) {
    l1a[slot] = b.tile(Space::Mat, DType::F16, 128, 128, Layout::NZ);
    l1b[slot] = b.tile(Space::Mat, DType::F16, 128, 128, Layout::NZ);
    l0a[slot] = b.tile(Space::Left, DType::F16, 128, 128, Layout::ZZ);
    l0b[slot] = b.tile(Space::Right, DType::F16, 128, 128, Layout::ZN);
  }
  size_t acc = b.tile(Space::Acc, DType::F32, 128, 128, Layout::NZ);
  for (uint8_t slot = 0; slot < 2; ++slot)
    b.set(MTE1, MTE2, slot), b.set(M, MTE1, slot);
  b.set(FIX, M, 0);
  b.loop(12, [&] {
    b.wait(FIX, M, 0);
    b.loop(8, [&] {
      for (uint8_t slot = 0; slot < 2; ++slot) {
        b.wait(MTE1, MTE2, slot);
        b.load(l1a[slot], 0);
        b.load(l1b[slot], 1);
        b.flag(MTE2, MTE1, slot);
        b.wait(M, MTE1, slot);
        b.op(MTE1, "tmov", {l0a[slot], l1a[slot]});
        b.op(MTE1, "tmov", {l0b[slot], l1b[slot]});
        b.set(MTE1, MTE2, slot);
        b.flag(MTE1, M, slot);
        b.op(M, "tmatmul.acc", {acc, acc, l0a[slot], l0b[slot]});
        b.set(M, MTE1, slot);
      }
    });
    b.flag(M, FIX, 0);
    b.store(FIX, acc, 2);
    b.set(FIX, M, 0);
  });
  for (uint8_t slot = 0; slot < 2; ++slot)
    b.wait(MTE1, MTE2, slot), b.wait(M, MTE1, slot);
  b.wait(FIX, M, 0);
  return std::move(b.kernel);
}

/// Rows are loaded, normalised by \p body and stored, in two slots.
template <typename Fn>
static BenchKernel normalise(const char *name, bool byHand, Fn body) {
  Builder b(name, byHand);
  size_t x[2], out[2];
  for (int slot = 0; slot < 2; ++slot)
    x[slot] = b.vec(), out[slot] = b.vec();
  size_t y = b.vec(), tmp = b.vec(), stat = b.vec(32, 8);
  for (uint8_t slot = 0; slot < 2; ++slot)
    b.set(V, MTE2, slot), b.set(MTE3, V, slot);
  b.loop(100, [&] {
    for (uint8_t slot = 0; slot < 2; ++slot) {
      b.wait(V, MTE2, slot);
      b.load(x[slot], 0);
      b.flag(MTE2, V, slot);
      // Each instruction but the first depends on the one before it.
      bool isFirst = true;
      auto step = [&](const char *op, std::vector<size_t> tiles,
                      std::vector<size_t> scratch, bool hasScalar) {
        if (!isFirst)
          b.barrier(V);
        isFirst = false;
        b.op(V, op, std::move(tiles), std::move(scratch), hasScalar);
      };
      body(b, step, x[slot], y, tmp, stat, out[slot], slot);
      b.flag(V, MTE3, slot);
      b.store(MTE3, out[slot], 1);
      b.set(MTE3, V, slot);
    }
  });
  for (uint8_t slot = 0; slot < 2; ++slot)
    b.wait(V, MTE2, slot), b.wait(MTE3, V, slot);
  return std::move(b.kernel);
}

static BenchKernel softmax(bool byHand) {
  return normalise("row softmax", byHand,
                   [](Builder &b, auto step, size_t x, size_t y, size_t tmp,
                      size_t stat, size_t out, uint8_t slot) {
                     step("trowmax", {stat, x}, {tmp}, false);
                     step("trowexpandsub", {y, x, stat}, {}, false);
                     b.set(V, MTE2, slot);
                     step("texp", {y, y}, {}, false);
                     step("trowsum", {stat, y}, {tmp}, false);
                     b.wait(MTE3, V, slot);
                     step("trowexpanddiv", {out, y, stat}, {}, false);
                   });
}

static BenchKernel layerNorm(bool byHand) {
  return normalise("layer norm", byHand,
                   [](Builder &b, auto step, size_t x, size_t y, size_t tmp,
                      size_t stat, size_t out, uint8_t slot) {
                     step("trowsum", {stat, x}, {tmp}, false);
                     step("tmuls", {stat, stat}, {}, true);
                     step("trowexpandsub", {y, x, stat}, {}, false);
                     b.set(V, MTE2, slot);
                     b.wait(MTE3, V, slot);
                     step("tmul", {out, y, y}, {}, false);
                     step("trowsum", {stat, out}, {tmp}, false);
                     step("tadds", {stat, stat}, {}, true);
                     step("tsqrt", {stat, stat}, {}, false);
                     step("trowexpanddiv", {out, y, stat}, {}, false);
                   });
}

/// Indices and a table are loaded, the scalar unit looks at the first index,
/// elements are gathered, computed on, scattered and stored; two slots.
static BenchKernel gather(bool byHand) {
  Builder b("gather-compute-scatter", byHand);
  size_t index[2], table[2], out[2];
  for (int slot = 0; slot < 2; ++slot) {
    index[slot] = b.tile(Space::Vec, DType::I32, 16, 64);
    table[slot] = b.vec(16, 64);
    out[slot] = b.vec(16, 64);
  }
  size_t x = b.vec(16, 64);
  for (uint8_t slot = 0; slot < 2; ++slot)
    b.set(V, MTE2, slot), b.set(MTE3, V, slot);
  b.loop(100, [&] {
    for (uint8_t slot = 0; slot < 2; ++slot) {
      b.wait(V, MTE2, slot);
      b.load(index[slot], 0);
      b.set(MTE2, S, slot);
      b.load(table[slot], 1);
      b.set(MTE2, V, slot);
      b.wait(MTE2, S, slot);
      b.readElement(index[slot]);
      b.set(S, V, slot);
      b.wait(MTE2, V, slot);
      b.op(V, "tgather", {x, table[slot], index[slot]});
      b.barrier(V);
      b.op(V, "tmuls", {x, x}, {}, true);
      b.barrier(V);
      b.wait(MTE3, V, slot);
      b.op(V, "tscatter", {out[slot], x, index[slot]});
      // What the scalar unit has read, V passes on with its own reads.
      b.wait(S, V, slot);
      b.set(V, MTE2, slot);
      b.flag(V, MTE3, slot);
      b.store(MTE3, out[slot], 2);
      b.set(MTE3, V, slot);
    }
  });
  for (uint8_t slot = 0; slot < 2; ++slot)
    b.wait(V, MTE2, slot), b.wait(MTE3, V, slot);
  return std::move(b.kernel);
}

std::vector<BenchKernel> pypto::sync::bench::makeKernels(bool byHand) {
  std::vector<BenchKernel> kernels;
  kernels.push_back(rotating(byHand));
  kernels.push_back(matmul(byHand));
  kernels.push_back(softmax(byHand));
  kernels.push_back(layerNorm(byHand));
  kernels.push_back(gather(byHand));
  return kernels;
}
