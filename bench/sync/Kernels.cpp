//===- Kernels.cpp - kernels that schedules are compared on -----*- C++ -*-===//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Kernels.h"

using namespace pypto::sync;
using namespace pypto::sync::bench;

namespace {
/// Memories 0-9 are global, from 10 on buffers.
struct Builder {
  BenchKernel kernel;
  BlockId block = Program::body();
  bool byHand;

  Builder(const char *name, bool byHand) : byHand(byHand) {
    kernel.name = name;
  }
  void op(Pipe pipe, double busy, std::initializer_list<uint32_t> reads,
          std::initializer_list<uint32_t> writes) {
    std::vector<Access> accesses;
    // Global windows of different iterations do not meet: only buffers count.
    for (uint32_t memory : reads)
      if (memory >= 10)
        accesses.push_back({memory, 0, kUnbounded, false, kNone});
    for (uint32_t memory : writes)
      if (memory >= 10)
        accesses.push_back({memory, 0, kUnbounded, true, kNone});
    kernel.program.addInstruction(block, pipe, std::move(accesses));
    kernel.costs.push_back({busy, pipe == Pipe::MTE2 ? 300. : 25.});
  }
  void set(Pipe from, Pipe to, uint8_t id) {
    add({SyncKind::Set, from, to, id});
  }
  void wait(Pipe from, Pipe to, uint8_t id) {
    add({SyncKind::Wait, from, to, id});
  }
  void barrier(Pipe pipe) { add({SyncKind::Barrier, pipe, pipe, 0}); }
  template <typename Fn> void loop(Fn body) {
    NodeId node = kernel.program.addLoop(block);
    kernel.costs.push_back({});
    BlockId outer = block;
    block = kernel.program.nodes[node].blocks[0];
    body();
    block = outer;
  }

private:
  void add(SyncInstruction sync) {
    if (!byHand)
      return;
    kernel.program.addSync(block, sync);
    kernel.costs.push_back({});
  }
};
} // namespace

static constexpr Pipe S = Pipe::S, V = Pipe::V, M = Pipe::M, MTE1 = Pipe::MTE1,
                      MTE2 = Pipe::MTE2, MTE3 = Pipe::MTE3, FIX = Pipe::FIX;

/// y = (x + z) + 1 in place in three slots.
static BenchKernel rotating(bool byHand) {
  Builder b("three rotating slots", byHand);
  for (uint8_t slot = 0; slot < 3; ++slot)
    b.set(MTE3, MTE2, slot), b.set(V, MTE2, slot);
  b.loop([&] {
    for (uint8_t slot = 0; slot < 3; ++slot) {
      uint32_t x = 10 + 2 * slot, z = x + 1;
      b.wait(MTE3, MTE2, slot);
      b.op(MTE2, 120, {0}, {x});
      b.wait(V, MTE2, slot);
      b.op(MTE2, 120, {1}, {z});
      b.set(MTE2, V, slot);
      b.wait(MTE2, V, slot);
      b.op(V, 90, {x, z}, {x});
      b.set(V, MTE2, slot);
      b.barrier(V);
      b.op(V, 70, {x}, {x});
      b.set(V, MTE3, slot);
      b.wait(V, MTE3, slot);
      b.op(MTE3, 150, {x}, {2});
      b.set(MTE3, MTE2, slot);
    }
  });
  for (uint8_t slot = 0; slot < 3; ++slot)
    b.wait(MTE3, MTE2, slot), b.wait(V, MTE2, slot);
  return std::move(b.kernel);
}

/// C = A * B: L1 and L0 double buffered, L0C written out per tile.
static BenchKernel matmul(bool byHand) {
  Builder b("double-buffered matmul", byHand);
  constexpr uint32_t acc = 40;
  for (uint8_t slot = 0; slot < 2; ++slot)
    b.set(MTE1, MTE2, slot), b.set(M, MTE1, slot);
  b.set(FIX, M, 0);
  b.loop([&] {
    b.wait(FIX, M, 0);
    b.loop([&] {
      for (uint8_t slot = 0; slot < 2; ++slot) {
        uint32_t l1a = 10 + 4 * slot, l1b = l1a + 1, l0a = 20 + 4 * slot,
                 l0b = l0a + 1;
        b.wait(MTE1, MTE2, slot);
        b.op(MTE2, 200, {0}, {l1a});
        b.op(MTE2, 200, {1}, {l1b});
        b.set(MTE2, MTE1, slot);
        b.wait(MTE2, MTE1, slot);
        b.wait(M, MTE1, slot);
        b.op(MTE1, 90, {l1a}, {l0a});
        b.op(MTE1, 110, {l1b}, {l0b});
        b.set(MTE1, MTE2, slot);
        b.set(MTE1, M, slot);
        b.wait(MTE1, M, slot);
        b.op(M, 350, {l0a, l0b, acc}, {acc});
        b.set(M, MTE1, slot);
      }
    });
    b.set(M, FIX, 0);
    b.wait(M, FIX, 0);
    b.op(FIX, 260, {acc}, {2});
    b.set(FIX, M, 0);
  });
  for (uint8_t slot = 0; slot < 2; ++slot)
    b.wait(MTE1, MTE2, slot), b.wait(M, MTE1, slot);
  b.wait(FIX, M, 0);
  return std::move(b.kernel);
}

/// Per tile of rows: load, chain of vector instructions, store; two slots.
static BenchKernel rows(const char *name, bool byHand,
                        const std::vector<double> &chain) {
  Builder b(name, byHand);
  for (uint8_t slot = 0; slot < 2; ++slot)
    b.set(V, MTE2, slot), b.set(MTE3, V, slot);
  b.loop([&] {
    for (uint8_t slot = 0; slot < 2; ++slot) {
      uint32_t x = 10 + slot * 20, stat = x + 1, y = x + 2, out = x + 3;
      b.wait(V, MTE2, slot);
      b.op(MTE2, 180, {0}, {x});
      b.set(MTE2, V, slot);
      b.wait(MTE2, V, slot);
      for (size_t i = 0; i + 1 < chain.size(); ++i) {
        if (i)
          b.barrier(V);
        // Statistics and full-size results in turns.
        if (i % 2 == 0)
          b.op(V, chain[i], {i ? y : x}, {stat});
        else
          b.op(V, chain[i], {stat, i == 1 ? x : y}, {y});
        if (i == 1)
          b.set(V, MTE2, slot);
      }
      b.barrier(V);
      b.wait(MTE3, V, slot);
      b.op(V, chain.back(), {y, stat}, {out});
      b.set(V, MTE3, slot);
      b.wait(V, MTE3, slot);
      b.op(MTE3, 170, {out}, {1});
      b.set(MTE3, V, slot);
    }
  });
  for (uint8_t slot = 0; slot < 2; ++slot)
    b.wait(V, MTE2, slot), b.wait(MTE3, V, slot);
  return std::move(b.kernel);
}

/// Indices are loaded, rows gathered, computed on and scattered; two slots.
static BenchKernel gather(bool byHand) {
  Builder b("gather-compute-scatter", byHand);
  for (uint8_t slot = 0; slot < 2; ++slot)
    b.set(V, MTE2, slot), b.set(MTE3, V, slot), b.set(S, MTE2, slot);
  b.loop([&] {
    for (uint8_t slot = 0; slot < 2; ++slot) {
      uint32_t index = 10 + slot * 10, table = index + 1, x = index + 2,
               y = index + 3;
      b.wait(S, MTE2, slot);
      b.op(MTE2, 60, {0}, {index});
      b.set(MTE2, S, slot);
      b.wait(V, MTE2, slot);
      b.op(MTE2, 220, {1}, {table});
      b.set(MTE2, V, slot);
      b.wait(MTE2, S, slot);
      b.op(S, 40, {index}, {});
      b.set(S, MTE2, slot);
      b.wait(MTE2, V, slot);
      b.op(V, 160, {table}, {x});
      b.set(V, MTE2, slot);
      b.barrier(V);
      b.wait(MTE3, V, slot);
      b.op(V, 80, {x}, {y});
      b.set(V, MTE3, slot);
      b.wait(V, MTE3, slot);
      b.op(MTE3, 200, {y}, {2});
      b.set(MTE3, V, slot);
    }
  });
  for (uint8_t slot = 0; slot < 2; ++slot)
    b.wait(V, MTE2, slot), b.wait(MTE3, V, slot), b.wait(S, MTE2, slot);
  return std::move(b.kernel);
}

std::vector<BenchKernel> pypto::sync::bench::makeKernels(bool byHand) {
  std::vector<BenchKernel> kernels;
  kernels.push_back(rotating(byHand));
  kernels.push_back(matmul(byHand));
  kernels.push_back(rows("row softmax", byHand, {60, 50, 60, 90, 60, 120}));
  kernels.push_back(
      rows("layer norm", byHand, {60, 50, 70, 55, 60, 80, 20, 75}));
  kernels.push_back(gather(byHand));
  return kernels;
}
